# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

scene = bpy.context.scene.puzzle_cubes
puzzle = scene.oskar

puzzle.passage = 10.0
puzzle.wall = 5.0
puzzle.plate = 4.8
puzzle.clearance = 0.45
puzzle.overhang = 0.0
puzzle.start_marker = 5.0
puzzle.end_marker = 2.5
puzzle.joint = 0.2
puzzle.arm_chamfer = 0.35
puzzle.marker_chamfer = 0.0
puzzle.bed_chamfer = 0.35
puzzle.label_height = 0.0
puzzle.thickness = 3.0
puzzle.kerf = 0.15
puzzle.play = 0.05
puzzle.rim = 3.0
puzzle.engraving = 0.2
puzzle.sheet_x = 600.0
puzzle.sheet_y = 400.0
scene.nozzle = 0.6
scene.layer = 0.3
scene.widening = 0.075
scene.foot = 0.15
scene.material = "PLA"

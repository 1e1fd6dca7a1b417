# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

puzzle = bpy.context.scene.oskars_cube

puzzle.passage = 10.0
puzzle.wall = 5.0
puzzle.plate = 5.0
puzzle.clearance = 0.5
puzzle.overhang = 0.0
puzzle.start_marker = 5.0
puzzle.end_marker = 2.5
puzzle.joint = 0.15
puzzle.nozzle = 0.6
puzzle.material = "PLA"

# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

puzzle = bpy.context.scene.oskars_cube

puzzle.passage = 5.0
puzzle.wall = 3.0
puzzle.plate = 3.0
puzzle.clearance = 0.4
puzzle.overhang = 0.0
puzzle.start_marker = 3.0
puzzle.end_marker = 1.5
puzzle.joint = 0.1
puzzle.nozzle = 0.4
puzzle.material = "PLA"

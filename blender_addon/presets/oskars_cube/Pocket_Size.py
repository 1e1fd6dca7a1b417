# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

puzzle = bpy.context.scene.oskars_cube

puzzle.passage = 3.2
puzzle.wall = 1.6
puzzle.plate = 1.6
puzzle.clearance = 0.3
puzzle.overhang = 0.0
puzzle.start_marker = 1.6
puzzle.end_marker = 0.8
puzzle.joint = 0.1
puzzle.nozzle = 0.4
puzzle.material = "PLA"

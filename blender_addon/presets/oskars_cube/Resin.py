# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

puzzle = bpy.context.scene.oskars_cube

puzzle.passage = 4.0
puzzle.wall = 2.0
puzzle.plate = 2.0
puzzle.clearance = 0.2
puzzle.overhang = 0.0
puzzle.start_marker = 2.0
puzzle.end_marker = 1.0
puzzle.joint = 0.05
puzzle.nozzle = 0.1
puzzle.material = "RESIN"

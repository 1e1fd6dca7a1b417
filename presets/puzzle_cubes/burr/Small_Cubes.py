# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

scene = bpy.context.scene.puzzle_cubes
puzzle = scene.burr

puzzle.cube = 10.0
puzzle.cube_y = 0.0
puzzle.cube_z = 0.0
puzzle.inset = 0.1
puzzle.bevel = 0.35
puzzle.letters = 0.0
puzzle.joint = 0.15
scene.nozzle = 0.4
scene.layer = 0.2
scene.widening = 0.05
scene.foot = 0.15
scene.material = "PLA"

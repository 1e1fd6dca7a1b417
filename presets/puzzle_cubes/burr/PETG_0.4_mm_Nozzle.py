# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

scene = bpy.context.scene.puzzle_cubes
puzzle = scene.burr

puzzle.cube = 15.0
puzzle.cube_y = 0.0
puzzle.cube_z = 0.0
puzzle.inset = 0.125
puzzle.bevel = 0.4
puzzle.letters = 0.0
puzzle.joint = 0.2
scene.nozzle = 0.4
scene.layer = 0.2
scene.widening = 0.075
scene.foot = 0.15
scene.material = "PETG"

# SPDX-License-Identifier: GPL-3.0-or-later
"""The walls of a face as a frame of beams, solved by finite elements: twelve numbers an element, a dense matrix."""

from __future__ import annotations

from dataclasses import dataclass
from math import cosh, pi, tanh
from typing import Any

import numpy as np

from puzzle_cubes.oskar.maze.faces import Face

POISSON = 0.35


def torsion_constant(longer: float, shorter: float) -> float:
    """Return Saint-Venant's constant of a rectangle, by his series."""
    series = sum(tanh(n * pi * longer / (2 * shorter)) / n**5 for n in range(1, 60, 2))
    return longer * shorter**3 * (1 / 3 - 64 * shorter / (pi**5 * longer) * series)


def torsion_stress(longer: float, shorter: float) -> float:
    """Return the largest shear stress that a torque of 1 makes in a rectangle, by Saint-Venant's series."""
    arguments = [(n, n * pi * longer / (2 * shorter)) for n in range(1, 60, 2)]
    series = sum(1 / (n * n * cosh(argument)) for n, argument in arguments if argument < 600)
    return shorter / torsion_constant(longer, shorter) * (1 - 8 / pi**2 * series)


@dataclass(frozen=True)
class Bar:
    """A rectangle: in the plane of the face, across it, and Young's modulus."""

    width: float
    thickness: float
    stiffness: float

    def matrix(self, length: float) -> Any:
        """Return the stiffness of a beam along its own first axis, with shear; its third axis is across the face."""
        area = self.width * self.thickness
        shear = self.stiffness / (2 + 2 * POISSON)
        sides = sorted((self.width, self.thickness))
        stiffness = np.zeros((12, 12))
        for freedom, value in (
            (0, self.stiffness * area / length),
            (3, shear * torsion_constant(sides[1], sides[0]) / length),
        ):
            stiffness[np.ix_((freedom, freedom + 6), (freedom, freedom + 6))] = value * np.array([[1, -1], [-1, 1]])
        for moved, turned, inertia, sign in (
            (1, 5, self.thickness * self.width**3 / 12, 1),
            (2, 4, self.width * self.thickness**3 / 12, -1),
        ):
            phi = 12 * self.stiffness * inertia / (5 / 6 * shear * area * length**2)
            block = np.array(
                [
                    [12, 6 * length, -12, 6 * length],
                    [6 * length, (4 + phi) * length**2, -6 * length, (2 - phi) * length**2],
                    [-12, -6 * length, 12, -6 * length],
                    [6 * length, (2 - phi) * length**2, -6 * length, (4 + phi) * length**2],
                ]
            )
            signs = np.array([1, sign, 1, sign])
            places = (moved, turned, moved + 6, turned + 6)
            scale = self.stiffness * inertia / ((1 + phi) * length**3)
            stiffness[np.ix_(places, places)] = scale * np.outer(signs, signs) * block
        return stiffness

    def stresses(self, forces: Any) -> list[float]:
        """Return the stress at both ends of a beam by the twelve forces in its own axes."""
        width, thickness = self.width, self.thickness
        longer, shorter = max(width, thickness), min(width, thickness)
        ends = []
        for end in (forces[:6], forces[6:]):
            pulled = abs(end[0]) / (width * thickness)
            bent = abs(end[5]) * 6 / (thickness * width**2) + abs(end[4]) * 6 / (width * thickness**2)
            twisted = abs(end[3]) * torsion_stress(longer, shorter)
            ends.append(float(np.hypot(pulled + bent, np.sqrt(3) * twisted)))
        return ends


def solved(face: Face, passage: float, wall: float, bar: Bar) -> tuple[dict[tuple[int, int], list[float]], float]:
    """Return what each post gives along x, y and z by a force of 1, and the largest stress that such a force makes.

    Walls leave the frame at its inner side, and all of them bear.
    """
    columns, rows = face.shape
    grid = np.pad(face.inflate(), 1, constant_values=1)
    posts = [(a, b) for a in range(columns + 1) for b in range(rows + 1)]
    held = {(a, b) for a, b in posts if a in (0, columns) or b in (0, rows)}
    number = {post: 6 * count for count, post in enumerate(posts)}

    def place(post: tuple[int, int]) -> Any:
        return np.array(
            [
                0.0 if cell == 0 else cell * (passage + wall) - (wall if cell == cells else wall / 2)
                for cell, cells in zip(post, face.shape, strict=True)
            ]
        )

    whole = np.zeros((6 * len(posts), 6 * len(posts)))
    beams = []
    for a, b in posts:
        for neighbor, turned in (((a + 1, b), np.eye(3)), ((a, b + 1), np.array([[0.0, 1, 0], [-1, 0, 0], [0, 0, 1]]))):
            if neighbor not in number or not grid[a + neighbor[0], b + neighbor[1]] or {(a, b), neighbor} <= held:
                continue
            length = float(np.abs(place(neighbor) - place((a, b))).sum())
            axes = np.kron(np.eye(4), turned)
            own = bar.matrix(length)
            places = np.r_[number[a, b] : number[a, b] + 6, number[neighbor] : number[neighbor] + 6]
            whole[np.ix_(places, places)] += axes.T @ own @ axes
            beams.append((places, own @ axes))
    loose = [post for post in posts if post not in held]
    free = np.concatenate([np.arange(number[post], number[post] + 6) for post in loose])
    loads = np.zeros((6 * len(posts), 3 * len(loose)))
    for count, post in enumerate(loose):
        for axis in range(3):
            loads[number[post] + axis, 3 * count + axis] = 1
    moved = np.zeros_like(loads)
    moved[free] = np.linalg.solve(whole[np.ix_(free, free)], loads[free])
    gives = {
        post: [float(moved[number[post] + axis, 3 * count + axis]) for axis in range(3)]
        for count, post in enumerate(loose)
    }
    stress = max(
        stress for places, own in beams for forces in (own @ moved[places]).T for stress in bar.stresses(forces)
    )
    return gives, stress

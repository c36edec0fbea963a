"""Scenes that several suites take."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCENES = ROOT / "scenes"

#: A ball falls on a ball that rests on a table [Jia2013, Table 1].
BALL_BALL_TABLE = """
title = "Ball dropped on a ball on a table"
body = [
  { name = "upper", mass = 1.0, shape = { sphere = { radius = 1.0 } }, position = [0, 0, 3], velocity = [0, 0, -1] },
  { name = "lower", mass = 1.1547005383792517, shape = { sphere = { radius = 1.0 } }, position = [0, 0, 1] },
  { name = "table", fixed = true, shape = { plane = { normal = [0, 0, 1] } } },
]
"""


def scene_files() -> list[Path]:
    """Every scene of the project."""
    return sorted(path for path in SCENES.rglob("*.toml") if path.parent.name not in {"recovery", "fit"})

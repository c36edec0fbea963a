"""Impacts a second from Python and from Rust, in turns and on one machine.

Quote the ratio; a bare number means nothing on another machine. The module must be the one of
`pip install .`: a build for tests has other optimisations.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import carom

ROOT = Path(__file__).resolve().parents[3]
SCENES = ["ball-ball-table-elastic.toml", "bouncing-ball.toml", "rack-9-ball.toml"]
ROUNDS = 5


def from_python(path: Path, rows: int) -> float:
    """Impacts a second of a batch."""
    impact = carom.Impact.from_scene(path)
    velocities = np.tile(impact.velocities, (rows, 1, 1))
    velocities[:, 0] *= 1 + np.arange(rows)[:, None] / rows
    carom.solve_batch(impact, velocities=velocities[: rows // 10])
    start = time.perf_counter()
    out = carom.solve_batch(impact, velocities=velocities)
    spent = time.perf_counter() - start
    assert out.ok.all()
    return rows / spent


def from_rust(path: Path, rows: int) -> float:
    """The same from the library."""
    command = ["cargo", "bench", "--quiet", "-p", "carom-py", "--bench", "throughput", "--", str(path), str(rows)]
    return float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()[-1])


def main() -> None:
    """Prints a line for each scene."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    for name in SCENES:
        path, count = ROOT / "scenes" / name, rows if "rack" not in name else rows // 100
        pairs = [(from_python(path, count), from_rust(path, count)) for _ in range(ROUNDS)]
        ratio = statistics.median(python / rust for python, rust in pairs)
        python, rust = (statistics.median(side) for side in zip(*pairs, strict=True))
        print(f"{name:32} Python {python:12,.0f} /s   Rust {rust:12,.0f} /s   ratio {ratio:.2f}")


if __name__ == "__main__":
    main()

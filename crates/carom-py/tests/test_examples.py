"""The examples run, each on its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from given import ROOT

EXAMPLES = sorted((ROOT / "crates" / "carom-py" / "examples").glob("*.py"))


def test_there_are_examples() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", path],
        cwd=tmp_path,
        env={**os.environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    for figure in tmp_path.iterdir():
        assert figure.stat().st_size > 1000

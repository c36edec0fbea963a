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


@pytest.mark.parametrize("page", ["README.md", "book/src/how-to/python.md"])
def test_the_snippets_of_a_page_run(page: str, tmp_path: Path) -> None:
    blocks = (ROOT / page).read_text().split("```python\n")[1:]
    assert blocks
    for block in blocks:
        snippet = block.split("```", 1)[0].replace('"scenes/', f'"{ROOT}/scenes/')
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", snippet], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "impulse-curve.svg").exists()

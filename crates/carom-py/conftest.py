"""What several suites need."""

from __future__ import annotations

import os
import shutil

import numpy
import pytest
from given import BALL_BALL_TABLE, ROOT, SCENES

import carom


@pytest.fixture(scope="session")
def command() -> str:
    """The `carom` command, which `./check` has built."""
    found = os.environ.get("CAROM_COMMAND") or shutil.which("carom", path=str(ROOT / "target" / "debug"))
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("the carom command is not built: cargo build --profile test -p carom-cli")
        pytest.skip("the carom command is not built: cargo build --profile test -p carom-cli")
    return found


@pytest.fixture
def ball_ball_table() -> carom.Impact:
    """The impact of the README."""
    return carom.Impact.from_scene(BALL_BALL_TABLE)


@pytest.fixture
def rubbing_ball() -> carom.Impact:
    """A ball with backspin that strikes a table, with friction and tangential springs."""
    return carom.Impact.from_scene(SCENES / "bouncing-ball.toml")


@pytest.fixture(autouse=True)
def names_of_doctests(doctest_namespace: dict[str, object]) -> None:
    """What the examples of docstrings take for granted."""
    doctest_namespace["carom"] = carom
    doctest_namespace["np"] = numpy

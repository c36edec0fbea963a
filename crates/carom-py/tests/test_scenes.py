"""Python's numbers are those of the command, to the last bit, on every scene of the project."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from given import ROOT, SCENES, scene_files

import carom


def documents(command: str, *arguments: str | Path) -> dict[str, object]:
    done = subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    document: dict[str, object] = json.loads(done.stdout)
    return document


def test_there_are_scenes_to_compare() -> None:
    assert len(scene_files()) > 50


@pytest.mark.parametrize("path", scene_files(), ids=lambda path: path.stem)
def test_a_scene_has_the_document_that_the_command_prints(path: Path, command: str) -> None:
    expected = documents(command, "run", path, "--json")
    result = carom.solve(path)
    assert json.loads(result.json()) == expected
    if isinstance(result, carom.Result):
        bodies = expected["bodies"]
        assert isinstance(bodies, dict)
        assert {name: v.tolist() for name, v in result.velocities.items()} == {
            name: body["velocity"] for name, body in bodies.items()
        }
        assert dict(result.energy) == expected["energy"]
    else:
        assert dict(result.energy) == expected["energy"]
        assert result.end == expected["end"]


@pytest.mark.parametrize("path", scene_files(), ids=lambda path: path.stem)
def test_a_dictionary_with_the_keys_of_a_scene_is_that_scene(path: Path) -> None:
    tomllib = pytest.importorskip("tomllib", reason="Python 3.11 reads TOML")
    read = tomllib.loads(path.read_text())
    assert carom.solve(read).json() == carom.solve(path).json()


def test_a_batch_of_one_row_is_the_impact_itself() -> None:
    for path in scene_files():
        impact = carom.load(path)
        if not isinstance(impact, carom.Impact):
            continue
        result = impact.solve()
        try:
            batch = carom.solve_batch(impact)
        except ValueError:
            continue  # Another method, or a mechanism.
        assert batch.shape == ()
        np.testing.assert_array_equal(batch.velocities, result.velocities, strict=False)
        np.testing.assert_array_equal(batch.angular_velocities, result.angular_velocities, strict=False)
        np.testing.assert_array_equal(batch.impulses, result.impulses, strict=False)
        ledger = {"work": 0.0} | dict(result.energy)
        assert {"work": 0.0} | {key: float(value) for key, value in batch.energy.items()} == ledger
        assert batch.statuses[int(batch.status)] == result.outcome


def test_a_recovery_has_the_document_that_the_command_prints(command: str) -> None:
    for path in sorted((SCENES / "recovery").glob("*.toml")):
        expected = documents(command, "recover", path, "--json")
        assert json.loads(carom.recover(path).json()) == expected


def test_a_comparison_has_the_document_that_the_command_prints(command: str) -> None:
    path = SCENES / "impulse-generic.toml"
    assert json.loads(carom.compare(path).json()) == documents(command, "compare", path, "--json")


@pytest.mark.parametrize(
    ("flags", "arguments"),
    [
        (["--rack", "9-ball", "--speed", "8"], {"rack": "9-ball", "speed": 8}),
        (["--speed", "2", "--ball", "0.3,0.02", "--side", "0.3"], {"speed": 2, "balls": [(0.3, 0.02)], "side": 0.3}),
    ],
)
def test_a_shot_has_the_document_that_the_command_prints(
    command: str, flags: list[str], arguments: dict[str, object]
) -> None:
    expected = documents(command, "shot", *flags, "--json")
    assert json.loads(carom.shot(**arguments).json()) == expected  # type: ignore[arg-type]


def test_the_version_is_that_of_the_workspace() -> None:
    assert f'version = "{carom.__version__}"' in (ROOT / "Cargo.toml").read_text()

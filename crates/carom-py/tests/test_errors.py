"""What is refused, and in which words."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from given import BALL_BALL_TABLE

import carom


def test_a_mistake_in_a_file_has_its_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text('title = "x"\n[model]\nrestituton = "hardening"\n[[body]]\nname = "a"\nmass = 1\n')
    with pytest.raises(carom.SceneError) as caught:
        carom.solve(path)
    error = caught.value
    assert (error.line, error.column) == (3, 1)
    assert error.problems[0].message == "unknown key `restituton` in [model]"
    assert error.problems[0].help == "did you mean `restitution`?"
    assert f"{path}:3:1" in str(error)
    assert isinstance(error, ValueError)


def test_columns_count_characters() -> None:
    with pytest.raises(carom.SceneError) as caught:
        carom.solve('"ä" = 1\nbody = [{ name = "ü", mass = 1, maß = 2 }]\n')
    assert (caught.value.line, caught.value.column) == (2, 35)


def test_all_problems_are_told() -> None:
    with pytest.raises(carom.SceneError) as caught:
        carom.solve({"body": [{"name": "a", "mass": -1}, {"name": "b", "mass": float("nan")}]})
    assert len(caught.value.problems) >= 2


def test_a_dictionary_is_shown_as_the_text_it_stands_for() -> None:
    with pytest.raises(carom.SceneError, match=r"restitution = 1.5"):
        carom.solve(BALL_BALL_TABLE + "\n[contact_defaults]\nrestitution = 1.5\n")
    with pytest.raises(carom.SceneError, match=r"mass = -1"):
        carom.solve({"body": [{"name": "a", "mass": -1}]})


def test_a_missing_file_is_a_missing_file() -> None:
    with pytest.raises(FileNotFoundError):
        carom.solve("no-such-scene.toml")
    with pytest.raises(IsADirectoryError):
        carom.solve(Path("/"))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_bytes(b'title = "\xff"')
    with pytest.raises(UnicodeDecodeError, match="is not UTF-8 text"):
        carom.solve(path)


@pytest.mark.parametrize(
    ("scene", "error"),
    [
        (3, TypeError),
        (None, TypeError),
        (b"title = 1\n", TypeError),
        ({1: 2}, TypeError),
        ({"title": object()}, TypeError),
        ({"title": {1, 2}}, TypeError),
        ({"title": 10**30}, ValueError),
        ({"title": 1j}, TypeError),
        ({}, carom.SceneError),
        ("", carom.SceneError),
        ("a = ", carom.SceneError),
        ("\0\n", carom.SceneError),
        ({"body": []}, carom.SceneError),
        ({"body": [{"name": 'a\nb"c', "mass": "heavy"}]}, carom.SceneError),
        ({"body": [{"name": "a", "mass": float("inf")}]}, carom.SceneError),
        ({"world": {"table": "billard"}}, carom.SceneError),
    ],
)
def test_what_is_no_scene_is_refused_by_its_kind(scene: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        carom.solve(scene)


def test_a_list_that_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="nested more than 32 deep"):
        carom.solve({"body": [{"name": "a", "mass": endless}]})


def test_a_world_is_no_impact_and_an_impact_no_world() -> None:
    world = {"world": {"until": 1.0}, "body": [{"name": "a", "mass": 1, "shape": {"sphere": {"radius": 0.1}}}]}
    with pytest.raises(TypeError, match="world in motion"):
        carom.Impact.from_scene(world)
    with pytest.raises(TypeError, match="world in motion"):
        carom.compare(world)
    with pytest.raises(TypeError, match="single impact"):
        carom.World(BALL_BALL_TABLE)


#: A belt drags the tip of a pendulum into the floor: no impulse stops it.
JAMMED = {
    "model": {"method": "routh"},
    "mechanism": {"matrix": [[1, 0, -1], [0, 0, 0], [-1, 0, 1]]},
    "contact": [{"velocity": [-5, 0, -1], "friction": 2}],
}


def test_what_has_no_answer_says_why() -> None:
    with pytest.raises(carom.SolveError, match="the contact jams") as caught:
        carom.solve(JAMMED)
    assert (caught.value.kind, caught.value.contact, caught.value.time) == ("jamming", 0, None)
    assert isinstance(caught.value, RuntimeError)


def test_exceptions_can_be_pickled() -> None:
    scenes: list[dict[str, Any]] = [{"body": [{"name": "a", "mass": -1}]}, JAMMED]
    for scene in scenes:
        with pytest.raises((carom.SceneError, carom.SolveError)) as caught:
            carom.solve(scene)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
        assert vars(again) == vars(caught.value)

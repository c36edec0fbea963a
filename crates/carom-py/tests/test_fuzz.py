"""Whatever is thrown at it, an answer or an exception of the right kind comes back, and the interpreter lives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from given import BALL_BALL_TABLE, SCENES

import carom

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.extra import numpy as hnp  # noqa: E402

#: What may be raised for what is no scene, and for a scene without an answer.
REFUSALS = (carom.SceneError, carom.SolveError, ValueError, TypeError, FileNotFoundError, OSError)

FEW = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

numbers = st.floats() | st.integers() | st.booleans() | st.none()
leaves = numbers | st.text(max_size=5) | st.binary(max_size=3) | st.complex_numbers()
KEYS = st.sampled_from(
    ["body", "contact", "model", "world", "rack", "cue", "mechanism", "name", "mass", "shape", "ball", "é\n"]
)
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@FEW
@given(trees)
def test_any_object_is_refused_or_solved(scene: Any) -> None:
    try:
        carom.solve(scene)
    except REFUSALS:
        pass


@FEW
@given(st.text(max_size=60))
def test_any_text_is_refused_or_solved(text: str) -> None:
    try:
        carom.solve(text + "\n")
    except REFUSALS:
        pass


@FEW
@given(st.data())
def test_any_number_in_a_scene_is_refused_or_solved(data: st.DataObject) -> None:
    body = st.fixed_dictionaries(
        {
            "mass": st.floats() | st.sampled_from([1.0, 1e-9, 1e9]),
            "velocity": st.lists(st.floats(), min_size=3, max_size=3),
        }
    )
    first, second = data.draw(body), data.draw(body)
    contact = data.draw(
        st.fixed_dictionaries(
            {
                "restitution": st.floats(0, 1) | st.floats(),
                "friction": st.floats(0, 2) | st.floats(),
                "normal": st.lists(st.floats(-1, 1), min_size=3, max_size=3),
            }
        )
    )
    scene = {
        "body": [{"name": "a", **first}, {"name": "b", **second}],
        "contact": [{"between": ["a", "b"], "point": [0, 0, 0], **contact}],
    }
    try:
        result = carom.solve(scene)
    except REFUSALS:
        return
    assert np.isfinite(np.asarray(result.velocities)).all()


ANY_TYPE: list[Any] = [np.float64, np.float32, np.int16, np.bool_, "U2", "O", "M8[s]"]
ANY_ARRAY: Any = hnp.arrays(
    dtype=st.sampled_from(ANY_TYPE),
    shape=hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
)


@FEW
@given(ANY_ARRAY, ANY_ARRAY)
def test_any_array_is_refused_or_solved(first: Any, second: Any) -> None:
    impact = carom.Impact.from_scene(BALL_BALL_TABLE)
    for name in ("velocities", "restitution"):
        try:
            batch = carom.solve_batch(impact, **{name: first}, friction=second)
        except (ValueError, TypeError):
            continue
        assert (np.isnan(batch.velocities).all(axis=(-1, -2)) == ~batch.ok).all()


@FEW
@given(st.floats(), st.text(max_size=8), st.integers())
def test_any_question_to_a_result_is_answered_or_refused(time: float, text: str, number: int) -> None:
    result = carom.solve(SCENES / "bouncing-ball.toml")
    for ask in (
        lambda: result.sample(time),
        lambda: result.plot(text),
        lambda: result.plot(contact=text),
        lambda: result.plot(contact=number),
        lambda: result.velocities[text],
        lambda: result.velocities[number],
        lambda: result.to_pandas(text),
    ):
        try:
            ask()
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            pass

"""Impacts from objects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import carom

# Elastic, stiffness ratio 1 [Jia2013, Table 1], with the digits of the documentation of the library.
UPPER, LOWER = 0.945114612, 0.304064896


def balls() -> list[carom.Body]:
    return [
        carom.Body.ball(mass=1, radius=1, position=[0, 0, 3], velocity=[0, 0, -1], name="upper"),
        carom.Body.ball(mass=2 / 3**0.5, radius=1, position=[0, 0, 1], name="lower"),
        carom.Body.plane(normal=[0, 0, 1], name="table"),
    ]


def test_contacts_are_found_from_the_shapes() -> None:
    impact = carom.Impact(balls())
    assert impact.contact_names == ["upper-lower", "lower-table"]
    result = impact.solve()
    assert result.velocities["upper"][2] == pytest.approx(UPPER, abs=5e-10)
    assert result.velocities["lower"][2] == pytest.approx(LOWER, abs=5e-10)


def test_contacts_by_hand_name_bodies_by_object_name_or_number() -> None:
    upper, lower, table = balls()
    place: Any = {"point": [0, 0, 2], "normal": [0, 0, 1]}
    below: Any = {"point": [0, 0, 0], "normal": [0, 0, 1]}
    by_object = [carom.Contact(upper, lower, **place), carom.Contact(lower, table, **below)]
    by_name = [carom.Contact("upper", "lower", **place), carom.Contact(between=["lower", "table"], **below)]
    by_number = [carom.Contact(0, 1, **place), carom.Contact(1, -1, **below)]
    answers = [
        carom.Impact([upper, lower, table], contacts).solve().json() for contacts in (by_object, by_name, by_number)
    ]
    assert answers[0] == answers[1] == answers[2]


def test_bodies_without_a_name_are_numbered() -> None:
    impact = carom.Impact([carom.Body.ball(1, 1, velocity=[1, 0, 0]), carom.Body.ball(1, 1, position=[2, 0, 0])])
    assert impact.body_names == ["body 1", "body 2"]
    assert impact.solve().velocities["body 2"].tolist() == [1, 0, 0]


def test_numpy_numbers_and_arrays_are_values() -> None:
    ball = carom.Body.ball(np.float64(1.0), np.int64(1), position=np.array([0.0, 0, 1]), velocity=np.array([0, 0, -1]))
    table = carom.Body.plane(normal=np.array([0, 0, 1], dtype=np.float32))
    result = carom.Impact([ball, table], contact_defaults={"restitution": np.float32(0.5)}).solve()
    assert result.velocities["body 1"].tolist() == [0, 0, 0.5]


def test_every_float_comes_through_to_the_last_bit() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        mass, speed = np.exp(rng.uniform(-30, 30)), -np.exp(rng.uniform(-20, 20))
        ball = carom.Body.point(mass, velocity=[0, 0, speed], name="ball")
        wall = carom.Body.fixed(name="wall")
        impact = carom.Impact([ball, wall], [carom.Contact(ball, wall, point=[0, 0, 0], normal=[0, 0, 1])])
        assert impact.velocities[0].tolist() == [0, 0, speed]
        assert impact.solve().energy.before == 0.5 * mass * (speed * speed)


def test_model_and_laws_are_keys_of_the_scene() -> None:
    rod = carom.Body(mass=1, inertia=np.diag([0.1, 0.1, 0.01]), position=[0, 0, 0.3], velocity=[1, 0, -2], name="rod")
    floor = carom.Body.fixed(name="floor")
    contact = carom.Contact(rod, floor, point=[0.1, 0, 0], normal=[0, 0, 1], restitution=0.5, friction=0.3)
    for method in ("simultaneous", "routh", "chatterjee-ruina", "pfeiffer-glocker", "sequential"):
        result = carom.Impact([rod, floor], [contact], model={"method": method}).solve()
        assert result.energy.imbalance == pytest.approx(0, abs=1e-12)
        assert len(result.impulses) == 1


def test_mistakes_in_objects_are_said() -> None:
    ball = carom.Body.ball(1, 1)
    with pytest.raises(TypeError, match="between two bodies"):
        carom.Contact(ball)
    with pytest.raises(TypeError, match="not both"):
        carom.Contact(ball, ball, between=[ball, ball])
    with pytest.raises(ValueError, match="not among the bodies"):
        carom.Impact([ball], [carom.Contact(ball, carom.Body.fixed())])
    with pytest.raises(ValueError, match="body 7"):
        carom.Impact([ball], [carom.Contact(0, 7)])
    with pytest.raises(TypeError, match="list of carom"):
        carom.Impact([{"mass": 1}])  # type: ignore[list-item]
    with pytest.raises(carom.SceneError, match="velocty"):
        carom.Impact([carom.Body.ball(1, 1, velocty=[1, 0, 0])])


def test_objects_show_what_they_are() -> None:
    ball = carom.Body.ball(0.17, 0.0286, name="cue")
    assert repr(ball) == "carom.Body(name='cue', mass=0.17, shape={'sphere': {'radius': 0.0286}})"
    assert repr(carom.Contact(ball, "table", friction=0.2)) == "carom.Contact(between=['cue', 'table'], friction=0.2)"
    assert (
        repr(carom.Impact(balls())) == "<carom.Impact: bodies upper, lower, table; contacts upper-lower, lower-table>"
    )

"""Worlds, shots and recoveries."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from given import SCENES

import carom


def test_a_bouncing_ball_falls_as_galileo_says() -> None:
    world = carom.World(
        {
            "world": {"until": 1.0},
            "body": [{"name": "ball", "mass": 1, "shape": {"sphere": {"radius": 0.1}}, "position": [0, 0, 1.1]}],
            "floor": {"restitution": 0.5},
        }
    )
    motion = world.run()
    times = np.linspace(0, 0.4, 9)
    path = motion.path("ball", times)
    np.testing.assert_allclose(path[:, 2], 1.1 - 0.5 * 9.81 * times**2, rtol=0, atol=1e-14)
    assert motion.events[0].kind == "collides"
    assert motion.events[0].time == pytest.approx((2 / 9.81) ** 0.5, rel=1e-14)
    assert motion.events[0].bodies == ("ball", "floor")
    assert motion.energy.imbalance == pytest.approx(0, abs=1e-12)


def test_a_break_is_the_same_by_arguments_and_by_scene() -> None:
    shot = carom.shot(rack="9-ball", speed=8, cue_ball=(-0.7, 0.1), aim=-4)
    scene = {
        "world": {"table": "pool"},
        "ball": [{"name": "cue", "position": [-0.7, 0.1]}],
        "rack": {"shape": "9-ball"},
        "cue": {"speed": 8, "aim": -4},
    }
    assert carom.solve(scene).json() == shot.json()
    assert shot.outcome == "rest"
    assert shot.names[0] == "cue"
    assert len(shot.names) == 10
    assert "pocketed" in repr(shot) or not shot.pocketed


def test_positions_at_the_end_are_those_of_the_document() -> None:
    shot = carom.shot(rack="8-ball", speed=7, side=0.2)
    for name, place in shot.positions.items():
        assert place.tolist() == shot.document["bodies"][name]["final"]["position"]
    later = shot.sample(shot.end + 100.0)["positions"]
    np.testing.assert_array_equal(later, np.asarray(shot.positions))


def test_a_cradle_is_sampled_by_its_angles() -> None:
    motion = carom.World(SCENES / "motion" / "cradle.toml").run()
    samples = motion.sample([0.0, 0.1])
    assert set(samples) == {"time", "angles", "speeds", "displacements", "horizontal_velocities"}
    assert samples["angles"].shape == (2, len(motion.names))
    with pytest.raises(AttributeError, match="cradle"):
        motion.positions  # noqa: B018
    with pytest.raises(ValueError, match="no table"):
        motion.plot("table")


def test_motions_have_tables_and_data_sets() -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("xarray")
    for source in (
        "motion/bouncing-ball.toml",
        "motion/cradle.toml",
        "motion/thrown-pencil.toml",
        "motion/stun-shot.toml",
    ):
        motion = carom.World(SCENES / source).run()
        table = motion.to_pandas([0.0, 0.01])
        assert len(table) == 2 * len(motion.names)
        assert dict(motion.to_xarray().sizes)["time"] == 201
        assert motion._repr_svg_().startswith("<svg")
        assert pickle.loads(pickle.dumps(motion)).json() == motion.json()


def test_mistakes_in_a_shot_are_said() -> None:
    with pytest.raises(carom.SceneError, match="7-ball"):
        carom.shot(rack="7-ball", speed=8)
    with pytest.raises(carom.SceneError, match="table"):
        carom.shot(table="billiard", speed=8)
    with pytest.raises(carom.SceneError, match="overlap"):
        carom.shot(speed=2, balls=[(0.3, 0), (0.31, 0)])
    with pytest.raises(carom.SceneError):
        carom.shot(speed=2, side=1.5)
    with pytest.raises(carom.SceneError, match="slidng"):
        carom.shot(speed=2, cloth={"slidng_friction": 0.2})
    with pytest.raises(TypeError):
        carom.shot()  # type: ignore[call-arg]


def test_a_batch_of_shots_is_a_loop_over_them() -> None:
    speeds, sides = np.array([2.0, 4.0, 60.0]), np.array([[-0.2], [0.3]])
    batch = carom.shot_batch(rack="9-ball", speed=speeds, side=sides, gap=0.01, seed=3)
    assert batch.positions.shape == (2, 3, 10, 3)
    assert [batch.statuses[s] for s in batch.status.reshape(-1)][2] == "refused"
    assert np.isnan(batch.positions[:, 2]).all()
    assert "speed" in batch.messages[2]
    for i, side in enumerate(sides[:, 0]):
        for j, speed in enumerate(speeds[:2]):
            shot = carom.shot(rack="9-ball", speed=float(speed), side=float(side), gap=0.01, seed=3)
            np.testing.assert_array_equal(batch.positions[i, j], np.asarray(shot.positions))
            assert batch.end[i, j] == shot.end
            assert batch.events[i, j] == len(shot.events)
            fallen = {
                name: int(pocket) for name, pocket in zip(batch.names, batch.exits[i, j], strict=True) if pocket >= 0
            }
            assert fallen == shot.pocketed


def test_shots_do_not_depend_on_threads() -> None:
    seeds = np.arange(12)
    one = carom.shot_batch(rack="9-ball", speed=7.0, gap=0.02, seed=seeds, threads=1)
    two = carom.shot_batch(rack="9-ball", speed=7.0, gap=0.02, seed=seeds, threads=2)
    np.testing.assert_array_equal(one.positions, two.positions)
    assert len({positions.tobytes() for positions in one.positions}) == 12


def test_gaps_and_seeds_belong_to_a_rack() -> None:
    with pytest.raises(ValueError, match="belong to a rack"):
        carom.shot_batch(speed=[1.0], seed=[1])


def rolling_track(velocity: float, resistance: float) -> np.ndarray:
    """A ball that rolls along x, seen every hundredth of a second."""
    t = np.arange(60) * 0.01
    return np.stack([t, velocity * t - 0.5 * resistance * 9.81 * t**2, 0 * t], axis=1)


def test_a_rolling_ball_is_recovered() -> None:
    found = carom.recover(samples=rolling_track(1.0, 0.01), ball="pool", rolling_resistance=0.01, noise=1e-4)
    assert found.outcome == "rolling-only"
    assert found.velocity is not None
    assert found.angular_velocity is not None
    assert float(found.velocity[0]) == pytest.approx(1.0, abs=1e-6)
    assert float(found.angular_velocity[1]) == pytest.approx(1.0 / 0.028575, rel=1e-6)
    assert "±" in repr(found)


def test_what_a_recovery_cannot_use_is_refused() -> None:
    with pytest.raises(ValueError, match="rows of time, x, y"):
        carom.recover(samples=np.zeros((4, 2)))
    with pytest.raises(TypeError, match="either"):
        carom.recover()
    with pytest.raises(TypeError, match="itself"):
        carom.recover("[recovery]\n", ball="pool")
    with pytest.raises(carom.SceneError):
        carom.recover(samples=np.full((5, 3), np.nan), ball="pool")
    with pytest.raises(carom.SceneError, match="bal"):
        carom.recover(samples=rolling_track(1, 0.01), bal="pool")


def test_laws_are_compared() -> None:
    pytest.importorskip("pandas")
    comparison = carom.compare(SCENES / "impulse-generic.toml")
    assert comparison["whittaker"]["permissible"] is False
    table = comparison.to_pandas().set_index("law")
    assert table.loc["whittaker", "energy_kept"] > 1
    assert "creates energy" in str(comparison)
    assert comparison.plot().kind == "impulse-space"
    several = carom.compare(SCENES / "ball-ball-table-plastic.toml").plot()
    assert several.kind == "laws"
    assert "sequential-newton" in several.svg
    with pytest.raises(KeyError, match="expected one of"):
        comparison["newtn"]
    assert pickle.loads(pickle.dumps(comparison)).json() == comparison.json()


def test_where_a_shot_ends_has_derivatives_by_the_cue() -> None:
    def shot(speed: float) -> carom.Motion:
        return carom.shot(speed=speed, aim=3.0, elevation=5.0, side=0.2, height=-0.1)

    jacobian = shot(1.0).jacobian()
    assert {"cue.speed", "cue.aim", "cue.elevation", "cue.side", "cue.height"} <= set(jacobian.columns)
    step = 1e-5
    more, less = shot(1.0 + step), shot(1.0 - step)
    difference = (more.positions["cue"] - less.positions["cue"]) / (2 * step)
    assert jacobian["cue.position.x", "cue.speed"] == pytest.approx(difference[0], rel=1e-6)
    assert jacobian["end", "cue.speed"] == pytest.approx((more.end - less.end) / (2 * step), rel=1e-6)


def test_when_a_ball_rests_has_the_derivatives_of_its_closed_form() -> None:
    e, height, gravity = 0.8, 1.0, 9.81
    motion = carom.World(
        {
            "world": {},
            "floor": {"restitution": e},
            "body": [
                {
                    "name": "ball",
                    "mass": 1,
                    "shape": {"sphere": {"radius": 0.1}},
                    "position": [0, 0, height + 0.1],
                }
            ],
        }
    ).run()
    jacobian = motion.jacobian()
    fall = (2 * height / gravity) ** 0.5
    assert jacobian["end", "floor.restitution"] == pytest.approx(2 * fall / (1 - e) ** 2, rel=1e-12)
    assert jacobian["end", "ball.position.z"] == pytest.approx(0.5 * fall / height * (1 + e) / (1 - e), rel=1e-12)

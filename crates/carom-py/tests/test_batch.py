"""Many impacts at once are the same impacts."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from given import SCENES

import carom

FIELDS = ("velocities", "angular_velocities", "impulses", "duration", "status")


def same(a: carom.BatchResult, b: carom.BatchResult) -> None:
    """To the last bit, NaN where NaN is."""
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(a, field), getattr(b, field))
    for key, column in a.energy.items():
        np.testing.assert_array_equal(column, b.energy[key])


def random_rows(impact: carom.Impact, rows: int) -> dict[str, Any]:
    rng = np.random.default_rng(7)
    v = np.tile(impact.velocities, (rows, 1, 1))
    v[:, 0] += rng.normal(0, 0.3, (rows, 3))
    w = np.tile(impact.angular_velocities, (rows, 1, 1))
    w[:, 0] += rng.normal(0, 3, (rows, 3))
    contacts = len(impact.contact_names)
    return {
        "velocities": v,
        "angular_velocities": w,
        "restitution": rng.uniform(0.1, 1, (rows, contacts)),
        "friction": rng.uniform(0, 1, (rows, contacts)),
        "stiffness": np.exp(rng.normal(0, 1, (rows, contacts))),
        "compliance": rng.uniform(0.5, 2, (rows, contacts)),
    }


def test_a_batch_is_a_loop_over_its_rows(rubbing_ball: carom.Impact) -> None:
    columns = random_rows(rubbing_ball, 40)
    batch = carom.solve_batch(rubbing_ball, **columns)
    assert batch.ok.all()
    for row in range(40):
        one = carom.solve_batch(rubbing_ball, **{name: column[row] for name, column in columns.items()})
        for field in FIELDS:
            np.testing.assert_array_equal(getattr(one, field), getattr(batch, field)[row])


def test_a_row_is_the_scene_with_its_numbers(rubbing_ball: carom.Impact) -> None:
    tomllib = pytest.importorskip("tomllib", reason="Python 3.11 reads TOML")
    columns = random_rows(rubbing_ball, 20)
    batch = carom.solve_batch(rubbing_ball, **columns)
    for row in range(20):
        scene = tomllib.loads(rubbing_ball.toml)
        scene["body"][0]["velocity"] = columns["velocities"][row, 0]
        scene["body"][0]["angular_velocity"] = columns["angular_velocities"][row, 0]
        for name in ("restitution", "friction", "stiffness", "compliance"):
            scene["contact"][0][name] = columns[name][row, 0]
        result = carom.solve(scene)
        np.testing.assert_array_equal(batch.velocities[row], np.asarray(result.velocities))
        np.testing.assert_array_equal(batch.impulses[row], np.asarray(result.impulses))


def test_columns_are_broadcast_as_numpy_does(ball_ball_table: carom.Impact) -> None:
    v = np.tile(ball_ball_table.velocities, (4, 1, 1, 1))
    v[:, 0, 0, 2] = [-1, -2, -3, -4]
    e = np.linspace(0.2, 1, 5)[:, None]
    batch = carom.solve_batch(ball_ball_table, velocities=v, restitution=e, stiffness=2.0)
    assert batch.shape == (4, 5)
    assert batch.velocities.shape == (4, 5, 3, 3)
    full = carom.solve_batch(
        ball_ball_table,
        velocities=np.broadcast_to(v, (4, 5, 3, 3)).copy(),
        restitution=np.broadcast_to(e, (4, 5, 2)).copy(),
        stiffness=np.full((4, 5, 2), 2.0),
    )
    same(batch, full)
    # Twice the speed, twice the velocities: the model is homogeneous.
    np.testing.assert_allclose(batch.velocities[1], 2 * batch.velocities[0], rtol=1e-12, atol=1e-15)


def test_the_answer_does_not_depend_on_threads(rubbing_ball: carom.Impact) -> None:
    columns = random_rows(rubbing_ball, 3000)
    one = carom.solve_batch(rubbing_ball, threads=1, **columns)
    for threads in (2, 3, 8):
        same(one, carom.solve_batch(rubbing_ball, threads=threads, **columns))


def test_bad_rows_have_a_status_and_stop_nobody(rubbing_ball: carom.Impact) -> None:
    columns = random_rows(rubbing_ball, 8)
    columns["velocities"][1, 0, 2] = np.nan
    columns["restitution"][3] = 1.5
    columns["velocities"][5, 0] = 1e200
    columns["velocities"][6, 1] = [0, 0, 1]  # the table moves: a racket
    columns["friction"][7] = np.inf
    batch = carom.solve_batch(rubbing_ball, **columns)
    said = [batch.statuses[status] for status in batch.status]
    assert said == [
        "separated",
        "refused",
        "separated",
        "refused",
        "separated",
        "overflow",
        "separated",
        "does-not-apply",
    ]
    assert np.isnan(batch.velocities[~batch.ok]).all()
    assert not np.isnan(batch.velocities[batch.ok]).any()
    assert sorted(batch.messages) == [1, 3, 5, 7]
    assert (
        batch.messages[3]
        == "contact `ball-table`: restitution is 1.5, but must lie between 0 (plastic) and 1 (elastic)"
    )
    assert repr(batch).startswith("<carom.BatchResult of 8 impacts: 4 separated")


def test_a_racket_does_work(rubbing_ball: carom.Impact) -> None:
    """Seen from the racket, which moves with the ball's own table, nothing is different: only energies are."""
    v = np.tile(rubbing_ball.velocities, (4, 1, 1))
    v += np.array([0, 0, 1.0, 0])[:, None, None] * [0, 0, 2.0]
    e = carom.solve_batch(rubbing_ball, velocities=v).energy
    assert list(e) == ["before", "after", "work", "lost_in_restitution", "lost_in_friction"]
    lost = e["lost_in_restitution"] + e["lost_in_friction"]
    np.testing.assert_allclose(e["before"] + e["work"], e["after"] + lost, rtol=1e-12)
    np.testing.assert_allclose(lost, lost[0], rtol=1e-12)
    # Work is the racket's velocity times the impulse on the ball.
    impulse = carom.solve_batch(rubbing_ball, velocities=v).impulses[:, 0, 2]
    np.testing.assert_allclose(e["work"], [0, 0, 2 * impulse[2], 0], rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    "change",
    [
        lambda v: np.asfortranarray(v),
        lambda v: v[::-1][::-1],
        lambda v: np.repeat(v, 2, axis=0)[::2],
        lambda v: np.moveaxis(np.ascontiguousarray(np.moveaxis(v, 0, 2)), 2, 0),
        lambda v: v.astype(">f8"),
        lambda v: v.tolist(),
    ],
)
def test_however_numbers_lie_in_memory(rubbing_ball: carom.Impact, change: Any) -> None:
    columns = random_rows(rubbing_ball, 6)
    plain = carom.solve_batch(rubbing_ball, **columns)
    same(plain, carom.solve_batch(rubbing_ball, **{**columns, "velocities": change(columns["velocities"])}))


def test_numbers_of_other_types_are_converted(rubbing_ball: carom.Impact) -> None:
    v = np.tile(rubbing_ball.velocities, (3, 1, 1))
    for dtype in (np.float32, np.int64, np.float16, np.longdouble):
        given = v.astype(dtype)
        same(
            carom.solve_batch(rubbing_ball, velocities=given),
            carom.solve_batch(rubbing_ball, velocities=given.astype(np.float64)),
        )


@pytest.mark.parametrize(
    ("columns", "error"),
    [
        ({"velocities": np.zeros((3, 3))}, ValueError),
        ({"velocities": np.zeros((5, 2, 2))}, ValueError),
        ({"velocities": np.zeros(())}, ValueError),
        ({"velocities": "fast"}, TypeError),
        ({"velocities": [[1, 2], [3]]}, TypeError),
        ({"velocities": np.zeros((2, 2, 3), dtype=complex)}, TypeError),
        ({"velocities": np.array([object()])}, TypeError),
        ({"friction": np.linspace(0, 1, 7)}, ValueError),
        ({"friction": np.zeros((3, 1)), "restitution": np.zeros((4, 1))}, ValueError),
        ({"threads": 0}, ValueError),
        ({"threads": 10**6}, ValueError),
        ({"threads": -1}, (ValueError, OverflowError)),
        ({"threads": "all"}, TypeError),
    ],
)
def test_what_does_not_fit_is_refused(rubbing_ball: carom.Impact, columns: dict[str, Any], error: Any) -> None:
    with pytest.raises(error):
        carom.solve_batch(rubbing_ball, **columns)


def test_a_row_of_coefficients_is_told_how_to_be_a_column(rubbing_ball: carom.Impact) -> None:
    with pytest.raises(ValueError, match=r"friction\[:, None\]"):
        carom.solve_batch(rubbing_ball, friction=np.linspace(0, 1, 7))


def test_an_empty_batch_is_empty(rubbing_ball: carom.Impact) -> None:
    batch = carom.solve_batch(rubbing_ball, velocities=np.zeros((0, 2, 3)), friction=0.5)
    assert batch.velocities.shape == (0, 2, 3)
    assert len(batch) == 0
    assert batch.to_pandas().shape[0] == 0


def test_other_methods_and_mechanisms_are_refused() -> None:
    for scene, said in (("routh-rod.toml", "simultaneous"), ("mechanism.toml", "mechanism")):
        with pytest.raises(ValueError, match=said):
            carom.solve_batch(SCENES / scene)


def test_a_hinge_takes_its_spin_and_leaves_its_velocity() -> None:
    impact = carom.Impact.from_scene(SCENES / "pendulum.toml")
    w = np.tile(impact.angular_velocities, (3, 1, 1)) * np.array([1.0, 2.0, 3.0])[:, None, None]
    batch = carom.solve_batch(impact, velocities=impact.velocities, angular_velocities=w)
    assert batch.ok.all()


def test_progress_is_told_and_counts_every_row(rubbing_ball: carom.Impact, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []
    columns = random_rows(rubbing_ball, 3000)
    carom.solve_batch(rubbing_ball, progress=seen.append, **columns)
    assert seen[-1] == 3000
    assert seen == sorted(seen)
    carom.solve_batch(rubbing_ball, progress=True, **columns)
    assert "3000 of 3000 impacts" in capsys.readouterr().err


def test_an_exception_of_progress_comes_through(rubbing_ball: carom.Impact) -> None:
    def stop(done: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        carom.solve_batch(rubbing_ball, progress=stop, **random_rows(rubbing_ball, 3000))


def test_other_threads_of_python_go_on(rubbing_ball: carom.Impact) -> None:
    """Python's lock is let go of: a counter counts while a batch is solved."""
    columns = random_rows(rubbing_ball, 20_000)
    done, counted = threading.Event(), 0

    def solve() -> None:
        carom.solve_batch(rubbing_ball, threads=1, **columns)
        done.set()

    thread = threading.Thread(target=solve)
    thread.start()
    while not done.is_set():
        counted += 1
        done.wait(0.001)
    thread.join()
    assert counted > 3


def test_one_impact_may_be_shared_by_threads(rubbing_ball: carom.Impact) -> None:
    columns = random_rows(rubbing_ball, 500)
    expected = carom.solve_batch(rubbing_ball, **columns)
    document = rubbing_ball.solve().json()
    with ThreadPoolExecutor(8) as threads:
        batches = [threads.submit(carom.solve_batch, rubbing_ball, **columns) for _ in range(16)]
        single = [threads.submit(lambda: rubbing_ball.solve().json()) for _ in range(64)]
        for batch in batches:
            same(expected, batch.result())
        assert {one.result() for one in single} == {document}


def solved_in_child(impact: carom.Impact) -> Any:
    return carom.solve_batch(impact, restitution=np.linspace(0.1, 1, 100)[:, None]).velocities


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own(rubbing_ball: carom.Impact) -> None:
    expected = solved_in_child(rubbing_ball)  # The parent's threads are there before the fork.
    with ProcessPoolExecutor(2) as processes:
        for velocities in processes.map(solved_in_child, [rubbing_ball] * 4, timeout=60):
            np.testing.assert_array_equal(velocities, expected)


INTERRUPTED = """
import numpy as np, carom, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have told its children to ignore it
impact = carom.Impact.from_scene(sys.argv[1])
columns = {"restitution": np.broadcast_to(np.linspace(0.1, 1, 1000)[:, None], (10**4, 1000, 1))}
def told(done):
    if done:
        print(done, flush=True)
try:
    carom.solve_batch(impact, progress=told, **columns)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_stops_a_batch() -> None:
    path = SCENES / "bouncing-ball.toml"
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert int(child.stdout.readline()) > 0
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=60)[0]
    assert said.split()[-1] == "interrupted"


MILLION = """
import numpy as np, carom, resource, sys
impact = carom.Impact.from_scene(sys.argv[1])
v = np.tile(impact.velocities, (10**6, 1, 1))
v[:, 0, 2] = np.linspace(-2, -1, 10**6)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
out = carom.solve_batch(impact, velocities=v, friction=0)
assert out.ok.all()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux")
def test_a_million_rows_take_the_memory_of_their_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MILLION, str(SCENES / "bouncing-ball.toml")], capture_output=True, text=True, check=True
    )
    # Two bodies with six numbers each, one contact with three, five more, and a status.
    answers = 8 * (12 + 3 + 5) + 1
    assert int(done.stdout) * 1024 < 1.5 * answers * 10**6


def test_more_rows_than_there_is_memory_for_are_an_error_and_no_crash(ball_ball_table: carom.Impact) -> None:
    velocities = np.broadcast_to(ball_ball_table.velocities, (10**12, 3, 3))
    with pytest.raises(MemoryError, match=r"1000000000000 rows need .* GB"):
        carom.solve_batch(ball_ball_table, velocities=velocities)
    with pytest.raises(MemoryError):
        carom.shot_batch(rack="9-ball", speed=np.broadcast_to(8.0, 10**12))

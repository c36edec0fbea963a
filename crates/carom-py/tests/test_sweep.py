"""A sweep has the same rows whoever computes them, however often it is interrupted."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from given import SCENES

import carom

pq = pytest.importorskip("pyarrow.parquet", reason="sweeps make tables of pyarrow")

SCENE = SCENES / "bouncing-ball.toml"
SPIN = "bodies.ball.angular_velocity.y"
#: Two keys drawn, one in a range: 3 × 100 rows.
SAMPLES = {
    "contact.0.friction": "0.1:0.9:3",
    "body.ball.velocity.z": "normal(-5, 0.5)",
    "body.ball.angular_velocity.y": "uniform(-3, 3)",
}
ROWS = 300


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def swept(output: Path, **options: Any) -> str:
    table = carom.sweep(SCENE, SAMPLES, seed=4, output=output, **options)
    assert len(table) == ROWS
    assert not output.with_name(output.name + ".parts").exists()
    return digest(output)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The bytes of the file when nothing special happens."""
    return swept(tmp_path_factory.mktemp("sweep") / "table.parquet")


def test_a_row_is_the_scene_with_its_values() -> None:
    tomllib = pytest.importorskip("tomllib", reason="Python 3.11 reads TOML")
    table = carom.sweep(SCENE, SAMPLES, seed=4)
    for row in (0, 7, ROWS - 1):
        scene = tomllib.loads(SCENE.read_text())
        scene["contact"][0]["friction"] = table["contact.0.friction"][row]
        scene["body"][0]["velocity"][2] = table["body.ball.velocity.z"][row]
        scene["body"][0]["angular_velocity"][1] = table["body.ball.angular_velocity.y"][row]
        assert carom.solve(scene).angular_velocities["ball"][1] == table[SPIN][row]


def test_draws_have_their_distributions() -> None:
    table = carom.sweep(SCENE, {"body.ball.velocity.z": "normal(-5, 0.5)"}, draws=2000, columns=[SPIN])
    drawn = table["body.ball.velocity.z"].astype(float)
    # Three standard errors of the mean and of the deviation.
    assert abs(drawn.mean() + 5) < 3 * 0.5 / 2000**0.5
    assert abs(drawn.std() - 0.5) < 3 * 0.5 / (2 * 2000) ** 0.5


def test_a_sample_is_the_same_in_a_larger_study() -> None:
    few = carom.sweep(SCENE, {"contact.0.friction": "uniform(0, 1)"}, draws=10, seed=9)
    many = carom.sweep(SCENE, {"contact.0.friction": "uniform(0, 1)"}, draws=50, seed=9)
    np.testing.assert_array_equal(few[SPIN], many[SPIN][:10])


def test_numbers_come_through_to_the_last_bit() -> None:
    values = np.random.default_rng(3).uniform(0, 1, 20)
    table = carom.sweep(SCENE, {"contact.0.friction": values}, columns=[SPIN])
    np.testing.assert_array_equal(table["contact.0.friction"], values)
    batch = carom.solve_batch(SCENE, friction=values[:, None])
    np.testing.assert_array_equal(table[SPIN], batch.angular_velocities[:, 0, 1])


def test_bad_rows_have_a_status_and_a_message() -> None:
    table = carom.sweep(SCENE, {"contact.0.restitution": [0.5, 1.5, 0.7]})
    assert table["status"].tolist() == ["separated", "refused", "separated"]
    assert np.isnan(table[SPIN][1].astype(float))
    assert "1.5" in table["message"][1]


def test_words_are_varied_too() -> None:
    scene = SCENES / "ball-ball-table-restart.toml"
    table = carom.sweep(scene, {"model.restitution": '"hardening","mono-stiffness"'}, columns=["energy"])
    assert table["model.restitution"].tolist() == ['"hardening"', '"mono-stiffness"']
    assert len(set(table["energy.after"].tolist())) == 2


def test_a_file_says_where_it_comes_from(tmp_path: Path) -> None:
    output = tmp_path / "table.parquet"
    swept(output)
    metadata = {key.decode(): value.decode() for key, value in pq.read_schema(output).metadata.items()}
    assert metadata["carom.scene"] == SCENE.read_text()
    assert metadata["carom.version"] == carom.__version__
    assert metadata["carom.seed"] == "4"
    table = carom.sweep(SCENE, SAMPLES, seed=4, output=output)
    assert table.metadata["carom.seed"] == "4"
    assert table.units[SPIN] == "rad/s"


@pytest.mark.parametrize("chunk", [1, 7, 100, 10_000])
def test_the_bytes_do_not_depend_on_the_chunks(expected: str, tmp_path: Path, chunk: int) -> None:
    assert swept(tmp_path / "table.parquet", chunk=chunk) == expected


def spawned() -> ProcessPoolExecutor:
    """Processes that share nothing with this one."""
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@pytest.mark.parametrize("executor", [lambda: ThreadPoolExecutor(3), spawned])
def test_the_bytes_do_not_depend_on_the_executor(expected: str, tmp_path: Path, executor: Any) -> None:
    pool: Executor
    with executor() as pool:
        assert swept(tmp_path / "table.parquet", executor=pool, chunk=17) == expected


class Breaks(ThreadPoolExecutor):
    """An executor that gives up after some chunks."""

    def __init__(self, after: int) -> None:
        super().__init__(2)
        self.left = after

    def submit(self, function: Any, /, *arguments: Any, **keys: Any) -> Any:
        """Begins `function`, or loses it."""
        self.left -= 1
        return super().submit(function if self.left >= 0 else _lost, *arguments, **keys)


def _lost(*_: Any) -> None:
    raise ConnectionError("the machine is gone")


def test_a_sweep_that_was_interrupted_goes_on_where_it_was(expected: str, tmp_path: Path) -> None:
    output = tmp_path / "table.parquet"
    with Breaks(after=5) as pool, pytest.raises(ConnectionError):
        swept(output, executor=pool, chunk=20)
    assert not output.exists()
    kept = sorted((tmp_path / "table.parquet.parts").glob("rows-*.parquet"))
    assert 0 < len(kept) <= 5
    told: list[int] = []
    assert swept(output, chunk=33, progress=told.append) == expected
    assert told[0] > 20 * len(kept)
    # Once more: nothing is computed again.
    told.clear()
    assert swept(output, progress=told.append) == expected
    assert told == []


def test_another_sweep_does_not_go_into_the_same_file(tmp_path: Path) -> None:
    output = tmp_path / "table.parquet"
    swept(output)
    with pytest.raises(ValueError, match="holds another table"):
        carom.sweep(SCENE, SAMPLES, seed=5, output=output)
    other = tmp_path / "other.parquet"
    with Breaks(after=1) as pool, pytest.raises(ConnectionError):
        swept(other, executor=pool, chunk=20)
    with pytest.raises(ValueError, match="parts of another sweep"):
        carom.sweep(SCENE, SAMPLES, seed=5, output=other)


KILLED = """
import carom, sys
samples = {"contact.0.friction": "0:1:20001"}
carom.sweep(sys.argv[1], samples, output=sys.argv[2], chunk=100, progress=lambda done: print(done, flush=True))
"""


def test_a_killed_process_leaves_nothing_half_written(tmp_path: Path) -> None:
    output = tmp_path / "table.parquet"
    child = subprocess.Popen([sys.executable, "-c", KILLED, str(SCENE), str(output)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for _ in range(3):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert not output.exists()
    for part in (tmp_path / "table.parquet.parts").glob("rows-*.parquet"):
        assert pq.read_table(part).num_rows == 100


def test_the_command_has_the_same_rows(command: str, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    settings = [word for key, values in SAMPLES.items() for word in ("--set", f"{key}={values}")]
    subprocess.run(
        [command, "sweep", str(SCENE), *settings, "--seed", "4", "-o", str(table)], check=True, capture_output=True
    )
    lines = table.read_text().splitlines()
    head = next(line for line in lines if "status" in line).split(",")
    rows = [line.split(",") for line in lines[lines.index(",".join(head)) + 1 :]]
    here = carom.sweep(SCENE, SAMPLES, seed=4)
    place = next(i for i, name in enumerate(head) if name.startswith(SPIN))
    assert [float(row[place]) for row in rows] == here[SPIN].tolist()


@pytest.mark.parametrize(
    ("samples", "options", "said"),
    [
        ({"contact.0.frction": "0:1:3"}, {}, "frction"),
        ({"contact.9.friction": "0:1:3"}, {}, "contact.9"),
        ({"contact.0.friction": "0:1"}, {}, "0:1"),
        ({"contact.0.friction": "0:1:3"}, {"columns": ["bodies.bal"]}, "bodies.bal"),
        ({"contact.0.friction": "0:1:3"}, {"chunk": 0}, "chunk is 0"),
        ({"contact.0.friction": "0:1:3"}, {"executor": "slurm"}, "slurm"),
        ({}, {}, "nothing|not"),
    ],
)
def test_what_leads_nowhere_is_refused(samples: Any, options: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        carom.sweep(SCENE, samples, **options)


def test_values_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match=r"contact\.0\.friction"):
        carom.sweep(SCENE, {"contact.0.friction": [[1, 2]]})
    with pytest.raises(TypeError, match="submit"):
        carom.sweep(SCENE, {"contact.0.friction": "0:1:3"}, executor=3)  # type: ignore[arg-type]


# Clusters, for real and on this machine. With CAROM_CLUSTERS=1 they are not skipped.


def imported(name: str) -> Any:
    if os.environ.get("CAROM_CLUSTERS"):
        return __import__(name)
    return pytest.importorskip(name, reason=f"pip install {name}, or CAROM_CLUSTERS=1 crates/carom-py/check")


def slow_then_swept(marker: str, study: Any, start: int, stop: int, threads: int) -> Any:
    """A chunk whose first worker dies."""
    if start == 60 and not os.path.exists(marker):
        Path(marker).touch()
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)
    return study.compute(start, stop, threads)


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The first worker that gets rows 60 and on is killed."""
    from functools import partial

    from carom.sweeps import run

    marker = tmp_path / "killed"
    monkeypatch.setattr(run, "_compute", partial(slow_then_swept, str(marker)))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]))
    return marker


@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")
def test_dask_loses_a_worker_and_no_row(expected: str, tmp_path: Path, dying: Path) -> None:
    distributed = imported("distributed")
    with (
        distributed.LocalCluster(2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert swept(tmp_path / "table.parquet", executor=client, chunk=20) == expected
        assert dying.exists()
        assert swept(tmp_path / "again.parquet", executor="dask", chunk=33) == expected


@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")
def test_ray_loses_a_worker_and_no_row(
    expected: str, tmp_path: Path, dying: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "240")  # on a machine that has other work
    imported("ray")
    assert swept(tmp_path / "table.parquet", executor="ray", chunk=20) == expected
    assert dying.exists()

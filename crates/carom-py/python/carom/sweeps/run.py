"""Runs a sweep."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from .. import _sources
from .._progress import Progress, reported
from ..impact import Impact
from ..motion import World
from .executors import Submits, opened
from .parts import Parts
from .study import Study, written
from .table import Columns, SweepTable, arrow

if TYPE_CHECKING:
    from concurrent.futures import Future

    from numpy.typing import ArrayLike

    from .._sources import Source

#: Rows of a chunk: seconds of work for impacts, a small message, and little lost with a worker.
CHUNK = 10_000

#: Chunks that are under way at once; more would only wait in memory.
UNDER_WAY = 64


def sweep(
    problem: Source | Impact | World,
    samples: Mapping[str, str | ArrayLike] | Sequence[str],
    *,
    columns: Sequence[str] = (),
    draws: int = 100,
    seed: int = 0,
    executor: Submits | str | None = None,
    chunk: int = CHUNK,
    output: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> SweepTable:
    """Solves a scene for every combination of values of some of its keys, or for random draws of
    them.

    Parameters
    ----------
    problem : path, str, mapping, Impact or World
        The scene.
    samples : mapping of str to str or array_like
        Which keys are varied, and how: ``{"contact.0.friction": "0:1:101", "body.upper.velocity.z":
        [-1, -2]}``. Bodies and contacts are called by their number from 0 or by their name. Values
        are numbers, a range ``"FROM:TO:COUNT"``, equal ratios ``"log(FROM:TO:COUNT)"``, or draws
        ``"normal(MEAN, DEVIATION)"`` and ``"uniform(FROM, TO)"``. Several keys are combined, the
        last changing fastest. Also the strings of ``carom sweep --set``.
    columns : sequence of str, optional
        Results to keep, or their beginnings: ``["bodies.upper.velocity", "energy"]``; default all.
    draws : int, optional
        Rows for every combination if any value is drawn.
    seed : int, optional
        What draws follow from. Row i is the same whatever chunk, worker or restart computes it.
    executor : {"dask", "ray"} or executor, optional
        Who computes; default this process, on all cores. Any executor of `concurrent.futures`, a
        client of Dask, or a cluster by name: the one that is joined, or else one on this machine.
        The rows are the same.
    chunk : int, optional
        Rows that a worker computes at once.
    output : path, optional
        A Parquet file for the rows, with scene, version and seed in its metadata. A sweep that was
        interrupted goes on where it was; the bytes of the file do not depend on that, nor on
        executor and chunk. Needs pyarrow.
    threads : int, optional
        In every process; default one for each core here, and one in a worker.
    progress : bool or callable, optional
        True for a line on standard error; or a function that is called with the number of rows
        done.

    Returns
    -------
    SweepTable
        One row for each combination, in order. A row that has no answer has a status and a message;
        it stops nobody. With `output` the table is read from the file, memory-mapped.

    Raises
    ------
    SceneError
        If something is wrong with the scene.
    ValueError
        If a key leads nowhere, or a column is unknown.

    Examples
    --------
    >>> t = carom.sweep("scenes/bouncing-ball.toml", {"contact.0.friction": "0:1:5"})
    >>> t["contact.0.friction"]
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    >>> spin = t["bodies.ball.angular_velocity.y"]
    """
    if isinstance(problem, Impact | World):
        text, name = problem.toml, problem._scene.name
    else:
        text, name = _sources.text_of(problem)
    if chunk < 1:
        raise ValueError(f"chunk is {chunk}: expected one or more rows")
    study = Study(text, name, written(samples), tuple(columns), draws, seed)
    with reported(progress, study.native.rows, "rows") as watch, ExitStack() as stack:
        workers = stack.enter_context(opened(executor)) if executor is not None else None
        compute = Computing(study, workers, chunk, threads, watch)
        return compute.in_memory() if output is None else compute.into(output)


class Computing:
    """A sweep that is being computed."""

    def __init__(
        self,
        study: Study,
        workers: Submits | None,
        chunk: int,
        threads: int | None,
        watch: Callable[[int], object] | None,
    ) -> None:
        self.study = study
        self.workers = workers
        self.chunk = chunk
        self.threads = threads
        self.watch = watch
        self.done = 0

    def in_memory(self) -> SweepTable:
        """All rows as a table."""
        import pyarrow as pa

        stretches = [(0, self.study.native.rows)]
        parts = {start: arrow(self.study, rows) for start, _, rows in self.computed(stretches)}
        return SweepTable(pa.concat_tables([parts[start] for start in sorted(parts)]).combine_chunks())

    def into(self, output: str | os.PathLike[str]) -> SweepTable:
        """All rows into a file, and the table of it."""
        import pyarrow.parquet as pq

        parts = Parts(self.study, output)
        if not parts.is_done():
            parts.open()
            missing = list(parts.missing())
            self.done = self.study.native.rows - sum(stop - start for start, stop in missing)
            for start, stop, rows in self.computed(missing):
                parts.write(start, stop, rows)
            parts.finish()
        return SweepTable(pq.read_table(output, memory_map=True))

    def computed(self, stretches: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, Columns]]:
        """Chunks of stretches of rows as they are done, in any order."""
        chunks = (
            (first, min(first + self.chunk, stop))
            for start, stop in stretches
            for first in range(start, stop, self.chunk)
        )
        here = self.workers is None
        for start, stop, rows in self._here(chunks) if here else self._by_workers(chunks):
            self.done += stop - start
            if self.watch is not None:
                self.watch(self.done)
            yield start, stop, rows

    def _here(self, chunks: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, Columns]]:
        for start, stop in chunks:
            yield start, stop, self.study.compute(start, stop, self.threads)

    def _by_workers(self, chunks: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int, Columns]]:
        assert self.workers is not None
        under_way: dict[Future[Any], tuple[int, int]] = {}
        try:
            for start, stop in chunks:
                future = self.workers.submit(_compute, self.study, start, stop, self.threads or 1)
                under_way[future] = (start, stop)
                if len(under_way) >= UNDER_WAY:
                    yield from _finished(under_way)
            while under_way:
                yield from _finished(under_way)
        finally:
            for future in under_way:
                future.cancel()


def _finished(under_way: dict[Future[Any], tuple[int, int]]) -> Iterator[tuple[int, int, Columns]]:
    """Takes what is done out of what is under way."""
    from concurrent.futures import FIRST_COMPLETED, wait

    done, _ = wait(under_way, return_when=FIRST_COMPLETED)
    for future in done:
        start, stop = under_way.pop(future)
        yield start, stop, future.result()


def _compute(study: Study, start: int, stop: int, threads: int) -> Columns:
    """What a worker does."""
    return study.compute(start, stop, threads)

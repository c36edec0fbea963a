"""Billiard shots: one, or as many as you like on the same table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native, _sources
from ._progress import Progress, reported
from .motion import Motion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["ShotBatch", "shot", "shot_batch"]

#: Arguments of a shot that may differ from row to row, with their keys in the scene.
COLUMNS = {
    "speed": "cue.speed",
    "aim": "cue.aim",
    "elevation": "cue.elevation",
    "side": "cue.side",
    "height": "cue.height",
    "gap": "rack.gap",
    "seed": "rack.seed",
}


def shot(
    *,
    speed: float,
    aim: float | None = None,
    elevation: float | None = None,
    side: float | None = None,
    height: float | None = None,
    rack: str | None = None,
    gap: float | None = None,
    seed: int | None = None,
    table: str | None = None,
    cue_ball: Sequence[float] | None = None,
    balls: Mapping[str, Sequence[float]] | Sequence[Sequence[float]] = (),
    until: float | None = None,
    **tables: Mapping[str, Any],
) -> Motion:
    """Plays a billiard shot.

    Parameters
    ----------
    speed : float
        Of the cue along itself, in m/s.
    aim : float, optional
        Degrees from x towards y; by default at the first ball of the rack, without a rack along x.
    elevation : float, optional
        Of the butt above the level, in degrees; default 0.
    side, height : float, optional
        Of the tip to the right and above the ball's centre, in radii, as seen along the cue;
        default 0.
    rack : {"9-ball", "8-ball", "10-ball", "snooker"}, optional
        What stands at the foot of the table.
    gap : float, optional
        Between neighbours in the rack, in diameters; default 0.
    seed : int, optional
        With a seed, gaps are scattered between 0 and `gap`.
    table : {"pool", "snooker", "carom"}, optional
        By default the one that the rack belongs on.
    cue_ball : 2 numbers, optional
        Where the cue ball lies, in m from the middle of the table, x along it; by default on its
        spot.
    balls : mapping of str to 2 numbers, or sequence of 2 numbers, optional
        Other balls, by name; without names they are called ``"1"``, ``"2"`` and so on.
    until : float, optional
        In s; by default until all balls rest.
    **tables
        Any other table of the scene: ``cloth={"sliding_friction": 0.25}``, ``cushion``, ``bed``,
        ``cue`` (``mass``, ``stiffness``, ...), ``world``.

    Returns
    -------
    Motion

    Raises
    ------
    SceneError
        If something is wrong with it: balls that overlap, a cue that misses.
    SolveError
        If an impact on the way has no answer.

    Examples
    --------
    >>> carom.shot(rack="9-ball", speed=8)
    <carom.Motion: rest at 4.7... s after ... events; pocketed 4, 5>
    """
    stroke = {"speed": speed, "aim": aim, "elevation": elevation, "side": side, "height": height}
    racked = {"shape": rack, "gap": gap, "seed": seed} if rack is not None else None
    scene = _scene(stroke, racked, table, cue_ball, balls, until, tables)
    read = _sources.read(scene)
    return Motion(read, read.run())


def _scene(
    stroke: Mapping[str, Any],
    rack: Mapping[str, Any] | None,
    table: str | None,
    cue_ball: Sequence[float] | None,
    balls: Mapping[str, Sequence[float]] | Sequence[Sequence[float]],
    until: float | None,
    tables: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """The shot as a scene."""
    rest = dict(tables)
    world = {"table": table, "until": until, **rest.pop("world", {})}
    cue = {**{key: value for key, value in stroke.items() if value is not None}, **rest.pop("cue", {})}
    opening = _native.opening(world["table"], rack["shape"] if rack else None)
    if opening is not None:
        world["table"], spot, apex = opening
        place = spot if cue_ball is None else cue_ball
        if apex is not None:
            cue.setdefault("aim", math.degrees(math.atan2(apex[1] - place[1], apex[0] - place[0])))
    else:
        place = (0.0, 0.0) if cue_ball is None else cue_ball  # An unknown table is refused where the scene is read.
    others = balls.items() if isinstance(balls, Mapping) else ((str(i), xy) for i, xy in enumerate(balls, 1))
    placed = [{"name": "cue", "position": place}, *({"name": name, "position": xy} for name, xy in others)]
    return {"world": world, "ball": placed, "rack": rack, "cue": cue, **rest}


@dataclass(frozen=True)
class ShotBatch:
    """What became of many shots.

    Attributes
    ----------
    names : tuple of str
        Of the balls, in order.
    positions : ndarray (..., balls, 3)
        Where they end, in m; NaN where a shot has no answer.
    exits : ndarray (..., balls) of int8
        The number of the pocket that a ball fell into, -1 if it is in play, -2 if it left the
        table.
    end : ndarray (...)
        When all rest, in s.
    events : ndarray (...)
        How many there were.
    status : ndarray (...) of uint8
        0 if the shot was played; a place in `statuses` otherwise.
    statuses : tuple of str
        What statuses mean.
    messages : dict of int to str
        What was wrong with rows that have no answer, by their place in the flattened batch.
    """

    names: tuple[str, ...]
    positions: NDArray[np.float64]
    exits: NDArray[np.int8]
    end: NDArray[np.float64]
    events: NDArray[np.uint32]
    status: NDArray[np.uint8]
    statuses: tuple[str, ...]
    messages: dict[int, str]

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Which shots have an answer."""
        ok: NDArray[np.bool_] = self.status == 0
        return ok

    @property
    def pocketed(self) -> NDArray[np.bool_]:
        """Which balls fell into a pocket, over (..., balls)."""
        pocketed: NDArray[np.bool_] = self.exits >= 0
        return pocketed

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        shots, played = self.status.size, int(self.ok.sum())
        fallen = self.pocketed.sum() / max(played, 1)
        return f"<carom.ShotBatch: {shots} shots, {played} played, {fallen:.3g} balls pocketed each>"


def shot_batch(
    *,
    rack: str | None = None,
    table: str | None = None,
    cue_ball: Sequence[float] | None = None,
    balls: Mapping[str, Sequence[float]] | Sequence[Sequence[float]] = (),
    until: float | None = None,
    threads: int | None = None,
    progress: Progress = False,
    speed: ArrayLike,
    aim: ArrayLike | None = None,
    elevation: ArrayLike | None = None,
    side: ArrayLike | None = None,
    height: ArrayLike | None = None,
    gap: ArrayLike | None = None,
    seed: ArrayLike | None = None,
    **tables: Mapping[str, Any],
) -> ShotBatch:
    """Plays many shots on one table, on all cores.

    Parameters
    ----------
    speed, aim, elevation, side, height, gap, seed : array_like
        As in `shot`; broadcast against each other, one shot for each element.
    rack, table, cue_ball, balls, until, **tables
        As in `shot`, the same for all.
    threads : int, optional
        Default one for each core. The answer does not depend on it.
    progress : bool or callable, optional
        True for a line on standard error; or a function that is called with the number of shots
        done.

    Returns
    -------
    ShotBatch
        A shot that cannot be played has a status and NaN; it stops nobody.

    Examples
    --------
    >>> breaks = carom.shot_batch(rack="9-ball", speed=8, gap=0.01, seed=np.arange(8))
    >>> breaks.pocketed.shape
    (8, 10)
    """
    import numpy as np

    given = {
        "speed": speed,
        "aim": aim,
        "elevation": elevation,
        "side": side,
        "height": height,
        "gap": gap,
        "seed": seed,
    }
    columns = {name: np.asarray(column, dtype=np.float64) for name, column in given.items() if column is not None}
    if rack is None and (gap is not None or seed is not None):
        raise ValueError('gap and seed belong to a rack: expected rack="9-ball" or another')
    shape = np.broadcast_shapes(*(column.shape for column in columns.values()))
    rows = np.stack([np.broadcast_to(column, shape).reshape(-1) for column in columns.values()], axis=1)
    racked = {"shape": rack} if rack is not None else None
    # What differs from row to row is set there; a speed stands in the text so that it is a scene.
    text = _native.toml(_scene({"speed": 1.0}, racked, table, cue_ball, balls, until, tables))
    names = _native.Scene(text, _sources.UNNAMED).body_names
    keys = [COLUMNS[name] for name in columns]
    with reported(progress, len(rows), "shots") as watch:
        played = _native.shot_batch(text, keys, np.ascontiguousarray(rows), len(names), threads, watch)
    return ShotBatch(
        names=tuple(names),
        positions=played["positions"].reshape(*shape, len(names), 3),
        exits=played["exits"].reshape(*shape, len(names)),
        end=played["end"].reshape(shape),
        events=played["events"].reshape(shape),
        status=played["status"].reshape(shape),
        statuses=tuple(played["statuses"]),
        messages=dict(played["messages"]),
    )

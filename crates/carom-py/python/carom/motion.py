"""Motion in time: worlds, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _native, _sources
from ._named import ByName, Keyed
from ._scenes import Answer, InMotion, Question, instants
from .figure import Figure

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import xarray
    from numpy.typing import ArrayLike, NDArray

    from ._sources import Source
    from .jacobian import Jacobian

__all__ = ["Motion", "MotionEvent", "World"]

#: Even times of tables and data sets whose times are not given.
TABLE_TIMES = 201


class World(Question, InMotion):
    """A scene that goes on in time: billiards, bodies that bounce on a floor, Newton's cradle.

    Parameters
    ----------
    source : path, str or mapping
        A scene file with a ``[world]``, the text of one, or a dictionary with its keys.

    Raises
    ------
    SceneError
        If something is wrong with it.

    Examples
    --------
    >>> cradle = carom.World({
    ...     "world": {"until": 3.0},
    ...     "cradle": {"balls": 5, "mass": 0.1, "radius": 0.01, "length": 0.2, "angle": 20},
    ... })
    >>> cradle.run().events[0].time
    0.224...
    """

    __slots__ = ()

    def __init__(self, source: Source) -> None:
        scene = _sources.read(source)
        _refuse_impact(scene)
        self._scene = scene

    @classmethod
    def _of(cls, scene: _native.Scene) -> World:
        _refuse_impact(scene)
        world = cls.__new__(cls)
        world._scene = scene
        return world

    def run(self) -> Motion:
        """Follows the world until the scene says to stop.

        Raises
        ------
        SolveError
            If an impact on the way has no answer.
        """
        return Motion(self._scene, self._scene.run())

    def __repr__(self) -> str:
        return f"<carom.World: {', '.join(self.names)}>"


def _refuse_impact(scene: _native.Scene) -> None:
    if not scene.is_world:
        raise TypeError(f"{scene.name} describes a single impact: carom.Impact.from_scene reads it")


@dataclass(frozen=True)
class MotionEvent(Keyed):
    """Something that happened in a world.

    Attributes
    ----------
    time : float
        When, in s.
    kind : str
        ``"collides"``, ``"sliding-ends"``, ``"pocketed"`` and so on.
    bodies : tuple of str
        Those it happened to.
    details : dict
        All that the document says of it: pairs, cushions, pockets, impulses, losses.
    """

    time: float
    kind: str
    bodies: tuple[str, ...]
    details: dict[str, Any] = field(repr=False)


class Motion(InMotion, Answer):
    """What became of a world: every motion exactly, from event to event. Made by `World.run`,
    `carom.solve` and `carom.shot`.

    All numbers are those of ``carom run --json``, to the last bit.
    """

    def __init__(self, scene: _native.Scene, run: _native.Run) -> None:
        super().__init__(scene, run)
        self._run = run

    @property
    def end(self) -> float:
        """When it ended, in s."""
        return self._run.end

    @cached_property
    def events(self) -> list[MotionEvent]:
        """What happened, in the order of time."""
        return [
            MotionEvent(event["time"], event["kind"], _bodies_of(event), event) for event in self.document["events"]
        ]

    @cached_property
    def positions(self) -> ByName:
        """Where the bodies end, in m: by name, or as an array over (body, axis). Not for a cradle."""
        return self._final("positions")

    @cached_property
    def velocities(self) -> ByName:
        """Velocities at the end, in m/s. Not for a cradle."""
        return self._final("velocities")

    @cached_property
    def angular_velocities(self) -> ByName:
        """Angular velocities at the end, in rad/s. Not for a cradle."""
        return self._final("angular_velocities")

    @cached_property
    def pocketed(self) -> dict[str, int]:
        """Balls that went into a pocket, with its number, in the order in which they fell."""
        return {event.bodies[0]: event.details["pocket"] for event in self.events if event.kind == "pocketed"}

    def jacobian(self) -> Jacobian:
        """Exact derivatives of the end of the motion: where balls or bodies are, how fast those are that
        still move, and when it comes; by the cue, by how the motion begins, and by the table, the bodies,
        the strings of a cradle and the laws between them. Angles are in rad.

        Returns
        -------
        Jacobian
            A matrix with names, and the kinks at which it is that of one branch only.

        Raises
        ------
        ValueError
            If derivatives of this motion are not known, with the reason.
        """
        from .jacobian import Jacobian

        return Jacobian(self._scene)

    def sample(self, t: ArrayLike) -> dict[str, NDArray[np.float64]]:
        """Every body at any times, exact.

        Parameters
        ----------
        t : float or array_like
            Times in s, in any order; after the end of a shot all is as at its end.

        Returns
        -------
        dict of ndarray
            ``positions`` (m), ``velocities`` (m/s) and ``angular_velocities`` (rad/s) over (time,
            body, axis), for bodies that tumble also ``orientations`` (w, x, y, z); of a cradle
            ``angles`` (rad), ``speeds`` (m/s), ``displacements`` (m) and ``horizontal_velocities``
            (m/s) over (time, ball). Without the first axis if `t` is a single number.
        """
        import numpy as np

        times = instants(t)
        columns = self._run.sample(np.ascontiguousarray(times.reshape(-1)))
        return columns if times.ndim else {name: column[0] for name, column in columns.items()}

    def path(self, name: str, t: ArrayLike) -> NDArray[np.float64]:
        """Where one body is at any times (s): an array over (time, axis), in m."""
        if name not in self.names:
            raise KeyError(f"there is no {name!r} here: expected one of {', '.join(self.names)}")
        path: NDArray[np.float64] = self.sample(t)["positions"][..., self.names.index(name), :]
        return path

    def times(self, count: int = TABLE_TIMES) -> NDArray[np.float64]:
        """Even times from the start to the end, in s."""
        import numpy as np

        return np.linspace(0.0, self.end, count)

    def plot(self, kind: str | None = None) -> Figure:
        """Draws the motion: ``"table"`` for paths on a billiard table, ``"velocities"`` over time;
        by default what fits.
        """
        return Figure(self._run.figure(kind))

    def to_pandas(self, t: ArrayLike | None = None) -> pandas.DataFrame:
        """A table with a row for each time and body; by default 201 even times."""
        from . import _tables

        return _tables.of_motion(self, self.times() if t is None else t)

    def to_xarray(self, t: ArrayLike | None = None) -> xarray.Dataset:
        """A labelled data set over time, body and axis; by default at 201 even times."""
        from . import _tables

        return _tables.motion_data_set(self, self.times() if t is None else t)

    def _final(self, column: str) -> ByName:
        columns = self.sample(self.end)
        if column not in columns:
            raise AttributeError(
                f"the balls of a cradle have no {column}: expected one of {', '.join(columns)} of `sample`"
            )
        return ByName(self.names, columns[column])

    def _repr_svg_(self) -> str:
        return self.plot().svg

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        pocketed = [name for name in self.names if name in self.pocketed]
        fallen = f"; pocketed {', '.join(pocketed)}" if pocketed else ""
        return f"<carom.Motion{title}: {self.outcome} at {self.end:.6g} s after {len(self.events)} events{fallen}>"


def _bodies_of(event: dict[str, Any]) -> tuple[str, ...]:
    if "body" in event:
        return (event["body"],)
    if "bodies" in event:
        return tuple(event["bodies"])
    names = [name for contact in event.get("contacts", []) for name in contact["between"]]
    return tuple(dict.fromkeys(names))

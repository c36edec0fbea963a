"""Millions of impacts at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native, _sources
from ._progress import Progress, reported
from .impact import Impact

if TYPE_CHECKING:
    import numpy as np
    import pandas
    from numpy.typing import ArrayLike, NDArray

    from ._sources import Source

__all__ = ["BatchResult", "solve_batch"]

#: Entries of the ledgers, in the order in which they come from Rust.
ENERGIES = ("before", "after", "work", "lost_in_restitution", "lost_in_friction")


@dataclass(frozen=True)
class BatchResult:
    """What many impacts did. The first axes are those of the batch; NaN where a row has no answer.

    Attributes
    ----------
    velocities, angular_velocities : ndarray (..., bodies, 3)
        After the impact, in m/s and rad/s, world axes.
    impulses : ndarray (..., contacts, 3)
        On the contacts' first bodies, in N s, world axes.
    energy : dict of ndarray (...)
        ``before``, ``after``, ``work`` of fixed bodies that move, ``lost_in_restitution``, ``lost_in_friction``, in J:
        before + work = after + losses, to rounding.
    duration : ndarray (...)
        In s; real if the stiffnesses are.
    status : ndarray (...) of uint8
        A place in `statuses`: 0 ``"separated"``, 1 ``"converged"``, larger ones have no answer.
    statuses : tuple of str
        What statuses mean.
    messages : dict of int to str
        What was wrong with rows that have no answer, by their place in the flattened batch; the
        first thousand.
    body_names, contact_names : tuple of str
        In the order of the axes.
    """

    velocities: NDArray[np.float64]
    angular_velocities: NDArray[np.float64]
    impulses: NDArray[np.float64]
    energy: dict[str, NDArray[np.float64]]
    duration: NDArray[np.float64]
    status: NDArray[np.uint8]
    statuses: tuple[str, ...]
    messages: dict[int, str]
    body_names: tuple[str, ...]
    contact_names: tuple[str, ...]

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Which rows have an answer."""
        ok: NDArray[np.bool_] = self.status <= 1
        return ok

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch."""
        return self.status.shape

    def __len__(self) -> int:
        return len(self.status)

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each impact: status, energies, and components such as ``upper.vx``
        and ``upper-lower.pz``.
        """
        import numpy as np
        import pandas

        table: dict[str, Any] = {"status": np.asarray(self.statuses, dtype=object)[self.status.reshape(-1)]}
        for what, names, array in (
            ("v", self.body_names, self.velocities),
            ("w", self.body_names, self.angular_velocities),
            ("p", self.contact_names, self.impulses),
        ):
            rows = array.reshape(-1, len(names), 3)
            for i, name in enumerate(names):
                for j, axis in enumerate("xyz"):
                    table[f"{name}.{what}{axis}"] = rows[:, i, j]
        table |= {f"energy.{key}": column.reshape(-1) for key, column in self.energy.items()}
        return pandas.DataFrame(table)

    def __repr__(self) -> str:
        import numpy as np

        counts = np.bincount(self.status.reshape(-1), minlength=len(self.statuses))
        said = ", ".join(f"{count} {self.statuses[i]}" for i, count in enumerate(counts) if count)
        return f"<carom.BatchResult of {self.status.size} impacts: {said or 'none'}>"


def solve_batch(
    impact: Impact | Source,
    *,
    velocities: ArrayLike | None = None,
    angular_velocities: ArrayLike | None = None,
    restitution: ArrayLike | None = None,
    stiffness: ArrayLike | None = None,
    friction: ArrayLike | None = None,
    compliance: ArrayLike | None = None,
    gap: ArrayLike | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> BatchResult:
    """Solves one impact for many velocities and coefficients, on all cores and without Python's
    lock.

    Parameters
    ----------
    impact : Impact, path, str or mapping
        What all rows share, and what holds where nothing else is given. Simultaneous impacts of
        bodies.
    velocities, angular_velocities : array_like (..., bodies, 3), optional
        Before the impact, in m/s and rad/s. ``impact.velocities`` is where to start from.
    restitution, stiffness, friction, compliance, gap : array_like (..., contacts), optional
        Coefficients of the contacts. A number holds for all contacts; one number for each row is a
        column, ``mu[:, None]``.
    threads : int, optional
        Default one for each core. The answer does not depend on it, to the last bit.
    progress : bool or callable, optional
        True for a line on standard error; or a function that is called with the number of rows
        done.

    Returns
    -------
    BatchResult
        The axes before the last one or two are broadcast as NumPy does, and are the shape of the
        batch. A row that is refused or has no answer has a status and NaN; it stops nobody.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> impact = carom.Impact.from_scene("scenes/bouncing-ball.toml")
    >>> v = np.tile(impact.velocities, (1000, 1, 1))
    >>> v[:, 0, 2] = np.linspace(-2, -1, 1000)
    >>> carom.solve_batch(impact, velocities=v, friction=np.linspace(0, 1, 1000)[:, None])
    <carom.BatchResult of 1000 impacts: 1000 separated>
    """
    import numpy as np

    if not isinstance(impact, Impact):
        impact = Impact._of(_sources.read(impact))
    scene = impact._scene
    bodies, contacts = len(scene.body_names), len(scene.contact_names)
    given = {
        "velocities": (velocities, (bodies, 3)),
        "angular_velocities": (angular_velocities, (bodies, 3)),
        "restitution": (restitution, (contacts,)),
        "stiffness": (stiffness, (contacts,)),
        "friction": (friction, (contacts,)),
        "compliance": (compliance, (contacts,)),
        "gap": (gap, (contacts,)),
    }
    arrays = {name: (_column(name, a, core), core) for name, (a, core) in given.items() if a is not None}
    shape = _batch_shape({name: (array.shape, core) for name, (array, core) in arrays.items()})
    rows = int(np.prod(shape, dtype=np.int64))
    columns = {
        name: np.broadcast_to(array, (*shape, *core)).reshape(rows, *core) for name, (array, core) in arrays.items()
    }
    with reported(progress, rows, "impacts") as watch:
        solved = _native.solve_batch(scene, rows, columns, threads, watch)
    energy = solved["energy"].reshape(*shape, len(ENERGIES))
    return BatchResult(
        velocities=solved["velocities"].reshape(*shape, bodies, 3),
        angular_velocities=solved["angular_velocities"].reshape(*shape, bodies, 3),
        impulses=solved["impulses"].reshape(*shape, contacts, 3),
        energy={key: energy[..., i] for i, key in enumerate(ENERGIES)},
        duration=solved["duration"].reshape(shape),
        status=solved["status"].reshape(shape),
        statuses=tuple(solved["statuses"]),
        messages=dict(solved["messages"]),
        body_names=tuple(scene.body_names),
        contact_names=tuple(scene.contact_names),
    )


def _column(name: str, given: ArrayLike, core: tuple[int, ...]) -> NDArray[np.float64]:
    """The numbers of a column, with the axes of a row last."""
    import numpy as np

    try:
        array = np.asarray(given)
        if array.dtype.kind in "cMm":
            raise TypeError(f"{array.dtype} is no type of real numbers")
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name} must be numbers: {error}") from None
    if array.ndim == 0 and len(core) == 1:
        array = array.reshape(1)
    last = array.shape[-len(core) :]
    fits = len(last) == len(core) and all(
        a == b or (a == 1 and len(core) == 1) for a, b in zip(last, core, strict=True)
    )
    if not fits:
        expected = ", ".join(str(length) for length in core)
        hint = f"; one number for each row is a column, {name}[:, None]" if array.ndim == 1 and len(core) == 1 else ""
        raise ValueError(f"{name} has the shape {array.shape}: expected (..., {expected}){hint}")
    return array


def _batch_shape(shapes: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]) -> tuple[int, ...]:
    """The shape of the batch: what is left of the shapes without the axes of a row, broadcast."""
    import numpy as np

    leading = {name: shape[: len(shape) - len(core)] for name, (shape, core) in shapes.items()}
    try:
        return np.broadcast_shapes(*leading.values())
    except ValueError:
        said = ", ".join(f"{name} {shape}" for name, shape in leading.items())
        raise ValueError(f"the rows of these do not fit each other: {said}") from None

"""What an impact did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _native
from ._named import ByName, Keyed
from ._scenes import Answer, OfBodies, instants
from .figure import Figure

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import xarray
    from numpy.typing import ArrayLike, NDArray

    from .jacobian import Jacobian

__all__ = ["Event", "Result", "Samples", "State"]

#: What friction does at a contact, by the number that `Samples.mode` has for it.
MODES = ("free", "stick", "slip")

#: Even instants of `Result.trace`, besides those of events.
TRACE_POINTS = 200


@dataclass(frozen=True)
class Event(Keyed):
    """Something that happened to a contact.

    Attributes
    ----------
    time : float
        When, in s; zero where the course is over the impulse.
    kind : str
        ``"compression-ends"``, ``"restitution-ends"``, ``"slips"``, ``"sticks"`` and so on.
    contact : int
        Which contact, from 0.
    name : str
        Its name.
    normal_impulse : float or None
        In N s, where it takes the place of time (Routh's law).
    """

    time: float
    kind: str
    contact: int
    name: str
    normal_impulse: float | None = None


@dataclass(frozen=True)
class State(Keyed):
    """The impact as it enters a state, that is, a new set of active contacts.

    Attributes
    ----------
    time : float
        When, in s.
    active : tuple of int
        The active contacts.
    normal_impulses, strain_energies : tuple of float
        Of every contact so far, in N s and J.
    modes : tuple of str
        What friction does at every contact; empty if none has any.
    """

    time: float
    active: tuple[int, ...]
    normal_impulses: tuple[float, ...]
    strain_energies: tuple[float, ...]
    modes: tuple[str, ...] = ()


class Samples:
    """Every quantity of an impact at some instants; its columns are attributes and arrays.

    Attributes
    ----------
    time : ndarray (T)
        The instants, in s.
    normal_impulse, normal_velocity, normal_force, strain_energy : ndarray (T, contacts)
        In N s, m/s, N and J.
    velocities, angular_velocities : ndarray (T, bodies, 3)
        Of the bodies, in m/s and rad/s, world axes; not for mechanisms.
    impulses : ndarray (T, contacts, 3)
        On the first bodies, in N s, world axes; not for mechanisms.
    tangential_impulse, tangential_velocity, tangential_force, stretch, sliding : ndarray (T,
    contacts, 2)
        Along (t1, t2), in N s, m/s, N, m and m/s; only with friction.
    mode : ndarray (T, contacts)
        A place in ``carom.result.MODES``; only with friction.

    For a single instant the first axis is missing.
    """

    __slots__ = ("_contacts", "columns")

    #: All columns by name.
    columns: dict[str, NDArray[Any]]

    def __init__(self, columns: dict[str, NDArray[Any]], contacts: Sequence[str]) -> None:
        self.columns = columns
        self._contacts = tuple(contacts)

    def __getattr__(self, name: str) -> NDArray[Any]:
        if name.startswith("_") or name == "columns":
            raise AttributeError(name)
        try:
            return self.columns[name]
        except KeyError:
            known = ", ".join(self.columns)
            raise AttributeError(f"these samples have no {name!r}: expected one of {known}") from None

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.columns]

    def __getstate__(self) -> tuple[dict[str, NDArray[Any]], tuple[str, ...]]:
        return self.columns, self._contacts

    def __setstate__(self, state: tuple[dict[str, NDArray[Any]], tuple[str, ...]]) -> None:
        self.columns, self._contacts = state

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each instant and contact: normal and tangential quantities."""
        import numpy as np
        import pandas

        times = np.atleast_1d(self.time)
        names = np.tile(np.asarray(self._contacts, dtype=object), len(times))
        table: dict[str, Any] = {"time": np.repeat(times, len(self._contacts)), "contact": names}
        for name in ("normal_impulse", "normal_velocity", "normal_force", "strain_energy"):
            table[name] = self.columns[name].reshape(-1)
        for name in ("tangential_impulse", "tangential_velocity", "tangential_force", "stretch", "sliding"):
            if name in self.columns:
                both = self.columns[name].reshape(-1, 2)
                table[f"{name}_1"], table[f"{name}_2"] = both[:, 0], both[:, 1]
        if "mode" in self.columns:
            table["mode"] = np.asarray(MODES, dtype=object)[self.columns["mode"].reshape(-1)]
        return pandas.DataFrame(table)

    def __repr__(self) -> str:
        shapes = ", ".join(f"{name} {list(column.shape)}" for name, column in self.columns.items())
        return f"<carom.Samples: {shapes}>"


class Result(OfBodies, Answer):
    """What an impact did. Made by `carom.solve` and `Impact.solve`.

    All numbers are those of ``carom run --json``, to the last bit.

    Examples
    --------
    >>> r = carom.solve("scenes/bouncing-ball.toml")
    >>> r.energy.lost_in_restitution, r.events[0].kind
    (9.375, 'sticks')
    >>> r.plot()
    <carom.Figure impulse-curve>
    """

    def __init__(self, scene: _native.Scene, solved: _native.Solved) -> None:
        super().__init__(scene, solved)
        self._solved = solved

    # What happened

    @property
    def residual(self) -> float | None:
        """What is left where it ``"converged"``: strain energy in J, or of a sequence a speed in m/s."""
        return self.document.get("residual")

    @cached_property
    def velocities(self) -> ByName:
        """Velocities of the bodies after the impact, in m/s, world axes: by name, or as an array over (body, axis)."""
        return self._of_bodies("velocity")

    @cached_property
    def angular_velocities(self) -> ByName:
        """Angular velocities of the bodies after the impact, in rad/s, world axes."""
        return self._of_bodies("angular_velocity")

    @cached_property
    def impulses(self) -> ByName:
        """Impulses on the contacts' first bodies, in N s: by name, or as an array over (contact,
        axis).

        World axes; of a mechanism along (t1, t2, n).
        """
        contacts = self.document["contacts"]
        return self._of_contacts([c.get("impulse", [0.0, 0.0, c["normal_impulse"]]) for c in contacts], 3)

    @cached_property
    def normal_impulses(self) -> ByName:
        """Normal impulses of the contacts, in N s."""
        return self._of_contacts([contact["normal_impulse"] for contact in self.document["contacts"]])

    @cached_property
    def events(self) -> list[Event]:
        """What happened, in the order of time."""
        names = self.contact_names
        return [
            Event(event["time"], event["kind"], event["contact"], names[event["contact"]], event.get("normal_impulse"))
            for event in self.document["events"]
        ]

    @cached_property
    def states(self) -> list[State]:
        """The states it went through, each as it was entered."""
        return [
            State(
                state["time"],
                tuple(state["active"]),
                tuple(state["normal_impulses"]),
                tuple(state["strain_energies"]),
                tuple(state.get("modes", ())),
            )
            for state in self.document["states"]
        ]

    @property
    def collisions(self) -> list[dict[str, Any]]:
        """The collisions of a sequence, in order; empty for other methods."""
        collisions: list[dict[str, Any]] = self.document.get("collisions", [])
        return collisions

    @property
    def duration(self) -> float:
        """How long it took, in s; real if the stiffnesses are."""
        return float(self.document["duration"])

    # Its course

    def sample(self, t: ArrayLike) -> Samples:
        """Every quantity at any instants, exact.

        Parameters
        ----------
        t : float or array_like
            Instants in s, in any order. At an event the values are those after it.

        Returns
        -------
        Samples
            With a first axis over the instants, unless `t` is a single number.

        Raises
        ------
        ValueError
            If the method knows no time, or `t` is not a finite number.
        """
        import numpy as np

        times = instants(t)
        order = np.argsort(times, axis=None, kind="stable")
        columns = self._solved.sample(np.ascontiguousarray(times.reshape(-1)[order]))
        back = np.empty_like(order)
        back[order] = np.arange(len(order))
        rows = {name: column[back] if times.ndim else column[0] for name, column in columns.items()}
        return Samples(rows, self.contact_names)

    @cached_property
    def trace(self) -> Samples:
        """The whole course as columns: 200 even instants, and every event between."""
        return self.sample(self._solved.instants(TRACE_POINTS))

    # Its derivatives

    def jacobian(self, *, one_sided: bool = False) -> Jacobian:
        """Exact derivatives of velocities, impulses, energy and duration by velocities, masses,
        places and coefficients.

        Parameters
        ----------
        one_sided : bool, optional
            Whether to find, for every column that a kink concerns, the slopes to either side, too.

        Returns
        -------
        Jacobian
            A matrix with names, and the kinks at which it is that of one branch only.

        Raises
        ------
        ValueError
            If derivatives of this impact are not known, with the reason.
        """
        from .jacobian import Jacobian

        return Jacobian(self._scene, one_sided=one_sided)

    # Pictures and tables

    def plot(self, kind: str | None = None, *, contact: str | int | None = None) -> Figure:
        """Draws the impact.

        Parameters
        ----------
        kind : str, optional
            ``"impulse-plane"``, ``"impulse-curve"``, ``"sliding"``, ``"velocities"``,
            ``"energies"``, ``"forces"``, ``"wave"``, ``"diagram"``, ``"impulse-space"`` or
            ``"laws"``; by default what fits best.
        contact : str or int, optional
            Which contact a figure of one contact shows: its name, or its number from 0.

        Returns
        -------
        Figure
            A notebook shows it; ``save`` writes it as SVG, PNG and more.
        """
        if kind == "impulse-space" or (kind is None and not self._solved.has_course and len(self.contact_names) == 1):
            return Figure(self._scene.impulse_space())
        if kind == "laws":
            return Figure(self._scene.laws())
        return Figure(self._solved.figure(kind, None if contact is None else self._place(contact)))

    def dot(self) -> str:
        """The transition diagram in Graphviz' DOT language."""
        return self._solved.dot()

    def to_pandas(self, what: str = "bodies") -> pandas.DataFrame:
        """A table.

        Parameters
        ----------
        what : {"bodies", "contacts", "events", "states", "trace"}
            Velocities of the bodies after the impact (the default), impulses of the contacts, what
            happened, the states, or the whole course with a row for each instant and contact.
        """
        from . import _tables

        return _tables.of_result(self, what)

    def to_xarray(self) -> xarray.Dataset:
        """Everything as a labelled data set over body, contact, axis and, for the course, time;
        units are attributes.
        """
        from . import _tables

        return _tables.data_set(self)

    def _repr_html_(self) -> str:
        from . import _tables

        return _tables.html(self)

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        lines = [f"<carom.Result{title}: {self.outcome} after {len(self.events)} events"]
        shown = 12
        for name in self.body_names[:shown]:
            v, w = self.velocities[name], self.angular_velocities[name]
            spin = f", angular velocity {_vector(w)} rad/s" if w.any() else ""
            lines.append(f"  {name}: velocity {_vector(v)} m/s{spin}")
        if len(self.body_names) > shown:
            lines.append(f"  and {len(self.body_names) - shown} more bodies")
        if "before" in self.energy:
            kept = f"{self.energy.after:.6g} of {self.energy.before:.6g} J kept"
        else:
            kept = f"change of {self.energy.change:.6g} J"
        lines.append(f"  energy: {kept}>")
        return "\n".join(lines)

    def _place(self, contact: str | int) -> int:
        names = self.contact_names
        if isinstance(contact, str):
            if contact not in names:
                raise ValueError(f"there is no contact called {contact!r}: expected one of {', '.join(names)}")
            return names.index(contact)
        if not -len(names) <= contact < len(names):
            raise ValueError(f"there is no contact {contact}: expected 0 to {len(names) - 1}")
        return contact % len(names)

    def _of_bodies(self, key: str) -> ByName:
        import numpy as np

        bodies = self.document["bodies"]
        rows = np.array([body[key] for body in bodies.values()], dtype=np.float64)
        return ByName(list(bodies), rows.reshape(-1, 3))

    def _of_contacts(self, rows: list[Any], width: int | None = None) -> ByName:
        import numpy as np

        array = np.array(rows, dtype=np.float64)
        return ByName(self.contact_names, array.reshape(-1, width) if width else array)


def _vector(numbers: NDArray[np.float64]) -> str:
    return "(" + ", ".join(f"{number:.6g}" for number in numbers) + ")"

"""One impact: bodies, contacts, and `solve`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from . import _native, _sources
from ._scenes import OfBodies, Question
from .bodies import Body, Contact
from .result import Result

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._sources import Source
    from .comparison import Comparison
    from .motion import Motion, World

__all__ = ["Impact", "load", "solve"]


class Impact(Question, OfBodies):
    """Bodies, the contacts between them, and the model of their impact.

    Parameters
    ----------
    bodies : sequence of Body
        Those that take part.
    contacts : sequence of Contact, optional
        Where they touch. Without them, contacts are found from the shapes of the bodies.
    model : mapping, optional
        Keys of ``[model]``: ``method`` (``"simultaneous"``, ``"sequential"`` or a law for one
        contact such as ``"chatterjee-ruina"``), ``restitution`` (``"hardening"``,
        ``"bi-stiffness"``, ``"mono-stiffness"``), ``separation`` (``"instant"``, ``"tracked"``) and
        what a method wants besides.
    contact_defaults : mapping, optional
        Keys of ``[contact_defaults]``: what holds for contacts that do not say, such as
        ``{"restitution": 0.9}``.
    title : str, optional
        Shown above reports and figures.

    Raises
    ------
    SceneError
        If something is wrong with them.

    Examples
    --------
    >>> upper = carom.Body.ball(mass=1, radius=1, position=[0, 0, 3], velocity=[0, 0, -1], name="upper")
    >>> lower = carom.Body.ball(mass=1.1547, radius=1, position=[0, 0, 1], name="lower")
    >>> table = carom.Body.plane(normal=[0, 0, 1], name="table")
    >>> impact = carom.Impact([upper, lower, table], contact_defaults={"restitution": 0.9})
    >>> impact.solve().velocities["upper"]
    array([0.        , 0.        , 0.78570693])
    """

    __slots__ = ()

    def __init__(
        self,
        bodies: Sequence[Body],
        contacts: Sequence[Contact] | None = None,
        *,
        model: Mapping[str, Any] | None = None,
        contact_defaults: Mapping[str, Any] | None = None,
        title: str | None = None,
    ) -> None:
        names = _names(bodies)
        scene = {
            "title": title,
            "model": model,
            "body": [{**body.keys, "name": name} for body, name in zip(bodies, names, strict=True)],
            "contact_defaults": contact_defaults,
            "contact": [_contact(contact, bodies, names) for contact in contacts or []] or None,
        }
        self._scene = _sources.read(scene)

    @classmethod
    def from_scene(cls, source: Source) -> Impact:
        """The impact of a scene: a path, a text or a dictionary with the same keys."""
        return cls._of(_sources.read(source))

    @classmethod
    def _of(cls, scene: _native.Scene) -> Impact:
        if scene.is_world:
            raise TypeError(f"{scene.name} describes a world in motion: carom.World follows it")
        impact = cls.__new__(cls)
        impact._scene = scene
        return impact

    def solve(self) -> Result:
        """Solves the impact. See `carom.solve`."""
        return Result(self._scene, self._scene.solve())

    def compare(self) -> Comparison:
        """What every law says of it. See `carom.compare`."""
        from .comparison import Comparison

        return Comparison(self._scene)

    @property
    def velocities(self) -> NDArray[np.float64]:
        """Velocities before the impact, in m/s: an array over (body, axis)."""
        return self._scene.motions()[0]

    @property
    def angular_velocities(self) -> NDArray[np.float64]:
        """Angular velocities before the impact, in rad/s: an array over (body, axis)."""
        return self._scene.motions()[1]

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<carom.Impact{title}: bodies {', '.join(self.body_names)}; contacts {', '.join(self.contact_names)}>"


def _names(bodies: Sequence[Body]) -> list[str]:
    for body in bodies:
        if not isinstance(body, Body):
            raise TypeError(f"an impact takes a list of carom.Body, not {type(body).__name__}")
    return [body.name or f"body {number}" for number, body in enumerate(bodies, 1)]


def _contact(contact: Contact, bodies: Sequence[Body], names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(contact, Contact):
        raise TypeError(f"an impact takes a list of carom.Contact, not {type(contact).__name__}")
    return {"between": [_name(body, bodies, names) for body in contact.bodies], **contact.keys}


def _name(body: Body | str | int, bodies: Sequence[Body], names: Sequence[str]) -> str:
    if isinstance(body, str):
        return body
    if isinstance(body, Body):
        for known, name in zip(bodies, names, strict=True):
            if known is body:
                return name
        raise ValueError(f"a contact names {body!r}, which is not among the bodies of the impact")
    place = range(len(names))[body] if -len(names) <= body < len(names) else None
    if place is None:
        raise ValueError(f"a contact names body {body}, but there are {len(names)} (numbered from 0)")
    return names[place]


def load(source: Source) -> Impact | World:
    """Reads a scene without solving it.

    Parameters
    ----------
    source : path, str or mapping
        A file, the text of one, or a dictionary with its keys.

    Returns
    -------
    Impact or World
        A world if the scene has a ``[world]``.

    Raises
    ------
    SceneError
        If something is wrong with it.
    """
    from .motion import World

    scene = _sources.read(source)
    return World._of(scene) if scene.is_world else Impact._of(scene)


@overload
def solve(scene: Impact) -> Result: ...
@overload
def solve(scene: World) -> Motion: ...
@overload
def solve(scene: Source) -> Result | Any: ...


def solve(scene: Source | Impact | World) -> Result | Motion:
    """Solves an impact: what happens when rigid bodies hit each other at several points at once.

    Parameters
    ----------
    scene : path, str, mapping, Impact or World
        A scene file, the text of one, a dictionary with the same keys, or an object. A string is a
        text if it has several lines or an equals sign, else a path. SI units.

    Returns
    -------
    Result
        Velocities after the impact, impulses, energy, events, states, and every quantity at any
        instant. A scene with a ``[world]`` is followed in time and gives a `Motion`.

    Raises
    ------
    SceneError
        If something is wrong with the scene, with line and column.
    SolveError
        If it has no answer, with kind, contact and time.

    See Also
    --------
    solve_batch : the same for millions of velocities and coefficients at once.
    compare : the same impact under every law.

    Examples
    --------
    >>> r = carom.solve('''
    ... body = [
    ...   { name = "left", mass = 1, velocity = [1, 0, 0] },
    ...   { name = "right", mass = 1 },
    ... ]
    ... contact = [{ between = ["left", "right"], point = [0, 0, 0], normal = [-1, 0, 0] }]
    ... ''')
    >>> r.velocities["right"]
    array([1., 0., 0.])
    """
    from .motion import Motion, World

    if isinstance(scene, Impact):
        return scene.solve()
    if isinstance(scene, World):
        return scene.run()
    read = _sources.read(scene)
    return Motion(read, read.run()) if read.is_world else Result(read, read.solve())

"""Bodies and contacts as objects. Their arguments are the keys of the scene file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Body", "Contact", "Vector"]

#: Three numbers.
Vector: TypeAlias = "Sequence[float] | NDArray[np.floating[Any]]"
#: Three rows of three numbers.
Matrix: TypeAlias = "Sequence[Sequence[float]] | NDArray[np.floating[Any]]"


def _described(kind: str, keys: Mapping[str, Any]) -> str:
    given = ", ".join(f"{key}={value!r}" for key, value in keys.items())
    return f"carom.{kind}({given})"


class Body:
    """A body with its place and motion before the impact.

    A mass that has neither shape nor inertia is a point and does not turn. What a body cannot be is
    refused when an `Impact` is made of it.

    Parameters
    ----------
    name : str, optional
        What results call it; default ``"body 1"`` and so on.
    mass : float, optional
        In kg; required unless the body is fixed.
    shape : mapping, optional
        ``{"sphere": {"radius": 1.0}}``, ``{"box": {"size": [1, 2, 3]}}``, ``cylinder``, ``cone``,
        ``capsule``, ``plane``, ``compound``. Gives the inertia, and where bodies touch.
    inertia : 3 by 3, optional
        In kg m², about the centre of mass, world axes (body axes if there is an `orientation`).
    position : 3 numbers, optional
        Of the centre of mass, in m; default the origin.
    orientation : 4 numbers, optional
        Quaternion w, x, y, z.
    velocity, angular_velocity : 3 numbers, optional
        In m/s and rad/s, world axes; default zero.
    **keys
        Any other key of ``[[body]]``: ``fixed``, ``point``, ``slides_along``, ``hinge``.

    Examples
    --------
    >>> cue = carom.Body.ball(mass=0.17, radius=0.0286, velocity=[2, 0, 0], name="cue")
    >>> table = carom.Body.plane(normal=[0, 0, 1], name="table")
    """

    __slots__ = ("keys",)

    #: The keys of the scene file that it stands for.
    keys: dict[str, Any]

    def __init__(
        self,
        name: str | None = None,
        *,
        mass: float | None = None,
        shape: Mapping[str, Any] | None = None,
        inertia: Matrix | None = None,
        position: Vector | None = None,
        orientation: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        **keys: Any,
    ) -> None:
        given = {
            "name": name,
            "mass": mass,
            "shape": shape,
            "inertia": inertia,
            "position": position,
            "orientation": orientation,
            "velocity": velocity,
            "angular_velocity": angular_velocity,
            **keys,
        }
        self.keys = {key: value for key, value in given.items() if value is not None}

    @classmethod
    def ball(cls, mass: float, radius: float, **keys: Any) -> Body:
        """A homogeneous ball: mass in kg, radius in m, and any other argument of a body."""
        return cls(mass=mass, shape={"sphere": {"radius": radius}}, **keys)

    @classmethod
    def box(cls, mass: float, size: Vector, **keys: Any) -> Body:
        """A homogeneous box: mass in kg, lengths of its edges along its axes in m."""
        return cls(mass=mass, shape={"box": {"size": size}}, **keys)

    @classmethod
    def cylinder(cls, mass: float, radius: float, height: float, **keys: Any) -> Body:
        """A homogeneous cylinder about its z axis: mass in kg, lengths in m."""
        return cls(mass=mass, shape={"cylinder": {"radius": radius, "height": height}}, **keys)

    @classmethod
    def point(cls, mass: float, **keys: Any) -> Body:
        """A mass (kg) without extent, which does not turn."""
        return cls(mass=mass, point=True, **keys)

    @classmethod
    def plane(cls, normal: Vector, **keys: Any) -> Body:
        """A fixed plane: a table, a wall. The normal points out of it; `position` is any point of it."""
        return cls(shape={"plane": {"normal": normal}}, fixed=True, **keys)

    @classmethod
    def fixed(cls, **keys: Any) -> Body:
        """A body that nothing moves."""
        return cls(fixed=True, **keys)

    @classmethod
    def sliding(cls, mass: float, along: Vector, **keys: Any) -> Body:
        """A body of a mass (kg) that only moves along an axis: a cue."""
        return cls(mass=mass, slides_along=along, **keys)

    @property
    def name(self) -> str | None:
        """Its name, if it was given one."""
        return self.keys.get("name")

    def __repr__(self) -> str:
        return _described("Body", self.keys)


class Contact:
    """A contact between two bodies.

    Parameters
    ----------
    first, second : Body, str or int
        The bodies: themselves, their names, or their places in the list of bodies. The normal
        points from the second to the first, and impulses are those on the first.
    point, normal : 3 numbers, optional
        Where they touch (m) and the direction from the second to the first. Without both, the
        shapes say so.
    restitution : float, optional
        Energetic coefficient e, 0 (plastic) to 1 (elastic, the default).
    stiffness : float, optional
        In N/m; ``inf`` is rigid. Only ratios matter unless times are wanted. Default 1.
    friction : float, optional
        Coefficient of friction; default 0.
    compliance : float, optional
        Normal over tangential stiffness: friction acts through tangential springs. Without it
        friction is rigid.
    gap : float, optional
        In m, still open at the start; needs ``model={"separation": "tracked"}``.
    tangential_restitution : float, optional
        For the laws that use it, -1 to 1.
    name : str, optional
        Default ``"first-second"``.
    between : pair, optional
        Instead of `first` and `second`.
    **keys
        Any other key of ``[[contact]]``.
    """

    __slots__ = ("bodies", "keys")

    #: The keys of the scene file that it stands for, without its bodies.
    keys: dict[str, Any]

    def __init__(
        self,
        first: Body | str | int | None = None,
        second: Body | str | int | None = None,
        *,
        between: Sequence[Body | str | int] | None = None,
        point: Vector | None = None,
        normal: Vector | None = None,
        restitution: float | None = None,
        stiffness: float | None = None,
        friction: float | None = None,
        compliance: float | None = None,
        gap: float | None = None,
        tangential_restitution: float | None = None,
        name: str | None = None,
        **keys: Any,
    ) -> None:
        pair = tuple(between) if between is not None else (first, second)
        if between is not None and (first is not None or second is not None):
            raise TypeError("a contact takes either its two bodies or `between`, not both")
        if len(pair) != 2 or any(body is None for body in pair):
            raise TypeError("a contact is between two bodies: Contact(first, second, ...)")
        #: The two bodies, as they were given.
        self.bodies: tuple[Body | str | int, ...] = tuple(body for body in pair if body is not None)
        given = {
            "name": name,
            "point": point,
            "normal": normal,
            "restitution": restitution,
            "stiffness": stiffness,
            "friction": friction,
            "compliance": compliance,
            "gap": gap,
            "tangential_restitution": tangential_restitution,
            **keys,
        }
        self.keys = {key: value for key, value in given.items() if value is not None}

    def __repr__(self) -> str:
        pair = [body.name if isinstance(body, Body) and body.name else body for body in self.bodies]
        return _described("Contact", {"between": pair, **self.keys})

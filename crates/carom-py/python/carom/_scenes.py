"""What everything that comes of a scene has in common."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _native
from ._named import Ledger

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Answer", "InMotion", "OfBodies", "OfScene", "Question", "instants"]


class OfScene:
    """Something made of a scene."""

    __slots__ = ("_scene",)

    _scene: _native.Scene

    @property
    def title(self) -> str:
        """Title of the scene; empty if it has none."""
        return self._scene.title


class OfBodies(OfScene):
    """Something in which bodies meet at contacts."""

    __slots__ = ()

    @property
    def body_names(self) -> list[str]:
        """Names of the bodies, in order."""
        return self._scene.body_names

    @property
    def contact_names(self) -> list[str]:
        """Names of the contacts, in order."""
        return self._scene.contact_names


class InMotion(OfScene):
    """Something in which balls or bodies move on."""

    __slots__ = ()

    @property
    def names(self) -> list[str]:
        """Names of the balls or bodies, in order."""
        return self._scene.body_names


class Question(OfScene):
    """A scene that can be solved. It travels to another process as its text."""

    __slots__ = ()

    @classmethod
    def _of(cls, scene: _native.Scene) -> Any:
        raise NotImplementedError

    @property
    def toml(self) -> str:
        """The scene file that it stands for."""
        return self._scene.text

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_again, (type(self), self._scene.text, self._scene.name)


def _read_again(kind: type[Question], text: str, name: str) -> Any:
    return kind._of(_native.Scene(text, name))


class Answer(OfScene):
    """What became of a scene. It travels to another process as the scene, and is solved there again, which gives the
    same bits and is shorter than its course.
    """

    _told: _native.Solved | _native.Run

    def __init__(self, scene: _native.Scene, told: _native.Solved | _native.Run) -> None:
        self._scene = scene
        self._told = told

    @cached_property
    def document(self) -> dict[str, Any]:
        """The JSON document of ``carom run --json``, as a dictionary; those of motions hold every motion in closed
        form, as ``pieces``.
        """
        document: dict[str, Any] = json.loads(self.json())
        return document

    def json(self) -> str:
        """The JSON document of ``carom run --json``."""
        return self._told.json()

    def report(self, *, all: bool = False) -> str:
        """The report of ``carom run``, as text; with `all`, however long."""
        return self._told.report(all)

    @property
    def outcome(self) -> str:
        """How it ended. An impact: ``"separated"``, or ``"converged"`` with bodies left wedged. A motion: ``"rest"``,
        ``"time"``, ``"together"``, ``"lasting-contact"``.
        """
        return str(self.document["outcome"])

    @cached_property
    def energy(self) -> Ledger:
        """Where the energy went, in J: ``before``, ``after``, and losses such as ``lost_in_friction``."""
        return Ledger(self.document["energy"])

    def __str__(self) -> str:
        return self.report()

    def __reduce__(self) -> tuple[Any, ...]:
        return _solved_again, (type(self), self._scene.text, self._scene.name)


def _solved_again(kind: type[Answer], text: str, name: str) -> Answer:
    scene = _native.Scene(text, name)
    return kind(scene, scene.run() if scene.is_world else scene.solve())


def instants(t: ArrayLike) -> NDArray[np.float64]:
    """A time or a list of times, as an array of no or one dimension."""
    import numpy as np

    times = np.asarray(t, dtype=np.float64)
    if times.ndim > 1:
        raise ValueError(f"t has {times.ndim} dimensions: expected a number or a list of them")
    if not np.isfinite(times).all():
        raise ValueError("t has an entry that is not a finite number")
    return times

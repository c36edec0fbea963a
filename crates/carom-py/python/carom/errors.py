"""What can go wrong: a scene that is refused, and an impact that has no answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Problem", "SceneError", "SolveError"]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a scene.

    Attributes
    ----------
    message : str
        What is wrong, in one sentence.
    line, column : int
        Where, counted from 1. For a dictionary or objects this is a place in the TOML text that
        they stand for, which the message of the exception shows.
    expected : str or None
        What would be right.
    help : str or None
        What to do about it.
    """

    message: str
    line: int
    column: int
    expected: str | None = None
    help: str | None = None


class SceneError(ValueError):
    """A scene that cannot be understood. The message shows every problem with its place, as the
    command does.

    Attributes
    ----------
    problems : tuple of Problem
        All of them, in the order of the file.
    line, column : int
        Place of the first.
    """

    problems: tuple[Problem, ...]

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)

    @classmethod
    def _made(cls, message: str, entries: Iterable[Mapping[str, Any]]) -> SceneError:
        return cls(message, (Problem(**entry) for entry in entries))

    @property
    def line(self) -> int:
        """Line of the first problem, from 1."""
        return self.problems[0].line if self.problems else 1

    @property
    def column(self) -> int:
        """Column of the first problem, from 1."""
        return self.problems[0].column if self.problems else 1

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.problems)


class SolveError(RuntimeError):
    """An impact or a motion that could not be solved. The message says why.

    Attributes
    ----------
    kind : str
        The name that documents have for it, such as ``"no-consistent-friction"``.
    contact : int or None
        The contact it happened at, from 0.
    time : float or None
        When, in seconds.
    """

    def __init__(
        self, message: str, kind: str = "unsolved", contact: int | None = None, time: float | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.contact = contact
        self.time = time

    @classmethod
    def _made(cls, document: str) -> SolveError:
        error = json.loads(document)["error"]
        return cls(error["message"], error["kind"], error.get("contact"), error.get("time"))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind, self.contact, self.time)

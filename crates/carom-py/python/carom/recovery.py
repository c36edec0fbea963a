"""How a ball was moving and turning, from where it was seen."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native, _sources

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._sources import Source

__all__ = ["Estimate", "Recovery", "recover"]


@dataclass(frozen=True)
class Estimate:
    """A number with its standard deviation; zero if it was known beforehand."""

    value: float
    deviation: float

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"{self.value:.6g} ± {self.deviation:.2g}"


class Recovery:
    """What positions of a ball on the cloth say. Made by `carom.recover`.

    Numbers are `Estimate`, vectors pairs of them along x and y; SI units.
    """

    def __init__(self, document: str, text: str) -> None:
        self._json = document
        self._text = text
        #: The JSON document of ``carom recover --json``, as a dictionary.
        self.document: dict[str, Any] = json.loads(document)

    def json(self) -> str:
        """The JSON document of ``carom recover --json``."""
        return self._json

    def report(self) -> str:
        """The report of ``carom recover``, as text."""
        return self._text

    @property
    def outcome(self) -> str:
        """``"sliding-then-rolling"``, ``"sliding-only"``, ``"rolling-only"`` or ``"undetermined"``."""
        return str(self.document["outcome"])

    @property
    def position(self) -> tuple[Estimate, ...] | None:
        """Where it was at the start, in m."""
        return self._vector("position")

    @property
    def velocity(self) -> tuple[Estimate, ...] | None:
        """How fast it was at the start, in m/s."""
        return self._vector("velocity")

    @property
    def angular_velocity(self) -> tuple[Estimate, ...] | None:
        """How it turned at the start about x and y, in rad/s; None where it slid all the time, which leaves it open."""
        return self._vector("angular_velocity")

    @property
    def rolling_begins(self) -> Estimate | None:
        """When sliding became rolling, in s; None if that was not seen."""
        begins = self.document.get("rolling_begins")
        return Estimate(**begins["time"]) if begins else None

    @property
    def sliding_friction(self) -> Estimate | None:
        """Coefficient of sliding friction of the cloth; None if the ball did not slide."""
        return self._number("sliding_friction")

    @property
    def rolling_resistance(self) -> Estimate | None:
        """Deceleration of a rolling ball over gravity; None if the ball did not roll."""
        return self._number("rolling_resistance")

    def _number(self, key: str) -> Estimate | None:
        found = self.document.get(key)
        return Estimate(**found) if found else None

    def _vector(self, key: str) -> tuple[Estimate, ...] | None:
        start = self.document.get("start")
        found = (start if isinstance(start, dict) else self.document).get(key)
        return tuple(Estimate(**number) for number in found) if found else None

    def __repr__(self) -> str:
        spin = f", angular velocity {self.angular_velocity} rad/s" if self.angular_velocity else ""
        return f"<carom.Recovery: {self.outcome}, velocity {self.velocity} m/s{spin}>"

    def __str__(self) -> str:
        return self._text


def recover(source: Source | None = None, *, samples: ArrayLike | None = None, **keys: Any) -> Recovery:
    """Finds how a ball was moving and turning from where it was seen on the cloth, with standard
    deviations.

    Parameters
    ----------
    source : path, str or mapping, optional
        A recovery file, the text of one, or a dictionary with its keys.
    samples : array_like (N, 3), optional
        Instead of a source: time (s), x and y (m), in ascending order of time.
    **keys
        With `samples`, the keys of ``[recovery]``: ``ball="pool"`` or ``radius`` (m),
        ``sliding_friction``, ``rolling_resistance`` (a number, or ``"sought"``), ``noise`` (m),
        ``start`` (s), ``gravity`` (m/s²).

    Returns
    -------
    Recovery
        Also where the positions leave the motion open: its ``outcome`` is then ``"undetermined"``.

    Raises
    ------
    SceneError
        If something is wrong with what was given.

    Examples
    --------
    >>> t = np.linspace(0, 0.5, 26)
    >>> track = np.column_stack([t, 1.0 * t - 0.5 * 0.01 * 9.81 * t**2, 0 * t])
    >>> carom.recover(samples=track, ball="pool", rolling_resistance=0.01, noise=1e-4).outcome
    'rolling-only'
    """
    if (source is None) == (samples is None):
        raise TypeError("recover takes either a source or samples")
    if samples is not None:
        import numpy as np

        rows = np.asarray(samples, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != 3:
            raise ValueError(f"samples have the shape {rows.shape}: expected (N, 3), rows of time, x, y")
        source = {"recovery": {**keys, "samples": rows}}
    elif keys:
        raise TypeError(f"{', '.join(keys)}: a source holds its keys itself")
    assert source is not None  # one of both was given
    text, name = _sources.text_of(source)
    beside = _native.samples_file(text, name)
    csv = None
    if beside is not None:
        folder = os.path.dirname(name) if name != _sources.UNNAMED else ""
        path = os.path.join(folder, beside)
        with open(path, encoding="utf-8", newline="") as file:
            csv = (path, file.read())
    document, report, _ = _native.recover(text, name, csv)
    return Recovery(document, report)

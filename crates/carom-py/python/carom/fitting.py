"""Parameters of scenes from measurements, with uncertainties."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native, _sources
from .figure import Figure

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._sources import Source

__all__ = ["Fit", "Fitted", "LawTable", "fit"]


@dataclass(frozen=True)
class Fitted:
    """A parameter that was sought.

    Attributes
    ----------
    value : float
        Where the search ended; of no meaning if it is undetermined.
    deviation : float or None
        Standard error; None unless the parameter is determined.
    interval : tuple of float or None
        The profile's interval if profiles were asked for, else the one from the standard error.
    standing : str
        ``"determined"``, ``"at-bound"``, ``"undetermined"`` or ``"exact"``.
    """

    value: float
    deviation: float | None
    interval: tuple[float | None, float | None] | None
    standing: str

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        if self.deviation is None:
            return f"{self.value:.6g} ({self.standing})"
        return f"{self.value:.6g} ± {self.deviation:.2g}"


class Fit:
    """What measurements say about the parameters of a scene. Made by `carom.fit`."""

    def __init__(self, document: str, text: str, picture: _native.Picture) -> None:
        self._json = document
        self._text = text
        self._picture = picture
        #: The JSON document of ``carom fit --json``, as a dictionary.
        self.document: dict[str, Any] = json.loads(document)
        #: The parameters by name.
        self.parameters: dict[str, Fitted] = {entry["name"]: _fitted(entry) for entry in self.document["parameters"]}

    def __getitem__(self, name: str) -> Fitted:
        return self.parameters[name]

    @property
    def verdict(self) -> str:
        """Whether the model describes the measurements: ``"described"``, ``"not-described"``,
        ``"noise-too-large"`` or ``"not-tested"``.
        """
        return str(self.document["verdict"])

    def json(self) -> str:
        """The JSON document of ``carom fit --json``."""
        return self._json

    def report(self) -> str:
        """The report of ``carom fit``, as text."""
        return self._text

    def plot(self) -> Figure:
        """Residuals of every column, and profiles if they were asked for."""
        return Figure(self._picture)

    def __repr__(self) -> str:
        found = ", ".join(f"{name} = {value!r}" for name, value in self.parameters.items())
        return f"<carom.Fit: {found}; {self.verdict}>"

    def __str__(self) -> str:
        return self._text


class LawTable:
    """Laws side by side on measurements. Made by `carom.fit` with ``compare=True``."""

    def __init__(self, document: str, text: str) -> None:
        self._text = text
        #: The JSON document of ``carom fit --compare --json``, as a dictionary.
        self.document: dict[str, Any] = json.loads(document)
        #: Held-out error by law, the best first; laws that do not apply are left out.
        self.errors: dict[str, float] = {
            law["law"]: law["held_out_error"] for law in self.document["laws"] if law["held_out_error"] is not None
        }

    def report(self) -> str:
        """The table of ``carom fit --compare``, as text."""
        return self._text

    def __str__(self) -> str:
        return self._text


def _fitted(entry: dict[str, Any]) -> Fitted:
    profile = entry["profile"]
    interval = entry["interval"] if profile is None else [profile["lower"], profile["upper"]]
    ends = None if interval is None else (interval[0], interval[1])
    return Fitted(entry["value"], entry["deviation"], ends, entry["standing"])


def _table(data: Mapping[str, ArrayLike]) -> str:
    """Columns of numbers as CSV; NaN is what was not measured."""
    import numpy as np

    columns = {name: np.asarray(column, dtype=np.float64) for name, column in data.items()}
    shapes = {column.shape for column in columns.values()}
    if len(shapes) != 1 or len(next(iter(shapes))) != 1:
        raise ValueError(f"columns have the shapes {sorted(shapes)}: expected lists of one length")

    def cell(number: float) -> str:
        return "" if np.isnan(number) else repr(float(number))

    quoted = ['"' + name.replace('"', '""') + '"' for name in columns]
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(quoted), *(",".join(map(cell, row)) for row in rows)]) + "\n"


def _read(folder: str, name: str) -> str:
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
        return file.read()


def _entries(key: str, given: Mapping[str, Any] | Iterable[str]) -> list[dict[str, Any]]:
    """Tables of a fit file from names, or from names with their keys."""
    if not isinstance(given, Mapping):
        return [{key: name} for name in given]
    return [{key: name, **(keys if isinstance(keys, Mapping) else {"range": keys})} for name, keys in given.items()]


def fit(
    source: Source | None = None,
    *,
    scene: Source | None = None,
    data: Mapping[str, ArrayLike] | str | os.PathLike[str] | None = None,
    sought: Mapping[str, Any] | Iterable[str] = (),
    columns: Mapping[str, Mapping[str, Any]] | None = None,
    profile: bool = False,
    compare: bool = False,
    **settings: Any,
) -> Fit | LawTable:
    """Finds the parameters of a scene that explain measurements, with their uncertainties.

    Parameters
    ----------
    source : path, str or mapping, optional
        A fit file, the text of one, or a dictionary with its keys; instead of all that follows.
    scene : path, str or mapping, optional
        A scene.
    data : mapping of array_like, or path
        Columns by name, or a CSV file. Names are paths: into the scene for what was before
        (``"body.ball.velocity.z"``), into the results for what was after
        (``"bodies.ball.velocity.z"``). NaN is what was not measured.
    sought : iterable of str, or mapping
        Paths of what is sought; with a mapping the range ``[0, 1]`` or keys of ``[[parameter]]``.
    columns : mapping of mappings, optional
        Keys of ``[[column]]`` by name: ``{"vz": {"is": "bodies.ball.velocity.z", "noise": 0.01}}``.
    profile : bool
        Follow how the cost grows about each parameter, for intervals that need not be symmetric.
    compare : bool
        Fit every law that applies on a part of the rows and predict the rest, instead of a fit.
    **settings
        Keys of ``[fit]``: ``loss``, ``starts``, ``level``, ``folds``.

    Returns
    -------
    Fit or LawTable

    Raises
    ------
    SceneError
        If something is wrong with the fit file or the scene.
    ValueError
        If something is wrong with the measurements.

    Examples
    --------
    >>> ball = '''
    ... body = [{ name = "ball", mass = 1, velocity = [0, 0, -1] }, { name = "floor", fixed = true }]
    ... contact = [{ between = ["ball", "floor"], point = [0, 0, 0], normal = [0, 0, 1] }]
    ... '''
    >>> v = {"body.ball.velocity.z": [-1, -2, -3], "bodies.ball.velocity.z": [0.79, 1.62, 2.4]}
    >>> carom.fit(scene=ball, data=v, sought=["contact.0.restitution"])["contact.0.restitution"]
    0.802143 ± 0.0039
    """
    if (source is None) == (scene is None):
        raise TypeError("fit takes either a source or a scene")
    given: tuple[str | None, str | None, list[str]]
    if scene is not None:
        table = data if isinstance(data, Mapping) else None
        if data is None:
            raise TypeError("fit needs data beside a scene")
        document = {
            "scene": "the scene",
            "fit": {**settings, "data": "the table"},
            "parameter": _entries("at", sought),
            "column": _entries("name", columns or {}),
        }
        text, name = _sources.text_of(document)
        csv = _table(table) if table is not None else _read("", os.fspath(data))  # type: ignore[arg-type]
        given = (_sources.text_of(scene)[0], csv, [])
    else:
        if data is not None or settings or columns or list(sought):
            raise TypeError("a source holds its data, parameters and settings itself")
        assert source is not None  # one of both was given
        text, name = _sources.text_of(source)
        folder = os.path.dirname(name) if name != _sources.UNNAMED else ""
        scene_file, data_file, tracks = _native.fit_files(text, name)
        read = [None if file is None else _read(folder, file) for file in (scene_file, data_file)]
        given = (read[0], read[1], [_read(folder, file) if file else "" for file in tracks])
    if compare:
        return LawTable(*_native.fit_laws(text, name, *given))
    return Fit(*_native.fit(text, name, *given, profile))

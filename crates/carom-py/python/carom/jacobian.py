"""Exact derivatives of an impact."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import pandas
    from numpy.typing import NDArray

    from . import _native

__all__ = ["Jacobian", "Kink", "OneSided"]


class Kink(NamedTuple):
    """Where an outcome has no derivative in the usual sense: those given are of the branch that was taken."""

    #: When, in s.
    time: float
    #: Why: ``"coincidence"``, ``"at-rest"``, ``"grazing"``, ``"end-of-range"``, ``"fading"``, ``"redundancy"``,
    #: ``"border"``, ``"domain"`` or ``"tie"``; of a shot also ``"tilted"`` and ``"pressed"``.
    cause: str
    #: The contacts concerned.
    contacts: list[str]
    #: The columns concerned.
    columns: list[str]


class OneSided(NamedTuple):
    """A column of the matrix to one side of a kink: what the outcome does if that number grows, or falls."""

    #: Its name among the columns.
    column: str
    #: ``"more"`` if the number grows, ``"less"`` if it falls.
    side: str
    #: A slope for each row, in the unit of the row over that of the column; of what jumps, the one beside
    #: the jump. None if refused.
    slopes: NDArray[np.float64] | None
    #: The rows that jump to that side.
    jumps: list[str]
    #: How well the slopes are known, as a part of the largest.
    uncertainty: float | None
    #: Why there are no slopes.
    refused: str | None


class Jacobian:
    """Derivatives of what an impact leaves by all that it starts with. Made by `Result.jacobian`.

    Attributes
    ----------
    matrix : ndarray
        The derivatives over (row, column), each in the unit of its row over that of its column.
    rows, columns : list of str
        Their names, such as ``"ball.velocity.x"`` or ``"table.restitution"``.
    kinks : list of Kink
        Where the matrix is that of one branch only; empty if the outcome is smooth.
    one_sided : list of OneSided
        Of every column that a kink concerns, the slopes to either side, if they were asked for.

    Examples
    --------
    >>> j = carom.solve("scenes/bouncing-ball.toml").jacobian()
    >>> j.matrix.shape == (len(j.rows), len(j.columns))
    True
    """

    __slots__ = ("columns", "kinks", "matrix", "one_sided", "rows")

    def __init__(self, scene: _native.Scene, *, one_sided: bool = False) -> None:
        self.rows: list[str]
        self.columns: list[str]
        self.matrix: NDArray[np.float64]
        self.rows, self.columns, self.matrix, kinks, sides = scene.derivatives(one_sided)
        self.kinks = [Kink(*kink) for kink in kinks]
        self.one_sided = [OneSided(*side) for side in sides]

    def __getitem__(self, names: tuple[str, str]) -> float:
        row, column = names
        return float(self.matrix[_place(self.rows, row, "row"), _place(self.columns, column, "column")])

    def to_pandas(self) -> pandas.DataFrame:
        """The matrix with its names."""
        import pandas

        return pandas.DataFrame(self.matrix, index=self.rows, columns=self.columns)

    def __repr__(self) -> str:
        kinks = f", {len(self.kinks)} kinks" if self.kinks else ""
        return f"<carom.Jacobian: {len(self.rows)} by {len(self.columns)}{kinks}>"


def _place(names: list[str], name: str, what: str) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise KeyError(f"no {what} is called {name!r}: expected one of {', '.join(names)}") from None

"""Arrays whose rows have names, and energy ledgers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ByName", "Keyed", "Ledger"]


class Keyed:
    """Something whose attributes are its keys too, as in the documents: ``event.kind``, ``event["kind"]``."""

    def __getitem__(self, key: str) -> Any:
        if not isinstance(key, str) or key.startswith("_") or not hasattr(self, key):
            raise KeyError(key)
        return getattr(self, key)


class ByName(Mapping[str, "NDArray[np.float64]"]):
    """An array with a name for each row: ``v["upper"]``, ``v[0]``, ``numpy.asarray(v)``,
    ``dict(v)``.

    Attributes
    ----------
    array : ndarray
        All rows.
    names : tuple of str
        Their names, in order.
    """

    __slots__ = ("_places", "array", "names")

    def __init__(self, names: Sequence[str], array: NDArray[np.float64]) -> None:
        self.names = tuple(names)
        self.array = array
        self._places = {name: place for place, name in enumerate(self.names)}

    def __getitem__(self, key: str | int | Any) -> NDArray[np.float64]:
        """The row of that name; or what the array has at a number, a slice or a mask."""
        if isinstance(key, str):
            if key not in self._places:
                known = ", ".join(self.names)
                raise KeyError(f"there is no {key!r} here: expected one of {known}")
            key = self._places[key]
        row: NDArray[np.float64] = self.array[key]
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        import numpy as np

        if copy is False and dtype is not None and np.dtype(dtype) != self.array.dtype:
            raise ValueError(f"{self.array.dtype} numbers cannot be {dtype} without a copy")
        array = self.array.astype(dtype) if dtype is not None else self.array
        return array.copy() if copy else array

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return self.array.shape

    def __repr__(self) -> str:
        rows = ", ".join(f"{name!r}: {row.tolist()}" for name, row in self.items())
        return "{" + rows + "}"


class Ledger(Mapping[str, float]):
    """Where the energy went, in joules: ``energy.after``, ``energy["lost_in_friction"]``,
    ``dict(energy)``.

    ``before`` and ``after`` are the energy before and after, ``work`` is what fixed bodies that move
    put in, all other entries are losses. A mechanism knows the ``change`` only.
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[str, float]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: str) -> float:
        return self._entries[key]

    def __getattr__(self, key: str) -> float:
        if key.startswith("_"):
            raise AttributeError(key)
        try:
            return self._entries[key]
        except KeyError:
            known = ", ".join(self._entries)
            raise AttributeError(f"this ledger has no entry {key!r}: expected one of {known}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._entries]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._entries,)

    @property
    def imbalance(self) -> float:
        """What the ledger fails to account for, in joules: rounding."""
        if "imbalance" in self._entries:
            return self._entries["imbalance"]
        given = self._entries.get("before", -self._entries.get("change", 0.0)) + self._entries.get("work", 0.0)
        return given - sum(value for key, value in self._entries.items() if key not in {"before", "change", "work"})

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{key}: {value:.6g} J" for key, value in self.items()) + "}"

"""What a sweep varies and keeps, as it travels to workers: row i depends on this and on i alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .. import _native

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .table import Columns


@dataclass(frozen=True)
class Study:
    """The text of a scene, the keys that are varied, the results that are kept, and what random draws follow from."""

    text: str
    name: str
    settings: tuple[str, ...]
    columns: tuple[str, ...]
    draws: int
    seed: int

    @property
    def native(self) -> _native.Sweep:
        """The same in Rust, made once in every process."""
        return _made(self)

    def compute(self, start: int, stop: int, threads: int | None = None) -> Columns:
        """Rows from `start` up to `stop`, as columns."""
        return self.native.compute(start, stop, threads, None)


@lru_cache(maxsize=8)
def _made(study: Study) -> _native.Sweep:
    return _native.Sweep(study.text, study.name, list(study.settings), list(study.columns), study.draws, study.seed)


def written(samples: Mapping[str, str | ArrayLike] | Sequence[str]) -> tuple[str, ...]:
    """Settings as the command line writes them."""
    if isinstance(samples, str):
        return (samples,)
    if not isinstance(samples, Mapping):
        return tuple(samples)
    return tuple(f"{path}={_values(path, values)}" for path, values in samples.items())


def _values(path: str, values: Any) -> str:
    """A range, list or draw as text; numbers with as many digits as tell them apart from all others."""
    if isinstance(values, str):
        return values
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind not in "fiub" or array.ndim > 1:
        raise TypeError(f'{path}: expected numbers in a list, or a text such as "0:1:101" or "normal(0.9, 0.02)"')
    return ",".join(_number(number) for number in np.atleast_1d(array).tolist())


def _number(number: float | int | bool) -> str:
    return str(number).lower() if isinstance(number, bool) else repr(number)

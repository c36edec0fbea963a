"""How far long work has come, for those who wait for it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

#: True for a line on standard error, or a function that is told how many rows are done.
Progress: TypeAlias = "bool | Callable[[int], object]"

#: Seconds between two lines.
PAUSE = 0.1


@contextmanager
def reported(progress: Progress, total: int, what: str) -> Iterator[Callable[[int], object] | None]:
    """What is to be called with the number of rows done; nothing if nobody wants to know."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    start = shown = time.monotonic()

    def tell(done: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown < PAUSE and done < total:
            return
        shown = now
        spent = now - start
        left = spent * (total - done) / done if done else float("nan")
        sys.stderr.write(f"\r{done} of {total} {what}, {spent:.1f} s, {left:.1f} s left ")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\n")

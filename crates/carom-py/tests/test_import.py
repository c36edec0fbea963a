"""What a program pays for `import carom`."""

from __future__ import annotations

import inspect
import subprocess
import sys

import carom

HEAVY = ("numpy", "pandas", "xarray", "pyarrow", "PIL", "matplotlib", "dask", "ray", "concurrent.futures")


def said(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    loaded = said(f"import sys, carom; print([m for m in {HEAVY!r} if m in sys.modules])")
    assert loaded == "[]"


def test_an_import_takes_less_than_fifty_milliseconds() -> None:
    """The promise is about waiting. Processor time is what other work on the machine does not lengthen."""
    code = "import time; t = time.process_time(); import carom; print(time.process_time() - t)"
    best = min(float(said(code)) for _ in range(5))
    assert best < 0.05, f"{1e3 * best:.1f} ms"


def test_every_name_is_there_when_it_is_asked_for() -> None:
    asked = "import carom; print(all(hasattr(carom, name) for name in dir(carom)), carom.errors.SceneError)"
    assert said(asked) == "True <class 'carom.errors.SceneError'>"
    assert set(carom.__all__) <= set(dir(carom))
    assert not hasattr(carom, "sovle")


def test_help_is_worth_reading() -> None:
    for name in carom.__all__:
        thing = getattr(carom, name)
        if callable(thing):
            assert inspect.getdoc(thing), name
    for function in (carom.solve, carom.solve_batch, carom.shot, carom.shot_batch, carom.recover, carom.compare):
        text = inspect.getdoc(function) or ""
        for section in ("Parameters", "Returns", "Raises", "Examples"):
            assert f"{section}\n---" in text or function is carom.shot_batch, (function, section)

"""Where scenes come from: a file, a text, a dictionary."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypeAlias

from . import _native

#: A path, the text of a scene file, or a dictionary with its keys.
Source: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"

#: What messages call a scene that is in no file.
UNNAMED = "<scene>"


def is_text(source: str) -> bool:
    """Whether a string is the text of a scene and not the path of one: it has several lines, an
    equals sign, or nothing.
    """
    return "\n" in source or not source.strip() or ("=" in source and not os.path.exists(source))


def text_of(source: Source) -> tuple[str, str]:
    """The text of a scene, and what messages call it."""
    if isinstance(source, Mapping):
        return _native.toml(source), UNNAMED
    if isinstance(source, str) and is_text(source):
        return source, UNNAMED
    if not isinstance(source, str | os.PathLike):
        kind = type(source).__name__
        raise TypeError(f"a scene is a path, a text or a dictionary, not {kind}")
    path = os.fspath(source)
    with open(path, encoding="utf-8", newline="") as file:
        try:
            return file.read(), path
        except UnicodeDecodeError as error:
            raise UnicodeDecodeError(
                error.encoding, error.object, error.start, error.end, f"{path} is not UTF-8 text: {error.reason}"
            ) from None


def read(source: Source) -> _native.Scene:
    """Reads a scene."""
    return _native.Scene(*text_of(source))

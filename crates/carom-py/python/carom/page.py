"""The browser's page, with a scene in it: for notebooks, and as a file to send."""

from __future__ import annotations

import html
import json
import os
from pathlib import Path

from ._sources import Source, text_of

__all__ = ["StudioPage", "studio"]

#: Where the page holds the scene that it opens with, as a JSON string.
_PLACE = '<script type="text/plain" id="scene">'

#: The page, which `studio/build` leaves here and wheels carry.
_PAGE = Path(__file__).with_name("studio.html")


class StudioPage:
    """Carom Studio with a scene in it. A notebook shows it; `save` writes it as one file, which opens in any browser.

    The engine is in the page: nothing is asked of any server. A notebook that has shown one holds the whole page, some
    three megabytes.
    """

    __slots__ = ("_height", "html")

    def __init__(self, html: str, height: int) -> None:
        self.html = html
        self._height = height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page as one file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        held = html.escape(self.html, quote=True)
        size = f'width="100%" height="{self._height}" style="border: 0"'
        return f'<iframe srcdoc="{held}" title="Carom Studio" {size}></iframe>'

    def __repr__(self) -> str:
        return f"<Carom Studio, {len(self.html) / 1e6:.1f} MB>"


def studio(scene: Source | None = None, *, height: int = 720) -> StudioPage:
    """Opens a scene in the browser's page, inside the notebook.

    Parameters
    ----------
    scene : path, text or dictionary
        What the page opens with; its first example if nothing is given.
    height : int
        How high it stands in the notebook, in pixels.

    Raises
    ------
    FileNotFoundError
        If Carom was built without the page. `studio/build` in its sources builds it.
    """
    if not _PAGE.is_file():
        raise FileNotFoundError("Carom was built without the browser's page: `studio/build` in its sources builds it")
    text = _PAGE.read_text(encoding="utf-8")
    if scene is None:
        return StudioPage(text, height)
    before, place, after = text.partition(_PLACE)
    if not place:
        raise ValueError(f"{_PAGE} has no place for a scene: build it anew with `studio/build`")
    # The end of a script is recognised even inside a string.
    held = json.dumps(text_of(scene)[0]).replace("<", "\\u003c")
    return StudioPage(before + place + held + after, height)

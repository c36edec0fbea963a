"""Carom Studio, the browser's page."""

from __future__ import annotations

import html as markup
import os
from typing import TYPE_CHECKING

from . import _native, _sources
from .impact import Impact
from .motion import World

if TYPE_CHECKING:
    from ._sources import Source

__all__ = ["Studio", "studio"]

#: Height of the page in a notebook, in pixels.
HEIGHT = 700


class Studio:
    """The browser's page with a scene in it. A notebook shows it. Made by `carom.studio`.

    Attributes
    ----------
    html : str
        The whole page: one file, which asks no other host for anything.
    """

    __slots__ = ("html",)

    def __init__(self, html: str) -> None:
        self.html = html

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file that opens in any browser."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.html)

    def open(self) -> str:
        """Opens the page in a browser, from a temporary file.

        Returns
        -------
        str
            The path of that file.
        """
        import tempfile
        import webbrowser
        from pathlib import Path

        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".html", delete=False) as file:
            file.write(self.html)
        webbrowser.open(Path(file.name).as_uri())
        return file.name

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{markup.escape(self.html)}" style="width: 100%; height: {HEIGHT}px; border: 0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<carom.Studio: {len(self.html) / 1e6:.1f} MB of HTML; save() or open() it>"


def studio(scene: Source | Impact | World | None = None) -> Studio:
    """The scene in the browser: in space and in slow motion, with charts at a cursor and a slider for every number. The
    engine runs in the page, and nothing leaves the machine.

    Parameters
    ----------
    scene : path, str, mapping, Impact or World, optional
        What the page opens with.

    Returns
    -------
    Studio
        A notebook shows it; ``save`` writes it to one file, ``open`` opens it in a browser.

    Raises
    ------
    RuntimeError
        If Carom was compiled without the page, with what builds it.

    Examples
    --------
    >>> carom.studio("scenes/superball.toml").save("superball.html")  # doctest: +SKIP
    """
    if scene is None:
        return Studio(_native.studio_page())
    text = scene.toml if isinstance(scene, Impact | World) else _sources.text_of(scene)[0]
    return Studio(_native.studio_page(text))

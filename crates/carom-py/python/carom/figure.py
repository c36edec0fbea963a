"""Figures."""

from __future__ import annotations

import io
import os

from . import _native

__all__ = ["Figure"]


class Figure:
    """A finished figure. A notebook shows it; `save` writes it.

    Attributes
    ----------
    kind : str
        Which figure it is, such as ``"impulse-plane"``.
    svg : str
        The figure as an SVG document.
    """

    __slots__ = ("_picture",)

    def __init__(self, picture: _native.Picture) -> None:
        self._picture = picture

    @property
    def kind(self) -> str:
        """Which figure it is."""
        return self._picture.kind

    @property
    def svg(self) -> str:
        """The figure as an SVG document."""
        return self._picture.svg

    def png(self) -> bytes:
        """The bytes of a PNG file, two pixels for each of the drawing. No font has to be installed."""
        return self._picture.png()

    def pdf(self) -> bytes:
        """The bytes of a PDF file: lines and areas, for paper. No font has to be installed."""
        return self._picture.pdf()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the figure, in the format that the name ends with.

        Parameters
        ----------
        path : path
            ``.svg``, ``.pdf`` and ``.png`` are written by Carom; any other format by Pillow (``pip
            install pillow``), from the PNG: ``.jpg``, ``.webp``, ``.tiff``.
        """
        name = os.fspath(path)
        suffix = os.path.splitext(name)[1].lower()
        if suffix == ".svg":
            contents = self.svg.encode()
        elif suffix == ".png":
            contents = self.png()
        elif suffix == ".pdf":
            contents = self.pdf()
        else:
            contents = self._converted(name, suffix)
        with open(name, "wb") as file:
            file.write(contents)

    def _converted(self, name: str, suffix: str) -> bytes:
        try:
            from PIL import Image
        except ImportError:
            raise ValueError(
                f"cannot write {name}: expected .svg, .pdf or .png; other formats need Pillow (pip install pillow)"
            ) from None
        Image.init()
        format = Image.EXTENSION.get(suffix)
        if format is None or format not in Image.SAVE:
            raise ValueError(
                f"cannot tell what to write from the name {name}: expected .svg, .png, .pdf, .jpg or .webp"
            )
        contents = io.BytesIO()
        Image.open(io.BytesIO(self.png())).convert("RGB").save(contents, format=format)
        return contents.getvalue()

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<carom.Figure {self.kind}>"

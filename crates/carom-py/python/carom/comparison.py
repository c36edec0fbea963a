"""One impact under every law."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _native, _sources
from .figure import Figure
from .impact import Impact

if TYPE_CHECKING:
    import pandas

    from ._sources import Source

__all__ = ["Comparison", "compare"]


class Comparison:
    """What every law says of one impact. Made by `carom.compare`."""

    def __init__(self, scene: _native.Scene) -> None:
        self._scene = scene
        self._json, self._text = scene.compare()

    @cached_property
    def document(self) -> dict[str, Any]:
        """The JSON document of ``carom compare --json``, as a dictionary."""
        document: dict[str, Any] = json.loads(self._json)
        return document

    def json(self) -> str:
        """The JSON document of ``carom compare --json``."""
        return self._json

    def report(self) -> str:
        """The table of ``carom compare``, as text."""
        return self._text

    @property
    def laws(self) -> list[str]:
        """Names of the laws, those without an answer among them."""
        return [model["name"] for model in self.document["models"]]

    def __getitem__(self, law: str) -> dict[str, Any]:
        """All that the document says of a law: velocities, impulses, energy kept, whether it is permissible."""
        for model in self.document["models"]:
            if model["name"] == law:
                found: dict[str, Any] = model
                return found
        raise KeyError(f"there is no law {law!r}: expected one of {', '.join(self.laws)}")

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each law and contact that has an answer: impulse (N s) and
        velocity after (m/s) along (t1, t2, n), the part of the energy that is kept, the restitution
        seen, and which conditions are broken.
        """
        import pandas

        return pandas.DataFrame(
            [
                {
                    "law": model["name"],
                    "contact": name,
                    **{f"impulse_{a}": x for a, x in zip(("t1", "t2", "n"), contact["impulse"], strict=True)},
                    **{f"velocity_{a}": x for a, x in zip(("t1", "t2", "n"), contact["velocity_after"], strict=True)},
                    "energy_kept": model["energy_kept"],
                    "restitution": contact.get("restitution"),
                    "mode": contact["mode"],
                    "permissible": model["permissible"],
                    "breaches": ", ".join(breach["condition"] for breach in model["breaches"]),
                }
                for model in self.document["models"]
                if model["outcome"] == "answer"
                for name, contact in zip(self._scene.contact_names, model["contacts"], strict=True)
            ]
        )

    def plot(self) -> Figure:
        """What all laws say: of one contact in its impulse space, of several contact by contact."""
        return Figure(self._scene.laws())

    def __repr__(self) -> str:
        answers = sum(model["outcome"] == "answer" for model in self.document["models"])
        return f"<carom.Comparison: {answers} of {len(self.laws)} laws have an answer>"

    def __str__(self) -> str:
        return self._text

    def __reduce__(self) -> tuple[Any, ...]:
        return _compared_again, (self._scene.text, self._scene.name)


def _compared_again(text: str, name: str) -> Comparison:
    return Comparison(_native.Scene(text, name))


def compare(scene: Source | Impact) -> Comparison:
    """What every law says of one impact: those of Newton, Routh, Whittaker, Smith, Brach, Pfeiffer
    and Glocker, Chatterjee and Ruina, the bilinear law, and the simultaneous models with rigid and
    compliant friction.

    Parameters
    ----------
    scene : path, str, mapping or Impact
        Whatever its own ``method`` is.

    Returns
    -------
    Comparison
        ``print`` it for the table, ``plot()`` it for the permissible region.

    Raises
    ------
    SceneError
        If something is wrong with the scene.

    Examples
    --------
    >>> c = carom.compare("scenes/impulse-generic.toml")
    >>> c["whittaker"]["permissible"]
    False
    """
    return scene.compare() if isinstance(scene, Impact) else Impact._of(_sources.read(scene)).compare()

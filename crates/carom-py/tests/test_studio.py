"""The browser's page with a scene in it."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from given import SCENES

import carom

PAGE = '<!doctype html><title>Carom Studio</title><script type="text/plain" id="scene"></script>'


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page in the folder where we are; one that came with the module goes before it."""
    (tmp_path / "studio" / "dist").mkdir(parents=True)
    (tmp_path / "studio" / "dist" / "index.html").write_text(PAGE)
    monkeypatch.chdir(tmp_path)


def held(html: str) -> str:
    """The scene that a page opens with."""
    text = html.split('id="scene">', 1)[1].split("</script>", 1)[0]
    return str(json.loads(text)) if text else ""


@pytest.mark.usefixtures("page")
def test_the_page_opens_with_the_scene(tmp_path: Path) -> None:
    path = SCENES / "superball.toml"
    studio = carom.studio(path)
    assert held(studio.html) == path.read_text()
    assert held(unescape(studio._repr_html_())) == path.read_text()
    assert held(carom.studio(carom.Impact.from_scene(path)).html) == path.read_text()
    assert held(carom.studio().html) == ""
    studio.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == studio.html


@pytest.mark.usefixtures("page")
def test_a_scene_cannot_end_the_script_that_holds_it() -> None:
    text = 'title = "</script><b>"\n'
    assert held(carom.studio(text).html) == text

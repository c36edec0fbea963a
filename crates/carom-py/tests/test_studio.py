"""The browser's page in a notebook."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

import carom

PAGE = '<body><script type="text/plain" id="scene"></script><b>&amp;</b></body>'


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "studio.html"
    path.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr("carom.page._PAGE", path)


@pytest.mark.usefixtures("page")
def test_the_page_holds_the_scene_and_no_scene_can_end_its_script() -> None:
    shown = carom.studio('title = "</script><b>"\n')
    held = shown.html.split('id="scene">')[1].split("</script>")[0]
    assert json.loads(held) == 'title = "</script><b>"\n'
    assert shown.html.count("</script>") == 1


@pytest.mark.usefixtures("page")
def test_a_notebook_shows_the_page_in_a_frame_of_its_own() -> None:
    frame = carom.studio(height=300)._repr_html_()
    assert 'height="300"' in frame
    assert html.unescape(frame.split('srcdoc="')[1].split('"')[0]) == PAGE


@pytest.mark.usefixtures("page")
def test_the_page_is_written_as_one_file(tmp_path: Path) -> None:
    carom.studio().save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == PAGE


def test_without_the_page_the_command_that_builds_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carom.page._PAGE", tmp_path / "none.html")
    with pytest.raises(FileNotFoundError, match="studio/build"):
        carom.studio()

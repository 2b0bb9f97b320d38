"""Tests of ui/notes/file_page.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.notes.file_page import OtherFilePage
from vaultdesk.ui.widgets.labels import PlainLabel


@on_qt_loop
async def test_a_file_that_vanishes_is_said_to_be_gone_and_may_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        file = at.root / "talk.mp3"
        file.write_bytes(b"x" * 100)
        page = OtherFilePage(at.vault, "talk.mp3")
        page.show()
        await until(lambda: page.body.currentWidget() not in (None, page.error_state))
        file.unlink()
        page.hide()
        page.show()
        await until(lambda: page.body.currentWidget() is page.error_state)
        assert not page.outside.isEnabled()
        file.write_bytes(b"y")
        page.check_file()
        await until(lambda: page.body.currentWidget() is not page.error_state)
        page.close()
        page.deleteLater()


@on_qt_loop
async def test_sound_is_told_with_its_size_and_its_day(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "talk.mp3").write_bytes(b"x" * 2048)
        page = OtherFilePage(at.vault, "talk.mp3")
        page.show()
        await until(lambda: page.body.currentWidget() is not page.error_state)
        words = [label.text() for label in page.words.findChildren(PlainLabel)]
        assert words[0] == "talk.mp3"
        assert words[1].startswith("Sound · ")
        page.close()
        page.deleteLater()

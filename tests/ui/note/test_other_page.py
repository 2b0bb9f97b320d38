from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.note.other_page import OtherPage
from vaultdesk.ui.widgets.labels import PlainLabel


@on_qt_loop
async def test_sound_is_told_with_its_size_and_its_day(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "talk.mp3").write_bytes(b"x" * 2048)
        page = OtherPage(at.vault, "talk.mp3")
        page.show()
        await until(lambda: page.body.currentWidget() is not page.trouble)
        words = [label.text() for label in page.words.findChildren(PlainLabel)]
        assert words[0] == "talk.mp3"
        assert words[1].startswith("Sound · ")
        page.close()
        page.deleteLater()

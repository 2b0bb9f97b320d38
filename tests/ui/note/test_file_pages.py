from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from tests.ui.note.test_picture_reading import png
from vaultdesk.ui.note.other_page import OtherPage
from vaultdesk.ui.note.picture_page import PicturePage
from vaultdesk.ui.note.tab_session import tabs_of


@on_qt_loop
async def test_files_are_opened_by_pages_of_their_own_once_each(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "plan.png").write_bytes(png(30, 20))
        await at.area.show_note("Boiler.md")
        for path in ("plan.png", "talk.mp3", "plan.png"):
            at.area.open(path)
        assert [type(widget) for widget in at.area.widgets[1:]] == [PicturePage, OtherPage]
        assert at.area.tabs.current() == 1
        assert [tab.path for tab in tabs_of(at.area).sides[0].tabs] == ["Boiler.md", "plan.png", "talk.mp3"]

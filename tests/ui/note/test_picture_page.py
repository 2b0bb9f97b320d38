from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from tests.ui.note.test_picture_reading import png
from vaultdesk.ui.note.picture_page import PicturePage


@on_qt_loop
async def test_a_picture_is_shown_and_a_broken_one_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "plan.png").write_bytes(png(30, 20))
        page = PicturePage(at.vault, "plan.png")
        page.show()
        await until(lambda: page.body.currentWidget() is page.view)
        assert page.facts.text().startswith("30 × 20")
        (at.root / "plan.png").write_bytes(b"broken")
        page.look()
        await until(lambda: page.body.currentWidget() is page.trouble)
        page.close()
        page.deleteLater()

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.note.folder_popup import entries_of, offer_folder


def test_folders_come_before_notes() -> None:
    paths = ["A/b.md", "A/C/d.md", "A/C/e.md", "A/a.md", "AB/x.md", "root.md"]
    assert [entry.key for entry in entries_of(paths, "A")] == ["A/C/", "A/a.md", "A/b.md"]
    assert [entry.key for entry in entries_of(paths, "")] == ["A/", "AB/", "root.md"]


@on_qt_loop
async def test_a_note_of_the_folder_is_opened(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        opened: list[str] = []
        popup = await offer_folder(at.searcher, "Garden", at.area, "", opened.append)
        assert popup is not None
        popup.list.choose_current()
        assert opened == ["Garden/Apples.md"]

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until


@on_qt_loop
async def test_a_press_on_a_box_ticks_the_task_in_the_file(tmp_path: Path) -> None:
    async with desk(tmp_path, {"List.md": "words\n\n- [ ] one\n- [ ] two\n"}) as at:
        page = await at.area.show_note("List.md")
        reader = page.reader
        places = (QPoint(x, y) for y in range(0, 400, 4) for x in range(0, 400, 4))
        box = next(place for place in places if reader.task_at(place) == 1)
        QTest.mouseClick(reader.viewport(), Qt.MouseButton.LeftButton, pos=box)
        await until(lambda: at.on_disk("List.md").endswith("- [ ] one\n- [x] two\n"))
        await until(lambda: "- [x] two" in (page.text or ""))


@on_qt_loop
async def test_tasks_of_an_embedded_note_are_not_ticked_and_not_counted(tmp_path: Path) -> None:
    notes = {"List.md": "![[Other]]\n\n- [ ] own\n", "Other.md": "- [ ] other\n"}
    async with desk(tmp_path, notes) as at:
        reader = (await at.area.show_note("List.md")).reader
        assert [piece.text for piece in reader.document_shown.pieces] == ["Other", "other", "own"]
        found = {reader.task_at(QPoint(x, y)) for y in range(0, 400, 4) for x in range(0, 400, 4)}
        assert found == {-1, 0}
        places = (QPoint(x, y) for y in range(0, 400, 4) for x in range(0, 400, 4))
        box = next(place for place in places if reader.task_at(place) == 0)
        QTest.mouseClick(reader.viewport(), Qt.MouseButton.LeftButton, pos=box)
        await until(lambda: at.on_disk("List.md").endswith("- [x] own\n"))
        assert at.on_disk("Other.md") == "- [ ] other\n"

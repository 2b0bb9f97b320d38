"""Tests of ui/notes/reading_view.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest

from tests.support.pictures import SVG, USE_BOMB
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import desk
from vaultdesk.core.errors import NoteConflict
from vaultdesk.ui.notes.reading_view import (
    MAX_SHOWN_LENGTH,
    MAX_SHOWN_LINES,
    PICTURE_SIDE,
    LinkTargets,
    NoteReader,
    open_web,
    render_note,
    task_line,
    with_box_toggled,
)
from vaultdesk.ui.rendering.drawing_process import DrawingProcesses
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.vault.note_path import NotePath

NOTE = """---
a: 1
---
%% - [ ] hidden %%
- [ ] first
- no task
  - [x] inside

> - [/] half
>   more

```
- [ ] code
```

1. [ ] numbered
"""

LINES = NOTE.split("\n")


def test_each_task_that_is_shown_is_found_on_its_line() -> None:
    found = [task_line(NOTE, number, 10_000) for number in range(5)]

    assert [LINES[line] if line is not None else None for line in found] == [
        "- [ ] first",
        "  - [x] inside",
        "> - [/] half",
        "1. [ ] numbered",
        None,
    ]


def test_a_task_is_ticked_and_any_sign_taken_away() -> None:
    assert with_box_toggled("- [ ] a\n- [ ] b", 1, "- [ ] b") == "- [ ] a\n- [x] b"
    assert with_box_toggled("> - [/] half [x]", 0, "> - [/] half [x]") == "> - [ ] half [x]"


def test_a_line_that_is_another_by_now_is_left_alone() -> None:
    with pytest.raises(NoteConflict):
        with_box_toggled("- [ ] other", 0, "- [ ] a")


PATH = NotePath("F/Boiler.md")


def test_a_title_that_repeats_the_name_is_shown_once() -> None:
    assert [element.text for element in render_note(PATH, "---\na: b\n---\n# Boiler\n\ntext").plan] == ["text"]
    assert [element.text for element in render_note(PATH, "# Other\n\ntext").plan] == ["Other", "text"]


def test_a_very_long_note_is_shown_by_its_beginning() -> None:
    reading = render_note(PATH, "some words\n\n" * 60_000)
    assert reading.is_cut
    assert reading.word_count == 120_000
    assert sum(len(element.text) for element in reading.plan) < MAX_SHOWN_LENGTH


def test_a_note_of_very_many_lines_is_shown_by_its_beginning() -> None:
    reading = render_note(PATH, "- item\n" * 50_000)
    assert reading.is_cut
    assert len(reading.plan) == MAX_SHOWN_LINES


@on_qt_loop
async def test_links_are_known_after_asking(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        around = LinkTargets(at.vault, at.searcher)
        plan = plan_of("[[Budget]] [[Gone]] [[#Here]]")
        assert await around.learn_links(NotePath("Boiler.md"), plan)
        assert not await around.learn_links(NotePath("Boiler.md"), plan)
        assert (around.resolves("Budget#x"), around.resolves("Gone"), around.resolves("#Here")) == (True, False, True)


@on_qt_loop
async def test_a_link_to_a_file_that_is_no_note_is_good_where_the_file_is_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "Garden" / "files").mkdir()
        (at.root / "Garden" / "files" / "manual.pdf").write_bytes(b"x")
        around, path = LinkTargets(at.vault, at.searcher), NotePath("Garden/Apples.md")
        plan = plan_of("[[manual.pdf#page=2]] [m](files/manual.pdf) [g](../Garden/files/manual.pdf) [[gone.pdf]]")
        names = ("manual.pdf", "files/manual.pdf", "../Garden/files/manual.pdf", "gone.pdf")
        await around.learn_links(path, plan)
        assert all(map(around.resolves, names)), "not looked for yet, all are taken as good"
        assert await around.learn_files(path, plan)
        assert [around.resolves(name) for name in names] == [True, True, True, False]
        assert not await around.learn_files(path, plan)
        await around.learn_links(NotePath("Boiler.md"), plan)
        assert around.resolves("gone.pdf"), "seen from another note it may be there"


@on_qt_loop
async def test_pictures_of_the_vault_are_read_and_made_small(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "Garden" / "pics").mkdir()
        QImage(5000, 10, QImage.Format.Format_RGB32).save(str(at.root / "Garden" / "pics" / "wide.png"))
        (at.root / "Garden" / "bad.png").write_bytes(b"no picture")
        around = LinkTargets(at.vault, at.searcher)
        plan = plan_of("![[pics/wide.png]] ![[bad.png]] ![[../../etc/x.png]] ![[gone.png]]")
        assert await around.learn_pictures(NotePath("Garden/Apples.md"), plan)
        image = around.picture("pics/wide.png")
        assert isinstance(image, QImage)
        assert image.width() == PICTURE_SIDE
        assert around.picture("bad.png") is None
        assert around.picture("../../etc/x.png") is None


@on_qt_loop
async def test_a_picture_is_found_by_its_name_alone(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        for place in ("Far/away/deep/plan.png", "Far/plan.png"):
            (at.root / place).parent.mkdir(parents=True, exist_ok=True)
            side = 30 if place.startswith("Far/plan") else 10
            QImage(side, side, QImage.Format.Format_RGB32).save(str(at.root / place))
        around = LinkTargets(at.vault, at.searcher)
        assert await around.learn_pictures(NotePath("Garden/Apples.md"), plan_of("![[plan.png]]"))
        picture = around.picture("plan.png")
        assert isinstance(picture, QImage)
        assert picture.width() == 30


@on_qt_loop
async def test_t9_drawings_in_a_note_are_drawn_by_a_child_and_a_bomb_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    monkeypatch.setattr("vaultdesk.ui.notes.reading_view.drawing_processes", lambda: processes)
    async with desk(tmp_path) as at:
        (at.root / "bomb.svg").write_bytes(USE_BOMB)
        (at.root / "named.png").write_bytes(USE_BOMB)
        (at.root / "plan.svg").write_bytes(SVG.format("<rect width='20' height='10' fill='red'/>").encode())
        reader = NoteReader(at.vault, at.searcher)
        reader.resize(600, 400)
        reader.show()
        text = "![[plan.svg]] before\n\n![[bomb.svg]] after\n\n![[named.png]]"
        await reader.show_note(NotePath("Drawn.md"), text)
        await reader.learn()
        await until(lambda: reader._drawing is not None and reader._drawing.done())
        shown = reader.rendered_document.toPlainText()
        assert shown.startswith("\N{OBJECT REPLACEMENT CHARACTER} before")
        assert "bomb.svg · This picture takes too long to display Open after" in shown
        assert "named.png · This picture takes too long to display Open" in shown
        drawn = reader._link_targets.picture("plan.svg")
        assert isinstance(drawn, QImage)
        assert drawn.deviceIndependentSize().toSize().toTuple() == (20, 10)
        reader.close()
        reader.deleteLater()


@on_qt_loop
async def test_a_note_is_shown_with_its_words_counted(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        reader = NoteReader(at.vault, at.searcher)
        reader.resize(700, 400)
        reader.show()
        await reader.show_note(NotePath("Boiler.md"), at.on_disk("Boiler.md"))
        assert "The boiler leaks" in reader.toPlainText()
        assert reader.word_count == 7
        await reader.learn()
        reader.deleteLater()


@on_qt_loop
async def test_a_later_note_wins_over_an_earlier_slow_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        reader = NoteReader(at.vault, at.searcher)
        await reader.show_note(NotePath("a.md"), "word\n\n" * 2000)
        assert len(reader.rendered_document.elements) == 2000
        reader.go_to("", "", 5000)
        await reader.show_note(NotePath("b.md"), "# One\n\n" + "text\n\n" * 100 + "# Two\n\nquoted words here")
        reader.go_to("Two", "", 0)
        assert reader.passage() is not None
        reader.go_to("", "quoted words here", 0)
        found = reader.passage()
        assert found is not None
        assert reader.rendered_document.elements[found.start].text == "quoted words here"
        reader.deleteLater()


def test_only_web_addresses_reach_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    for address in ("https://a.b", "file:///etc/passwd", "note:x", "mailto:a@b.c", "vscode://x"):
        open_web(address)
    assert opened == ["https://a.b", "mailto:a@b.c"]


@on_qt_loop
async def test_what_is_embedded_is_shown_as_it_is_now(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Home.md": "x", "Part.md": "first"}) as at:
        reader = NoteReader(at.vault, at.searcher)
        await reader.show_note(NotePath("Home.md"), "own\n\n![[Part]]\n\nend")
        assert reader.toPlainText().split("\n") == ["own", "Part", "first", "end"]
        (at.root / "Part.md").write_text("second", encoding="utf-8")
        await reader.learn()
        assert reader.toPlainText().split("\n") == ["own", "Part", "second", "end"]
        (at.root / "Part.md").unlink()
        await reader.learn()
        assert reader.toPlainText().split("\n") == ["own", "Part", "end"]
        reader.deleteLater()


@on_qt_loop
async def test_much_that_changed_elsewhere_is_written_bit_by_bit_where_it_is_read(tmp_path: Path) -> None:
    many = "".join(f"line {number}\n\n" for number in range(2_000))
    async with desk(tmp_path, {"Home.md": "x", "Part.md": "first"}) as at:
        reader = NoteReader(at.vault, at.searcher)
        reader.resize(700, 400)
        reader.show()
        await reader.show_note(NotePath("Home.md"), f"![[Part]]\n\n{many}")
        reader.go_to("", "", 3_000)
        (at.root / "Part.md").write_text("second", encoding="utf-8")
        learning = asyncio.ensure_future(reader.learn())
        seen: set[int] = set()
        while not learning.done():
            seen.add(len(reader.rendered_document.elements))
            await asyncio.sleep(0)
        assert "second" in reader.toPlainText()
        assert min(seen) < 2_002, "the loop had turns while it was written"
        assert (len(reader.rendered_document.elements), reader.scrolled()) == (2_002, 3_000)
        assert "second" in reader.toPlainText()
        assert reader.viewport().updatesEnabled()
        reader.deleteLater()


@on_qt_loop
async def test_a_file_that_came_later_is_shown_when_the_note_is(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Home.md": "x"}) as at:
        reader = NoteReader(at.vault, at.searcher)
        for shown in ("late.pdf", "late.pdf\nPDF · 1 byte · Open"):
            await reader.show_note(NotePath("Home.md"), "![[late.pdf]]")
            assert reader.toPlainText().lstrip("\n") == shown
            (at.root / "late.pdf").write_bytes(b"x")
        (at.root / "late.pdf").unlink()
        await reader.learn()
        assert reader.toPlainText() == "late.pdf"
        reader.deleteLater()


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
        assert [element.text for element in reader.rendered_document.elements] == ["Other", "other", "own"]
        found = {reader.task_at(QPoint(x, y)) for y in range(0, 400, 4) for x in range(0, 400, 4)}
        assert found == {-1, 0}
        places = (QPoint(x, y) for y in range(0, 400, 4) for x in range(0, 400, 4))
        box = next(place for place in places if reader.task_at(place) == 0)
        QTest.mouseClick(reader.viewport(), Qt.MouseButton.LeftButton, pos=box)
        await until(lambda: at.on_disk("List.md").endswith("- [x] own\n"))
        assert at.on_disk("Other.md") == "- [ ] other\n"

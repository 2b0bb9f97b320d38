"""Tests of ui/notes/reading_view.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest

from tests.support.pictures import SVG, USE_BOMB
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
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


def test_each_visible_task_is_mapped_to_its_line() -> None:
    found = [task_line(NOTE, number, 10_000) for number in range(5)]

    assert [LINES[line] if line is not None else None for line in found] == [
        "- [ ] first",
        "  - [x] inside",
        "> - [/] half",
        "1. [ ] numbered",
        None,
    ]


def test_an_open_task_is_checked_and_any_other_state_is_cleared() -> None:
    assert with_box_toggled("- [ ] a\n- [ ] b", 1, "- [ ] b") == "- [ ] a\n- [x] b"
    assert with_box_toggled("> - [/] half [x]", 0, "> - [/] half [x]") == "> - [ ] half [x]"


def test_toggling_a_line_that_changed_raises_a_conflict() -> None:
    with pytest.raises(NoteConflict):
        with_box_toggled("- [ ] other", 0, "- [ ] a")


PATH = NotePath("F/Boiler.md")


def test_a_heading_equal_to_the_note_name_is_omitted() -> None:
    assert [element.text for element in render_note(PATH, "---\na: b\n---\n# Boiler\n\ntext").plan] == ["text"]
    assert [element.text for element in render_note(PATH, "# Other\n\ntext").plan] == ["Other", "text"]


def test_a_very_long_note_is_truncated() -> None:
    rendered = render_note(PATH, "some words\n\n" * 60_000)
    assert rendered.is_cut
    assert rendered.word_count == 120_000
    assert sum(len(element.text) for element in rendered.plan) < MAX_SHOWN_LENGTH


def test_a_note_with_very_many_lines_is_truncated() -> None:
    rendered = render_note(PATH, "- item\n" * 50_000)
    assert rendered.is_cut
    assert len(rendered.plan) == MAX_SHOWN_LINES


@on_qt_loop
async def test_links_are_resolved_once_they_are_learned(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        link_targets = LinkTargets(env.vault, env.searcher)
        plan = plan_of("[[Budget]] [[Gone]] [[#Here]]")
        assert await link_targets.learn_links(NotePath("Boiler.md"), plan)
        assert not await link_targets.learn_links(NotePath("Boiler.md"), plan)
        assert (link_targets.resolves("Budget#x"), link_targets.resolves("Gone"), link_targets.resolves("#Here")) == (
            True,
            False,
            True,
        )


@on_qt_loop
async def test_a_link_to_a_file_that_is_not_a_note_resolves_if_the_file_exists(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "Garden" / "files").mkdir()
        (env.root / "Garden" / "files" / "manual.pdf").write_bytes(b"x")
        link_targets, path = LinkTargets(env.vault, env.searcher), NotePath("Garden/Apples.md")
        plan = plan_of("[[manual.pdf#page=2]] [m](files/manual.pdf) [g](../Garden/files/manual.pdf) [[gone.pdf]]")
        names = ("manual.pdf", "files/manual.pdf", "../Garden/files/manual.pdf", "gone.pdf")
        await link_targets.learn_links(path, plan)
        assert all(map(link_targets.resolves, names)), "links count as resolved before the lookup"
        assert await link_targets.learn_files(path, plan)
        assert [link_targets.resolves(name) for name in names] == [True, True, True, False]
        assert not await link_targets.learn_files(path, plan)
        await link_targets.learn_links(NotePath("Boiler.md"), plan)
        assert link_targets.resolves("gone.pdf"), "the result does not apply to another note"


@on_qt_loop
async def test_pictures_of_the_vault_are_read_and_scaled_down(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "Garden" / "pics").mkdir()
        QImage(5000, 10, QImage.Format.Format_RGB32).save(str(env.root / "Garden" / "pics" / "wide.png"))
        (env.root / "Garden" / "bad.png").write_bytes(b"no picture")
        link_targets = LinkTargets(env.vault, env.searcher)
        plan = plan_of("![[pics/wide.png]] ![[bad.png]] ![[../../etc/x.png]] ![[gone.png]]")
        assert await link_targets.learn_pictures(NotePath("Garden/Apples.md"), plan)
        image = link_targets.picture("pics/wide.png")
        assert isinstance(image, QImage)
        assert image.width() == PICTURE_SIDE
        assert link_targets.picture("bad.png") == "This picture cannot be shown here."
        assert link_targets.picture("../../etc/x.png") is None


@on_qt_loop
async def test_a_picture_is_found_by_its_name_alone(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        for path in ("Far/away/deep/plan.png", "Far/plan.png"):
            (env.root / path).parent.mkdir(parents=True, exist_ok=True)
            side = 30 if path.startswith("Far/plan") else 10
            QImage(side, side, QImage.Format.Format_RGB32).save(str(env.root / path))
        link_targets = LinkTargets(env.vault, env.searcher)
        assert await link_targets.learn_pictures(NotePath("Garden/Apples.md"), plan_of("![[plan.png]]"))
        picture = link_targets.picture("plan.png")
        assert isinstance(picture, QImage)
        assert picture.width() == 30


@on_qt_loop
async def test_t9_svg_files_in_a_note_are_rendered_in_a_child_process_and_a_bomb_shows_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    monkeypatch.setattr("vaultdesk.ui.notes.reading_view.drawing_processes", lambda: processes)
    async with open_note_area(tmp_path) as env:
        (env.root / "bomb.svg").write_bytes(USE_BOMB)
        (env.root / "named.png").write_bytes(USE_BOMB)
        (env.root / "plan.svg").write_bytes(SVG.format("<rect width='20' height='10' fill='red'/>").encode())
        reader = NoteReader(env.vault, env.searcher)
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
        picture = reader._link_targets.picture("plan.svg")
        assert isinstance(picture, QImage)
        assert picture.deviceIndependentSize().toSize().toTuple() == (20, 10)
        reader.close()
        reader.deleteLater()


@on_qt_loop
async def test_showing_a_note_counts_its_words(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        reader = NoteReader(env.vault, env.searcher)
        reader.resize(700, 400)
        reader.show()
        await reader.show_note(NotePath("Boiler.md"), env.on_disk("Boiler.md"))
        assert "The boiler leaks" in reader.toPlainText()
        assert reader.word_count == 7
        await reader.learn()
        reader.deleteLater()


@on_qt_loop
async def test_a_later_note_replaces_an_earlier_one_and_its_passages_are_found(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        reader = NoteReader(env.vault, env.searcher)
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


def test_only_web_and_mail_addresses_are_opened_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    for address in ("https://a.b", "file:///etc/passwd", "note:x", "mailto:a@b.c", "vscode://x"):
        open_web(address)
    assert opened == ["https://a.b", "mailto:a@b.c"]


@on_qt_loop
async def test_embedded_notes_are_updated_when_their_files_change(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"Home.md": "x", "Part.md": "first"}) as env:
        reader = NoteReader(env.vault, env.searcher)
        await reader.show_note(NotePath("Home.md"), "own\n\n![[Part]]\n\nend")
        assert reader.toPlainText().split("\n") == ["own", "Part", "first", "end"]
        (env.root / "Part.md").write_text("second", encoding="utf-8")
        await reader.learn()
        assert reader.toPlainText().split("\n") == ["own", "Part", "second", "end"]
        (env.root / "Part.md").unlink()
        await reader.learn()
        assert reader.toPlainText().split("\n") == ["own", "Part", "end"]
        reader.deleteLater()


@on_qt_loop
async def test_a_large_update_of_embeds_is_applied_incrementally_at_the_scroll_position(tmp_path: Path) -> None:
    many = "".join(f"line {number}\n\n" for number in range(2_000))
    async with open_note_area(tmp_path, {"Home.md": "x", "Part.md": "first"}) as env:
        reader = NoteReader(env.vault, env.searcher)
        reader.resize(700, 400)
        reader.show()
        await reader.show_note(NotePath("Home.md"), f"![[Part]]\n\n{many}")
        reader.go_to("", "", 3_000)
        (env.root / "Part.md").write_text("second", encoding="utf-8")
        learning = asyncio.ensure_future(reader.learn())
        seen: set[int] = set()
        while not learning.done():
            seen.add(len(reader.rendered_document.elements))
            await asyncio.sleep(0)
        assert "second" in reader.toPlainText()
        assert min(seen) < 2_002, "the event loop ran during the update"
        assert (len(reader.rendered_document.elements), reader.scrolled()) == (2_002, 3_000)
        assert "second" in reader.toPlainText()
        assert reader.viewport().updatesEnabled()
        reader.deleteLater()


@on_qt_loop
async def test_a_file_created_later_is_shown_when_the_note_is_shown_again(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"Home.md": "x"}) as env:
        reader = NoteReader(env.vault, env.searcher)
        for shown in ("late.pdf", "late.pdf\nPDF · 1 byte · Open"):
            await reader.show_note(NotePath("Home.md"), "![[late.pdf]]")
            assert reader.toPlainText().lstrip("\n") == shown
            (env.root / "late.pdf").write_bytes(b"x")
        (env.root / "late.pdf").unlink()
        await reader.learn()
        assert reader.toPlainText() == "late.pdf"
        reader.deleteLater()


@on_qt_loop
async def test_clicking_a_checkbox_checks_the_task_in_the_file(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"List.md": "words\n\n- [ ] one\n- [ ] two\n"}) as env:
        page = await env.area.show_note("List.md")
        reader = page.reader
        points = (QPoint(x, y) for y in range(0, 400, 4) for x in range(0, 400, 4))
        checkbox = next(point for point in points if reader.task_at(point) == 1)
        QTest.mouseClick(reader.viewport(), Qt.MouseButton.LeftButton, pos=checkbox)
        await until(lambda: env.on_disk("List.md").endswith("- [ ] one\n- [x] two\n"))
        await until(lambda: "- [x] two" in (page.text or ""))


@on_qt_loop
async def test_tasks_of_an_embedded_note_cannot_be_checked_and_are_not_numbered(tmp_path: Path) -> None:
    notes = {"List.md": "![[Other]]\n\n- [ ] own\n", "Other.md": "- [ ] other\n"}
    async with open_note_area(tmp_path, notes) as env:
        reader = (await env.area.show_note("List.md")).reader
        assert [element.text for element in reader.rendered_document.elements] == ["Other", "other", "own"]
        found = {reader.task_at(QPoint(x, y)) for y in range(0, 400, 4) for x in range(0, 400, 4)}
        assert found == {-1, 0}
        points = (QPoint(x, y) for y in range(0, 400, 4) for x in range(0, 400, 4))
        checkbox = next(point for point in points if reader.task_at(point) == 0)
        QTest.mouseClick(reader.viewport(), Qt.MouseButton.LeftButton, pos=checkbox)
        await until(lambda: env.on_disk("List.md").endswith("- [x] own\n"))
        assert env.on_disk("Other.md") == "- [ ] other\n"

"""Tests of ui/review/file_checklist.py."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import RESULTS
from tests.support.words import words_of
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.tools.network_tool import ResultChoice, result_choice
from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.review.file_checklist import (
    CARD_ROW_HEIGHT,
    CARD_ROWS,
    MAX_PREVIEW_CHARACTERS,
    MAX_RESULT_TITLE,
    ROW_HEIGHT,
    FileChecklist,
    FilePreview,
    file_tokens_text,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.lists.row_list import RowList

# File list: each file with size, reason and warning, in letters that cannot lie.

FILES = (
    FileChoice("Projects/House/Boiler.md", 3100, "linked from House"),
    FileChoice("a\u202emd.md", 400, "named by the model", warning="It looks like another name."),
    FileChoice("Gone.md", None, "named by the model", ticked=False),
)


def list_of(qtbot: QtBot, files: Sequence[FileChoice] = FILES, *, compact: bool = False) -> FileChecklist:
    made = FileChecklist(files, 24, compact=compact)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


@pytest.mark.parametrize(
    ("tokens", "ticked", "text"),
    [
        (None, True, "no such note"),
        (0, True, "0 tokens"),
        (1, True, "1 token"),
        (788, True, "788 tokens"),
        (788, False, "stays here"),
    ],
)
def test_t2_a_file_says_how_much_of_it_goes(tokens: int | None, ticked: bool, text: str) -> None:
    assert file_tokens_text(tokens, ticked=ticked) == text


def told(made: FileChecklist, role: Qt.ItemDataRole) -> list[str]:
    model = made.view().row_model
    return [str(model.data(model.index(row), role)) for row in range(model.rowCount())]


def test_a_screen_reader_hears_path_size_reason_and_warning(qtbot: QtBot) -> None:
    assert told(list_of(qtbot), Qt.ItemDataRole.AccessibleTextRole) == [
        "Projects/House/Boiler.md, 775 tokens, linked from House",
        "a<U+202E>md.md, 100 tokens, named by the model, It looks like another name.",
        "Gone.md, no such note, named by the model",
    ]


def test_tooltips_are_never_read_as_markup(qtbot: QtBot) -> None:
    made = list_of(qtbot, (FileChoice("<b>R&D</b>.md", 1, "why"),))
    assert "&lt;b&gt;R&amp;D&lt;/b&gt;.md" in told(made, Qt.ItemDataRole.ToolTipRole)[0]


def test_what_is_ticked_from_the_start_and_what_not(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    assert made.ticked() == ("Projects/House/Boiler.md", "a\u202emd.md")
    made.tick_all(True)
    assert len(made.ticked()) == 3
    made.tick_all(False)
    assert made.ticked() == ()


def test_ticked_paths_keep_the_order_shown_whatever_was_ticked_last(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    model = made.view().row_model
    for state in (Qt.CheckState.Unchecked, Qt.CheckState.Checked):
        assert model.setData(model.index(0), state, Qt.ItemDataRole.CheckStateRole)
    assert made.ticked()[0] == "Projects/House/Boiler.md"


def test_a_click_at_the_tick_ticks_and_a_click_at_the_name_only_points(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    view = made.view()
    row = view.visualRect(view.row_model.index(0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, row.center().y()))
    assert "Projects/House/Boiler.md" not in made.ticked()
    row = view.visualRect(view.row_model.index(2))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, row.center().y()))
    assert "Gone.md" not in made.ticked()
    assert view.currentIndex().row() == 2


def test_space_ticks_the_row_under_the_cursor_and_enter_does_not(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    made.view().go_to("Gone.md")
    QTest.keyClick(made.view(), Qt.Key.Key_Return)
    assert "Gone.md" not in made.ticked()
    QTest.keyClick(made.view(), Qt.Key.Key_Space)
    assert "Gone.md" in made.ticked()


def test_keys_that_a_list_of_ticks_does_not_use_go_on(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    view = made.view()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        view.keyPressEvent(event)
        assert not event.isAccepted()


def pictured(view: RowList, row: int) -> QImage:
    return view.viewport().grab(view.visualRect(view.row_model.index(row))).toImage()


def test_the_tick_is_seen(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    view = made.view()
    place = (24 + theme().px(16) // 2, theme().px(8) + 2)
    assert pictured(view, 0).pixelColor(*place) == theme().color("accent")
    assert pictured(view, 2).pixelColor(*place) != theme().color("accent")


def test_rows_are_two_lines_high_and_lower_in_the_card(qtbot: QtBot) -> None:
    both = list_of(qtbot), list_of(qtbot, compact=True)
    wide, narrow = (made.view() for made in both)
    assert wide.visualRect(wide.row_model.index(0)).height() == theme().px(ROW_HEIGHT)
    assert narrow.visualRect(narrow.row_model.index(0)).height() == theme().px(CARD_ROW_HEIGHT)


def test_the_row_with_the_keyboard_wears_a_ring_inside(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    view = made.view()
    view.go_first()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus, timeout=5000)
    row = view.visualRect(view.row_model.index(0))
    assert pictured(view, 0).pixelColor(1, row.height() // 2) == theme().color("accent")


# Result list: strangers' titles and addresses as rows of plain text.


def results(qtbot: QtBot, *made: ResultChoice) -> FileChecklist:
    shown = FileChecklist((), 24, results=made or RESULTS)
    qtbot.addWidget(shown)
    return shown


def test_all_results_are_ticked_at_first_and_each_can_be_left_out(qtbot: QtBot) -> None:
    made = results(qtbot)
    model = made.view().row_model
    model.setData(model.index(1), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)

    assert made.ticked() == ("1", "3")


def test_a_row_is_read_aloud_with_address_and_warnings_and_shows_what_hides(qtbot: QtBot) -> None:
    said = told(results(qtbot), Qt.ItemDataRole.AccessibleTextRole)

    assert said[0] == "Heat pumps in old houses, https://heat-pumps.example/old"
    assert "reads like an order" not in said[0]
    assert "looks like an instruction to the assistant: “Ignore all previous instructions”" in said[1]
    assert said[2].startswith("Noise<U+202E>gpj.exe, https://noise.example/, It contains ")


def test_a_row_shows_title_over_address_and_that_it_wants_a_look(qtbot: QtBot) -> None:
    first, second, _ = results(qtbot).view().rows()

    assert (first.title, first.right, first.text, first.right_below) == (
        "Heat pumps in old houses", "10 tokens", "https://heat-pumps.example/old", "",
    )  # fmt: skip
    assert second.title == "Grants/2026 <b>for</b> pumps"
    assert (second.text, second.right_below) == ("https://grants.example/p", "check carefully")


def test_a_long_title_and_none_are_bounded(qtbot: QtBot) -> None:
    long, none = (
        result_choice(1, "a\nb " * 500, "https://a.example/", ""),
        result_choice(2, "", "https://b.example/", ""),
    )
    first, second = results(qtbot, long, none).view().rows()

    assert len(first.title) == MAX_RESULT_TITLE
    assert second.title == "https://b.example/"


# File checklist: counts what is ticked, and ticks all or none in one press.


def checklist(qtbot: QtBot, number: int = 5, *, compact: bool = False) -> FileChecklist:
    files = [FileChoice(f"n{place}.md", 100, "why", ticked=place < 3) for place in range(number)]
    made = FileChecklist(files, 24, compact=compact)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def button(made: FileChecklist, text: str) -> LinkButton:
    return next(one for one in made.findChildren(LinkButton) if one.text() == text)


def head_state(made: FileChecklist) -> Qt.CheckState:
    return made.findChildren(QCheckBox)[0].checkState()


def test_the_head_counts_and_shows_that_some_are_ticked(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    assert words_of(made) == "3 of 5 notes"
    assert head_state(made) == Qt.CheckState.PartiallyChecked


@pytest.mark.parametrize(
    ("text", "number", "state"),
    [("All", 5, Qt.CheckState.Checked), ("None", 0, Qt.CheckState.Unchecked)],
)
def test_the_links_all_and_none_do_what_they_say(qtbot: QtBot, text: str, number: int, state: Qt.CheckState) -> None:
    made = checklist(qtbot)
    told: list[int] = []
    made.ticks_changed.connect(lambda: told.append(len(made.ticked())))
    QTest.mouseClick(button(made, text), Qt.MouseButton.LeftButton)
    assert len(made.ticked()) == number
    assert told == [number]
    assert head_state(made) == state
    assert words_of(made) == f"{number} of 5 notes"


def test_the_head_of_a_card_says_it_in_short_and_reads_it_in_full(qtbot: QtBot) -> None:
    made = checklist(qtbot, compact=True)
    links = [(one.text(), one.accessibleName()) for one in made.findChildren(LinkButton)]
    assert links == [("All", "Select All"), ("None", "Select None")]


def test_the_tick_in_the_head_goes_from_some_to_all_to_none(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    tick = made.findChildren(QCheckBox)[0]
    numbers = []
    for _ in range(3):
        QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=tick.rect().center())
        numbers.append(len(made.ticked()))
    assert numbers == [5, 0, 5]


def test_the_file_under_the_cursor_is_told(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    told: list[str] = []
    made.current_changed.connect(lambda path, _name: told.append(path))
    made.show_first()
    QTest.keyClick(made.view(), Qt.Key.Key_Down)
    assert told == ["n0.md", "n1.md"]


def test_in_the_card_five_rows_are_in_sight_and_fewer_files_take_less_room(qtbot: QtBot) -> None:
    row = theme().px(CARD_ROW_HEIGHT)
    assert checklist(qtbot, 300, compact=True).view().height() == row * CARD_ROWS
    assert checklist(qtbot, 2, compact=True).view().height() == row * 2


def test_three_hundred_files_can_be_reached_with_the_keyboard(qtbot: QtBot) -> None:
    made = checklist(qtbot, 300)
    made.show_first()
    QTest.keyClick(made.view(), Qt.Key.Key_End)
    assert made.view().currentIndex().row() == 299
    assert made.view().visualRect(made.view().currentIndex()).bottom() <= made.view().viewport().height()


# File preview: the text as the model would read it, and never markup.


async def until_text(preview: FilePreview, beginning: str) -> None:
    await until(lambda: preview.text().startswith(beginning))


@on_qt_loop
async def test_the_newest_wish_wins(tmp_path: Path) -> None:
    gates = {"slow.md": asyncio.Event(), "fast.md": asyncio.Event()}
    gates["fast.md"].set()

    async def read(path: str) -> str:
        await gates[path].wait()
        return f"<b>{path}</b>"

    parent = QWidget()
    preview = FilePreview(read, 24, parent=parent)
    preview.show_file("slow.md")
    preview.show_file("fast.md")
    await until_text(preview, "<b>fast.md</b>")
    gates["slow.md"].set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert preview.text() == "<b>fast.md</b>"
    assert preview.findChildren(QPlainTextEdit)[0].isReadOnly()


@on_qt_loop
async def test_a_vanished_note_is_said_in_its_place() -> None:
    async def read(path: str) -> str:
        raise NoteNotFound("There is no note x.md", hint="It may have been moved.")

    parent = QWidget()
    preview = FilePreview(read, 24, parent=parent)
    preview.show_file("x.md")
    await until_text(preview, "There is no note x.md\nIt may have been moved.")


@on_qt_loop
async def test_a_line_without_an_end_is_cut_and_broken() -> None:
    async def read(path: str) -> str:
        return "x" * 1_000_000

    parent = QWidget()
    preview = FilePreview(read, 24, parent=parent)
    preview.show_file("long.md")
    await until_text(preview, "xxx")
    assert len(preview.text()) < MAX_PREVIEW_CHARACTERS * 1.1
    assert max(map(len, preview.text().split("\n"))) <= 2_000

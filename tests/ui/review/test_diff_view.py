"""Tests of ui/review/diff_view.py."""

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.reviews import house
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.review.diff_items import DiffNote, diff_of, diff_of_change
from vaultdesk.ui.review.diff_view import DiffView, HunkEditor
from vaultdesk.ui.theme.theme import theme

# Hunk editor: what is typed is what is written, and Esc there refuses nothing.

Key = Qt.Key


def editor(qtbot: QtBot, *lines: str) -> HunkEditor:
    made = HunkEditor(lines)
    qtbot.addWidget(made)
    made.resize(500, made.preferred_height())
    made.show()
    return made


@pytest.mark.parametrize(
    "lines", [("a", "b"), ("",), (), ("nbsp\u00a0", "tab\t"), ("\u2029\u2028x",), ("a\rb",), ("\u202eevil",)]
)
def test_lines_that_nobody_touched_come_back_as_they_were(qtbot: QtBot, lines: tuple[str, ...]) -> None:
    assert editor(qtbot, *lines).lines() == lines


def test_what_is_typed_is_taken_by_control_enter(qtbot: QtBot) -> None:
    made = editor(qtbot, "first\u00a0line")
    taken: list[object] = []
    made.done.connect(taken.append)
    QTest.keyClick(made.box, Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(made.box, Key.Key_Return)
    QTest.keyClicks(made.box, "second")
    assert taken == []
    QTest.keyClick(made.box, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert taken == [("first\u00a0line", "second")]


def test_nothing_typed_over_everything_is_no_line(qtbot: QtBot) -> None:
    made = editor(qtbot, "a", "b")
    made.box.selectAll()
    QTest.keyClick(made.box, Key.Key_Delete)
    assert made.lines() == ()


@pytest.mark.parametrize("where", ["box", "done_button"])
def test_escape_ends_editing_and_goes_no_further(qtbot: QtBot, where: str) -> None:
    made = editor(qtbot, "a")
    ended: list[bool] = []
    made.cancelled.connect(lambda: ended.append(True))
    QTest.keyClick(getattr(made, where), Key.Key_Escape)
    assert ended == [True]


def test_the_buttons_do_what_the_keys_do_and_tab_comes_to_them(qtbot: QtBot) -> None:
    made = editor(qtbot, "a")
    told: list[object] = []
    made.done.connect(told.append)
    made.cancelled.connect(lambda: told.append("cancelled"))
    made.done_button.click()
    made.cancel_button.click()
    assert told == [("a",), "cancelled"]
    made.activateWindow()
    made.box.setFocus()
    qtbot.waitUntil(made.box.hasFocus, timeout=5000)
    QTest.keyClick(made.box, Key.Key_Tab)
    assert made.cancel_button.hasFocus()
    assert made.box.accessibleName()


def test_a_long_hunk_scrolls(qtbot: QtBot) -> None:
    assert editor(qtbot, *["line"] * 500).preferred_height() < 400


# Diff canvas: one view, as quick with a book as with a line.

BLINK = 0.4
"""Seconds that no step may take; most take a hundredth of it, and the machine of a test may be slow."""


def canvas(qtbot: QtBot, *notes: DiffNote) -> DiffView:
    made = DiffView("Changes")
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_notes(notes)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_it_is_one_widget_however_many_lines(qtbot: QtBot) -> None:
    few = len(canvas(qtbot, diff_of("", "a\n", "a.md")).findChildren(QWidget))
    many = len(canvas(qtbot, diff_of("", "a\n" * 5_000, "a.md")).findChildren(QWidget))
    assert few == many


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "".join(f"line {number} with some words\n" for number in range(20_000))),
        ("x " * 500_000, "y " * 500_000),
        ("日" * 300_000, "本" * 300_000),
        ("".join(f"a {n}\n" for n in range(20_000)), "".join(f"b {n}\n" for n in range(20_000))),
    ],
)
def test_no_step_stops_the_window(qtbot: QtBot, old: str, new: str) -> None:
    note = diff_of(old, new, "big.md")
    began = time.process_time()
    made = canvas(qtbot, note)
    bar = made.verticalScrollBar()
    steps = {"opened": time.process_time() - began}
    for name, do in (
        ("end", lambda: bar.setValue(bar.maximum())),
        ("start", lambda: bar.setValue(0)),
        ("narrower", lambda: made.resize(620, 500)),
        ("fold", lambda: (made.document.open(("big.md", "h1")), made.refresh("big.md"))),
        ("middle", lambda: bar.setValue(bar.maximum() // 2)),
        ("wider", lambda: made.resize(720, 500)),
    ):
        began = time.process_time()
        do()
        made.grab()
        steps[name] = time.process_time() - began
    assert max(steps.values()) < BLINK * 3, steps


def test_a_note_is_scrolled_to(qtbot: QtBot) -> None:
    made = canvas(qtbot, *(diff_of("", f"{n}\n" * 60, f"n{n}.md") for n in range(40)))
    made.show_note("n30.md")
    assert made.verticalScrollBar().value() == made.document.top_of(30)
    made.show_note("no such note")
    assert made.verticalScrollBar().value() == made.document.top_of(30)


def test_lines_break_anew_where_it_gets_narrower_and_in_larger_type(qtbot: QtBot) -> None:
    made = canvas(qtbot, diff_of("", "word " * 100 + "\n", "a.md"))
    before = made.document.height
    made.resize(350, 500)
    assert made.document.height > before
    theme().changed.emit()
    assert made.document.height > before


def test_other_notes_take_the_place_of_the_first(qtbot: QtBot) -> None:
    made = canvas(qtbot, diff_of("", "a\n" * 500, "a.md"))
    made.verticalScrollBar().setValue(400)
    made.set_notes([diff_of("", "b\n", "b.md")])
    assert made.verticalScrollBar().value() == 0
    assert [section.note.key for section in made.document.sections] == ["b.md"]


# Diff view: everything can be done by keyboard alone and by mouse, and is said aloud.


def review(qtbot: QtBot, *, height: int = 560) -> DiffView:
    changes = house()
    view = DiffView("Changes", ticks=True, editable=True)
    qtbot.addWidget(view)
    view.resize(700, height)
    view.set_notes([diff_of_change(change) for change in changes.changes], ReviewChoices(changes))
    view.show()
    qtbot.waitExposed(view)
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus, timeout=5000)
    return view


def heard(view: DiffView, keys: list[Qt.Key]) -> list[str]:
    told = []
    for key in keys:
        QTest.keyClick(view, key)
        told.append(view.accessibleDescription())
    return told


def middle(view: DiffView, key: tuple[str, str], x: int) -> QPoint:
    stop = view.document.stop(key)
    assert stop is not None
    return QPoint(x, stop.top + stop.height // 2 - view.verticalScrollBar().value())


def click(view: DiffView, key: tuple[str, str], x: int = 20) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, key, x))


def test_arrows_walk_from_head_to_head_and_say_them(qtbot: QtBot) -> None:
    view = review(qtbot)
    assert view.accessibleDescription() == "Projects/House/Boiler.md"
    assert heard(view, [Key.Key_Down] * 3 + [Key.Key_Up]) == [
        "Rename, Projects/House/Boiler.md → Projects/House/Heating system.md, ticked",
        "Properties, line 3, ticked",
        "13 unchanged lines",
        "Properties, line 3, ticked",
    ]


def test_arrows_come_to_every_head_and_to_the_end(qtbot: QtBot) -> None:
    view = review(qtbot, height=200)
    told = heard(view, [Key.Key_Down] * 120)
    assert {"Quotes, lines 24–26, ticked", "Heating, line 8, ticked"} <= set(told)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum()
    back = heard(view, [Key.Key_Up] * 120)
    assert "Properties, line 3, ticked" in back
    assert bar.value() == 0


def test_space_ticks_the_hunk_and_the_new_name(qtbot: QtBot) -> None:
    view = review(qtbot)
    told: list[tuple[object, ...]] = []
    view.hunk_ticked.connect(lambda *what: told.append(what))
    view.note_ticked.connect(lambda *what: told.append(what))
    heard(view, [Key.Key_Down, Key.Key_Space, Key.Key_Down, Key.Key_Space])
    assert told == [("c1", False), ("c1", "h1", False)]


def test_a_hunk_a_unit_needs_has_no_tick(qtbot: QtBot) -> None:
    view = review(qtbot)
    told: list[object] = []
    view.hunk_ticked.connect(lambda *what: told.append(what))
    view.show_note("c2")
    click(view, ("c2", "@h1"))
    assert told == []


def test_a_click_at_the_tick_ticks_and_one_beside_it_does_not(qtbot: QtBot) -> None:
    view = review(qtbot)
    told: list[tuple[object, ...]] = []
    view.hunk_ticked.connect(lambda *what: told.append(what))
    click(view, ("c1", "@h1"), 300)
    assert told == []
    click(view, ("c1", "@h1"))
    assert told == [("c1", "h1", False)]


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_F2])
def test_enter_and_f2_edit_the_hunk_and_escape_leaves_it(qtbot: QtBot, key: Qt.Key) -> None:
    view = review(qtbot)
    states: list[bool] = []
    view.editing_changed.connect(states.append)
    heard(view, [Key.Key_Down, Key.Key_Down, key])
    editor = view.editor
    assert editor is not None
    assert editor.box.toPlainText() == 'tags: [house, heating, heat-pump]\nsupplier: "[[Nordwärme]]"'
    qtbot.waitUntil(editor.box.hasFocus, timeout=5000)
    QTest.keyClick(editor.box, Key.Key_Escape)
    assert view.editor is None
    assert view.hasFocus()
    assert states == [True, False]


def test_the_pencil_edits_and_done_tells_the_lines(qtbot: QtBot) -> None:
    view = review(qtbot)
    told: list[tuple[object, ...]] = []
    view.hunk_edited.connect(lambda *what: told.append(what))
    click(view, ("c1", "@h1"), view.viewport().width() - 18)
    editor = view.editor
    assert editor is not None
    editor.box.setPlainText("tags: [mine]")
    editor.box.document().setModified(True)
    editor.done_button.click()
    assert told == [("c1", "h1", ("tags: [mine]",))]
    assert view.editor is None


def test_enter_where_nothing_can_be_edited_is_left_to_the_question(qtbot: QtBot) -> None:
    view = DiffView("Changes")
    qtbot.addWidget(view)
    view.set_notes([diff_of("a\n", "b\n", "a.md")])
    view.show()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    heard(view, [Key.Key_Down, Key.Key_Return])
    assert view.editor is None


def test_a_deletion_cannot_be_edited(qtbot: QtBot) -> None:
    note = diff_of("a\n", "", "a.md")
    view = DiffView("Changes", ticks=True, editable=True)
    qtbot.addWidget(view)
    view.set_notes([type(note)(note.key, note.path, "delete", "", note.hunks, note.old_text)])
    view.edit("a.md", "h1")
    assert view.editor is None


def test_folds_open_by_space_enter_and_click(qtbot: QtBot) -> None:
    for press in (Key.Key_Space, Key.Key_Return, None):
        view = review(qtbot)
        opened: list[bool] = []
        view.opened.connect(lambda opened=opened: opened.append(True))
        before = view.document.height
        if press is None:
            click(view, ("c1", "g1"), 60)
        else:
            heard(view, [Key.Key_Down] * 3 + [press])
        assert opened == [True]
        assert view.document.height > before


def test_a_cut_line_opens_at_its_end_and_only_there(qtbot: QtBot) -> None:
    view = DiffView("Changes")
    qtbot.addWidget(view)
    view.resize(600, 900)
    view.set_notes([diff_of("", "x" * 5_000 + "\nshort\n", "a.md")])
    view.show()
    stop = view.document.stop(("a.md", "h1:0"))
    assert stop is not None
    height = view.document.height
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    assert view.document.height == height
    view.verticalScrollBar().setValue(stop.top - 20)
    click(view, ("a.md", "h1:0"), 100)
    assert view.document.height > height
    assert view.document.stop(("a.md", "h1:0")) is None


def test_parts_that_must_be_seen_are_opened_together(qtbot: QtBot) -> None:
    long = "".join(f"{number}\n" for number in range(400))
    view = DiffView("Changes")
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.set_notes([diff_of("", "a\n" * 90, "first.md"), diff_of(long, "", "a.md"), diff_of(long, "", "b.md")])
    view.show()
    view.open_parts([("a.md", "h1"), ("b.md", "h1")])
    assert set(view.document.opened) == {("a.md", "h1"), ("b.md", "h1")}
    stop = view.document.stop(("a.md", "@h1"))
    assert stop is not None
    assert view.verticalScrollBar().value() == stop.top


def test_home_end_and_pages_scroll(qtbot: QtBot) -> None:
    view = review(qtbot, height=200)
    bar = view.verticalScrollBar()
    QTest.keyClick(view, Key.Key_End)
    assert bar.value() == bar.maximum()
    QTest.keyClick(view, Key.Key_PageUp)
    assert bar.value() < bar.maximum()
    QTest.keyClick(view, Key.Key_Home)
    assert bar.value() == 0


def test_a_hand_is_shown_over_what_can_be_pressed(qtbot: QtBot) -> None:
    view = review(qtbot)
    for other in QApplication.topLevelWidgets():
        if other is not view.window():
            other.hide()  # What another test left open may lie over it.
    for x, shape in ((20, Qt.CursorShape.PointingHandCursor), (300, Qt.CursorShape.ArrowCursor)):
        # Where the pointer stands already, a move is none: it may stand there since another test.
        QTest.mouseMove(view.viewport(), QPoint(1, 1))
        QTest.mouseMove(view.viewport(), middle(view, ("c1", "@h1"), x))
        qtbot.waitUntil(lambda shape=shape: view.viewport().cursor().shape() == shape, timeout=5000)

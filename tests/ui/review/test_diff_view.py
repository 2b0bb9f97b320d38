"""Tests of ui/review/diff_view.py."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.growth import check_linear
from tests.support.reviews import house
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.review.diff_items import DiffNote, diff_of, diff_of_change
from vaultdesk.ui.review.diff_view import DiffView, HunkEditor
from vaultdesk.ui.theme.theme import theme

# Hunk editor: typed text is returned unchanged, and Escape does not refuse the request.

Key = Qt.Key


def editor(qtbot: QtBot, *lines: str) -> HunkEditor:
    hunk_editor = HunkEditor(lines)
    qtbot.addWidget(hunk_editor)
    hunk_editor.resize(500, hunk_editor.preferred_height())
    hunk_editor.show()
    return hunk_editor


@pytest.mark.parametrize(
    "lines", [("a", "b"), ("",), (), ("nbsp\u00a0", "tab\t"), ("\u2029\u2028x",), ("a\rb",), ("\u202eevil",)]
)
def test_unedited_lines_are_returned_unchanged(qtbot: QtBot, lines: tuple[str, ...]) -> None:
    assert editor(qtbot, *lines).lines() == lines


def test_ctrl_enter_finishes_editing_with_the_typed_lines(qtbot: QtBot) -> None:
    hunk_editor = editor(qtbot, "first\u00a0line")
    results: list[object] = []
    hunk_editor.done.connect(results.append)
    QTest.keyClick(hunk_editor.box, Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(hunk_editor.box, Key.Key_Return)
    QTest.keyClicks(hunk_editor.box, "second")
    assert results == []
    QTest.keyClick(hunk_editor.box, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert results == [("first\u00a0line", "second")]


def test_deleting_all_text_returns_no_lines(qtbot: QtBot) -> None:
    hunk_editor = editor(qtbot, "a", "b")
    hunk_editor.box.selectAll()
    QTest.keyClick(hunk_editor.box, Key.Key_Delete)
    assert hunk_editor.lines() == ()


@pytest.mark.parametrize("where", ["box", "done_button"])
def test_escape_cancels_editing_and_is_not_propagated(qtbot: QtBot, where: str) -> None:
    hunk_editor = editor(qtbot, "a")
    ended: list[bool] = []
    hunk_editor.cancelled.connect(lambda: ended.append(True))
    QTest.keyClick(getattr(hunk_editor, where), Key.Key_Escape)
    assert ended == [True]


def test_buttons_match_the_shortcuts_and_are_in_tab_order(qtbot: QtBot) -> None:
    hunk_editor = editor(qtbot, "a")
    signals: list[object] = []
    hunk_editor.done.connect(signals.append)
    hunk_editor.cancelled.connect(lambda: signals.append("cancelled"))
    hunk_editor.done_button.click()
    hunk_editor.cancel_button.click()
    assert signals == [("a",), "cancelled"]
    hunk_editor.activateWindow()
    hunk_editor.box.setFocus()
    qtbot.waitUntil(hunk_editor.box.hasFocus, timeout=30_000)
    QTest.keyClick(hunk_editor.box, Key.Key_Tab)
    assert hunk_editor.cancel_button.hasFocus()
    assert hunk_editor.box.accessibleName()


def test_height_of_a_long_hunk_is_limited(qtbot: QtBot) -> None:
    assert editor(qtbot, *["line"] * 500).preferred_height() < 400


# Diff canvas: a single widget that stays responsive with very long texts.


def make_canvas(qtbot: QtBot, *notes: DiffNote) -> DiffView:
    diff_view = DiffView("Changes")
    qtbot.addWidget(diff_view)
    diff_view.resize(700, 500)
    diff_view.set_notes(notes)
    diff_view.show()
    qtbot.waitExposed(diff_view, timeout=30_000)
    return diff_view


def test_canvas_has_no_widgets_per_line(qtbot: QtBot) -> None:
    few = len(make_canvas(qtbot, diff_of("", "a\n", "a.md")).findChildren(QWidget))
    many = len(make_canvas(qtbot, diff_of("", "a\n" * 5_000, "a.md")).findChildren(QWidget))
    assert few == many


@pytest.mark.parametrize(
    ("texts_of", "size"),
    [
        (lambda size: ("", "".join(f"line {number} with some words\n" for number in range(size))), 10_000),
        (lambda size: ("x " * size, "y " * size), 200_000),
        (lambda size: ("日" * size, "本" * size), 200_000),
        (lambda size: ("".join(f"a {n}\n" for n in range(size)), "".join(f"b {n}\n" for n in range(size))), 5_000),
    ],
)
def test_long_texts_are_shown_in_linear_time(
    qtbot: QtBot, texts_of: Callable[[int], tuple[str, str]], size: int
) -> None:
    def show(note: DiffNote) -> None:
        diff_view = make_canvas(qtbot, note)
        bar = diff_view.verticalScrollBar()
        diff_view.grab()
        for step in (
            lambda: bar.setValue(bar.maximum()),
            lambda: bar.setValue(0),
            lambda: diff_view.resize(620, 500),
            lambda: (diff_view.document.open(("big.md", "h1")), diff_view.refresh("big.md")),
            lambda: bar.setValue(bar.maximum() // 2),
            lambda: diff_view.resize(720, 500),
        ):
            step()
            diff_view.grab()

    check_linear(show, lambda size: diff_of(*texts_of(size), "big.md"), size)


def test_show_note_scrolls_to_the_note(qtbot: QtBot) -> None:
    diff_view = make_canvas(qtbot, *(diff_of("", f"{n}\n" * 60, f"n{n}.md") for n in range(40)))
    diff_view.show_note("n30.md")
    assert diff_view.verticalScrollBar().value() == diff_view.document.top_of(30)
    diff_view.show_note("no such note")
    assert diff_view.verticalScrollBar().value() == diff_view.document.top_of(30)


def test_lines_are_wrapped_again_after_a_resize_or_font_change(qtbot: QtBot) -> None:
    diff_view = make_canvas(qtbot, diff_of("", "word " * 100 + "\n", "a.md"))
    before = diff_view.document.height
    diff_view.resize(350, 500)
    assert diff_view.document.height > before
    theme().changed.emit()
    assert diff_view.document.height > before


def test_setting_other_notes_resets_the_view(qtbot: QtBot) -> None:
    diff_view = make_canvas(qtbot, diff_of("", "a\n" * 500, "a.md"))
    diff_view.verticalScrollBar().setValue(400)
    diff_view.set_notes([diff_of("", "b\n", "b.md")])
    assert diff_view.verticalScrollBar().value() == 0
    assert [section.note.key for section in diff_view.document.sections] == ["b.md"]


# Diff view: all actions work by keyboard and by mouse, and are announced to screen readers.


def make_review(qtbot: QtBot, *, height: int = 560) -> DiffView:
    changes = house()
    view = DiffView("Changes", ticks=True, editable=True)
    qtbot.addWidget(view)
    view.resize(700, height)
    view.set_notes([diff_of_change(change) for change in changes.changes], ReviewChoices(changes))
    view.show()
    qtbot.waitExposed(view, timeout=30_000)
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus, timeout=30_000)
    return view


def press_keys(view: DiffView, keys: list[Qt.Key]) -> list[str]:
    descriptions = []
    for key in keys:
        QTest.keyClick(view, key)
        descriptions.append(view.accessibleDescription())
    return descriptions


def stop_center(view: DiffView, key: tuple[str, str], x: int) -> QPoint:
    stop = view.document.stop(key)
    assert stop is not None
    return QPoint(x, stop.top + stop.height // 2 - view.verticalScrollBar().value())


def click(view: DiffView, key: tuple[str, str], x: int = 20) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=stop_center(view, key, x))


def test_arrow_keys_move_between_headers_and_announce_them(qtbot: QtBot) -> None:
    view = make_review(qtbot)
    assert view.accessibleDescription() == "Projects/House/Boiler.md"
    assert press_keys(view, [Key.Key_Down] * 3 + [Key.Key_Up]) == [
        "Rename, Projects/House/Boiler.md → Projects/House/Heating system.md, ticked",
        "Properties, line 3, ticked",
        "13 unchanged lines",
        "Properties, line 3, ticked",
    ]


def test_arrow_keys_reach_every_header_and_the_end(qtbot: QtBot) -> None:
    view = make_review(qtbot, height=200)
    descriptions = press_keys(view, [Key.Key_Down] * 120)
    assert {"Quotes, lines 24–26, ticked", "Heating, line 8, ticked"} <= set(descriptions)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum()
    back = press_keys(view, [Key.Key_Up] * 120)
    assert "Properties, line 3, ticked" in back
    assert bar.value() == 0


def test_space_toggles_the_hunk_and_the_rename(qtbot: QtBot) -> None:
    view = make_review(qtbot)
    signals: list[tuple[object, ...]] = []
    view.hunk_ticked.connect(lambda *args: signals.append(args))
    view.note_ticked.connect(lambda *args: signals.append(args))
    press_keys(view, [Key.Key_Down, Key.Key_Space, Key.Key_Down, Key.Key_Space])
    assert signals == [("c1", False), ("c1", "h1", False)]


def test_hunk_required_by_its_unit_has_no_tick(qtbot: QtBot) -> None:
    view = make_review(qtbot)
    signals: list[object] = []
    view.hunk_ticked.connect(lambda *args: signals.append(args))
    view.show_note("c2")
    click(view, ("c2", "@h1"))
    assert signals == []


def test_click_on_the_tick_toggles_it_and_click_beside_it_does_not(qtbot: QtBot) -> None:
    view = make_review(qtbot)
    signals: list[tuple[object, ...]] = []
    view.hunk_ticked.connect(lambda *args: signals.append(args))
    click(view, ("c1", "@h1"), 300)
    assert signals == []
    click(view, ("c1", "@h1"))
    assert signals == [("c1", "h1", False)]


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_F2])
def test_enter_and_f2_edit_the_hunk_and_escape_cancels(qtbot: QtBot, key: Qt.Key) -> None:
    view = make_review(qtbot)
    states: list[bool] = []
    view.editing_changed.connect(states.append)
    press_keys(view, [Key.Key_Down, Key.Key_Down, key])
    editor = view.editor
    assert editor is not None
    assert editor.box.toPlainText() == 'tags: [house, heating, heat-pump]\nsupplier: "[[Nordwärme]]"'
    qtbot.waitUntil(editor.box.hasFocus, timeout=30_000)
    QTest.keyClick(editor.box, Key.Key_Escape)
    assert view.editor is None
    assert view.hasFocus()
    assert states == [True, False]


def test_pencil_opens_the_editor_and_done_emits_the_lines(qtbot: QtBot) -> None:
    view = make_review(qtbot)
    signals: list[tuple[object, ...]] = []
    view.hunk_edited.connect(lambda *args: signals.append(args))
    click(view, ("c1", "@h1"), view.viewport().width() - 18)
    editor = view.editor
    assert editor is not None
    editor.box.setPlainText("tags: [mine]")
    editor.box.document().setModified(True)
    editor.done_button.click()
    assert signals == [("c1", "h1", ("tags: [mine]",))]
    assert view.editor is None


def test_enter_on_a_read_only_hunk_opens_no_editor(qtbot: QtBot) -> None:
    view = DiffView("Changes")
    qtbot.addWidget(view)
    view.set_notes([diff_of("a\n", "b\n", "a.md")])
    view.show()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    press_keys(view, [Key.Key_Down, Key.Key_Return])
    assert view.editor is None


def test_deletion_cannot_be_edited(qtbot: QtBot) -> None:
    note = diff_of("a\n", "", "a.md")
    view = DiffView("Changes", ticks=True, editable=True)
    qtbot.addWidget(view)
    view.set_notes([type(note)(note.key, note.path, "delete", "", note.hunks, note.old_text)])
    view.edit("a.md", "h1")
    assert view.editor is None


def test_folds_open_by_space_enter_and_click(qtbot: QtBot) -> None:
    for press in (Key.Key_Space, Key.Key_Return, None):
        view = make_review(qtbot)
        opened: list[bool] = []
        view.opened.connect(lambda opened=opened: opened.append(True))
        before = view.document.height
        if press is None:
            click(view, ("c1", "g1"), 60)
        else:
            press_keys(view, [Key.Key_Down] * 3 + [press])
        assert opened == [True]
        assert view.document.height > before


def test_truncated_line_opens_only_by_a_click_at_its_end(qtbot: QtBot) -> None:
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


def test_home_end_and_page_keys_scroll(qtbot: QtBot) -> None:
    view = make_review(qtbot, height=200)
    bar = view.verticalScrollBar()
    QTest.keyClick(view, Key.Key_End)
    assert bar.value() == bar.maximum()
    QTest.keyClick(view, Key.Key_PageUp)
    assert bar.value() < bar.maximum()
    QTest.keyClick(view, Key.Key_Home)
    assert bar.value() == 0


def test_pointing_hand_cursor_is_shown_over_clickable_areas(qtbot: QtBot) -> None:
    view = make_review(qtbot)
    for other in QApplication.topLevelWidgets():
        if other is not view.window():
            other.hide()  # A window that another test left open may cover it.
    for x, shape in ((20, Qt.CursorShape.PointingHandCursor), (300, Qt.CursorShape.ArrowCursor)):
        # A move to the current pointer position has no effect, and another test may have left it there.
        QTest.mouseMove(view.viewport(), QPoint(1, 1))
        QTest.mouseMove(view.viewport(), stop_center(view, ("c1", "@h1"), x))
        qtbot.waitUntil(lambda shape=shape: view.viewport().cursor().shape() == shape, timeout=30_000)

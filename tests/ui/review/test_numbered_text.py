"""Tests of ui/review/numbered_text.py, and of the view of a request in which lines are picked."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import AWAY, NAMES, read_request
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review import approve_delay
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.ui.review.file_checklist import PICK_LINES
from vaultdesk.ui.review.numbered_text import LinePicker, NumberedText
from vaultdesk.ui.theme.theme import theme

# Numbered text: a column of numbers that grows with them and follows the text.


def text_of(qtbot: QtBot, lines: int) -> NumberedText:
    text = NumberedText(24, "Arguments")
    qtbot.addWidget(text)
    text.setPlainText("\n".join("text" for _ in range(lines)))
    text.resize(300, 200)
    text.show()
    return text


def test_the_column_is_as_wide_as_its_largest_number(qtbot: QtBot) -> None:
    few, many = text_of(qtbot, 9), text_of(qtbot, 12_345)
    digit = few.fontMetrics().horizontalAdvance("9")
    assert many.numbers_width() - few.numbers_width() == 3 * digit
    assert many.viewport().x() == many.numbers_width()


def numbers(text: NumberedText) -> QImage:
    return text.grab().toImage().copy(0, 0, text.numbers_width(), text.height())


def test_numbers_are_drawn_and_move_with_the_text(qtbot: QtBot) -> None:
    text = text_of(qtbot, 400)
    top = numbers(text)
    colours = {top.pixelColor(x, y).name() for x in range(top.width()) for y in range(60)}
    assert len(colours) > 1
    text.verticalScrollBar().setValue(137)
    assert numbers(text) != top


def test_a_number_stands_on_one_line_with_the_first_of_its_words(qtbot: QtBot) -> None:
    text = text_of(qtbot, 1)
    text.setPlainText("one\n" + "a line that goes on below " * 4 + "\nthree")
    column = next(one for one in text.findChildren(QWidget) if type(one).__name__ == "_Numbers")

    words = {piece.text.split()[0]: piece.ink.bottom() for piece in painted(text.viewport())}
    told = {piece.text: piece.ink.bottom() for piece in painted(column)}

    assert sorted(told) == ["1", "2", "3"]
    assert told["1"] == pytest.approx(words["one"], abs=1)
    assert told["3"] == pytest.approx(words["three"], abs=1)
    assert told["2"] - told["1"] == pytest.approx(theme().line_height("fixed"), abs=1)


def test_it_follows_the_theme(qtbot: QtBot) -> None:
    text = text_of(qtbot, 3)
    theme().set_choice("dark")
    assert text.palette().color(text.palette().ColorRole.Text) == theme().color("text")


# Line picker: a tick for each line, by mouse and by keys.

TEXT = "\n".join(f"line {number}" for number in range(1, 9))


@pytest.fixture
def picker(qtbot: QtBot) -> LinePicker:
    made = LinePicker(24)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show_part(TEXT, ())
    made.show()
    qtbot.waitExposed(made)
    return made


def place_of(picker: LinePicker, line: int) -> QPoint:
    rows = [row for row in range(picker.blockCount()) if picker.line_of(row) == line]
    return picker.cursorRect(QTextCursor(picker.document().findBlockByNumber(rows[0]))).center()


def press(picker: LinePicker, line: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mousePress(picker.viewport(), Qt.MouseButton.LeftButton, modifiers, place_of(picker, line))


def test_a_click_ticks_a_line_and_another_one_unticks_it(picker: LinePicker) -> None:
    told: list[frozenset[int]] = []
    picker.picked.connect(told.append)
    press(picker, 3)
    press(picker, 5)
    press(picker, 3)
    assert told == [frozenset({3}), frozenset({3, 5}), frozenset({5})]


def test_shift_and_a_click_ticks_all_lines_between(picker: LinePicker) -> None:
    press(picker, 2)
    press(picker, 5, Qt.KeyboardModifier.ShiftModifier)
    assert picker.lines == {2, 3, 4, 5}


def test_a_drag_ticks_lines_and_back_again_leaves_them(picker: LinePicker) -> None:
    press(picker, 2)
    for line in (3, 6, 4):
        QTest.mouseMove(picker.viewport(), place_of(picker, line))
    QTest.mouseRelease(picker.viewport(), Qt.MouseButton.LeftButton, pos=place_of(picker, 4))
    assert picker.lines == {2, 3, 4}


def test_keys_pick_lines_without_the_mouse(picker: LinePicker) -> None:
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Space):
        QTest.keyClick(picker, key)
    for _ in range(2):
        QTest.keyClick(picker, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert picker.lines == {2, 3, 4}
    QTest.keyClick(picker, Qt.Key.Key_End)
    QTest.keyClick(picker, Qt.Key.Key_Space)
    assert picker.lines == {2, 3, 4, 8}


def test_a_long_line_is_one_line_and_what_is_invisible_is_seen(qtbot: QtBot) -> None:
    made = LinePicker(24)
    qtbot.addWidget(made)
    made.show_part("x" * 4_500 + "\nb\u202ec\r\n\nlast", ())
    assert [made.line_of(row) for row in range(made.blockCount())] == [1, 1, 1, 2, 3, 4]
    assert [made.number_text(row) for row in range(4)] == ["1", "", "", "2"]
    assert "bU+202Ec\n\nlast" in made.toPlainText()


def request_of(texts: dict[str, str], *, has_lines: bool = True) -> ApprovalRequest:
    async def preview(path: str) -> str:
        return texts[path]

    request = read_request(preview=preview)
    return replace(request, calls=tuple(replace(call, has_lines=has_lines) for call in request.calls))


async def opened(request: ApprovalRequest, *, compact: bool = False) -> RequestView:
    view = RequestView(request, compact=compact)
    view.resize(940, 640)
    view.show()
    assert view.preview is not None
    await until(lambda: view.preview is not None and view.preview.text() != "")
    return view


def said(view: RequestView) -> tuple[str, str, str]:
    return view.head.headline(), view.foot.notice_text(), view.foot.approve_button.text()


@on_qt_loop
@pytest.mark.parametrize("compact", [False, True])
async def test_only_the_picked_lines_are_counted_and_answered(monkeypatch: pytest.MonkeyPatch, compact: bool) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)
    view = await opened(request_of(dict.fromkeys(NAMES, TEXT)), compact=compact)
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    preview, checklist = view.preview, view.checklist
    assert preview is not None
    assert checklist is not None
    preview.part_button.click()
    assert view.ticked() == NAMES[1:], "nothing of it is picked yet"
    row = checklist.view().model().index(0, 0)
    assert "stays here" in str(row.data())
    assert "only a part" not in str(row.data())
    preview.picker.toggle(2, 3)
    preview.picker.toggle(7, 7)
    assert view.ticked() == NAMES
    assert preview.amount() == "3 of 8 lines"
    assert said(view) == (
        "Send 2 passages and 2 whole notes to Anthropic?",
        "About 509 tokens leave this computer for api.anthropic.com",
        "Send 3 notes",
    )
    assert "only a part" in str(row.data())
    await until(lambda: view.foot.arming.armed)
    view.foot.approve_button.click()
    assert [(one.files, dict(one.lines)) for one in answers] == [(NAMES, {NAMES[0]: ((2, 3), (7, 7))})]


@on_qt_loop
async def test_a_card_shows_more_lines_while_they_are_picked() -> None:
    view = await opened(request_of(dict.fromkeys(NAMES, TEXT)), compact=True)
    preview = view.preview
    assert preview is not None
    few = preview.picker.minimumHeight()
    preview.part_button.click()
    preview.picker.toggle(2, 2)
    pitch = theme().line_height("fixed")
    await until(lambda: preview.picker.height() >= pitch * PICK_LINES)
    assert pitch * PICK_LINES > few
    preview.whole_button.click()
    assert preview.picker.minimumHeight() == few


@on_qt_loop
async def test_where_nothing_is_whole_the_button_counts_passages() -> None:
    view = await opened(request_of(dict.fromkeys(NAMES, TEXT)))
    assert view.preview is not None
    assert view.checklist is not None
    view.checklist.tick_all(False)
    view.preview.part_button.click()
    view.preview.picker.toggle(2, 2)
    assert said(view)[::2] == ("Send 1 passage of 1 note to Anthropic?", "Send 1 passage")


def untick(view: RequestView) -> None:
    assert view.checklist is not None
    view.checklist.tick(NAMES[0], False)


def tick(view: RequestView) -> None:
    assert view.checklist is not None
    view.checklist.tick(NAMES[0], True)


def share_whole(view: RequestView) -> None:
    assert view.preview is not None
    view.preview.whole_button.click()


@on_qt_loop
@pytest.mark.parametrize(
    ("picked", "act", "files", "lines"),
    [
        ((2, 2), untick, NAMES[1:], {}),
        ((2, 2), share_whole, NAMES, {}),
        (None, tick, NAMES, {}),
        (None, untick, NAMES[1:], {}),
    ],
)
async def test_the_list_and_the_picked_lines_agree(
    monkeypatch: pytest.MonkeyPatch,
    picked: tuple[int, int] | None,
    act: Callable[[RequestView], None],
    files: tuple[str, ...],
    lines: dict[str, object],
) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)
    view = await opened(request_of(dict.fromkeys(NAMES, TEXT)))
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.preview is not None
    view.preview.part_button.click()
    if picked is not None:
        view.preview.picker.toggle(*picked)
    act(view)
    assert view.preview.picker.isVisible() == (files != NAMES)
    await until(lambda: view.foot.arming.armed)
    view.foot.approve_button.click()
    assert [(one.files, dict(one.lines)) for one in answers] == [(files, lines)]


@on_qt_loop
@pytest.mark.parametrize(("text", "has_lines"), [("one line\n", True), (TEXT, False), ("x\n" * 150_000, True)])
async def test_no_part_is_offered_where_none_can_be_picked(text: str, has_lines: bool) -> None:
    view = await opened(request_of(dict.fromkeys(NAMES, text), has_lines=has_lines))
    assert view.preview is not None
    assert not view.preview.part_button.isVisible()


class _Shown(QObject):
    """Remembers each widget that was shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


@on_qt_loop
@pytest.mark.parametrize("compact", [False, True])
async def test_no_part_of_a_request_is_a_window_for_a_moment(compact: bool) -> None:
    application = QApplication.instance()
    assert application is not None
    shown = _Shown()
    application.installEventFilter(shown)
    try:
        view = await opened(request_of(dict.fromkeys(NAMES, TEXT)), compact=compact)
        assert view.preview is not None
        view.preview.part_button.click()
        view.preview.whole_button.click()
    finally:
        application.removeEventFilter(shown)
    assert shown.windows == ["RequestView"], "another one would take the front, and Approve would be dead"


def test_a_request_says_of_which_files_lines_can_be_picked() -> None:
    (call,) = read_request(destination=AWAY).calls
    other = replace(call, call_id="call_2", files=call.files[:1])
    request = replace(read_request(), calls=(replace(call, has_lines=True), other))
    assert [request.has_lines(name) for name in (*NAMES, "Other.md")] == [False, True, True, False]

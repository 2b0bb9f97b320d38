"""Tests of ui/review/text_box.py."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import AWAY, NAMES, read_request
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review import approve_delay
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.ui.review.file_checklist import PICK_LINES
from vaultdesk.ui.review.text_box import FittedScrollArea, LinePicker, NumberedText, TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel

# Folded text.

TEXT = "start\n" + "\n" * 3_000 + "payload"


def box(qtbot: QtBot) -> TextBox:
    made = NumberedText(8, "Arguments")
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    made.show_text(TEXT)
    return made


def test_t14_blank_lines_before_the_payload_do_not_push_it_out_of_sight(qtbot: QtBot) -> None:
    made = box(qtbot)

    assert made.toPlainText() == "start\n⋯ 3000 blank lines\npayload"
    assert made.verticalScrollBar().maximum() == 0
    assert [made.folds.line_number(block) for block in range(3)] == [1, 2, 3002]
    assert "Space" in made.accessibleDescription()


def test_t14_a_fold_opens_by_space_and_by_a_click_on_it(qtbot: QtBot) -> None:
    by_key, by_click = box(qtbot), box(qtbot)
    by_key.setFocus()
    QTest.keyClick(by_key, Qt.Key.Key_Space)
    assert by_key.toPlainText() == TEXT

    block = by_click.document().findBlockByNumber(1)
    area = by_click.blockBoundingGeometry(block).translated(by_click.contentOffset())
    QTest.mouseClick(by_click.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, round(area.center().y())))
    assert by_click.toPlainText() == TEXT
    assert not by_click.folds.has_folds


def test_a_click_beside_a_fold_opens_nothing(qtbot: QtBot) -> None:
    made = box(qtbot)
    block = made.document().findBlockByNumber(2)
    area = made.blockBoundingGeometry(block).translated(made.contentOffset())
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, round(area.center().y())))

    assert made.folds.has_folds


# Text box: plain text, never changed, scrolled with every key one would try.


class Host(QWidget):
    """Holds a box and hears the keys that it leaves over."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[int] = []
        self.box = TextBox("What the model would read")
        QVBoxLayout(self).addWidget(self.box)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's own name
        self.heard.append(event.key())


@pytest.fixture
def host(qtbot: QtBot) -> Host:
    made = Host()
    qtbot.addWidget(made)
    made.box.setPlainText("<b>no markup</b>\n" * 200)
    made.box.show_lines(5)
    made.resize(300, 300)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    return made


def test_markup_stays_text_and_typing_changes_nothing(host: Host) -> None:
    before = host.box.toPlainText()
    QTest.keyClicks(host.box, "abc")
    QTest.keyClick(host.box, Qt.Key.Key_Delete)
    assert host.box.toPlainText() == before
    assert before.startswith("<b>no markup</b>")


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End, Qt.Key.Key_Space])
def test_keys_scroll_down(host: Host, key: Qt.Key) -> None:
    QTest.keyClick(host.box, key)
    assert host.box.verticalScrollBar().value() > 0


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Home])
def test_keys_scroll_up(host: Host, key: Qt.Key) -> None:
    bar = host.box.verticalScrollBar()
    bar.setValue(bar.maximum())
    QTest.keyClick(host.box, key)
    assert bar.value() < bar.maximum()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
def test_enter_and_esc_are_left_to_the_question(host: Host, key: Qt.Key) -> None:
    QTest.keyClick(host.box, key)
    assert host.heard == [key]


def test_exactly_the_wanted_lines_are_in_sight(host: Host) -> None:
    above = host.box.document().documentMargin()
    # As far apart as they are drawn: the font's own spacing may be much less.
    first, second = (QTextCursor(host.box.document().findBlockByNumber(number)) for number in range(2))
    pitch = host.box.cursorRect(second).top() - host.box.cursorRect(first).top()
    assert (host.box.height() - above) // pitch == 5


def test_the_ring_is_there_with_the_keyboard_and_gone_without(host: Host) -> None:
    edge = (1, host.box.viewport().height() // 2)
    host.box.setFocus()
    assert host.box.viewport().grab().toImage().pixelColor(*edge) == theme().color("accent")
    host.box.clearFocus()
    assert host.box.viewport().grab().toImage().pixelColor(*edge) != theme().color("accent")


def test_tab_leaves_it(host: Host) -> None:
    other = TextBox("other")
    host.layout().addWidget(other)
    other.show()
    host.box.setFocus()
    QTest.keyClick(host.box, Qt.Key.Key_Tab)
    assert host.focusWidget() is other


# Fitting area: no higher than its contents, no higher than its limit, and reachable where it scrolls.

MOST = 100


class Scene(QWidget):
    """An area over an empty rest, as a request's head over its files."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.label = PlainLabel(words, wrap=True)
        contents = QWidget()
        QVBoxLayout(contents).addWidget(self.label)
        self.area = FittedScrollArea(contents, MOST, "Request")
        column = QVBoxLayout(self)
        column.addWidget(self.area)
        column.addWidget(QWidget(), 1)


def scene(qtbot: QtBot, words: str) -> Scene:
    made = Scene(words)
    qtbot.addWidget(made)
    made.resize(400, 600)
    made.show()
    return made


def test_a_few_words_need_no_scrolling_and_no_stop_of_tab(qtbot: QtBot) -> None:
    made = scene(qtbot, "A few words.")
    qtbot.waitUntil(lambda: made.area.verticalScrollBar().maximum() == 0, timeout=5000)
    assert made.area.height() < theme().px(MOST)
    assert made.area.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_many_words_scroll_with_the_keyboard(qtbot: QtBot) -> None:
    made = scene(qtbot, "word " * 2000)
    bar = made.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=5000)
    assert made.area.height() == theme().px(MOST)
    assert made.area.focusPolicy() == Qt.FocusPolicy.StrongFocus
    QTest.keyClick(made.area, Qt.Key.Key_PageDown)
    assert bar.value() > 0


def test_it_grows_and_shrinks_with_its_words(qtbot: QtBot) -> None:
    made = scene(qtbot, "A few words.")
    low = made.area.height()
    made.label.setText("words " * 60)
    qtbot.waitUntil(lambda: made.area.height() > low, timeout=5000)
    made.label.setText("A few words.")
    qtbot.waitUntil(lambda: made.area.height() == low, timeout=5000)


def test_narrower_is_higher_so_that_nothing_is_hidden(qtbot: QtBot) -> None:
    made = scene(qtbot, "words " * 14)
    wide = made.area.height()
    made.resize(220, 600)
    qtbot.waitUntil(lambda: made.area.height() > wide, timeout=5000)
    qtbot.waitUntil(lambda: made.area.verticalScrollBar().maximum() == 0, timeout=5000)


def test_it_is_never_lower_than_what_is_in_it_can_be(qtbot: QtBot) -> None:
    made = scene(qtbot, "A few words.")
    made.label.setMinimumHeight(theme().px(60))
    qtbot.waitUntil(lambda: made.area.height() >= theme().px(60), timeout=5000)
    assert made.area.verticalScrollBar().maximum() == 0


# Numbered text, and the view of a request in which lines are picked.

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

EIGHT_LINES = "\n".join(f"line {number}" for number in range(1, 9))


@pytest.fixture
def picker(qtbot: QtBot) -> LinePicker:
    made = LinePicker(24)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show_part(EIGHT_LINES, ())
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
    return view.header.headline(), view.footer.notice_text(), view.footer.approve_button.text()


@on_qt_loop
@pytest.mark.parametrize("compact", [False, True])
async def test_only_the_picked_lines_are_counted_and_answered(monkeypatch: pytest.MonkeyPatch, compact: bool) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)
    view = await opened(request_of(dict.fromkeys(NAMES, EIGHT_LINES)), compact=compact)
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    preview, checklist = view.preview, view.checklist
    assert preview is not None
    assert checklist is not None
    preview.part_button.click()
    assert view.ticked() == NAMES[1:], "nothing of it is picked yet"
    row = checklist.view().model().index(0, 0)
    assert "stays here" in str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "only a part" not in str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    preview.picker.toggle(2, 3)
    preview.picker.toggle(7, 7)
    assert view.ticked() == NAMES
    assert preview.amount() == "3 of 8 lines"
    assert said(view) == (
        "Send 2 passages and 2 whole notes to Anthropic?",
        "About 509 tokens leave this computer for api.anthropic.com",
        "Send 3 notes",
    )
    assert "only a part" in str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    await until(lambda: view.footer.approve_delay.armed)
    view.footer.approve_button.click()
    assert [(one.files, dict(one.lines)) for one in answers] == [(NAMES, {NAMES[0]: ((2, 3), (7, 7))})]


@on_qt_loop
async def test_a_card_shows_more_lines_while_they_are_picked() -> None:
    view = await opened(request_of(dict.fromkeys(NAMES, EIGHT_LINES)), compact=True)
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
    view = await opened(request_of(dict.fromkeys(NAMES, EIGHT_LINES)))
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
    view = await opened(request_of(dict.fromkeys(NAMES, EIGHT_LINES)))
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    assert view.preview is not None
    view.preview.part_button.click()
    if picked is not None:
        view.preview.picker.toggle(*picked)
    act(view)
    assert view.preview.picker.isVisible() == (files != NAMES)
    await until(lambda: view.footer.approve_delay.armed)
    view.footer.approve_button.click()
    assert [(one.files, dict(one.lines)) for one in answers] == [(files, lines)]


@on_qt_loop
@pytest.mark.parametrize(("text", "has_lines"), [("one line\n", True), (EIGHT_LINES, False), ("x\n" * 150_000, True)])
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
        view = await opened(request_of(dict.fromkeys(NAMES, EIGHT_LINES)), compact=compact)
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

"""Tests of ui/review/text_box.py."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import AWAY, NAMES, read_request
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review import approve_delay
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.ui.review.file_checklist import PICK_LINES
from vaultdesk.ui.review.text_box import FittedScrollArea, LinePicker, NumberedText, TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel

# Folded text.

TEXT = "start\n" + "\n" * 3_000 + "payload"


def make_box(qtbot: QtBot) -> TextBox:
    numbered_text = NumberedText(8, "Arguments")
    qtbot.addWidget(numbered_text)
    numbered_text.resize(400, 200)
    numbered_text.show()
    numbered_text.show_text(TEXT)
    return numbered_text


def test_t14_blank_lines_before_the_payload_are_folded_and_it_stays_visible(qtbot: QtBot) -> None:
    numbered_text = make_box(qtbot)

    assert numbered_text.toPlainText() == "start\n⋯ 3000 blank lines\npayload"
    assert numbered_text.verticalScrollBar().maximum() == 0
    assert [numbered_text.folds.line_number(block) for block in range(3)] == [1, 2, 3002]
    assert "Space" in numbered_text.accessibleDescription()


def test_t14_fold_opens_by_space_and_by_click(qtbot: QtBot) -> None:
    by_key, by_click = make_box(qtbot), make_box(qtbot)
    by_key.setFocus()
    QTest.keyClick(by_key, Qt.Key.Key_Space)
    assert by_key.toPlainText() == TEXT

    block = by_click.document().findBlockByNumber(1)
    area = by_click.blockBoundingGeometry(block).translated(by_click.contentOffset())
    QTest.mouseClick(by_click.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, round(area.center().y())))
    assert by_click.toPlainText() == TEXT
    assert not by_click.folds.has_folds


def test_click_beside_a_fold_opens_nothing(qtbot: QtBot) -> None:
    numbered_text = make_box(qtbot)
    block = numbered_text.document().findBlockByNumber(2)
    area = numbered_text.blockBoundingGeometry(block).translated(numbered_text.contentOffset())
    QTest.mouseClick(numbered_text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, round(area.center().y())))

    assert numbered_text.folds.has_folds


# Text box: read-only plain text that scrolls with the usual keys.


class Host(QWidget):
    """Contains a box and records the keys that it does not consume."""

    def __init__(self) -> None:
        super().__init__()
        self.received_keys: list[int] = []
        self.box = TextBox("What the model would read")
        QVBoxLayout(self).addWidget(self.box)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's own name
        self.received_keys.append(event.key())


@pytest.fixture
def host(qtbot: QtBot) -> Host:
    host_widget = Host()
    qtbot.addWidget(host_widget)
    host_widget.box.setPlainText("<b>no markup</b>\n" * 200)
    host_widget.box.show_lines(5)
    host_widget.resize(300, 300)
    host_widget.show()
    host_widget.activateWindow()
    qtbot.waitUntil(host_widget.isActiveWindow, timeout=30_000)
    return host_widget


def test_markup_is_plain_text_and_typing_changes_nothing(host: Host) -> None:
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
def test_enter_and_escape_are_propagated(host: Host, key: Qt.Key) -> None:
    QTest.keyClick(host.box, key)
    assert host.received_keys == [key]


def test_requested_number_of_lines_is_visible(host: Host) -> None:
    above = host.box.document().documentMargin()
    # Measured as painted, because the line spacing of the font may be much smaller.
    first, second = (QTextCursor(host.box.document().findBlockByNumber(number)) for number in range(2))
    pitch = host.box.cursorRect(second).top() - host.box.cursorRect(first).top()
    assert (host.box.height() - above) // pitch == 5


def test_focus_ring_is_shown_only_with_focus(host: Host) -> None:
    edge = (1, host.box.viewport().height() // 2)
    host.box.setFocus()
    assert host.box.viewport().grab().toImage().pixelColor(*edge) == theme().color("accent")
    host.box.clearFocus()
    assert host.box.viewport().grab().toImage().pixelColor(*edge) != theme().color("accent")


def test_tab_leaves_the_box(host: Host) -> None:
    other = TextBox("other")
    host.layout().addWidget(other)
    other.show()
    host.box.setFocus()
    QTest.keyClick(host.box, Qt.Key.Key_Tab)
    assert host.focusWidget() is other


# Fitted scroll area: no higher than its contents or its limit, and focusable when it scrolls.

MAX_HEIGHT = 100


class Scene(QWidget):
    """An area above an empty widget, like the header of a request above its files."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.label = PlainLabel(text, wrap=True)
        contents = QWidget()
        QVBoxLayout(contents).addWidget(self.label)
        self.area = FittedScrollArea(contents, MAX_HEIGHT, "Request")
        column = QVBoxLayout(self)
        column.addWidget(self.area)
        column.addWidget(QWidget(), 1)


def make_scene(qtbot: QtBot, text: str) -> Scene:
    scene = Scene(text)
    qtbot.addWidget(scene)
    scene.resize(400, 600)
    scene.show()
    return scene


def test_short_text_needs_no_scrolling_and_no_tab_stop(qtbot: QtBot) -> None:
    scene = make_scene(qtbot, "A few words.")
    qtbot.waitUntil(lambda: scene.area.verticalScrollBar().maximum() == 0, timeout=30_000)
    assert scene.area.height() < theme().px(MAX_HEIGHT)
    assert scene.area.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_long_text_scrolls_by_keyboard(qtbot: QtBot) -> None:
    scene = make_scene(qtbot, "word " * 2000)
    bar = scene.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=30_000)
    assert scene.area.height() == theme().px(MAX_HEIGHT)
    assert scene.area.focusPolicy() == Qt.FocusPolicy.StrongFocus
    QTest.keyClick(scene.area, Qt.Key.Key_PageDown)
    assert bar.value() > 0


def test_area_grows_and_shrinks_with_its_text(qtbot: QtBot) -> None:
    scene = make_scene(qtbot, "A few words.")
    low = scene.area.height()
    scene.label.setText("words " * 60)
    qtbot.waitUntil(lambda: scene.area.height() > low, timeout=30_000)
    scene.label.setText("A few words.")
    qtbot.waitUntil(lambda: scene.area.height() == low, timeout=30_000)


def test_narrower_area_grows_in_height_without_hiding_text(qtbot: QtBot) -> None:
    scene = make_scene(qtbot, "words " * 14)
    wide = scene.area.height()
    scene.resize(220, 600)
    qtbot.waitUntil(lambda: scene.area.height() > wide, timeout=30_000)
    qtbot.waitUntil(lambda: scene.area.verticalScrollBar().maximum() == 0, timeout=30_000)


def test_area_is_never_lower_than_the_minimum_height_of_its_contents(qtbot: QtBot) -> None:
    scene = make_scene(qtbot, "A few words.")
    scene.label.setMinimumHeight(theme().px(60))
    qtbot.waitUntil(lambda: scene.area.height() >= theme().px(60), timeout=30_000)
    assert scene.area.verticalScrollBar().maximum() == 0


# Numbered text, and the view of a request in which lines are picked.

# Numbered text: a column of line numbers that fits its largest number and scrolls with the text.


def text_of(qtbot: QtBot, lines: int) -> NumberedText:
    text = NumberedText(24, "Arguments")
    qtbot.addWidget(text)
    text.setPlainText("\n".join("text" for _ in range(lines)))
    text.resize(300, 200)
    text.show()
    return text


def test_number_column_fits_its_largest_number(qtbot: QtBot) -> None:
    few, many = text_of(qtbot, 9), text_of(qtbot, 12_345)
    digit = few.fontMetrics().horizontalAdvance("9")
    assert many.numbers_width() - few.numbers_width() == 3 * digit
    assert many.viewport().x() == many.numbers_width()


def numbers_image(text: NumberedText) -> QImage:
    return text.grab().toImage().copy(0, 0, text.numbers_width(), text.height())


def test_line_numbers_are_painted_and_scroll_with_the_text(qtbot: QtBot) -> None:
    text = text_of(qtbot, 400)
    top = numbers_image(text)
    colors = {top.pixelColor(x, y).name() for x in range(top.width()) for y in range(60)}
    assert len(colors) > 1
    text.verticalScrollBar().setValue(137)
    assert numbers_image(text) != top


def test_number_is_aligned_with_the_first_row_of_its_line(qtbot: QtBot) -> None:
    text = text_of(qtbot, 1)
    text.setPlainText("one\n" + "a line that goes on below " * 4 + "\nthree")
    column = next(widget for widget in text.findChildren(QWidget) if type(widget).__name__ == "_Numbers")

    word_bottoms = {piece.text.split()[0]: piece.ink.bottom() for piece in painted(text.viewport())}
    number_bottoms = {piece.text: piece.ink.bottom() for piece in painted(column)}

    assert sorted(number_bottoms) == ["1", "2", "3"]
    assert number_bottoms["1"] == pytest.approx(word_bottoms["one"], abs=1)
    assert number_bottoms["3"] == pytest.approx(word_bottoms["three"], abs=1)
    assert number_bottoms["2"] - number_bottoms["1"] == pytest.approx(theme().line_height("fixed"), abs=1)


def test_colors_follow_the_theme(qtbot: QtBot) -> None:
    text = text_of(qtbot, 3)
    theme().set_choice("dark")
    assert text.palette().color(text.palette().ColorRole.Text) == theme().color("text")


# Line picker: lines are ticked by mouse and by keyboard.

EIGHT_LINES = "\n".join(f"line {number}" for number in range(1, 9))


@pytest.fixture
def picker(qtbot: QtBot) -> LinePicker:
    line_picker = LinePicker(24)
    qtbot.addWidget(line_picker)
    line_picker.resize(400, 300)
    line_picker.show_part(EIGHT_LINES, ())
    line_picker.show()
    qtbot.waitExposed(line_picker, timeout=30_000)
    return line_picker


def place_of(picker: LinePicker, line: int) -> QPoint:
    rows = [row for row in range(picker.blockCount()) if picker.line_of(row) == line]
    return picker.cursorRect(QTextCursor(picker.document().findBlockByNumber(rows[0]))).center()


def press(picker: LinePicker, line: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mousePress(picker.viewport(), Qt.MouseButton.LeftButton, modifiers, place_of(picker, line))


def test_click_toggles_a_line(picker: LinePicker) -> None:
    picked_lines: list[frozenset[int]] = []
    picker.picked.connect(picked_lines.append)
    press(picker, 3)
    press(picker, 5)
    press(picker, 3)
    assert picked_lines == [frozenset({3}), frozenset({3, 5}), frozenset({5})]


def test_shift_click_ticks_the_range_of_lines(picker: LinePicker) -> None:
    press(picker, 2)
    press(picker, 5, Qt.KeyboardModifier.ShiftModifier)
    assert picker.lines == {2, 3, 4, 5}


def test_dragging_ticks_lines_and_dragging_back_unticks_them(picker: LinePicker) -> None:
    press(picker, 2)
    for line in (3, 6, 4):
        QTest.mouseMove(picker.viewport(), place_of(picker, line))
    QTest.mouseRelease(picker.viewport(), Qt.MouseButton.LeftButton, pos=place_of(picker, 4))
    assert picker.lines == {2, 3, 4}


def test_lines_can_be_picked_by_keyboard(picker: LinePicker) -> None:
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Space):
        QTest.keyClick(picker, key)
    for _ in range(2):
        QTest.keyClick(picker, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert picker.lines == {2, 3, 4}
    QTest.keyClick(picker, Qt.Key.Key_End)
    QTest.keyClick(picker, Qt.Key.Key_Space)
    assert picker.lines == {2, 3, 4, 8}


def test_wrapped_line_counts_as_one_and_invisible_characters_are_escaped(qtbot: QtBot) -> None:
    line_picker = LinePicker(24)
    qtbot.addWidget(line_picker)
    line_picker.show_part("x" * 4_500 + "\nb\u202ec\r\n\nlast", ())
    assert [line_picker.line_of(row) for row in range(line_picker.blockCount())] == [1, 1, 1, 2, 3, 4]
    assert [line_picker.number_text(row) for row in range(4)] == ["1", "", "", "2"]
    assert "bU+202Ec\n\nlast" in line_picker.toPlainText()


def request_of(texts: dict[str, str], *, has_lines: bool = True) -> ApprovalRequest:
    async def preview(path: str) -> str:
        return texts[path]

    request = read_request(preview=preview)
    return replace(request, calls=tuple(replace(call, has_lines=has_lines) for call in request.calls))


async def open_view(request: ApprovalRequest, *, compact: bool = False) -> RequestView:
    view = RequestView(request, compact=compact)
    view.resize(940, 640)
    view.show()
    assert view.preview is not None
    await until(lambda: view.preview is not None and view.preview.text() != "")
    return view


def labels_of(view: RequestView) -> tuple[str, str, str]:
    return view.header.headline(), view.footer.notice_text(), view.footer.approve_button.text()


@on_qt_loop
@pytest.mark.parametrize("compact", [False, True])
async def test_only_picked_lines_are_counted_and_answered(monkeypatch: pytest.MonkeyPatch, compact: bool) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)
    view = await open_view(request_of(dict.fromkeys(NAMES, EIGHT_LINES)), compact=compact)
    answers: list[ApprovalDecision] = []
    view.answered.connect(answers.append)
    preview, checklist = view.preview, view.checklist
    assert preview is not None
    assert checklist is not None
    preview.part_button.click()
    assert view.ticked() == NAMES[1:], "no line is picked yet"
    row = checklist.view().model().index(0, 0)
    assert "stays here" in str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "only a part" not in str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    preview.picker.toggle(2, 3)
    preview.picker.toggle(7, 7)
    assert view.ticked() == NAMES
    assert preview.amount() == "3 of 8 lines"
    assert labels_of(view) == (
        "Send 2 passages and 2 whole notes to Anthropic?",
        "About 509 tokens leave this computer for api.anthropic.com",
        "Send 3 notes",
    )
    assert "only a part" in str(row.data(Qt.ItemDataRole.AccessibleTextRole))
    await until(lambda: view.footer.approve_delay.armed)
    view.footer.approve_button.click()
    assert [(answer.files, dict(answer.lines)) for answer in answers] == [(NAMES, {NAMES[0]: ((2, 3), (7, 7))})]


@on_qt_loop
async def test_card_shows_more_lines_while_picking() -> None:
    view = await open_view(request_of(dict.fromkeys(NAMES, EIGHT_LINES)), compact=True)
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
async def test_button_counts_passages_when_no_file_is_shared_whole() -> None:
    view = await open_view(request_of(dict.fromkeys(NAMES, EIGHT_LINES)))
    assert view.preview is not None
    assert view.checklist is not None
    view.checklist.tick_all(False)
    view.preview.part_button.click()
    view.preview.picker.toggle(2, 2)
    assert labels_of(view)[::2] == ("Send 1 passage of 1 note to Anthropic?", "Send 1 passage")


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
async def test_checklist_and_picked_lines_are_consistent(
    monkeypatch: pytest.MonkeyPatch,
    picked: tuple[int, int] | None,
    act: Callable[[RequestView], None],
    files: tuple[str, ...],
    lines: dict[str, object],
) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)
    view = await open_view(request_of(dict.fromkeys(NAMES, EIGHT_LINES)))
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
    assert [(answer.files, dict(answer.lines)) for answer in answers] == [(files, lines)]


@on_qt_loop
@pytest.mark.parametrize(("text", "has_lines"), [("one line\n", True), (EIGHT_LINES, False), ("x\n" * 150_000, True)])
async def test_part_button_is_hidden_when_lines_cannot_be_picked(text: str, has_lines: bool) -> None:
    view = await open_view(request_of(dict.fromkeys(NAMES, text), has_lines=has_lines))
    assert view.preview is not None
    assert not view.preview.part_button.isVisible()


class _ShownWindows(QObject):
    """Records each widget that is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(type(watched).__name__)
        return False


@on_qt_loop
@pytest.mark.parametrize("compact", [False, True])
async def test_no_widget_of_a_request_is_shown_as_a_separate_window(compact: bool) -> None:
    application = QApplication.instance()
    assert application is not None
    shown_windows = _ShownWindows()
    application.installEventFilter(shown_windows)
    try:
        view = await open_view(request_of(dict.fromkeys(NAMES, EIGHT_LINES)), compact=compact)
        assert view.preview is not None
        view.preview.part_button.click()
        view.preview.whole_button.click()
    finally:
        application.removeEventFilter(shown_windows)
    assert shown_windows.windows == ["RequestView"], "another window would be activated and disable Approve"


def test_request_knows_for_which_files_lines_can_be_picked() -> None:
    (call,) = read_request(destination=AWAY).calls
    other = replace(call, call_id="call_2", files=call.files[:1])
    request = replace(read_request(), calls=(replace(call, has_lines=True), other))
    assert [request.has_lines(name) for name in (*NAMES, "Other.md")] == [False, True, True, False]

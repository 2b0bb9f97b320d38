"""Tests of ui/widgets/labels.py."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetrics, QGuiApplication, QImage, QPainter, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.cut_text import cut_texts
from tests.support.painted_text import painted
from vaultdesk.ui.theme.painting import mirror_painting
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.labels import (
    MAX_LINE_CHARACTERS,
    ElidedLabel,
    PlainLabel,
    WrappedText,
    as_tooltip,
    draw_wrapped_text,
    lines_height,
    safe_label_text,
    sentence_parts,
    wrapped_height,
)

# Wrapped text: line pitch, complete text, and hit testing of characters.

WORDS = "The old boiler leaks, and a heat pump would need less than half of what it burns now."
PITCH = 40
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def test_lines_are_one_pitch_apart_and_a_single_line_has_the_font_height(app_theme: Theme) -> None:
    font = app_theme.font("interface")
    text = WrappedText(WORDS, font, PITCH)

    extent = text.extent(150)

    assert extent.lines > 2
    assert extent.height == (extent.lines - 1) * PITCH + QFontMetrics(font).height()
    assert text.extent(10_000).height == QFontMetrics(font).height()
    assert extent.minimum_width <= extent.width <= 150


def test_line_higher_than_the_pitch_uses_its_own_height(app_theme: Theme) -> None:
    font = app_theme.font("interface")

    extent = WrappedText("one\ntwo", font, 1).extent(500)

    assert (extent.lines, extent.height) == (2, 2 * QFontMetrics(font).height())


def test_empty_text_reserves_one_line(app_theme: Theme) -> None:
    assert WrappedText("", app_theme.font("interface"), PITCH).extent(100).lines == 1


def test_short_text_is_not_wrapped_and_long_text_has_a_readable_width(app_theme: Theme) -> None:
    font = app_theme.font("interface")
    metrics = QFontMetrics(font)

    assert WrappedText("Short", font, PITCH).preferred_size(10_000).height() == metrics.height()
    assert WrappedText(WORDS * 9, font, PITCH).preferred_size(10_000).width() <= 80 * metrics.averageCharWidth()


@pytest.mark.parametrize(
    ("text", "align", "side"),
    [
        ("Words", LEFT, "left"),
        ("Words", Qt.AlignmentFlag.AlignRight, "right"),
        ("שלום", LEFT, "right"),
        ("שלום", LEFT | Qt.AlignmentFlag.AlignAbsolute, "left"),
        ("Words", Qt.AlignmentFlag.AlignHCenter, "middle"),
    ],
)
def test_text_is_aligned_by_its_direction_and_alignment(
    app_theme: Theme, text: str, align: Qt.AlignmentFlag, side: str
) -> None:
    area = QRectF(0, 0, 300, 60)
    image = _blank(area)
    painter = QPainter(image)
    WrappedText(text, QFont(app_theme.font("page")), PITCH).draw(painter, area, align, from_right=False)
    painter.end()

    ink = _ink(image)
    ink_side = "left" if ink.left() < 20 else "right" if ink.right() > 280 else "middle"

    assert ink_side == side


def test_every_character_is_found_at_its_position(app_theme: Theme) -> None:
    area = QRectF(7, 9, 150, 400)
    text = WrappedText(WORDS, app_theme.font("interface"), PITCH)

    positions = [
        text.character_at(QPointF(x, y), area, LEFT, from_right=False)
        for y in range(9, 9 + round(text.extent(150).height), 4)
        for x in range(7, 157, 2)
    ]

    assert set(range(len(WORDS))) - set(positions) <= {end for end, letter in enumerate(WORDS, 1) if letter == " "}
    assert text.character_at(QPointF(0, -50), area, LEFT, from_right=False) == 0
    assert text.character_at(QPointF(900, 900), area, LEFT, from_right=False) == len(WORDS)


@pytest.mark.parametrize(("letter", "word"), [(0, "The"), (5, "old"), (WORDS.index("pump") + 2, "pump")])
def test_word_around_a_character_is_found(app_theme: Theme, letter: int, word: str) -> None:
    start, length = WrappedText(WORDS, app_theme.font("interface"), PITCH).word_at(letter)

    assert WORDS[start : start + length] == word


def test_selected_text_has_a_background(app_theme: Theme) -> None:
    area = QRectF(0, 0, 300, 60)
    images = []
    for selection in ((0, 0), (4, 3)):
        image = _blank(area)
        painter = QPainter(image)
        text = WrappedText(WORDS, app_theme.font("interface"), PITCH)
        text.draw(painter, area, LEFT, from_right=False, selection=selection)
        painter.end()
        images.append(image)

    selection_color = app_theme.color("selection")
    assert [_shows(image, selection_color) for image in images] == [False, True]


def test_text_is_painted_unmirrored_on_the_leading_side_in_both_directions(app_theme: Theme) -> None:
    area = QRect(0, 0, 300, 60)
    images = []
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        image = _blank(QRectF(area))
        painter = QPainter(image)
        painter.setLayoutDirection(direction)
        mirror_painting(painter, area)
        draw_wrapped_text(painter, area, LEFT, "Words", "page")
        painter.end()
        images.append(image)

    first, second = map(_ink, images)
    assert first.left() < 20
    assert second.right() > 280
    # Upright: the same image at another position, not a mirrored one.
    shape = images[0].copy(first.adjusted(0, 0, 1, 1))
    assert abs(first.width() - second.width()) <= 1
    assert _dark_columns(shape)[0] == _dark_columns(images[1].copy(second))[0]


def test_line_and_wrapped_heights_follow_the_font(app_theme: Theme, qtbot: QtBot) -> None:
    small = app_theme.metrics("small").height()

    assert lines_height("small", 1) == small
    assert lines_height("small", 3) == small + 2 * app_theme.line_height("small")
    assert wrapped_height("one\ntwo\nthree", "small", 500) == lines_height("small", 3)


def _blank(area: QRectF) -> QImage:
    image = QImage(round(area.right()), round(area.bottom()), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def _ink(image: QImage) -> QRect:
    """Return the bounding rectangle of all pixels that are not white."""
    bounds = QRect()
    for y in range(image.height()):
        for x in range(image.width()):
            if image.pixelColor(x, y).lightness() < 200:
                bounds = bounds.united(QRect(x, y, 1, 1))
    return bounds


def _shows(image: QImage, color: QColor) -> bool:
    points = ((x, y) for y in range(image.height()) for x in range(image.width()))
    return any(image.pixelColor(x, y) == color for x, y in points)


def _dark_columns(image: QImage) -> list[bool]:
    """Return for each column whether at least half of it is dark, which differs between the first and last letter."""
    return [
        sum(image.pixelColor(x, y).lightness() < 128 for y in range(image.height())) * 2 > image.height()
        for x in range(image.width())
    ]


# Label text: harmful characters are escaped, long lines wrapped and long texts truncated; other text is unchanged.


@pytest.mark.parametrize(
    "text", ["", "Boiler", "R&D.md", "<b>not bold</b>", "naïve – “quoted”\nsecond line", "👩‍👩‍👧 family"]
)
def test_harmless_text_is_unchanged(text: str) -> None:
    assert safe_label_text(text) == text


def test_bidirectional_characters_are_escaped() -> None:
    assert safe_label_text("safe\u202egpj.exe") == "safeU+202Egpj.exe"


def test_invisible_and_tag_characters_are_escaped() -> None:
    assert safe_label_text("a\u200bb\U000e0041\x00") == "aU+200BbU+E0041U+0000"


def test_long_line_is_wrapped() -> None:
    lines = safe_label_text("x" * 4_500).split("\n")

    assert [len(line) for line in lines] == [MAX_LINE_CHARACTERS, MAX_LINE_CHARACTERS, 500]


def test_long_text_is_truncated_with_an_ellipsis() -> None:
    assert safe_label_text("ab" * 100, 10) == "ababababa…"


def test_crlf_is_normalized_to_lf() -> None:
    assert safe_label_text("a\r\nb") == "a\nb"


# Text selection: text of a wrapping label is selected with the mouse, copied by shortcut and painted as selected.

LONG_SENTENCE = "The old boiler leaks, 😀 and a heat pump would need less than half of it."
LEFT_BUTTON = Qt.MouseButton.LeftButton


def test_dragging_selects_text_in_either_direction(qtbot: QtBot, app_theme: Theme) -> None:
    label = _label(qtbot)
    start = QPoint(0, 1)
    end = QPoint(label.width() - 1, label.height() - 1)

    QTest.mousePress(label, LEFT_BUTTON, pos=start)
    QTest.mouseMove(label, end)
    assert label.selectedText() == LONG_SENTENCE
    QTest.mouseRelease(label, LEFT_BUTTON, pos=end)
    QTest.mousePress(label, LEFT_BUTTON, pos=end)
    assert label.selectedText() == ""
    QTest.mouseMove(label, start)
    assert label.selectedText() == LONG_SENTENCE
    QTest.mouseRelease(label, LEFT_BUTTON, pos=start)
    QTest.mouseMove(label, end)
    assert label.selectedText() == LONG_SENTENCE


def test_selected_text_is_copied_by_shortcut_and_painted(qtbot: QtBot, app_theme: Theme) -> None:
    label = _label(qtbot)
    before = label.grab().toImage()

    QTest.mouseDClick(label, LEFT_BUTTON, pos=QPoint(2, 4))

    assert label.selectedText() == "The"
    assert label.grab().toImage() != before
    QTest.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "The"


def test_selection_counts_utf_16_units(qtbot: QtBot, app_theme: Theme) -> None:
    label = _label(qtbot)
    selection = label._selection
    assert selection is not None

    label.setSelection(0, len(LONG_SENTENCE) + 1)

    assert selection.selection() == (0, len(LONG_SENTENCE) + 1)


def _label(qtbot: QtBot) -> PlainLabel:
    label = PlainLabel(LONG_SENTENCE, wrap=True, selectable=True)
    qtbot.addWidget(label)
    label.resize(180, label.heightForWidth(180))
    label.show()
    return label


# Elided label: the tooltip contains the full text literally.


def test_elided_label_has_a_tooltip_only_when_cut(qtbot: QtBot) -> None:
    label = ElidedLabel("Projects/House/A very long name of a note.md", Qt.TextElideMode.ElideMiddle)
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.show()
    assert label.toolTip() == ""

    label.resize(60, label.height())

    assert label.toolTip() == "Projects/House/A very long name of a note.md"


def test_details_are_in_tooltip_and_accessible_description_even_when_the_text_fits(qtbot: QtBot) -> None:
    label = ElidedLabel("12 tokens", details="work/one\n12 <b>tokens</b>")
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.show()

    assert label.accessibleDescription() == "work/one\n12 <b>tokens</b>"
    assert label.toolTip() == as_tooltip("work/one\n12 <b>tokens</b>")


def test_tooltip_shows_markup_literally() -> None:
    assert as_tooltip("Boiler") == "Boiler"
    assert as_tooltip("<b>x</b>") == '<p style="white-space:pre-wrap">&lt;b&gt;x&lt;/b&gt;</p>'


# Labels: hostile text is shown literally, and the line spacing matches the design.


def test_markup_is_shown_as_text(qtbot: QtBot) -> None:
    label = PlainLabel("<b>bold</b> &amp; <img src=x>")
    qtbot.addWidget(label)

    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == "<b>bold</b> &amp; <img src=x>"


def test_label_color_is_independent_of_the_background_and_follows_the_theme(qtbot: QtBot, app_theme: Theme) -> None:
    container = QWidget()
    container.setBackgroundRole(QPalette.ColorRole.Base)
    label = PlainLabel("muted", "muted", parent=container)
    qtbot.addWidget(container)
    assert label.palette().color(label.foregroundRole()).name() == app_theme.tokens.muted.lower()

    app_theme.set_choice("dark")

    assert label.palette().color(label.foregroundRole()).name() == app_theme.tokens.muted.lower()


def test_lines_of_a_wrapping_label_have_the_line_height_of_the_theme(qtbot: QtBot, app_theme: Theme) -> None:
    label = PlainLabel("first\nsecond\nthird", font="small", wrap=True)
    qtbot.addWidget(label)
    label.setContentsMargins(3, 4, 5, 6)
    height = app_theme.metrics("small").height()

    label.resize(200, label.heightForWidth(200))
    lines = [(piece.text, piece.ink.top()) for piece in painted(label)]

    assert label.height() == 4 + height + 2 * app_theme.line_height("small") + 6
    assert [text for text, _ in lines] == ["first", "second", "third"]
    assert lines[2][1] - lines[0][1] == pytest.approx(2 * app_theme.line_height("small"), abs=1)
    assert label.minimumSizeHint().height() == label.sizeHint().height() == label.height()


def test_single_line_of_a_wrapping_label_is_as_high_as_a_plain_label(qtbot: QtBot, app_theme: Theme) -> None:
    wrapping, single = PlainLabel("Words", wrap=True), PlainLabel("Words")
    for label in (wrapping, single):
        qtbot.addWidget(label)

    assert wrapping.sizeHint() == single.sizeHint()
    assert wrapping.heightForWidth(200) == single.sizeHint().height()


def test_wrapping_label_resizes_with_its_text(qtbot: QtBot, app_theme: Theme) -> None:
    label = PlainLabel("Words", wrap=True)
    qtbot.addWidget(label)
    single_line = label.heightForWidth(120)

    label.setText("Many words that go on and on and on, and on again")

    assert single_line < label.heightForWidth(120)


def test_disabled_wrapping_label_is_grayed_and_shows_all_words(qtbot: QtBot, app_theme: Theme) -> None:
    label = PlainLabel("Words that are grayed", wrap=True)
    qtbot.addWidget(label)
    label.resize(60, label.heightForWidth(60))
    before = label.grab().toImage()

    label.setEnabled(False)

    assert label.grab().toImage() != before
    assert " ".join(piece.text for piece in painted(label)).split() == label.text().split()
    interface = QAccessible.queryAccessibleInterface(label)
    assert interface is not None
    assert interface.text(QAccessible.Text.Name) == "Words that are grayed"


def test_cut_text_of_a_wrapping_label_is_detected(qtbot: QtBot, app_theme: Theme) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    label = PlainLabel("several words that need several lines", wrap=True, parent=host)
    host.resize(90, 300)
    label.setGeometry(0, 0, 90, label.heightForWidth(90))
    host.show()
    assert not cut_texts(host, "en")

    label.setGeometry(0, 0, 90, label.heightForWidth(90) // 2)

    assert cut_texts(host, "en")


# Sentences with emphasized parts.


@pytest.mark.parametrize(
    ("template", "values", "text", "strong"),
    [
        ("About **{n} tokens** go to **{host}**", {"n": "7", "host": "x"}, "About 7 tokens go to x", ("7 tokens", "x")),
        ("**{who}** reads", {"who": "🏠 me"}, "🏠 me reads", ("🏠 me",)),
        ("Nothing", {}, "Nothing", ()),
        ("In **{name}**", {"name": "**{who}** R&D\u202e"}, "In **{who}** R&DU+202E", ("**{who}** R&DU+202E",)),
    ],
)
def test_marked_parts_of_a_sentence_are_emphasized_and_values_are_literal(
    template: str, values: dict[str, str], text: str, strong: tuple[str, ...]
) -> None:
    sentence, ranges = sentence_parts(template, values)

    units = sentence.encode("utf-16-le")
    assert sentence == text
    assert tuple(units[2 * start : 2 * end].decode("utf-16-le") for start, end in ranges) == strong


def test_label_shows_a_sentence_without_marks_and_emphasis_widens_it(qtbot: QtBot) -> None:
    label = PlainLabel(wrap=True)
    qtbot.addWidget(label)
    label.set_sentence("**{n} tokens leave this computer**", n="760")
    strong = label.sizeHint().width()
    label.set_sentence("{n} tokens leave this computer", n="760")
    assert label.text() == "760 tokens leave this computer"
    assert strong > label.sizeHint().width()

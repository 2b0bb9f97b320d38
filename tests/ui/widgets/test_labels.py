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

# Running text: its lines stand as far apart as asked, each word is somewhere, and places are letters again.

WORDS = "The old boiler leaks, and a heat pump would need less than half of what it burns now."
PITCH = 40
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def test_lines_stand_one_pitch_apart_and_the_first_as_in_one_line(dressed: Theme) -> None:
    font = dressed.font("interface")
    text = WrappedText(WORDS, font, PITCH)

    found = text.extent(150)

    assert found.lines > 2
    assert found.height == (found.lines - 1) * PITCH + QFontMetrics(font).height()
    assert text.extent(10_000).height == QFontMetrics(font).height()
    assert found.minimum_width <= found.width <= 150


def test_a_line_higher_than_the_pitch_takes_what_it_needs(dressed: Theme) -> None:
    font = dressed.font("interface")

    found = WrappedText("one\ntwo", font, 1).extent(500)

    assert (found.lines, found.height) == (2, 2 * QFontMetrics(font).height())


def test_without_a_text_a_line_is_kept_free(dressed: Theme) -> None:
    assert WrappedText("", dressed.font("interface"), PITCH).extent(100).lines == 1


def test_a_short_text_is_not_broken_and_a_long_one_is_easy_to_read(dressed: Theme) -> None:
    font = dressed.font("interface")
    metrics = QFontMetrics(font)

    assert WrappedText("Short", font, PITCH).preferred_size(10_000).height() == metrics.height()
    assert WrappedText(WORDS * 9, font, PITCH).preferred_size(10_000).width() <= 80 * metrics.averageCharWidth()


@pytest.mark.parametrize(
    ("text", "align", "begins"),
    [
        ("Words", LEFT, "left"),
        ("Words", Qt.AlignmentFlag.AlignRight, "right"),
        ("שלום", LEFT, "right"),
        ("שלום", LEFT | Qt.AlignmentFlag.AlignAbsolute, "left"),
        ("Words", Qt.AlignmentFlag.AlignHCenter, "middle"),
    ],
)
def test_a_text_stands_where_its_letters_begin(dressed: Theme, text: str, align: Qt.AlignmentFlag, begins: str) -> None:
    room = QRectF(0, 0, 300, 60)
    picture = _blank(room)
    painter = QPainter(picture)
    WrappedText(text, QFont(dressed.font("page")), PITCH).draw(painter, room, align, from_right=False)
    painter.end()

    ink = _ink(picture)
    found = "left" if ink.left() < 20 else "right" if ink.right() > 280 else "middle"

    assert found == begins


def test_every_letter_is_found_where_it_stands(dressed: Theme) -> None:
    room = QRectF(7, 9, 150, 400)
    text = WrappedText(WORDS, dressed.font("interface"), PITCH)

    found = [
        text.character_at(QPointF(x, y), room, LEFT, from_right=False)
        for y in range(9, 9 + round(text.extent(150).height), 4)
        for x in range(7, 157, 2)
    ]

    assert set(range(len(WORDS))) - set(found) <= {end for end, letter in enumerate(WORDS, 1) if letter == " "}
    assert text.character_at(QPointF(0, -50), room, LEFT, from_right=False) == 0
    assert text.character_at(QPointF(900, 900), room, LEFT, from_right=False) == len(WORDS)


@pytest.mark.parametrize(("letter", "word"), [(0, "The"), (5, "old"), (WORDS.index("pump") + 2, "pump")])
def test_the_word_around_a_letter(dressed: Theme, letter: int, word: str) -> None:
    start, length = WrappedText(WORDS, dressed.font("interface"), PITCH).word_at(letter)

    assert WORDS[start : start + length] == word


def test_what_is_chosen_has_a_ground_of_its_own(dressed: Theme) -> None:
    room = QRectF(0, 0, 300, 60)
    pictures = []
    for chosen in ((0, 0), (4, 3)):
        picture = _blank(room)
        painter = QPainter(picture)
        text = WrappedText(WORDS, dressed.font("interface"), PITCH)
        text.draw(painter, room, LEFT, from_right=False, selection=chosen)
        painter.end()
        pictures.append(picture)

    marked = dressed.color("selection")
    assert [_shows(picture, marked) for picture in pictures] == [False, True]


def test_a_painted_text_is_upright_and_at_the_windows_side_where_that_is_read_from_the_right(dressed: Theme) -> None:
    room = QRect(0, 0, 300, 60)
    pictures = []
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        picture = _blank(QRectF(room))
        painter = QPainter(picture)
        painter.setLayoutDirection(direction)
        mirror_painting(painter, room)
        draw_wrapped_text(painter, room, LEFT, "Words", "page")
        painter.end()
        pictures.append(picture)

    first, second = map(_ink, pictures)
    assert first.left() < 20
    assert second.right() > 280
    # Upright: the same picture at another place, not a mirrored one.
    shape = pictures[0].copy(first.adjusted(0, 0, 1, 1))
    assert abs(first.width() - second.width()) <= 1
    assert _dark_columns(shape)[0] == _dark_columns(pictures[1].copy(second))[0]


def test_heights_for_layouts_that_keep_room_for_lines(dressed: Theme, qtbot: QtBot) -> None:
    small = dressed.metrics("small").height()

    assert lines_height("small", 1) == small
    assert lines_height("small", 3) == small + 2 * dressed.line_height("small")
    assert wrapped_height("one\ntwo\nthree", "small", 500) == lines_height("small", 3)


def _blank(room: QRectF) -> QImage:
    picture = QImage(round(room.right()), round(room.bottom()), QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    return picture


def _ink(picture: QImage) -> QRect:
    """Return what is not white."""
    found = QRect()
    for y in range(picture.height()):
        for x in range(picture.width()):
            if picture.pixelColor(x, y).lightness() < 200:
                found = found.united(QRect(x, y, 1, 1))
    return found


def _shows(picture: QImage, color: QColor) -> bool:
    places = ((x, y) for y in range(picture.height()) for x in range(picture.width()))
    return any(picture.pixelColor(x, y) == color for x, y in places)


def _dark_columns(picture: QImage) -> list[bool]:
    """Return for each column whether at least half of it is dark: a W ends thin, an s does not begin so."""
    return [
        sum(picture.pixelColor(x, y).lightness() < 128 for y in range(picture.height())) * 2 > picture.height()
        for x in range(picture.width())
    ]


# Shown text: what could hurt a label is cut, broken or made visible; everything else stays as it is.


@pytest.mark.parametrize(
    "text", ["", "Boiler", "R&D.md", "<b>not bold</b>", "naïve – “quoted”\nsecond line", "👩‍👩‍👧 family"]
)
def test_harmless_text_stays(text: str) -> None:
    assert safe_label_text(text) == text


def test_direction_signs_are_named() -> None:
    assert safe_label_text("safe\u202egpj.exe") == "safeU+202Egpj.exe"


def test_invisible_and_tag_characters_are_named() -> None:
    assert safe_label_text("a\u200bb\U000e0041\x00") == "aU+200BbU+E0041U+0000"


def test_a_long_line_is_broken() -> None:
    lines = safe_label_text("x" * 4_500).split("\n")

    assert [len(line) for line in lines] == [MAX_LINE_CHARACTERS, MAX_LINE_CHARACTERS, 500]


def test_a_long_text_is_cut_and_says_so() -> None:
    assert safe_label_text("ab" * 100, 10) == "ababababa…"


def test_windows_line_ends_are_line_ends() -> None:
    assert safe_label_text("a\r\nb") == "a\nb"


# Text choice: words of a label that wraps are chosen with the mouse, copied by key, and painted as chosen.

LONG_SENTENCE = "The old boiler leaks, 😀 and a heat pump would need less than half of it."
LEFT_BUTTON = Qt.MouseButton.LeftButton


def test_dragging_chooses_from_the_first_place_to_the_last_in_either_direction(qtbot: QtBot, dressed: Theme) -> None:
    label = _label(qtbot)
    near = QPoint(0, 1)
    far = QPoint(label.width() - 1, label.height() - 1)

    QTest.mousePress(label, LEFT_BUTTON, pos=near)
    QTest.mouseMove(label, far)
    assert label.selectedText() == LONG_SENTENCE
    QTest.mouseRelease(label, LEFT_BUTTON, pos=far)
    QTest.mousePress(label, LEFT_BUTTON, pos=far)
    assert label.selectedText() == ""
    QTest.mouseMove(label, near)
    assert label.selectedText() == LONG_SENTENCE
    QTest.mouseRelease(label, LEFT_BUTTON, pos=near)
    QTest.mouseMove(label, far)
    assert label.selectedText() == LONG_SENTENCE


def test_what_is_chosen_is_copied_by_key_and_seen(qtbot: QtBot, dressed: Theme) -> None:
    label = _label(qtbot)
    before = label.grab().toImage()

    QTest.mouseDClick(label, LEFT_BUTTON, pos=QPoint(2, 4))

    assert label.selectedText() == "The"
    assert label.grab().toImage() != before
    QTest.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "The"


def test_letters_beyond_the_first_plane_count_as_qt_counts(qtbot: QtBot, dressed: Theme) -> None:
    label = _label(qtbot)
    choice = label._selection
    assert choice is not None

    label.setSelection(0, len(LONG_SENTENCE) + 1)

    assert choice.selection() == (0, len(LONG_SENTENCE) + 1)


def _label(qtbot: QtBot) -> PlainLabel:
    label = PlainLabel(LONG_SENTENCE, wrap=True, selectable=True)
    qtbot.addWidget(label)
    label.resize(180, label.heightForWidth(180))
    label.show()
    return label


# Elided label: what is cut can be read in the tooltip, literally.


def test_elided_label_tells_everything_in_the_tooltip_only_when_cut(qtbot: QtBot) -> None:
    label = ElidedLabel("Projects/House/A very long name of a note.md", Qt.TextElideMode.ElideMiddle)
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.show()
    assert label.toolTip() == ""

    label.resize(60, label.height())

    assert label.toolTip() == "Projects/House/A very long name of a note.md"


def test_details_are_told_in_the_tooltip_and_to_a_screen_reader_also_where_the_text_fits(qtbot: QtBot) -> None:
    label = ElidedLabel("12 tokens", details="work/one\n12 <b>tokens</b>")
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.show()

    assert label.accessibleDescription() == "work/one\n12 <b>tokens</b>"
    assert label.toolTip() == as_tooltip("work/one\n12 <b>tokens</b>")


def test_tooltip_shows_markup_literally() -> None:
    assert as_tooltip("Boiler") == "Boiler"
    assert as_tooltip("<b>x</b>") == '<p style="white-space:pre-wrap">&lt;b&gt;x&lt;/b&gt;</p>'


# Labels: hostile text is shown literally, and lines stand as far apart as the design asks.


def test_markup_is_shown_as_text(qtbot: QtBot) -> None:
    label = PlainLabel("<b>bold</b> &amp; <img src=x>")
    qtbot.addWidget(label)

    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == "<b>bold</b> &amp; <img src=x>"


def test_label_has_its_colour_on_any_ground_and_in_any_theme(qtbot: QtBot, dressed: Theme) -> None:
    holder = QWidget()
    holder.setBackgroundRole(QPalette.ColorRole.Base)
    label = PlainLabel("muted", "muted", parent=holder)
    qtbot.addWidget(holder)
    assert label.palette().color(label.foregroundRole()).name() == dressed.tokens.muted.lower()

    dressed.set_choice("dark")

    assert label.palette().color(label.foregroundRole()).name() == dressed.tokens.muted.lower()


def test_lines_of_a_label_that_wraps_stand_as_far_apart_as_asked(qtbot: QtBot, dressed: Theme) -> None:
    label = PlainLabel("first\nsecond\nthird", font="small", wrap=True)
    qtbot.addWidget(label)
    label.setContentsMargins(3, 4, 5, 6)
    height = dressed.metrics("small").height()

    label.resize(200, label.heightForWidth(200))
    lines = [(piece.text, piece.ink.top()) for piece in painted(label)]

    assert label.height() == 4 + height + 2 * dressed.line_height("small") + 6
    assert [text for text, _ in lines] == ["first", "second", "third"]
    assert lines[2][1] - lines[0][1] == pytest.approx(2 * dressed.line_height("small"), abs=1)
    assert label.minimumSizeHint().height() == label.sizeHint().height() == label.height()


def test_one_line_that_may_wrap_is_as_high_as_one_that_may_not(qtbot: QtBot, dressed: Theme) -> None:
    wrapping, single = PlainLabel("Words", wrap=True), PlainLabel("Words")
    for label in (wrapping, single):
        qtbot.addWidget(label)

    assert wrapping.sizeHint() == single.sizeHint()
    assert wrapping.heightForWidth(200) == single.sizeHint().height()


def test_a_label_that_wraps_follows_its_words_and_its_font(qtbot: QtBot, dressed: Theme) -> None:
    label = PlainLabel("Words", wrap=True)
    qtbot.addWidget(label)
    one = label.heightForWidth(120)

    label.setText("Many words that go on and on and on, and on again")
    more = label.heightForWidth(120)
    label.set_font_name("page")

    assert one < more < label.heightForWidth(120)


def test_a_label_that_wraps_is_greyed_where_it_is_disabled_and_loses_no_words(qtbot: QtBot, dressed: Theme) -> None:
    label = PlainLabel("Words that are greyed", wrap=True)
    qtbot.addWidget(label)
    label.resize(60, label.heightForWidth(60))
    before = label.grab().toImage()

    label.setEnabled(False)

    assert label.grab().toImage() != before
    assert " ".join(piece.text for piece in painted(label)).split() == label.text().split()
    told = QAccessible.queryAccessibleInterface(label)
    assert told is not None
    assert told.text(QAccessible.Text.Name) == "Words that are greyed"


def test_a_label_that_wraps_and_has_too_little_room_is_found_to_be_cut(qtbot: QtBot, dressed: Theme) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    label = PlainLabel("several words that need several lines", wrap=True, parent=host)
    host.resize(90, 300)
    label.setGeometry(0, 0, 90, label.heightForWidth(90))
    host.show()
    assert not cut_texts(host, "en")

    label.setGeometry(0, 0, 90, label.heightForWidth(90) // 2)

    assert cut_texts(host, "en")


# Sentences with words that stand out.


@pytest.mark.parametrize(
    ("template", "values", "text", "strong"),
    [
        ("About **{n} tokens** go to **{host}**", {"n": "7", "host": "x"}, "About 7 tokens go to x", ("7 tokens", "x")),
        ("**{who}** reads", {"who": "🏠 me"}, "🏠 me reads", ("🏠 me",)),
        ("Nothing", {}, "Nothing", ()),
        ("In **{name}**", {"name": "**{who}** R&D\u202e"}, "In **{who}** R&DU+202E", ("**{who}** R&DU+202E",)),
    ],
)
def test_the_marked_words_of_a_sentence_stand_out_and_values_mark_nothing(
    template: str, values: dict[str, str], text: str, strong: tuple[str, ...]
) -> None:
    found, ranges = sentence_parts(template, values)

    units = found.encode("utf-16-le")
    assert found == text
    assert tuple(units[2 * start : 2 * end].decode("utf-16-le") for start, end in ranges) == strong


def test_a_label_shows_a_sentence_without_its_marks_and_wider_where_it_stands_out(qtbot: QtBot) -> None:
    label = PlainLabel(wrap=True)
    qtbot.addWidget(label)
    label.set_sentence("**{n} tokens leave this computer**", n="760")
    strong = label.sizeHint().width()
    label.set_sentence("{n} tokens leave this computer", n="760")
    assert label.text() == "760 tokens leave this computer"
    assert strong > label.sizeHint().width()

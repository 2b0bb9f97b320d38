"""Running text: its lines stand as far apart as asked, each word is somewhere, and places are letters again."""

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.painting import mirror_painting
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.wrapped_text import WrappedText, draw_wrapped_text, lines_height, wrapped_height

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
    assert found.narrowest <= found.width <= 150


def test_a_line_higher_than_the_pitch_takes_what_it_needs(dressed: Theme) -> None:
    font = dressed.font("interface")

    found = WrappedText("one\ntwo", font, 1).extent(500)

    assert (found.lines, found.height) == (2, 2 * QFontMetrics(font).height())


def test_without_a_text_a_line_is_kept_free(dressed: Theme) -> None:
    assert WrappedText("", dressed.font("interface"), PITCH).extent(100).lines == 1


def test_a_short_text_is_not_broken_and_a_long_one_is_easy_to_read(dressed: Theme) -> None:
    font = dressed.font("interface")
    metrics = QFontMetrics(font)

    assert WrappedText("Short", font, PITCH).preferred_width(10_000).height() == metrics.height()
    assert WrappedText(WORDS * 9, font, PITCH).preferred_width(10_000).width() <= 80 * metrics.averageCharWidth()


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
        text.letter_at(QPointF(x, y), room, LEFT, from_right=False)
        for y in range(9, 9 + round(text.extent(150).height), 4)
        for x in range(7, 157, 2)
    ]

    assert set(range(len(WORDS))) - set(found) <= {end for end, letter in enumerate(WORDS, 1) if letter == " "}
    assert text.letter_at(QPointF(0, -50), room, LEFT, from_right=False) == 0
    assert text.letter_at(QPointF(900, 900), room, LEFT, from_right=False) == len(WORDS)


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
        text.draw(painter, room, LEFT, from_right=False, chosen=chosen)
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

"""Picture widths: a picture is as wide as it is or is wished to be, and never wider than the place it stands in."""

from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCursor, QTextFormat, QTextImageFormat

WANTED = QTextFormat.Property.UserProperty.value + 2
RATIO = QTextFormat.Property.UserProperty.value + 3
"""What a picture's format remembers: its width where there is room, in pixels, and its height as a part of that."""


def sized(made: QTextImageFormat, wanted: int, ratio: float, around: QTextBlockFormat, most: float) -> None:
    """Give *made* the width *wanted*, or what is left of *most* pixels between the margins of the block *around* it."""
    made.setProperty(WANTED, wanted)
    made.setProperty(RATIO, ratio)
    width = max(1, min(wanted, round(most - around.leftMargin() - around.rightMargin())))
    made.setWidth(width)
    made.setHeight(max(1, round(width * ratio)))


def fit_pictures(block: QTextBlock, most: float) -> None:
    """Bring the pictures of *block* to the width that they have now that *most* pixels are there."""
    changed: list[tuple[int, QTextImageFormat]] = []
    parts = block.begin()
    while not parts.atEnd():
        part = parts.fragment()
        parts += 1
        made = part.charFormat().toImageFormat()
        if made.isValid() and made.hasProperty(WANTED):
            before = made.width()
            sized(made, int(made.intProperty(WANTED)), made.doubleProperty(RATIO), block.blockFormat(), most)
            if made.width() != before:
                # Pictures that are alike and stand side by side are one fragment.
                changed += [(part.position() + place, made) for place in range(part.length())]
    cursor = QTextCursor(block)
    for place, made in changed:
        cursor.setPosition(place)
        cursor.setPosition(place + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(made)

"""Picture widths: pictures follow the width of the place they stand in."""

from collections.abc import Iterator

from PySide6.QtGui import QImage, QTextBlock, QTextImageFormat

from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import Theme

TEXT = "![[p.png]] ![[p.png]]\n\n- item\n\n  ![[p.png]]\n\n> [!note] Title\n> ![[p.png|40]]\n"


def pictures(document: RenderedDocument) -> Iterator[tuple[QTextBlock, QTextImageFormat]]:
    block = document.begin()
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            made = parts.fragment().charFormat()
            if made.isImageFormat():
                yield block, made.toImageFormat()
            parts += 1
        block = block.next()


def rooms(document: RenderedDocument) -> list[float]:
    """What each picture takes with the margins around it."""
    margins = ((block.blockFormat(), made) for block, made in pictures(document))
    return [made.width() + around.leftMargin() + around.rightMargin() for around, made in margins]


def test_a_wide_picture_follows_the_room_and_a_small_one_stays(dressed: Theme) -> None:
    image = QImage(3000, 1500, QImage.Format.Format_RGB32)
    document = RenderedDocument(Style(dressed, "note"))
    document.set_sources(None, lambda _target: image)
    document.show_plan(plan_of(TEXT))
    column = document.style.column
    assert rooms(document)[:3] == [column] * 3
    for room in (300, 200, 10_000):
        document.fit(room)
        assert rooms(document)[:3] == [min(room, column)] * 3
        last = [made for _, made in pictures(document)][-1]
        assert (last.width(), last.height()) == (40, 20)

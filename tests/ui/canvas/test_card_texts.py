"""CardTexts: a few are laid out at a time, and few are kept."""

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.canvas.card_texts import AT_ONCE, MOST_KEPT, CardTexts


@on_qt_loop
async def test_what_is_put_off_is_told_and_laid_out_the_next_time() -> None:
    owner, later = QObject(), []
    texts = CardTexts(owner, lambda: later.append(1))
    texts.begin()
    made = [texts.document(place, "words", 200) for place in range(AT_ONCE + 1)]
    assert [document is not None for document in made] == [True] * AT_ONCE + [False]
    await until(lambda: later)
    texts.begin()
    assert texts.document(AT_ONCE, "words", 200) is not None
    assert texts.document(0, "words", 200) is made[0]


def test_texts_that_were_not_seen_for_long_are_forgotten() -> None:
    owner = QObject()
    texts = CardTexts(owner, list)
    for place in range(MOST_KEPT + 3):
        texts.begin()
        assert texts.document(place, "x", 200) is not None
    assert len(texts._kept) == MOST_KEPT


def test_text_is_cut_at_the_edges_of_its_card() -> None:
    owner = QObject()
    texts = CardTexts(owner, list)
    texts.begin()
    document = texts.document(0, "long words " * 200, 100)
    assert document is not None
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    texts.draw(painter, document, QRectF(0, 0, 100, 50))
    painter.end()
    inked = {(x >= 100 or y >= 50) for x in range(200) for y in range(200) if image.pixelColor(x, y) != QColor("white")}
    assert inked == {False}

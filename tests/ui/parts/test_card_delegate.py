"""Card delegate: what is drawn: borders, words in their colours, a line through what holds no more."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.drawing import has
from vaultdesk.ui.parts.card_list import CardList
from vaultdesk.ui.parts.card_rows import MENU, CardRow, Cell, RowAction, Span, gap
from vaultdesk.ui.theme.color_tokens import DARK, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import Theme

ROWS = [
    CardRow("head", (Span("Tag the notes", "heading"),), height=44, time="09:41", ground="background",
            actions=(RowAction("undo", "Undo all 8", "undo", boxed=True),)),
    CardRow("one", (Span("Changed "), Span("Boiler", "strong", "muted", struck=True)), icon="pencil",
            cells=(Cell("+1", 90, icon="warning", icon_role="warning"), Cell("x", 90, right=False)),
            actions=(RowAction("undo", "Undo"), MENU)),
    gap("1"),
    CardRow("banner", (Span("Radiators was changed since"),), kind="banner", icon="warning", icon_role="warning"),
    gap("2"),
    CardRow("fold", (Span("\u202eevil <b>"),), is_open=True, ruled=False),
]  # fmt: skip


def shown() -> CardList:
    cards = CardList("What happened")
    cards.resize(700, 300)
    cards.show_rows(ROWS)
    cards.show()
    QApplication.processEvents()
    return cards


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST], ids=["light", "dark", "contrast"])
def test_rows_are_drawn_in_the_colours_of_the_theme(tokens: Tokens, dressed: Theme) -> None:
    dressed.wear(tokens)
    cards = shown()
    cards.setCurrentIndex(cards.cards.index(1))
    picture = cards.grab().toImage()

    for role in ("border", "background", "warning_tint", "accent_tint"):
        assert has(picture, dressed.color(role)), role
    cards.deleteLater()


def test_heights_are_what_rows_say(dressed: Theme) -> None:
    cards = shown()

    heights = [cards.visualRect(cards.cards.index(place)).height() for place in range(3)]

    assert heights == [dressed.step(44), dressed.step(36), dressed.step(18)]
    cards.deleteLater()

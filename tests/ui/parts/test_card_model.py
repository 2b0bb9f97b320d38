"""Card model: rows between gaps are cards, and thousands come a part at a time."""

from PySide6.QtCore import QModelIndex, Qt

from vaultdesk.ui.parts.card_model import AT_ONCE, CardModel, CardRole
from vaultdesk.ui.parts.card_rows import CardRow, Span, gap


def ends(model: CardModel) -> list[tuple[object, object]]:
    indexes = [model.index(place) for place in range(model.rowCount())]
    return [(index.data(CardRole.FIRST), index.data(CardRole.LAST)) for index in indexes]


def test_rows_between_gaps_are_one_card() -> None:
    model = CardModel()
    model.show_rows([CardRow("a"), CardRow("b"), gap("1"), CardRow("c")])

    assert [end for place, end in enumerate(ends(model)) if place != 2] == [(True, False), (False, True), (True, True)]
    assert model.flags(model.index(2)) == Qt.ItemFlag.NoItemFlags
    assert model.flags(model.index(0)) & Qt.ItemFlag.ItemIsSelectable


def test_thousands_of_rows_come_when_they_are_scrolled_to() -> None:
    model = CardModel()
    model.show_rows([CardRow(str(number)) for number in range(1000)])
    assert model.rowCount() == AT_ONCE
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())

    assert model.rowCount() == 1000
    assert model.place_of("999") == 999
    assert model.place_of("gone") == -1


def test_rows_that_look_the_same_reset_nothing_and_are_about_the_newer_thing() -> None:
    model = CardModel()
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.show_rows([CardRow("a", (Span("x"),), subject="old")])
    model.show_rows([CardRow("a", (Span("x"),), subject="new")])

    assert resets == [1]
    assert model.rows[0].subject == "new"


def test_tooltips_are_no_markup() -> None:
    model = CardModel()
    model.show_rows([CardRow("a", (Span("<b>R&D</b>"),))])

    assert "&lt;b&gt;R&amp;D" in str(model.index(0).data(Qt.ItemDataRole.ToolTipRole))
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "<b>R&D</b>"

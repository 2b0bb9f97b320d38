"""Fold rows: what a row says, and what it folds away with."""

from PySide6.QtCore import Qt

from vaultdesk.ui.parts.fold_rows import FoldRow, FoldRows, begun_near

ROWS = [
    FoldRow("a", "Boiler", folded=False),
    FoldRow("a1", text="the pump", depth=1),
    FoldRow("b", "Budget", "Projects", "2", folded=True),
    FoldRow("words", "In this vault", heading=True),
]


def made(*rows: FoldRow) -> FoldRows:
    model = FoldRows()
    model.set_rows(rows)
    return model


def test_a_row_below_another_folds_away_with_it() -> None:
    model = made(*ROWS)
    assert model.parent_of(1) == 0
    assert model.parent_of(2) == -1
    assert (model.place_of("b"), model.place_of("nowhere")) == (2, -1)


def test_a_voice_hears_all_of_a_row_and_whether_it_is_folded() -> None:
    model = made(*ROWS)
    assert model.data(model.index(2), Qt.ItemDataRole.AccessibleTextRole) == "Budget, Projects, 2, folded"
    assert model.flags(model.index(3)) == Qt.ItemFlag.NoItemFlags


def test_hostile_names_are_shown_and_not_obeyed() -> None:
    model = made(FoldRow("x", "<b>a</b>\u202egpj.exe\nnext"))
    assert model.data(model.index(0)) == "<b>a</b>U+202Egpj.exe next"
    assert "&lt;b&gt;" in str(model.data(model.index(0), Qt.ItemDataRole.ToolTipRole))


def test_what_is_told_of_a_row_may_be_put_into_words_when_it_is_told() -> None:
    model = made(FoldRow("x", "Boiler", said=lambda: "Boiler.md"))
    assert model.data(model.index(0), Qt.ItemDataRole.AccessibleDescriptionRole) == "Boiler.md"
    assert "Boiler.md" in str(model.data(model.index(0), Qt.ItemDataRole.ToolTipRole))


def test_a_text_begins_near_its_first_mark() -> None:
    text = "many words before what was looked for stand here: pump, and again pump"
    first, second = text.index("pump"), text.rindex("pump")
    shown, marks = begun_near(text, ((first, first + 4), (second, second + 4)), 12, 300)
    assert shown.startswith("… ")
    assert [shown[start:end] for start, end in marks] == ["pump", "pump"]
    assert begun_near("pump", ((0, 4),), 12, 300) == ("pump", ((0, 4),))

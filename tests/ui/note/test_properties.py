from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.properties import NoteHead
from vaultdesk.ui.properties.check_cell import CheckCell
from vaultdesk.ui.properties.item_chip import ItemChip
from vaultdesk.ui.properties.value_button import ValueButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath


def head(qtbot: QtBot, text: str) -> NoteHead:
    made = NoteHead(parse_note(NotePath("F/A note.md"), text))
    qtbot.addWidget(made)
    made.show()
    return made


def words(widget: QWidget) -> list[str]:
    labels = [label.text() for label in widget.findChildren(PlainLabel) if label.isVisibleTo(widget)]
    return labels + [button.words() for button in widget.findChildren(ValueButton)]


def test_names_values_and_tags_are_shown(qtbot: QtBot) -> None:
    made = head(qtbot, "---\nstatus: open\nbudget: 12\ntags: [a, '#b']\ndone: true\nwhen: 2026-11-12\nnone:\n---\nx")
    shown = words(made)
    for word in ("A note", "Status", "Budget", "12", "open", "12 Nov 2026", "Empty"):
        assert word in shown
    assert [chip.accessibleName() for chip in made.findChildren(ItemChip)] == ["a", "b"]
    (tick,) = made.findChildren(CheckCell)
    assert tick.box.isChecked()


def test_values_are_never_markup_and_never_endless(qtbot: QtBot) -> None:
    made = head(qtbot, f"---\na: <b>bold</b>\nb: {'x' * 5000}\nc: {{d: [1, {{e: f}}]}}\n---\n")
    assert "<b>bold</b>" in words(made)
    assert max(map(len, words(made))) <= 200
    made.grab()


def test_many_properties_are_shown_when_asked_for(qtbot: QtBot) -> None:
    many = "\n".join(f"p{number}: v" for number in range(40))
    made = head(qtbot, f"---\n{many}\n---\n")
    assert "P39" not in words(made)
    made.grid_of_values.begin("p39")
    assert "P39" in words(made)


def test_a_broken_head_is_told_and_shown_as_it_is_written(qtbot: QtBot) -> None:
    made = head(qtbot, "---\na: [\n---\nx")
    assert any("not" in text.lower() for text in words(made))
    assert any("a: [" in text for text in words(made))
    made.add()
    assert not made.grid_of_values.isVisible()


def test_empty_items_of_a_list_are_not_shown(qtbot: QtBot) -> None:
    made = head(qtbot, "---\ntags:\n- a\n-\nother:\n-\n---\nx")
    assert [chip.accessibleName() for chip in made.findChildren(ItemChip)] == ["a"]


def test_folded_they_are_a_count(qtbot: QtBot) -> None:
    made = head(qtbot, "---\na: 1\nb: 2\n---\nx")
    told: list[bool] = []
    made.folded_changed.connect(told.append)
    made.set_folded(True, tell=True)
    assert not made.grid_of_values.isVisible()
    made.show_note(parse_note(NotePath("Other.md"), "---\nc: 1\n---\n"))
    assert not made.grid_of_values.isVisible()
    assert told == [True]

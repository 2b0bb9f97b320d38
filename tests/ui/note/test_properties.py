from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.properties import MOST_SHOWN, NoteHead
from vaultdesk.ui.parts.chips import Tag
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel
from vaultdesk.vault.note import parse_note
from vaultdesk.vault.note_path import NotePath


def head(qtbot: QtBot, text: str) -> NoteHead:
    made = NoteHead(parse_note(NotePath("F/A note.md"), text))
    qtbot.addWidget(made)
    made.show()
    return made


def words(widget: QWidget) -> list[str]:
    labels = [label.text() for label in widget.findChildren(PlainLabel)]
    return labels + [label.text() for label in widget.findChildren(ElidedLabel)]


def test_names_values_and_tags_are_shown(qtbot: QtBot) -> None:
    made = head(qtbot, "---\nstatus: open\nbudget: 12\ntags: [a, '#b']\ndone: true\nwhen: 2026-11-12\nnone:\n---\nx")
    shown = words(made)
    for word in ("A note", "Status", "Budget", "12", "✓", "2026-11-12", "–"):
        assert word in shown
    assert {tag.accessibleName() for tag in made.findChildren(Tag)} == {"open", "a", "b"}


def test_values_are_never_markup_and_never_endless(qtbot: QtBot) -> None:
    made = head(qtbot, f"---\na: <b>bold</b>\nb: {'x' * 5000}\nc: {{d: [1, {{e: f}}]}}\n---\n")
    assert "<b>bold</b>" in words(made)
    assert max(map(len, words(made))) <= 200
    made.grab()


def test_many_properties_are_counted(qtbot: QtBot) -> None:
    many = "\n".join(f"p{number}: v" for number in range(MOST_SHOWN + 5))
    assert "and 5 more" in words(head(qtbot, f"---\n{many}\n---\n"))


def test_a_broken_head_is_told(qtbot: QtBot) -> None:
    assert any("cannot" in text.lower() or "not" in text.lower() for text in words(head(qtbot, "---\na: [\n---\nx")))


def test_empty_items_of_a_list_are_not_shown(qtbot: QtBot) -> None:
    made = head(qtbot, "---\ntags:\n- a\n-\nother:\n-\n---\nx")
    assert not any("null" in text for text in words(made))
    assert [tag.accessibleName() for tag in made.findChildren(Tag)] == ["a"]

"""Diff canvas: one view, as quick with a book as with a line."""

import time

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.changes.diff_canvas import DiffCanvas
from vaultdesk.ui.changes.diff_heads import HeadLook
from vaultdesk.ui.changes.diff_note import DiffNote, diff_of
from vaultdesk.ui.theme.theme import theme

BLINK = 0.4
"""Seconds that no step may take; most take a hundredth of it, and the machine of a test may be slow."""


def canvas(qtbot: QtBot, *notes: DiffNote) -> DiffCanvas:
    made = DiffCanvas("Changes", HeadLook(12, False, False), both_numbers=True)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_notes(notes)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_it_is_one_widget_however_many_lines(qtbot: QtBot) -> None:
    few = len(canvas(qtbot, diff_of("", "a\n", "a.md")).findChildren(QWidget))
    many = len(canvas(qtbot, diff_of("", "a\n" * 5_000, "a.md")).findChildren(QWidget))
    assert few == many


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "".join(f"line {number} with some words\n" for number in range(20_000))),
        ("x " * 500_000, "y " * 500_000),
        ("日" * 300_000, "本" * 300_000),
        ("".join(f"a {n}\n" for n in range(20_000)), "".join(f"b {n}\n" for n in range(20_000))),
    ],
)
def test_no_step_stops_the_window(qtbot: QtBot, old: str, new: str) -> None:
    note = diff_of(old, new, "big.md")
    began = time.process_time()
    made = canvas(qtbot, note)
    bar = made.verticalScrollBar()
    steps = {"opened": time.process_time() - began}
    for name, do in (
        ("end", lambda: bar.setValue(bar.maximum())),
        ("start", lambda: bar.setValue(0)),
        ("narrower", lambda: made.resize(620, 500)),
        ("fold", lambda: (made.document.open(("big.md", "h1")), made.renew("big.md"))),
        ("middle", lambda: bar.setValue(bar.maximum() // 2)),
        ("wider", lambda: made.resize(720, 500)),
    ):
        began = time.process_time()
        do()
        made.grab()
        steps[name] = time.process_time() - began
    assert max(steps.values()) < BLINK * 3, steps


def test_a_note_is_scrolled_to(qtbot: QtBot) -> None:
    made = canvas(qtbot, *(diff_of("", f"{n}\n" * 60, f"n{n}.md") for n in range(40)))
    made.show_note("n30.md")
    assert made.verticalScrollBar().value() == made.document.top_of(30)
    made.show_note("no such note")
    assert made.verticalScrollBar().value() == made.document.top_of(30)


def test_lines_break_anew_where_it_gets_narrower_and_in_larger_type(qtbot: QtBot) -> None:
    made = canvas(qtbot, diff_of("", "word " * 100 + "\n", "a.md"))
    before = made.document.height
    made.resize(350, 500)
    assert made.document.height > before
    theme().changed.emit()
    assert made.document.height > before


def test_other_notes_take_the_place_of_the_first(qtbot: QtBot) -> None:
    made = canvas(qtbot, diff_of("", "a\n" * 500, "a.md"))
    made.verticalScrollBar().setValue(400)
    made.set_notes([diff_of("", "b\n", "b.md")])
    assert made.verticalScrollBar().value() == 0
    assert [section.note.key for section in made.document.sections] == ["b.md"]

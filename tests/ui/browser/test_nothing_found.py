"""Nothing found: it says which part of a search has no note, and offers the one that has some."""

from datetime import UTC, datetime

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from vaultdesk.index.index_results import Hit
from vaultdesk.ui.browser.nothing_found import CountedPart, NothingFound
from vaultdesk.ui.browser.query_parts import query_parts


def explained(qtbot: QtBot, query: str, *counts: int) -> NothingFound:
    made = NothingFound()
    qtbot.addWidget(made)
    made.explain([CountedPart(part, notes) for part, notes in zip(query_parts(query), counts, strict=True)])
    return made


def test_two_parts_that_no_note_has_together(qtbot: QtBot) -> None:
    made = explained(qtbot, 'tag:#heating "underfloor"', 12, 3)
    assert made.title() == "No note has both"
    assert made.words() == "12 notes are tagged heating. 3 notes say “underfloor”. None does both."
    with qtbot.waitSignal(made.search_asked) as told:
        made.only.click()
    assert told.args == ['"underfloor"']
    assert made.only.text() == "Search “underfloor” only"


def test_a_part_that_no_note_has_is_named_and_the_other_one_offered(qtbot: QtBot) -> None:
    made = explained(qtbot, "path:Projects zinc", 1, 0)
    assert made.words() == "1 note is in Projects. No note says “zinc”."
    with qtbot.waitSignal(made.search_asked) as told:
        made.only.click()
    assert told.args == ["path:Projects"]


def test_where_no_part_has_a_note_none_is_offered_but_meaning_is(qtbot: QtBot) -> None:
    made = explained(qtbot, "zinc roof", 0, 0)
    assert made.only.isHidden()
    with qtbot.waitSignal(made.meaning_asked):
        made.meaning.click()


def test_one_word_is_lacking_without_parts(qtbot: QtBot) -> None:
    made = NothingFound()
    qtbot.addWidget(made)
    made.lack("zinc")
    assert "“zinc”" in made.words()
    assert made.only.isHidden()


def test_notes_called_something_like_it_are_offered_until_something_else_is_said(qtbot: QtBot) -> None:
    made = explained(qtbot, "zinc roof", 0, 0)
    name = "R&D <b>zinc</b> and everything about it"
    hit = Hit("Roofs/R&D.md", name, "", "", (), 0.0, datetime.now(UTC))
    made.offer([hit, hit])
    assert [button.text() for button in made.names] == ["R&&D <b>zinc</b> and everythin…"] * 2
    with qtbot.waitSignal(made.note_asked) as told:
        made.names[1].click()
    assert told.args == [hit]
    made.lack("slate")
    assert made.names == []


def test_a_long_word_that_is_nowhere_is_shortened_to_fit(qtbot: QtBot) -> None:
    made = NothingFound()
    qtbot.addWidget(made)
    made.resize(280, 400)
    made.show()
    made.lack("x" * 500)
    assert made.words().startswith(f"No note has “{'x' * 24}…”.")
    label = next(one for one in made.findChildren(QLabel) if one.text() == made.words())
    assert label.minimumSizeHint().width() <= 280
    made.lack("a\u202eb")
    assert "a<U+202E>b" in made.words()

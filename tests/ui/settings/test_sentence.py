"""Sentence: reads aloud as it stands, whatever it is put together from; no full stop begins a line."""

from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.ui.settings.menu_link import MenuLink
from vaultdesk.ui.settings.sentence import Sentence, Strong
from vaultdesk.ui.widgets.buttons import LinkButton


def test_words_alone_are_one_label(qtbot: QtBot) -> None:
    row = Sentence("info", ["Everything is asked."], "Fixed.")
    qtbot.addWidget(row)
    assert words_of(row) == "Everything is asked.\nFixed."
    assert row.accessibleName() == "Everything is asked."


def test_pieces_read_as_one_sentence_with_its_full_stop_at_the_word(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "needs no question")], "a")
    row = Sentence("chip", ["Reading", link, "."])
    qtbot.addWidget(row)
    assert row.text() == "Reading needs no question."
    strong = Sentence("x", ["Deleting notes", Strong("always asks"), ","])
    qtbot.addWidget(strong)
    assert words_of(strong).split("\n") == ["Deleting", "notes", "always", "asks,"]


def test_a_narrow_row_wraps_and_grows(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "needs no question")], "a")
    row = Sentence("chip", ["Searching and reading notes for a model on this computer", link, "."])
    qtbot.addWidget(row)
    assert row.heightForWidth(260) > row.heightForWidth(900) > 0


def test_what_can_be_done_stands_in_the_row(qtbot: QtBot) -> None:
    link = LinkButton("Forget")
    row = Sentence("check", ["A rule."], links=[link])
    qtbot.addWidget(row)
    row.resize(500, 60)
    row.show()
    assert link.isVisible()
    assert link.x() > 300

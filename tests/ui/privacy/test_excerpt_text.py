"""Excerpt text: what is seen is what goes; it can be made shorter and nothing else."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from tests.ui.privacy.requests import NEW
from vaultdesk.privacy.disclosure_review import DisclosureExcerpt
from vaultdesk.ui.privacy.excerpt_text import LONGEST, ExcerptText


@pytest.fixture
def pane(qtbot: QtBot) -> ExcerptText:
    made = ExcerptText()
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def cuts(pane: ExcerptText) -> list[str | None]:
    told: list[str | None] = []
    pane.cut.connect(lambda _excerpt, text: told.append(text))
    return told


def test_a_text_is_only_read_until_it_is_to_be_shortened(qtbot: QtBot, pane: ExcerptText) -> None:
    told = cuts(pane)
    pane.show_excerpt(NEW, NEW.text)
    qtbot.keyClicks(pane.box, "xyz")
    assert (pane.box.toPlainText(), told) == ("The boiler leaks.", [])
    pane.shorten.click()
    pane.box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(pane.box, Qt.Key.Key_Backspace)

    assert told == ["The boiler leaks"]


def test_nothing_can_be_added(qtbot: QtBot, pane: ExcerptText) -> None:
    told = cuts(pane)
    pane.show_excerpt(NEW, NEW.text)
    pane.shorten.click()
    qtbot.keyClicks(pane.box, "No ")

    assert pane.box.toPlainText() == "The boiler leaks."
    assert all(text is not None and len(text) <= len(NEW.text) for text in told)


def test_all_of_it_can_be_had_again(qtbot: QtBot, pane: ExcerptText) -> None:
    told = cuts(pane)
    pane.show_excerpt(NEW, "The boiler")
    assert pane.restore.isVisible()
    pane.restore.click()

    assert told == [None]
    assert pane.box.toPlainText() == NEW.text
    assert not pane.restore.isVisible()


def test_esc_ends_the_writing_and_not_the_question(qtbot: QtBot, pane: ExcerptText) -> None:
    pane.show_excerpt(NEW, NEW.text)
    pane.shorten.click()
    assert not pane.box.isReadOnly()
    qtbot.keyClick(pane.box, Qt.Key.Key_Escape)

    assert pane.box.isReadOnly()
    assert pane.shorten.isVisible()


def test_what_is_hidden_is_seen_and_goes_as_it_is_seen(qtbot: QtBot, pane: ExcerptText) -> None:
    told = cuts(pane)
    hidden = DisclosureExcerpt("a", "x.md", "a\u202eb!")
    pane.show_excerpt(hidden, hidden.text)
    assert pane.box.toPlainText() == "aU+202Eb!"
    pane.shorten.click()
    pane.box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(pane.box, Qt.Key.Key_Backspace)

    assert told == ["aU+202Eb"]


def test_what_cannot_be_seen_whole_cannot_be_shortened(pane: ExcerptText) -> None:
    pane.show_excerpt(DisclosureExcerpt("a", "x.md", "y"), "x" * (LONGEST + 1))

    assert not pane.shorten.isEnabled()
    assert "too long" in pane.shorten.toolTip()

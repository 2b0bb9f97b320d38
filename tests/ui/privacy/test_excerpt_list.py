"""Tests of ui/privacy/excerpt_list.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from tests.ui.privacy.requests import ASKED, EVERYTHING, KEPT, NEW, SENT, request
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureExcerpt
from vaultdesk.ui.privacy.excerpt_list import (
    EXCERPT_TEXTS_ROLE,
    MAX_EXCERPT_TEXT,
    ExcerptChoices,
    ExcerptModel,
    ExcerptRow,
    ExcerptText,
    excerpt_at,
    excerpt_part_text,
)

# Excerpt choices: what is unticked or cut is what the gate is told, and the numbers follow.


def test_everything_goes_that_was_not_kept_back_before() -> None:
    choices = ExcerptChoices(EVERYTHING)

    assert choices.going == (NEW, ASKED, SENT)
    assert (choices.notes, choices.note_tokens, choices.tokens) == (3, 170, 1000)
    assert choices.cost == 0.003
    assert choices.decision() == DisclosureDecision(send=True)


def test_what_is_unticked_stays_and_the_numbers_follow() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.tick("a", False)

    assert choices.decision() == DisclosureDecision(send=True, cut={"a": None})
    assert (choices.notes, choices.note_tokens, choices.tokens) == (2, 70, 900)


def test_what_is_cut_goes_shorter() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.cut(NEW, "The boiler")

    assert choices.decision() == DisclosureDecision(send=True, cut={"a": "The boiler"})
    assert choices.text(NEW) == "The boiler"
    assert choices.is_cut(NEW)
    assert choices.tokens == 903
    choices.cut(NEW, NEW.text)
    assert choices.decision() == DisclosureDecision(send=True)


def test_what_was_kept_back_goes_again_where_it_is_ticked() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.tick("d", True)
    assert choices.decision() == DisclosureDecision(send=True, released=("d",))
    choices.cut(KEPT, "3")

    assert choices.decision() == DisclosureDecision(send=True, cut={"d": "3"})


def test_a_cut_of_what_does_not_go_lets_nothing_out() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.cut(NEW, "The boiler")
    choices.tick_all(False)

    assert choices.decision() == DisclosureDecision(send=True, cut={"a": None, "b": None, "c": None})
    assert choices.notes == 0
    choices.tick_all(True)
    assert choices.notes == 4


# Excerpt list: each excerpt says which part of which note it is, and is ticked by mouse and key.


def test_rows_say_all_that_is_to_be_known(qtbot: QtBot) -> None:
    view = QListView()
    qtbot.addWidget(view)
    choices = ExcerptChoices(EVERYTHING)
    model = ExcerptModel(choices, view)
    choices.cut(NEW, "The boiler")

    assert [model.index(row).data(EXCERPT_TEXTS_ROLE) for row in range(model.rowCount())] == [
        ("Boiler", "3 tokens", "Decision, lines 3–9 · House", "shortened by you"),
        ("Health", "20 tokens", "whole note · Personal", "private: in Personal"),
        ("Budget", "50 tokens", "House", "sent there before"),
        ("Mortgage", "30 tokens", "line 4 · House", "kept back by you before"),
    ]
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Personal/Health.md, 20 tokens, whole note · Personal, private: in Personal"
    )
    assert excerpt_at(model.index(0)) == NEW


def test_hostile_names_are_shown_as_they_are(qtbot: QtBot) -> None:
    view = QListView()
    qtbot.addWidget(view)
    model = ExcerptModel(ExcerptChoices(request(DisclosureExcerpt("a", "R&D\u202e<b>.md", "x"))), view)

    assert "U+202E" in str(model.index(0).data(Qt.ItemDataRole.DisplayRole))
    assert "&lt;b&gt;" in str(model.index(0).data(Qt.ItemDataRole.ToolTipRole))


@pytest.mark.parametrize("way", ["mouse", "space"])
def test_ticks_are_set_by_mouse_and_key(qtbot: QtBot, way: str) -> None:
    view = QListView()
    qtbot.addWidget(view)
    choices = ExcerptChoices(EVERYTHING)
    model = ExcerptModel(choices, view)
    view.setModel(model)
    view.setItemDelegate(ExcerptRow(24, compact=False, parent=view))
    view.resize(400, 300)
    view.show()
    view.setCurrentIndex(model.index(0))
    told: list[int] = []
    model.ticks_changed.connect(lambda: told.append(len(choices.going)))
    if way == "mouse":
        place = view.visualRect(model.index(0)).topLeft() + QPoint(28, 12)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    else:
        qtbot.keyClick(view, Qt.Key.Key_Space)

    assert told == [2]
    assert not choices.ticked("a")
    model.tick_all(True)
    assert told == [2, 4]


def test_where_an_excerpt_stands() -> None:
    assert excerpt_part_text(DisclosureExcerpt("a", "x.md", "")) == ""
    assert excerpt_part_text(DisclosureExcerpt("a", "x.md", "", "Result", 3, 3)) == "Result, line 3"


# Excerpt text: what is seen is what goes; it can be made shorter and nothing else.


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
    pane.show_excerpt(DisclosureExcerpt("a", "x.md", "y"), "x" * (MAX_EXCERPT_TEXT + 1))

    assert not pane.shorten.isEnabled()
    assert "too long" in pane.shorten.toolTip()

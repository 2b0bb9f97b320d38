"""Excerpt list: each excerpt says which part of which note it is, and is ticked by mouse and key."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from tests.ui.privacy.requests import EVERYTHING, NEW, request
from vaultdesk.privacy.disclosure_review import DisclosureExcerpt
from vaultdesk.ui.privacy.excerpt_choices import ExcerptChoices
from vaultdesk.ui.privacy.excerpt_list import WORDS, ExcerptModel, ExcerptRow, excerpt_at, place_words


def test_rows_say_all_that_is_to_be_known(qtbot: QtBot) -> None:
    view = QListView()
    qtbot.addWidget(view)
    choices = ExcerptChoices(EVERYTHING)
    model = ExcerptModel(choices, view)
    choices.cut(NEW, "The boiler")

    assert [model.index(row).data(WORDS) for row in range(model.rowCount())] == [
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
    assert place_words(DisclosureExcerpt("a", "x.md", "")) == ""
    assert place_words(DisclosureExcerpt("a", "x.md", "", "Result", 3, 3)) == "Result, line 3"

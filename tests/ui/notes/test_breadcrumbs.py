"""Tests of ui/notes/breadcrumbs.py."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.ui.notes.breadcrumbs import Breadcrumbs, FolderBreadcrumbs, folder_contents, open_folder_popup
from vaultdesk.ui.notes.property_cells import ValueButton
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.menu import Menu


def test_folders_are_listed_before_notes() -> None:
    paths = ["A/b.md", "A/C/d.md", "A/C/e.md", "A/a.md", "AB/x.md", "root.md"]
    assert [entry.key for entry in folder_contents(paths, "A")] == ["A/C/", "A/a.md", "A/b.md"]
    assert [entry.key for entry in folder_contents(paths, "")] == ["A/", "AB/", "root.md"]


@on_qt_loop
async def test_choosing_a_note_in_the_folder_popup_opens_it(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        opened: list[str] = []
        popup = await open_folder_popup(env.searcher, "Garden", env.area, "", opened.append)
        assert popup is not None
        popup.list.choose_current()
        assert opened == ["Garden/Apples.md"]


def test_the_folder_path_is_shown_and_a_long_one_is_shortened(qtbot: QtBot) -> None:
    widget = FolderBreadcrumbs()
    qtbot.addWidget(widget)
    widget.show_folder("A/B")
    assert widget.text() == "A › B"
    widget.show_folder("A/B/C/D/E/F")
    assert widget.text() == "A › … › E › F"
    widget.show_folder("")
    assert widget.isHidden()


def test_folders_word_count_and_edit_button_are_shown(qtbot: QtBot) -> None:
    widget = Breadcrumbs()
    qtbot.addWidget(widget)
    widget.show_path("A/B/Note.md")
    widget.show_word_count(1234)
    texts = [label.text() for label in widget.findChildren(ElidedLabel)]
    assert texts == ["Note"]
    assert [button.shown_text() for button in widget.findChildren(ValueButton)] == ["A", "B"]
    assert "1,234 words" in [label.text() for label in widget.findChildren(PlainLabel)]
    toggled: list[int] = []
    widget.edit_toggled.connect(lambda: toggled.append(1))
    edit_button = next(button for button in widget.findChildren(QToolButton) if button.accessibleName() == "Edit")
    edit_button.click()
    assert toggled
    widget.set_editing(True, possible=True)
    assert edit_button.accessibleName() == "Read"
    widget.set_editing(False, possible=False)
    assert not edit_button.isEnabled()


def test_the_lock_shows_its_reason_and_can_be_hidden(qtbot: QtBot) -> None:
    widget = Breadcrumbs()
    qtbot.addWidget(widget)
    widget.show()
    widget.show_lock("Private: in Personal. No model reads it.")
    assert widget.lock == "Private: in Personal. No model reads it."
    widget.show_lock("")

    assert widget.lock == ""


def test_the_menu_offers_where_the_note_was_sent(qtbot: QtBot) -> None:
    widget = Breadcrumbs()
    qtbot.addWidget(widget)
    widget.show()
    requested: list[int] = []
    widget.history_requested.connect(lambda: requested.append(1))
    next(button for button in widget.findChildren(QToolButton) if button.accessibleName() == "More").click()
    (menu,) = widget.findChildren(Menu)
    next(action for action in menu.actions() if action.text() == "Where this note was sent").trigger()
    menu.close()

    assert requested == [1]


def test_clicking_a_folder_requests_it(qtbot: QtBot) -> None:
    widget = Breadcrumbs()
    qtbot.addWidget(widget)
    widget.show_path("A/B/Note.md")
    requested: list[str] = []
    widget.folder_requested.connect(lambda folder, _widget: requested.append(folder))
    for button in widget.findChildren(ValueButton):
        button.click()

    assert requested == ["A", "A/B"]


def test_a_confirmation_is_replaced_by_the_word_count_after_its_duration(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.notes.breadcrumbs.CONFIRMATION_DURATION", 10)
    widget = Breadcrumbs()
    qtbot.addWidget(widget)
    widget.show_word_count(12)
    widget.confirm("Saved")
    widget.show_word_count(13)
    assert [label.text() for label in widget.findChildren(PlainLabel)].count("Saved") == 1
    qtbot.waitUntil(lambda: "13 words" in [label.text() for label in widget.findChildren(PlainLabel)], timeout=30_000)


def test_an_added_widget_is_placed_before_the_word_count(qtbot: QtBot) -> None:
    widget, added = Breadcrumbs(), PlainLabel("aside")
    qtbot.addWidget(widget)
    widget.resize(500, 40)
    widget.add_widget(added)
    widget.show_word_count(12)
    widget.show()
    count = next(label for label in widget.findChildren(PlainLabel) if label.text() == "12 words")
    assert added.x() < count.x()
    widget.close()

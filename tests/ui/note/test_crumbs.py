import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.crumbs import Crumbs
from vaultdesk.ui.properties.value_button import ValueButton
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.menu import Menu


def test_place_words_and_pencil_are_shown(qtbot: QtBot) -> None:
    made = Crumbs()
    qtbot.addWidget(made)
    made.show_path("A/B/Note.md")
    made.show_words(1234)
    texts = [label.text() for label in made.findChildren(ElidedLabel)]
    assert texts == ["Note"]
    assert [button.words() for button in made.findChildren(ValueButton)] == ["A", "B"]
    assert "1,234 words" in [label.text() for label in made.findChildren(PlainLabel)]
    toggled: list[int] = []
    made.edit_toggled.connect(lambda: toggled.append(1))
    pencil = next(button for button in made.findChildren(QToolButton) if button.accessibleName() == "Edit")
    pencil.click()
    assert toggled
    made.set_editing(True, possible=True)
    assert pencil.accessibleName() == "Read"
    made.set_editing(False, possible=False)
    assert not pencil.isEnabled()


def test_a_lock_says_why_and_goes_again(qtbot: QtBot) -> None:
    made = Crumbs()
    qtbot.addWidget(made)
    made.show()
    made.show_lock("Private: in Personal. No model reads it.")
    assert made.lock == "Private: in Personal. No model reads it."
    made.show_lock("")

    assert made.lock == ""


def test_where_the_note_went_is_in_its_menu(qtbot: QtBot) -> None:
    made = Crumbs()
    qtbot.addWidget(made)
    made.show()
    asked: list[int] = []
    made.history_requested.connect(lambda: asked.append(1))
    next(button for button in made.findChildren(QToolButton) if button.accessibleName() == "More").click()
    (menu,) = made.findChildren(Menu)
    next(action for action in menu.actions() if action.text() == "Where this note went").trigger()
    menu.close()

    assert asked == [1]


def test_a_folder_of_the_way_can_be_pressed(qtbot: QtBot) -> None:
    made = Crumbs()
    qtbot.addWidget(made)
    made.show_path("A/B/Note.md")
    asked: list[str] = []
    made.folder_requested.connect(lambda folder, _over: asked.append(folder))
    for button in made.findChildren(ValueButton):
        button.click()

    assert asked == ["A", "A/B"]


def test_a_confirmation_stands_for_a_moment_and_the_count_comes_back(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.note.crumbs.CONFIRMED", 10)
    made = Crumbs()
    qtbot.addWidget(made)
    made.show_words(12)
    made.confirm("Saved")
    made.show_words(13)
    assert [label.text() for label in made.findChildren(PlainLabel)].count("Saved") == 1
    qtbot.waitUntil(lambda: "13 words" in [label.text() for label in made.findChildren(PlainLabel)])


def test_what_is_put_aside_stands_before_the_count(qtbot: QtBot) -> None:
    made, aside = Crumbs(), PlainLabel("aside")
    qtbot.addWidget(made)
    made.resize(500, 40)
    made.add_aside(aside)
    made.show_words(12)
    made.show()
    count = next(label for label in made.findChildren(PlainLabel) if label.text() == "12 words")
    assert aside.x() < count.x()
    made.close()

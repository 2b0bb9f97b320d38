from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.crumbs import Crumbs
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.parts.menu import Menu


def test_place_words_and_pencil_are_shown(qtbot: QtBot) -> None:
    made = Crumbs()
    qtbot.addWidget(made)
    made.show_path("A/B/Note.md")
    made.show_words(1234)
    texts = [label.text() for label in made.findChildren(ElidedLabel)]
    assert texts == ["A  ›  B  › ", "Note"]
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

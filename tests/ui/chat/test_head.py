"""Tests of head.py."""

from PySide6.QtGui import QAction

from vaultdesk.ui.chat.head import ChatHead
from vaultdesk.ui.parts.menu import Menu


def test_the_menu_lists_the_conversations_newest_first_and_literally() -> None:
    head = ChatHead()
    chosen: list[int] = []
    head.chosen.connect(chosen.append)
    head.set_conversations(["R&D <b>x</b>", "", "Last"], 2, empty=False)
    menu = head.title.open()
    assert isinstance(menu, Menu)
    entries = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert entries == ["New chat", "Last", "New chat", "R&&D <b>x</b>"]
    menu.actions()[-1].trigger()
    assert chosen == [0]
    assert head.title.words() == "Last"
    menu.close()


def test_commands_of_the_window_are_offered_under_more() -> None:
    head = ChatHead()
    action = QAction("Undo the last change of notes")
    head.set_commands([action])
    head._open_more()
    menu = head.findChildren(Menu)[-1]
    assert menu.actions()[-1] is action
    menu.close()


def test_who_answers_stands_beside_the_title() -> None:
    head = ChatHead()
    head.agent.set_words("House assistant")
    assert head.agent.accessibleName() == "Who answers: House assistant"
    head.resize(320, 40)
    head.show()
    assert head.title.x() < head.agent.x() < head.new.x() < head.more.x()
    assert head.more.geometry().right() <= 320
    head.hide()

"""Tests of ui/chat/chat_head.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from vaultdesk.ui.chat.chat_head import MIN_TITLE_WIDTH, ChatHeader, RenameField
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.menu import Menu

# Rename field.


@pytest.fixture
def field() -> RenameField:
    field = RenameField("Name of the chat")
    field.begin("Heating")
    return field


def typed(field: RenameField, text: str, key: Qt.Key) -> tuple[list[str], int]:
    names: list[str] = []
    ends: list[bool] = []
    field.name_entered.connect(names.append)
    field.editing_ended.connect(lambda: ends.append(True))
    QTest.keyClicks(field, text)
    QTest.keyClick(field, key)
    return names, len(ends)


def test_enter_takes_the_name_that_was_typed_over_the_old_one(field: RenameField) -> None:
    assert typed(field, "  The   pump ", Qt.Key.Key_Return) == (["The pump"], 1)
    assert field.isHidden()


def test_esc_leaves_the_name_as_it_was(field: RenameField) -> None:
    assert typed(field, "Other", Qt.Key.Key_Escape) == ([], 1)


@pytest.mark.parametrize("text", ["Heating", "   "])
def test_the_same_name_and_none_are_no_other_name(field: RenameField, text: str) -> None:
    assert typed(field, text, Qt.Key.Key_Return) == ([], 1)


# Head.


def entries(head: ChatHeader) -> dict[str, bool]:
    """What More offers, and whether it can be chosen."""
    head.more.click()
    menu = head.findChildren(Menu)[-1]
    offered = {action.text(): action.isEnabled() for action in menu.actions() if not action.isSeparator()}
    menu.close()
    return offered


def test_a_private_chat_shows_its_title_beside_its_mark_and_who_answers() -> None:
    head = ChatHeader()
    head.agent.set_shown_text("An assistant with a long name that needs all of the row")
    head.show_chat("", pinned=False, empty=True, note="none", private=True)
    head.resize(theme().px(380), head.sizeHint().height())
    head.show()

    assert head.title.width() == min(head.title.sizeHint().width(), theme().px(MIN_TITLE_WIDTH))
    assert head.private_mark.isVisible()
    assert head.more.geometry().right() <= head.width()


def test_the_title_is_literal_and_asks_for_the_list() -> None:
    head = ChatHeader()
    emitted: list[bool] = []
    head.list_requested.connect(lambda: emitted.append(True))
    head.show_chat("R&D <b>x</b>", pinned=False, empty=False, note="saved")
    assert head.title.shown_text() == "R&D <b>x</b>"
    head.title.click()
    assert emitted == [True]
    head.show_chat("", pinned=False, empty=True, note="possible")
    assert head.title.shown_text() == "New chat"


def test_the_title_is_written_where_it_stands() -> None:
    head = ChatHeader()
    head.show()
    names: list[str] = []
    head.renamed.connect(names.append)
    head.show_chat("Heating", pinned=False, empty=False, note="saved")
    QTest.keyClick(head.title, Qt.Key.Key_F2)
    assert (head.name.isVisible(), head.title.isVisible(), head.name.text()) == (True, False, "Heating")
    QTest.keyClicks(head.name, "Heat pump")
    QTest.keyClick(head.name, Qt.Key.Key_Return)
    assert names == ["Heat pump"]
    assert (head.name.isVisible(), head.title.isVisible()) == (False, True)
    head.hide()


def test_a_chat_in_which_nothing_was_asked_has_no_name_to_write() -> None:
    head = ChatHeader()
    head.rename()
    assert head.name.isHidden()


def test_more_offers_what_can_be_done_with_the_chat() -> None:
    head = ChatHeader()
    head.show()
    assert not any(entries(head).values()), "nothing was asked yet"
    head.show_chat("Heating", pinned=True, empty=False, note="possible")
    offered = entries(head)
    assert (offered["Unpin"], offered["Delete"], offered["Save it as a note too"]) == (True, True, True)
    assert "Show its note" not in offered
    head.show_chat("Heating", pinned=False, empty=False, note="saved")
    offered = entries(head)
    assert (offered["Pin to the top of the list"], offered["Show its note"]) == (True, True)
    assert (offered["Stop saving it as a note"], "Save it as a note too" in offered) == (True, False)
    head.hide()


def test_a_private_chat_is_marked_and_can_neither_be_pinned_nor_be_a_note() -> None:
    head = ChatHeader()
    head.show()
    assert head.private_mark.isHidden()
    head.show_chat("", pinned=False, empty=True, note="none", private=True)
    assert (head.private_mark.isVisible(), head.private_mark.text()) == (True, "Private")
    assert head.title.shown_text() == "New private chat"
    head.show_chat("Heating", pinned=False, empty=False, note="none", private=True)
    offered = entries(head)
    assert (offered["Pin to the top of the list"], offered["Save it as a note too"], offered["Delete"]) == (
        False,
        False,
        True,
    )
    head.hide()


def test_a_private_chat_is_one_click_away() -> None:
    head = ChatHeader()
    emitted: list[str] = []
    head.private_requested.connect(lambda: emitted.append("private"))
    head.keep_note_requested.connect(lambda keep: emitted.append(f"note {keep}"))
    head.private.click()
    head.show_chat("Heating", pinned=False, empty=False, note="possible")
    head._open_more()
    action = next(one for one in head.findChildren(Menu)[-1].actions() if one.text() == "Save it as a note too")
    action.trigger()
    assert emitted == ["private", "note True"]


def test_a_branch_names_the_chat_it_came_from_and_leads_there() -> None:
    head = ChatHeader()
    emitted: list[bool] = []
    head.parent_requested.connect(lambda: emitted.append(True))
    assert not head.branch.isVisibleTo(head)
    head.show_parent("R&D")
    assert (head.branch.isVisibleTo(head), head.branch.accessibleName()) == (True, "Branch of R&D")
    head.branch.click()
    assert emitted == [True]
    head.show_parent("")
    assert not head.branch.isVisibleTo(head)


def test_commands_of_the_window_are_offered_under_more() -> None:
    head = ChatHeader()
    action = QAction("Undo the last change of notes")
    head.set_commands([action])
    head._open_more()
    menu = head.findChildren(Menu)[-1]
    assert menu.actions()[-1] is action
    menu.close()


def test_who_answers_stands_beside_the_title() -> None:
    head = ChatHeader()
    head.agent.set_shown_text("House assistant")
    assert head.agent.accessibleName() == "Agent that answers: House assistant"
    head.resize(320, 40)
    head.show()
    assert head.title.x() < head.agent.x() < head.new.x() < head.more.x()
    assert head.more.geometry().right() <= 320
    head.hide()


def test_a_long_title_gives_way_to_who_answers() -> None:
    head = ChatHeader()
    head.agent.set_shown_text("Default assistant")
    head.show_chat(
        "A title far longer than the pane is wide, as questions are", pinned=False, empty=False, note="saved"
    )
    head.resize(340, 40)
    head.show()
    assert head.agent.width() >= head.agent.sizeHint().width()
    assert head.title.width() > 80
    head.hide()

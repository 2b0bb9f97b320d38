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


def enter_name(field: RenameField, text: str, key: Qt.Key) -> tuple[list[str], int]:
    names: list[str] = []
    ends: list[bool] = []
    field.name_entered.connect(names.append)
    field.editing_ended.connect(lambda: ends.append(True))
    QTest.keyClicks(field, text)
    QTest.keyClick(field, key)
    return names, len(ends)


def test_enter_emits_the_typed_name(field: RenameField) -> None:
    assert enter_name(field, "  The   pump ", Qt.Key.Key_Return) == (["The pump"], 1)
    assert field.isHidden()


def test_esc_keeps_the_name(field: RenameField) -> None:
    assert enter_name(field, "Other", Qt.Key.Key_Escape) == ([], 1)


@pytest.mark.parametrize("text", ["Heating", "   "])
def test_unchanged_or_empty_name_is_not_emitted(field: RenameField, text: str) -> None:
    assert enter_name(field, text, Qt.Key.Key_Return) == ([], 1)


# Chat header.


def menu_entries(header: ChatHeader) -> dict[str, bool]:
    """Return the entries of the More menu, and whether they are enabled."""
    header.more.click()
    menu = header.findChildren(Menu)[-1]
    offered = {action.text(): action.isEnabled() for action in menu.actions() if not action.isSeparator()}
    menu.close()
    return offered


def test_private_chat_shows_title_mark_and_agent_in_a_narrow_header() -> None:
    header = ChatHeader()
    header.agent.set_shown_text("An assistant with a long name that needs all of the row")
    header.show_chat("", pinned=False, empty=True, note="none", private=True)
    header.resize(theme().px(380), header.sizeHint().height())
    header.show()

    assert header.title.width() == min(header.title.sizeHint().width(), theme().px(MIN_TITLE_WIDTH))
    assert header.private_mark.isVisible()
    assert header.more.geometry().right() <= header.width()


def test_title_is_literal_and_requests_the_list() -> None:
    header = ChatHeader()
    emitted: list[bool] = []
    header.list_requested.connect(lambda: emitted.append(True))
    header.show_chat("R&D <b>x</b>", pinned=False, empty=False, note="saved")
    assert header.title.shown_text() == "R&D <b>x</b>"
    header.title.click()
    assert emitted == [True]
    header.show_chat("", pinned=False, empty=True, note="possible")
    assert header.title.shown_text() == "New chat"


def test_title_is_edited_in_place() -> None:
    header = ChatHeader()
    header.show()
    names: list[str] = []
    header.renamed.connect(names.append)
    header.show_chat("Heating", pinned=False, empty=False, note="saved")
    QTest.keyClick(header.title, Qt.Key.Key_F2)
    assert (header.name.isVisible(), header.title.isVisible(), header.name.text()) == (True, False, "Heating")
    QTest.keyClicks(header.name, "Heat pump")
    QTest.keyClick(header.name, Qt.Key.Key_Return)
    assert names == ["Heat pump"]
    assert (header.name.isVisible(), header.title.isVisible()) == (False, True)
    header.hide()


def test_chat_without_a_question_cannot_be_renamed() -> None:
    header = ChatHeader()
    header.rename()
    assert header.name.isHidden()


def test_more_menu_offers_the_actions_of_the_chat() -> None:
    header = ChatHeader()
    header.show()
    assert not any(menu_entries(header).values()), "nothing was asked yet"
    header.show_chat("Heating", pinned=True, empty=False, note="possible")
    offered = menu_entries(header)
    assert (offered["Unpin"], offered["Delete"], offered["Save it as a note too"]) == (True, True, True)
    assert "Show its note" not in offered
    header.show_chat("Heating", pinned=False, empty=False, note="saved")
    offered = menu_entries(header)
    assert (offered["Pin to the top of the list"], offered["Show its note"]) == (True, True)
    assert (offered["Stop saving it as a note"], "Save it as a note too" in offered) == (True, False)
    header.hide()


def test_private_chat_is_marked_and_cannot_be_pinned_or_saved_as_a_note() -> None:
    header = ChatHeader()
    header.show()
    assert header.private_mark.isHidden()
    header.show_chat("", pinned=False, empty=True, note="none", private=True)
    assert (header.private_mark.isVisible(), header.private_mark.text()) == (True, "Private")
    assert header.title.shown_text() == "New chat"
    header.show_chat("Heating", pinned=False, empty=False, note="none", private=True)
    offered = menu_entries(header)
    assert (offered["Pin to the top of the list"], offered["Save it as a note too"], offered["Delete"]) == (
        False,
        False,
        True,
    )
    header.hide()


def test_header_requests_a_private_chat_and_saving_as_a_note() -> None:
    header = ChatHeader()
    emitted: list[str] = []
    header.private_requested.connect(lambda: emitted.append("private"))
    header.keep_note_requested.connect(lambda keep: emitted.append(f"note {keep}"))
    header.private.click()
    header.show_chat("Heating", pinned=False, empty=False, note="possible")
    header._open_more()
    action = next(entry for entry in header.findChildren(Menu)[-1].actions() if entry.text() == "Save it as a note too")
    action.trigger()
    assert emitted == ["private", "note True"]


def test_branch_names_its_parent_chat_and_opens_it() -> None:
    header = ChatHeader()
    emitted: list[bool] = []
    header.parent_requested.connect(lambda: emitted.append(True))
    assert not header.branch.isVisibleTo(header)
    header.show_parent("R&D")
    assert (header.branch.isVisibleTo(header), header.branch.accessibleName()) == (True, "Branch of R&D")
    header.branch.click()
    assert emitted == [True]
    header.show_parent("")
    assert not header.branch.isVisibleTo(header)


def test_commands_of_the_window_are_offered_in_the_more_menu() -> None:
    header = ChatHeader()
    action = QAction("Undo the last change of notes")
    header.set_commands([action])
    header._open_more()
    menu = header.findChildren(Menu)[-1]
    assert menu.actions()[-1] is action
    menu.close()


def test_agent_is_shown_beside_the_title() -> None:
    header = ChatHeader()
    header.agent.set_shown_text("House assistant")
    assert header.agent.accessibleName() == "Agent that answers: House assistant"
    header.resize(320, 40)
    header.show()
    assert header.title.x() < header.agent.x() < header.new.x() < header.more.x()
    assert header.more.geometry().right() <= 320
    header.hide()


def test_long_title_is_elided_in_favour_of_the_agent() -> None:
    header = ChatHeader()
    header.agent.set_shown_text("Default assistant")
    header.show_chat(
        "A title far longer than the pane is wide, as questions are", pinned=False, empty=False, note="saved"
    )
    header.resize(340, 40)
    header.show()
    assert header.agent.width() >= header.agent.sizeHint().width()
    assert header.title.width() > 80
    header.hide()

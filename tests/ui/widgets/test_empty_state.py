"""Tests of ui/widgets/empty_state.py."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.glyphs import KeyCap
from vaultdesk.ui.widgets.labels import PlainLabel


def test_steps_are_buttons_links_and_commands(qtbot: QtBot) -> None:
    calls: list[str] = []
    page = EmptyState(
        "warning",
        "Lindenweg was not found",
        "Was it moved?",
        [
            NextStep("Find the Folder…", lambda: calls.append("find"), "primary"),
            NextStep("Try Again", lambda: calls.append("again")),
            NextStep("Look around", lambda: calls.append("look"), "link"),
            NextStep("New note", lambda: calls.append("new"), keys="Ctrl+N"),
        ],
    )
    qtbot.addWidget(page)

    for button in page.findChildren(PlainButton):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert sorted(calls) == ["again", "find", "look", "new"]
    assert [button.text() for button in page.findChildren(PrimaryButton)] == ["Find the Folder…"]
    assert sorted(button.text() for button in page.findChildren(LinkButton)) == ["Look around", "New note"]
    assert [cap.text() for cap in page.findChildren(KeyCap)] == ["Ctrl+N"]


def test_text_can_be_replaced(qtbot: QtBot) -> None:
    page = EmptyState("file", "No notes yet", "Nothing here.")
    qtbot.addWidget(page)

    page.set_text("No note matches both", "12 say one, 3 the other.")

    assert [label.text() for label in page.findChildren(PlainLabel)] == [
        "No note matches both",
        "12 say one, 3 the other.",
    ]


def test_a_step_is_shown_and_hidden_by_its_name_whatever_its_text(qtbot: QtBot) -> None:
    again = NextStep("Open", lambda: None)
    page = EmptyState("file", "Not found", "", [again, NextStep("Open", lambda: None, name="outside")])
    qtbot.addWidget(page)

    def shown() -> list[bool]:
        return [button.isVisibleTo(page) for button in page.findChildren(PlainButton)]

    page.show_step("outside", possible=False)
    assert shown() == [True, False]
    page.show_step("outside", possible=True)
    assert shown() == [True, True]

"""Tests of ui/chat/chat_tabs.py."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_desk import ChatDesk, asks, open_chat, read, says
from vaultdesk.providers.provider import TurnEnded
from vaultdesk.ui.chat.chat_tabs import LEFT, RIGHT, ChatTab, ChatTabBar, TabStateIcon
from vaultdesk.ui.theme.theme import theme

# Chat tab bar.

THREE = (ChatTab("Heating & cellar"), ChatTab("Trip", "running"), ChatTab("", "unread"))


def shown_bar() -> ChatTabBar:
    bar = ChatTabBar()
    bar.resize(360, 30)
    bar.show_tabs(THREE, 0)
    return bar


def test_tab_bar_shows_names_and_states_and_emits_only_choices_of_the_user() -> None:
    bar = shown_bar()
    emitted: list[int] = []
    bar.chosen.connect(emitted.append)
    bar.show_tabs(THREE, 2)
    assert [bar.accessibleTabName(number) for number in range(3)] == [
        "Heating & cellar", "Trip, being answered", "New chat, answered, not read yet",
    ]  # fmt: skip
    assert emitted == []
    bar.setCurrentIndex(1)
    assert emitted == [1]


def test_only_the_current_and_the_hovered_tab_have_a_close_button() -> None:
    bar = shown_bar()
    emitted: list[int] = []
    bar.close_requested.connect(emitted.append)
    assert [bar.tabButton(number, RIGHT) is not None for number in range(3)] == [True, False, False]
    bar._hover(1)
    close_button = bar.tabButton(1, RIGHT)
    assert close_button is not None
    QTest.mouseClick(close_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=bar.tabRect(2).center() + QPoint(0, 0))
    assert emitted == [1, 2]


def test_state_icon_is_removed_with_its_state() -> None:
    bar = shown_bar()
    bar.show_tabs((ChatTab("One", "waiting"), ChatTab("Two")), 0)
    icon = bar.tabButton(0, LEFT)
    assert isinstance(icon, TabStateIcon)
    assert icon.state == "waiting"
    assert not bar.tabButton(1, LEFT)


def test_state_icon_is_not_animated_without_motion() -> None:
    theme().set_motion("none")
    try:
        assert not TabStateIcon("running")._animation.isActive()
        theme().set_motion("full")
        assert TabStateIcon("running")._animation.isActive()
    finally:
        theme().set_motion("system")


# Conversation tabs, through the dock.

BOILER = "Projects/House/Boiler.md"


def rows(desk: ChatDesk) -> list[tuple[str, str]]:
    """Return title and state of each tab."""
    bar = desk.dock.tab_bar
    return [(bar.tabText(number), bar.state(number)) for number in range(bar.count())]


@on_qt_loop
async def test_tab_bar_appears_with_the_second_conversation_and_each_keeps_its_draft(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x")]) as desk:
        await desk.ask("First")
        assert desk.dock.tab_bar.isHidden()
        desk.dock.new_chat()
        assert (rows(desk), desk.dock.tab_bar.isHidden()) == ([("First", ""), ("New chat", "")], False)
        desk.type("half a thought")
        desk.dock.tabs.step(1)
        assert (desk.dock.composer.text, desk.dock.tab_bar.currentIndex()) == ("", 0)
        desk.dock.tabs.step(-1)
        assert desk.dock.composer.text == "half a thought"


@on_qt_loop
async def test_tab_shows_that_its_answer_runs_and_then_that_it_is_unread(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, *says("Done.")]]) as desk:
        desk.dock.ask("First")
        await hang.reached.wait()
        desk.dock.new_chat()
        assert rows(desk) == [("First", "running"), ("New chat", "")]
        hang.release()
        await until(lambda: not desk.dock.conversations[0].running)
        assert rows(desk) == [("First", "unread"), ("New chat", "")]
        assert "not read" in desk.dock.tab_bar.accessibleTabName(0)
        desk.dock.tab_bar.setCurrentIndex(0)
        assert rows(desk) == [("First", "")]


@on_qt_loop
async def test_tab_shows_that_an_approval_is_pending(tmp_path: Path) -> None:
    observed: list[list[tuple[str, str]]] = []

    async with open_chat(tmp_path, [asks(read(BOILER)), says("One.")]) as desk:
        ask = desk.answers.ask

        async def observing_ask(request: object) -> object:
            await until(lambda: rows(desk)[0][1] == "waiting")
            observed.append(rows(desk))
            return await ask(request)  # type: ignore[arg-type]  # passed through

        desk.answers.ask = observing_ask  # type: ignore[method-assign, assignment]  # wraps the original
        desk.dock.ask("First")
        desk.dock.new_chat()
        await until(lambda: bool(observed) and not desk.dock.conversations[0].running)
        assert observed == [[("First", "waiting"), ("New chat", "")]]


@on_qt_loop
async def test_answer_continues_after_its_tab_is_closed_and_the_notice_shows_it(tmp_path: Path) -> None:
    hang = HangStep()
    emitted: list[tuple[str, str]] = []
    callbacks: list[object] = []
    async with open_chat(tmp_path, [[hang, *says("Done.")]]) as desk:
        desk.dock.tabs.notice.connect(lambda text, action, _do: emitted.append((text, action)))
        desk.dock.tabs.notice.connect(lambda _text, _action, do: callbacks.append(do))
        desk.dock.ask("First")
        await hang.reached.wait()
        desk.dock.new_chat()
        desk.dock.tab_bar.close_requested.emit(0)
        assert emitted == [("“First” is still being answered.", "Show")]
        assert (rows(desk), hang.cancelled) == ([("New chat", "")], False)
        hang.release()
        await until(lambda: not desk.dock.conversations[0].running)
        (show,) = callbacks
        assert callable(show)
        show()
        await until(lambda: bool(desk.exchanges))
        assert desk.exchanges[0].exchange.text == "Done."


@on_qt_loop
async def test_saved_conversation_with_a_closed_tab_is_reopened_from_the_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x"), says("y")]) as desk:
        desk.workspace.chats.set_save_mode("keep")
        await desk.ask("First")
        await until(lambda: bool(desk.dock.conversations[0].note))
        desk.dock.new_chat()
        await desk.ask("Second")
        desk.dock.tab_bar.close_requested.emit(0)
        assert [controller.title for controller in desk.dock.conversations] == ["Second"]
        (first,) = [item for item in desk.dock.library.items() if item.title == "First"]
        await desk.open(first.key)
        assert rows(desk) == [("Second", ""), ("First", "")]


@on_qt_loop
async def test_tabs_can_be_moved(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x"), says("y"), [TurnEnded("end")]]) as desk:
        for title in ("First", "Second"):
            await desk.ask(title)
            desk.dock.new_chat()
        desk.dock.tab_bar.moveTab(2, 0)
        assert [title for title, _ in rows(desk)] == ["New chat", "First", "Second"]
        desk.dock.tabs.step(1)
        assert desk.dock.header.title.shown_text() == "First"


@on_qt_loop
async def test_conversation_started_elsewhere_gets_a_tab_when_it_is_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x")]) as desk:
        controller = desk.dock.open_conversation()
        desk.dock.new_chat()
        assert desk.dock.conversation_id != controller.conversation.id, "a new chat is another one"
        controller.ask("From afar")
        await until(lambda: not controller.running)
        assert desk.dock.tab_bar.isHidden()
        desk.dock.show_conversation(controller)
        assert [title for title, _ in rows(desk)] == ["From afar"]
        assert desk.exchanges[0].exchange.question == "From afar"

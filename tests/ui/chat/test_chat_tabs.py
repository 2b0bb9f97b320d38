"""Tests of ui/chat/chat_tabs.py."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_env import ChatEnv, asks, open_chat, read, streamed_text
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


def rows(env: ChatEnv) -> list[tuple[str, str]]:
    """Return title and state of each tab."""
    bar = env.dock.tab_bar
    return [(bar.tabText(number), bar.state(number)) for number in range(bar.count())]


@on_qt_loop
async def test_tab_bar_appears_with_the_second_conversation_and_each_keeps_its_draft(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x")]) as env:
        await env.ask("First")
        assert env.dock.tab_bar.isHidden()
        env.dock.new_chat()
        assert (rows(env), env.dock.tab_bar.isHidden()) == ([("First", ""), ("New chat", "")], False)
        env.type("half a thought")
        env.dock.tabs.step(1)
        assert (env.dock.composer.text, env.dock.tab_bar.currentIndex()) == ("", 0)
        env.dock.tabs.step(-1)
        assert env.dock.composer.text == "half a thought"


@on_qt_loop
async def test_tab_shows_that_its_answer_runs_and_then_that_it_is_unread(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, *streamed_text("Done.")]]) as env:
        env.dock.ask("First")
        await hang.reached.wait()
        env.dock.new_chat()
        assert rows(env) == [("First", "running"), ("New chat", "")]
        hang.release()
        await until(lambda: not env.dock.conversations[0].running)
        assert rows(env) == [("First", "unread"), ("New chat", "")]
        assert "not read" in env.dock.tab_bar.accessibleTabName(0)
        env.dock.tab_bar.setCurrentIndex(0)
        assert rows(env) == [("First", "")]


@on_qt_loop
async def test_tab_shows_that_an_approval_is_pending(tmp_path: Path) -> None:
    observed: list[list[tuple[str, str]]] = []

    async with open_chat(tmp_path, [asks(read(BOILER)), streamed_text("One.")]) as env:
        ask = env.answers.ask

        async def observing_ask(request: object) -> object:
            await until(lambda: rows(env)[0][1] == "waiting")
            observed.append(rows(env))
            return await ask(request)  # type: ignore[arg-type]  # passed through

        env.answers.ask = observing_ask  # type: ignore[method-assign, assignment]  # wraps the original
        env.dock.ask("First")
        env.dock.new_chat()
        await until(lambda: bool(observed) and not env.dock.conversations[0].running)
        assert observed == [[("First", "waiting"), ("New chat", "")]]


@on_qt_loop
async def test_answer_continues_after_its_tab_is_closed_and_the_notice_shows_it(tmp_path: Path) -> None:
    hang = HangStep()
    emitted: list[tuple[str, str]] = []
    callbacks: list[object] = []
    async with open_chat(tmp_path, [[hang, *streamed_text("Done.")]]) as env:
        env.dock.tabs.notice.connect(lambda text, action, _do: emitted.append((text, action)))
        env.dock.tabs.notice.connect(lambda _text, _action, do: callbacks.append(do))
        env.dock.ask("First")
        await hang.reached.wait()
        env.dock.new_chat()
        env.dock.tab_bar.close_requested.emit(0)
        assert emitted == [("“First” is still being answered.", "Show")]
        assert (rows(env), hang.cancelled) == ([("New chat", "")], False)
        hang.release()
        await until(lambda: not env.dock.conversations[0].running)
        (show,) = callbacks
        assert callable(show)
        show()
        await until(lambda: bool(env.exchanges))
        assert env.exchanges[0].exchange.text == "Done."


@on_qt_loop
async def test_saved_conversation_with_a_closed_tab_is_reopened_from_the_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x"), streamed_text("y")]) as env:
        env.workspace.chats.set_save_mode("keep")
        await env.ask("First")
        await until(lambda: bool(env.dock.conversations[0].note))
        env.dock.new_chat()
        await env.ask("Second")
        env.dock.tab_bar.close_requested.emit(0)
        assert [controller.title for controller in env.dock.conversations] == ["Second"]
        (first,) = [item for item in env.dock.library.items() if item.title == "First"]
        await env.open(first.key)
        assert rows(env) == [("Second", ""), ("First", "")]


@on_qt_loop
async def test_tabs_can_be_moved(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x"), streamed_text("y"), [TurnEnded("end")]]) as env:
        for title in ("First", "Second"):
            await env.ask(title)
            env.dock.new_chat()
        env.dock.tab_bar.moveTab(2, 0)
        assert [title for title, _ in rows(env)] == ["New chat", "First", "Second"]
        env.dock.tabs.step(1)
        assert env.dock.header.title.shown_text() == "First"


@on_qt_loop
async def test_conversation_started_elsewhere_gets_a_tab_when_it_is_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x")]) as env:
        controller = env.dock.open_conversation()
        env.dock.new_chat()
        assert env.dock.conversation_id != controller.conversation.id, "a new chat is another one"
        controller.ask("From afar")
        await until(lambda: not controller.running)
        assert env.dock.tab_bar.isHidden()
        env.dock.show_conversation(controller)
        assert [title for title, _ in rows(env)] == ["From afar"]
        assert env.exchanges[0].exchange.question == "From afar"

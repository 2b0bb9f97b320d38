"""Tests of quick_ask.py: the whole of it, as a person uses it over other programs (UX 25)."""

from pathlib import Path

from PySide6.QtCore import Qt

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import asks, read, says
from tests.ui.quick_ask.quick_desk import open_quick
from vaultdesk.providers.model_events import TextArrived
from vaultdesk.providers.scripted_provider import HangStep
from vaultdesk.ui.quick_ask.quick_ask import QuickAsk
from vaultdesk.ui.quick_ask.quick_talk import IN_SIGHT
from vaultdesk.ui.quick_ask.window import WIDTH
from vaultdesk.ui.theme.theme import theme


@on_qt_loop
async def test_it_comes_up_borderless_on_top_near_the_top_with_the_keyboard_in_the_field(
    tmp_path: Path, home: Path
) -> None:
    async with open_quick(tmp_path) as desk:
        window = desk.quick.window
        flags, room = window.windowFlags(), window.screen().availableGeometry()
        assert flags & Qt.WindowType.FramelessWindowHint
        assert flags & Qt.WindowType.WindowStaysOnTopHint
        assert window.field.hasFocus()
        body = window.foot.mapToGlobal(window.foot.rect().topLeft())
        assert window.foot.width() == theme().step(WIDTH) - 2
        assert abs(body.x() + window.foot.width() / 2 - room.center().x()) <= 2
        assert room.top() < window.field.mapToGlobal(window.field.rect().topLeft()).y() < room.center().y()


@on_qt_loop
async def test_esc_hides_it_and_the_answer_goes_on_and_is_there_when_it_comes_back(tmp_path: Path, home: Path) -> None:
    gate = HangStep()
    async with open_quick(tmp_path, [[TextArrived("It leaks "), gate]]) as desk:
        desk.type("What about the boiler")
        desk.press(Qt.Key.Key_Return)
        await until(lambda: desk.session.talk.last is not None and desk.session.talk.last.text)
        desk.press(Qt.Key.Key_Escape)
        assert not desk.quick.visible
        assert desk.session.talk.running
        assert ["What about the boiler"] in desk.asked()
        desk.quick.show_for()
        assert not desk.quick.window.answer.isHidden()
        assert desk.quick.window.field.text == "What about the boiler"
        assert [view.exchange.text for view in desk.quick.window.answer.view.views] == ["It leaks"]
        assert desk.quick.window.send.stops


@on_qt_loop
async def test_it_hides_when_another_window_takes_the_keyboard_but_not_while_an_approval_is_open(
    tmp_path: Path, home: Path
) -> None:
    async with open_quick(tmp_path, [asks(read("Boiler.md")), says("It leaks.")]) as desk:
        desk.type("Read the note")
        desk.press(Qt.Key.Key_Return)
        await until(desk.cards)
        desk.desktop.window.activateWindow()
        await until(desk.desktop.window.isActiveWindow)
        assert desk.quick.visible
        (card,) = desk.cards()
        desk.quick.window.activateWindow()
        await until(lambda: card.view.foot.arming.armed)
        card.view.foot.approve_button.click()
        await until(lambda: not desk.session.talk.running)
        desk.desktop.window.activateWindow()
        await until(lambda: not desk.quick.visible)
        assert desk.session.talk.last is not None
        assert desk.session.talk.last.text == "It leaks."


@on_qt_loop
async def test_after_some_minutes_it_begins_anew_and_the_old_chat_stays(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [says("It leaks.")]) as desk:
        await desk.ask("Boiler?")
        desk.quick.hide()
        desk.session.talk._ended -= IN_SIGHT + 1
        desk.quick.show_for()
        assert desk.quick.window.answer.isHidden()
        assert desk.quick.window.field.text == ""
        assert ["Boiler?"] in desk.asked()


@on_qt_loop
async def test_a_question_that_was_handed_over_is_asked_at_once_in_a_chat_of_its_own(
    tmp_path: Path, home: Path
) -> None:
    async with open_quick(tmp_path, [says("One."), says("Two.")]) as desk:
        await desk.ask("First?")
        desk.quick.show_for("Second?")
        await until(lambda: desk.session.talk.last is not None and desk.session.talk.last.text == "Two.")
        assert desk.quick.window.field.text == "Second?"
        assert [asked for asked in desk.asked() if asked] == [["First?"], ["Second?"]]


@on_qt_loop
async def test_the_keys_pressed_once_more_hide_it(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as desk:
        desk.quick.toggle()
        assert not desk.quick.visible
        desk.quick.toggle()
        assert desk.quick.visible


@on_qt_loop
async def test_without_a_vault_it_says_so_and_brings_up_the_main_window(tmp_path: Path, home: Path) -> None:
    raised: list[str] = []
    quick = QuickAsk(lambda: None, lambda: raised.append("raised"))
    quick.show_for("Anything?")
    window = quick.window
    assert not window.closed.isHidden()
    assert not window.field.isEnabled()
    window.window_wanted.emit()
    assert raised == ["raised"]
    assert not quick.visible
    quick.close()


@on_qt_loop
async def test_when_the_vault_is_closed_it_forgets_it_and_takes_up_the_next(tmp_path: Path, home: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "One")) as desktop:
        first = await open_views(desktop)
        quick = QuickAsk(lambda: desktop.views, lambda: None)
        quick.show_for()
        assert quick.steps.session is not None
        assert quick.steps.session.views is first
        quick.hide()
        desktop.open_vault(small_vault(tmp_path / "Two"))
        await until(lambda: desktop.views is not None and desktop.views is not first)
        quick.show_for()
        assert quick.steps.session is not None
        assert quick.steps.session.views is desktop.views
        quick.close()

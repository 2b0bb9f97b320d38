"""Tests of ui/app/quick_ask/quick_ask.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_env import asks, read, streamed_text
from tests.ui.quick_ask.quick_ask_env import ALT, CONTROL, SHIFT, open_quick
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.providers.provider import TextArrived
from vaultdesk.ui.app.quick_ask.quick_ask import QuickAsk
from vaultdesk.ui.app.quick_ask.quick_session import RESUME_SECONDS
from vaultdesk.ui.app.quick_ask.quick_window import WIDTH
from vaultdesk.ui.theme.theme import theme

# Sequences: typing, asking, adding to the daily note, continuing in the main window.

DOWN = ProviderUnreachable("Anthropic is overloaded", hint="Try again in a minute.", kind="overloaded")


@on_qt_loop
async def test_typing_lists_notes_down_focuses_them_and_enter_opens_one(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        window = env.quick.window
        env.type("loses")
        await until(lambda: window.notes.count)
        assert not window.notes.isHidden()
        env.press(Qt.Key.Key_Down)
        assert window.notes.rows.hasFocus()
        QTest.keyClick(window.notes.rows, Qt.Key.Key_Return)
        await until(lambda: env.views.notes.current_path == "Projects/Heat-loss survey.md")
        assert (env.raised, env.quick.visible) == (["raised"], False)


@on_qt_loop
async def test_up_on_the_first_note_and_a_letter_return_focus_to_the_field(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        window = env.quick.window
        env.type("boiler")
        await until(lambda: window.notes.count)
        env.press(Qt.Key.Key_Down)
        QTest.keyClick(window.notes.rows, Qt.Key.Key_Up)
        assert window.field.hasFocus()
        env.press(Qt.Key.Key_Down)
        QTest.keyClick(window.notes.rows, Qt.Key.Key_S)
        assert (window.field.hasFocus(), window.field.text) == (True, "boilers")


@on_qt_loop
async def test_enter_asks_in_a_separate_chat_that_continues_in_the_main_window(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [streamed_text("It leaks, see [[Boiler]].")]) as env:
        shown = env.views.chat.conversation_id
        await env.ask("Boiler?")
        assert env.views.chat.conversation_id == shown
        (view,) = env.quick.window.answer.view.views
        assert (view.exchange.text, view.card.isHidden()) == ("It leaks, see [[Boiler]].", True)
        env.press(Qt.Key.Key_Return, CONTROL)
        assert (env.raised, env.quick.visible) == (["raised"], False)
        assert [entry.exchange.question for entry in env.views.chat.transcript.views] == ["Boiler?"]


@on_qt_loop
async def test_ctrl_enter_before_asking_moves_the_text_to_the_composer(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        env.views.chat.composer.set_text("Begun before")
        env.type("and this")
        env.press(Qt.Key.Key_Return, CONTROL)
        assert env.views.chat.composer.text == "Begun before\nand this"
        assert env.questions_by_chat() == [[]]


@on_qt_loop
async def test_shift_enter_inserts_a_line_and_the_field_grows_to_three_lines(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        field = env.quick.window.field
        heights = [field.height()]
        for _ in range(3):
            env.type("line")
            env.press(Qt.Key.Key_Return, SHIFT)
            heights.append(field.height())
        line = field.fontMetrics().lineSpacing()
        assert heights == [line + 2, 2 * line + 2, 3 * line + 2, 3 * line + 2]
        assert env.questions_by_chat() == [[]]


@on_qt_loop
async def test_alt_enter_adds_the_text_to_todays_note_and_undo_reverts_it(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        footer = env.quick.window.footer
        before = set(env.vault.rglob("*.md"))
        env.type("Call the fitter")
        env.press(Qt.Key.Key_Return, ALT)
        await until(lambda: footer.notice)
        (created,) = set(env.vault.rglob("*.md")) - before
        assert created.read_text(encoding="utf-8") == "Call the fitter\n"
        assert footer.notice == f"Today’s note “{created.stem}” was created with it."
        footer._notice_action.click()
        await until(lambda: footer.notice == "Undone.")
        assert not created.exists()
        assert env.questions_by_chat() == [[]]


@on_qt_loop
async def test_alt_enter_after_an_answer_adds_the_answer_to_todays_note(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [streamed_text("It leaks.")]) as env:
        before = set(env.vault.rglob("*.md"))
        await env.ask("Boiler?")
        env.press(Qt.Key.Key_Return, ALT)
        await until(lambda: env.quick.window.footer.notice)
        (created,) = set(env.vault.rglob("*.md")) - before
        assert created.read_text(encoding="utf-8") == "It leaks.\n"


@on_qt_loop
async def test_stop_replaces_send_while_answering_and_keeps_the_partial_answer(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [[TextArrived("It leaks"), HangStep()]]) as env:
        window = env.quick.window
        env.type("Boiler?")
        window.send.click()
        await until(lambda: env.session.conversation.last is not None and env.session.conversation.last.text)
        assert window.send.stops
        window.send.click()
        await until(lambda: not env.session.conversation.running)
        last = env.session.conversation.last
        assert last is not None
        assert (last.stopped, last.text, window.send.stops) == (True, "It leaks", False)


@on_qt_loop
async def test_a_provider_failure_is_shown_as_in_the_chat_and_can_be_retried(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [DOWN, streamed_text("Now it works.")]) as env:
        await env.ask("Boiler?")
        (view,) = env.quick.window.answer.view.views
        assert view.failure is not None
        view.failure.retry_requested.emit()
        await until(
            lambda: env.session.conversation.last is not None and env.session.conversation.last.text == "Now it works."
        )


@on_qt_loop
async def test_a_second_question_continues_the_chat_and_ctrl_n_starts_a_new_one(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [streamed_text("One."), streamed_text("Two."), streamed_text("Three.")]) as env:
        await env.ask("First?")
        env.type("Second?")
        env.press(Qt.Key.Key_Return)
        await until(lambda: len(env.session.conversation.exchanges) == 2 and not env.session.conversation.running)
        first, second = env.quick.window.answer.view.views
        assert (first.card.isHidden(), second.card.isHidden()) == (False, True)
        env.press(Qt.Key.Key_N, CONTROL)
        assert (env.quick.window.field.text, env.quick.window.answer.isHidden()) == ("", True)
        await env.ask("Third?")
        assert [questions for questions in env.questions_by_chat() if questions] == [["First?", "Second?"], ["Third?"]]


@on_qt_loop
async def test_a_question_asked_during_an_answer_is_queued_with_a_notice(tmp_path: Path, home: Path) -> None:
    gate = HangStep()
    async with open_quick(tmp_path, [[TextArrived("One"), gate], streamed_text("Two.")]) as env:
        env.type("First?")
        env.press(Qt.Key.Key_Return)
        await until(lambda: env.session.conversation.running)
        env.type("Second?")
        assert not env.quick.window.send.stops
        env.press(Qt.Key.Key_Return)
        assert env.quick.window.footer.notice == "It will be sent when this answer is finished."
        controller = env.session.conversation.conversation
        assert controller is not None
        assert [item.text for item in controller.queue] == ["Second?"]


@on_qt_loop
async def test_typing_after_an_answer_lists_notes_and_keeps_the_answer_visible(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [streamed_text("It leaks.")]) as env:
        window = env.quick.window
        await env.ask("Boiler?")
        env.type("survey")
        await until(lambda: window.notes.count)
        assert (window.notes.isHidden(), window.answer.isHidden()) == (False, False)
        window.field.clear()
        await until(lambda: window.notes.isHidden())
        assert not window.answer.isHidden()


# Quick ask as it is used on top of other programs
# (vaultdesk/ui/app/README.md, "Quick ask").


@on_qt_loop
async def test_quick_ask_opens_frameless_on_top_near_the_top_with_focus_in_the_field(
    tmp_path: Path, home: Path
) -> None:
    async with open_quick(tmp_path) as env:
        window = env.quick.window
        flags, available = window.windowFlags(), window.screen().availableGeometry()
        assert flags & Qt.WindowType.FramelessWindowHint
        assert flags & Qt.WindowType.WindowStaysOnTopHint
        assert window.field.hasFocus()
        body = window.footer.mapToGlobal(window.footer.rect().topLeft())
        assert window.footer.width() == theme().px(WIDTH) - 2
        assert abs(body.x() + window.footer.width() / 2 - available.center().x()) <= 2
        assert available.top() < window.field.mapToGlobal(window.field.rect().topLeft()).y() < available.center().y()


@on_qt_loop
async def test_esc_hides_quick_ask_and_the_answer_continues_until_it_is_shown_again(tmp_path: Path, home: Path) -> None:
    gate = HangStep()
    async with open_quick(tmp_path, [[TextArrived("It leaks "), gate]]) as env:
        env.type("What about the boiler")
        env.press(Qt.Key.Key_Return)
        await until(lambda: env.session.conversation.last is not None and env.session.conversation.last.text)
        env.press(Qt.Key.Key_Escape)
        assert not env.quick.visible
        assert env.session.conversation.running
        assert ["What about the boiler"] in env.questions_by_chat()
        env.quick.show_for()
        assert not env.quick.window.answer.isHidden()
        assert env.quick.window.field.text == "What about the boiler"
        assert [view.exchange.text for view in env.quick.window.answer.view.views] == ["It leaks"]
        assert env.quick.window.send.stops


@on_qt_loop
async def test_quick_ask_hides_when_it_loses_focus_except_while_an_approval_is_open(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [asks(read("Boiler.md")), streamed_text("It leaks.")]) as env:
        env.type("Read the note")
        env.press(Qt.Key.Key_Return)
        await until(env.cards)
        env.desktop.window.activateWindow()
        await until(env.desktop.window.isActiveWindow)
        assert env.quick.visible
        (card,) = env.cards()
        env.quick.window.activateWindow()
        await until(lambda: card.view.footer.approve_delay.armed)
        card.view.footer.approve_button.click()
        await until(lambda: not env.session.conversation.running)
        env.desktop.window.activateWindow()
        await until(lambda: not env.quick.visible)
        assert env.session.conversation.last is not None
        assert env.session.conversation.last.text == "It leaks."


@on_qt_loop
async def test_quick_ask_starts_a_new_chat_after_some_minutes_and_keeps_the_old_one(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [streamed_text("It leaks.")]) as env:
        await env.ask("Boiler?")
        env.quick.hide()
        env.session.conversation._ended -= RESUME_SECONDS + 1
        env.quick.show_for()
        assert env.quick.window.answer.isHidden()
        assert env.quick.window.field.text == ""
        assert ["Boiler?"] in env.questions_by_chat()


@on_qt_loop
async def test_a_question_passed_in_is_asked_immediately_in_a_separate_chat(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [streamed_text("One."), streamed_text("Two.")]) as env:
        await env.ask("First?")
        env.quick.show_for("Second?")
        await until(lambda: env.session.conversation.last is not None and env.session.conversation.last.text == "Two.")
        assert env.quick.window.field.text == "Second?"
        assert [questions for questions in env.questions_by_chat() if questions] == [["First?"], ["Second?"]]


@on_qt_loop
async def test_toggle_hides_and_shows_quick_ask(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        env.quick.toggle()
        assert not env.quick.visible
        env.quick.toggle()
        assert env.quick.visible


@on_qt_loop
async def test_quick_ask_without_a_vault_shows_a_message_and_offers_the_main_window(tmp_path: Path, home: Path) -> None:
    raised: list[str] = []
    quick = QuickAsk(lambda: None, lambda: raised.append("raised"))
    quick.show_for("Anything?")
    window = quick.window
    assert not window.closed.isHidden()
    assert not window.field.isEnabled()
    window.window_requested.emit()
    assert raised == ["raised"]
    assert not quick.visible
    quick.close()


@on_qt_loop
async def test_quick_ask_switches_to_the_next_vault_when_one_is_closed(tmp_path: Path, home: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "One")) as desktop:
        first = await open_views(desktop)
        quick = QuickAsk(lambda: desktop.views, lambda: None)
        quick.show_for()
        assert quick.controller.session is not None
        assert quick.controller.session.views is first
        quick.hide()
        desktop.path_opener.open_in(small_vault(tmp_path / "Two"), desktop.front)
        await until(lambda: desktop.views is not None and desktop.views is not first)
        quick.show_for()
        assert quick.controller.session is not None
        assert quick.controller.session.views is desktop.views
        quick.close()


@on_qt_loop
async def test_t3_quick_ask_chats_are_stored_and_private_chats_leave_no_trace(tmp_path: Path, home: Path) -> None:
    turns = [streamed_text("It leaks."), streamed_text("CANARY-ANSWER."), streamed_text("Kept again.")]
    async with open_quick(tmp_path, turns) as env:
        footer, chats = env.quick.window.footer, env.views.workspace.chats
        await env.ask("Boiler?")
        await until(lambda: [entry.title for entry in chats.entries()] == ["Boiler?"])
        QTest.mouseClick(footer.private, Qt.MouseButton.LeftButton)
        assert (footer.private.isChecked(), footer.private_mark.isVisible()) == (True, True)
        env.quick.window.field.show_text("")
        await env.ask("CANARY-QUESTION?")
        assert env.session.conversation.exchanges[-1].text == "CANARY-ANSWER."
        QTest.mouseClick(footer.private, Qt.MouseButton.LeftButton)
        assert (footer.private.isChecked(), footer.private_mark.isVisible()) == (False, False)
        env.quick.window.field.show_text("")
        await env.ask("And again?")
        await until(lambda: [entry.title for entry in chats.entries()] == ["And again?", "Boiler?"])
        assert env.questions_by_chat()[1:] == [["Boiler?"], ["CANARY-QUESTION?"], ["And again?"]]
    written = [file for file in (*tmp_path.rglob("*"), *home.rglob("*")) if file.is_file()]
    assert [file for file in written if b"CANARY" in file.read_bytes()] == []

"""Tests of ui/chat/chat_dock.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.chat.chat_env import LOCAL, NO, REMOTE, YES, asks, open_chat, read, search, streamed_text
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.ui.chat.suggestions import SuggestionRow
from vaultdesk.ui.chat.transcript.answer_steps import ToolLine
from vaultdesk.ui.chat.transcript.answer_view import AnswerFooter, AnswerView, SourceRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.ui.widgets.labels import PlainLabel

# Chat pane.


@on_qt_loop
async def test_answer_footer_offers_the_actions_of_the_window(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("One.")]) as env:
        view = await env.ask("First")
        footer = view.findChildren(AnswerFooter)[0]
        await until(lambda: footer.button("copy").isVisible())  # The footer is shown after the end of the run.
        assert [footer.button(action).isVisible() for action in ("copy", "branch", "insert")] == [True, True, False]
        env.dock.set_note_actions(insert=True)
        assert footer.button("insert").isVisible()


@on_qt_loop
async def test_composer_is_centered_and_no_wider_than_the_text(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        env.dock.resize(theme().px(1200), theme().px(700))
        assert env.dock.composer.width() <= theme().px(640)
        assert (
            abs(env.dock.composer.mapTo(env.dock, env.dock.composer.rect().center()).x() - env.dock.width() // 2) <= 2
        )


# Chat dock with the real agent, runner and index.

BOILER = "Projects/House/Boiler.md"
BUDGET = "Projects/House/Budget.md"
DOWN = ProviderUnreachable("Anthropic is overloaded", hint="Try again in a minute.", kind="overloaded")


def labels(parent: QWidget) -> list[str]:
    return [label.text() for label in parent.findChildren(PlainLabel)]


@on_qt_loop
async def test_question_is_searched_read_and_answered_with_a_source_chip(tmp_path: Path) -> None:
    turns = [
        asks(search("boiler", "call_1")),
        asks(read(BOILER, call_id="call_2")),
        streamed_text("We chose a ", "heat pump, see [[Boiler#Decision]]."),
    ]
    async with open_chat(tmp_path, turns, YES) as env:
        opened: list[tuple[str, str, str]] = []
        env.dock.source_opened.connect(lambda *source: opened.append(source))
        view = await env.ask("What about the boiler?")
        lines = [(line.shown_step.verb, line.shown_step.object) for line in view.findChildren(ToolLine)]
        assert lines == [("Searched notes", "“boiler”"), ("Read 1 note", "Boiler")]
        (chip,) = view.findChildren(SourceChip)
        chip.click()
        assert opened == [("Boiler", "Decision", "We chose a heat pump, see")]


@on_qt_loop
async def test_answer_shows_the_streamed_text_and_numbers_its_link(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("See [[Boi", "ler]] for **more**.")]) as env:
        view = await env.ask("Boiler?")
        (answer,) = view.findChildren(AnswerView)
        assert answer.toPlainText().strip() == "See Boiler1 for more."


@on_qt_loop
async def test_deselected_note_is_shown_as_left_out_and_not_sent(tmp_path: Path) -> None:
    decision = ApprovalDecision(approved=True, files=(BOILER,))
    async with open_chat(tmp_path, [asks(read(BOILER, BUDGET)), streamed_text("Done.")], decision, to=REMOTE) as env:
        view = await env.ask("Read them")
        (line,) = view.findChildren(ToolLine)
        assert (line.shown_step.verb, line.shown_step.result) == ("Read 1 of 2 notes", "you left out 1")
        assert [(sub.name, sub.result) for sub in line.shown_step.lines] == [
            ("Boiler", "sent · 13 tokens"),
            ("Budget", "stayed here"),
        ]


@on_qt_loop
async def test_denied_call_is_shown_as_refused(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [asks(read(BOILER)), streamed_text("As you wish.")], NO) as env:
        view = await env.ask("Read it")
        (line,) = view.findChildren(ToolLine)
        assert (line.state(), line.shown_step.result) == ("refused", "refused by you")


@on_qt_loop
async def test_answer_without_notes_says_so(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Four.")]) as env:
        view = await env.ask("Two and two?")
        assert "Not from your notes." in labels(view)
        assert not view.findChildren(SourceRow)


@on_qt_loop
async def test_esc_stops_the_answer_first_and_leaves_the_composer_next(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[TextArrived("So far"), hang, TurnEnded("end")]]) as env:
        escapes: list[bool] = []
        env.dock.escaped.connect(lambda: escapes.append(True))
        env.type("Go")
        env.enter()
        await hang.reached.wait()
        assert env.dock.composer.send.stops
        env.escape()
        await until(lambda: not env.dock.composer.send.stops)
        assert escapes == []
        assert env.exchanges[-1].exchange.text == "So far"
        assert "Stopped. The answer so far is kept." in labels(env.exchanges[-1])
        env.escape()
        assert escapes == [True]


@on_qt_loop
async def test_stopping_during_an_approval_runs_nothing(tmp_path: Path) -> None:
    def stop(_request: object) -> ApprovalDecision:
        env.dock.composer.stop_requested.emit()
        return YES

    async with open_chat(tmp_path, [asks(read(BOILER)), streamed_text("Never.")], stop) as env:
        view = await env.ask("Read it")
        assert view.exchange.stopped
        assert "Never." not in view.exchange.text
        assert env.provider.requests[1:] == []


@on_qt_loop
async def test_failed_answer_keeps_the_question_and_can_be_retried(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [[TextArrived("Half"), DOWN], streamed_text("Whole.")]) as env:
        view = await env.ask("Tell me")
        assert view.failure is not None
        assert view.failure.banner.text() == "Anthropic is overloaded. Try again in a minute. Your question is kept."
        view.failure.banner.links[0].click()
        await until(lambda: env.exchanges[-1] is not view and env.exchanges[-1].is_finished)
        assert [shown.exchange.text for shown in env.exchanges] == ["Whole."]
        texts = [message.text for message in env.provider.requests[1].messages]
        assert texts == ["Tell me"]


@on_qt_loop
async def test_failed_answer_can_be_asked_of_the_other_model(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [DOWN]) as env:
        view = await env.ask("Tell me")
        assert view.failure is not None
        view.failure.banner.links[1].click()
        await until(lambda: env.exchanges[-1] is not view and env.exchanges[-1].is_finished)
        assert env.exchanges[-1].exchange.text == "The other one answers."
        assert env.workspace.store.settings.chat.model == "other/one"


@on_qt_loop
async def test_message_typed_while_an_answer_runs_is_queued_and_sent_afterwards(tmp_path: Path) -> None:
    hang = HangStep()
    turns = [[hang, TextArrived("One."), TurnEnded("end")], streamed_text("Two.")]
    async with open_chat(tmp_path, turns) as env:
        env.type("First")
        env.enter()
        await hang.reached.wait()
        env.type("Second")
        env.enter()
        assert [card.text for card in env.dock.queue.cards] == ["Second"]
        hang.release()
        await until(lambda: len(env.exchanges) == 2 and env.exchanges[1].is_finished)
        assert [view.exchange.text for view in env.exchanges] == ["One.", "Two."]
        assert env.dock.queue.cards == []


@on_qt_loop
async def test_queued_message_can_be_edited_removed_or_sent_immediately(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, TurnEnded("end")], streamed_text("Now.")]) as env:
        env.dock.ask("First")
        await hang.reached.wait()
        for text in ("a", "b", "c"):
            env.dock.ask(text)
        env.dock.queue.cards[0].remove_requested.emit()
        env.dock.queue.cards[0].edit_requested.emit()
        assert env.dock.composer.text == "b"
        env.dock.queue.cards[0].send_requested.emit()
        await until(lambda: len(env.exchanges) == 2 and env.exchanges[1].is_finished)
        assert hang.cancelled
        assert [view.exchange.question for view in env.exchanges] == ["First", "c"]


@on_qt_loop
async def test_queue_waits_for_the_user_after_a_stop(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, TurnEnded("end")], streamed_text("Later.")]) as env:
        env.dock.ask("First")
        await hang.reached.wait()
        env.dock.ask("Second")
        env.escape()
        await until(lambda: not env.dock.composer.send.stops)
        assert [card.text for card in env.dock.queue.cards] == ["Second"]
        assert len(env.exchanges) == 1
        env.dock.queue.cards[0].send_requested.emit()
        await until(lambda: len(env.exchanges) == 2 and env.exchanges[1].is_finished)


@on_qt_loop
async def test_each_conversation_keeps_its_draft(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("One.")]) as env:
        await env.ask("First")
        env.type("half a thou")
        env.dock.new_chat()
        assert env.dock.composer.text == ""
        assert env.exchanges == ()
        env.go_to(0)
        assert env.dock.composer.text == "half a thou"
        assert [view.exchange.question for view in env.exchanges] == ["First"]


@on_qt_loop
async def test_answer_continues_while_another_conversation_is_shown(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[hang, TextArrived("Late."), TurnEnded("end")]]) as env:
        env.dock.ask("First")
        await hang.reached.wait()
        env.dock.new_chat()
        assert not env.dock.composer.send.stops
        hang.release()
        first = env.dock.conversations[0]
        await until(lambda: not first.running)
        env.go_to(0)
        assert env.exchanges[0].exchange.text == "Late."


@on_qt_loop
async def test_conversation_can_be_copied_as_markdown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("**One.**")]) as env:
        await env.ask("First")
        env.dock.header.copy_requested.emit()
        assert QApplication.clipboard().text() == "# First\n\n## You\n\nFirst\n\n## offline/offline\n\n**One.**\n"


@on_qt_loop
async def test_no_key_is_lost_while_an_answer_streams(tmp_path: Path) -> None:
    hang = HangStep()
    async with open_chat(tmp_path, [[TextArrived("word "), hang, TurnEnded("end")]]) as env:
        env.dock.ask("First")
        await hang.reached.wait()
        env.type("abcde " * 8 + "ab")
        assert env.dock.composer.text == "abcde " * 8 + "ab"


@on_qt_loop
async def test_every_focusable_widget_has_a_name(tmp_path: Path) -> None:
    turns = [asks(search("boiler")), streamed_text("```python\nprint(1)\n```\n[[Boiler]]"), DOWN]
    async with open_chat(tmp_path, turns, YES) as env:
        env.dock.set_note_actions(insert=True, append=True, new_note=True)
        view = await env.ask("First")
        for line in view.findChildren(ToolLine):
            line.set_open(True)
        await env.ask("Second")
        unnamed = [
            widget
            for widget in env.dock.findChildren(QWidget)
            if widget.isVisible()
            and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
            and not (widget.accessibleName() or getattr(widget, "text", str)())
        ]
        assert unnamed == []


@on_qt_loop
async def test_answer_is_passed_to_a_new_note_as_markdown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("**One.**")]) as env:
        requested: list[str] = []
        env.dock.new_note_requested.connect(requested.append)
        view = await env.ask("First")
        view.action_pressed.emit("new-note")
        assert requested == ["**One.**"]


@on_qt_loop
async def test_clicking_a_suggestion_of_the_empty_chat_asks_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("It says much.")]) as env:
        await until(lambda: bool(env.dock.suggestions.rows))
        QTest.mouseClick(env.dock.suggestions.rows[0], Qt.MouseButton.LeftButton)
        await until(lambda: bool(env.exchanges) and env.exchanges[0].is_finished)
        assert env.exchanges[0].exchange.question.startswith("What does “")


@on_qt_loop
async def test_notes_private_for_the_selected_model_are_not_suggested(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], to=LOCAL) as env:
        workspace, root = env.workspace, env.workspace.vault.root

        def suggested_notes() -> set[str]:
            return {row.accessibleName().removeprefix("Ask: What does “").partition("”")[0] for row in rows()}

        def rows() -> list[SuggestionRow]:
            return env.dock.suggestions.rows

        await until(lambda: len(rows()) == 3)
        rule = PrivacyRule(kind="folder", value="Projects/House", answer="local")
        workspace.store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        assert "Boiler" in suggested_notes(), "a model on this computer may be asked about it"
        env.dock.models.choose(env.dock.conversations[0], "other/one")
        await until(lambda: suggested_notes() == {"2026-11-20"})
        workspace.store.change(lambda settings: settings.with_vault(root, privacy=()))
        await until(lambda: len(rows()) == 3)
        rule = PrivacyRule(kind="folder", value="Daily", answer="ask")
        workspace.store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        await until(lambda: suggested_notes() == {"Boiler", "Budget"})
        env.dock.models.choose(env.dock.conversations[0], "offline/offline")
        await until(lambda: len(rows()) == 3)

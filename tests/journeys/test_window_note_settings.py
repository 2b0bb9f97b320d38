"""Window, settings in a chat note: shown once, accepted by the user, then sent with each question."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.journeys.program import KEY
from tests.journeys.window import button, click, open_window, seen
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Turn, WireServer
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.ui.agents.grant_dialog import InstructionDialog

HEAD = "---\nsystem_commands: ['Answer in rhymes.']\ntemperature: 0.4\nmax_tokens: 300\nopenaiUrl: http://evil.example\n---\n"
TALK = f"{HEAD}What about the boiler?\n\n{SEPARATOR}\n\n### role::assistant\n\nIt leaks.\n"


@pytest.fixture(autouse=True)
def api_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


@on_qt_loop
async def test_row_9_settings_of_a_chat_note_are_shown_accepted_and_sent(home: Path, tmp_path: Path) -> None:
    turns = [Turn("No rhyme."), Turn("A rhyme."), Turn("Warmer.")]
    async with (
        WireServer(openai=turns) as server,
        open_window(home, tmp_path / "vault", server, tools=False, notes={"Talk.md": TALK}) as window,
    ):
        chat = window.views.chat
        chat.composer.mode.chosen.emit("chat")
        await chat.library.open("Talk.md")
        await seen(chat.note_settings.isVisible)
        window.ask("And?")
        await window.over()

        click(button(chat.note_settings, "Read…"))
        await seen(lambda: window.desktop.window.findChildren(InstructionDialog))
        (dialog,) = window.desktop.window.findChildren(InstructionDialog)
        assert dialog.box.toPlainText() == "Answer in rhymes."
        assert "At most 300 tokens an answer." in dialog.card.sentences()
        assert "Not used: openaiUrl." in dialog.card.sentences()
        await seen(lambda: dialog.approve_delay.armed)
        QTest.mouseClick(dialog.done_button, Qt.MouseButton.LeftButton)
        await seen(lambda: not chat.note_settings.isVisible())
        window.ask("And?")
        await seen(lambda: len(server.posts) == 2)
        await window.over()

        popup = chat.composer.model.open()
        popup.answers.temperature.setValue(1.1)
        popup.close()
        window.ask("And?")
        await seen(lambda: len(server.posts) == 3)
        await window.over()
        sent = [request.json for request in server.posts]

    is_sent = ["Answer in rhymes." in str(body) for body in sent]
    assert is_sent == [False, True, True]
    assert [body.get("temperature") for body in sent] == [None, 0.4, 1.1]
    assert not any("evil.example" in str(body) for body in sent)


@on_qt_loop
async def test_u19_declined_settings_are_not_shown_again_for_another_note(home: Path, tmp_path: Path) -> None:
    notes = {"Talk.md": TALK, "Other.md": TALK.replace("boiler", "roof"), "Third.md": TALK.replace("0.4", "0.9")}
    async with (
        WireServer(openai=[Turn("No rhyme.")]) as server,
        open_window(home, tmp_path / "vault", server, tools=False, notes=notes) as window,
    ):
        chat = window.views.chat
        await chat.library.open("Talk.md")
        await seen(chat.note_settings.isVisible)
        click(button(chat.note_settings, "Don’t Use"))
        await seen(lambda: not chat.note_settings.isVisible())
        chat.composer.mode.chosen.emit("chat")
        window.ask("And?")
        await window.over()
        catalog = window.views.workspace.chat_note_settings
        other = await chat.library.open("Other.md")
        assert other is not None
        found = await catalog.of(other.conversation)
        assert found is not None
        assert found.status == "declined"
        # Different values are shown again.
        await chat.library.open("Third.md")
        await seen(chat.note_settings.isVisible)

    assert "rhymes" not in str(server.posts[0].json)

"""Tests of cli/chat.py."""

import asyncio
import io
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.written_chat import write_chat
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.cli import console
from vaultdesk.cli.chat import BELL_CHARACTER, pomodoro_bell
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.builtin.pomodoro import FinishedSession, PomodoroTimer

# End of a pomodoro in the terminal.

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)


async def test_each_finished_session_is_reported_until_the_block_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    timer, messages = PomodoroTimer(), asyncio.Queue[str]()
    async with pomodoro_bell(timer, messages.put_nowait):
        timer.finished.publish(FinishedSession(25, NOW, NOW))
        async with asyncio.timeout(5):
            assert await messages.get() == "The pomodoro of 25 minutes is over."
    assert capsys.readouterr().err == "", "no bell is written to a file"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    async with pomodoro_bell(timer, messages.put_nowait):
        timer.finished.publish(FinishedSession(50, NOW, NOW))
        async with asyncio.timeout(5):
            assert await messages.get() == "The pomodoro of 50 minutes is over."
    assert capsys.readouterr().err == BELL_CHARACTER
    timer.finished.publish(FinishedSession(25, NOW, NOW))
    assert messages.empty()


async def test_errors_of_the_block_are_raised_unchanged() -> None:
    with pytest.raises(UsageError):
        async with pomodoro_bell(PomodoroTimer(), print):
            raise UsageError("No.", hint="Never.")


# Continuing: a terminal chat continues a chat note and is saved in it.


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """The typed lines."""
    lines = io.StringIO()
    monkeypatch.setattr(console.read_typed_line, "__defaults__", (lines.readline,))
    return lines


def write_chat_note(vault: Path, path: str, title: str = "Heating") -> Path:
    conversation = Conversation(title=title)
    conversation.append(user_message("What is a heat pump?"))
    conversation.append(Message(role="assistant", parts=(TextPart(text="A fridge turned inside out."),)))
    (vault / path).parent.mkdir(exist_ok=True)
    (vault / path).write_text(write_chat(conversation), encoding="utf-8")
    return vault / path


@pytest.mark.parametrize("chat_name", ["Chats/Heat.md", "Chats/Heat", "heat", "Heating"])
def test_a_chat_is_continued_in_its_note(command: CommandLine, vault: Path, typed: io.StringIO, chat_name: str) -> None:
    file = write_chat_note(vault, "Chats/Heat.md")
    write_lines(typed, "And the Boskoop?", "exit")
    result = command("chat", "--vault", vault, "--approve", "all", "--continue", chat_name)
    assert result.code == 0
    assert "Saved in Chats/Heat.md" in result.err
    texts = [m.text for m in read_chat(file.read_text(encoding="utf-8")).conversation.messages if m.role != "tool"]
    assert texts[:3] == ["What is a heat pump?", "A fridge turned inside out.", "And the Boskoop?"]
    assert "February" in texts[-1]


def test_t3_a_new_chat_is_stored_outside_the_vault_and_can_be_continued(
    command: CommandLine, vault: Path, typed: io.StringIO
) -> None:
    write_lines(typed, "What about the heat pump?", "exit")
    result = command("chat", "--vault", vault, "--approve", "all")
    assert "Stored on this computer" in result.err
    assert not (vault / "Chats").exists()
    typed.seek(0)
    typed.truncate()
    write_lines(typed, "And the Boskoop?", "exit")
    result = command("chat", "--vault", vault, "--approve", "all", "--continue", "What about the heat pump?")
    assert result.code == 0
    listed = [json.loads(line) for line in command("chats", "--vault", vault, "--json").out.splitlines()]
    assert [(chat["title"], chat["note"]) for chat in listed] == [("What about the heat pump?", "")]
    shown = command("chats", "show", listed[0]["id"], "--vault", vault, "--json").out.splitlines()
    messages = [json.loads(line) for line in shown]
    assert [message["text"] for message in messages if message["role"] == "user"] == [
        "What about the heat pump?",
        "And the Boskoop?",
    ]
    assert "February" in messages[-1]["text"]


def test_a_private_chat_leaves_nothing_on_disk(
    command: CommandLine, vault: Path, home: Path, typed: io.StringIO
) -> None:
    write_lines(typed, "What about CANARY-WORD?", "exit")
    result = command("chat", "--vault", vault, "--approve", "all", "--private")
    assert "Private: this chat is not stored" in result.err
    result = command("ask", "And CANARY-WORD again?", "--vault", vault, "--approve", "all", "--private")
    assert result.code == 0
    assert command("chats", "--vault", vault).out == ""
    written = [file for folder in (home, vault) for file in folder.rglob("*") if file.is_file()]
    assert [file for file in written if b"CANARY-WORD" in file.read_bytes()] == []
    result = command("chat", "--vault", vault, "--private", "--continue", "Heat")
    assert (result.code, "cannot be private" in result.err) == (2, True)


def test_missing_and_ambiguous_chat_names_are_reported(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    write_chat_note(vault, "Chats/Heat.md")
    write_chat_note(vault, "Old/Heat.md")
    result = command("chat", "--vault", vault, "--continue", "Heat")
    assert (result.code, "Several chats" in result.err) == (2, True)
    result = command("chat", "--vault", vault, "--continue", "Nothing")
    assert (result.code, "There is no chat “Nothing”" in result.err) == (2, True)
    result = command("chat", "--vault", vault, "--continue", "Boiler.md")
    assert (result.code, "not a chat" in result.err) == (1, True)


def test_the_model_selected_for_a_chat_is_stored_with_it(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    file = write_chat_note(vault, "Chats/Heat.md")
    write_lines(typed, "And the Boskoop?", "exit")
    assert command("chat", "--vault", vault, "--model", "offline/offline", "--continue", "Heat").code == 0
    assert read_chat(file.read_text(encoding="utf-8")).conversation.choices.model == "offline/offline"


def test_a_new_chat_is_saved_in_the_vault_if_configured_and_its_path_is_printed(
    command: CommandLine, vault: Path, typed: io.StringIO
) -> None:
    store = SettingsStore(app_folders().settings_file)
    store.change(lambda settings: settings.with_vault(vault, chats="keep"))
    write_lines(typed, "What about the heat pump?", "And more?", "exit")
    result = command("chat", "--vault", vault, "--approve", "all")
    assert result.err.count("Saved in Chats/What about the heat pump.md") == 1
    read = read_chat((vault / "Chats/What about the heat pump.md").read_text(encoding="utf-8")).conversation
    assert [message.text for message in read.messages if message.role == "user"] == [
        "What about the heat pump?",
        "And more?",
    ]


# A conversation with piped input.


def write_lines(lines: io.StringIO, *texts: str) -> None:
    lines.write("".join(f"{text}\n" for text in texts))
    lines.seek(0)


def test_two_questions_are_answered_until_exit(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    write_lines(typed, "What about the heat pump?", "", "And the Boskoop?", "exit", "never asked")
    result = command("chat", "--vault", vault, "--approve", "all")
    assert result.code == 0
    assert "Nordwind" in result.out
    assert "February" in result.out


def test_end_of_input_ends_the_chat(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    assert command("chat", "--vault", vault, "--approve", "none").code == 0


def test_without_a_display_the_terminal_chat_opens_the_welcome_vault(
    command: CommandLine, typed: io.StringIO, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "No display can be reached.")
    result = command()
    assert result.code == 0
    assert result.err.splitlines()[0] == "No display can be reached. The terminal chat opens instead."
    assert "welcome-vault" in result.err
    assert (home / "data" / "welcome-vault" / "Welcome.md").is_file()

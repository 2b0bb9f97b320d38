"""Tests of cli/chat.py."""

import asyncio
import io
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat, write_chat
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.cli import console
from vaultdesk.cli.chat import BELL_CHARACTER, PomodoroBell
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.builtin.pomodoro import FinishedSession, PomodoroTimer

# The end of a pomodoro in the terminal.

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)


async def test_each_session_that_ends_is_told_until_the_block_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    timer, told = PomodoroTimer(), asyncio.Queue[str]()
    async with PomodoroBell(timer, told.put_nowait):
        timer.finished.publish(FinishedSession(25, NOW, NOW))
        async with asyncio.timeout(5):
            assert await told.get() == "The pomodoro of 25 minutes is over."
    assert capsys.readouterr().err == "", "nothing rings in a file"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    async with PomodoroBell(timer, told.put_nowait):
        timer.finished.publish(FinishedSession(50, NOW, NOW))
        async with asyncio.timeout(5):
            assert await told.get() == "The pomodoro of 50 minutes is over."
    assert capsys.readouterr().err == BELL_CHARACTER
    timer.finished.publish(FinishedSession(25, NOW, NOW))
    assert told.empty()


async def test_what_the_block_raises_stays_itself() -> None:
    with pytest.raises(UsageError):
        async with PomodoroBell(PomodoroTimer(), print):
            raise UsageError("No.", hint="Never.")


# Continuing: a terminal chat goes on with a note and is kept in it.


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the person types, line by line."""
    lines = io.StringIO()
    monkeypatch.setattr(console.read_typed_line, "__defaults__", (lines.readline,))
    return lines


def earlier(vault: Path, path: str, title: str = "Heating") -> Path:
    conversation = Conversation(title=title)
    conversation.append(user_message("What is a heat pump?"))
    conversation.append(Message(role="assistant", parts=(TextPart(text="A fridge turned inside out."),)))
    (vault / path).parent.mkdir(exist_ok=True)
    (vault / path).write_text(write_chat(conversation), encoding="utf-8")
    return vault / path


@pytest.mark.parametrize("named", ["Chats/Heat.md", "Chats/Heat", "heat", "Heating"])
def test_a_chat_goes_on_in_its_note(command: CommandLine, vault: Path, typed: io.StringIO, named: str) -> None:
    file = earlier(vault, "Chats/Heat.md")
    say(typed, "And the Boskoop?", "exit")
    ran = command("chat", "--vault", vault, "--approve", "all", "--continue", named)
    assert ran.code == 0
    assert "Saved in Chats/Heat.md" in ran.err
    said = [m.text for m in read_chat(file.read_text(encoding="utf-8")).conversation.messages if m.role != "tool"]
    assert said[:3] == ["What is a heat pump?", "A fridge turned inside out.", "And the Boskoop?"]
    assert "February" in said[-1]


def test_t3_a_new_chat_is_kept_outside_the_vault_and_gone_on_with(
    command: CommandLine, vault: Path, typed: io.StringIO
) -> None:
    say(typed, "What about the heat pump?", "exit")
    ran = command("chat", "--vault", vault, "--approve", "all")
    assert "Stored on this computer" in ran.err
    assert not (vault / "Chats").exists()
    typed.seek(0)
    typed.truncate()
    say(typed, "And the Boskoop?", "exit")
    ran = command("chat", "--vault", vault, "--approve", "all", "--continue", "What about the heat pump?")
    assert ran.code == 0
    listed = [json.loads(line) for line in command("chats", "--vault", vault, "--json").out.splitlines()]
    assert [(one["title"], one["note"]) for one in listed] == [("What about the heat pump?", "")]
    shown = command("chats", "show", listed[0]["id"], "--vault", vault, "--json").out.splitlines()
    said = [json.loads(line) for line in shown]
    assert [one["text"] for one in said if one["role"] == "user"] == ["What about the heat pump?", "And the Boskoop?"]
    assert "February" in said[-1]["text"]


def test_a_private_chat_of_the_terminal_leaves_nothing(
    command: CommandLine, vault: Path, home: Path, typed: io.StringIO
) -> None:
    say(typed, "What about CANARY-WORD?", "exit")
    ran = command("chat", "--vault", vault, "--approve", "all", "--private")
    assert "Private: this chat is not stored" in ran.err
    ran = command("ask", "And CANARY-WORD again?", "--vault", vault, "--approve", "all", "--private")
    assert ran.code == 0
    assert command("chats", "--vault", vault).out == ""
    written = [file for folder in (home, vault) for file in folder.rglob("*") if file.is_file()]
    assert [file for file in written if b"CANARY-WORD" in file.read_bytes()] == []
    ran = command("chat", "--vault", vault, "--private", "--continue", "Heat")
    assert (ran.code, "cannot be private" in ran.err) == (2, True)


def test_no_chat_and_several_of_a_name_are_told(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    earlier(vault, "Chats/Heat.md")
    earlier(vault, "Old/Heat.md")
    ran = command("chat", "--vault", vault, "--continue", "Heat")
    assert (ran.code, "Several chats" in ran.err) == (2, True)
    ran = command("chat", "--vault", vault, "--continue", "Nothing")
    assert (ran.code, "There is no chat “Nothing”" in ran.err) == (2, True)
    ran = command("chat", "--vault", vault, "--continue", "Boiler.md")
    assert (ran.code, "not a chat" in ran.err) == (1, True)


def test_who_was_named_for_a_chat_stays_with_it(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    file = earlier(vault, "Chats/Heat.md")
    say(typed, "And the Boskoop?", "exit")
    assert command("chat", "--vault", vault, "--model", "offline/offline", "--continue", "Heat").code == 0
    assert read_chat(file.read_text(encoding="utf-8")).conversation.choices.model == "offline/offline"


def test_a_new_chat_is_kept_where_the_person_wants_chats_kept_and_says_where(
    command: CommandLine, vault: Path, typed: io.StringIO
) -> None:
    store = SettingsStore(app_folders().settings_file)
    store.change(lambda settings: settings.with_vault(vault, chats="keep"))
    say(typed, "What about the heat pump?", "And more?", "exit")
    ran = command("chat", "--vault", vault, "--approve", "all")
    assert ran.err.count("Saved in Chats/What about the heat pump.md") == 1
    read = read_chat((vault / "Chats/What about the heat pump.md").read_text(encoding="utf-8")).conversation
    assert [message.text for message in read.messages if message.role == "user"] == [
        "What about the heat pump?",
        "And more?",
    ]


# Chat: a conversation line by line, with what a person types piped in.


def say(lines: io.StringIO, *words: str) -> None:
    lines.write("".join(f"{word}\n" for word in words))
    lines.seek(0)


def test_two_questions_and_a_farewell(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    say(typed, "What about the heat pump?", "", "And the Boskoop?", "exit", "never asked")
    ran = command("chat", "--vault", vault, "--approve", "all")
    assert ran.code == 0
    assert "Nordwind" in ran.out
    assert "February" in ran.out


def test_the_end_of_input_ends_the_chat(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    assert command("chat", "--vault", vault, "--approve", "none").code == 0


def test_without_a_display_the_window_becomes_the_chat_on_the_welcome_vault(
    command: CommandLine, typed: io.StringIO, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "No display can be reached.")
    ran = command()
    assert ran.code == 0
    assert ran.err.splitlines()[0] == "No display can be reached. The terminal chat opens instead."
    assert "welcome-vault" in ran.err
    assert (home / "data" / "welcome-vault" / "Welcome.md").is_file()

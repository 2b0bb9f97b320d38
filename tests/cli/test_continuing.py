"""Continuing: a terminal chat goes on with a note and is kept in it."""

import io
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.cli.test_chat import say
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.chat.note_format import read_chat, write_chat
from vaultdesk.cli import prompt
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the person types, line by line."""
    lines = io.StringIO()
    monkeypatch.setattr(prompt.typed_line, "__defaults__", (lines.readline,))
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
    assert "Kept in Chats/Heat.md" in ran.err
    said = [m.text for m in read_chat(file.read_text(encoding="utf-8")).conversation.messages if m.role != "tool"]
    assert said[:3] == ["What is a heat pump?", "A fridge turned inside out.", "And the Boskoop?"]
    assert "February" in said[-1]


def test_a_new_chat_says_that_it_is_not_kept_where_nobody_asked_for_it(
    command: CommandLine, vault: Path, typed: io.StringIO
) -> None:
    say(typed, "What about the heat pump?", "exit")
    ran = command("chat", "--vault", vault, "--approve", "all")
    assert "This chat is not kept" in ran.err
    assert not (vault / "Chats").exists()


def test_no_chat_and_several_of_a_name_are_told(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    earlier(vault, "Chats/Heat.md")
    earlier(vault, "Old/Heat.md")
    ran = command("chat", "--vault", vault, "--continue", "Heat")
    assert (ran.code, "Several chats" in ran.err) == (2, True)
    ran = command("chat", "--vault", vault, "--continue", "Nothing")
    assert (ran.code, "There is no chat “Nothing”" in ran.err) == (2, True)
    ran = command("chat", "--vault", vault, "--continue", "Boiler.md")
    assert (ran.code, "no chat" in ran.err) == (1, True)


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
    assert ran.err.count("Kept in Chats/What about the heat pump.md") == 1
    read = read_chat((vault / "Chats/What about the heat pump.md").read_text(encoding="utf-8")).conversation
    assert [message.text for message in read.messages if message.role == "user"] == [
        "What about the heat pump?",
        "And more?",
    ]

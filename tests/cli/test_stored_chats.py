"""Tests of cli/stored_chats.py."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine


def list_chats(command: CommandLine, vault: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in command("chats", "--vault", vault, "--json").out.splitlines()]


def test_t3_chats_of_the_terminal_are_listed_searched_renamed_and_deleted(command: CommandLine, vault: Path) -> None:
    assert command("ask", "What about the heat pump?", "--vault", vault, "--approve", "all").code == 0
    assert command("ask", "And the Boskoop?", "--vault", vault, "--approve", "all").code == 0
    assert [chat["title"] for chat in list_chats(command, vault)] == ["And the Boskoop?", "What about the heat pump?"]

    found = command("chats", "search", "Bosk", "--vault", vault).out.splitlines()
    assert found[0].endswith("And the Boskoop?")
    short = found[0].split()[0]

    assert command("chats", "rename", short, "Apples", "--vault", vault).code == 0
    listed = command("chats", "list", "--vault", vault, "--limit", 1).out
    assert listed.startswith(short)
    assert listed.rstrip().endswith("Apples")

    assert command("chats", "search", "apples", "--vault", vault).out.splitlines()[0].endswith("Apples")
    shown = command("chats", "show", "apples", "--vault", vault).out
    assert shown.startswith("# Apples\n\n## You\n\nAnd the Boskoop?\n\n## Assistant\n")

    assert command("chats", "delete", short, "--vault", vault).code == 0
    assert [chat["title"] for chat in list_chats(command, vault)] == ["What about the heat pump?"]
    assert not (vault / "Chats").exists()


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("local", "Its note was deleted (to the vault's .trash). vaultdesk undo restores it."),
        ("none", "Its note was deleted (removed from the disk; VaultDesk can undo it for 90 days, up to 500 MB of "
         "earlier versions). vaultdesk undo restores it."),
    ],
)  # fmt: skip
def test_deleting_a_chat_states_where_its_note_went(command: CommandLine, vault: Path, option: str, text: str) -> None:
    (vault / ".obsidian").mkdir(exist_ok=True)
    (vault / ".obsidian/app.json").write_text(f'{{"trashOption": "{option}"}}', encoding="utf-8")
    (vault / "Talk.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nWhat?\n", encoding="utf-8")
    result = command("chats", "delete", "Talk", "--vault", vault)
    assert result.code == 0
    assert text in result.err
    assert not (vault / "Talk.md").exists()


def test_a_stored_chat_is_continued_by_ask(command: CommandLine, vault: Path) -> None:
    assert command("ask", "What about the heat pump?", "--vault", vault, "--approve", "all").code == 0
    (first,) = list_chats(command, vault)
    result = command("ask", "And more?", "--vault", vault, "--approve", "all", "--chat", first["id"], "--json")
    assert result.code == 0
    assert len(list_chats(command, vault)) == 1
    lines = command("chats", "show", first["id"], "--vault", vault, "--json").out.splitlines()
    questions = [json.loads(line)["text"] for line in lines if json.loads(line)["role"] == "user"]
    assert questions == ["What about the heat pump?", "And more?"]


def test_an_unknown_chat_is_reported(command: CommandLine, vault: Path) -> None:
    result = command("chats", "show", "Nothing", "--vault", vault)
    assert (result.code, "There is no chat “Nothing”" in result.err) == (2, True)

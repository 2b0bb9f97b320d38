"""Tests of cli/stored_chats.py."""

import json
from pathlib import Path

from tests.cli.conftest import CommandLine


def kept(command: CommandLine, vault: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in command("chats", "--vault", vault, "--json").out.splitlines()]


def test_t3_questions_of_the_terminal_are_listed_found_renamed_and_deleted(command: CommandLine, vault: Path) -> None:
    assert command("ask", "What about the heat pump?", "--vault", vault, "--approve", "all").code == 0
    assert command("ask", "And the Boskoop?", "--vault", vault, "--approve", "all").code == 0
    assert [one["title"] for one in kept(command, vault)] == ["And the Boskoop?", "What about the heat pump?"]

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
    assert [one["title"] for one in kept(command, vault)] == ["What about the heat pump?"]
    assert not (vault / "Chats").exists()


def test_a_kept_question_is_gone_on_with_by_ask(command: CommandLine, vault: Path) -> None:
    assert command("ask", "What about the heat pump?", "--vault", vault, "--approve", "all").code == 0
    (first,) = kept(command, vault)
    ran = command("ask", "And more?", "--vault", vault, "--approve", "all", "--chat", first["id"], "--json")
    assert ran.code == 0
    assert len(kept(command, vault)) == 1
    said = command("chats", "show", first["id"], "--vault", vault, "--json").out.splitlines()
    asked = [json.loads(line)["text"] for line in said if json.loads(line)["role"] == "user"]
    assert asked == ["What about the heat pump?", "And more?"]


def test_what_is_no_chat_is_told(command: CommandLine, vault: Path) -> None:
    ran = command("chats", "show", "Nothing", "--vault", vault)
    assert (ran.code, "There is no chat “Nothing”" in ran.err) == (2, True)

"""Tests of `disclosures`: what was sent with each question."""

import asyncio
import json
from pathlib import Path

from tests.cli.conftest import CommandLine
from tests.support.tool_env import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.cli import disclosures
from vaultdesk.cli.disclosures import DECISIONS
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import Decision, LedgerPassage, SendContext


def write_ledger(vault: Path) -> None:
    file = vault_data_folder(app_folders(), vault.resolve()) / "ledger.sqlite"

    async def write() -> None:
        async with Ledger(file) as ledger:
            context = SendContext(REMOTE, "m", "chat_1", "Compare the \x1b[31mquotes")
            await ledger.write(context, [
                LedgerPassage(Source(path="Boiler.md", characters=800), decision="person", is_whole_note=True),
                LedgerPassage(Source(path="Budget.md", characters=40, first_line=3, last_line=9), decision="review"),
                LedgerPassage(Source(path="Personal/Mortgage.md"), "kept", "privacy", why="in Personal"),
            ])  # fmt: skip
            await ledger.write(
                SendContext(REMOTE, "m", "chat_2", "And the\u202egarden?"),
                [LedgerPassage(Source(path="Boiler.md", characters=4))],
            )

    asyncio.run(write())


def test_each_question_is_listed_with_its_notes_newest_first(command: CommandLine, vault: Path) -> None:
    write_ledger(vault)
    result = command("disclosures", "--vault", vault)
    lines = result.out.splitlines()
    assert lines[0] == (
        "Today 2 notes and about 211 tokens in total were sent to api.anthropic.com, from all vaults and programs."
    )
    assert [line[18:] for line in lines[1:] if not line.startswith(" ")] == [
        "And the<U+202E>garden?  Anthropic (api.anthropic.com)  1 note, about 1 token",
        "Compare the <U+001B>[31mquotes  Anthropic (api.anthropic.com)  2 notes, about 210 tokens",
    ]
    assert [line.split() for line in lines[-3:]] == [
        ["Boiler.md", "whole", "note", "allowed", "by", "you", "about", "200", "tokens"],
        ["Budget.md", "lines", "3-9", "allowed", "by", "you", "about", "10", "tokens"],
        ["Personal/Mortgage.md", "withheld", "by", "a", "privacy", "rule", "(in", "Personal)", "stayed", "here"],
    ]


def test_entries_can_be_limited_by_note_and_number(command: CommandLine, vault: Path) -> None:
    write_ledger(vault)
    result = command("disclosures", "--vault", vault, "--note", "Boiler.md", "--json")
    lines = [json.loads(line) for line in result.out.splitlines()]
    found = [line for line in lines if line["kind"] != "request"]
    assert [(line["path"], line["where"], line["question"]) for line in found] == [
        ("Boiler.md", "", "And the\u202egarden?"),
        ("Boiler.md", "whole note", "Compare the \x1b[31mquotes"),
    ]
    assert [(line["purpose"], line["note_count"], line["path"]) for line in lines if line not in found] == [
        ("question", 1, ""),
        ("question", 2, ""),
    ]
    assert command("disclosures", "--vault", vault, "--json", "--limit", 1).out.count("\n") == 2
    assert "Nothing of Garden.md has left" in command("disclosures", "--vault", vault, "--note", "Garden.md").out


def test_a_vault_without_disclosures_says_so(command: CommandLine, vault: Path) -> None:
    result = command("disclosures", "--vault", vault)
    assert (result.code, result.out) == (
        0,
        "Today nothing has left this computer.\nNothing of this vault has left this computer.\n",
    )


def test_invalid_options_are_reported(command: CommandLine, vault: Path) -> None:
    assert command("disclosures", "--vault", vault, "--limit", 0).code == 2
    assert command("disclosures", "--vault", vault, "--note", "../x").code == 1


def test_every_decision_has_a_description() -> None:
    assert set(DECISIONS) | {""} == set(Decision.__args__)  # type: ignore[attr-defined]  # the values of a Literal
    assert disclosures.__doc__

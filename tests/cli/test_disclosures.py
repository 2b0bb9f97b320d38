"""Disclosures: what left, question by question."""

import asyncio
import json
from pathlib import Path

from tests.cli.conftest import CommandLine
from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.cli import disclosures
from vaultdesk.cli.disclosures import DECISIONS
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import Decision, LedgerPassage, SendContext


def fill(vault: Path) -> None:
    file = vault_data_folder(app_folders(), vault.resolve()) / "ledger.sqlite"

    async def write() -> None:
        async with Ledger(file) as ledger:
            asked = SendContext(REMOTE, "m", "chat_1", "Compare the \x1b[31mquotes")
            await ledger.write(asked, [
                LedgerPassage(Source(path="Boiler.md", characters=800), decision="person", is_whole_note=True),
                LedgerPassage(Source(path="Budget.md", characters=40, first_line=3, last_line=9), decision="review"),
                LedgerPassage(Source(path="Personal/Mortgage.md"), "kept", "privacy", why="in Personal"),
            ])  # fmt: skip
            await ledger.write(
                SendContext(REMOTE, "m", "chat_2", "And the\u202egarden?"),
                [LedgerPassage(Source(path="Boiler.md", characters=4))],
            )

    asyncio.run(write())


def test_each_question_is_told_with_its_notes_the_newest_first(command: CommandLine, vault: Path) -> None:
    fill(vault)
    ran = command("disclosures", "--vault", vault)
    lines = ran.out.splitlines()
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


def test_one_note_and_a_limit(command: CommandLine, vault: Path) -> None:
    fill(vault)
    ran = command("disclosures", "--vault", vault, "--note", "Boiler.md", "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    found = [one for one in lines if one["kind"] != "request"]
    assert [(one["path"], one["where"], one["question"]) for one in found] == [
        ("Boiler.md", "", "And the\u202egarden?"),
        ("Boiler.md", "whole note", "Compare the \x1b[31mquotes"),
    ]
    assert [(one["purpose"], one["note_count"], one["path"]) for one in lines if one not in found] == [
        ("question", 1, ""),
        ("question", 2, ""),
    ]
    assert command("disclosures", "--vault", vault, "--json", "--limit", 1).out.count("\n") == 2
    assert "Nothing of Garden.md has left" in command("disclosures", "--vault", vault, "--note", "Garden.md").out


def test_a_vault_nothing_left_says_so(command: CommandLine, vault: Path) -> None:
    ran = command("disclosures", "--vault", vault)
    assert (ran.code, ran.out) == (
        0,
        "Today nothing has left this computer.\nNothing of this vault has left this computer.\n",
    )


def test_wrong_words_are_told(command: CommandLine, vault: Path) -> None:
    assert command("disclosures", "--vault", vault, "--limit", 0).code == 2
    assert command("disclosures", "--vault", vault, "--note", "../x").code == 1


def test_every_decision_has_words() -> None:
    assert set(DECISIONS) | {""} == set(Decision.__args__)  # type: ignore[attr-defined]  # a Literal's words
    assert disclosures.__doc__

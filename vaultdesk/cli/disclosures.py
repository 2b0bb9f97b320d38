"""Command "disclosures": shows the disclosure ledger."""

import argparse
import json
from pathlib import Path

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import escaped_line, print_text
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import vault_data_folder
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import AskedQuestion, LedgerEntry, LedgerQuery, by_question, entry_as_value
from vaultdesk.tools.runtime.approval_text import count_notes
from vaultdesk.vault.note_path import NotePath

DECISIONS = {
    "person": "allowed by you",
    "rule": "allowed by a rule",
    "grant": "allowed for the conversation",
    "default": "needed no question",
    "review": "looked at by you",
    "privacy": "kept back by a privacy rule",
    "nobody": "kept back: nobody was asked",
}
"""By whose word, for people."""


def run(options: argparse.Namespace) -> int:
    """Print the last lines of a vault's ledger, the newest question first."""
    if options.limit < 1:
        raise UsageError("--limit must be 1 or more.", hint="Try --limit 50.")
    note = NotePath.parse(options.note).text if options.note else ""
    session = CommandSession()
    file = vault_data_folder(session.folders, session.vault_root(options.vault)) / "ledger.sqlite"
    return run_async(_show(file, LedgerQuery(note=note), options.limit, as_json=options.json))


async def _show(file: Path, query: LedgerQuery, limit: int, *, as_json: bool) -> int:
    async with Ledger(file) as ledger:
        entries = await ledger.find(query, limit)
    if as_json:
        for entry in entries:
            print(json.dumps(entry_as_value(entry), ensure_ascii=False))
        return 0
    for question in by_question(entries):
        _say_question(question)
    if not entries:
        print_text(
            f"Nothing of {query.note} has left this computer." if query.note else "Nothing has left this computer."
        )
    return 0


def _say_question(question: AskedQuestion) -> None:
    when = question.time.astimezone().strftime("%Y-%m-%d %H:%M")
    where = f"{question.provider} ({question.host})" if question.host else question.provider
    amount = "stayed here"
    if question.notes:
        amount = f"{count_notes(question.notes, 'note')}, about {count_notes(question.tokens, 'token')}"
    question_text = escaped_line(question.question, 80) or "(a question of before)"
    print_text(f"{when}  {question_text}  {escaped_line(where, 80)}  {amount}")
    rows = [_row(entry) for entry in question.entries]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        print_text("    " + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]))


def _row(entry: LedgerEntry) -> tuple[str, str, str, str]:
    decision = DECISIONS.get(entry.decision, "")
    if entry.kind == "kept" and entry.decision == "review":
        decision = "kept back by you"
    if entry.why:
        decision = f"{decision} ({escaped_line(entry.why, 60)})"
    amount = "stayed here" if entry.kind != "sent" else f"about {count_notes(entry.tokens, 'token')}"
    return escaped_line(entry.path, 80), escaped_line(entry.where, 40), decision, amount

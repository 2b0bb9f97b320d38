"""Command "disclosures": shows the disclosure ledger."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import escaped_line, print_text
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import vault_data_folder
from vaultdesk.core.transmission import Purpose
from vaultdesk.privacy.account import Account, Totals
from vaultdesk.privacy.ledger import LEDGER_NAME, LedgerFiles
from vaultdesk.privacy.ledger_entry import (
    AskedQuestion,
    LedgerEntry,
    LedgerQuery,
    by_question,
    entry_as_value,
    transmission_as_value,
)
from vaultdesk.tools.runtime.approval_text import count_notes
from vaultdesk.vault.note_path import NotePath

DECISIONS = {
    "person": "allowed by you",
    "rule": "allowed by a rule",
    "grant": "allowed for the conversation",
    "default": "needed no approval",
    "review": "allowed by you",
    "privacy": "withheld by a privacy rule",
    "nobody": "withheld: could not be reviewed",
}
"""Names of decisions, shown to the user."""

PURPOSES: Mapping[Purpose, str] = {
    "title": "(title for a chat)",
    "summary": "(summary of a chat)",
    "rewrite": "(rewrite of a passage)",
    "definition": "(definition of a word)",
    "program": "(question of another program)",
    "embedding": "(search by meaning)",
    "probe": "(test of a model)",
    "models": "(list of models)",
    "update": "(check for updates)",
    "web_search": "(web search)",
    "page": "(web page)",
    "transcript": "(transcript of a video)",
    "tool": "(tool of another package)",
}
"""What was sent, if it belongs to no question."""


def run(options: argparse.Namespace) -> int:
    """Print the last entries of a vault's ledger, the newest question first."""
    if options.limit < 1:
        raise UsageError("--limit must be 1 or more.", hint="Try --limit 50.")
    note = NotePath.parse(options.note).text if options.note else ""
    session = CommandSession()
    file = vault_data_folder(session.folders, session.vault_root(options.vault)) / LEDGER_NAME
    files = LedgerFiles(session.folders.data)
    return run_async(_show(files, file, LedgerQuery(note=note), options.limit, as_json=options.json))


async def _show(files: LedgerFiles, file: Path, query: LedgerQuery, limit: int, *, as_json: bool) -> int:
    async with files.open(file) as ledger:
        entries = await ledger.find(query, limit)
        transmissions = await ledger.transmissions(query, limit)
        today = (await Account(ledger, files).today()).all
    if as_json:
        for entry in entries:
            print(json.dumps(entry_as_value(entry), ensure_ascii=False))
        for transmission in transmissions:
            print(json.dumps(transmission_as_value(transmission), ensure_ascii=False))
        return 0
    if not query.note:
        print_text(_today_text(today))
    for question in by_question(entries, transmissions):
        _print_question(question)
    if not entries and not transmissions:
        print_text(f"Nothing of {query.note or 'this vault'} has left this computer.")
    return 0


def _today_text(today: Totals) -> str:
    """Return what was sent today, from all vaults and programs."""
    if today.is_empty:
        return "Today nothing has left this computer."
    hosts = ", ".join(dict.fromkeys(receiver.host or receiver.name for receiver in today.receivers))
    if today.connections == today.transmissions:
        return f"Today VaultDesk connected to {hosts} and sent nothing of yours."
    notes, tokens = count_notes(len(today.notes), "note"), count_notes(today.tokens, "token")
    return (
        f"Today {notes} and about {tokens} in total were sent to {escaped_line(hosts, 200)}, from all vaults and "
        "programs."
    )


def _print_question(question: AskedQuestion) -> None:
    when = question.time.astimezone().strftime("%Y-%m-%d %H:%M")
    receiver = f"{question.provider} ({question.host})" if question.host else question.provider
    amount = "stayed here"
    if question.is_connection and question.sent:
        amount = "nothing of yours"
    elif question.sent or question.notes:
        tokens = f"about {count_notes(question.tokens, 'token')}"
        amount = f"{count_notes(question.notes, 'note')}, {tokens}" if question.notes else tokens
    question_text = escaped_line(question.question, 80) or PURPOSES.get(question.purpose, "(an earlier question)")
    print_text(f"{when}  {question_text}  {escaped_line(receiver, 80)}  {amount}")
    rows = [*(_row(entry) for entry in question.entries), *_share_rows(question)]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for row in rows:
        print_text("    " + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]))


def _share_rows(question: AskedQuestion) -> list[tuple[str, str, str, str]]:
    """Return what was sent besides the named notes."""
    sent = [transmission for transmission in question.sent if not transmission.is_connection]
    listed_paths = {entry.path for entry in question.entries}
    repeated_tokens = sum(
        note.amount.tokens for transmission in sent for note in transmission.notes if note.path not in listed_paths
    )
    shares = (
        ("notes that were sent before", repeated_tokens),
        ("your words", sum(transmission.words.tokens for transmission in sent)),
        ("instructions and tools", sum(transmission.instructions.tokens for transmission in sent)),
        ("earlier answers and results", sum(transmission.earlier.tokens for transmission in sent)),
    )
    requests = count_notes(len(sent), "request")
    return [
        (f"({name})", "", requests if name == "instructions and tools" else "", f"about {count_notes(tokens, 'token')}")
        for name, tokens in shares
        if tokens
    ]


def _row(entry: LedgerEntry) -> tuple[str, str, str, str]:
    decision = DECISIONS.get(entry.decision, "")
    if entry.kind == "kept" and entry.decision == "review":
        decision = "withheld by you"
    if entry.why:
        decision = f"{decision} ({escaped_line(entry.why, 60)})"
    amount = "stayed here" if entry.kind != "sent" else f"about {count_notes(entry.tokens, 'token')}"
    return escaped_line(entry.path, 80), escaped_line(entry.where, 40), decision, amount

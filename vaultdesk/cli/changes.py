"""Commands "changes", "undo" and "redo": lists changes of the vault and undoes or redoes them."""

import argparse
import json
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import groupby

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import escaped_line, print_notice, print_text
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import vault_data_folder
from vaultdesk.vault.note_path import printable
from vaultdesk.vault.transactions.journal import Journal, JournalEntry, Retention
from vaultdesk.vault.undo import LastChange, UndoOutcome, last_group, last_undo, redo, undo
from vaultdesk.vault.vault import Vault

DONE, FAILED = 0, 1

DIFF_WIDTH = 500
"""Maximum number of characters of a line of a diff that are printed: six lines of a terminal."""


def run_changes(options: argparse.Namespace) -> int:
    """Print the last changes, the newest group last, each with the id that `undo` takes."""
    if options.limit < 1:
        raise UsageError("--limit must be 1 or more.", hint="Try --limit 50.")
    session = CommandSession()
    with closing(Journal(vault_data_folder(session.folders, session.vault_root(options.vault)))) as journal:
        entries = journal.changes(options.limit)[::-1]
    if options.json:
        for entry in entries:
            print(json.dumps(_as_value(entry), ensure_ascii=False))
        return DONE
    for group, members in groupby(entries, key=lambda entry: entry.group):
        _print_group(group, tuple(members))
    if not entries:
        print_text("VaultDesk has changed nothing in this vault yet.")
    return DONE


def run_undo(options: argparse.Namespace) -> int:
    """Undo a change or a group; without an id the last group."""
    return run_async(_undo_or_redo(options, is_redo=False))


def run_redo(options: argparse.Namespace) -> int:
    """Redo what was undone; without an id the last undo."""
    return run_async(_undo_or_redo(options, is_redo=True))


async def _undo_or_redo(options: argparse.Namespace, *, is_redo: bool) -> int:
    async with _vault(CommandSession(), options) as vault:
        target = (
            _change_or_group(options.id) if options.id else _group(await (last_undo if is_redo else last_group)(vault))
        )
        if target is None:
            print_text(f"There is nothing to {'redo' if is_redo else 'undo'}.")
            return DONE
        outcome = await (redo if is_redo else undo)(vault, target, merged=options.merge)
    return _print_outcome(outcome)


def _vault(session: CommandSession, options: argparse.Namespace) -> Vault:
    root = session.vault_root(options.vault)
    settings = session.store.settings.journal
    return Vault(
        root,
        watch=False,
        data_folder=vault_data_folder(session.folders, root),
        retention=lambda: Retention(settings.days, settings.megabytes),
    )


def _change_or_group(argument: str) -> int | str:
    return int(argument) if argument.isascii() and argument.isdecimal() and len(argument) < 19 else argument


def _group(last: LastChange | None) -> str | None:
    return last.group if last is not None else None


def _print_outcome(outcome: UndoOutcome) -> int:
    if outcome.done:
        print_text(escaped_line(f"{outcome.title}: {_notes(outcome.notes)}", 300))
        for path in outcome.merged:
            print_text(f"  {printable(path)}: later changes are kept")
        if outcome.problem:
            print_notice(outcome.problem)
        return DONE
    if outcome.problem:
        print_notice(outcome.problem)
        return FAILED
    for refused in outcome.refused:
        print_notice(refused.problem)
        if refused.diff:
            print_text("\n".join(line[:DIFF_WIDTH] for line in refused.diff.splitlines()))
    suggestion = " Try again with --merge to keep later changes." if outcome.can_merge else ""
    print_notice(f"Nothing was undone.{suggestion}")
    return FAILED


def _print_group(group: str, members: Sequence[JournalEntry]) -> None:
    first = members[0]
    when = first.time.astimezone().strftime("%Y-%m-%d %H:%M")
    agent = f"  {first.agent}" if first.agent else ""
    print_text(escaped_line(f"{when}  {first.title or 'No title'}{agent}  [{group}]", 200))
    for entry in members:
        lines = f"  +{entry.added} -{entry.removed}" if entry.added or entry.removed else ""
        print_text(f"{entry.id:>8}  {escaped_line(_change_text(entry) + lines + _state_text(entry), 200)}")


def _change_text(entry: JournalEntry) -> str:
    path, new_path = printable(entry.path), printable(entry.new_path)
    match entry.kind:
        case "create":
            return f"created {path}"
        case "modify":
            return f"changed {path}"
        case "move":
            return f"moved {path} to {new_path}"
        case "delete":
            return f"deleted {path}"


def _state_text(entry: JournalEntry) -> str:
    if entry.state in ("failed", "intended"):
        return "  (not done)"
    if entry.state == "conflict":
        return "  (another program wrote it)"
    return "  (undone)" if entry.undone_by else ""


def _notes(paths: Iterable[str]) -> str:
    shown = [printable(path) for path in paths]
    more = len(shown) - 5
    return ", ".join(shown[:5]) + (f" and {more} more note{'s' if more > 1 else ''}" if more > 0 else "")


def _as_value(entry: JournalEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "group": entry.group,
        "time": entry.time.isoformat(),
        "title": entry.title,
        "agent": entry.agent,
        "conversation_id": entry.conversation_id,
        "tool": entry.tool,
        "kind": entry.kind,
        "path": entry.path,
        "new_path": entry.new_path,
        "added": entry.added,
        "removed": entry.removed,
        "state": entry.state,
        "undoes": entry.undoes,
        "undone_by": entry.undone_by,
        "unit": entry.unit,
    }

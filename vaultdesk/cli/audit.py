"""Command "audit": shows the audit log of tool calls, and clears it."""

import argparse
import asyncio
import json
import sys

from vaultdesk.cli.command_session import CommandSession
from vaultdesk.cli.console import escaped_line, print_notice, print_text, read_typed_line
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import vault_data_folder
from vaultdesk.core.this_computer import user_name
from vaultdesk.tools.runtime.audit_log import CLEARED, AuditEntry, AuditLog


def run(options: argparse.Namespace) -> int:
    """Print the last entries of a vault's audit log, oldest first, or delete all of them."""
    if options.limit < 1:
        raise UsageError("--limit must be 1 or more.", hint="Try --limit 50.")
    session = CommandSession()
    audit = AuditLog(vault_data_folder(session.folders, session.vault_root(options.vault)) / "audit.jsonl")
    if options.action == "clear":
        return _clear(audit, sure=options.yes)
    for entry in audit.read(options.limit):
        if options.json:
            print(json.dumps(_as_value(entry), ensure_ascii=False))
        else:
            print_text(_line(entry))
    check = audit.verify()
    if not check.is_intact:
        print_notice(f"The record is damaged: {'; '.join(check.breaks[:3])}")
    return 0


def _clear(audit: AuditLog, *, sure: bool) -> int:
    if not sure:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError("Without a terminal you cannot be asked.", hint="Add --yes to clear the record.")
        answer = asyncio.run(read_typed_line("Remove every entry of this vault's record? [y]es, [N]o: ")) or ""
        if answer.strip().casefold() not in ("y", "yes"):
            print_text("Nothing was removed.")
            return 1
    removed = audit.clear(user_name())
    print_text("1 entry was removed." if removed == 1 else f"{removed} entries were removed.")
    return 0


def _as_value(entry: AuditEntry) -> dict[str, object]:
    return {"seq": entry.seq, "time": entry.time.isoformat(), **entry.record.as_value()}


def _line(entry: AuditEntry) -> str:
    record = entry.record
    when = entry.time.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    columns = [when, record.event, record.tool]
    if record.by:
        columns.append(f"by {record.by}")
    if record.event == CLEARED:
        columns += [record.user, f"{record.cleared_lines} entries removed"]
    if record.agent:
        columns.append(f"as {record.agent}")
    if record.host:
        columns.append(f"for {record.host}")
    if record.reason:
        columns.append(f"({record.reason})")
    if record.files:
        columns.append(", ".join(record.files))
    elif record.arguments:
        columns.append(json.dumps(record.arguments, ensure_ascii=False))
    return escaped_line("  ".join(columns), 300)

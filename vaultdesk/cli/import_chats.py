"""Command "import": imports chats of other programs."""

import argparse
import json
import sys
from collections.abc import Collection, Coroutine, Iterable
from pathlib import Path
from typing import TypeVar

from vaultdesk.chat.importers.chat_files import FORMATS
from vaultdesk.cli.command_session import CommandSession, run_async, with_progress
from vaultdesk.cli.console import escaped_line, print_notice, print_text
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import vault_data_folder
from vaultdesk.vault.transactions.journal import Retention
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_import import ChatImport, ImportOutcome, ImportPlan, PlannedChat

T = TypeVar("T")

DONE, FAILED = 0, 1

TITLE_WIDTH = 44
"""Characters of a title in the table, which leaves the same number for the note."""

MOST_REMARKS = 3
"""Maximum number of remarks of one chat that are printed; --json has all."""


def run(options: argparse.Namespace) -> int:
    """Import the chats at the path, or print what an import would create."""
    path: Path = options.path.expanduser().absolute()
    if not path.exists():
        raise UsageError(f"There is no {options.path}.", hint="Name a note, a folder of notes, or an export.")
    return run_async(_import(options, path))


async def _import(options: argparse.Namespace, path: Path) -> int:
    session = CommandSession()
    root, settings = session.vault_root(options.vault), session.store.settings.journal
    vault = Vault(
        root,
        watch=False,
        data_folder=vault_data_folder(session.folders, root),
        retention=lambda: Retention(settings.days, settings.megabytes),
    )
    async with vault:
        chat_import = ChatImport(vault, lambda: session.store.settings.chat.folder, _no_refresh)
        plan = await _with_progress(chat_import, chat_import.plan(path, options.format))
        if options.dry_run:
            _print_report(plan, plan.new_numbers, None, as_json=options.json)
            return FAILED if plan.problems and not plan.chats else DONE
        outcome = await _with_progress(chat_import, chat_import.run(plan, plan.new_numbers))
    _print_report(plan, {chat.number for chat in outcome.written}, outcome, as_json=options.json)
    return FAILED if (plan.problems or outcome.problems) and not outcome.written and not _existing(plan) else DONE


async def _with_progress(chat_import: ChatImport, work: Coroutine[None, None, T]) -> T:
    """Await *work*, with a progress line on a terminal."""
    return await with_progress(work, lambda: _show_progress(chat_import))


async def _show_progress(chat_import: ChatImport) -> None:
    with chat_import.progress.subscribe() as steps:
        try:
            async for step in steps:
                verb = "Reading" if step.phase == "reading" else "Writing"
                total = f" of {step.total:,}" if step.total else ""
                print(f"\r\x1b[K{verb} chats: {step.done:,}{total}", end="", file=sys.stderr, flush=True)
        finally:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


async def _no_refresh() -> None:
    """Do nothing: no list of chats is open."""


def _existing(plan: ImportPlan) -> list[PlannedChat]:
    return [chat for chat in plan.chats if not chat.is_new]


def _print_report(plan: ImportPlan, shown: Collection[int], outcome: ImportOutcome | None, *, as_json: bool) -> None:
    """Print what was created, or would be if *outcome* is None, and what was not and why."""
    problems = [*plan.problems, *(outcome.problems if outcome else ())]
    if as_json:
        for value in _as_values(plan, shown, outcome, problems):
            print(json.dumps(value, ensure_ascii=False))
        return
    created = [chat for chat in plan.chats if chat.number in shown]
    for chat in created:
        _print_chat(chat)
    verb = "were created" if outcome else "would be created"
    print_text(f"{_count_text(len(created), 'chat')} {verb} in {plan.folder or 'the vault'}.")
    if skipped := _existing(plan):
        print_text(f"{_count_text(len(skipped), 'chat')} skipped: already imported.")
    if plan.others:
        print_text(f"{_count_text(plan.others, 'other file')} skipped: no chat of this kind.")
    if outcome is not None and created:
        print_text(f"To undo: vaultdesk undo {outcome.group}")
    for problem in problems:
        print_notice(escaped_line(problem, 300))


def _print_chat(chat: PlannedChat) -> None:
    title = escaped_line(chat.title, TITLE_WIDTH).ljust(TITLE_WIDTH)
    when = chat.created.astimezone().strftime("%Y-%m-%d")
    print_text(f"{when}  {title}  {chat.messages:>4}  {escaped_line(chat.path, 120)}")
    for sentence in chat.remarks[:MOST_REMARKS]:
        print_text(f"            {escaped_line(sentence, 120)}")


def _as_values(
    plan: ImportPlan, shown: Collection[int], outcome: ImportOutcome | None, problems: Iterable[str]
) -> Iterable[dict[str, object]]:
    for chat in plan.chats:
        state = "created" if outcome else "would be created"
        if chat.number not in shown:
            state = "there already" if not chat.is_new else "not created"
        yield {
            "state": state,
            "format": chat.format,
            "program": FORMATS[chat.format],
            "title": chat.title,
            "created": chat.created.isoformat(),
            "messages": chat.messages,
            "path": chat.existing_path or chat.path,
            "origin": chat.origin,
            "source": chat.source,
            "branch_of": chat.branch_of,
            "remarks": list(chat.remarks),
            "group": outcome.group if outcome and chat.number in shown else "",
        }
    for problem in problems:
        yield {"state": "problem", "problem": problem}


def _count_text(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"

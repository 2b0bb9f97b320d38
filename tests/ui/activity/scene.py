"""Scene: an open vault whose notes were changed by answers, whose tools were called, and of which something left."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from vaultdesk.chat.messages import Source
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.ledger_entry import LedgerPassage, SendContext
from vaultdesk.tools.runtime.audit_log import AuditRecord
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import EditOutcome, Move, Origin, Rewrite
from vaultdesk.workspace import Workspace

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
LOCAL = Destination("Ollama", "", local=True)

NOTES = {
    "Boiler.md": "The boiler leaks.\n",
    "Budget.md": "See [[Boiler]].\n",
    "Personal/Diary.md": "Secret.\n",
    "Mortgage.md": "---\nprivate: true\n---\n3.1 %\n",
}


@asynccontextmanager
async def open_vault(home: Path, root: Path) -> AsyncIterator[Workspace]:
    """Open a vault of `NOTES`, its notes known."""
    for path, text in NOTES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    where = app_folders({"VAULTDESK_HOME": str(home)})
    credentials = Credentials({"VAULTDESK_HOME": str(home)})
    store = SettingsStore(where.settings_file)
    async with Workspace.open(root, folders=where, store=store, credentials=credentials) as workspace:
        await workspace.wait_until_indexed()
        yield workspace


async def rewrite(workspace: Workspace, group: str, title: str, *paths: str) -> Sequence[EditOutcome]:
    """Change the notes at *paths* by a line each, as an answer would."""
    edits = []
    for path in paths:
        note = await workspace.vault.read(NotePath(path))
        edits.append(Rewrite(NotePath(path), f"{note.text}{title}\n", note.digest))
    return await workspace.vault.apply(edits, Origin(group, title, "Librarian", "chat_1", "edit_note"))


async def rename(workspace: Workspace, group: str) -> Sequence[EditOutcome]:
    """Rename the boiler, its link repaired."""
    boiler, budget = [await workspace.vault.read(NotePath(path)) for path in ("Boiler.md", "Budget.md")]
    text = budget.text.replace("[[Boiler]]", "[[Heating]]")
    edits = [
        Move(NotePath("Boiler.md"), NotePath("Heating.md"), boiler.digest, "u"),
        Rewrite(NotePath("Budget.md"), text, budget.digest, "u"),
    ]
    return await workspace.vault.apply(edits, Origin(group, "Call it heating", "Librarian", "chat_1", "rename_note"))


def called(workspace: Workspace, call_id: str = "call_1", tool: str = "file_read", path: str = "Boiler.md") -> None:
    """Write down a call that was allowed and done."""
    for happening in ("requested", "allowed", "started", "done"):
        by = "" if happening == "requested" else "person"
        files = () if happening == "requested" else (path,)
        workspace.audit_log.record(
            AuditRecord(happening, tool, call_id, "run_1", "chat_1", "read", by, CLOUD.host, None, files)  # type: ignore[arg-type] # words of the audit
        )


async def sent(
    workspace: Workspace, question: str, *paths: str, destination: Destination = CLOUD, chat: str = "c"
) -> None:
    """Write down that *paths* went to *destination* for *question*."""
    pieces = [
        LedgerPassage(Source(path=path, characters=400, first_line=3, last_line=9), "sent", "person") for path in paths
    ]
    if destination.local:
        pieces = [LedgerPassage(piece.source, "stayed", "default", is_whole_note=True) for piece in pieces]
    await workspace.ledger.write(SendContext(destination, "m", chat, question), pieces)

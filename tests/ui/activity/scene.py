"""An open vault, with functions that record changes, tool calls and transmissions."""

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
    """Open a vault of `NOTES` and wait until it is indexed."""
    for path, text in NOTES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    folders = app_folders({"VAULTDESK_HOME": str(home)})
    credentials = Credentials({"VAULTDESK_HOME": str(home)})
    store = SettingsStore(folders.settings_file)
    async with Workspace.open(root, folders=folders, store=store, credentials=credentials) as workspace:
        await workspace.wait_until_indexed()
        yield workspace


async def rewrite(workspace: Workspace, group: str, title: str, *paths: str) -> Sequence[EditOutcome]:
    """Append a line to each note at *paths*, as an answer would."""
    edits = []
    for path in paths:
        note = await workspace.vault.read(NotePath(path))
        edits.append(Rewrite(NotePath(path), f"{note.text}{title}\n", note.digest))
    return await workspace.vault.apply(edits, Origin(group, title, "Librarian", "chat_1", "edit_note"))


async def rename(workspace: Workspace, group: str) -> Sequence[EditOutcome]:
    """Rename the boiler note and repair the link to it."""
    boiler, budget = [await workspace.vault.read(NotePath(path)) for path in ("Boiler.md", "Budget.md")]
    text = budget.text.replace("[[Boiler]]", "[[Heating]]")
    edits = [
        Move(NotePath("Boiler.md"), NotePath("Heating.md"), boiler.digest, "u"),
        Rewrite(NotePath("Budget.md"), text, budget.digest, "u"),
    ]
    return await workspace.vault.apply(edits, Origin(group, "Call it heating", "Librarian", "chat_1", "rename_note"))


def record_call(
    workspace: Workspace, call_id: str = "call_1", tool: str = "file_read", path: str = "Boiler.md"
) -> None:
    """Record a call that was allowed and completed."""
    for event in ("requested", "allowed", "started", "done"):
        by = "" if event == "requested" else "person"
        files = () if event == "requested" else (path,)
        workspace.audit_log.record(
            AuditRecord(event, tool, call_id, "run_1", "chat_1", "read", by, CLOUD.host, None, files)  # type: ignore[arg-type] # event names
        )


async def record_sent(
    workspace: Workspace, question: str, *paths: str, destination: Destination = CLOUD, chat: str = "c"
) -> None:
    """Record that *paths* were sent to *destination* for *question*."""
    passages = [
        LedgerPassage(Source(path=path, characters=400, first_line=3, last_line=9), "sent", "person") for path in paths
    ]
    if destination.local:
        passages = [LedgerPassage(passage.source, "stayed", "default", is_whole_note=True) for passage in passages]
    await workspace.ledger.write(SendContext(destination, "m", chat, question), passages)

"""A real workspace on a small vault with agents of every status."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui import bridge
from vaultdesk.vault.note_path import NotePath
from vaultdesk.workspace import Workspace

HOUSE = """---
description: Knows the house
folders:
  - Projects
tools: [search_notes, read_note, edit_note]
read_only: false
dangerous_operations: false
---

You know the house.
"""

NOTES = {
    "Projects/Boiler.md": "# Boiler\n\nThe boiler leaks.\n",
    "Projects/Budget.md": "# Budget\n\n18,400\n",
    "Personal/Diary.md": "---\nprivate: true\n---\n\nDear diary\n",
    "Daily/2026-11-20.md": "Called the fitter. #private\n",
    "Agents/House.md": HOUSE,
    "Agents/Gardener.md": "---\ndescription: Plans the garden\nread_only: true\n---\n\nYou plan the garden.\n",
    "Agents/Broken.md": "---\napi_key: sk-123\n---\n\nHello.\n",
}

W = TypeVar("W", bound=QWidget)


@asynccontextmanager
async def open_workspace(folder: Path, notes: Mapping[str, str] = NOTES) -> AsyncIterator[Workspace]:
    """Open a vault of *notes*; on exit, pending tasks are cancelled and windows deleted."""
    root = folder / "vault"
    for path, text in notes.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    app_folders = AppFolders(*(folder / name for name in ("settings", "data", "cache", "logs")))
    store = SettingsStore(app_folders.settings_file)
    store.load()
    async with Workspace.open(root, folders=app_folders, store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        await workspace.agents.refresh()
        try:
            yield workspace
        finally:
            await bridge.cancel_all()
            for widget in QApplication.topLevelWidgets():
                widget.close()
                widget.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


async def allow(workspace: Workspace, path: str) -> None:
    """Grant the agent of the note at *path*."""
    digest = next(agent.digest for agent in workspace.agents.list() if agent.path == path)
    await workspace.agents.grant(path, digest)


async def rewrite(workspace: Workspace, path: str, old: str, new: str) -> None:
    """Replace *old* with *new* in a note, as the user would."""
    note = await workspace.vault.read(NotePath.parse(path))
    await workspace.vault.write(NotePath.parse(path), note.text.replace(old, new), note.digest)
    await workspace.agents.refresh()


def add_anthropic(workspace: Workspace) -> None:
    """Configure a remote provider."""
    provider = ProviderSettings(kind="anthropic", model="claude-sonnet-4-5")
    workspace.store.change(lambda settings: settings.with_provider("anthropic", provider))


def shown(kind: type[W]) -> W:
    """Return the visible window of *kind*."""
    return next(window for window in QApplication.topLevelWidgets() if isinstance(window, kind) and window.isVisible())


def is_open(kind: type[QWidget]) -> bool:
    """Return whether a window of *kind* is visible."""
    return any(isinstance(window, kind) and window.isVisible() for window in QApplication.topLevelWidgets())

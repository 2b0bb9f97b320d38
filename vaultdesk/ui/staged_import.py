"""Imports after the first paint: modules without Qt in a worker thread, those of the window in a few steps."""

import asyncio
import importlib
import threading
from collections.abc import Sequence
from typing import NamedTuple

# PySide looks up a widget's class without holding the interpreter's lock (6.11, `PySide::MetaObjectBuilder::update`): a
# class created by another thread at that moment can resize the table, and the program crashes. Observed in one of forty
# starts while a screen reader was active. So modules with Qt classes are imported on the window's thread only.

_import_lock = threading.Lock()


class ImportStage(NamedTuple):
    """Modules that are imported together; each with its own imports."""

    worker: tuple[str, ...]
    """Imported in a worker thread: modules that create no Qt class."""
    window: tuple[str, ...]
    """Then imported on the window's thread, which handles events between them; each takes less than a tenth of a
    second.
    """


FIRST = ImportStage(
    ("vaultdesk.workspace.opened_vault", "vaultdesk.core.settings.settings_schema"),
    ("vaultdesk.ui.browser.files_page", "vaultdesk.ui.files.early_file_list"),
)
"""Lists the notes of a vault: a quarter of a second after the first paint."""

REST = ImportStage(
    (
        "vaultdesk.workspace.workspace",
        "vaultdesk.workspace.file_changes",
        "vaultdesk.agent.transcript",
        "markdown_it",
        "pygments.lexers",
    ),
    (
        "vaultdesk.ui.notes.note_page",
        "vaultdesk.ui.agents.grant_dialog",
        "vaultdesk.ui.chat.chat_dock",
        "vaultdesk.ui.activity.activity_tabs",
        "vaultdesk.ui.app.vault_window.vault_views",
    ),
)
"""Everything else needed for a vault: it takes longer, and the notes can be browsed in the meantime."""

LATER = ImportStage(
    (
        "vaultdesk.diagnosis.diagnosis",
        "vaultdesk.providers.offline.command_patterns",
        "vaultdesk.providers.offline.offline_commands",
    ),
    (
        "vaultdesk.ui.settings.permission_sheet",
        "vaultdesk.ui.settings.settings_page",
        "vaultdesk.ui.app.vault_window.preferences",
        "vaultdesk.ui.vault_pages.import_dialog",
    ),
)
"""Rarely opened parts; imported once the vault can be used."""


async def import_first() -> None:
    """Import the modules that list the notes of a vault."""
    await import_stage(FIRST)


async def import_rest() -> None:
    """Import the modules that open a vault. May be called repeatedly: imported modules cost nothing."""
    await import_stage(REST)


async def import_later() -> None:
    """Import the rarely opened parts."""
    await import_stage(LATER)


async def import_stage(stage: ImportStage) -> None:
    """Import `stage.worker` in a worker thread, then `stage.window` on the calling GUI thread. Raises `ImportError`."""
    await asyncio.to_thread(import_in_worker, stage.worker)
    for name in stage.window:
        importlib.import_module(name)
        await asyncio.sleep(0)


def import_in_worker(modules: Sequence[str]) -> None:
    """Import *modules* in the calling worker thread. Raises `ImportError`.

    Only one thread does this at a time, because two threads that import one package can see it partially initialized.
    """
    with _import_lock:
        for name in modules:
            importlib.import_module(name)

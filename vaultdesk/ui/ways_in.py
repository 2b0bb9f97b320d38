"""Ways in: what a path that was dropped or typed leads to: a vault, or a note and the vault around it."""

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.bridge import ask
from vaultdesk.ui.drop import NOTE_ENDINGS
from vaultdesk.ui.vault_window import VaultWindow

MANY_FILES = 50_000
"""Files from which a folder that is no Obsidian vault is asked about: it may be a whole disk."""

COUNT_WITHIN = 2.0
"""Seconds that counting may take; a folder that takes longer holds many files, or lies on a slow disk."""


@dataclass(frozen=True)
class WayIn:
    """A vault, and the note in it that is wanted, by its path there."""

    root: Path
    note: str = ""


def way_in(path: Path) -> WayIn:
    """Return what *path* leads to. Looks at the disk."""
    if path.suffix.lower() not in NOTE_ENDINGS or not path.is_file():
        return WayIn(path)
    note = path.resolve()
    around = next((folder for folder in note.parents if (folder / ".obsidian").is_dir()), note.parent)
    return WayIn(around, note.relative_to(around).as_posix())


def note_within(path: Path, root: Path) -> str:
    """Return the path in the vault at *root* of the note at *path*; empty where that is no note of it."""
    if path.suffix.lower() not in NOTE_ENDINGS or not path.is_file():
        return ""
    note = path.resolve()
    return note.relative_to(root).as_posix() if note.is_relative_to(root) else ""


def holds_many(root: Path, limit: int = MANY_FILES, within: float = COUNT_WITHIN) -> bool:
    """Tell whether *root* holds more than *limit* files, or so many that they cannot be counted in time."""
    until = time.monotonic() + within
    found = 0
    for _, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += len(files)
        if found > limit or time.monotonic() > until:
            return True
    return False


async def may_open(where: VaultWindow, root: Path) -> bool:
    """Tell whether the vault at *root* may be opened; the person is asked at *where* about a very large folder."""
    known = frozenset(where.means.store.settings.vaults)
    if not await asyncio.to_thread(_doubtful, root, known):
        return True
    from vaultdesk.tools.text_sanitizer import sanitize_text  # what comes with these is much, and hardly ever needed
    from vaultdesk.ui.agents.form_dialog import FormDialog

    window = where.window
    words = QCoreApplication.translate(
        "Window",
        "{0} holds very many files and is no Obsidian vault. "
        "VaultDesk would read all Markdown files in it to make them searchable. Nothing in it is changed.",
    )
    title = _tr("Is this your folder of notes?")
    dialog = FormDialog(title, words.format(sanitize_text(str(root))), _tr("Open It"), window)
    dialog.done_button.clicked.connect(dialog.accept)
    dialog.cancel.setDefault(True)
    dialog.cancel.setFocus()
    window.bring_to_front()
    try:
        return await ask(dialog) == FormDialog.DialogCode.Accepted
    finally:
        dialog.deleteLater()


def _doubtful(root: Path, known: frozenset[str]) -> bool:
    if str(root.resolve()) in known or (root / ".obsidian").is_dir():
        return False
    return holds_many(root)


def _tr(text: str) -> str:
    return QCoreApplication.translate("WaysIn", text)

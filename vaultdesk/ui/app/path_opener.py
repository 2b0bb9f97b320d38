"""Opens a dropped or typed path: as a vault, or as a note and its vault, in the right window."""

import asyncio
import importlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt

from vaultdesk.ui import bridge
from vaultdesk.ui.app.vault_window.vault_window import VaultWindow, WindowRegistry, canonical_place
from vaultdesk.ui.bridge import ask
from vaultdesk.ui.window.drop_target import NOTE_ENDINGS
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_events import first_paint

MANY_FILES = 50_000
"""Files from which a folder that is no Obsidian vault is asked about: it may be a whole disk."""

COUNT_WITHIN = 2.0
"""Seconds that counting may take; a folder that takes longer holds many files, or lies on a slow disk."""


@dataclass(frozen=True)
class PathTarget:
    """A vault, and the note in it that is wanted, by its path there."""

    root: Path
    note: str = ""


def path_target(path: Path) -> PathTarget:
    """Return what *path* leads to. Looks at the disk."""
    if path.suffix.lower() not in NOTE_ENDINGS or not path.is_file():
        return PathTarget(path)
    note = path.resolve()
    around = next((folder for folder in note.parents if (folder / ".obsidian").is_dir()), note.parent)
    return PathTarget(around, note.relative_to(around).as_posix())


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
    from vaultdesk.ui.widgets.form_dialog import FormDialog

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


LONGEST_NAME = 40
"""Characters of a name in a notice."""


class Opening(QObject):
    """Opens vaults, each in one window only."""

    def __init__(self, ring: WindowRegistry, take_in: Callable[[MainWindow], VaultWindow]) -> None:
        """*take_in* makes a window one of ours."""
        super().__init__()
        self._ring = ring
        self._take_in = take_in
        self.ready = asyncio.Event()
        """Set when all is imported that opens a vault, and the first one is open: nothing comes before that."""

    def here(self, path: Path, where: VaultWindow) -> None:
        """Open the vault at *path*, or the vault of the note there, in *where*."""
        bridge.start(self.open_here(path, where), owner=self)

    def dropped(self, path: Path, where: VaultWindow) -> None:
        """Open what was dropped on *where*; the vault around a note of another folder is only offered."""
        bridge.start(self._dropped(path, where), owner=self)

    def beside(self, path: Path | None = None) -> None:
        """Open the vault at *path*, or of the note there, in a window of its own; None lets the person choose there."""
        bridge.start(self._beside(path), owner=self)

    def in_free_window(self, path: Path) -> None:
        """Open the vault at *path*, or of the note there, in the window used last where that has none, else beside."""
        bridge.start(self._in_free_window(path), owner=self)

    def choose_beside(self, where: VaultWindow) -> None:
        """Let the person choose a folder at *where* that is opened in a window of its own."""
        bridge.start(self._choose_beside(where), owner=where.window)

    async def window_of(self, root: Path) -> VaultWindow | None:
        """Return the window that has the vault at *root* open, opened where it is needed; None where it cannot be."""
        place = await asyncio.to_thread(canonical_place, root)
        holding = self._ring.holding(place)
        if holding is None:
            await self._in_free_window(root)
            holding = self._ring.holding(place)
        else:
            holding.window.bring_to_front()
        if holding is not None and holding.views is None and holding.claimed:
            await bridge.wait_signal(holding.changed)  # Somebody else is opening it there.
        return holding if holding is not None and holding.views is not None else None

    async def others(self, vaults: Sequence[str]) -> None:
        """Open *vaults*, each in a window behind the one that is in front."""
        for vault in reversed(vaults):
            if await asyncio.to_thread(Path(vault).is_dir):
                await self._beside(Path(vault), behind=True)

    async def open_here(self, path: Path, where: VaultWindow) -> None:
        """Do what `here` starts."""
        await self.ready.wait()
        where.expected += 1
        try:
            way, place = await _way(path)
            if not self._ring.holding(place) and not await may_open(where, way.root):
                return
            holding = self._ring.holding(place)  # Now: it may have been opened while the person was asked.
            if holding is not None:
                holding.window.bring_to_front()
            else:
                where.claimed = place
                await where.switch(way.root)
            _show_note(holding or where, way.note)
        finally:
            where.expected -= 1

    async def _dropped(self, path: Path, where: VaultWindow) -> None:
        await self.ready.wait()
        views = where.views
        inside = "" if views is None else await asyncio.to_thread(note_within, path, views.workspace.vault.root)
        if views is not None and inside:
            views.open_note(inside)
            return
        way, place = await _way(path)
        if not way.note or views is None or self._ring.holding(place) is not None:
            await self.open_here(path, where)
            return
        from vaultdesk.tools.text_sanitizer import sanitize_line  # it brings all the tools, and is hardly ever needed

        words = _opening_tr("“{0}” is no note of this vault.").format(sanitize_line(path.name, LONGEST_NAME))
        offer = _opening_tr("Open “{0}” in a new window").format(sanitize_line(way.root.name, LONGEST_NAME))
        where.window.notify(words, offer, lambda: self.beside(path))

    async def _beside(self, path: Path | None, *, behind: bool = False) -> None:
        await self.ready.wait()
        if path is None:
            await self._new_window(None, "", behind=behind)
            return
        way, place = await _way(path)
        if not self._ring.holding(place) and not await may_open(self._ring.front, way.root):
            return
        holding = self._ring.holding(place)
        if holding is not None:
            holding.window.bring_to_front()
        else:
            holding = await self._new_window(way.root, place, behind=behind)
        _show_note(holding, way.note)

    async def _new_window(self, root: Path | None, place: str, *, behind: bool) -> VaultWindow:
        front = self._ring.front
        front.window.save_state()  # The new one stands as this one does.
        made = self._take_in(front.window.beside(str(root) if root is not None else ""))
        made.claimed = place
        made.begin(front.means)
        if root is not None:
            made.window.show_opening(root.name, front.means.store.settings.recent_vaults())
        made.window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, behind)
        await first_paint(made.window)
        if behind:
            self._ring.came_forward(front)
            front.window.raise_()
        await made.switch(root)
        return made

    async def _in_free_window(self, path: Path) -> None:
        await self.ready.wait()
        front = self._ring.front
        if front.place or front.claimed or front.expected:
            await self._beside(path)
        else:
            await self.open_here(path, front)

    async def _choose_beside(self, where: VaultWindow) -> None:
        await self.ready.wait()
        folder = await importlib.import_module("vaultdesk.ui.app.no_vault_page").chosen_folder(where.window)
        if folder is not None:
            self.beside(folder)


async def _way(path: Path) -> tuple[PathTarget, str]:
    """Return what *path* leads to, and where that is."""
    way = await asyncio.to_thread(path_target, path)
    return way, await asyncio.to_thread(canonical_place, way.root)


def _show_note(where: VaultWindow, note: str) -> None:
    if note and where.views is not None:
        where.views.open_note(note)


def _opening_tr(text: str) -> str:
    return QCoreApplication.translate("Opening", text)

"""Opens a dropped or typed path: as a vault, or as a note and its vault, in the right window."""

import asyncio
import importlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QObject, Qt

from vaultdesk.core.platform.launch_request import is_note_file
from vaultdesk.ui import bridge
from vaultdesk.ui.app.vault_window.vault_window import VaultWindow, WindowRegistry, canonical_vault_key
from vaultdesk.ui.bridge import is_accepted
from vaultdesk.ui.translation import translator
from vaultdesk.ui.window.main_window import MainWindow, first_paint

_tr = translator("PathOpener")

LARGE_FOLDER_FILES = 50_000
"""Number of files from which opening a folder that is not an Obsidian vault needs confirmation: it may be a whole
disk.
"""

COUNT_TIMEOUT = 2.0
"""Maximum number of seconds for counting; a folder that takes longer has many files, or is on a slow disk."""


class PathTarget(Struct, frozen=True):
    """A vault, and optionally a note by its path in the vault."""

    root: Path
    note: str = ""


def path_target(path: Path) -> PathTarget:
    """Return the vault and note for *path*. Accesses the disk."""
    if not is_note_file(path):
        return PathTarget(path)
    note = path.resolve()
    root = next((folder for folder in note.parents if (folder / ".obsidian").is_dir()), note.parent)
    return PathTarget(root, note.relative_to(root).as_posix())


def path_in_vault(path: Path, root: Path) -> str | None:
    """Return *path* relative to the vault at *root*; None if it is outside."""
    resolved = path.resolve()
    return resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else None


def has_more_files_than(root: Path, limit: int = LARGE_FOLDER_FILES, timeout: float = COUNT_TIMEOUT) -> bool:
    """Return whether *root* contains more than *limit* files, or so many that they cannot be counted in time."""
    deadline = time.monotonic() + timeout
    count = 0
    for _, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        count += len(files)
        if count > limit or time.monotonic() > deadline:
            return True
    return False


async def confirm_large_folder(vault_window: VaultWindow, root: Path) -> bool:
    """Whether the vault at *root* may be opened; asks the user in *vault_window* if the folder is very large."""
    known = frozenset(vault_window.services.store.settings.vaults)
    if not await asyncio.to_thread(_is_unknown_and_large, root, known):
        return True
    from vaultdesk.tools.text_sanitizer import sanitize_text  # large imports, rarely needed
    from vaultdesk.ui.widgets.form_dialog import FormDialog

    window = vault_window.window
    message = QCoreApplication.translate(
        "Window",
        "{0} contains a very large number of files and is not an Obsidian vault. VaultDesk would "
        "read all Markdown files in it to make them searchable. Nothing in it is changed.",
    )
    title = _tr("Is this your folder of notes?")
    dialog = FormDialog(title, message.format(sanitize_text(str(root))), _tr("Open It"), window)
    dialog.done_button.clicked.connect(dialog.accept)
    dialog.cancel.setDefault(True)
    dialog.cancel.setFocus()
    window.bring_to_front()
    return await is_accepted(dialog)


def _is_unknown_and_large(root: Path, known: frozenset[str]) -> bool:
    if str(root.resolve()) in known or (root / ".obsidian").is_dir():
        return False
    return has_more_files_than(root)


MAX_SHOWN_NAME = 40
"""Maximum number of characters of a name in a notice."""


class PathOpener(QObject):
    """Opens vaults, each in one window only."""

    def __init__(self, registry: WindowRegistry, add_window: Callable[[MainWindow], VaultWindow]) -> None:
        """*add_window* registers a window."""
        super().__init__()
        self._registry = registry
        self._add_window = add_window
        self.ready = asyncio.Event()
        """Set when everything needed to open a vault is imported and the first one is open; requests wait for it."""

    def open_in(self, path: Path, vault_window: VaultWindow) -> None:
        """Open the vault at *path*, or the vault of the note at *path*, in *vault_window*."""
        bridge.start(self.open_path(path, vault_window), owner=self)

    def open_dropped(self, paths: Sequence[Path], vault_window: VaultWindow) -> None:
        """Open paths dropped on *vault_window*, whose vault stays open.

        An external folder gets a separate window; external files can be added to the vault.
        """
        bridge.start(self._open_dropped(paths, vault_window), owner=self)

    def open_in_new_window(self, path: Path | None = None) -> None:
        """Open the vault at *path*, or that of the note there, in a separate window; None lets the user choose
        there.
        """
        bridge.start(self._open_in_new_window(path), owner=self)

    def open_in_free_window(self, path: Path) -> None:
        """Open the vault at *path*, or that of the note there, in the last used window if it has none, else in a new
        one.
        """
        bridge.start(self._open_in_free_window(path), owner=self)

    def choose_for_new_window(self, vault_window: VaultWindow) -> None:
        """Let the user choose a folder in *vault_window*, and open it in a separate window."""
        bridge.start(self._choose_for_new_window(vault_window), owner=vault_window.window)

    async def window_for(self, root: Path) -> VaultWindow | None:
        """Return the window with the vault at *root*, opened if necessary; None if that fails."""
        vault_key = await asyncio.to_thread(canonical_vault_key, root)
        holder = self._registry.window_with(vault_key)
        if holder is None:
            await self._open_in_free_window(root)
            holder = self._registry.window_with(vault_key)
        else:
            holder.window.bring_to_front()
        if holder is not None and holder.views is None and holder.claimed_key:
            await bridge.wait_signal(holder.changed)  # Another task is opening it there.
        return holder if holder is not None and holder.views is not None else None

    async def restore_windows(self, vaults: Sequence[str]) -> None:
        """Open *vaults*, each in a window behind the current one."""
        for vault in reversed(vaults):
            if await asyncio.to_thread(Path(vault).is_dir):
                await self._open_in_new_window(Path(vault), behind=True)

    async def open_path(self, path: Path, vault_window: VaultWindow) -> None:
        """Open *path* like `open_in`, and return when it is open."""
        await self.ready.wait()
        vault_window.pending_opens += 1
        try:
            target, vault_key = await _resolve_target(path)
            if not self._registry.window_with(vault_key) and not await confirm_large_folder(vault_window, target.root):
                return
            holder = self._registry.window_with(vault_key)  # Checked again after the question was shown.
            if holder is not None:
                holder.window.bring_to_front()
            else:
                vault_window.claimed_key = vault_key
                await vault_window.open(target.root)
            _show_note(holder or vault_window, target.note)
        finally:
            vault_window.pending_opens -= 1

    async def _open_dropped(self, paths: Sequence[Path], vault_window: VaultWindow) -> None:
        await self.ready.wait()
        first, views = paths[0], vault_window.views
        if views is None:
            if vault_window.claimed_key or vault_window.pending_opens:  # The vault being opened there has precedence.
                await self._open_in_new_window(first)
            else:
                await self.open_path(first, vault_window)
            return
        vault_paths = await asyncio.to_thread(_paths_in_vault, paths, views.workspace.vault.root)
        if await asyncio.to_thread(first.is_dir):
            folder = vault_paths[first]
            if folder is None:
                await self._open_in_new_window(first)
            elif folder != ".":
                views.files.actions.show_in_tree(folder)
            return
        inside = [vault_path for vault_path in vault_paths.values() if vault_path is not None]
        for vault_path in inside:
            views.open_note(vault_path, new_tab=len(inside) > 1)
        outside = [path for path, vault_path in vault_paths.items() if vault_path is None]
        if len(paths) == 1 and outside:
            target, vault_key = await _resolve_target(first)
            if target.note and self._registry.window_with(vault_key) is not None:
                await self.open_path(first, vault_window)
                return
        if outside:
            await self._offer_to_add(outside, vault_window)

    async def _offer_to_add(self, files: Sequence[Path], vault_window: VaultWindow) -> None:
        """Ask whether *files*, which are outside, should be copied into the vault of *vault_window*."""
        from vaultdesk.tools.text_sanitizer import sanitize_line  # imports all the tools, and is rarely needed
        from vaultdesk.ui.formatting import format_number
        from vaultdesk.ui.widgets.buttons import PlainButton
        from vaultdesk.ui.widgets.form_dialog import FormDialog

        views = vault_window.views
        if views is None:
            return
        folder = views.files.actions.target_folder()
        name = sanitize_line(files[0].name, MAX_SHOWN_NAME)
        if len(files) == 1:
            title = _tr("Add “{0}” to this vault?").format(name)
        else:
            title = _tr("Add {n} files to this vault?").format(n=format_number(len(files)))
        single = len(files) == 1
        if folder:
            text = (
                _tr("A copy is created in the folder “{0}”. The original is not changed.")
                if single
                else _tr("Copies are created in the folder “{0}”. The originals are not changed.")
            ).format(sanitize_line(folder, MAX_SHOWN_NAME))
        elif single:
            text = _tr("A copy is created in the vault root. The original is not changed.")
        else:
            text = _tr("Copies are created in the vault root. The originals are not changed.")
        add = _tr("Add a Copy") if single else _tr("Add Copies")
        dialog = FormDialog(title, text, add, vault_window.window)
        dialog.done_button.clicked.connect(dialog.accept)
        if len(files) == 1 and is_note_file(files[0]):
            open_button = PlainButton(_tr("Open in a New Window"))
            open_button.clicked.connect(dialog.reject)
            open_button.clicked.connect(lambda: self.open_in_new_window(files[0]))
            dialog.footer.insertWidget(0, open_button)
        dialog.cancel.setFocus()
        if await is_accepted(dialog) and vault_window.views is views:
            views.files.actions.add_external_files(files, folder)

    async def _open_in_new_window(self, path: Path | None, *, behind: bool = False) -> None:
        await self.ready.wait()
        if path is None:
            await self._new_window(None, "", behind=behind)
            return
        target, vault_key = await _resolve_target(path)
        if not self._registry.window_with(vault_key) and not await confirm_large_folder(
            self._registry.front, target.root
        ):
            return
        holder = self._registry.window_with(vault_key)
        if holder is not None:
            holder.window.bring_to_front()
        else:
            holder = await self._new_window(target.root, vault_key, behind=behind)
        _show_note(holder, target.note)

    async def _new_window(self, root: Path | None, vault_key: str, *, behind: bool) -> VaultWindow:
        front = self._registry.front
        front.window.save_state()  # The new window gets the same geometry.
        vault_window = self._add_window(front.window.new_window(str(root) if root is not None else ""))
        vault_window.claimed_key = vault_key
        vault_window.set_services(front.services)
        if root is not None:
            vault_window.window.show_opening(root.name, front.services.store.settings.recent_vaults())
        vault_window.window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, behind)
        await first_paint(vault_window.window)
        if behind:
            self._registry.mark_front(front)
            front.window.raise_()
        await vault_window.open(root)
        return vault_window

    async def _open_in_free_window(self, path: Path) -> None:
        await self.ready.wait()
        front = self._registry.front
        if front.vault_key or front.claimed_key or front.pending_opens:
            await self._open_in_new_window(path)
        else:
            await self.open_path(path, front)

    async def _choose_for_new_window(self, vault_window: VaultWindow) -> None:
        await self.ready.wait()
        folder = await importlib.import_module("vaultdesk.ui.app.no_vault_page").ask_existing_folder(
            vault_window.window
        )
        if folder is not None:
            self.open_in_new_window(folder)


def _paths_in_vault(paths: Sequence[Path], root: Path) -> dict[Path, str | None]:
    """Return the path of each of *paths* in the vault at *root*. Accesses the disk."""
    return {path: path_in_vault(path, root) for path in paths}


async def _resolve_target(path: Path) -> tuple[PathTarget, str]:
    """Return the target of *path*, and its vault key."""
    target = await asyncio.to_thread(path_target, path)
    return target, await asyncio.to_thread(canonical_vault_key, target.root)


def _show_note(vault_window: VaultWindow, note: str) -> None:
    if note and vault_window.views is not None:
        vault_window.views.open_note(note)

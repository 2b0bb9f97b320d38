"""Folder popup: where notes are to be moved: the vault's folders, found by typing. Moves nothing."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.agents.folder_field import folder_entries
from vaultdesk.ui.facts import number
from vaultdesk.ui.files.file_words import called, why_no_name
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.ui.widgets.lists.picker_popup import PickPopup
from vaultdesk.vault.note_path import printable

ROOT = "/"
"""Key of the vault itself."""


def folder_popup(over: QWidget, folders: Sequence[str], moved: Sequence[str]) -> PickPopup:
    """Return a pop-up of the *folders* that what is *moved* can go to; it tells the path, or `ROOT`."""
    inside = tuple(f"{path}/" for path in moved)
    here = {path.rpartition("/")[0] for path in moved}
    there = [folder for folder in folders if folder not in moved and not folder.startswith(inside)]
    there = [folder for folder in there if here != {folder}]
    top = _tr("The top of the vault")

    def offer(wanted: str) -> list[ListEntry]:
        new = wanted.strip().strip("/")
        entries = [replace(entry, detail=_moves(moved, entry.title)) for entry in folder_entries(there, new)]
        if here != {""} and wanted.casefold() in top.casefold():
            entries.insert(0, ListEntry(ROOT, top, icon="folder", detail=_moves(moved, "")))
        if new and new not in folders and not any(why_no_name("", part, ()) for part in new.split("/")):
            words = _tr("New folder “{folder}”").format(folder=printable(new))
            entries.append(ListEntry(new, words, icon="folder-plus", detail=_moves(moved, new)))
        return entries

    return PickPopup(_tr("Move to a folder"), _tr("Find a folder"), offer, over=over)


def _moves(paths: Sequence[str], folder: str) -> str:
    """Say what choosing *folder* does."""
    name = called(paths[0]) if len(paths) == 1 else ""
    if not folder:
        words = _tr("Moves “{name}” out of its folder.") if name else _tr("Moves {count} files out of their folders.")
    else:
        words = _tr("Moves “{name}” to “{folder}”.") if name else _tr("Moves {count} files to “{folder}”.")
    return words.format(name=name, count=number(len(paths)), folder=printable(folder))


def _tr(text: str) -> str:
    return QCoreApplication.translate("FolderPopup", text)

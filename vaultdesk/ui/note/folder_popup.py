"""Folder popup: the notes and folders in one folder of the vault, one of them to be opened. Opens nothing itself."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.ui.widgets.lists.picker_popup import PickPopup
from vaultdesk.vault.note_path import printable


def entries_of(paths: list[str], folder: str) -> list[ListEntry]:
    """Return the notes right in *folder* after the folders in it; a folder's key ends in a slash."""
    before = f"{folder}/" if folder else ""
    inside = [path[len(before) :] for path in paths if path.startswith(before)]
    folders = sorted({name.partition("/")[0] for name in inside if "/" in name}, key=str.casefold)
    notes = sorted((name for name in inside if "/" not in name), key=str.casefold)
    return [
        *(ListEntry(f"{before}{name}/", printable(name), icon="folder") for name in folders),
        *(ListEntry(f"{before}{name}", printable(name.removesuffix(".md")), icon="file") for name in notes),
    ]


async def offer_folder(
    searcher: Searcher, folder: str, over: QWidget, current: str, open_note: Callable[[str], object]
) -> PickPopup | None:
    """Open the list at *over*; a folder in it takes the list's place. None where the index does not work."""
    try:
        paths = [row.path for row in await searcher.tree()]
    except IndexFailed:
        return None  # The status line tells.
    return _open(paths, folder, over, current, open_note)


def _open(paths: list[str], folder: str, over: QWidget, current: str, open_note: Callable[[str], object]) -> PickPopup:
    entries = entries_of(paths, folder)
    name = printable(folder.rpartition("/")[2])
    hint = QCoreApplication.translate("FolderPopup", "Find in {folder}").format(folder=name)
    popup = PickPopup(
        name,
        hint,
        lambda typed: [one for one in entries if typed.strip().casefold() in one.title.casefold()],
        over=over,
    )

    def choose(key: str) -> None:
        if key.endswith("/"):
            _open(paths, key[:-1], over, current, open_note)
        else:
            open_note(key)

    popup.chosen.connect(choose)
    popup.open_at(current)
    return popup

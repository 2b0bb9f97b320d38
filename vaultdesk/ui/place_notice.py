"""Place notice: says in the window where the program's own folder cannot be written, as on a stick that is locked."""

import asyncio

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.platform.paths import AppFolders, DataLocation, find_data_location
from vaultdesk.ui.main_window import MainWindow

ABOUT = "place"
"""What the window's problems know it by."""


async def tell_of_place(window: MainWindow, where: AppFolders) -> None:
    """Try whether *where* can be written, and say so in *window* where it cannot."""
    found = await asyncio.to_thread(find_data_location, where)
    if found.problem:
        window.problems.show_problem(ABOUT, "danger", words_of(found))


def words_of(found: DataLocation) -> str:
    """Return what is told of a place that cannot be written."""
    from vaultdesk.tools.text_sanitizer import sanitize_text  # it brings all the tools, and is hardly ever needed

    words = _tr("VaultDesk keeps settings and data in {0} and cannot write there ({1}). Until it can, nothing is kept.")
    if found.kind == "portable":
        words = _tr(
            "This is a portable VaultDesk: it keeps settings and data in {0} and cannot write there ({1}). "
            "Until it can, nothing is kept. Without that folder it would use this computer’s own places."
        )
    return words.format(sanitize_text(str(found.folder)), found.problem)


def _tr(text: str) -> str:
    return QCoreApplication.translate("PlaceNotice", text)

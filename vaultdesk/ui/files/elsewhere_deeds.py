"""ElsewhereDeeds: what is done with a file without changing it: opened, copied as a link, shown in other programs."""

from collections.abc import Coroutine, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.tree_model import TreeModel
from vaultdesk.ui.files import other_programs
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea


class ElsewhereDeeds(QObject):
    """Paths are from the vault's root."""

    history_asked = Signal(str)
    """Where the note at this path went is to be shown."""
    links_asked = Signal(str)
    """The links of the note at this path are to be seen as a picture."""

    def __init__(self, window: MainWindow, root: Path, model: TreeModel, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._root = root
        self._model = model
        self._notes = notes

    def open(self, path: str, *, new_tab: bool = False, beside: bool = False, place: str = "") -> None:
        """Open a file, at a heading or block; *beside* what is shown now, on the other side of a split."""
        self._window.show_pane("note")
        self._notes.open(path, new_tab, place=place, side=beside)

    def keys(self, command: str) -> str:
        """Return the keys of a command, where it can be done now."""
        commands = self._window.commands
        return commands.keys(command) if commands[command].isEnabled() else ""

    def copy_link(self, paths: Sequence[str] | str) -> None:
        """Put the links to notes on the clipboard, as the vault's owner writes them."""
        QGuiApplication.clipboard().setText("\n".join(map(self._model.link_to, listed(paths))))

    def copy_path(self, paths: Sequence[str] | str) -> None:
        """Put paths on the clipboard."""
        QGuiApplication.clipboard().setText("\n".join(listed(paths)))

    def reveal(self, path: str) -> None:
        """Show a file in the file manager."""
        self._tell(other_programs.reveal(self._root / path))

    def open_default(self, path: str) -> None:
        """Open a file with this computer's program for it."""
        self._tell(other_programs.open_default(self._root / path))

    def open_obsidian(self, path: str) -> None:
        """Open a note in Obsidian."""
        self._tell(other_programs.open_obsidian(self._root / path))

    def _tell(self, asked: Coroutine[None, None, str]) -> None:
        async def tell() -> None:
            if problem := await asked:
                self._window.notify(problem)

        start(tell(), self)


def listed(paths: Sequence[str] | str) -> list[str]:
    """Return one path or several as a list."""
    return [paths] if isinstance(paths, str) else list(paths)

"""Folder field: a folder of the vault, typed or picked from those there are. Makes no folder."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.chips import MentionChip
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.ui.widgets.lists.picker_popup import PickPopup
from vaultdesk.ui.widgets.text_fields import TextField

MOST_LISTED = 2_000
"""Folders a pop-up lists; more are found by typing."""


def folders_of(paths: Iterable[str]) -> tuple[str, ...]:
    """Return every folder that holds one of the notes at *paths*, at any depth, in order."""
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return tuple(sorted(found, key=lambda name: (name.casefold(), name)))


def folder_entries(folders: Sequence[str], wanted: str) -> list[ListEntry]:
    """Return the lines for *folders*: those in whose path every word of *wanted* stands."""
    words = wanted.casefold().split()
    found = [folder for folder in folders if all(word in folder.casefold() for word in words)]
    return [ListEntry(folder, folder, icon="folder") for folder in found[:MOST_LISTED]]


class FolderField(QWidget):
    """One line and a button that lists the folders; without a folder the whole vault is meant."""

    changed = Signal()

    def __init__(self, name: str, folders: Sequence[str], folder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders = tuple(folders)
        self.field = TextField(name, folder, placeholder=self.tr("the whole vault"))
        self.pick = PlainButton(self.tr("Choose…"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().step(8))
        row.addWidget(self.field, 1)
        row.addWidget(self.pick)
        self.setFocusProxy(self.field)
        self.field.changed.connect(lambda _text: self.changed.emit())
        self.pick.clicked.connect(self.open)

    def folder(self) -> str:
        """Return the folder that is meant; empty for the whole vault."""
        return self.field.text().strip().strip("/")

    def problem(self) -> str:
        """Return why it is no folder; empty where it is one."""
        return "" if folder_parts(self.folder()) is not None else self.tr("This is not a folder inside a vault.")

    def open(self) -> PickPopup:
        """List the folders."""
        popup = _popup(self.pick, self._folders)
        popup.chosen.connect(self.field.set_text)
        popup.open_at(self.folder())
        return popup


class FolderChips(QWidget):
    """Several folders, each with a cross; none means the whole vault."""

    changed = Signal()

    def __init__(self, folders: Sequence[str], chosen: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders = tuple(folders)
        self._chosen = list(chosen)
        self.add = PlainButton(self.tr("Add Folder…"), small=True, icon_name="plus")
        self.add.clicked.connect(self.open)
        self._host = QWidget()
        self._flow = FlowLayout(self._host, theme().step(6))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(8))
        column.addWidget(self._host)
        column.addWidget(self.add)
        self._renew()

    def folders(self) -> tuple[str, ...]:
        """Return the folders, in the order they were added."""
        return tuple(self._chosen)

    def open(self) -> PickPopup:
        """List the folders that are not there yet."""
        popup = _popup(self.add, [folder for folder in self._folders if folder not in self._chosen])
        popup.chosen.connect(self.put)
        popup.open_at(None)
        return popup

    def put(self, folder: str) -> None:
        """Add *folder*."""
        if folder and folder not in self._chosen:
            self._chosen.append(folder)
            self._renew()
            self.changed.emit()

    def take(self, folder: str) -> None:
        """Take *folder* away."""
        self._chosen.remove(folder)
        self._renew()
        self.changed.emit()
        self.add.setFocus()

    def _renew(self) -> None:
        self._flow.clear()
        for folder in self._chosen:
            chip = MentionChip("folder", folder)
            chip.removed.connect(lambda folder=folder: self.take(folder))
            self._flow.addWidget(chip)
            chip.show()
        self._host.setVisible(bool(self._chosen))
        self._host.updateGeometry()


def _popup(over: PlainButton, folders: Sequence[str]) -> PickPopup:
    name = _tr("Choose a folder")
    return PickPopup(
        name,
        _tr("Find a folder"),
        lambda wanted: folder_entries(folders, wanted),
        over=over,
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("FolderField", text)

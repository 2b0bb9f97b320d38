"""Tree facts: what is known of files and folders without asking the disk: what the tree shows. For the loop."""

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex

from vaultdesk.ui.browser.tree_model import Role, TreeModel
from vaultdesk.vault.note_path import same_name_key


class TreeFacts:
    """Asks the tree."""

    def __init__(self, model: TreeModel) -> None:
        self._model = model

    def is_there(self, path: str) -> bool:
        """Whether there is a file or folder at *path*."""
        return self._model.index_of(path).isValid()

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder at *path*; the root, which has no path, is one."""
        return not path or bool(self._model.index_of(path).data(Role.FOLDER))

    def names_in(self, folder: str) -> frozenset[str]:
        """Return the keys of all names in *folder*, with their endings."""
        index = self._model.index_of(folder) if folder else QModelIndex()
        if folder and not index.isValid():
            return frozenset()
        rows = range(self._model.rowCount(index))
        paths = (str(self._model.index(row, 0, index).data(Role.PATH)) for row in rows)
        return frozenset(same_name_key(path.rpartition("/")[2]) for path in paths)

    def folders(self) -> list[str]:
        """Return every folder, outer ones first."""
        found = set(self._model.kept_folders)
        for path in self._model.root.files():
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return sorted(found, key=lambda folder: (folder.casefold(), folder))

    def count(self, paths: Iterable[str]) -> int:
        """Return how many notes *paths* are about, with those in folders."""
        indexes = [self._model.index_of(path) for path in paths]
        return sum(int(index.data(Role.COUNT)) if index.data(Role.FOLDER) else 1 for index in indexes)

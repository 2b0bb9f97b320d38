"""At work: a real window on a small vault with its own trash, and what a person sees in it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import until
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.browser.file_tree_model import FileTreeModel
from vaultdesk.ui.browser.file_tree_view import FileTree
from vaultdesk.ui.files.file_actions import FileActions
from vaultdesk.ui.widgets.toast import Toast
from vaultdesk.ui.window.main_window import MainWindow


@dataclass
class AtWork:
    """An open vault and its window."""

    root: Path
    window: MainWindow
    views: VaultViews

    @property
    def actions(self) -> FileActions:
        """What one does with files."""
        return self.views.files.actions

    @property
    def tree(self) -> FileTree:
        """The tree."""
        return self.views.browser.tree

    @property
    def model(self) -> FileTreeModel:
        """Its rows."""
        return self.views.browser.model

    @property
    def told(self) -> str:
        """What the notice says; empty where there is none."""
        notice = self._notice()
        return notice.text() if notice is not None else ""

    def says(self, path: str) -> str:
        """What a file says."""
        return (self.root / path).read_text(encoding="utf-8")

    async def shown(self, *paths: str) -> None:
        """Wait until the tree has these."""
        await until(lambda: all(self.model.index_of(path).isValid() for path in paths))

    async def hears(self, words: str) -> None:
        """Wait until the notice says *words*."""
        await until(lambda: words in self.told)

    def take_back(self) -> None:
        """Press Undo."""
        notice = self._notice()
        assert notice is not None
        notice._action_button.click()

    def _notice(self) -> Toast | None:
        notices = [notice for notice in self.window.findChildren(Toast) if notice.isVisible()]
        return notices[-1] if notices else None


@asynccontextmanager
async def at_work(folder: Path, bookmarks: str = "") -> AsyncIterator[AtWork]:
    """Open the vault, its notes in the tree."""
    root = small_vault(folder / "vault")
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_text('{"trashOption": "local"}')
    if bookmarks:
        (root / ".obsidian/bookmarks.json").write_text(bookmarks)
    async with running_desktop(root) as desktop:
        views = await open_views(desktop)
        work = AtWork(root, desktop.window, views)
        await work.shown("Boiler.md", "Projects/Heat-loss survey.md", "Daily/2026-11-20.md")
        yield work

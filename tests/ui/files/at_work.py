"""A real window on a small vault with its own trash, for tests of file operations."""

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
class FilesScene:
    """An open vault, its window, its file tree and its notification."""

    root: Path
    window: MainWindow
    views: VaultViews

    @property
    def actions(self) -> FileActions:
        """The file operations of the window."""
        return self.views.files.actions

    @property
    def tree(self) -> FileTree:
        """The file tree."""
        return self.views.browser.tree

    @property
    def model(self) -> FileTreeModel:
        """The rows of the file tree."""
        return self.views.browser.model

    @property
    def notification(self) -> str:
        """Text of the visible notification, empty if there is none."""
        toast = self._toast()
        return toast.text() if toast is not None else ""

    def content_of(self, path: str) -> str:
        """Return the content of a file."""
        return (self.root / path).read_text(encoding="utf-8")

    async def wait_for_files(self, *paths: str) -> None:
        """Wait until the tree lists *paths*."""
        await until(lambda: all(self.model.index_of(path).isValid() for path in paths))

    async def wait_for_notification(self, text: str) -> None:
        """Wait until the notification contains *text*."""
        await until(lambda: text in self.notification)

    def click_undo(self) -> None:
        """Click Undo in the notification."""
        toast = self._toast()
        assert toast is not None
        toast._action_button.click()

    def _toast(self) -> Toast | None:
        toasts = [toast for toast in self.window.findChildren(Toast) if toast.isVisible()]
        return toasts[-1] if toasts else None


@asynccontextmanager
async def files_scene(folder: Path, bookmarks: str = "", trash: str = "local") -> AsyncIterator[FilesScene]:
    """Open the vault and wait until the tree lists its notes."""
    root = small_vault(folder / "vault")
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_text(f'{{"trashOption": "{trash}"}}')
    if bookmarks:
        (root / ".obsidian/bookmarks.json").write_text(bookmarks)
    async with running_desktop(root) as desktop:
        views = await open_views(desktop)
        scene = FilesScene(root, desktop.window, views)
        await scene.wait_for_files("Boiler.md", "Projects/Heat-loss survey.md", "Daily/2026-11-20.md")
        yield scene

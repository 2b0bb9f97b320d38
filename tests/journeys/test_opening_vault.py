"""While a vault opens and its notes are read, the window shows the progress and no empty state."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.graph.graph_page import GlobalGraphPage
from vaultdesk.ui.window.status_bar import StatusItem

PATIENCE = 30.0

EMPTY_STATES = (
    "No notes yet", "contains no Markdown", "No vault", "No tags yet", "Nothing found", "No note contains",
    "No other note", "There are no notes", "There are no other notes", "No matches", "No matching notes",
)  # fmt: skip

PRIVATE = "---\ntags: [private]\n---\nA secret.\n"


class BlockedStep:
    """A step of the indexer's thread that waits until it is released."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

    def wait(self) -> None:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)


@pytest.fixture
def listing(monkeypatch: pytest.MonkeyPatch) -> Iterator[BlockedStep]:
    """Blocks the first step, before any note is listed."""
    step, list_names = BlockedStep(), IndexUpdater.list_names

    def blocked(updater: IndexUpdater) -> object:
        step.wait()
        return list_names(updater)

    monkeypatch.setattr(IndexUpdater, "list_names", blocked)
    yield step
    step.go_on.set()


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[BlockedStep]:
    """Blocks the reading of notes that are already listed."""
    step, read_found = BlockedStep(), IndexUpdater.read_found

    def blocked(updater: IndexUpdater, different: tuple[FileDifference, ...]) -> Iterator[NotesIndexed]:
        step.wait()
        yield from read_found(updater, different)

    monkeypatch.setattr(IndexUpdater, "read_found", blocked)
    yield step
    step.go_on.set()


def visible_texts(window: QWidget) -> list[str]:
    """Return the visible texts of labels and of the status bar."""
    labels = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    return labels + [item.shown_text() for item in window.findChildren(StatusItem) if item.isVisible()]


def empty_state_texts(window: QWidget) -> list[str]:
    return [text for text in visible_texts(window) if text == "Offline" or any(part in text for part in EMPTY_STATES)]


async def wait_until_open(desktop: WindowManager) -> None:
    await until(lambda: desktop.views is not None)


@on_qt_loop
async def test_t11_no_pane_shows_an_empty_state_before_the_notes_are_listed(
    home: Path, tmp_path: Path, listing: BlockedStep
) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await wait_until_open(desktop)
        views, window = desktop.views, desktop.window
        assert views is not None
        browser = views.browser
        assert empty_state_texts(window) == []
        assert "Reading your notes…" in visible_texts(window)
        assert window.status.index.shown_text() == "Scanning notes…"
        browser.show_tags()
        await until(lambda: "Reading your notes…" in visible_texts(browser.tags_pane))
        browser.show_search("boiler")
        await until(lambda: "Reading your notes…" in visible_texts(browser.search_pane))
        browser.show_links()
        await until(
            lambda: "Your notes are still being read, so something may be missing here." in visible_texts(window)
        )
        popup = views.searches.switcher.open()
        window.commands["graph"].trigger()
        await until(lambda: any(isinstance(page, GlobalGraphPage) for page in views.notes.widgets))
        graph = next(page for page in views.notes.widgets if isinstance(page, GlobalGraphPage))
        await until(lambda: "Reading your notes…" in visible_texts(graph))
        assert empty_state_texts(window) == []
        popup.close()

        listing.go_on.set()
        await views.workspace.indexer.settled()
        await until(lambda: graph.view.isVisible())
        browser.show_search("boiler")
        await until(lambda: browser.search_pane.list.isVisible())
        browser.show_files()
        await until(lambda: browser.model.index_of("Boiler.md").isValid())
        assert "Reading your notes…" not in visible_texts(window)


@on_qt_loop
async def test_t11_an_empty_folder_is_called_empty_only_after_the_scan(
    home: Path, tmp_path: Path, listing: BlockedStep
) -> None:
    (tmp_path / "Empty").mkdir()
    async with running_desktop(tmp_path / "Empty") as desktop:
        await wait_until_open(desktop)
        assert empty_state_texts(desktop.window) == []
        listing.go_on.set()
        await until(lambda: "No notes yet" in visible_texts(desktop.window))
        assert "Reading your notes…" not in visible_texts(desktop.window)


@on_qt_loop
async def test_t11_no_note_shows_a_lock_before_it_is_read(home: Path, tmp_path: Path, reading: BlockedStep) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    (vault / "Secret.md").write_text(PRIVATE, encoding="utf-8")
    async with running_desktop(vault) as desktop:
        await wait_until_open(desktop)
        views = desktop.views
        assert views is not None
        browser, rules = views.browser, views.workspace.privacy
        await until(lambda: browser.model.index_of("Secret.md").isValid())
        badges = browser.model.badges
        paths = ("Boiler.md", "Daily/2026-11-20.md", "Secret.md")
        assert [badges.lock(path, folder=False) for path in paths] == ["", "", ""]
        # A note that is not read yet is withheld.
        assert all(rules.strictest_rule(path) is not None for path in paths)

        reading.go_on.set()
        await until(lambda: badges.lock("Secret.md", folder=False) and rules.strictest_rule("Boiler.md") is None)
        assert not badges.lock("Boiler.md", folder=False)


@on_qt_loop
async def test_t11_incomplete_search_results_are_marked_while_notes_are_read(
    home: Path, tmp_path: Path, reading: BlockedStep
) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await wait_until_open(desktop)
        views = desktop.views
        assert views is not None
        pane = views.browser.search_pane
        await until(reading.begun.is_set)
        views.browser.show_search("boiler")  # Found by its name, which is already listed.
        await until(lambda: pane.list.isVisible())
        assert "still being read" in pane.problem.text()
        reading.go_on.set()
        await until(lambda: not pane.problem.text())


@on_qt_loop
async def test_t11_another_vault_opening_in_the_window_is_named_immediately(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, other = small_vault(tmp_path / "Lindenweg"), small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        shown_texts: set[str] = set()
        window = desktop.window
        show = window.status.show_index
        monkeypatch.setattr(window.status, "show_index", lambda text, *rest: (shown_texts.add(text), show(text, *rest)))
        desktop.path_opener.open_in(other, desktop.front)
        await until(lambda: desktop.views is None and "Opening Reading…" in shown_texts)
        assert empty_state_texts(window) == []
        assert desktop.quick.quick_ask._opening() == "Reading"
        await open_views(desktop)
        assert desktop.quick.quick_ask._opening() == ""

"""While a vault opens and its notes are read, the window says what is happening and nothing that is soon untrue."""

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

UNTRUE = (
    "No notes yet", "contains no Markdown", "No vault", "No tags yet", "Nothing found", "No note contains",
    "No other note", "There are no notes", "There are no other notes", "No matches", "No matching notes",
)  # fmt: skip

PRIVATE = "---\ntags: [private]\n---\nA secret.\n"


class HeldStep:
    """A step of the indexer's thread that waits until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

    def wait(self) -> None:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)


@pytest.fixture
def listing(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldStep]:
    """Holds the first step, before any note is known by name."""
    step, list_names = HeldStep(), IndexUpdater.list_names

    def held(updater: IndexUpdater) -> object:
        step.wait()
        return list_names(updater)

    monkeypatch.setattr(IndexUpdater, "list_names", held)
    yield step
    step.go_on.set()


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldStep]:
    """Holds the reading of notes that are known by name."""
    step, read_found = HeldStep(), IndexUpdater.read_found

    def held(updater: IndexUpdater, different: tuple[FileDifference, ...]) -> Iterator[NotesIndexed]:
        step.wait()
        yield from read_found(updater, different)

    monkeypatch.setattr(IndexUpdater, "read_found", held)
    yield step
    step.go_on.set()


def seen_texts(window: QWidget) -> list[str]:
    """Return what labels and the status line say."""
    labels = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    return labels + [item.shown_text() for item in window.findChildren(StatusItem) if item.isVisible()]


def untrue_texts(window: QWidget) -> list[str]:
    return [text for text in seen_texts(window) if text == "Offline" or any(one in text for one in UNTRUE)]


async def opened(desktop: WindowManager) -> None:
    await until(lambda: desktop.views is not None)


@on_qt_loop
async def test_t11_nothing_untrue_is_said_in_any_pane_before_the_notes_are_known(
    home: Path, tmp_path: Path, listing: HeldStep
) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await opened(desktop)
        views, window = desktop.views, desktop.window
        assert views is not None
        browser = views.browser
        assert untrue_texts(window) == []
        assert "Reading your notes…" in seen_texts(window)
        assert window.status.index.shown_text() == "Scanning notes…"
        browser.show_tags()
        await until(lambda: "Reading your notes…" in seen_texts(browser.tags_pane))
        browser.show_search("boiler")
        await until(lambda: "Reading your notes…" in seen_texts(browser.search_pane))
        browser.show_links()
        await until(lambda: "Your notes are still being read, so something may be missing here." in seen_texts(window))
        popup = views.search_commands.switcher.open()
        window.commands["graph"].trigger()
        await until(lambda: any(isinstance(one, GlobalGraphPage) for one in views.notes.widgets))
        graph = next(one for one in views.notes.widgets if isinstance(one, GlobalGraphPage))
        await until(lambda: "Reading your notes…" in seen_texts(graph))
        assert untrue_texts(window) == []
        popup.close()

        listing.go_on.set()
        await views.workspace.indexer.settled()
        await until(lambda: graph.view.isVisible())
        browser.show_search("boiler")
        await until(lambda: browser.search_pane.list.isVisible())
        browser.show_files()
        await until(lambda: browser.model.index_of("Boiler.md").isValid())
        assert "Reading your notes…" not in seen_texts(window)


@on_qt_loop
async def test_t11_an_empty_folder_is_called_empty_once_that_is_known(
    home: Path, tmp_path: Path, listing: HeldStep
) -> None:
    (tmp_path / "Empty").mkdir()
    async with running_desktop(tmp_path / "Empty") as desktop:
        await opened(desktop)
        assert untrue_texts(desktop.window) == []
        listing.go_on.set()
        await until(lambda: "No notes yet" in seen_texts(desktop.window))
        assert "Reading your notes…" not in seen_texts(desktop.window)


@on_qt_loop
async def test_t11_no_note_has_a_lock_before_it_is_read(home: Path, tmp_path: Path, reading: HeldStep) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    (vault / "Secret.md").write_text(PRIVATE, encoding="utf-8")
    async with running_desktop(vault) as desktop:
        await opened(desktop)
        views = desktop.views
        assert views is not None
        browser, rules = views.browser, views.workspace.privacy
        await until(lambda: browser.model.index_of("Secret.md").isValid())
        badges = browser.model.badges
        paths = ("Boiler.md", "Daily/2026-11-20.md", "Secret.md")
        assert [badges.lock(path, folder=False) for path in paths] == ["", "", ""]
        # What is not known is still kept back.
        assert all(rules.strictest_rule(path) is not None for path in paths)

        reading.go_on.set()
        await until(lambda: badges.lock("Secret.md", folder=False) and rules.strictest_rule("Boiler.md") is None)
        assert not badges.lock("Boiler.md", folder=False)


@on_qt_loop
async def test_t11_what_is_missing_for_now_is_said_under_what_was_found(
    home: Path, tmp_path: Path, reading: HeldStep
) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await opened(desktop)
        views = desktop.views
        assert views is not None
        pane = views.browser.search_pane
        await until(reading.begun.is_set)
        views.browser.show_search("boiler")  # Found by its name, which is known.
        await until(lambda: pane.list.isVisible())
        assert "still being read" in pane.problem.text()
        reading.go_on.set()
        await until(lambda: not pane.problem.text())


@on_qt_loop
async def test_t11_another_vault_that_opens_in_the_window_is_named_at_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, other = small_vault(tmp_path / "Lindenweg"), small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        said: set[str] = set()
        window = desktop.window
        show = window.status.show_index
        monkeypatch.setattr(window.status, "show_index", lambda text, *rest: (said.add(text), show(text, *rest)))
        desktop.open_vault(other)
        await until(lambda: desktop.views is None and "Opening Reading…" in said)
        assert untrue_texts(window) == []
        assert desktop.quick.quick_ask._opening() == "Reading"
        await open_views(desktop)
        assert desktop.quick.quick_ask._opening() == ""

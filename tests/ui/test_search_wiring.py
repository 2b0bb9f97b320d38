"""Search wiring: the last searches of each vault come back."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.search_wiring import MOST_SEARCHES, SearchWiring
from vaultdesk.ui.state import StateFile


class Pane(QObject):
    """The two ends of a search pane."""

    settled = Signal(str)
    shown: tuple[str, ...] = ()

    def show_recent(self, searches: tuple[str, ...]) -> None:
        """Keep what was offered."""
        self.shown = searches


def recent(pane: SearchPane) -> list[str]:
    return [row.text for row in pane.hints.hints.rows if row.kind == "recent"]


@on_qt_loop
async def test_what_led_to_a_note_is_offered_again_also_at_the_next_start(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        pane = views.browser.search_pane
        views.browser.show_search("boiler leaks")
        await until(lambda: pane.list.paths())
        pane.field.returnPressed.emit()
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert recent(pane) == ["boiler leaks"]
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        assert recent(views.browser.search_pane) == ["boiler leaks"]
        assert not list(vault.glob(".*"))


def test_the_newest_come_first_each_once_and_other_vaults_keep_theirs(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"))
    qtbot.addWidget(window)
    parent = QObject(window)

    first, second = Pane(window), Pane(window)
    SearchWiring(window, "/a", first, parent)  # type: ignore[arg-type]  # the two ends of one
    SearchWiring(window, "/b", second, parent)  # type: ignore[arg-type]  # as above
    second.settled.emit("other")
    for query in (*map(str, range(12)), "5"):
        first.settled.emit(query)
    assert first.shown == ("5", "11", "10", "9", "8", "7", "6", "4", "3", "2")
    assert len(first.shown) == MOST_SEARCHES
    assert window.state.searches == {"/a": first.shown, "/b": ("other",)}

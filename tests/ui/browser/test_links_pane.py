"""Links pane: what a real index tells of the open note and of all notes, while it is seen."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk, until
from vaultdesk.index.related import Related
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.links_pane import LinksPane

NOTES = {
    "Boiler.md": "See [[Budget]] and [[Pump]].\n",
    "Budget.md": "The [[Boiler]] costs much.\n",
    "Log.md": "The boiler hums.\n",
}


def heads(pane: LinksPane) -> dict[str, str]:
    return {row.title: row.right for row in pane.list.shown.rows if row.strong}


def made(at: Desk) -> LinksPane:
    pane = LinksPane(at.searcher)
    pane.related = Related(at.searcher, None)
    return pane


@on_qt_loop
async def test_all_sections_are_filled_for_the_open_note(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        pane = made(at)
        pane.show_note("Boiler.md")
        pane.show()
        await until(lambda: "…" not in heads(pane).values())
        assert heads(pane) == {
            "Linked from": "1", "Links to": "1", "Not yet written": "1", "Mentions without a link": "1",
            "Notes without any link": "1", "Not yet written, linked to": "1", "Notes most linked to": "2",
        }  # fmt: skip
        opened: list[tuple[str, bool, object]] = []
        create: list[str] = []
        pane.opened.connect(lambda *what: opened.append(what))
        pane.create_asked.connect(create.append)
        pane.enter()
        for key in ("from 0", "to 0", "unwritten 0"):
            pane.list.go_to(key)
            QTest.keyClick(pane.list, Qt.Key.Key_Return)
        assert opened == [("Budget.md", False, "The Boiler costs much."), ("Budget.md", False, None)]
        assert create == ["Pump"]
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_it_follows_the_note_and_the_index_and_survives_that_all_goes(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        pane = made(at)
        pane.show()
        pane.show_note("Boiler.md")
        await until(lambda: heads(pane).get("Linked from") == "1")
        at.change_outside("Budget.md", "no link any more")
        await at.indexer.settled()

        def followed() -> bool:
            pane.refresh()
            return heads(pane).get("Linked from") == "0"

        await until(followed)
        pane.show_note("")
        assert "Linked from" not in heads(pane)
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_nothing_is_asked_while_it_is_not_seen(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        pane = made(at)
        pane.show_note("Boiler.md")
        pane.refresh()
        assert set(heads(pane).values()) == {"…"}
        pane.deleteLater()

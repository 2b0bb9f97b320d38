"""Tests of ui/browser/links_pane.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import Desk, desk
from vaultdesk.index.index_results import Backlink, OutgoingLink
from vaultdesk.index.link_graph import Hub
from vaultdesk.index.related import Related
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.links_pane import (
    ROWS_PER_STEP,
    LinkItem,
    LinksPane,
    Section,
    backlink_items,
    hub_items,
    link_rows,
    missing_items,
    note_items,
    outgoing_items,
)

# Link rows: sections with their counts, rows that lead to notes, to what is to be written, and to further rows.

FROM = [
    Backlink("Log.md", "Log", 3, "the boiler hums, see boiler"),
    Backlink("Log.md", "Log", 9, "Boiler again"),
    Backlink("Projects/Budget.md", "Budget", 1, "boiler costs"),
]


def test_a_note_is_named_once_over_its_lines_and_marked_where_it_names_the_open_one() -> None:
    items = backlink_items(FROM, "Boiler")
    assert [(one.row.title, one.row.detail) for one in items] == [("Log", ""), ("", ""), ("Budget", "Projects")]
    assert [one.row.text[start:end] for one in items for start, end in one.row.marks] == ["boiler", "Boiler", "boiler"]
    assert items[1].target.passage == "Boiler again"


def test_links_to_notes_are_told_apart_from_what_is_not_there() -> None:
    links = [
        OutgoingLink("Log", "", "Log.md", 1),
        OutgoingLink("log", "x", "Log.md", 2),
        OutgoingLink("Pump", "", None, 3),
        OutgoingLink("pump", "", None, 4),
        OutgoingLink("plan.png", "", None, 5, embed=True),
    ]
    there, lacking = outgoing_items(links)
    assert [(one.row.title, one.row.right, one.target.path) for one in there] == [("Log", "2", "Log.md")]
    assert [(one.row.title, one.target.create) for one in lacking] == [("Pump", "Pump")]


def test_sections_fold_and_say_how_many_rows_they_have() -> None:
    known: dict[Section, list[LinkItem]] = {
        "from": backlink_items(FROM, "Boiler"), "to": [], "orphans": note_items(["A.md"]),
        "missing": missing_items([("Pump", 2)]), "hubs": hub_items([Hub("Log.md", 3, 1), Hub("B.md", 0, 4)]),
    }  # fmt: skip
    rows, places = link_rows(known, {"orphans"}, {}, note=True)
    heads = [(row.title, row.right, row.folded) for row in rows if row.font == "strong"]
    assert heads[:3] == [("Linked from", "3", False), ("Links to", "0", True), ("Not created yet", "…", True)]
    assert heads[4:] == [
        ("Notes without links", "1", True),
        ("Linked, but not created yet", "1", False),
        ("Most linked notes", "1", False),
    ]
    assert len({row.key for row in rows}) == len(rows)
    assert {place.path for place in places.values()} >= {"Log.md", "Projects/Budget.md"}


def test_without_a_note_the_vault_is_left() -> None:
    rows, _ = link_rows({}, set(), {}, note=False)
    assert [row.title for row in rows if row.heading] == ["No note is open", "In this vault"]


def test_thousands_of_rows_are_shown_in_steps() -> None:
    rows, places = link_rows({"orphans": note_items([f"{n}.md" for n in range(5_000)])}, set(), {}, note=False)
    assert rows[-3].title == "4,700 more"
    assert places["more orphans"].more == "orphans"
    assert len(places) == ROWS_PER_STEP + 1


# Links pane: what a real index tells of the open note and of all notes, while it is seen.

NOTES = {
    "Boiler.md": "See [[Budget]] and [[Pump]].\n",
    "Budget.md": "The [[Boiler]] costs much.\n",
    "Log.md": "The boiler hums.\n",
}


def heads(pane: LinksPane) -> dict[str, str]:
    return {row.title: row.right for row in pane.list.row_model.rows if row.font == "strong"}


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
            "Linked from": "1", "Links to": "1", "Not created yet": "1", "Unlinked mentions": "1",
            "Notes without links": "1", "Linked, but not created yet": "1", "Most linked notes": "2",
        }  # fmt: skip
        opened: list[tuple[str, bool, object]] = []
        create: list[str] = []
        pane.opened.connect(lambda *what: opened.append(what))
        pane.create_requested.connect(create.append)
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

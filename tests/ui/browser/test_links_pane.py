"""Tests of ui/browser/links_pane.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
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

# Link rows: sections with counts; rows open notes, create missing notes or show more rows.

BACKLINKS = [
    Backlink("Log.md", "Log", 3, "the boiler hums, see boiler"),
    Backlink("Log.md", "Log", 9, "Boiler again"),
    Backlink("Projects/Budget.md", "Budget", 1, "boiler costs"),
]


def test_source_note_is_named_once_above_its_lines_with_marked_mentions() -> None:
    items = backlink_items(BACKLINKS, "Boiler")
    assert [(item.row.title, item.row.detail) for item in items] == [("Log", ""), ("", ""), ("Budget", "Projects")]
    assert [item.row.text[start:end] for item in items for start, end in item.row.marks] == [
        "boiler",
        "Boiler",
        "boiler",
    ]
    assert items[1].target.passage == "Boiler again"


def test_existing_and_missing_link_targets_are_separated() -> None:
    links = [
        OutgoingLink("Log", "", "Log.md", 1),
        OutgoingLink("log", "x", "Log.md", 2),
        OutgoingLink("Pump", "", None, 3),
        OutgoingLink("pump", "", None, 4),
        OutgoingLink("plan.png", "", None, 5, embed=True),
    ]
    existing, missing = outgoing_items(links)
    assert [(item.row.title, item.row.right, item.target.path) for item in existing] == [("Log", "2", "Log.md")]
    assert [(item.row.title, item.target.create) for item in missing] == [("Pump", "Pump")]


def test_sections_collapse_and_show_their_row_count() -> None:
    items: dict[Section, list[LinkItem]] = {
        "from": backlink_items(BACKLINKS, "Boiler"), "to": [], "orphans": note_items(["A.md"]),
        "missing": missing_items([("Pump", 2)]), "hubs": hub_items([Hub("Log.md", 3, 1), Hub("B.md", 0, 4)]),
    }  # fmt: skip
    rows, targets = link_rows(items, {"orphans"}, {}, note=True)
    headers = [(row.title, row.right, row.folded) for row in rows if row.font == "strong"]
    assert headers[:3] == [("Linked from", "3", False), ("Links to", "0", True), ("Not created yet", "…", True)]
    assert headers[4:] == [
        ("Notes without links", "1", True),
        ("Linked, but not created yet", "1", False),
        ("Most linked notes", "1", False),
    ]
    assert len({row.key for row in rows}) == len(rows)
    assert {target.path for target in targets.values()} >= {"Log.md", "Projects/Budget.md"}


def test_without_an_open_note_only_vault_sections_are_shown() -> None:
    rows, _ = link_rows({}, set(), {}, note=False)
    assert [row.title for row in rows if row.heading] == ["No note is open", "In this vault"]


def test_rows_are_shown_in_steps() -> None:
    rows, targets = link_rows({"orphans": note_items([f"{n}.md" for n in range(5_000)])}, set(), {}, note=False)
    assert rows[-3].title == "4,700 more"
    assert targets["more orphans"].more == "orphans"
    assert len(targets) == ROWS_PER_STEP + 1


# Links pane: content of a real index for the open note and the vault while the pane is visible.

NOTES = {
    "Boiler.md": "See [[Budget]] and [[Pump]].\n",
    "Budget.md": "The [[Boiler]] costs much.\n",
    "Log.md": "The boiler hums.\n",
}


def section_counts(pane: LinksPane) -> dict[str, str]:
    return {row.title: row.right for row in pane.list.row_model.rows if row.font == "strong"}


def make_pane(env: NoteAreaEnv) -> LinksPane:
    pane = LinksPane(env.searcher)
    pane.related = Related(env.searcher, None)
    return pane


@on_qt_loop
async def test_all_sections_are_filled_for_the_open_note(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        pane = make_pane(env)
        pane.show_note("Boiler.md")
        pane.show()
        await until(lambda: "…" not in section_counts(pane).values())
        assert section_counts(pane) == {
            "Linked from": "1", "Links to": "1", "Not created yet": "1", "Unlinked mentions": "1",
            "Notes without links": "1", "Linked, but not created yet": "1", "Most linked notes": "2",
        }  # fmt: skip
        opened: list[tuple[str, bool, object]] = []
        create: list[str] = []
        pane.opened.connect(lambda *args: opened.append(args))
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
async def test_pane_follows_the_note_and_the_index(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        pane = make_pane(env)
        pane.show()
        pane.show_note("Boiler.md")
        await until(lambda: section_counts(pane).get("Linked from") == "1")
        env.change_outside("Budget.md", "no link any more")
        await env.indexer.settled()

        def is_updated() -> bool:
            pane.refresh()
            return section_counts(pane).get("Linked from") == "0"

        await until(is_updated)
        pane.show_note("")
        assert "Linked from" not in section_counts(pane)
        await bridge.cancel_all()
        pane.deleteLater()


@on_qt_loop
async def test_hidden_pane_does_not_query_the_index(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        pane = make_pane(env)
        pane.show_note("Boiler.md")
        pane.refresh()
        assert set(section_counts(pane).values()) == {"…"}
        pane.deleteLater()

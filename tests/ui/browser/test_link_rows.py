"""Link rows: sections with their counts, rows that lead to notes, to what is to be written, and to further rows."""

from vaultdesk.index.index_results import Backlink, OutgoingLink
from vaultdesk.ui.browser.link_rows import (
    STEP,
    LinkItem,
    Section,
    from_items,
    hub_items,
    link_rows,
    missing_items,
    note_items,
    to_items,
)

FROM = [
    Backlink("Log.md", "Log", 3, "the boiler hums, see boiler"),
    Backlink("Log.md", "Log", 9, "Boiler again"),
    Backlink("Projects/Budget.md", "Budget", 1, "boiler costs"),
]


def test_a_note_is_named_once_over_its_lines_and_marked_where_it_names_the_open_one() -> None:
    items = from_items(FROM, "Boiler")
    assert [(one.row.title, one.row.beside) for one in items] == [("Log", ""), ("", ""), ("Budget", "Projects")]
    assert [one.row.text[start:end] for one in items for start, end in one.row.marks] == ["boiler", "Boiler", "boiler"]
    assert items[1].place.words == "Boiler again"


def test_links_to_notes_are_told_apart_from_what_is_not_there() -> None:
    links = [
        OutgoingLink("Log", "", "Log.md", 1),
        OutgoingLink("log", "x", "Log.md", 2),
        OutgoingLink("Pump", "", None, 3),
        OutgoingLink("pump", "", None, 4),
        OutgoingLink("plan.png", "", None, 5, embed=True),
    ]
    there, lacking = to_items(links)
    assert [(one.row.title, one.row.right, one.place.path) for one in there] == [("Log", "2", "Log.md")]
    assert [(one.row.title, one.place.create) for one in lacking] == [("Pump", "Pump")]


def test_sections_fold_and_say_how_many_rows_they_have() -> None:
    known: dict[Section, list[LinkItem]] = {
        "from": from_items(FROM, "Boiler"), "to": [], "orphans": note_items(["A.md"]),
        "missing": missing_items([("Pump", 2)]), "hubs": hub_items([("Log.md", 3, 1), ("B.md", 0, 4)]),
    }  # fmt: skip
    rows, places = link_rows(known, {"orphans"}, {}, note=True)
    heads = [(row.title, row.right, row.folded) for row in rows if row.strong]
    assert heads[:3] == [("Linked from", "3", False), ("Links to", "0", True), ("Not yet written", "…", True)]
    assert heads[4:] == [
        ("Notes without any link", "1", True),
        ("Not yet written, linked to", "1", False),
        ("Notes most linked to", "1", False),
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
    assert len(places) == STEP + 1

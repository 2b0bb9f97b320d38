"""Tests of ui/activity/change_history.py."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.entries import NOON, change
from tests.ui.activity.scene import open_vault, rewrite
from vaultdesk.ui.activity.change_history import (
    FOLDED_CHANGES_FROM,
    ChangeContext,
    UndoAction,
    change_groups,
    change_rows,
)
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.vault.undo import UndoOutcome

# Change groups: one answer's changes together; an undo is told at what it took back.


def test_changes_of_one_answer_are_one_group_and_the_newest_is_first() -> None:
    entries = [change(3, "c.md", group="run_2"), change(2, "b.md"), change(1, "a.md")]

    groups = change_groups(entries)

    assert [(group.id, [item.path for item in group.items]) for group in groups] == [
        ("run_2", ["c.md"]),
        ("run_1", ["a.md", "b.md"]),
    ]
    assert groups[1].time == NOON + timedelta(minutes=2)
    assert groups[1].applied == 2


def test_repaired_links_are_one_item_beside_their_rename() -> None:
    entries = [
        change(4, "d.md", unit=""),
        change(3, "c.md", unit="u"),
        change(2, "b.md", unit="u"),
        change(1, "a.md", "move", new_path="z.md", unit="u"),
    ]
    (group,) = change_groups(entries)

    assert [(item.kind, len(item.entries)) for item in group.items] == [("move", 1), ("links", 2), ("modify", 1)]
    assert (group.changes, group.links, group.applied) == (2, 2, 4)


def test_tools_that_change_a_part_of_a_note_say_which() -> None:
    tools = ("update_frontmatter", "add_tags", "edit_note")
    (group,) = change_groups([change(number, f"{number}.md", tool=tool) for number, tool in enumerate(tools)])

    assert [item.kind for item in group.items] == ["modify", "tags", "properties"]


def test_an_undo_is_told_at_the_change_it_took_back() -> None:
    undone = [change(2, group="undo:1", undoes=1), change(1, undone_by=2)]
    (group,) = change_groups(undone)

    assert (group.id, group.applied, group.undone) == ("run_1", 0, 1)
    assert group.undone_at == NOON + timedelta(minutes=2)


def test_a_redo_makes_the_change_stand_again_and_is_no_group_either() -> None:
    entries = [change(3, group="undo:2", undoes=2), change(2, group="undo:1", undoes=1, undone_by=3), change(1)]
    (group,) = change_groups(entries)

    assert (group.id, group.applied, group.undone, group.undone_at) == ("run_1", 1, 0, None)


def test_an_undo_of_a_change_that_is_no_longer_listed_stands_for_itself() -> None:
    (group,) = change_groups([change(9, group="undo:1", undoes=1, title="Undo of “Tag”")])

    assert group.is_undo
    assert group.applied == 1


def test_what_was_never_made_can_not_be_undone() -> None:
    (group,) = change_groups([change(2, "b.md", state="failed"), change(1, "a.md", state="conflict")])

    assert (group.applied, group.undone) == (0, 0)


def test_where_a_note_is_now() -> None:
    (group,) = change_groups(
        [
            change(5, "e.md", "delete"),
            change(4, "d.md", "create", undone_by=9),
            change(3, "c.md", "delete", undone_by=9),
            change(2, "b.md", "move", new_path="z.md", undone_by=9),
            change(1, "a.md", "move", new_path="y.md"),
        ]
    )

    assert [item.current_path for item in group.items] == ["y.md", "b.md", "c.md", "", ""]


def test_a_group_is_found_by_question_and_by_note() -> None:
    (group,) = change_groups([change(1, "Projects/Boiler.md", title="Tag the notes")])

    assert [group.matches(text) for text in ("TAG THE", "projects/boil", "librarian", "budget")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_a_rename_with_thousands_of_links_is_grouped_at_once() -> None:
    entries = [change(number, f"{number}.md", unit="u") for number in range(15_000, 1, -1)]
    (group,) = change_groups([*entries, change(1, "a.md", "move", new_path="z.md", unit="u")])

    assert [len(item.entries) for item in group.items] == [1, 14_999]


# Change rows: what a person reads of changes, and what they can take back.

NEWS = ChangeContext(date(2026, 11, 20))


def drawn(row: CardRow) -> tuple[str, str, list[str]]:
    """The row's words, its columns, and what is drawn to be pressed."""
    text = "".join(span.text for span in row.spans)
    return text, " ".join(cell.text for cell in row.cells), [one.text for one in row.actions if not one.in_menu]


def rows(*entries: object, news: ChangeContext = NEWS) -> list[CardRow]:
    return change_rows(change_groups(entries), news)  # type: ignore[arg-type] # journal entries


def test_an_answer_is_a_card_with_its_changes_and_ways_back() -> None:
    found = rows(
        change(4, "Budget.md", added=1, removed=1, title="Put that into the note"),
        change(3, "c.md", unit="u"),
        change(2, "b.md", unit="u"),
        change(1, "House/Boiler.md", "move", new_path="House/Heating.md", unit="u", added=0),
    )

    assert [drawn(row) for row in found] == [
        ("Put that into the note   Librarian · 2 changes, 2 links", "", ["Undo all 4"]),
        ("Boiler → Heating", "", ["Undo"]),
        ("Repaired links in b, c", "2 notes", []),
        ("Changed Budget", "+1 −1", ["Undo"]),
    ]


def test_every_kind_has_words() -> None:
    found = rows(
        change(5, "e.md", "delete"),
        change(4, "d.md", tool="add_tags"),
        change(3, "c.md", tool="update_frontmatter"),
        change(2, "b.md", "move", new_path="Archive/b.md"),
        change(1, "a.md", "create", added=14),
    )

    assert [drawn(row)[0] for row in found[1:]] == [
        "Created a", "Moved b to Archive", "Changed properties of c", "Changed tags of d", "Deleted e",
    ]  # fmt: skip


def test_the_names_of_a_change_are_emphasized_where_the_sentence_has_them() -> None:
    entries = [change(number, f"{{name}} {number}.md", unit="u") for number in range(7, 1, -1)]
    moved, repaired = rows(*entries, change(1, "a.md", "move", new_path="b/a.md", unit="u"))[1:]

    assert [(span.text, span.font) for span in moved.spans] == [
        ("Moved ", "interface"), ("a", "strong"), (" to ", "interface"), ("b", "strong"),
    ]  # fmt: skip
    names = ", ".join(f"{{name}} {number}" for number in range(2, 6))
    assert [(span.text, span.font) for span in repaired.spans] == [
        ("Repaired links in ", "interface"), (names, "strong"), (" and 2 more", "interface"),
    ]  # fmt: skip


def test_what_is_undone_is_drawn_through_and_offers_redo() -> None:
    found = rows(*(change(9, group="undo:1", undoes=1), change(2, "b.md", undone_by=9), change(1, undone_by=9)))

    assert drawn(found[0])[2] == ["Redo all 2"]
    assert "undone at" in drawn(found[0])[0]
    assert all(span.strikethrough for row in found[1:] for span in row.spans)
    assert [drawn(row)[2] for row in found[1:]] == [[], []]


def test_of_a_group_that_is_half_undone_each_change_has_its_own_way() -> None:
    found = rows(change(2, "b.md"), change(1, "a.md", undone_by=9))

    assert [drawn(row)[2] for row in found] == [["Undo"], ["Redo"], ["Undo"]]


def test_many_of_a_kind_are_folded_behind_the_first() -> None:
    entries = [change(number, f"{number}.md", tool="update_frontmatter") for number in range(12, 0, -1)]
    found = rows(*entries)
    assert [drawn(row)[:2] for row in found[1:]] == [
        ("Changed properties of 1", "+1"),
        ("Changed properties of 11 more notes", "+11"),
    ]
    opened = rows(*entries, news=ChangeContext(NEWS.today, frozenset({found[2].key})))

    assert found[2].is_open is False
    assert len(opened) == 1 + 12 + 1
    assert len(rows(*entries[-FOLDED_CHANGES_FROM:])) == 1 + FOLDED_CHANGES_FROM


def test_what_did_not_go_well_is_said_and_cannot_be_undone() -> None:
    found = rows(
        change(4, "d.md", state="intended"),
        change(3, "c.md", state="failed"),
        change(2, "b.md", state="conflict"),
        change(1, "a.md", state="unconfirmed"),
    )
    cells = [(drawn(row)[1], drawn(row)[2]) for row in found[1:] if row.cells]

    assert cells == [
        ("written, not confirmed +1", ["Undo"]),
        ("changed by another program +1", []),
        ("not done +1", []),
        ("result not known +1", []),
    ]
    assert [drawn(row)[0] for row in found if row.key == "remark 2"] == [
        "Another program changed this note at the same time. Its version was left in place; earlier versions are kept."
    ]


def test_what_recovery_found_stands_under_its_change() -> None:
    found = rows(change(1, state="failed"), news=ChangeContext(NEWS.today, recovered={1: "It was interrupted."}))

    assert drawn(found[2])[0] == "It was interrupted."


def test_an_undo_that_was_refused_offers_to_compare() -> None:
    found = rows(change(1), news=ChangeContext(NEWS.today, refused={"run_1": "“Boiler.md” has since changed."}))

    assert (found[-1].kind, drawn(found[-1])) == ("banner", ("“Boiler.md” has since changed.", "", ["Compare"]))


def test_an_undo_whose_change_is_forgotten_offers_redo() -> None:
    found = rows(change(9, group="undo:1", undoes=1, title="Undo of “Tag”"))

    assert drawn(found[0])[2] == ["Redo"]


# Way back: an undo says what it did and offers its own way back; a refused one says who stands in the way.

Told = tuple[str, str, Callable[[], None] | None]


def heard(back: UndoAction) -> list[Told]:
    emitted: list[Told] = []
    back.message_requested.connect(lambda text, action, do: emitted.append((text, action, do)))
    return emitted


@on_qt_loop
async def test_undo_and_redo_lead_back_and_forth(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_vault(home, root) as workspace:
        await rewrite(workspace, "run_1", "Tag", "Boiler.md", "Budget.md")
        back = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        emitted = heard(back)

        back.run("run_1")
        await until(lambda: emitted)
        text, action, again = emitted.pop()
        assert (text, action) == ("Undone: 2 notes.", "Redo")
        assert (root / "Boiler.md").read_text() == "The boiler leaks.\n"
        assert again is not None
        again()
        await until(lambda: emitted)
        assert emitted[0][:2] == ("Redone: 2 notes.", "Undo")
        assert (root / "Boiler.md").read_text() == "The boiler leaks.\nTag\n"
        del owner


@on_qt_loop
async def test_a_note_that_changed_since_refuses(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_vault(home, root) as workspace:
        await rewrite(workspace, "run_1", "Tag", "Boiler.md")
        (root / "Boiler.md").write_text("Written by hand.\n")
        back = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        refusals: list[tuple[object, bool, UndoOutcome]] = []
        back.refused.connect(lambda *refusal: refusals.append(refusal))

        back.run("run_1")
        await until(lambda: refusals)
        what, again, outcome = refusals[0]
        assert (what, again, [one.path for one in outcome.refused]) == ("run_1", False, ["Boiler.md"])
        assert (root / "Boiler.md").read_text() == "Written by hand.\n"
        del owner


@on_qt_loop
async def test_what_cannot_be_undone_is_told(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        back = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        emitted = heard(back)

        back.run("no such run")
        await until(lambda: emitted)
        assert emitted[0][:2] == (
            "“no such run” is not in the list of changes. It may have expired.", "",
        )  # fmt: skip
        del owner

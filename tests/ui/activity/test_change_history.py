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

# Change groups: the changes of one answer; an undo is shown at the change that it reverts.


def test_changes_of_one_answer_are_one_group_and_the_newest_group_is_first() -> None:
    entries = [change(3, "c.md", group="run_2"), change(2, "b.md"), change(1, "a.md")]

    groups = change_groups(entries)

    assert [(group.id, [item.path for item in group.items]) for group in groups] == [
        ("run_2", ["c.md"]),
        ("run_1", ["a.md", "b.md"]),
    ]
    assert groups[1].time == NOON + timedelta(minutes=2)
    assert groups[1].applied == 2


def test_repaired_links_are_one_item_after_their_rename() -> None:
    entries = [
        change(4, "d.md", unit=""),
        change(3, "c.md", unit="u"),
        change(2, "b.md", unit="u"),
        change(1, "a.md", "move", new_path="z.md", unit="u"),
    ]
    (group,) = change_groups(entries)

    assert [(item.kind, len(item.entries)) for item in group.items] == [("move", 1), ("links", 2), ("modify", 1)]
    assert (group.changes, group.links, group.applied) == (2, 2, 4)


def test_item_kind_depends_on_the_tool() -> None:
    tools = ("update_frontmatter", "add_tags", "edit_note")
    (group,) = change_groups([change(number, f"{number}.md", tool=tool) for number, tool in enumerate(tools)])

    assert [item.kind for item in group.items] == ["modify", "tags", "properties"]


def test_undo_is_shown_at_the_reverted_change() -> None:
    undone = [change(2, group="undo:1", undoes=1), change(1, undone_by=2)]
    (group,) = change_groups(undone)

    assert (group.id, group.applied, group.undone) == ("run_1", 0, 1)
    assert group.undone_at == NOON + timedelta(minutes=2)


def test_redo_restores_the_change_and_forms_no_group() -> None:
    entries = [change(3, group="undo:2", undoes=2), change(2, group="undo:1", undoes=1, undone_by=3), change(1)]
    (group,) = change_groups(entries)

    assert (group.id, group.applied, group.undone, group.undone_at) == ("run_1", 1, 0, None)


def test_undo_of_an_unlisted_change_is_a_group_of_its_own() -> None:
    (group,) = change_groups([change(9, group="undo:1", undoes=1, title="Undo of “Tag”")])

    assert group.is_undo
    assert group.applied == 1


def test_failed_and_conflicting_changes_cannot_be_undone() -> None:
    (group,) = change_groups([change(2, "b.md", state="failed"), change(1, "a.md", state="conflict")])

    assert (group.applied, group.undone) == (0, 0)


def test_current_path_follows_moves_deletions_and_undo() -> None:
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


def test_group_matches_title_note_and_agent() -> None:
    (group,) = change_groups([change(1, "Projects/Boiler.md", title="Tag the notes")])

    assert [group.matches(text) for text in ("TAG THE", "projects/boil", "librarian", "budget")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_rename_with_thousands_of_links_is_one_group() -> None:
    entries = [change(number, f"{number}.md", unit="u") for number in range(15_000, 1, -1)]
    (group,) = change_groups([*entries, change(1, "a.md", "move", new_path="z.md", unit="u")])

    assert [len(item.entries) for item in group.items] == [1, 14_999]


# Change rows: texts of changes and their undo actions.

CONTEXT = ChangeContext(date(2026, 11, 20))


def row_texts(row: CardRow) -> tuple[str, str, list[str]]:
    """The text of the row, its columns, and the titles of its visible actions."""
    text = "".join(span.text for span in row.spans)
    return (
        text,
        " ".join(cell.text for cell in row.cells),
        [item.text for item in row.actions if not item.in_menu],
    )


def rows(*entries: object, context: ChangeContext = CONTEXT) -> list[CardRow]:
    return change_rows(change_groups(entries), context)  # type: ignore[arg-type] # journal entries


def test_answer_is_a_card_with_its_changes_and_undo_actions() -> None:
    result = rows(
        change(4, "Budget.md", added=1, removed=1, title="Put that into the note"),
        change(3, "c.md", unit="u"),
        change(2, "b.md", unit="u"),
        change(1, "House/Boiler.md", "move", new_path="House/Heating.md", unit="u", added=0),
    )

    assert [row_texts(row) for row in result] == [
        ("Put that into the note   Librarian · 2 changes, 2 links", "", ["Undo all 4"]),
        ("Boiler → Heating", "", ["Undo"]),
        ("Repaired links in b, c", "2 notes", []),
        ("Changed Budget", "+1 −1", ["Undo"]),
    ]


def test_every_kind_of_change_has_a_text() -> None:
    result = rows(
        change(5, "e.md", "delete"),
        change(4, "d.md", tool="add_tags"),
        change(3, "c.md", tool="update_frontmatter"),
        change(2, "b.md", "move", new_path="Archive/b.md"),
        change(1, "a.md", "create", added=14),
    )

    assert [row_texts(row)[0] for row in result[1:]] == [
        "Created a", "Moved b to Archive", "Changed properties of c", "Changed tags of d", "Deleted e",
    ]  # fmt: skip


def test_names_are_emphasized_at_their_place_in_the_sentence() -> None:
    entries = [change(number, f"{{name}} {number}.md", unit="u") for number in range(7, 1, -1)]
    moved, repaired = rows(*entries, change(1, "a.md", "move", new_path="b/a.md", unit="u"))[1:]

    assert [(span.text, span.font) for span in moved.spans] == [
        ("Moved ", "interface"), ("a", "strong"), (" to ", "interface"), ("b", "strong"),
    ]  # fmt: skip
    names = ", ".join(f"{{name}} {number}" for number in range(2, 6))
    assert [(span.text, span.font) for span in repaired.spans] == [
        ("Repaired links in ", "interface"), (names, "strong"), (" and 2 more", "interface"),
    ]  # fmt: skip


def test_undone_changes_are_struck_through_and_offer_redo() -> None:
    result = rows(*(change(9, group="undo:1", undoes=1), change(2, "b.md", undone_by=9), change(1, undone_by=9)))

    assert row_texts(result[0])[2] == ["Redo all 2"]
    assert "undone at" in row_texts(result[0])[0]
    assert all(span.strikethrough for row in result[1:] for span in row.spans)
    assert [row_texts(row)[2] for row in result[1:]] == [[], []]


def test_partly_undone_group_offers_undo_or_redo_for_each_change() -> None:
    result = rows(change(2, "b.md"), change(1, "a.md", undone_by=9))

    assert [row_texts(row)[2] for row in result] == [["Undo"], ["Redo"], ["Undo"]]


def test_many_changes_of_a_kind_are_collapsed_behind_the_first() -> None:
    entries = [change(number, f"{number}.md", tool="update_frontmatter") for number in range(12, 0, -1)]
    result = rows(*entries)
    assert [row_texts(row)[:2] for row in result[1:]] == [
        ("Changed properties of 1", "+1"),
        ("Changed properties of 11 more notes", "+11"),
    ]
    expanded = rows(*entries, context=ChangeContext(CONTEXT.today, frozenset({result[2].key})))

    assert result[2].is_open is False
    assert len(expanded) == 1 + 12 + 1
    assert len(rows(*entries[-FOLDED_CHANGES_FROM:])) == 1 + FOLDED_CHANGES_FROM


def test_unsuccessful_changes_are_reported_and_cannot_be_undone() -> None:
    result = rows(
        change(4, "d.md", state="intended"),
        change(3, "c.md", state="failed"),
        change(2, "b.md", state="conflict"),
        change(1, "a.md", state="unconfirmed"),
    )
    cells = [(row_texts(row)[1], row_texts(row)[2]) for row in result[1:] if row.cells]

    assert cells == [
        ("written, not confirmed +1", ["Undo"]),
        ("changed by another program +1", []),
        ("not done +1", []),
        ("result not known +1", []),
    ]
    assert [row_texts(row)[0] for row in result if row.key == "remark 2"] == [
        "Another program changed this note at the same time. Its version was left in place; earlier versions are kept."
    ]


def test_recovery_result_is_shown_under_its_change() -> None:
    result = rows(change(1, state="failed"), context=ChangeContext(CONTEXT.today, recovered={1: "It was interrupted."}))

    assert row_texts(result[2])[0] == "It was interrupted."


def test_refused_undo_offers_to_compare() -> None:
    result = rows(change(1), context=ChangeContext(CONTEXT.today, refused={"run_1": "“Boiler.md” has since changed."}))

    assert (result[-1].kind, row_texts(result[-1])) == ("banner", ("“Boiler.md” has since changed.", "", ["Compare"]))


def test_undo_of_an_expired_change_offers_redo() -> None:
    result = rows(change(9, group="undo:1", undoes=1, title="Undo of “Tag”"))

    assert row_texts(result[0])[2] == ["Redo"]


# Undo action: an undo reports its result and offers redo; a refused undo names the conflicting notes.

Message = tuple[str, str, Callable[[], None] | None]


def record_messages(undo_action: UndoAction) -> list[Message]:
    emitted: list[Message] = []
    undo_action.message_requested.connect(lambda text, action, do: emitted.append((text, action, do)))
    return emitted


@on_qt_loop
async def test_undo_and_redo_offer_each_other(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_vault(home, root) as workspace:
        await rewrite(workspace, "run_1", "Tag", "Boiler.md", "Budget.md")
        undo_action = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        emitted = record_messages(undo_action)

        undo_action.run("run_1")
        await until(lambda: emitted)
        text, action, redo = emitted.pop()
        assert (text, action) == ("Undone: 2 notes.", "Redo")
        assert (root / "Boiler.md").read_text() == "The boiler leaks.\n"
        assert redo is not None
        redo()
        await until(lambda: emitted)
        assert emitted[0][:2] == ("Redone: 2 notes.", "Undo")
        assert (root / "Boiler.md").read_text() == "The boiler leaks.\nTag\n"
        del owner


@on_qt_loop
async def test_undo_is_refused_for_a_note_changed_since(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_vault(home, root) as workspace:
        await rewrite(workspace, "run_1", "Tag", "Boiler.md")
        (root / "Boiler.md").write_text("Written by hand.\n")
        undo_action = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        refusals: list[tuple[object, bool, UndoOutcome]] = []
        undo_action.refused.connect(lambda *refusal: refusals.append(refusal))

        undo_action.run("run_1")
        await until(lambda: refusals)
        group, redo, outcome = refusals[0]
        assert (group, redo, [note.path for note in outcome.refused]) == ("run_1", False, ["Boiler.md"])
        assert (root / "Boiler.md").read_text() == "Written by hand.\n"
        del owner


@on_qt_loop
async def test_unknown_group_is_reported(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        undo_action = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        emitted = record_messages(undo_action)

        undo_action.run("no such run")
        await until(lambda: emitted)
        assert emitted[0][:2] == (
            "“no such run” is not in the list of changes. It may have expired.", "",
        )  # fmt: skip
        del owner

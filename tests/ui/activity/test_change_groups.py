"""Change groups: one answer's changes together; an undo is told at what it took back."""

from datetime import timedelta

from tests.ui.activity.entries import NOON, change
from vaultdesk.ui.activity.change_groups import change_groups


def test_changes_of_one_answer_are_one_group_and_the_newest_is_first() -> None:
    entries = [change(3, "c.md", group="run_2"), change(2, "b.md"), change(1, "a.md")]

    groups = change_groups(entries)

    assert [(group.id, [item.path for item in group.items]) for group in groups] == [
        ("run_2", ["c.md"]),
        ("run_1", ["a.md", "b.md"]),
    ]
    assert groups[1].time == NOON + timedelta(minutes=2)
    assert groups[1].standing == 2


def test_repaired_links_are_one_item_beside_their_rename() -> None:
    entries = [
        change(4, "d.md", unit=""),
        change(3, "c.md", unit="u"),
        change(2, "b.md", unit="u"),
        change(1, "a.md", "move", new_path="z.md", unit="u"),
    ]
    (group,) = change_groups(entries)

    assert [(item.kind, len(item.entries)) for item in group.items] == [("move", 1), ("links", 2), ("modify", 1)]
    assert (group.changes, group.links, group.standing) == (2, 2, 4)


def test_tools_that_change_a_part_of_a_note_say_which() -> None:
    tools = ("update_frontmatter", "add_tags", "edit_note")
    (group,) = change_groups([change(number, f"{number}.md", tool=tool) for number, tool in enumerate(tools)])

    assert [item.kind for item in group.items] == ["modify", "tags", "properties"]


def test_an_undo_is_told_at_the_change_it_took_back() -> None:
    undone = [change(2, group="undo:1", undoes=1), change(1, undone_by=2)]
    (group,) = change_groups(undone)

    assert (group.id, group.standing, group.undone) == ("run_1", 0, 1)
    assert group.undone_at == NOON + timedelta(minutes=2)


def test_a_redo_makes_the_change_stand_again_and_is_no_group_either() -> None:
    entries = [change(3, group="undo:2", undoes=2), change(2, group="undo:1", undoes=1, undone_by=3), change(1)]
    (group,) = change_groups(entries)

    assert (group.id, group.standing, group.undone, group.undone_at) == ("run_1", 1, 0, None)


def test_an_undo_of_a_change_that_is_no_longer_listed_stands_for_itself() -> None:
    (group,) = change_groups([change(9, group="undo:1", undoes=1, title="Undo of “Tag”")])

    assert group.takes_back
    assert group.standing == 1


def test_what_was_never_made_can_not_be_undone() -> None:
    (group,) = change_groups([change(2, "b.md", state="failed"), change(1, "a.md", state="conflict")])

    assert (group.standing, group.undone) == (0, 0)


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

    assert [item.now_at for item in group.items] == ["y.md", "b.md", "c.md", "", ""]


def test_a_group_is_found_by_question_and_by_note() -> None:
    (group,) = change_groups([change(1, "Projects/Boiler.md", title="Tag the notes")])

    assert [group.matches(words) for words in ("TAG THE", "projects/boil", "librarian", "budget")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_a_rename_with_thousands_of_links_is_grouped_at_once() -> None:
    entries = [change(number, f"{number}.md", unit="u") for number in range(15_000, 1, -1)]
    (group,) = change_groups([*entries, change(1, "a.md", "move", new_path="z.md", unit="u")])

    assert [len(item.entries) for item in group.items] == [1, 14_999]

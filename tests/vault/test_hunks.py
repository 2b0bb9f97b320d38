"""Hunks: what is reviewed is what is planned, and what is applied is what was chosen."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.change_set import ChangeSet, HunkEdit, NoteChange, NoteChoice
from vaultdesk.vault.draft import Draft, DraftNote
from vaultdesk.vault.edits import Create, Delete, Move, Origin, Rewrite
from vaultdesk.vault.hunks import change_set, choice_of, composed, edits_of, takes, ticked, with_units
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

A, B, C, D = (NotePath(f"{name}.md") for name in "abcd")
TEXTS = st.lists(st.sampled_from(["", "# A", "one", "two", "three", "---", "tags: [x]"]), max_size=16).map("\n".join)


def change_of(old: str, new: str) -> NoteChange:
    (change,) = change_set([DraftNote(A, new, A, old, "digest")]).changes
    return change


@given(TEXTS, TEXTS, st.data())
def test_any_choice_of_hunks_is_composed_and_applied_as_composed(old: str, new: str, data: st.DataObject) -> None:
    change = change_of(old, new)
    assert composed(change) == composed(change, NoteChoice("c1")) == new
    assert composed(change, NoteChoice("c1", tuple(hunk.id for hunk in change.hunks))) == new
    assert composed(change, NoteChoice("c1", ())) == old
    taken = tuple(hunk.id for hunk in change.hunks if data.draw(st.booleans()))
    choice = NoteChoice("c1", taken)
    text = composed(change, choice)
    edits = edits_of(ChangeSet((change,)), (choice,))
    assert edits == ((Rewrite(A, text, "digest"),) if text != old else ())


@given(TEXTS, TEXTS, st.lists(st.sampled_from(["mine", ""]), max_size=3))
def test_an_edited_hunk_has_the_persons_lines_and_the_others_theirs(old: str, new: str, lines: list[str]) -> None:
    change = change_of(old, new)
    for hunk in change.hunks:
        text = composed(change, NoteChoice("c1", None, (HunkEdit(hunk.id, tuple(lines)),)))
        mine = change_of(old, text)
        assert composed(mine) == text
        same = composed(change, NoteChoice("c1", None, (HunkEdit(hunk.id, hunk.new_lines),)))
        assert same == new
        left = composed(change, NoteChoice("c1", (), (HunkEdit(hunk.id, tuple(lines)),)))
        assert left == old, "an edited hunk that is not taken is not there"


@pytest.fixture
async def draft(root: Path) -> AsyncIterator[Draft]:
    (root / "a.md").write_text("# A\n\none\n\n# B\n\ntwo\n")
    (root / "b.md").write_text("See [[a]].\n")
    (root / "c.md").write_text("Gone.\n")
    async with Vault(root, watch=False) as vault:
        yield Draft(vault)


async def staged(draft: Draft) -> ChangeSet:
    """A rename with a repaired link and two text changes, a creation, a deletion."""
    with draft.planning("rename"), draft.unit("u1"):
        await draft.move(A, NotePath("x/Heating.md"))
        await draft.rewrite(B, "See [[Heating]].\n", "repairs 1 link to the new name")
    with draft.planning("edit"):
        await draft.rewrite(NotePath("x/Heating.md"), "# A\n\nONE\n\n# B\n\nTWO\n")
        await draft.create(D, "New.\n")
        await draft.delete(C)
    return change_set(draft.notes)


async def applied(draft: Draft, changes: ChangeSet, choices: tuple[NoteChoice, ...] | None) -> dict[str, str]:
    """Apply what was chosen; return the vault."""
    edits = edits_of(changes, choices)
    outcomes = await draft.vault.apply(edits, Origin("g"))
    assert [outcome.result for outcome in outcomes] == ["done"] * len(edits)
    root = draft.vault.root
    return {
        file.relative_to(root).as_posix(): file.read_text()
        for file in sorted(root.rglob("*.md"))
        if ".trash" not in file.parts
    }


async def test_each_touched_note_is_one_change(draft: Draft) -> None:
    moved, repaired, made, gone = (await staged(draft)).changes
    assert [(c.id, c.kind, c.path, c.new_path, c.unit, c.calls) for c in (moved, repaired, made, gone)] == [
        ("c1", "move", "a.md", "x/Heating.md", "u1", ("rename", "edit")),
        ("c2", "modify", "b.md", "", "u1", ("rename",)),
        ("c3", "create", "d.md", "", "", ("edit",)),
        ("c4", "delete", "c.md", "", "", ("edit",)),
    ]
    assert [hunk.title for hunk in moved.hunks] == ["A", "B"]
    assert repaired.reason == "repairs 1 link to the new name"
    assert (made.added, made.removed, gone.added, gone.removed) == (1, 0, 0, 1)


async def test_all_of_it_is_applied_in_an_order_that_works(draft: Draft) -> None:
    changes = await staged(draft)
    assert [type(edit) for edit in edits_of(changes)] == [Move, Create, Rewrite, Rewrite, Delete]
    assert await applied(draft, changes, None) == {
        "b.md": "See [[Heating]].\n", "d.md": "New.\n", "x/Heating.md": "# A\n\nONE\n\n# B\n\nTWO\n",
    }  # fmt: skip


async def test_some_of_it_is_applied_with_the_persons_words(draft: Draft) -> None:
    changes = await staged(draft)
    choices = (NoteChoice("c1", ("h2",), (HunkEdit("h2", ("Two!",)),)), NoteChoice("c2"))
    assert await applied(draft, changes, choices) == {
        "b.md": "See [[Heating]].\n", "c.md": "Gone.\n", "x/Heating.md": "# A\n\none\n\n# B\n\nTwo!\n",
    }  # fmt: skip


async def test_none_of_it_is_nothing(draft: Draft) -> None:
    changes = await staged(draft)
    assert edits_of(changes, ()) == ()


async def test_a_unit_is_taken_or_left_whole(draft: Draft) -> None:
    changes = await staged(draft)
    every = tuple(NoteChoice(change.id) for change in changes.changes)
    assert with_units(changes, None) == every
    without_move = tuple(choice for choice in every if choice.change_id != "c1")
    assert with_units(changes, without_move) == (NoteChoice("c3"), NoteChoice("c4"))
    without_hunk = (NoteChoice("c1"), NoteChoice("c2", ()))
    assert with_units(changes, without_hunk) == ()
    own_hunk_left = (NoteChoice("c1", ("h1",)), NoteChoice("c2"))
    assert with_units(changes, own_hunk_left) == own_hunk_left


async def test_ticking_one_member_ticks_its_unit(draft: Draft) -> None:
    changes = await staged(draft)
    off = ticked(changes, None, "c2", on=False)
    assert [choice.change_id for choice in off] == ["c3", "c4"]
    on = ticked(changes, off, "c1", on=True)
    assert [choice.change_id for choice in on] == ["c1", "c2", "c3", "c4"]
    assert [choice.change_id for choice in ticked(changes, on, "c3", on=False)] == ["c1", "c2", "c4"]


async def test_a_note_without_any_of_its_lines_is_neither_made_nor_deleted(draft: Draft) -> None:
    changes = await staged(draft)
    choices = (NoteChoice("c3", ()), NoteChoice("c4", ()))
    assert edits_of(changes, choices) == ()
    empty = change_set([DraftNote(D, "", None)])
    assert edits_of(empty) == (Create(D, ""),)
    assert takes(empty.changes[0], choice_of(None, empty.changes[0]))


async def test_a_new_note_is_made_with_the_persons_words(draft: Draft) -> None:
    await draft.create(D, "New.\nLines.\n")
    changes = change_set(draft.notes)
    assert edits_of(changes, (NoteChoice("c1", None, (HunkEdit("h1", ("Mine.",)),)),)) == (Create(D, "Mine.\n"),)


async def test_notes_that_change_places_do(draft: Draft) -> None:
    aside = NotePath("aside.md")
    await draft.move(A, aside)
    await draft.move(B, A)
    await draft.move(aside, B)
    after = await applied(draft, change_set(draft.notes), None)
    assert after == {"a.md": "See [[a]].\n", "b.md": "# A\n\none\n\n# B\n\ntwo\n", "c.md": "Gone.\n"}

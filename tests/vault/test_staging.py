"""Tests of vault/staging.py."""

import asyncio
import itertools
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from tests.support.growth import check_linear
from vaultdesk.core.errors import NoteConflict, NoteNotFound, NoteNotText, NoteNotWritten
from vaultdesk.vault.change_set import ChangeSet, HunkEdit, NoteChange, NoteChoice
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import (
    PlannedEdit,
    StagedNote,
    StagingArea,
    build_change_set,
    choice_applies,
    compose_text,
    edits_of,
    find_choice,
    order_edits,
    with_change_ticked,
    with_whole_units,
)
from vaultdesk.vault.transactions.file_edits import Create, Delete, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.vault import Vault

# Staging area: later calls of an answer see what earlier ones would write; the disk stays unchanged.

A, B, C = NotePath("a.md"), NotePath("b.md"), NotePath("c.md")


@pytest.fixture
async def draft(root: Path) -> AsyncIterator[StagingArea]:
    for name in ("a", "b"):
        (root / f"{name}.md").write_text(f"text of {name}\n")
    async with Vault(root, watch=False) as vault:
        yield StagingArea(vault)


def summary(draft: StagingArea) -> list[tuple[str, str, str, bool]]:
    """Return old path, path, text and deleted flag of each note."""
    return [(n.old_path.text if n.old_path else "", n.path.text, n.text, n.deleted) for n in draft.notes]


async def test_later_calls_see_staged_writes_and_the_disk_does_not(draft: StagingArea) -> None:
    await draft.rewrite(A, "new\n")
    await draft.create(C, "made\n")
    assert [await draft.read(path) for path in (A, B, C)] == ["new\n", "text of b\n", "made\n"]
    assert await draft.find(NotePath("C.md")) == C
    assert (await draft.vault.read(A)).text == "text of a\n"
    assert await draft.vault.find(C) is None


async def test_notes_read_by_each_call_are_recorded_by_their_path_on_disk(draft: StagingArea) -> None:
    with draft.planning("c1"):
        await draft.create(NotePath("new.md"), "x")
        await draft.read(NotePath("new.md"))
        await draft.move(A, C)
    with draft.planning("c2"):
        await draft.read(C)
        await draft.read(B)
        with pytest.raises(NoteConflict):
            await draft.create(B, "x")
    with draft.planning("c3"):
        await draft.read(B)
        with pytest.raises(NoteNotFound):
            await draft.read(A)
    assert draft.notes_read == {"c2": ("a.md", "b.md"), "c3": ("b.md", "a.md")}


async def test_changes_that_cancel_out_are_left_out(draft: StagingArea) -> None:
    await draft.rewrite(A, "new\n")
    await draft.rewrite(A, "text of a\n")
    await draft.move(B, C)
    await draft.move(C, B)
    await draft.create(NotePath("d.md"), "")
    await draft.delete(NotePath("d.md"))
    assert draft.notes == ()


async def test_a_moved_note_is_found_only_at_its_new_path(draft: StagingArea) -> None:
    await draft.move(A, C)
    await draft.rewrite(C, "new\n")
    assert summary(draft) == [("a.md", "c.md", "new\n", False)]
    assert (await draft.find(A), await draft.find(C)) == (None, C)
    for refused in (draft.read(A), draft.rewrite(A, "x"), draft.move(A, NotePath("d.md")), draft.delete(A)):
        with pytest.raises(NoteNotFound):
            await refused


async def test_a_path_freed_by_a_move_can_be_reused(draft: StagingArea) -> None:
    await draft.move(A, C)
    await draft.move(B, A)
    assert summary(draft) == [("a.md", "c.md", "text of a\n", False), ("b.md", "a.md", "text of b\n", False)]
    assert await draft.read(A) == "text of b\n"


async def test_an_occupied_path_is_refused_in_any_spelling(draft: StagingArea) -> None:
    await draft.create(C, "x")
    for name in ("a.md", "A.md", "c.md", "C.MD"):
        with pytest.raises(NoteConflict):
            await draft.create(NotePath(name), "y")
    with pytest.raises(NoteConflict):
        await draft.move(A, B)
    with pytest.raises(NoteNotWritten):
        await draft.create(NotePath("con.md"), "y")
    await draft.move(A, NotePath("A.md"))
    assert await draft.find(A) == NotePath("A.md")


async def test_two_notes_whose_names_differ_in_case_stay_separate(draft: StagingArea, root: Path) -> None:
    (root / "A.md").write_text("the other\n")
    if (root / "a.md").read_text() == "the other\n":
        pytest.skip("this disk ignores case")
    other = NotePath("A.md")
    await draft.rewrite(A, "one\n")
    assert (await draft.find(other), await draft.read(other)) == (other, "the other\n")
    await draft.rewrite(other, "two\n")
    assert (await draft.read(A), await draft.read(other)) == ("one\n", "two\n")


async def test_a_deleted_note_is_staged_with_its_path_and_text_on_disk(draft: StagingArea) -> None:
    await draft.rewrite(A, "new\n")
    await draft.move(A, C)
    await draft.delete(C)
    assert summary(draft) == [("a.md", "a.md", "text of a\n", True)]
    assert await draft.find(A) is None
    assert await draft.find(C) is None


async def test_deleting_and_recreating_a_note_is_a_modification(draft: StagingArea) -> None:
    await draft.delete(A)
    await draft.create(A, "anew\n")
    (note,) = draft.notes
    assert (note.old_path, note.text, note.deleted, note.digest) == (
        A,
        "anew\n",
        False,
        (await draft.vault.read(A)).digest,
    )


async def test_all_calls_that_changed_a_note_are_recorded(draft: StagingArea) -> None:
    with draft.planning("one"):
        await draft.rewrite(A, "1\n", "because", ["careful"])
    with draft.planning("two"):
        await draft.rewrite(A, "2\n", warnings=["careful", "very"])
        await draft.create(C, "x")
    first, second = draft.notes
    assert (first.calls, first.reason, first.warnings) == (("one", "two"), "because", ("careful", "very"))
    assert second.calls == ("two",)
    assert draft.call == ""


async def failing_plan(draft: StagingArea) -> None:
    with draft.planning("bad"), draft.unit("u"):
        await draft.move(A, C)
        await draft.create(NotePath("d.md"), "x")
        await draft.delete(B)
        await draft.read(NotePath("missing.md"))


async def test_a_failed_plan_leaves_the_staging_area_unchanged(draft: StagingArea) -> None:
    await draft.rewrite(A, "kept\n")
    before = draft.notes
    with pytest.raises(NoteNotFound):
        await failing_plan(draft)
    assert draft.notes == before
    assert (await draft.find(A), await draft.find(B), await draft.find(C)) == (A, B, None)
    assert await draft.read(A) == "kept\n"


async def test_notes_staged_within_a_unit_belong_to_it(draft: StagingArea) -> None:
    with draft.unit("rename"):
        await draft.move(A, C)
        await draft.rewrite(B, "[[c]]\n")
    await draft.rewrite(B, "[[c]] more\n")
    await draft.create(NotePath("d.md"), "x")
    assert [note.unit for note in draft.notes] == ["rename", "rename", ""]


async def test_two_units_that_change_the_same_note_are_merged(draft: StagingArea, root: Path) -> None:
    """Two renames repair links in the same note: leaving one out would break the repair of the other."""
    (root / "e.md").write_text("[[a]] [[b]]\n")
    links = NotePath("e.md")
    with draft.unit("first"):
        await draft.move(A, C)
        await draft.rewrite(links, "[[c]] [[b]]\n")
    with draft.unit("second"):
        await draft.move(B, NotePath("d.md"))
        await draft.rewrite(links, "[[c]] [[d]]\n")
        await draft.create(NotePath("f.md"), "x")
    with draft.unit("second"):
        await draft.create(NotePath("g.md"), "x")
    assert {note.unit for note in draft.notes} == {"first"}


def test_many_notes_are_staged_in_linear_time(root: Path) -> None:
    async def stage(count: int) -> None:
        async with Vault(root, watch=False) as vault:
            draft = StagingArea(vault)
            for number in range(count):
                path = NotePath(f"{number}.md")
                await draft.create(path, "x\n")
                await draft.rewrite(path, "tagged\n")
                assert await draft.read(path) == "tagged\n"
            assert len(draft.notes) == count

    check_linear(lambda count: asyncio.run(stage(count)), int, campaign_count(3_000, 800))


# Edit order: no path is used before it is free, and chains of any length terminate.


def ordered(*edits: FileEdit) -> list[FileEdit]:
    return [planned.edit for planned in order_edits([PlannedEdit(f"c{n}", edit) for n, edit in enumerate(edits)])]


def path(name: str) -> NotePath:
    return NotePath(f"{name}.md")


def move(source: str, target: str) -> Move:
    return Move(path(source), path(target), f"digest of {source}")


def test_moves_come_first_then_creations_rewrites_and_deletions() -> None:
    edits = [Delete(path("d"), ""), Rewrite(path("r"), "x", ""), Create(path("c"), "x"), move("m", "n")]
    assert ordered(*edits) == edits[::-1]


def test_a_path_is_freed_before_it_is_used() -> None:
    deletion, moved = Delete(path("a"), ""), move("b", "A")
    assert ordered(moved, deletion) == [deletion, moved]
    chain = [move("a", "b"), move("b", "c"), move("c", "d")]
    assert ordered(*chain) == chain[::-1]


def test_two_notes_that_swap_paths_use_a_temporary_path() -> None:
    first, second, third = ordered(move("a", "b"), move("b", "a"))
    assert (first.path, third.path) in {(path("a"), first.new_path), (path("b"), first.new_path)}  # type: ignore[union-attr]
    assert isinstance(second, Move)


def test_a_rename_that_changes_only_case_is_not_reordered() -> None:
    assert ordered(move("Note", "note")) == [move("Note", "note")]


def test_a_chain_of_thousands_of_moves_is_ordered() -> None:
    chain = [move(f"{n}", f"{n + 1}") for n in range(5000)]
    assert ordered(*chain) == chain[::-1]


NAMES = ["a", "b", "c", "d", "e"]


@given(st.permutations(NAMES), st.sets(st.sampled_from(NAMES)), st.sets(st.sampled_from(NAMES)))
def test_any_permutation_of_moves_and_deletions_ends_in_the_expected_state(
    targets: list[str], moving: set[str], deleted: set[str]
) -> None:
    """Notes whose text is their name are moved in every permutation; only moves to free paths are allowed."""
    expected = {name: target for name, target in zip(NAMES, targets, strict=True) if name in moving - deleted}
    expected = {name: target for name, target in expected.items() if target != name}
    while occupied := {name for name, target in expected.items() if target in set(NAMES) - deleted - expected.keys()}:
        for name in occupied:  # No note can move to the path of one that stays, so these stay as well.
            del expected[name]
    edits: list[FileEdit] = [move(name, target) for name, target in expected.items()]
    edits += [Delete(path(name), "") for name in sorted(deleted)]
    disk = {path(name): name for name in NAMES}
    for edit in ordered(*edits):
        if isinstance(edit, Delete):
            assert disk.pop(edit.path) in deleted
        elif isinstance(edit, Move):
            assert edit.new_path not in disk, "something would be overwritten"
            disk[edit.new_path] = disk.pop(edit.path)
    assert disk == {path(expected.get(name, name)): name for name in NAMES if name not in deleted}


def test_every_order_of_requested_edits_gives_the_same_valid_order() -> None:
    edits: list[FileEdit] = [
        move("a", "b"),
        Delete(path("b"), ""),
        Create(path("a"), "x"),
        Rewrite(path("b"), "y", "d"),
    ]
    for requested in itertools.permutations(edits):
        assert ordered(*requested) == [edits[1], edits[0], edits[2], edits[3]]


# Hunks: the reviewed change is the planned one, and only the selection is applied.

HUNKS_A, HUNKS_B, HUNKS_C, D = (NotePath(f"{name}.md") for name in "abcd")
TEXTS = st.lists(st.sampled_from(["", "# A", "one", "two", "three", "---", "tags: [x]"]), max_size=16).map("\n".join)


def change_of(old: str, new: str) -> NoteChange:
    (change,) = build_change_set([StagedNote(HUNKS_A, new, HUNKS_A, old, "digest")]).changes
    return change


@given(TEXTS, TEXTS, st.data())
def test_any_selection_of_hunks_is_applied_as_composed(old: str, new: str, data: st.DataObject) -> None:
    change = change_of(old, new)
    assert compose_text(change) == compose_text(change, NoteChoice("c1")) == new
    assert compose_text(change, NoteChoice("c1", tuple(hunk.id for hunk in change.hunks))) == new
    assert compose_text(change, NoteChoice("c1", ())) == old
    selected = tuple(hunk.id for hunk in change.hunks if data.draw(st.booleans()))
    choice = NoteChoice("c1", selected)
    text = compose_text(change, choice)
    edits = edits_of(ChangeSet((change,)), (choice,))
    assert edits == ((Rewrite(HUNKS_A, text, "digest"),) if text != old else ())


@given(TEXTS, TEXTS, st.lists(st.sampled_from(["mine", ""]), max_size=3))
def test_an_edited_hunk_has_the_users_lines_and_the_others_their_own(old: str, new: str, lines: list[str]) -> None:
    change = change_of(old, new)
    for hunk in change.hunks:
        text = compose_text(change, NoteChoice("c1", None, (HunkEdit(hunk.id, tuple(lines)),)))
        edited = change_of(old, text)
        assert compose_text(edited) == text
        same = compose_text(change, NoteChoice("c1", None, (HunkEdit(hunk.id, hunk.new_lines),)))
        assert same == new
        rejected = compose_text(change, NoteChoice("c1", (), (HunkEdit(hunk.id, tuple(lines)),)))
        assert rejected == old, "an edited hunk that is not selected is not applied"


@pytest.fixture
async def hunks_draft(root: Path) -> AsyncIterator[StagingArea]:
    (root / "a.md").write_text("# A\n\none\n\n# B\n\ntwo\n")
    (root / "b.md").write_text("See [[a]].\n")
    (root / "c.md").write_text("Gone.\n")
    async with Vault(root, watch=False) as vault:
        yield StagingArea(vault)


async def stage_changes(draft: StagingArea) -> ChangeSet:
    """Stage a rename with a repaired link and two text changes, a creation and a deletion."""
    with draft.planning("rename"), draft.unit("u1"):
        await draft.move(HUNKS_A, NotePath("x/Heating.md"))
        await draft.rewrite(HUNKS_B, "See [[Heating]].\n", "repairs 1 link to the new name", repaired_links=1)
    with draft.planning("edit"):
        await draft.rewrite(NotePath("x/Heating.md"), "# A\n\nONE\n\n# B\n\nTWO\n")
        await draft.create(D, "New.\n")
        await draft.delete(HUNKS_C)
    return build_change_set(draft.notes)


async def apply_choices(
    draft: StagingArea, changes: ChangeSet, choices: tuple[NoteChoice, ...] | None
) -> dict[str, str]:
    """Apply the selection and return the texts of all notes in the vault."""
    edits = edits_of(changes, choices)
    outcomes = await draft.vault.apply(edits, Origin("g"))
    assert [outcome.result for outcome in outcomes] == ["done"] * len(edits)
    root = draft.vault.root
    return {
        file.relative_to(root).as_posix(): file.read_text()
        for file in sorted(root.rglob("*.md"))
        if ".trash" not in file.parts
    }


async def test_each_changed_note_is_one_change(hunks_draft: StagingArea) -> None:
    moved, repaired, created, deleted = (await stage_changes(hunks_draft)).changes
    assert [(c.id, c.kind, c.path, c.new_path, c.unit, c.calls) for c in (moved, repaired, created, deleted)] == [
        ("c1", "move", "a.md", "x/Heating.md", "u1", ("rename", "edit")),
        ("c2", "modify", "b.md", "", "u1", ("rename",)),
        ("c3", "create", "d.md", "", "", ("edit",)),
        ("c4", "delete", "c.md", "", "", ("edit",)),
    ]
    assert [hunk.title for hunk in moved.hunks] == ["A", "B"]
    assert (repaired.reason, repaired.repaired_links) == ("repairs 1 link to the new name", 1)
    assert (created.added, created.removed, deleted.added, deleted.removed) == (1, 0, 0, 1)


async def test_all_changes_are_applied_in_a_valid_order(hunks_draft: StagingArea) -> None:
    changes = await stage_changes(hunks_draft)
    assert [type(edit) for edit in edits_of(changes)] == [Move, Create, Rewrite, Rewrite, Delete]
    assert await apply_choices(hunks_draft, changes, None) == {
        "b.md": "See [[Heating]].\n", "d.md": "New.\n", "x/Heating.md": "# A\n\nONE\n\n# B\n\nTWO\n",
    }  # fmt: skip


async def test_a_selection_is_applied_with_the_users_edits(hunks_draft: StagingArea) -> None:
    changes = await stage_changes(hunks_draft)
    choices = (NoteChoice("c1", ("h2",), (HunkEdit("h2", ("Two!",)),)), NoteChoice("c2"))
    assert await apply_choices(hunks_draft, changes, choices) == {
        "b.md": "See [[Heating]].\n", "c.md": "Gone.\n", "x/Heating.md": "# A\n\none\n\n# B\n\nTwo!\n",
    }  # fmt: skip


async def test_an_empty_selection_applies_nothing(hunks_draft: StagingArea) -> None:
    changes = await stage_changes(hunks_draft)
    assert edits_of(changes, ()) == ()


async def test_a_unit_is_applied_completely_or_not_at_all(hunks_draft: StagingArea) -> None:
    changes = await stage_changes(hunks_draft)
    all_choices = tuple(NoteChoice(change.id) for change in changes.changes)
    assert with_whole_units(changes, None) == all_choices
    without_move = tuple(choice for choice in all_choices if choice.change_id != "c1")
    assert with_whole_units(changes, without_move) == (NoteChoice("c3"), NoteChoice("c4"))
    without_hunk = (NoteChoice("c1"), NoteChoice("c2", ()))
    assert with_whole_units(changes, without_hunk) == ()
    own_hunk_left = (NoteChoice("c1", ("h1",)), NoteChoice("c2"))
    assert with_whole_units(changes, own_hunk_left) == own_hunk_left


async def test_selecting_one_change_selects_its_unit(hunks_draft: StagingArea) -> None:
    changes = await stage_changes(hunks_draft)
    off = with_change_ticked(changes, None, "c2", on=False)
    assert [choice.change_id for choice in off] == ["c3", "c4"]
    on = with_change_ticked(changes, off, "c1", on=True)
    assert [choice.change_id for choice in on] == ["c1", "c2", "c3", "c4"]
    assert [choice.change_id for choice in with_change_ticked(changes, on, "c3", on=False)] == ["c1", "c2", "c4"]


async def test_a_note_with_no_selected_hunk_is_neither_created_nor_deleted(hunks_draft: StagingArea) -> None:
    changes = await stage_changes(hunks_draft)
    choices = (NoteChoice("c3", ()), NoteChoice("c4", ()))
    assert edits_of(changes, choices) == ()
    empty = build_change_set([StagedNote(D, "", None)])
    assert edits_of(empty) == (Create(D, ""),)
    assert choice_applies(empty.changes[0], find_choice(None, empty.changes[0]))


async def test_a_new_note_is_created_with_the_users_edits(hunks_draft: StagingArea) -> None:
    await hunks_draft.create(D, "New.\nLines.\n")
    changes = build_change_set(hunks_draft.notes)
    assert edits_of(changes, (NoteChoice("c1", None, (HunkEdit("h1", ("Mine.",)),)),)) == (Create(D, "Mine.\n"),)


async def test_swapped_notes_exchange_their_texts(hunks_draft: StagingArea) -> None:
    temporary = NotePath("aside.md")
    await hunks_draft.move(HUNKS_A, temporary)
    await hunks_draft.move(HUNKS_B, HUNKS_A)
    await hunks_draft.move(temporary, HUNKS_B)
    after = await apply_choices(hunks_draft, build_change_set(hunks_draft.notes), None)
    assert after == {"a.md": "See [[a]].\n", "b.md": "# A\n\none\n\n# B\n\ntwo\n", "c.md": "Gone.\n"}


@pytest.mark.skipif(os.name == "nt", reason="names that Windows has not")
async def test_v7_only_new_names_are_validated(root: Path) -> None:
    odd = ("C# notes", "Why?", "a^b", "End.")
    for folder in odd:
        (root / folder).mkdir()
        (root / folder / "old.md").write_text("x")
    async with Vault(root, watch=False) as vault:
        draft = StagingArea(vault)
        for folder in odd:
            await draft.create(NotePath(f"{folder}/new.md"), "y")
            await draft.move(NotePath(f"{folder}/old.md"), NotePath(f"{folder}/moved.md"))
        for name in ("C# notes/a#b.md", "C# notes/What?/x.md", "New?/x.md"):
            with pytest.raises(NoteNotWritten):
                await draft.create(NotePath(name), "z")
        outcomes = await vault.apply(edits_of(build_change_set(draft.notes), None), Origin("run"))

    assert {outcome.result for outcome in outcomes} == {"done"}
    assert all({file.name for file in (root / folder).iterdir()} == {"moved.md", "new.md"} for folder in odd)


@pytest.mark.parametrize("data", [b"caf\xe9", "\ufeffwide".encode("utf-16-le"), bytes(range(256))])
async def test_v13_a_note_in_another_encoding_is_moved_and_deleted_but_not_rewritten(root: Path, data: bytes) -> None:
    (root / "old.md").write_bytes(data)
    async with Vault(root, watch=False) as vault:
        draft = StagingArea(vault)
        await draft.move(NotePath("old.md"), NotePath("new.md"))
        with pytest.raises(NoteNotText):
            await draft.rewrite(NotePath("new.md"), "text")
        with pytest.raises(NoteNotText):
            await draft.read(NotePath("new.md"))
        await vault.apply(edits_of(build_change_set(draft.notes), None), Origin("run"))
        assert (root / "new.md").read_bytes() == data

        draft = StagingArea(vault)
        await draft.delete(NotePath("new.md"))
        (outcome,) = await vault.apply(edits_of(build_change_set(draft.notes), None), Origin("run"))

    assert outcome.result == "done"
    assert not (root / "new.md").exists()

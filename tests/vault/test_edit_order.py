"""Edit order: no place is taken before it is empty, and chains of any length end."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.edit_order import PlannedEdit, in_order
from vaultdesk.vault.edits import Create, Delete, FileEdit, Move, Rewrite
from vaultdesk.vault.note_path import NotePath


def ordered(*edits: FileEdit) -> list[FileEdit]:
    return [planned.edit for planned in in_order([PlannedEdit(f"c{n}", edit) for n, edit in enumerate(edits)])]


def path(name: str) -> NotePath:
    return NotePath(f"{name}.md")


def move(source: str, target: str) -> Move:
    return Move(path(source), path(target), f"digest of {source}")


def test_moves_come_first_then_creations_rewrites_and_deletions() -> None:
    edits = [Delete(path("d"), ""), Rewrite(path("r"), "x", ""), Create(path("c"), "x"), move("m", "n")]
    assert ordered(*edits) == edits[::-1]


def test_a_place_is_emptied_before_it_is_taken() -> None:
    gone, moved = Delete(path("a"), ""), move("b", "A")
    assert ordered(moved, gone) == [gone, moved]
    chain = [move("a", "b"), move("b", "c"), move("c", "d")]
    assert ordered(*chain) == chain[::-1]


def test_two_notes_that_change_places_step_aside() -> None:
    first, second, third = ordered(move("a", "b"), move("b", "a"))
    assert (first.path, third.path) in {(path("a"), first.new_path), (path("b"), first.new_path)}  # type: ignore[union-attr]
    assert isinstance(second, Move)


def test_a_change_of_case_alone_waits_for_nobody() -> None:
    assert ordered(move("Note", "note")) == [move("Note", "note")]


def test_a_chain_of_thousands_is_ordered() -> None:
    chain = [move(f"{n}", f"{n + 1}") for n in range(5000)]
    assert ordered(*chain) == chain[::-1]


NAMES = ["a", "b", "c", "d", "e"]


@given(st.permutations(NAMES), st.sets(st.sampled_from(NAMES)), st.sets(st.sampled_from(NAMES)))
def test_any_moving_about_ends_as_wanted(targets: list[str], moving: set[str], deleted: set[str]) -> None:
    """Notes named as their text change places in every way; only steps onto empty places are allowed."""
    wanted = {name: target for name, target in zip(NAMES, targets, strict=True) if name in moving - deleted}
    wanted = {name: target for name, target in wanted.items() if target != name}
    while taken := {name for name, target in wanted.items() if target in set(NAMES) - deleted - wanted.keys()}:
        for name in taken:  # Where a note stays, none can go; so these stay as well.
            del wanted[name]
    edits: list[FileEdit] = [move(name, target) for name, target in wanted.items()]
    edits += [Delete(path(name), "") for name in sorted(deleted)]
    disk = {path(name): name for name in NAMES}
    for edit in ordered(*edits):
        if isinstance(edit, Delete):
            assert disk.pop(edit.path) in deleted
        elif isinstance(edit, Move):
            assert edit.new_path not in disk, "something would be overwritten"
            disk[edit.new_path] = disk.pop(edit.path)
    assert disk == {path(wanted.get(name, name)): name for name in NAMES if name not in deleted}


def test_every_order_of_asking_comes_to_an_order_that_works() -> None:
    edits: list[FileEdit] = [
        move("a", "b"),
        Delete(path("b"), ""),
        Create(path("a"), "x"),
        Rewrite(path("b"), "y", "d"),
    ]
    for asked in itertools.permutations(edits):
        assert ordered(*asked) == [edits[1], edits[0], edits[2], edits[3]]

"""Edits: values that can be compared, kept in sets and not changed."""

from dataclasses import FrozenInstanceError

import pytest

from vaultdesk.vault.edits import Create, Delete, EditOutcome, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.note_path import NotePath

A, B = NotePath("a.md"), NotePath("b.md")
EVERY: list[FileEdit] = [Create(A, "x"), Rewrite(A, "x", "d"), Move(A, B, "d"), Delete(A, "d")]


def test_edits_are_told_apart_by_kind_and_by_what_is_in_them() -> None:
    assert len({*EVERY, *EVERY}) == len(EVERY)
    assert Rewrite(A, "x", "d") == Rewrite(A, "x", "d") != Rewrite(A, "x", "d", "unit")


@pytest.mark.parametrize("edit", EVERY)
def test_what_was_approved_cannot_be_changed_afterwards(edit: FileEdit) -> None:
    with pytest.raises(FrozenInstanceError):
        edit.path = B  # type: ignore[misc]


def test_nobody_but_the_person_is_named_unless_said() -> None:
    assert Origin("g") == Origin("g", "", "", "", "")
    assert EditOutcome(EVERY[0], "skipped") == EditOutcome(EVERY[0], "skipped", "", 0, "")

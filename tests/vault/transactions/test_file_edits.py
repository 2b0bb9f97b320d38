"""Tests of vault/transactions/file_edits.py."""

from dataclasses import FrozenInstanceError

import pytest

from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import (
    Create,
    Delete,
    EditOutcome,
    EditResult,
    FileEdit,
    Move,
    Origin,
    PutFile,
    Rewrite,
    StepOutcome,
)

# Edits: values that can be compared, kept in sets and not changed.

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


# What came of a step says whether the disk was changed.


@pytest.mark.parametrize(
    ("result", "in_place"),
    [("done", True), ("unconfirmed", True), ("conflict", False), ("failed", False), ("skipped", False)],
)
def test_only_done_and_unconfirmed_are_in_place(result: EditResult, in_place: bool) -> None:
    assert StepOutcome(PutFile(NotePath("a.md"), b"", None), result).in_place is in_place

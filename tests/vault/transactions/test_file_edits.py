"""Tests of vault/transactions/file_edits.py."""

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

# Edits are comparable, hashable and immutable.

A, B = NotePath("a.md"), NotePath("b.md")
ALL_EDITS: list[FileEdit] = [Create(A, "x"), Rewrite(A, "x", "d"), Move(A, B, "d"), Delete(A, "d")]


def test_edits_are_compared_by_kind_and_values() -> None:
    assert len({*ALL_EDITS, *ALL_EDITS}) == len(ALL_EDITS)
    assert Rewrite(A, "x", "d") == Rewrite(A, "x", "d") != Rewrite(A, "x", "d", "unit")


@pytest.mark.parametrize("edit", ALL_EDITS)
def test_edits_are_immutable(edit: FileEdit) -> None:
    with pytest.raises(AttributeError):
        edit.path = B  # type: ignore[misc]


def test_origin_and_outcome_default_to_empty_values() -> None:
    assert Origin("g") == Origin("g", "", "", "", "")
    assert EditOutcome(ALL_EDITS[0], "skipped") == EditOutcome(ALL_EDITS[0], "skipped", "", 0, "")


# The result of a step says whether the disk was changed.


@pytest.mark.parametrize(
    ("result", "in_place"),
    [("done", True), ("unconfirmed", True), ("conflict", False), ("failed", False), ("skipped", False)],
)
def test_step_is_in_place_only_if_done_or_unconfirmed(result: EditResult, in_place: bool) -> None:
    assert StepOutcome(PutFile(NotePath("a.md"), b"", None), result).in_place is in_place

"""What came of a step says whether the disk was changed."""

import pytest

from vaultdesk.vault.edits import EditResult
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.step import Put, StepOutcome


@pytest.mark.parametrize(
    ("result", "in_place"),
    [("done", True), ("unconfirmed", True), ("conflict", False), ("failed", False), ("skipped", False)],
)
def test_only_done_and_unconfirmed_are_in_place(result: EditResult, in_place: bool) -> None:
    assert StepOutcome(Put(NotePath("a.md"), b"", None), result).in_place is in_place

"""Execution: every trouble of the world has its code."""

import pytest

from tests.support.tools import Echo, WriteNote
from vaultdesk import errors
from vaultdesk.errors import VaultDeskError
from vaultdesk.tools.execution import troubled
from vaultdesk.tools.tool import ToolFailure


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        (errors.NoteNotFound("x"), "NOTE_NOT_FOUND"),
        (errors.AmbiguousNote("x"), "AMBIGUOUS_NOTE"),
        (errors.OutsideVault("x"), "PERMISSION_DENIED"),
        (errors.NoteConflict("x"), "CONFLICT"),
        (errors.NoteTooLarge("x"), "TOO_LARGE"),
        (errors.NoteNotConfirmed("x"), "WRITE_FAILED"),
        (errors.IndexFailed("x"), "SEARCH_FAILED"),
        (errors.ProviderUnreachable("x", trouble="network"), "NETWORK_FAILED"),
        (errors.NoteUnreadable("x"), "READ_FAILED"),
        (errors.UsageError("x"), "READ_FAILED"),
        (ToolFailure("LIST_FAILED", "x"), "LIST_FAILED"),
        (TimeoutError(), "TIMEOUT"),
    ],
)
def test_every_trouble_has_its_code(trouble: VaultDeskError | ToolFailure | TimeoutError, code: str) -> None:
    result = troubled(trouble, Echo())
    assert result.error is not None
    assert result.error.code == code


def test_an_unnamed_trouble_is_told_by_the_effect() -> None:
    result = troubled(VaultDeskError("Odd.", hint="Look."), WriteNote())
    assert result.error is not None
    assert (result.error.code, result.error.message) == ("WRITE_FAILED", "Odd. Look.")
    assert result.metadata.operation_type == "write"

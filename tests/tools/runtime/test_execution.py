"""Tests of tools/runtime/execution.py."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, get_args

import pytest

from tests.support.tool_env import call, open_tool_env, read, search
from tests.support.tools import Echo, EchoParameters, Listing, WriteNote
from vaultdesk.core import errors
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.execution import ToolEvent, ToolFinished, ToolStarted, error_result
from vaultdesk.tools.tool import FileChoice, ToolFailure

# Tool events as values.


def test_events_are_frozen_and_the_union_is_closed() -> None:
    assert {kind.__name__ for kind in get_args(ToolEvent)} == {
        "ApprovalRequested", "ApprovalAnswered", "ToolStarted", "ToolFinished",
    }  # fmt: skip
    with pytest.raises(AttributeError):
        ToolStarted("c1", "x").name = "y"


# Execution: every expected exception has an error code.


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.NoteNotFound("x"), "NOTE_NOT_FOUND"),
        (errors.AmbiguousNote("x"), "AMBIGUOUS_NOTE"),
        (errors.OutsideVault("x"), "PERMISSION_DENIED"),
        (errors.NoteConflict("x"), "CONFLICT"),
        (errors.NameTaken("x"), "WRITE_FAILED"),
        (errors.ConflictCopyFound("x"), "WRITE_FAILED"),
        (errors.NoteTooLarge("x"), "TOO_LARGE"),
        (errors.NoteNotConfirmed("x"), "WRITE_FAILED"),
        (errors.VaultReadOnly("x"), "PERMISSION_DENIED"),
        (errors.IndexFailed("x"), "SEARCH_FAILED"),
        (errors.ProviderUnreachable("x", kind="network"), "NETWORK_FAILED"),
        (errors.NoteUnreadable("x"), "READ_FAILED"),
        (errors.UsageError("x"), "READ_FAILED"),
        (ToolFailure("LIST_FAILED", "x"), "LIST_FAILED"),
        (TimeoutError(), "TIMEOUT"),
    ],
)
def test_every_expected_exception_has_its_error_code(
    error: VaultDeskError | ToolFailure | TimeoutError, code: str
) -> None:
    result = error_result(error, Echo())
    assert result.error is not None
    assert result.error.code == code


def test_another_exception_has_the_error_code_of_the_effect() -> None:
    result = error_result(VaultDeskError("Odd.", hint="Look."), WriteNote())
    assert result.error is not None
    assert (result.error.code, result.error.message) == ("WRITE_FAILED", "Odd. Look.")
    assert result.metadata.operation_type == "write"


def test_a_call_with_a_lesser_effect_fails_with_the_code_of_that_effect() -> None:
    result = error_result(VaultDeskError("Odd."), WriteNote(), "read")
    assert result.error is not None
    assert (result.error.code, result.metadata.operation_type) == ("READ_FAILED", "read")


async def test_each_source_has_the_decision_that_allowed_it(tmp_path: Path) -> None:
    rules = [
        PermissionRule(folder="Projects", effect="read", answer="allow"),
        PermissionRule(tool="vault_search", effect="read", answer="allow"),
    ]
    async with open_tool_env(tmp_path, ApprovalDecision(approved=True, scope="conversation"), rules=rules) as env:
        calls = (read("Projects/House/Boiler.md", "Top.md", call_id="c1"), search("Nobody", "c2"))
        events = [*await env.events(*calls), *await env.events(read("Daily/2026-11-20.md"))]
        parts = [event.part for event in events if isinstance(event, ToolFinished)]
        assert [[(source.path, source.allowed) for source in part.sources] for part in parts] == [
            [("Projects/House/Boiler.md", "rule"), ("Top.md", "person")],
            [("Projects-secret/Plan.md", "rule")],
            [("Daily/2026-11-20.md", "grant")],
        ]


class StrayingTool(Listing):
    """Offers one note for approval and reads others."""

    name: ClassVar[str] = "straying"

    async def files(self, arguments: EchoParameters) -> Sequence[FileChoice]:
        return (FileChoice("Plan", 7, "named by the model"),)


async def test_a_note_that_was_not_offered_is_not_returned(tmp_path: Path) -> None:
    tool = StrayingTool("Top.md")
    async with open_tool_env(tmp_path, ApprovalDecision(approved=True), tools=[tool]) as env:
        events = await env.events(call("straying"))
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert finished.result.error is not None
        assert (finished.result.error.code, finished.part.sources) == ("AMBIGUOUS_NOTE", ())
        assert [choice.path for choice in env.answers.requests[0].files] == ["Plan"]

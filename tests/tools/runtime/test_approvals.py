"""Tests of tools/runtime/approvals.py."""

from collections.abc import Iterator

import pytest

from tests.support.tool_env import LOCAL, REMOTE, YES
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import compared_fields, replace
from vaultdesk.tools.runtime.approvals import (
    ALTERED_REQUEST,
    DENY_ALL,
    ApprovalRequest,
    CallReview,
    request_digest,
    verified_decision,
)
from vaultdesk.tools.tool import FileChoice
from vaultdesk.vault.change_set import ChangeSet, Hunk, NoteChange

# Approval requests as values.


def test_the_files_of_all_calls_are_unique_and_in_order() -> None:
    a, b, c = (FileChoice(f"{name}.md", 1, "named") for name in "abc")
    calls = tuple(
        CallReview(i, "file_read", "Read", "", "read", {}, files) for i, files in (("1", (b, a)), ("2", (a, c)))
    )
    assert ApprovalRequest("ask_1", "", calls, LOCAL).files == (b, a, c)


# A request that was altered after it was shown is not approved.


def new_request() -> ApprovalRequest:
    hunk = Hunk("h1", 1, ("old",), 1, ("new",), ("above",), ("below",), "Title")
    change = NoteChange(
        "c1", "modify", "a.md", "", "digest", "old", "new", (hunk,), "unit", ("call_1",), "why", ("careful",)
    )
    review = CallReview(
        "call_1", "put_note", "Write", "writes", "write", {"path": "a.md", "list": [1, {"deep": "x"}]},
        (FileChoice("b.md", 3, "named", "d"),), ("warning",), "Write",
    )  # fmt: skip
    # A separate instance, because the test mutates it.
    destination = Destination("Elsewhere", "example.org", local=False)
    return ApprovalRequest(
        "ask_1", "Change 1 note", (review,), destination, "words", None, None, ChangeSet((change,)), "W"
    )


def fields_below(value: object, path: str = "") -> Iterator[tuple[str, object, str]]:
    """Yield the path of every compared field below *value*, with its object and its name."""
    for name in compared_fields(value) or ():
        yield f"{path}.{name}", value, name
        yield from fields_below(getattr(value, name), f"{path}.{name}")
    if isinstance(value, tuple):
        for inner in value:
            yield from fields_below(inner, path)


FIELD_PATHS = sorted({field_path for field_path, _, _ in fields_below(new_request())})


@pytest.mark.parametrize("field_path", FIELD_PATHS)
def test_every_field_of_a_request_is_part_of_its_digest(field_path: str) -> None:
    request = new_request()
    digest = request_digest(request)
    assert verified_decision(request, digest, YES) == YES
    for path, owner, name in fields_below(request):
        if path == field_path:
            getattr(type(owner), name).__set__(owner, "mutated")
            break
    assert request_digest(request) != digest
    decision = verified_decision(request, digest, YES)
    assert (decision.approved, decision.reason) == (False, ALTERED_REQUEST)


def test_nested_arguments_are_part_of_the_digest() -> None:
    request = new_request()
    digest = request_digest(request)
    nested = request.calls[0].arguments["list"]
    assert isinstance(nested, list)
    nested[0] = 2
    assert request_digest(request) != digest


@pytest.mark.parametrize(
    ("first", "second"), [(("ab", "c"), ("a", "bc")), (("1",), (1,)), ((), ("",)), (("a",), ("a", "")), ((True,), (1,))]
)
def test_different_values_have_different_digests(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    request = new_request()
    assert request_digest(replace(request, model_text=first)) != request_digest(replace(request, model_text=second))  # type: ignore[arg-type]  # any value


def test_the_digest_covers_many_fields() -> None:
    assert len(FIELD_PATHS) > 45


async def test_deny_all_denies_every_request() -> None:
    decision = await DENY_ALL.ask(ApprovalRequest("ask_1", "Read 1 note", (), REMOTE))

    assert not decision.approved

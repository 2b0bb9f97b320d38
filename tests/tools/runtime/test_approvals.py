"""Tests of tools/runtime/approvals.py."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from tests.support.desk import LOCAL, REMOTE, YES
from vaultdesk.core.transmission import Destination
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

# Approvals as values.


def test_the_files_of_all_calls_are_listed_once_in_order() -> None:
    a, b, c = (FileChoice(f"{name}.md", 1, "named") for name in "abc")
    calls = tuple(
        CallReview(i, "file_read", "Read", "", "read", {}, files) for i, files in (("1", (b, a)), ("2", (a, c)))
    )
    assert ApprovalRequest("ask_1", "", calls, LOCAL).files == (b, a, c)


# A request that comes back other than it went out is no agreement.


def made() -> ApprovalRequest:
    hunk = Hunk("h1", 1, ("old",), 1, ("new",), ("above",), ("below",), "Title")
    change = NoteChange(
        "c1", "modify", "a.md", "", "digest", "old", "new", (hunk,), "unit", ("call_1",), "why", ("careful",)
    )
    review = CallReview(
        "call_1", "put_note", "Write", "writes", "write", {"path": "a.md", "list": [1, {"deep": "x"}]},
        (FileChoice("b.md", 3, "named", "d"),), ("warning",), "Write",
    )  # fmt: skip
    # Its own: what is mutated here must be nobody else's.
    away = Destination("Elsewhere", "example.org", local=False)
    return ApprovalRequest("ask_1", "Change 1 note", (review,), away, "words", None, None, ChangeSet((change,)), "W")


def places(value: object, trail: str = "") -> Iterator[tuple[str, object, str]]:
    """Yield every field below *value*, with the object that holds it."""
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            if one.compare:
                yield f"{trail}.{one.name}", value, one.name
                yield from places(getattr(value, one.name), f"{trail}.{one.name}")
    elif isinstance(value, tuple):
        for inner in value:
            yield from places(inner, trail)


PLACES = sorted({place for place, _, _ in places(made())})


@pytest.mark.parametrize("place", PLACES)
def test_every_field_of_a_request_is_under_the_seal(place: str) -> None:
    request = made()
    seal = request_digest(request)
    assert verified_decision(request, seal, YES) == YES
    for found, holder, name in places(request):
        if found == place:
            object.__setattr__(holder, name, "mutated")
            break
    assert request_digest(request) != seal
    refused = verified_decision(request, seal, YES)
    assert (refused.approved, refused.reason) == (False, ALTERED_REQUEST)


def test_values_inside_arguments_are_under_the_seal() -> None:
    request = made()
    seal = request_digest(request)
    deep = request.calls[0].arguments["list"]
    assert isinstance(deep, list)
    deep[0] = 2
    assert request_digest(request) != seal


@pytest.mark.parametrize(
    ("one", "other"), [(("ab", "c"), ("a", "bc")), (("1",), (1,)), ((), ("",)), (("a",), ("a", "")), ((True,), (1,))]
)
def test_different_values_never_run_together(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    request = made()
    assert request_digest(replace(request, model_text=one)) != request_digest(replace(request, model_text=other))  # type: ignore[arg-type]  # any value will do


def test_there_is_something_under_the_seal() -> None:
    assert len(PLACES) > 45


async def test_nobody_agrees() -> None:
    decision = await DENY_ALL.ask(ApprovalRequest("ask_1", "Read 1 note", (), REMOTE))

    assert not decision.approved

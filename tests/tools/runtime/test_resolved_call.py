"""Tests of tools/runtime/resolved_call.py."""

import json
from pathlib import Path

import pytest

from tests.support.tool_env import LOCAL, REMOTE, call, open_tool_env, put, read
from tests.support.tools import DropNote, Echo, Fetch, PutNote, StampAll, WriteNote
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.core.values import replace
from vaultdesk.tools.argument_schema import InvalidArguments, canonical_arguments
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.policy import Permissions, PolicyRequest
from vaultdesk.tools.runtime.resolved_call import batch_calls, resolve_call

# A resolved call cannot be changed.

BOILER, BUDGET, SECRET = "Projects/House/Boiler.md", "Projects/House/Budget.md", "Projects-secret/Plan.md"
READ = PolicyRequest("file_read", "read")


async def test_changing_the_arguments_of_the_model_does_not_change_the_resolved_call() -> None:
    call_part = call("write_note", path="a.md", content="shown")
    resolved = await resolve_call(call_part, WriteNote(), Permissions(), PolicyRequest("write_note", "write"), REMOTE)
    assert call_part.arguments is not None
    call_part.arguments["path"] = "b.md"
    review = resolved.review()
    review.arguments["path"] = "c.md"
    assert canonical_arguments(resolved.arguments) == {"path": "a.md", "content": "shown"}
    assert json.loads(resolved.arguments_json) == {"path": "a.md", "content": "shown"}
    with pytest.raises(AttributeError):
        resolved.arguments_json = "{}"


async def test_permissions_are_decided_for_each_file(tmp_path: Path) -> None:
    rules = [
        PermissionRule(folder="Projects", effect="read", answer="allow"),
        PermissionRule(folder="Projects-secret", answer="deny"),
    ]
    async with open_tool_env(tmp_path) as env:
        tool = env.registry.get("file_read")
        assert tool is not None
        resolved = await resolve_call(read(BOILER, "Top.md", SECRET), tool, Permissions(lambda: rules), READ, LOCAL)
        assert resolved.verdict.answer == "ask"
        assert resolved.preapproved_paths == {BOILER}
        assert [choice.path for choice in resolved.files_to_ask] == ["Top.md"]
        assert resolved.denied_paths == (SECRET,)
        assert canonical_arguments(resolved.narrowed_arguments({BOILER, SECRET})) == {"file_paths": [BOILER]}
        assert resolved.review().warnings == (
            "1 more note will be read under a permission you gave before.",
            "1 note will not be read: a rule of yours denies it.",
        )
        assert resolved.omission_note({BOILER}) == (
            f"The user chose not to share 1 of 2 files: Top.md. A rule of the user withholds: {SECRET}."
        )


async def test_look_alike_names_have_a_warning(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, notes={"Bоiler.md": "x"}) as env:
        tool = env.registry.get("file_read")
        assert tool is not None
        resolved = await resolve_call(read("Bоiler.md"), tool, Permissions(), READ, LOCAL)
        assert "mixes Cyrillic and Latin" in resolved.review().warnings[0]


async def test_a_changed_or_deleted_file_is_detected_if_it_was_selected(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path) as env:
        tool = env.registry.get("file_read")
        assert tool is not None
        resolved = await resolve_call(read(BOILER, BUDGET), tool, Permissions(), READ, LOCAL)
        choices = {choice.path: choice for choice in resolved.files}
        assert resolved.changed_paths(choices, {BOILER, BUDGET}) == ()
        choices[BOILER] = replace(choices[BOILER], digest="other")
        assert resolved.changed_paths(choices, {BOILER, BUDGET}) == (BOILER,)
        assert resolved.changed_paths(choices, {BUDGET}) == ()
        del choices[BUDGET]
        assert resolved.changed_paths(choices, {BUDGET}) == (BUDGET,)


async def test_invalid_arguments_are_not_resolved() -> None:
    with pytest.raises(InvalidArguments):
        await resolve_call(call("write_note"), WriteNote(), Permissions(), PolicyRequest("write_note", "write"), REMOTE)


# Batches of the calls of an answer.

REGISTRY = ToolRegistry((Echo(), Fetch(), PutNote(), DropNote(), StampAll(), WriteNote()))
CALLS = {
    "e": call("echo", text="x"),
    "p": put("a.md", "x"),
    "d": call("drop_note", path="a.md"),
    "s": call("stamp_all", text="x"),
    "l": call("stamp_all", text="x", only_look=True),
    "n": call("fetch", text="x"),
    "w": call("write_note", path="a.md"),
    "?": call("nothing"),
    "!": call("put_note", wrong=1),
}


@pytest.mark.parametrize(
    ("call_letters", "expected"),
    [
        ("", []),
        ("eee", ["reads eee"]),
        ("ppd", ["changes ppd"]),
        ("epe", ["reads e", "changes p", "reads e"]),
        ("psp", ["changes psp"]),
        ("plp", ["changes p", "reads l", "changes p"]),
        ("nn", ["alone n", "alone n"]),
        ("wp", ["alone w", "changes p"]),
        ("p?p!p", ["changes p?p!p"]),
        ("?!", ["any ?!"]),
        ("?p", ["changes ?p"]),
        ("?ep", ["reads ?e", "changes p"]),
        ("n?", ["alone n", "any ?"]),
    ],
)
def test_adjacent_calls_of_one_kind_form_batches_in_order(call_letters: str, expected: list[str]) -> None:
    letter_of_call = {id(call_part): letter for letter, call_part in CALLS.items()}
    batches = batch_calls([CALLS[letter] for letter in call_letters], REGISTRY)
    assert [
        f"{batch.kind} {''.join(letter_of_call[id(call_part)] for call_part in batch.calls)}" for batch in batches
    ] == expected
    assert [batch.changes for batch in batches] == [text.startswith("changes") for text in expected]

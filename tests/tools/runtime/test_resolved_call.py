"""Tests of tools/runtime/resolved_call.py."""

import json
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from tests.support.desk import LOCAL, REMOTE, call, open_desk, put, read
from tests.support.tools import DropNote, Echo, Fetch, PutNote, StampAll, WriteNote
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.argument_schema import InvalidArguments, canonical_arguments
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.policy import Permissions, PolicyRequest
from vaultdesk.tools.runtime.resolved_call import batch_calls, resolve_call

# A call, once frozen, is what it was.

BOILER, BUDGET, SECRET = "Projects/House/Boiler.md", "Projects/House/Budget.md", "Projects-secret/Plan.md"
READ = PolicyRequest("file_read", "read")


async def test_changing_the_models_arguments_changes_nothing_frozen() -> None:
    part = call("write_note", path="a.md", content="shown")
    frozen = await resolve_call(part, WriteNote(), Permissions(), PolicyRequest("write_note", "write"), REMOTE)
    assert part.arguments is not None
    part.arguments["path"] = "b.md"
    review = frozen.review()
    review.arguments["path"] = "c.md"
    assert canonical_arguments(frozen.arguments) == {"path": "a.md", "content": "shown"}
    assert json.loads(frozen.arguments_json) == {"path": "a.md", "content": "shown"}
    with pytest.raises(FrozenInstanceError):
        frozen.arguments_json = "{}"


async def test_each_file_is_permitted_by_itself(tmp_path: Path) -> None:
    rules = [
        PermissionRule(folder="Projects", effect="read", answer="allow"),
        PermissionRule(folder="Projects-secret", answer="deny"),
    ]
    async with open_desk(tmp_path) as desk:
        tool = desk.registry.get("file_read")
        assert tool is not None
        frozen = await resolve_call(read(BOILER, "Top.md", SECRET), tool, Permissions(lambda: rules), READ, LOCAL)
        assert frozen.verdict.answer == "ask"
        assert frozen.preapproved_paths == {BOILER}
        assert [choice.path for choice in frozen.files_to_ask] == ["Top.md"]
        assert frozen.denied_paths == (SECRET,)
        assert canonical_arguments(frozen.narrowed_arguments({BOILER, SECRET})) == {"file_paths": [BOILER]}
        assert frozen.review().warnings == (
            "1 more note will be read under a permission you gave before.",
            "1 note will not be read: a rule of yours denies it.",
        )
        assert frozen.omission_note({BOILER}) == (
            f"The user chose not to share 1 of 2 files: Top.md. A rule of the user withholds: {SECRET}."
        )


async def test_look_alike_and_hidden_names_are_warned_about(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes={"Bоiler.md": "x"}) as desk:
        tool = desk.registry.get("file_read")
        assert tool is not None
        frozen = await resolve_call(read("Bоiler.md"), tool, Permissions(), READ, LOCAL)
        assert "mixes Cyrillic and Latin" in frozen.review().warnings[0]


async def test_a_changed_or_vanished_file_is_noticed_where_it_was_ticked(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        tool = desk.registry.get("file_read")
        assert tool is not None
        frozen = await resolve_call(read(BOILER, BUDGET), tool, Permissions(), READ, LOCAL)
        now = {choice.path: choice for choice in frozen.files}
        assert frozen.changed_paths(now, {BOILER, BUDGET}) == ()
        now[BOILER] = replace(now[BOILER], digest="other")
        assert frozen.changed_paths(now, {BOILER, BUDGET}) == (BOILER,)
        assert frozen.changed_paths(now, {BUDGET}) == ()
        del now[BUDGET]
        assert frozen.changed_paths(now, {BUDGET}) == (BUDGET,)


async def test_wrong_arguments_do_not_freeze() -> None:
    with pytest.raises(InvalidArguments):
        await resolve_call(call("write_note"), WriteNote(), Permissions(), PolicyRequest("write_note", "write"), REMOTE)


# Which calls of an answer go together.

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
    ("asked", "together"),
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
def test_neighbours_go_together_and_order_is_kept(asked: str, together: list[str]) -> None:
    letters = {id(part): letter for letter, part in CALLS.items()}
    found = batch_calls([CALLS[letter] for letter in asked], REGISTRY)
    assert [f"{batch.kind} {''.join(letters[id(part)] for part in batch.calls)}" for batch in found] == together
    assert [batch.changes for batch in found] == [text.startswith("changes") for text in together]

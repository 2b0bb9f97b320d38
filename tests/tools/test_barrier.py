"""What no rule and no answer lifts."""

from pathlib import Path

import pytest

from tests.support.desk import YES, call, drop, on, open_desk, put, read
from tests.support.tools import DropNote, Echo, Fetch, PutNote, StampAll
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.barrier import offered
from vaultdesk.tools.leash import FREE, Leash
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.vault.vault import Vault

TOOLS = (PutNote(), DropNote(), StampAll(), Fetch(), Echo())
ALL = ["put_note", "drop_note", "stamp_all", "fetch", "echo"]


@pytest.mark.parametrize(
    ("leash", "preset", "names"),
    [
        (FREE, "ask", ALL),
        (FREE, "read-only", ["stamp_all", "echo"]),
        (Leash(read_only=True), "ask", ["stamp_all", "fetch", "echo"]),
        (Leash(dangerous=False), "trusted", ["put_note", "stamp_all", "fetch", "echo"]),
        (Leash(tools=frozenset({"echo", "nothing"})), "trusted", ["echo"]),
        (Leash(tools=frozenset()), "trusted", []),
    ],
)
def test_a_model_is_told_of_the_tools_it_could_use(leash: Leash, preset: Preset, names: list[str]) -> None:
    assert [tool.name for tool in offered(ToolRegistry(TOOLS), leash, preset)] == names


def test_a_tool_that_is_not_set_up_is_told_to_nobody() -> None:
    class Unready(Echo):
        usable = False

    assert offered(ToolRegistry([Unready()]), FREE, "trusted") == ()


@pytest.mark.parametrize(
    ("leash", "preset", "name", "code"),
    [
        (Leash("Reader", tools=frozenset({"echo"})), "trusted", "put_note", "PERMISSION_DENIED"),
        (Leash("Reader", read_only=True), "trusted", "put_note", "PERMISSION_DENIED"),
        (Leash("Reader", read_only=True), "trusted", "drop_note", "PERMISSION_DENIED"),
        (FREE, "read-only", "put_note", "PERMISSION_DENIED"),
        (FREE, "read-only", "fetch", "PERMISSION_DENIED"),
        (Leash("Writer", dangerous=False), "trusted", "drop_note", "DANGEROUS_OPERATION"),
        (Leash("Writer", dangerous=False), "trusted", "stamp_all", "DANGEROUS_OPERATION"),
    ],
)
async def test_a_barred_call_is_refused_before_anything_is_planned(
    tmp_path: Path, leash: Leash, preset: Preset, name: str, code: str
) -> None:
    rules = [PermissionRule(effect="write", answer="allow")]
    calls = {"put_note": put("New.md", "x"), "drop_note": drop("Top.md"), "fetch": call("fetch", text="x"),
             "stamp_all": call("stamp_all", text="x")}  # fmt: skip
    async with open_desk(tmp_path, YES, rules=rules, tools=TOOLS) as desk:
        desk.preset = preset
        before = desk.everything()
        (result,) = await desk.results(calls[name], context=on(leash))
        assert result.error is not None
        assert result.error.code == code
        assert desk.everything() == before
        assert desk.answers.requests == []
        assert desk.told()[-1][0] == "refused"


async def test_what_only_looks_is_not_barred_by_what_its_tool_could_do(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS) as desk:
        desk.preset = "read-only"
        (looked,) = await desk.results(call("stamp_all", text="x", only_look=True))
        assert (looked.data, looked.metadata.operation_type) == ("looked", "read")
        (read_one,) = await desk.results(read("Top.md"))
        assert read_one.success


async def test_a_vault_that_another_program_writes_is_only_read(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote()]) as desk:
        place = tmp_path / "place"
        async with Vault(desk.vault.root, watch=False, place=place) as first:
            assert await first.claim_writing()
            async with Vault(desk.vault.root, watch=False, place=place) as second:
                desk.runner._vault = second
                (result,) = await desk.results(put("New.md", "x"))
                assert result.error is not None
                assert (result.error.code, result.error.message) == ("PERMISSION_DENIED", second.read_only)
                assert desk.answers.requests == []
        assert desk.text("New.md") is None

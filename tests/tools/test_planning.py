"""What may be written of what was planned: file by file, and units whole."""

from pathlib import Path

from tests.support.desk import YES, Desk, call, drop, move, on, open_desk, put
from tests.support.tools import DropNote, MoveNote, PutNote, StampAll
from tests.tools.test_conditions import conditions_of
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.frozen_call import FrozenCall, freeze
from vaultdesk.tools.leash import FREE, Leash
from vaultdesk.tools.planning import Plan, plan

TOOLS = (PutNote(), MoveNote(), DropNote(), StampAll())
NOTES = {
    "work/Plan.md": "the plan\n",
    "work/Links.md": "see work/Plan.md\n",
    "other/Links.md": "see work/Plan.md and work/Plan.md\n",
    "locked/Links.md": "nothing\n",
}
LOCKED = PermissionRule(folder="locked", answer="deny")


async def planned(desk: Desk, *calls: ToolCallPart, leash: Leash = FREE) -> Plan:
    conditions = conditions_of(desk, leash)
    frozen: list[FrozenCall] = []
    for part in calls:
        tool = desk.registry.get(part.name)
        assert tool is not None
        subject = conditions.subject(tool, tool.effect)
        frozen.append(await freeze(part, tool, desk.permissions, subject, conditions.context.destination))
    return await plan(conditions, frozen)


def told(found: Plan) -> list[str]:
    kept = [f"{change.kind} {change.final_path}" for change in found.changes.changes]
    return [*kept, *(f"{lost.why} {lost.change.final_path}" for lost in found.lost)]


async def test_calls_of_a_batch_are_one_draft_and_one_failing_plan_stops_no_other(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=TOOLS, notes=NOTES) as desk:
        found = await planned(
            desk,
            put("New.md", "one\n", "c1"),
            drop("No.md", "c2"),
            put("New.md", "two\n", "c3"),
            drop("work/Plan.md", "c4"),
        )
        assert told(found) == ["create New.md", "delete work/Plan.md"]
        assert found.changes.changes[0].new_text == "two\n"
        assert found.changes.changes[0].calls == ("c1", "c3")
        assert {name: result.error and result.error.code for name, result in found.settled.items()} == {
            "c2": "NOTE_NOT_FOUND"
        }
        assert set(found.data) == {"c1", "c3", "c4"}
        assert (found.asks, found.by) == (True, "default")


async def test_a_denied_file_takes_its_whole_unit_along_and_nothing_else(tmp_path: Path) -> None:
    notes = {**NOTES, "locked/Links.md": "see work/Plan.md\n"}
    async with open_desk(tmp_path, rules=[LOCKED], tools=TOOLS, notes=notes) as desk:
        found = await planned(desk, move("work/Plan.md", "work/New.md", "c1"), put("Free.md", "x\n", "c2"))
        assert told(found) == [
            "create Free.md",
            "denied work/New.md",
            "denied locked/Links.md",
            "denied other/Links.md",
            "denied work/Links.md",
        ]
        assert found.wanted("c1") == ()
        assert len(found.lost_of("c1")) == 4
        assert found.lost_of("c2") == ()


async def test_many_notes_at_once_lose_only_those_that_are_denied(tmp_path: Path) -> None:
    write = PermissionRule(folder="locked", effect="write", answer="deny")
    async with open_desk(tmp_path, rules=[write], tools=TOOLS, notes=NOTES) as desk:
        found = await planned(desk, call("stamp_all", text="x"))
        assert told(found) == [
            "modify other/Links.md", "modify work/Links.md", "modify work/Plan.md", "denied locked/Links.md"
        ]  # fmt: skip


async def test_a_repair_out_of_bounds_keeps_a_rename_from_being_half(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=TOOLS, notes=NOTES) as desk:
        found = await planned(desk, move("work/Plan.md", "work/New.md"), leash=Leash("Writer", ("work",)))
        assert told(found) == ["outside work/New.md", "outside other/Links.md", "outside work/Links.md"]


async def test_both_ends_of_a_move_need_leave(tmp_path: Path) -> None:
    for path, new_path in (("work/Plan.md", "locked/Plan.md"), ("locked/Links.md", "work/Plan2.md")):
        async with open_desk(tmp_path, rules=[PermissionRule(folder="locked", effect="write", answer="deny")],
                             tools=TOOLS, notes=NOTES) as desk:  # fmt: skip
            found = await planned(desk, move(path, new_path))
            assert found.changes.changes == ()
            assert {lost.why for lost in found.lost} == {"denied"}


async def test_a_rule_lets_a_batch_go_unasked_only_where_it_covers_every_file(tmp_path: Path) -> None:
    allowed = [PermissionRule(folder="work", effect="write", answer="allow")]
    async with open_desk(tmp_path, rules=allowed, tools=TOOLS, notes=NOTES) as desk:
        inside = await planned(desk, put("work/New.md", "x\n"), put("work/Links.md", "y\n", "c2"))
        assert (inside.asks, inside.by) == (False, "rule")
        across = await planned(desk, put("work/New.md", "x\n"), put("other/New.md", "y\n", "c2"))
        assert across.asks
        assert (await planned(desk, drop("work/Plan.md"))).asks
        assert (await planned(desk, move("work/Plan.md", "other/Plan.md"))).asks


async def test_a_note_that_comes_to_nothing_is_no_change(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        found = await planned(desk, put("work/Plan.md", "the plan\n"))
        assert (told(found), found.asks) == ([], False)
        (result,) = await desk.results(put("work/Plan.md", "the plan\n"), context=on())
        assert (result.success, result.metadata.files_affected) == (True, ())
        # That it says just this already is a read of it.
        assert [request.calls[0].effect for request in desk.answers.requests] == ["read"]

"""What was shown is what may still be written."""

from pathlib import Path

from tests.support.desk import Desk, drop, move, on, open_desk, put
from tests.support.tools import DropNote, MoveNote, PutNote
from tests.tools.test_conditions import conditions_of
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.as_shown import changed_since
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall, freeze
from vaultdesk.tools.leash import FREE
from vaultdesk.tools.planning import Plan, plan
from vaultdesk.vault.diff.change_set import NoteChoice

TOOLS = (PutNote(), MoveNote(), DropNote())
NOTES = {"a.md": "one\n", "b.md": "two\n", "c.md": "three\n"}


async def planned(desk: Desk, *calls: ToolCallPart) -> tuple[Conditions, list[FrozenCall], Plan]:
    conditions = conditions_of(desk, FREE)
    frozen: list[FrozenCall] = []
    for part in calls:
        tool = desk.registry.get(part.name)
        assert tool is not None
        subject = conditions.subject(tool, tool.effect)
        frozen.append(await freeze(part, tool, desk.permissions, subject, on().destination))
    return conditions, frozen, await plan(conditions, frozen)


def all_of(found: Plan) -> list[NoteChoice]:
    return [NoteChoice(change.id) for change in found.changes.changes]


async def test_each_way_a_file_can_be_another_one_is_noticed(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=TOOLS, notes=NOTES) as desk:
        calls = (put("a.md", "x\n", "c1"), move("b.md", "z.md", "c2"), drop("c.md", "c3"), put("New.md", "y\n", "c4"))
        conditions, frozen, found = await planned(desk, *calls)
        assert await changed_since(conditions, frozen, found, all_of(found)) == ()
        root = desk.vault.root
        (root / "a.md").write_text("mine\n", encoding="utf-8")
        (root / "z.md").write_text("mine\n", encoding="utf-8")
        (root / "New.md").write_text("mine\n", encoding="utf-8")
        (root / "c.md").unlink()
        assert set(await changed_since(conditions, frozen, found, all_of(found))) == {"a.md", "b.md", "c.md", "New.md"}
        assert await changed_since(conditions, frozen, found, ()) == (), "what was left out may change"


async def test_a_rule_of_a_moment_ago_holds(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=TOOLS, notes=NOTES) as desk:
        conditions, frozen, found = await planned(desk, put("a.md", "x\n"))
        desk.kept_rules.append(PermissionRule(effect="write", answer="deny"))
        assert await changed_since(conditions, frozen, found, all_of(found)) == ("a.md",)


async def test_a_place_that_is_left_by_the_same_answer_is_free(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=TOOLS, notes=NOTES) as desk:
        calls = (move("a.md", "old.md", "c1"), move("b.md", "a.md", "c2"))
        conditions, frozen, found = await planned(desk, *calls)
        assert await changed_since(conditions, frozen, found, all_of(found)) == ()

"""Tests of tools/runtime/visibility.py."""

from pathlib import Path

from tests.support.tool_env import NO, REMOTE, YES, call, on, open_tool_env, put, read
from tests.support.tools import Listing, PutNote
from tests.tools.runtime.test_call_context import execution_context_of
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope, ProjectBounds
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.tools.runtime.resolved_call import resolve_call
from vaultdesk.tools.runtime.visibility import planning_visibility

BOILER, BUDGET, SECRET = "Projects/House/Boiler.md", "Projects/House/Budget.md", "Projects-secret/Plan.md"


async def test_a_list_contains_the_notes_allowed_by_scope_and_rules(tmp_path: Path) -> None:
    rules = [
        PermissionRule(tool="listing", effect="read", answer="allow"),
        PermissionRule(folder="Daily", answer="ask"),
        PermissionRule(folder="Projects-secret", answer="deny"),
    ]
    listing = Listing(BOILER, SECRET, "Top.md")
    async with open_tool_env(tmp_path, NO, rules=rules, tools=[listing]) as env:
        (result,) = await env.results(call("listing"))
        assert result.data == [{"path": BOILER}, {"path": "Top.md"}]
        (visibility,) = listing.views
        paths = (BOILER, SECRET, "Daily/2026-11-20.md", "Top.md")
        assert [visibility.sees(path) for path in paths] == [True, False, False, True]
        assert visibility.result_limit == on().result_limit
        await env.results(call("listing", text="again"), context=on(AgentScope("A", ("Projects",))))
        assert [listing.views[1].sees(path) for path in paths] == [True, False, False, False]


async def test_a_project_limits_visibility_to_its_notes(tmp_path: Path) -> None:
    listing = Listing(BOILER, SECRET, "Top.md")
    agent_scope = UNRESTRICTED.within(ProjectBounds("House", ("Projects/House",), frozenset({"Top.md"})))
    async with open_tool_env(tmp_path, YES, tools=[listing]) as env:
        (result,) = await env.results(call("listing"), context=on(agent_scope))

        assert result.data == [{"path": BOILER}, {"path": "Top.md"}]
        paths = (BOILER, SECRET, "Daily/2026-11-20.md", "Top.md")
        assert [listing.views[0].sees(path) for path in paths] == [True, False, False, True]


async def test_notes_that_need_approval_are_visible_after_it(tmp_path: Path) -> None:
    listing = Listing(BOILER)
    async with open_tool_env(tmp_path, YES, tools=[listing]) as env:
        await env.results(call("listing"))
        assert listing.views[0].sees("Daily/2026-11-20.md")


async def test_a_named_note_is_visible_if_it_was_selected(tmp_path: Path) -> None:
    selection = ApprovalDecision(approved=True, files=(BOILER,))
    async with open_tool_env(tmp_path, selection) as env:
        (result,) = await env.results(read(BOILER, BUDGET))
        assert [item["path"] for item in result.data] == [BOILER]


async def test_a_new_path_is_visible_for_planning_unless_its_folder_is_private(tmp_path: Path) -> None:
    privacy = NotePrivacy(
        lambda path, _: "open" if path == BOILER else "closed",
        is_closed_by_path=lambda path, _: path.startswith("Projects-secret/"),
    )
    async with open_tool_env(tmp_path, YES, tools=[PutNote()], privacy=privacy) as env:
        execution_context = execution_context_of(env, UNRESTRICTED)
        tool = env.registry.get("put_note")
        assert tool is not None
        resolved = await resolve_call(
            put("x.md", "x"), tool, env.permissions, execution_context.policy_request(tool, "write"), REMOTE
        )
        visibility = planning_visibility(execution_context, resolved)
        paths = (BOILER, "Top.md", "New.md", "New/New.md", "Projects-secret/New.md", "../x.md")
        assert [visibility.sees(path) for path in paths] == [True, False, True, True, False, False]


async def test_another_spelling_of_a_visible_note_is_visible_and_of_a_hidden_one_is_not(tmp_path: Path) -> None:
    privacy = NotePrivacy(lambda path, _: "open" if path == "Top.md" else "closed")
    async with open_tool_env(tmp_path, YES, tools=[PutNote()], privacy=privacy) as env:
        execution_context = execution_context_of(env, UNRESTRICTED)
        tool = env.registry.get("put_note")
        assert tool is not None
        resolved = await resolve_call(
            put("x.md", "x"), tool, env.permissions, execution_context.policy_request(tool, "write"), REMOTE
        )
        visibility = planning_visibility(execution_context, resolved)
        assert [visibility.sees(path) for path in ("top.md", "TOP.md", "daily/2026-11-20.md")] == [True, True, False]

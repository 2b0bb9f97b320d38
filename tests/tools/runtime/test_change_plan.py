"""Tests of tools/runtime/change_plan.py."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.growth import check_linear, repeated
from tests.support.tool_env import LOCAL, NO, YES, ToolEnv, call, drop, move, on, open_tool_env, put
from tests.support.tools import DropNote, MoveNote, PutNote, StampAll
from tests.tools.runtime.test_call_context import execution_context_of
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.privacy.rule_matcher import compile_rules
from vaultdesk.tools.builtin.daily_tools import ApplyTemplate
from vaultdesk.tools.builtin.edit_tools import EditNote, WriteNote
from vaultdesk.tools.builtin.metadata_tools import RemoveTags, UpdateFrontmatter
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.change_plan import ChangePlan, changed_since_review, exposed_comments, plan_changes
from vaultdesk.tools.runtime.policy import NotePrivacy, PrivacyStatus
from vaultdesk.tools.runtime.resolved_call import ResolvedCall, resolve_call
from vaultdesk.vault.change_set import NoteChoice
from vaultdesk.vault.markdown.markdown_scanner import without_comments

# A combination of permitted calls does not give access to text that must not be read.

NOTES = {
    "Personal/Diary.md": "CANARY of the diary.\n",
    "Open/a.md": "open\n",
    "Note.md": "# T\n\nBefore %% CANARY of the comment %% after.\n\n## Two\n\nmore\n",
}
TOOLS = (MoveNote(), PutNote(), ApplyTemplate(), EditNote(), WriteNote())


def privacy_status(path: str, _destination: object) -> PrivacyStatus:
    return "ask" if path.startswith("Personal/") else "open"


ASK_FOR_PERSONAL = NotePrivacy(privacy_status)
NO_COMMENTS = NotePrivacy(redact=lambda _path, text, to: text if to.local else without_comments(text))
ASK_FOR_READING = [PermissionRule(folder="Personal", effect="read", answer="ask")]


@pytest.mark.parametrize("rules", [[], ASK_FOR_READING], ids=["private", "a rule"])
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("apply_template", {"template": "Personal/Diary", "target": "Open/Copy"}),
     ("move_note", {"path": "Personal/Diary.md", "new_path": "Open/Moved.md"})],
)  # fmt: skip
async def test_copying_or_moving_a_note_to_a_readable_folder_needs_approval(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue], rules: list[PermissionRule]
) -> None:
    privacy = NotePrivacy() if rules else ASK_FOR_PERSONAL
    async with open_tool_env(tmp_path, NO, rules=rules, tools=TOOLS, notes=NOTES, privacy=privacy) as env:
        env.preset = "trusted"
        await env.results(call(tool, **arguments))
        (request,) = env.answers.requests
        assert len(request.changes.changes) == 1
        assert sorted(path for path in env.everything() if path in NOTES) == sorted(NOTES)


async def test_copying_or_moving_a_readable_note_needs_no_approval(tmp_path: Path) -> None:
    async with open_tool_env(
        tmp_path, NO, rules=ASK_FOR_READING, tools=TOOLS, notes=NOTES, privacy=ASK_FOR_PERSONAL
    ) as env:
        env.preset = "trusted"
        results = await env.results(
            call("apply_template", "c1", template="Open/a", target="Open/b"),
            call("move_note", "c2", path="Open/b.md", new_path="Open/c.md"),
        )
        assert ([result.success for result in results], env.answers.requests) == ([True, True], [])


async def test_a_change_that_loosens_privacy_needs_approval_with_a_warning(tmp_path: Path) -> None:
    (rule,) = compile_rules([PrivacyRule(kind="folder", value="Personal", answer="local")])
    privacy = NotePrivacy(
        is_loosened=lambda path, _t, new, _n: rule.matches(path.lower(), None) > rule.matches(new.lower(), None)
    )
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=privacy) as env:
        env.preset = "trusted"
        await env.results(
            call("move_note", path="Personal/Diary.md", new_path="Open/D.md"), context=on(destination=LOCAL)
        )
        (request,) = env.answers.requests
        assert "your privacy rules would protect this note less" in request.changes.changes[0].warnings[0]
        (result,) = await env.results(
            call("move_note", path="Personal/Diary.md", new_path="Personal/D.md"), context=on(destination=LOCAL)
        )
        assert (result.success, len(env.answers.requests)) == (True, 1)


@pytest.mark.parametrize(
    "arguments",
    [{"old": "Before ", "new": "Before %% "}, {"heading": "T", "content": "%%", "place": "prepend"},
     {"old": "Before", "new": "%%\n\nBefore"}],
)  # fmt: skip
async def test_an_added_comment_mark_does_not_expose_a_comment(tmp_path: Path, arguments: dict[str, JsonValue]) -> None:
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as env:
        env.preset = "trusted"
        (result,) = await env.results(call("edit_note", path="Note.md", **arguments))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        assert "withheld from you" in result.error.message
        assert "CANARY" not in str(result.as_value())
        assert env.text("Note.md") == NOTES["Note.md"]
        assert env.answers.requests == []


async def test_other_edits_of_a_note_with_a_comment_are_applied(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as env:
        env.preset = "trusted"
        results = await env.results(
            call("edit_note", "c1", path="Note.md", old="Before ", new="Long before "),
            call("edit_note", "c2", path="Note.md", heading="Two", content="- item %% mine %%"),
        )
        assert [result.success for result in results] == [True, True]
        assert "%% CANARY of the comment %%" in str(env.text("Note.md"))
        assert "CANARY" not in str([result.as_value() for result in results])


async def test_exposing_a_comment_by_a_local_model_needs_approval(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as env:
        env.preset = "trusted"
        edit = call("edit_note", path="Note.md", old="Before ", new="Before %% ")
        assert (await env.results(edit, context=on(destination=LOCAL)))[0].success
        (request,) = env.answers.requests
        assert request.changes.changes[0].warnings == ("This removes or changes a private comment.",)


@pytest.mark.parametrize(
    ("old", "new", "is_exposed"),
    [
        ("a %% secret %% b", "a %% secret %% c", False),
        ("a %% secret %% b", "a b", False),
        ("a %% secret %% b", "a %% %% secret %% b", True),
        ("a %% secret %% b", "x a %% secret %% b y", False),
        ("a %% secret %% b", "x %% y %% a %% secret %% b", False),
        ("a %% secret %% b\n\nend\n", "%%\n\na %% secret %% b\n\nend and more\n", True),
        ("a\n\n%%\nfirst line of it\nsecond line\n%%\n", "a\n\nfirst line of it\n", True),
        ("a\n\n%%\nfirst line of it\n%%\n", "a\n\n%%\nfirst line of it\n", False),
        ("first line of it\n\n%%\nfirst line of it\n%%\n", "x first line of it\n\n%%\nfirst line of it\n%%\n", False),
        ("a %%%% b", "a %% b", False),
        ("`%% code %%`", "``%% code %%``", False),
    ],
)  # fmt: skip
def test_comments_that_an_edit_exposes_are_detected(old: str, new: str, is_exposed: bool) -> None:
    assert exposed_comments(old, new) is is_exposed


def test_many_comments_are_compared_in_linear_time() -> None:
    def numbered(count: int) -> str:
        return "".join(f"text {number} %% remark {number} %%\n" for number in range(count))

    def compare(comments: str) -> None:
        assert not exposed_comments(f"first\n{comments}last\n", f"first!\n{comments}last\n")
        assert exposed_comments(f"first\n{comments}last\n", f"%% first\n{comments}last\n")

    def compare_both_ends(comments: str) -> bool:
        return exposed_comments(f"first\n{comments}last\n", f"first!\n{comments}last!\n")

    equal = repeated("%% a %% b\n")
    assert compare_both_ends(numbered(20_000)), "too many different comments to be compared"
    assert not compare_both_ends(equal(200_000))
    check_linear(compare, numbered, 4_000)
    check_linear(compare_both_ends, numbered, 20_000)
    check_linear(compare_both_ends, equal, 40_000)


# The permitted part of a plan: file by file, with complete units.

PLANNING_TOOLS = (PutNote(), MoveNote(), DropNote(), StampAll())
PLANNING_NOTES = {
    "work/Plan.md": "the plan\n",
    "work/Links.md": "see work/Plan.md\n",
    "other/Links.md": "see work/Plan.md and work/Plan.md\n",
    "locked/Links.md": "nothing\n",
}
LOCKED = PermissionRule(folder="locked", answer="deny")


async def plan_calls(env: ToolEnv, *calls: ToolCallPart, agent_scope: AgentScope = UNRESTRICTED) -> ChangePlan:
    execution_context = execution_context_of(env, agent_scope)
    resolved_calls: list[ResolvedCall] = []
    for part in calls:
        tool = env.registry.get(part.name)
        assert tool is not None
        policy_request = execution_context.policy_request(tool, tool.effect)
        resolved_calls.append(
            await resolve_call(part, tool, env.permissions, policy_request, execution_context.call_context.destination)
        )
    return await plan_changes(execution_context, resolved_calls)


def change_texts(plan: ChangePlan) -> list[str]:
    changes = [f"{change.kind} {change.final_path}" for change in plan.changes.changes]
    return [*changes, *(f"{exclusion.reason} {exclusion.change.final_path}" for exclusion in plan.excluded)]


async def test_calls_of_a_batch_share_a_staging_area(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as env:
        plan = await plan_calls(
            env,
            put("New.md", "one\n", "c1"),
            put("New.md", "two\n", "c3"),
            drop("work/Plan.md", "c4"),
        )
        assert change_texts(plan) == ["create New.md", "delete work/Plan.md"]
        assert plan.changes.changes[0].new_text == "two\n"
        assert plan.changes.changes[0].calls == ("c1", "c3")
        assert plan.results == {}
        assert set(plan.data) == {"c1", "c3", "c4"}
        assert (plan.needs_approval, plan.by) == (True, "default")


async def test_u20_changes_after_a_failed_plan_are_not_planned(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as env:
        plan = await plan_calls(
            env, put("New.md", "one\n", "c1"), drop("No.md", "c2"), put("New.md", "two\n", "c3"), drop("No.md", "c4")
        )
        assert change_texts(plan) == ["create New.md"]
        assert plan.changes.changes[0].new_text == "one\n"
        assert {name: result.error and result.error.code for name, result in plan.results.items()} == {
            "c2": "NOTE_NOT_FOUND",
            "c3": "NOT_RUN",
            "c4": "NOT_RUN",
        }


async def test_a_denied_file_excludes_its_whole_unit_only(tmp_path: Path) -> None:
    notes = {**PLANNING_NOTES, "locked/Links.md": "see work/Plan.md\n"}
    async with open_tool_env(tmp_path, rules=[LOCKED], tools=PLANNING_TOOLS, notes=notes) as env:
        plan = await plan_calls(env, move("work/Plan.md", "work/New.md", "c1"), put("Free.md", "x\n", "c2"))
        assert change_texts(plan) == [
            "create Free.md",
            "denied work/New.md",
            "denied locked/Links.md",
            "denied other/Links.md",
            "denied work/Links.md",
        ]
        assert plan.changes_of("c1") == ()
        assert len(plan.excluded_of("c1")) == 4
        assert plan.excluded_of("c2") == ()


async def test_a_bulk_change_excludes_only_the_denied_notes(tmp_path: Path) -> None:
    write = PermissionRule(folder="locked", effect="write", answer="deny")
    async with open_tool_env(tmp_path, rules=[write], tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as env:
        plan = await plan_calls(env, call("stamp_all", text="x"))
        assert change_texts(plan) == [
            "modify other/Links.md", "modify work/Links.md", "modify work/Plan.md", "denied locked/Links.md"
        ]  # fmt: skip


async def test_a_rename_with_a_repair_outside_of_the_scope_is_excluded(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as env:
        plan = await plan_calls(env, move("work/Plan.md", "work/New.md"), agent_scope=AgentScope("Writer", ("work",)))
        assert change_texts(plan) == ["outside work/New.md", "outside other/Links.md", "outside work/Links.md"]


async def test_both_paths_of_a_move_must_be_permitted(tmp_path: Path) -> None:
    for path, new_path in (("work/Plan.md", "locked/Plan.md"), ("locked/Links.md", "work/Plan2.md")):
        async with open_tool_env(tmp_path, rules=[PermissionRule(folder="locked", effect="write", answer="deny")],
                             tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as env:  # fmt: skip
            plan = await plan_calls(env, move(path, new_path))
            assert plan.changes.changes == ()
            assert {exclusion.reason for exclusion in plan.excluded} == {"denied"}


async def test_a_rule_allows_a_batch_only_if_it_covers_every_file(tmp_path: Path) -> None:
    allowed = [PermissionRule(folder="work", effect="write", answer="allow")]
    async with open_tool_env(tmp_path, rules=allowed, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as env:
        inside = await plan_calls(env, put("work/New.md", "x\n"), put("work/Links.md", "y\n", "c2"))
        assert (inside.needs_approval, inside.by) == (False, "rule")
        across_folders = await plan_calls(env, put("work/New.md", "x\n"), put("other/New.md", "y\n", "c2"))
        assert across_folders.needs_approval
        assert (await plan_calls(env, drop("work/Plan.md"))).needs_approval
        assert (await plan_calls(env, move("work/Plan.md", "other/Plan.md"))).needs_approval


async def test_an_unchanged_note_is_not_a_change(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as env:
        plan = await plan_calls(env, put("work/Plan.md", "the plan\n"))
        assert (change_texts(plan), plan.needs_approval) == ([], False)
        (result,) = await env.results(put("work/Plan.md", "the plan\n"), context=on())
        assert (result.success, result.metadata.files_affected) == (True, ())
        # Confirming that the text is equal counts as a read.
        assert [request.calls[0].effect for request in env.answers.requests] == ["read"]


# Files that changed since the review are detected.

REVIEW_TOOLS = (PutNote(), MoveNote(), DropNote())
REVIEW_NOTES = {"a.md": "one\n", "b.md": "two\n", "c.md": "three\n"}


async def plan_with_context(
    env: ToolEnv, *calls: ToolCallPart
) -> tuple[ExecutionContext, list[ResolvedCall], ChangePlan]:
    execution_context = execution_context_of(env, UNRESTRICTED)
    resolved_calls: list[ResolvedCall] = []
    for part in calls:
        tool = env.registry.get(part.name)
        assert tool is not None
        policy_request = execution_context.policy_request(tool, tool.effect)
        resolved_calls.append(await resolve_call(part, tool, env.permissions, policy_request, on().destination))
    return execution_context, resolved_calls, await plan_changes(execution_context, resolved_calls)


def all_choices(plan: ChangePlan) -> list[NoteChoice]:
    return [NoteChoice(change.id) for change in plan.changes.changes]


async def test_every_kind_of_change_since_the_review_is_detected(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, tools=REVIEW_TOOLS, notes=REVIEW_NOTES) as env:
        calls = (put("a.md", "x\n", "c1"), move("b.md", "z.md", "c2"), drop("c.md", "c3"), put("New.md", "y\n", "c4"))
        execution_context, resolved_calls, plan = await plan_with_context(env, *calls)
        assert await changed_since_review(execution_context, resolved_calls, plan, all_choices(plan)) == ()
        root = env.vault.root
        (root / "a.md").write_text("mine\n", encoding="utf-8")
        (root / "z.md").write_text("mine\n", encoding="utf-8")
        (root / "New.md").write_text("mine\n", encoding="utf-8")
        (root / "c.md").unlink()
        assert set(await changed_since_review(execution_context, resolved_calls, plan, all_choices(plan))) == {
            "a.md",
            "b.md",
            "c.md",
            "New.md",
        }
        assert await changed_since_review(execution_context, resolved_calls, plan, ()) == (), (
            "rejected changes are not checked"
        )


async def test_a_rule_added_after_the_review_applies(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, tools=REVIEW_TOOLS, notes=REVIEW_NOTES) as env:
        execution_context, resolved_calls, plan = await plan_with_context(env, put("a.md", "x\n"))
        env.saved_rules.append(PermissionRule(effect="write", answer="deny"))
        assert await changed_since_review(execution_context, resolved_calls, plan, all_choices(plan)) == ("a.md",)


async def test_a_path_vacated_by_the_same_answer_is_available(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, tools=REVIEW_TOOLS, notes=REVIEW_NOTES) as env:
        calls = (move("a.md", "old.md", "c1"), move("b.md", "a.md", "c2"))
        execution_context, resolved_calls, plan = await plan_with_context(env, *calls)
        assert await changed_since_review(execution_context, resolved_calls, plan, all_choices(plan)) == ()


# Frontmatter: a change must not make it invalid, and removed properties are shown before approval.

FRONTMATTER = "---\ntags: [x]\nstatus: open\n---\n"
FRONTMATTER_NOTES = {
    "a.md": f"{FRONTMATTER}# T\n\nbody ^b\n",
    "Templates/T.md": "---\nkind: <% tp.x %>: y\n---\nText\n",
}
FRONTMATTER_TOOLS = (EditNote(), WriteNote(), UpdateFrontmatter(), RemoveTags(), ApplyTemplate(), PutNote())


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("edit_note", {"path": "a", "old": "---\ntags", "new": "Intro\n\n---\ntags"}, "begin at line 3"),
        ("edit_note", {"path": "a", "old": "open\n---\n", "new": "open\n"}, "Line 4, the closing ---"),
        ("edit_note", {"path": "a", "old": "[x]", "new": "[x"}, "Line 3 is not valid YAML: "),
        ("write_note", {"path": "a", "content": "---\ntags: [x\n---\nText"}, "Line 3 is not valid YAML: "),
        ("write_note", {"path": "New", "content": "---\na: b: c\n---\nText"}, "Line 2 is not valid YAML: "),
        ("write_note", {"path": "New", "content": "---\nWords.\n---\n"}, "not a list of properties"),
        ("put_note", {"path": "a.md", "text": f"Above\n{FRONTMATTER}"}, "begin at line 2"),
    ],
)
async def test_m11_invalid_frontmatter_is_rejected_with_its_line_without_approval(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue], message: str
) -> None:
    async with open_tool_env(tmp_path, YES, tools=FRONTMATTER_TOOLS, notes=FRONTMATTER_NOTES) as env:
        (result,) = await env.results(call(tool, **arguments))

        assert result.error is not None
        assert result.error.code == "VALIDATION_FAILED"
        assert message in result.error.message
        assert not any(request.changes.changes for request in env.answers.requests)
        assert {path: text for path, text in env.everything().items() if path in FRONTMATTER_NOTES} == FRONTMATTER_NOTES


@pytest.mark.parametrize(
    ("tool", "arguments", "removed"),
    [
        ("edit_note", {"path": "a", "old": FRONTMATTER, "new": ""}, "tags, status"),
        ("edit_note", {"path": "a", "old": "status: open\n", "new": ""}, "status"),
        ("write_note", {"path": "a", "content": "---\nTAGS: [y]\n---\nText"}, "status"),
        ("put_note", {"path": "a.md", "text": "all new\n"}, "tags, status"),
    ],
)
async def test_m11_removed_properties_need_approval_and_are_reported(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue], removed: str
) -> None:
    async with open_tool_env(tmp_path, YES, tools=FRONTMATTER_TOOLS, notes=FRONTMATTER_NOTES) as env:
        env.preset = "trusted"
        (result,) = await env.results(call(tool, **arguments))

        (request,) = env.answers.requests
        assert f"Properties removed: {removed}." in map(str, request.changes.changes[0].warnings)
        assert result.success
        assert f"a.md: Properties removed: {removed}." in result.metadata.note


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("update_frontmatter", {"path": "a", "remove": ["status"]}),
        ("remove_tags", {"path": "a", "tags": ["x"]}),
        ("edit_note", {"path": "a", "old": "open", "new": "done"}),
        ("edit_note", {"path": "a", "heading": "T", "content": "more"}),
        ("write_note", {"path": "a", "content": "---\nOne thought per page.\n---\n\nText"}),
        ("write_note", {"path": "a", "content": "more", "append": True}),
        ("apply_template", {"template": "Templates/T", "target": "New"}),
    ],
)
async def test_valid_changes_that_remove_no_text_need_no_approval(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue]
) -> None:
    async with open_tool_env(tmp_path, NO, tools=FRONTMATTER_TOOLS, notes=FRONTMATTER_NOTES) as env:
        env.preset = "trusted"
        (result,) = await env.results(call(tool, **arguments))

        assert (result.success, result.metadata.note, env.answers.requests) == (True, "", [])
        assert ("status: " in str(env.text("a.md"))) == (tool != "update_frontmatter")


@pytest.mark.parametrize(
    ("new", "note"),
    [("x: [2", "a.md: The properties still cannot be read: Line 3 is not valid YAML: "), ("x: [1]", "")],
)
async def test_m11_frontmatter_that_is_still_invalid_is_reported(tmp_path: Path, new: str, note: str) -> None:
    async with open_tool_env(tmp_path, YES, tools=FRONTMATTER_TOOLS, notes={"a.md": "---\nx: [1\n---\nText\n"}) as env:
        (result,) = await env.results(call("edit_note", path="a", old="x: [1", new=new))

        assert result.success
        assert result.metadata.note.startswith(note)
        assert bool(result.metadata.note) == bool(note)


async def test_m11_a_call_with_invalid_frontmatter_does_not_stop_its_batch(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=FRONTMATTER_TOOLS, notes=FRONTMATTER_NOTES) as env:
        first, second = await env.results(
            call("edit_note", "c1", path="a", old="body", new="words"),
            call("edit_note", "c2", path="a", old="[x]", new="[x"),
        )

        assert (first.success, second.success) == (True, False)
        assert env.text("a.md") == f"{FRONTMATTER}# T\n\nwords ^b\n"

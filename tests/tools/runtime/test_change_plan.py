"""Tests of tools/runtime/change_plan.py."""

import time
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.desk import LOCAL, NO, YES, Desk, call, drop, move, on, open_desk, put
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

# No two permitted steps make a way to text that may not be read.

NOTES = {
    "Personal/Diary.md": "CANARY of the diary.\n",
    "Open/a.md": "open\n",
    "Note.md": "# T\n\nBefore %% CANARY of the comment %% after.\n\n## Two\n\nmore\n",
}
TOOLS = (MoveNote(), PutNote(), ApplyTemplate(), EditNote(), WriteNote())


def standing(path: str, _destination: object) -> PrivacyStatus:
    return "ask" if path.startswith("Personal/") else "open"


ASKS_EACH_TIME = NotePrivacy(standing)
NO_COMMENTS = NotePrivacy(redact=lambda _path, text, to: text if to.local else without_comments(text))
READING_ASKS = [PermissionRule(folder="Personal", effect="read", answer="ask")]


@pytest.mark.parametrize("rules", [[], READING_ASKS], ids=["private", "a rule"])
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("apply_template", {"template": "Personal/Diary", "target": "Open/Copy"}),
     ("move_note", {"path": "Personal/Diary.md", "new_path": "Open/Moved.md"})],
)  # fmt: skip
async def test_copied_or_moved_to_where_it_may_be_read_is_asked(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue], rules: list[PermissionRule]
) -> None:
    privacy = NotePrivacy() if rules else ASKS_EACH_TIME
    async with open_desk(tmp_path, NO, rules=rules, tools=TOOLS, notes=NOTES, privacy=privacy) as desk:
        desk.preset = "trusted"
        await desk.results(call(tool, **arguments))
        (request,) = desk.answers.requests
        assert len(request.changes.changes) == 1
        assert sorted(path for path in desk.everything() if path in NOTES) == sorted(NOTES)


async def test_from_where_it_may_be_read_it_goes_unasked(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, rules=READING_ASKS, tools=TOOLS, notes=NOTES, privacy=ASKS_EACH_TIME) as desk:
        desk.preset = "trusted"
        results = await desk.results(
            call("apply_template", "c1", template="Open/a", target="Open/b"),
            call("move_note", "c2", path="Open/b.md", new_path="Open/c.md"),
        )
        assert ([result.success for result in results], desk.answers.requests) == ([True, True], [])


async def test_a_change_that_loosens_a_privacy_rule_is_asked_and_said(tmp_path: Path) -> None:
    (rule,) = compile_rules([PrivacyRule(kind="folder", value="Personal", answer="local")])
    loosens = NotePrivacy(
        is_loosened=lambda path, _t, new, _n: rule.matches(path.lower(), None) > rule.matches(new.lower(), None)
    )
    async with open_desk(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=loosens) as desk:
        desk.preset = "trusted"
        await desk.results(
            call("move_note", path="Personal/Diary.md", new_path="Open/D.md"), context=on(destination=LOCAL)
        )
        (request,) = desk.answers.requests
        assert "your privacy rules would protect this note less" in request.changes.changes[0].warnings[0]
        (moved,) = await desk.results(
            call("move_note", path="Personal/Diary.md", new_path="Personal/D.md"), context=on(destination=LOCAL)
        )
        assert (moved.success, len(desk.answers.requests)) == (True, 1)


@pytest.mark.parametrize(
    "arguments",
    [{"old": "Before ", "new": "Before %% "}, {"heading": "T", "content": "%%", "place": "prepend"},
     {"old": "Before", "new": "%%\n\nBefore"}],
)  # fmt: skip
async def test_one_more_mark_does_not_open_a_comment(tmp_path: Path, arguments: dict[str, JsonValue]) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as desk:
        desk.preset = "trusted"
        (result,) = await desk.results(call("edit_note", path="Note.md", **arguments))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        assert "withheld from you" in result.error.message
        assert "CANARY" not in str(result.as_value())
        assert desk.text("Note.md") == NOTES["Note.md"]
        assert desk.answers.requests == []


async def test_other_edits_of_a_note_with_a_comment_go_on(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as desk:
        desk.preset = "trusted"
        results = await desk.results(
            call("edit_note", "c1", path="Note.md", old="Before ", new="Long before "),
            call("edit_note", "c2", path="Note.md", heading="Two", content="- item %% mine %%"),
        )
        assert [result.success for result in results] == [True, True]
        assert "%% CANARY of the comment %%" in str(desk.text("Note.md"))
        assert "CANARY" not in str([result.as_value() for result in results])


async def test_a_model_here_may_read_a_comment_and_asks_before_it_opens_one(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES, privacy=NO_COMMENTS) as desk:
        desk.preset = "trusted"
        edit = call("edit_note", path="Note.md", old="Before ", new="Before %% ")
        assert (await desk.results(edit, context=on(destination=LOCAL)))[0].success
        (request,) = desk.answers.requests
        assert request.changes.changes[0].warnings == ("This removes or changes a private comment.",)


@pytest.mark.parametrize(
    ("old", "new", "opened"),
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
def test_comments_that_are_no_comments_any_more(old: str, new: str, opened: bool) -> None:
    assert exposed_comments(old, new) is opened


def test_many_comments_take_no_long_time_and_a_limit_closes() -> None:
    many = "".join(f"text {number} %% remark {number} %%\n" for number in range(20_000))
    start = time.process_time()
    assert not exposed_comments(f"first\n{many}last\n", f"first!\n{many}last\n")
    assert exposed_comments(f"first\n{many}last\n", f"%% first\n{many}last\n")
    assert exposed_comments(f"first\n{many}last\n", f"first!\n{many}last!\n"), "that would take minutes"
    same = "%% a %% b\n" * 20_000
    assert not exposed_comments(f"first\n{same}last\n", f"first!\n{same}last!\n")
    assert time.process_time() - start < 10


# What may be written of what was planned: file by file, and units whole.

PLANNING_TOOLS = (PutNote(), MoveNote(), DropNote(), StampAll())
PLANNING_NOTES = {
    "work/Plan.md": "the plan\n",
    "work/Links.md": "see work/Plan.md\n",
    "other/Links.md": "see work/Plan.md and work/Plan.md\n",
    "locked/Links.md": "nothing\n",
}
LOCKED = PermissionRule(folder="locked", answer="deny")


async def planned(desk: Desk, *calls: ToolCallPart, agent_scope: AgentScope = UNRESTRICTED) -> ChangePlan:
    execution_context = execution_context_of(desk, agent_scope)
    frozen: list[ResolvedCall] = []
    for part in calls:
        tool = desk.registry.get(part.name)
        assert tool is not None
        policy_request = execution_context.policy_request(tool, tool.effect)
        frozen.append(
            await resolve_call(part, tool, desk.permissions, policy_request, execution_context.call_context.destination)
        )
    return await plan_changes(execution_context, frozen)


def told(found: ChangePlan) -> list[str]:
    kept = [f"{change.kind} {change.final_path}" for change in found.changes.changes]
    return [*kept, *(f"{lost.reason} {lost.change.final_path}" for lost in found.excluded)]


async def test_calls_of_a_batch_are_one_draft(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as desk:
        found = await planned(
            desk,
            put("New.md", "one\n", "c1"),
            put("New.md", "two\n", "c3"),
            drop("work/Plan.md", "c4"),
        )
        assert told(found) == ["create New.md", "delete work/Plan.md"]
        assert found.changes.changes[0].new_text == "two\n"
        assert found.changes.changes[0].calls == ("c1", "c3")
        assert found.results == {}
        assert set(found.data) == {"c1", "c3", "c4"}
        assert (found.needs_approval, found.by) == (True, "default")


async def test_u20_after_a_plan_that_failed_no_later_change_is_planned(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as desk:
        found = await planned(
            desk, put("New.md", "one\n", "c1"), drop("No.md", "c2"), put("New.md", "two\n", "c3"), drop("No.md", "c4")
        )
        assert told(found) == ["create New.md"]
        assert found.changes.changes[0].new_text == "one\n"
        assert {name: result.error and result.error.code for name, result in found.results.items()} == {
            "c2": "NOTE_NOT_FOUND",
            "c3": "NOT_RUN",
            "c4": "NOT_RUN",
        }


async def test_a_denied_file_takes_its_whole_unit_along_and_nothing_else(tmp_path: Path) -> None:
    notes = {**PLANNING_NOTES, "locked/Links.md": "see work/Plan.md\n"}
    async with open_desk(tmp_path, rules=[LOCKED], tools=PLANNING_TOOLS, notes=notes) as desk:
        found = await planned(desk, move("work/Plan.md", "work/New.md", "c1"), put("Free.md", "x\n", "c2"))
        assert told(found) == [
            "create Free.md",
            "denied work/New.md",
            "denied locked/Links.md",
            "denied other/Links.md",
            "denied work/Links.md",
        ]
        assert found.changes_of("c1") == ()
        assert len(found.excluded_of("c1")) == 4
        assert found.excluded_of("c2") == ()


async def test_many_notes_at_once_lose_only_those_that_are_denied(tmp_path: Path) -> None:
    write = PermissionRule(folder="locked", effect="write", answer="deny")
    async with open_desk(tmp_path, rules=[write], tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as desk:
        found = await planned(desk, call("stamp_all", text="x"))
        assert told(found) == [
            "modify other/Links.md", "modify work/Links.md", "modify work/Plan.md", "denied locked/Links.md"
        ]  # fmt: skip


async def test_a_repair_out_of_bounds_keeps_a_rename_from_being_half(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as desk:
        found = await planned(desk, move("work/Plan.md", "work/New.md"), agent_scope=AgentScope("Writer", ("work",)))
        assert told(found) == ["outside work/New.md", "outside other/Links.md", "outside work/Links.md"]


async def test_both_ends_of_a_move_need_leave(tmp_path: Path) -> None:
    for path, new_path in (("work/Plan.md", "locked/Plan.md"), ("locked/Links.md", "work/Plan2.md")):
        async with open_desk(tmp_path, rules=[PermissionRule(folder="locked", effect="write", answer="deny")],
                             tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as desk:  # fmt: skip
            found = await planned(desk, move(path, new_path))
            assert found.changes.changes == ()
            assert {lost.reason for lost in found.excluded} == {"denied"}


async def test_a_rule_lets_a_batch_go_unasked_only_where_it_covers_every_file(tmp_path: Path) -> None:
    allowed = [PermissionRule(folder="work", effect="write", answer="allow")]
    async with open_desk(tmp_path, rules=allowed, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as desk:
        inside = await planned(desk, put("work/New.md", "x\n"), put("work/Links.md", "y\n", "c2"))
        assert (inside.needs_approval, inside.by) == (False, "rule")
        across = await planned(desk, put("work/New.md", "x\n"), put("other/New.md", "y\n", "c2"))
        assert across.needs_approval
        assert (await planned(desk, drop("work/Plan.md"))).needs_approval
        assert (await planned(desk, move("work/Plan.md", "other/Plan.md"))).needs_approval


async def test_a_note_that_comes_to_nothing_is_no_change(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=PLANNING_TOOLS, notes=PLANNING_NOTES) as desk:
        found = await planned(desk, put("work/Plan.md", "the plan\n"))
        assert (told(found), found.needs_approval) == ([], False)
        (result,) = await desk.results(put("work/Plan.md", "the plan\n"), context=on())
        assert (result.success, result.metadata.files_affected) == (True, ())
        # That it says just this already is a read of it.
        assert [request.calls[0].effect for request in desk.answers.requests] == ["read"]


# What was shown is what may still be written.

AS_SHOWN_TOOLS = (PutNote(), MoveNote(), DropNote())
AS_SHOWN_NOTES = {"a.md": "one\n", "b.md": "two\n", "c.md": "three\n"}


async def as_shown_planned(desk: Desk, *calls: ToolCallPart) -> tuple[ExecutionContext, list[ResolvedCall], ChangePlan]:
    execution_context = execution_context_of(desk, UNRESTRICTED)
    frozen: list[ResolvedCall] = []
    for part in calls:
        tool = desk.registry.get(part.name)
        assert tool is not None
        policy_request = execution_context.policy_request(tool, tool.effect)
        frozen.append(await resolve_call(part, tool, desk.permissions, policy_request, on().destination))
    return execution_context, frozen, await plan_changes(execution_context, frozen)


def all_of(found: ChangePlan) -> list[NoteChoice]:
    return [NoteChoice(change.id) for change in found.changes.changes]


async def test_each_way_a_file_can_be_another_one_is_noticed(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=AS_SHOWN_TOOLS, notes=AS_SHOWN_NOTES) as desk:
        calls = (put("a.md", "x\n", "c1"), move("b.md", "z.md", "c2"), drop("c.md", "c3"), put("New.md", "y\n", "c4"))
        execution_context, frozen, found = await as_shown_planned(desk, *calls)
        assert await changed_since_review(execution_context, frozen, found, all_of(found)) == ()
        root = desk.vault.root
        (root / "a.md").write_text("mine\n", encoding="utf-8")
        (root / "z.md").write_text("mine\n", encoding="utf-8")
        (root / "New.md").write_text("mine\n", encoding="utf-8")
        (root / "c.md").unlink()
        assert set(await changed_since_review(execution_context, frozen, found, all_of(found))) == {
            "a.md",
            "b.md",
            "c.md",
            "New.md",
        }
        assert await changed_since_review(execution_context, frozen, found, ()) == (), "what was left out may change"


async def test_a_rule_of_a_moment_ago_holds(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=AS_SHOWN_TOOLS, notes=AS_SHOWN_NOTES) as desk:
        execution_context, frozen, found = await as_shown_planned(desk, put("a.md", "x\n"))
        desk.kept_rules.append(PermissionRule(effect="write", answer="deny"))
        assert await changed_since_review(execution_context, frozen, found, all_of(found)) == ("a.md",)


async def test_a_place_that_is_left_by_the_same_answer_is_free(tmp_path: Path) -> None:
    async with open_desk(tmp_path, tools=AS_SHOWN_TOOLS, notes=AS_SHOWN_NOTES) as desk:
        calls = (move("a.md", "old.md", "c1"), move("b.md", "a.md", "c2"))
        execution_context, frozen, found = await as_shown_planned(desk, *calls)
        assert await changed_since_review(execution_context, frozen, found, all_of(found)) == ()


# The head of a note: what a model writes may not break its properties, and a loss is shown before it is made.

HEAD = "---\ntags: [x]\nstatus: open\n---\n"
WITH_HEAD = {"a.md": f"{HEAD}# T\n\nbody ^b\n", "Templates/T.md": "---\nkind: <% tp.x %>: y\n---\nText\n"}
HEAD_TOOLS = (EditNote(), WriteNote(), UpdateFrontmatter(), RemoveTags(), ApplyTemplate(), PutNote())


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("edit_note", {"path": "a", "old": "---\ntags", "new": "Intro\n\n---\ntags"}, "begin at line 3"),
        ("edit_note", {"path": "a", "old": "open\n---\n", "new": "open\n"}, "Line 4, the closing ---"),
        ("edit_note", {"path": "a", "old": "[x]", "new": "[x"}, "Line 3 is not valid YAML: "),
        ("write_note", {"path": "a", "content": "---\ntags: [x\n---\nText"}, "Line 3 is not valid YAML: "),
        ("write_note", {"path": "New", "content": "---\na: b: c\n---\nText"}, "Line 2 is not valid YAML: "),
        ("write_note", {"path": "New", "content": "---\nWords.\n---\n"}, "not a list of properties"),
        ("put_note", {"path": "a.md", "text": f"Above\n{HEAD}"}, "begin at line 2"),
    ],
)
async def test_m11_a_head_that_would_break_is_refused_with_its_line_and_nothing_is_asked(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue], words: str
) -> None:
    async with open_desk(tmp_path, YES, tools=HEAD_TOOLS, notes=WITH_HEAD) as desk:
        (result,) = await desk.results(call(tool, **arguments))

        assert result.error is not None
        assert result.error.code == "VALIDATION_FAILED"
        assert words in result.error.message
        assert not any(request.changes.changes for request in desk.answers.requests)
        assert {path: text for path, text in desk.everything().items() if path in WITH_HEAD} == WITH_HEAD


@pytest.mark.parametrize(
    ("tool", "arguments", "lost"),
    [
        ("edit_note", {"path": "a", "old": HEAD, "new": ""}, "tags, status"),
        ("edit_note", {"path": "a", "old": "status: open\n", "new": ""}, "status"),
        ("write_note", {"path": "a", "content": "---\nTAGS: [y]\n---\nText"}, "status"),
        ("put_note", {"path": "a.md", "text": "all new\n"}, "tags, status"),
    ],
)
async def test_m11_lost_properties_are_shown_and_told_whatever_would_go_unasked(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue], lost: str
) -> None:
    async with open_desk(tmp_path, YES, tools=HEAD_TOOLS, notes=WITH_HEAD) as desk:
        desk.preset = "trusted"
        (result,) = await desk.results(call(tool, **arguments))

        (request,) = desk.answers.requests
        assert f"Properties removed: {lost}." in map(str, request.changes.changes[0].warnings)
        assert result.success
        assert f"a.md: Properties removed: {lost}." in result.metadata.note


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
async def test_what_breaks_and_loses_nothing_goes_unasked(
    tmp_path: Path, tool: str, arguments: dict[str, JsonValue]
) -> None:
    async with open_desk(tmp_path, NO, tools=HEAD_TOOLS, notes=WITH_HEAD) as desk:
        desk.preset = "trusted"
        (result,) = await desk.results(call(tool, **arguments))

        assert (result.success, result.metadata.note, desk.answers.requests) == (True, "", [])
        assert ("status: " in str(desk.text("a.md"))) == (tool != "update_frontmatter")


@pytest.mark.parametrize(
    ("new", "note"),
    [("x: [2", "a.md: The properties still cannot be read: Line 3 is not valid YAML: "), ("x: [1]", "")],
)
async def test_m11_what_is_still_wrong_with_a_head_is_told(tmp_path: Path, new: str, note: str) -> None:
    async with open_desk(tmp_path, YES, tools=HEAD_TOOLS, notes={"a.md": "---\nx: [1\n---\nText\n"}) as desk:
        (result,) = await desk.results(call("edit_note", path="a", old="x: [1", new=new))

        assert result.success
        assert result.metadata.note.startswith(note)
        assert bool(result.metadata.note) == bool(note)


async def test_m11_a_call_that_would_break_a_head_leaves_the_other_calls_of_its_batch(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=HEAD_TOOLS, notes=WITH_HEAD) as desk:
        first, second = await desk.results(
            call("edit_note", "c1", path="a", old="body", new="words"),
            call("edit_note", "c2", path="a", old="[x]", new="[x"),
        )

        assert (first.success, second.success) == (True, False)
        assert desk.text("a.md") == f"{HEAD}# T\n\nwords ^b\n"

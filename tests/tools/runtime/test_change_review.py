"""Tests of tools/runtime/change_review.py."""

from pathlib import Path
from typing import get_args

import pytest
from pydantic import JsonValue

from tests.support.tool_env import LOCAL, NO, YES, call, drop, move, on, open_tool_env, put, read
from tests.support.tools import DropNote, MoveNote, PutNote, StampAll
from vaultdesk.chat.messages import Source, ToolCallPart
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.builtin.edit_tools import DeleteNote, EditNote, WriteNote
from vaultdesk.tools.builtin.metadata_tools import AddTags, UpdateFrontmatter
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.approval_text import change_line
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.change_plan import ExclusionReason
from vaultdesk.tools.runtime.change_results import EXCLUSION_TEXTS
from vaultdesk.tools.runtime.change_review import (
    PLAN_DISCLOSURE_PURPOSE,
    PRIVACY_LOOSENED_WARNING,
    READ_FIRST_NOTICE,
)
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.tools.runtime.read_review import TAINT_WARNING

# Warnings about suspicious changes.

LONG = "".join(f"line {number}\n" for number in range(40))
NOTES = {
    ".obsidian/app.json": '{"trashOption": "local"}',
    "Boiler.md": "x\n",
    "Ideas.md": "x\n",
    "Modern.md": "x\n",
    "Long.md": LONG,
    "Kept.md": "before\n%% mine alone %%\nafter\n",
    "Open.md": "before\n\n%% mine alone\n",
    "Code.md": "```\n%% a comment of LaTeX %%\n```\n",
}


@pytest.mark.parametrize(
    ("tool_call", "warning"),
    [
        (put("B\u043eiler.md", "x"), "looks like that of another note, “Boiler.md”"),
        (put("B0iler.md", "x"), "looks like that of another note, “Boiler.md”"),
        (put("ldeas.md", "x"), "looks like that of another note, “Ideas.md”"),
        (put("Modem.md", "x"), "looks like that of another note, “Modern.md”"),
        (move("Long.md", "sub/boiler.md"), "looks like that of another note, “Boiler.md”"),
        (put("B\u043eiler.md", "x"), "mixes Cyrillic and Latin letters"),
        (put("Boiler.md", "pay\u202eevil\n"), "invisible characters"),
        (put("Boiler.md", "pay\U000e0041\n"), "invisible characters"),
        (put("Long.md", "line 1\n"), "This removes 95 % of the note."),
        (put("Kept.md", "before\nafter\n"), "private comment"),
        (put("Kept.md", "before\n%% mine %%\nafter\n"), "private comment"),
        (put("Open.md", "before\n"), "private comment"),
    ],
)
async def test_suspicious_changes_have_a_warning(tmp_path: Path, tool_call: ToolCallPart, warning: str) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote(), MoveNote()], notes=NOTES) as env:
        await env.events(tool_call)
        (request,) = env.answers.requests
        assert any(warning in shown_warning for shown_warning in request.changes.changes[0].warnings)


@pytest.mark.parametrize(
    "tool_call",
    [
        put("Boiler.md", "y\n"),
        put("sub/Boiler.md", "y\n"),
        put("Mall.md", "y\n"),
        put("Long.md", LONG.replace("line 3\n", "")),
        put("Long.md", LONG + "%% new %%\n"),
        put("Kept.md", "%% mine alone %%\nother\n"),
        put("Code.md", "no code\n"),
        put("Boiler.md", "ä é 日本 👨\u200d👩\n"),
        move("Boiler.md", "boiler.md"),
    ],
)
async def test_an_ordinary_change_has_no_warning(tmp_path: Path, tool_call: ToolCallPart) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote(), MoveNote()], notes={**NOTES, "Mail.md": "x"}) as env:
        await env.events(tool_call)
        (request,) = env.answers.requests
        assert request.changes.changes[0].warnings == ()


async def test_the_headline_of_a_deletion_names_the_trash_folder(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[DropNote()], notes=NOTES) as env:
        await env.events(drop("Long.md"))
        (request,) = env.answers.requests
        assert request.headline == "Delete 1 note (to the vault's .trash)"
        assert request.changes.changes[0].warnings == ()
        assert env.text(".trash/Long.md") == LONG


# The approval request of a change set contains what the user must know.

CHANGE_REQUEST_NOTES = {
    "work/a.md": "a\n",
    "locked/b.md": "b\n",
    **{f"locked/{number}.md": "n\n" for number in range(6)},
}


async def test_excluded_changes_are_named_and_counted(tmp_path: Path) -> None:
    rules = [PermissionRule(folder="locked", effect="write", answer="deny")]
    async with open_tool_env(tmp_path, NO, rules=rules, tools=[StampAll()], notes=CHANGE_REQUEST_NOTES) as env:
        await env.results(call("stamp_all", text="x"), context=on(AgentScope("Writer")))
        (request,) = env.answers.requests
        (review,) = request.calls
        assert [change.path for change in request.changes.changes] == ["work/a.md"]
        assert review.warnings[-1] == (
            "locked/0.md, locked/1.md, locked/2.md, locked/3.md, locked/4.md and 2 more left out: "
            "a rule of yours denies it."
        )
        assert request.agent == "Writer"


async def test_taint_and_loosened_privacy_have_warnings(tmp_path: Path) -> None:
    privacy = NotePrivacy(is_loosened=lambda path, _text, _new, new_text: path == "work/a.md" and new_text == "open\n")
    async with open_tool_env(tmp_path, NO, tools=[PutNote()], notes=CHANGE_REQUEST_NOTES, privacy=privacy) as env:
        await env.runner.taint.record("chat_1", [Source(path="work/a.md", characters=1)], untrusted=True)
        await env.results(put("work/a.md", "open\n"))
        await env.results(put("work/a.md", "other\n"))
        first, second = env.answers.requests
        assert first.calls[0].warnings[0] == TAINT_WARNING
        assert first.changes.changes[0].warnings == (PRIVACY_LOOSENED_WARNING,)
        assert second.changes.changes[0].warnings == ()


# The request for a deletion states where the note goes: what Obsidian's settings say when it is deleted.

REMOVAL = "removed from the disk; VaultDesk can undo it for 90 days, up to 500 MB of earlier versions"
DELETIONS = [("local", "to the vault's .trash"), ("system", "to the trash of this computer"), ("none", REMOVAL)]


def trash_notes(option: str) -> dict[str, str]:
    return {".obsidian/app.json": f'{{"trashOption": "{option}"}}', "a.md": "x\n", "b.md": "[[a]]\n"}


@pytest.mark.parametrize(("option", "text"), DELETIONS)
async def test_a_deletion_request_states_where_the_note_goes(tmp_path: Path, option: str, text: str) -> None:
    async with open_tool_env(tmp_path, NO, tools=[DropNote()], notes=trash_notes(option)) as env:
        await env.events(drop("a.md"))
        (request,) = env.answers.requests
        assert request.headline == f"Delete 1 note ({text})"
        (change,) = request.changes.changes
        assert change.reason == text
        assert change_line(change) == f"delete a.md (1 line; {text})"


async def test_a_deletion_request_states_the_setting_of_now(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, tools=[DropNote()], notes=trash_notes("local")) as env:
        (env.vault.root / ".obsidian/app.json").write_text('{"trashOption": "none"}', encoding="utf-8")
        await env.events(drop("a.md"))
        assert env.answers.requests[0].headline == f"Delete 1 note ({REMOVAL})"


async def test_a_deletion_is_requested_again_if_the_trash_was_changed_meanwhile(tmp_path: Path) -> None:
    settings = tmp_path / "vault/.obsidian/app.json"

    def approve_after_change(_request: ApprovalRequest) -> ApprovalDecision:
        settings.write_text('{"trashOption": "none"}', encoding="utf-8")
        return YES

    async with open_tool_env(tmp_path, approve_after_change, NO, tools=[DropNote()], notes=trash_notes("local")) as env:
        await env.events(drop("a.md"))
        assert [request.headline for request in env.answers.requests] == [
            "Delete 1 note (to the vault's .trash)", f"Delete 1 note ({REMOVAL})"
        ]  # fmt: skip
        assert env.text("a.md") == "x\n"


@pytest.mark.parametrize(("option", "goes_to_trash"), [("local", True), ("none", False)])
async def test_an_approved_deletion_does_what_its_request_states(
    tmp_path: Path, option: str, goes_to_trash: bool
) -> None:
    async with open_tool_env(tmp_path, YES, tools=[DropNote()], notes=trash_notes(option)) as env:
        (result,) = await env.results(drop("a.md"))
        assert result.success
        assert env.text("a.md") is None
        assert (env.text(".trash/a.md") == "x\n") == goes_to_trash
        (change,) = await env.vault.run_in_thread(env.vault.journal.changes)
        assert env.vault.journal.snapshot(change.old_digest) == b"x\n"


def test_every_exclusion_reason_has_a_text() -> None:
    assert EXCLUSION_TEXTS.keys() == set(get_args(ExclusionReason))


# Text of notes that a plan found is disclosed like a read: after an approval, unless the model may read the note.

DIARY = "Diary.md"
TEXT = "---\nmood: low\n---\n# Salary talks\n\nMy salary is 91,000 euros a year.\n\n^pay\n"
TOOLS = (EditNote(), WriteNote(), DeleteNote(), UpdateFrontmatter(), AddTags(), PutNote())
EDIT_WITH_NEAR_MATCH = call("edit_note", path=DIARY, old="my salary is in euros a month", new="x")

DISCLOSING_CALLS: dict[str, ToolCallPart] = {
    "the nearest line": EDIT_WITH_NEAR_MATCH,
    "its headings": call("edit_note", path=DIARY, heading="None such", content="x"),
    "its blocks": call("edit_note", path=DIARY, block="none", content="x"),
    "how often a word occurs": call("edit_note", path=DIARY, old="a", new="x"),
    "that it says just this": call("write_note", path=DIARY, content=TEXT),
    "what a property is": call("update_frontmatter", path=DIARY, set={"mood": "low"}),
    "which properties there are not": call("update_frontmatter", path=DIARY, remove=["height"]),
}


def casefolded_text(result: JsonValue) -> str:
    return str(result).casefold()


@pytest.mark.parametrize("disclosure", DISCLOSING_CALLS)
async def test_note_text_found_by_a_failed_or_unchanged_edit_needs_approval(tmp_path: Path, disclosure: str) -> None:
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes={DIARY: TEXT}) as env:
        (result,) = await env.results(DISCLOSING_CALLS[disclosure])
        (request,) = env.answers.requests
        assert result.error is not None
        assert result.error.code == "CANCELLED"
        assert request.headline == (
            f"Check a change against “{DIARY}” and send what is found to Anthropic (api.anthropic.com)"
        )
        (review,) = request.calls
        assert (review.effect, review.purpose, request.changes.changes, request.folder) == (
            "read",
            PLAN_DISCLOSURE_PURPOSE,
            (),
            None,
        )
        assert [word for word, _, _ in env.audit_events()] == ["requested", "asked", "refused"]
        assert env.text(DIARY) == TEXT


async def test_approved_note_text_is_returned_with_its_source(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes={DIARY: TEXT}) as env:
        finished = [event for event in await env.events(EDIT_WITH_NEAR_MATCH) if isinstance(event, ToolFinished)]
        assert "91,000 euros" in finished[0].part.content
        (source,) = finished[0].part.sources
        assert (source.path, source.allowed) == (DIARY, "person")
        assert source.characters >= len("My salary is 91,000 euros a year.")
        assert env.runner.taint.flags("chat_1").notes
        assert ("allowed", "call_1", "person") in env.audit_events()


async def test_a_note_already_read_needs_no_approval_until_it_changes(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes={DIARY: TEXT}) as env:
        _, result = await env.results(read(DIARY), EDIT_WITH_NEAR_MATCH.model_copy(update={"id": "c2"}))
        assert result.error is not None
        assert "91,000" in result.error.message
        assert len(env.answers.requests) == 1
        (env.vault.root / DIARY).write_text("Another salary: 12 euros in a month.\n", encoding="utf-8")
        (result,) = await env.results(EDIT_WITH_NEAR_MATCH)
        assert len(env.answers.requests) == 2, "the new version was not approved for reading"


async def test_writing_a_part_of_a_note_does_not_count_as_reading_it(tmp_path: Path) -> None:
    allowed = [PermissionRule(effect="write", answer="allow")]
    async with open_tool_env(tmp_path, NO, rules=allowed, tools=TOOLS, notes={DIARY: TEXT}) as env:
        (edit_result,) = await env.results(call("edit_note", path=DIARY, heading="Salary talks", content="- more"))
        assert edit_result.success
        assert "91,000" not in casefolded_text(edit_result.data), "a diff would show the surrounding lines"
        assert "diff" not in casefolded_text(edit_result.data)
        (result,) = await env.results(EDIT_WITH_NEAR_MATCH)
        assert result.error is not None
        assert (result.error.code, len(env.answers.requests)) == ("CANCELLED", 1)
        (write_result,) = await env.results(call("write_note", path="New.md", content="mine and mine\n"))
        (result,) = await env.results(call("edit_note", path="New.md", old="mine", new="x"))
        assert (write_result.success, len(env.answers.requests)) == (True, 1), "it knows the text that it wrote itself"


@pytest.mark.parametrize(("preset", "request_count"), [("trusted", 0), ("edit", 1), ("ask", 1)])
async def test_disclosure_needs_no_approval_where_reading_needs_none(
    tmp_path: Path, preset: Preset, request_count: int
) -> None:
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes={f"work/{DIARY}": TEXT}) as env:
        env.preset = preset
        context = on(AgentScope("Writer", ("work",)))
        arguments = {**(EDIT_WITH_NEAR_MATCH.arguments or {}), "path": f"work/{DIARY}"}
        await env.results(EDIT_WITH_NEAR_MATCH.model_copy(update={"arguments": arguments}), context=context)
        assert len(env.answers.requests) == request_count


async def test_errors_about_missing_notes_and_invalid_paths_need_no_approval(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes={DIARY: TEXT}) as env:
        results = [
            *await env.results(call("edit_note", "c1", path="Gone", old="a", new="b")),
            *await env.results(call("edit_note", "c2", path="../x", old="a", new="b")),
        ]
        assert [result.error and result.error.code for result in results] == ["NOTE_NOT_FOUND", "PERMISSION_DENIED"]
        assert env.answers.requests == []


async def test_a_note_that_just_became_private_is_not_disclosed(tmp_path: Path) -> None:
    async def exact_status(path: str, _destination: object) -> str:
        return "closed"

    privacy = NotePrivacy(exact_status=exact_status)  # type: ignore[arg-type]  # the values of the literal
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes={DIARY: TEXT}, privacy=privacy) as env:
        (result,) = await env.results(EDIT_WITH_NEAR_MATCH)
        assert result.error is not None
        assert (result.error.code, "91,000" in result.error.message) == ("PERMISSION_DENIED", False)
        assert env.answers.requests == []


async def test_a_note_that_requires_approval_must_be_read_first(tmp_path: Path) -> None:
    privacy = NotePrivacy(lambda _path, _destination: "ask")
    allowed = [PermissionRule(effect="read", answer="allow")]
    async with open_tool_env(tmp_path, YES, tools=TOOLS, rules=allowed, notes={DIARY: TEXT}, privacy=privacy) as env:
        (result,) = await env.results(EDIT_WITH_NEAR_MATCH)
        assert result.error is not None
        assert (result.error.code, result.error.message) == ("PERMISSION_DENIED", READ_FIRST_NOTICE)
        assert env.answers.requests == []
        _, result = await env.results(read(DIARY), EDIT_WITH_NEAR_MATCH.model_copy(update={"id": "c2"}))
        assert result.error is not None
        assert ("91,000" in result.error.message, len(env.answers.requests)) == (True, 1)


async def test_disclosure_is_requested_after_the_changes_and_only_if_they_were_approved(tmp_path: Path) -> None:
    calls = (put("New.md", "x\n", "c1"), EDIT_WITH_NEAR_MATCH.model_copy(update={"id": "c2"}))
    async with open_tool_env(tmp_path / "yes", YES, NO, tools=TOOLS, notes={DIARY: TEXT}) as env:
        write_result, edit_result = await env.results(*calls)
        assert (write_result.success, edit_result.error and edit_result.error.code) == (True, "CANCELLED")
        assert [bool(request.changes) for request in env.answers.requests] == [True, False]
    async with open_tool_env(tmp_path / "no", NO, tools=TOOLS, notes={DIARY: TEXT}) as env:
        results = await env.results(*calls)
        assert [result.error and result.error.code for result in results] == ["CANCELLED"] * 2
        assert len(env.answers.requests) == 1


async def test_the_headline_for_a_local_model_says_that_the_text_stays(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes={DIARY: TEXT}) as env:
        await env.results(EDIT_WITH_NEAR_MATCH, context=on(destination=LOCAL))
        assert env.answers.requests[0].headline == (
            f"Check a change against “{DIARY}”; what is found stays on this computer"
        )

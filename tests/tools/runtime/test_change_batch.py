"""Tests of tools/runtime/change_batch.py."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from tests.support.tool_env import NO, YES, Answer, ToolEnv, call, drop, move, on, open_tool_env, put, read
from tests.support.tools import DropNote, MoveNote, PutNote, StampAll
from tests.tools.runtime.test_executor import event_texts
from vaultdesk.core.errors import AuditFailed, JournalFailed
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import compared_fields
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.approvals import ALTERED_REQUEST, ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.audit_log import AuditRecord
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.tools.tool import ToolResult
from vaultdesk.vault.change_set import HunkEdit, NoteChoice
from vaultdesk.vault.transactions.file_edits import EditOutcome, EditResult, FileEdit, Origin

# The model receives what was really applied.

TOOLS = (PutNote(), MoveNote(), DropNote(), StampAll())
LONG = "".join(f"line {number}\n" for number in range(30))
NOTES = {".obsidian/app.json": '{"trashOption": "local"}', "a.md": LONG, "b.md": "see a.md\n", "c/d.md": "d\n"}
TWO_HUNKS = LONG.replace("line 3\n", "LINE 3\n").replace("line 20\n", "LINE 20\n")


def accept(*choices: NoteChoice, reason: str = "") -> ApprovalDecision:
    return ApprovalDecision(approved=True, changes=choices, reason=reason)


def error_code(result: ToolResult) -> str:
    return result.error.code if result.error is not None else "done"


async def test_a_complete_approval_returns_the_planned_data(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=NOTES) as env:
        (result,) = await env.results(put("a.md", TWO_HUNKS))
        assert result.data == {"path": "a.md", "action": "updated", "diff": "as planned"}
        assert (result.metadata.note, result.metadata.files_affected) == ("", ("a.md",))
        assert result.metadata.operation_type == "write"


async def test_a_rejected_hunk_is_reported_with_the_applied_diff(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, accept(NoteChoice("c1", hunks=("h2",))), tools=TOOLS, notes=NOTES) as env:
        (result,) = await env.results(put("a.md", TWO_HUNKS))
        assert result.metadata.note == "Of the change to a.md the user took 1 of 2 parts."
        assert isinstance(result.data, dict)
        applied = str(result.data["applied"])
        assert "+LINE 20" in applied
        assert "LINE 3\n" not in applied
        assert "diff" not in result.data
        assert env.text("a.md") == LONG.replace("line 20\n", "LINE 20\n")


async def test_an_edited_hunk_is_reported_with_the_text_of_the_user(tmp_path: Path) -> None:
    edit = NoteChoice("c1", edits=(HunkEdit("h1", ("my words",)),))
    async with open_tool_env(tmp_path, accept(edit), tools=TOOLS, notes=NOTES) as env:
        (result,) = await env.results(put("a.md", TWO_HUNKS))
        assert result.metadata.note == "The user edited the change to a.md before it was applied."
        assert "+my words" in str(result.data)
        assert "my words" in str(env.text("a.md"))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (NO, None),
        (ApprovalDecision(approved=False, reason="not that one"), "not that one"),
        (accept(), "The user chose not to apply any of it."),
        (accept(NoteChoice("c9")), "The user chose not to apply any of it."),
        (accept(NoteChoice("c1", hunks=())), "The user chose not to apply any of it."),
        (accept(NoteChoice("c1", hunks=("h9",))), "The user chose not to apply any of it."),
    ],
)
async def test_an_approval_without_changes_is_reported_as_cancelled(
    tmp_path: Path, answer: Answer, reason: str | None
) -> None:
    async with open_tool_env(tmp_path, answer, tools=TOOLS, notes=NOTES) as env:
        before = env.everything()
        (result,) = await env.results(put("a.md", TWO_HUNKS))
        assert error_code(result) == "CANCELLED"
        assert result.error is not None
        assert result.error.details == (None if reason is None else {"reason": reason})
        assert env.everything() == before
        assert env.audit_events()[-1] == ("refused", "call_1", "person")


async def test_calls_of_one_change_set_have_separate_results(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, accept(NoteChoice("c2")), tools=TOOLS, notes=NOTES) as env:
        first, second, third = await env.results(
            put("a.md", TWO_HUNKS, "c1"), put("c/d.md", "new\n", "c2"), drop("No.md", "c3")
        )
        assert [error_code(first), error_code(second), error_code(third)] == ["CANCELLED", "done", "NOTE_NOT_FOUND"]
        assert (env.text("a.md"), env.text("c/d.md")) == (LONG, "new\n")


async def test_a_unit_with_a_rejected_part_is_not_applied(tmp_path: Path) -> None:
    for choices in ([NoteChoice("c1")], [NoteChoice("c2")], [NoteChoice("c1"), NoteChoice("c2", hunks=())]):
        async with open_tool_env(tmp_path, accept(*choices), tools=TOOLS, notes=NOTES) as env:
            (result,) = await env.results(move("a.md", "z.md"))
            assert error_code(result) == "CANCELLED"
            assert (env.text("a.md"), env.text("b.md")) == (LONG, "see a.md\n")


async def test_rejected_notes_are_named_and_denied_ones_are_counted(tmp_path: Path) -> None:
    rules = [PermissionRule(folder="c", effect="write", answer="deny")]
    async with open_tool_env(tmp_path, accept(NoteChoice("c2")), rules=rules, tools=TOOLS, notes=NOTES) as env:
        (result,) = await env.results(call("stamp_all", text="x"))
        assert result.metadata.note == (
            "Left out 1 change: a rule of the user does not allow it. The user left out the change to: a.md."
        )
        assert result.metadata.files_affected == ("b.md",)
        (warning,) = env.answers.requests[0].calls[0].warnings
        assert warning == "c/d.md left out: a rule of yours denies it."


async def test_a_completely_denied_change_needs_no_approval(tmp_path: Path) -> None:
    async with open_tool_env(
        tmp_path, YES, rules=[PermissionRule(folder="c", answer="deny")], tools=TOOLS, notes=NOTES
    ) as env:
        (result,) = await env.results(put("c/new.md", "x"))
        assert result.error is not None
        assert (error_code(result), result.error.message) == (
            "PERMISSION_DENIED", "A rule of the user does not allow put_note here."
        )  # fmt: skip
        assert env.answers.requests == []
        assert env.audit_events()[-2:] == [("refused", "call_1", "rule"), ("refused", "call_1", "program")]


def report_result(env: ToolEnv, result: EditResult, problem: str, owners: Sequence[str] = ("a.md",)) -> None:
    """Let the vault report *result* for the edits of *places* and apply the others."""
    original = env.vault.apply

    async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
        failed = [EditOutcome(edit, result, problem=problem) for edit in edits if edit.path.text in owners]
        applied = await original([edit for edit in edits if edit.path.text not in owners], origin)
        return (*failed, *applied)

    env.vault.apply = apply  # type: ignore[method-assign]  # the disk that fails


@pytest.mark.parametrize(
    ("result", "expected", "message"),
    [
        (
            "conflict",
            "CONFLICT",
            "Changed by another program in the meantime, so nothing was written: a.md (why). Read it again.",
        ),
        ("failed", "WRITE_FAILED", "Not written: a.md (why)."),
        ("skipped", "WRITE_FAILED", "A change that this one depends on could not be made: a.md (why)."),
    ],
)
async def test_write_errors_are_reported_for_each_file(
    tmp_path: Path, result: EditResult, expected: str, message: str
) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=NOTES) as env:
        report_result(env, result, "why")
        first, second = await env.results(put("a.md", TWO_HUNKS, "c1"), put("c/d.md", "y\n", "c2"))
        assert first.error is not None
        assert (error_code(first), first.error.message) == (expected, message)
        assert second.success
        assert env.audit_events()[-2:] == [("failed", "c1", ""), ("done", "c2", "")]
        (stamped,) = await env.results(call("stamp_all", text="x"))
        assert stamped.success
        assert "a.md (why)" in stamped.metadata.note
        assert "a.md" not in stamped.metadata.files_affected


async def test_an_unconfirmed_write_is_a_success_with_a_warning(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=NOTES) as env:
        report_result(env, "unconfirmed", "the folder could not be synced")
        (result,) = await env.results(put("a.md", TWO_HUNKS))
        assert result.success
        assert result.metadata.note == ("Written, not confirmed by the disk: a.md (the folder could not be synced).")
        assert result.metadata.files_affected == ("a.md",)


async def test_a_journal_error_fails_every_call(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=NOTES) as env:

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            raise JournalFailed("The journal cannot be written", hint="Free some space.")

        env.vault.apply = apply  # type: ignore[method-assign]  # the disk that fails
        (result,) = await env.results(put("a.md", TWO_HUNKS))
        assert result.error is not None
        assert (error_code(result), result.error.message) == (
            "WRITE_FAILED", "The journal cannot be written. Free some space."
        )  # fmt: skip


async def test_note_text_in_a_result_has_its_source_and_no_private_comment(tmp_path: Path) -> None:
    privacy = NotePrivacy(redact=lambda path, text, destination: text.replace("line 19", "%%"))
    choice = accept(NoteChoice("c1", hunks=("h2",)))
    async with open_tool_env(tmp_path, choice, tools=TOOLS, notes=NOTES, privacy=privacy) as env:
        events = await env.events(put("a.md", TWO_HUNKS), context=on())
        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert "line 19" not in finished.part.content
        assert "line 18" in finished.part.content
        (source,) = finished.part.sources
        assert (source.path, source.allowed, source.first_line) == ("a.md", "person", 1)
        assert source.characters > 0


# One batch of writes: shown as one change set, checked again, written once, exactly as it was shown.

CHANGING_TOOLS = (PutNote(), MoveNote(), DropNote(), StampAll())
CHANGING_NOTES = {
    ".obsidian/app.json": '{"trashOption": "local"}',
    "a.md": "one\ntwo\n",
    "b.md": "see a.md\n",
    "secret/s.md": "secret\n",
}


async def test_the_changes_of_one_answer_are_one_request_and_one_journal_group(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        calls = (put("New.md", "x\n", "c1"), move("a.md", "z.md", "c2"), drop("secret/s.md", "c3"))
        events = await env.events(*calls, context=on(AgentScope("Librarian")))
        assert event_texts(events) == [
            "asked c1 c2 c3", "yes", "started c1", "done c1", "started c2", "done c2", "started c3", "done c3",
        ]  # fmt: skip
        (request,) = env.answers.requests
        assert request.headline == (
            "Create 1 note, rename 1 note, repair 1 link and delete 1 note (to the vault's .trash)"
        )
        assert (request.agent, request.folder, request.preview) == ("Librarian", None, None)
        assert [(change.kind, change.path) for change in request.changes.changes] == [
            ("create", "New.md"), ("move", "a.md"), ("modify", "b.md"), ("delete", "secret/s.md"),
        ]  # fmt: skip
        assert (
            env.everything()
            == {
                ".obsidian/app.json": CHANGING_NOTES[".obsidian/app.json"],
                ".trash/secret/s.md": "secret\n",
                "New.md": "x\n",
                "b.md": "see z.md\n",
                "z.md": "one\ntwo\n",
            }
            or ".trash/s.md" in env.everything()
        )
        entries = env.vault.journal.changes()
        assert {(entry.group, entry.title, entry.agent, entry.conversation_id) for entry in entries} == {
            ("run_1", "Tidy up my notes", "Librarian", "chat_1")
        }
        assert len(entries) == 4


async def test_started_is_logged_before_the_effect(tmp_path: Path) -> None:
    """Each effect has its own line."""
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        original, events_before_apply = env.vault.apply, list[str]()

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            events_before_apply.extend(entry.record.event for entry in env.audit.read())
            return await original(edits, origin)

        env.vault.apply = apply  # type: ignore[method-assign]  # records the events
        await env.events(put("New.md", "x\n", "c1"), put("a.md", "y\n", "c2"))
        assert events_before_apply == ["requested"] * 2 + ["asked"] * 2 + ["allowed"] * 2 + ["started"] * 2
        last_events = env.audit.read()[-2:]
        assert [(entry.record.event, entry.record.files) for entry in last_events] == [
            ("done", ("New.md",)), ("done", ("a.md",)),
        ]  # fmt: skip
        assert env.audit.verify().is_intact


async def test_reads_and_writes_of_one_answer_run_in_order(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        calls = (read("a.md", call_id="c1"), put("a.md", "new\n", "c2"), read("a.md", call_id="c3"))
        results = await env.results(*calls)
        assert [result.data for result in (results[0], results[2])] == [
            [{"path": "a.md", "content": "one\ntwo\n", "size": 8}],
            [{"path": "a.md", "content": "new\n", "size": 4}],
        ]
        assert env.answers.requests[1].changes.changes[0].old_text == "one\ntwo\n"


def approve_after(change: Callable[[], object]) -> Callable[[ApprovalRequest], ApprovalDecision]:
    def answer(request: ApprovalRequest) -> ApprovalDecision:
        change()
        return YES

    return answer


@pytest.mark.parametrize("action", ["changed", "deleted", "taken", "target taken"])
async def test_a_file_that_changed_since_the_request_is_planned_and_requested_again(
    tmp_path: Path, action: str
) -> None:
    """vaultdesk/tools/README.md, "Approval rules", 4."""
    root = tmp_path / "vault"
    actions: dict[str, Callable[[], object]] = {
        "changed": lambda: (root / "a.md").write_text("mine\n", encoding="utf-8"),
        "deleted": lambda: (root / "a.md").unlink(),
        "taken": lambda: (root / "New.md").write_text("mine\n", encoding="utf-8"),
        "target taken": lambda: (root / "z.md").write_text("mine\n", encoding="utf-8"),
    }
    calls = {
        "changed": put("a.md", "x\n"), "deleted": drop("a.md"), "taken": put("New.md", "x\n"),
        "target taken": move("a.md", "z.md"),
    }  # fmt: skip
    async with open_tool_env(
        tmp_path, approve_after(actions[action]), NO, tools=CHANGING_TOOLS, notes=CHANGING_NOTES
    ) as env:
        (result,) = await env.results(calls[action])
        assert not result.success
        if action in ("changed", "taken"):
            assert len(env.answers.requests) == 2
            second_request = env.answers.requests[1]
            assert "changed since you were asked. Please look again." in second_request.calls[0].warnings[0]
            assert second_request.changes.changes[0].old_text == "mine\n"
        else:
            assert len(env.answers.requests) == 1
        assert "x\n" not in env.everything().values()


async def test_a_note_that_keeps_changing_is_a_conflict(tmp_path: Path) -> None:
    file, count = tmp_path / "vault" / "a.md", iter(range(100))

    def write_again(request: ApprovalRequest) -> ApprovalDecision:
        file.write_text(f"mine {next(count)}\n", encoding="utf-8")
        return YES

    async with open_tool_env(tmp_path, write_again, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        events = await env.events(put("a.md", "x\n"))
        assert event_texts(events) == ["asked call_1", "yes"] * 3 + ["failed call_1"]
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert finished.result.error is not None
        assert finished.result.error.code == "CONFLICT"
        assert str(env.text("a.md")).startswith("mine")


async def test_a_rejected_note_may_change_during_the_approval(tmp_path: Path) -> None:
    file = tmp_path / "vault" / "a.md"

    def approve_second(request: ApprovalRequest) -> ApprovalDecision:
        file.write_text("mine\n", encoding="utf-8")
        return ApprovalDecision(approved=True, changes=(NoteChoice("c2"),))

    async with open_tool_env(tmp_path, approve_second, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        first, second = await env.results(put("a.md", "x\n", "c1"), put("b.md", "y\n", "c2"))
        assert (first.success, second.success) == (False, True)
        assert (env.text("a.md"), env.text("b.md")) == ("mine\n", "y\n")


async def test_rules_and_presets_set_during_the_approval_apply(tmp_path: Path) -> None:
    rules: list[PermissionRule] = []
    async with open_tool_env(tmp_path, YES, rules=rules, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        env.permissions.rules = lambda: rules
        env.answers._answers = [approve_after(lambda: rules.append(PermissionRule(effect="write", answer="deny")))]
        (result,) = await env.results(put("a.md", "x\n"))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        rules.clear()
        env.answers._answers = [approve_after(lambda: setattr(env, "preset", "read-only"))]
        assert not (await env.results(put("a.md", "y\n")))[0].success
        assert env.text("a.md") == CHANGING_NOTES["a.md"]


async def test_only_a_tool_unregistered_during_the_approval_is_not_run(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:

        def unregister(request: ApprovalRequest) -> ApprovalDecision:
            env.registry.unregister("move_note")
            env.registry.register(MoveNote())
            return YES

        env.answers._answers = [unregister]
        move_result, put_result = await env.results(move("a.md", "z.md", "c1"), put("New.md", "x\n", "c2"))
        assert move_result.error is not None
        assert (move_result.error.code, put_result.success) == ("UNKNOWN_TOOL", True)
        assert (env.text("a.md"), env.text("b.md"), env.text("New.md")) == (
            CHANGING_NOTES["a.md"],
            CHANGING_NOTES["b.md"],
            "x\n",
        )


async def test_cancelling_during_the_write_waits_for_it_and_logs_the_result(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        original, started, resume = env.vault.apply, asyncio.Event(), asyncio.Event()

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            started.set()
            await resume.wait()
            return await original(edits, origin)

        env.vault.apply = apply  # type: ignore[method-assign]  # slow on purpose
        task = asyncio.create_task(env.events(put("New.md", "x\n", "c1"), put("a.md", "y\n", "c2")))
        await asyncio.wait_for(started.wait(), 30)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        resume.set()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 30)
        assert (env.text("New.md"), env.text("a.md")) == ("x\n", "y\n")
        assert env.audit_events()[-2:] == [("done", "c1", ""), ("done", "c2", "")]


@pytest.mark.parametrize("stop_after", range(7))
async def test_the_log_matches_the_written_files_after_closing_at_any_event(tmp_path: Path, stop_after: int) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        async with aclosing(env.runner.run((put("New.md", "x\n", "c1"), put("a.md", "y\n", "c2")), on())) as events:
            count = 0
            async for _ in events:
                count += 1
                if count > stop_after:
                    break
        is_written = env.text("New.md") is not None
        assert is_written == (env.text("a.md") == "y\n")
        last_events = {call_id: event for event, call_id, _ in env.audit_events()}
        assert last_events == dict.fromkeys(("c1", "c2"), "done" if is_written else "cancelled")


async def test_an_unexpected_exception_in_a_plan_is_raised_and_logged_without_a_write(tmp_path: Path) -> None:
    def raise_error() -> None:
        raise ZeroDivisionError

    async with open_tool_env(tmp_path, YES, tools=[StampAll(raise_error), PutNote()], notes=CHANGING_NOTES) as env:
        with pytest.raises(ZeroDivisionError):
            await env.events(put("a.md", "x\n", "c1"), call("stamp_all", "c2", text="x"))
        assert env.text("a.md") == CHANGING_NOTES["a.md"]
        assert env.audit_events()[-1] == ("failed", "c2", "")


def field_owners(request: ApprovalRequest) -> list[tuple[object, str]]:
    """Return every field of the request and of its nested values as an object and a field name."""
    fields_found: list[tuple[object, str]] = []

    def walk(value: object) -> None:
        names = compared_fields(value) or ()
        fields_found.extend((value, name) for name in names)
        for name in names:
            walk(getattr(value, name))
        if isinstance(value, tuple | list):
            for inner in value:
                walk(inner)

    walk(request)
    return fields_found


VALUES = st.sampled_from(["secret/s.md", "not shown", "", 7, None, ()])


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(index=st.integers(0, 10_000), value=VALUES, in_place=st.booleans())
async def test_a_mutated_request_is_not_executed(
    tmp_path_factory: pytest.TempPathFactory, index: int, value: object, in_place: bool
) -> None:
    """Only what was shown is executed; each field of the frozen request is mutated during the approval."""
    mutated: list[str] = []

    def mutate(request: ApprovalRequest) -> ApprovalDecision:
        owners = field_owners(request)
        owner, name = owners[index % len(owners)]
        if in_place and isinstance(getattr(owner, name), dict):
            getattr(owner, name)["path"] = value
        else:
            before = getattr(owner, name)
            getattr(type(owner), name).__set__(owner, value)
            if before == value and type(before) is type(value):
                return YES
        mutated.append(name)
        return YES

    async with open_tool_env(
        tmp_path_factory.mktemp("tools"), mutate, tools=CHANGING_TOOLS, notes=CHANGING_NOTES
    ) as env:
        before = env.everything()
        call_context = CallContext(Destination("Elsewhere", "example.org", local=False), "chat_1", "run_1")
        results = await env.results(put("a.md", "shown\n", "c1"), move("b.md", "z.md", "c2"), context=call_context)
        if not mutated or mutated == ["preview"]:
            return
        assert [result.success for result in results] == [False, False]
        assert {str(result.error and result.error.details) for result in results} == {str({"reason": ALTERED_REQUEST})}
        assert env.everything() == before


CHOICES = st.lists(
    st.builds(
        lambda change, hunks: NoteChoice(change, hunks),
        st.sampled_from(["c1", "c2", "c3", "c9", ""]),
        st.sampled_from([None, (), ("h1",), ("h9",)]),
    ),
    max_size=4,
)


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choices=CHOICES)
async def test_only_shown_changes_are_written_for_any_decision(
    tmp_path_factory: pytest.TempPathFactory, choices: list[NoteChoice]
) -> None:
    """Ids that were not shown, missing hunks, and duplicates."""
    answer = ApprovalDecision(approved=True, changes=tuple(choices), files=("secret/s.md",))
    async with open_tool_env(
        tmp_path_factory.mktemp("tools"), answer, tools=CHANGING_TOOLS, notes=CHANGING_NOTES
    ) as env:
        await env.results(put("a.md", "shown\n", "c1"), put("b.md", "shown too\n", "c2"))
        files = env.everything()
        assert files["a.md"] in (CHANGING_NOTES["a.md"], "shown\n")
        assert files["b.md"] in (CHANGING_NOTES["b.md"], "shown too\n")
        assert {**files, "a.md": "", "b.md": ""} == {**CHANGING_NOTES, "a.md": "", "b.md": ""}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX file modes")
async def test_the_file_mode_of_a_note_is_preserved(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        (env.vault.root / "a.md").chmod(0o640)
        await env.events(put("a.md", "x\n"))
        assert (env.vault.root / "a.md").stat().st_mode & 0o777 == 0o640


async def test_an_audit_error_after_the_effect_is_raised(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:
        original, failures = env.audit.record, [AuditFailed("No space is left", hint="Free some.")]

        def record(line: AuditRecord) -> None:
            if line.event == "done" and failures:
                raise failures.pop()
            original(line)

        env.audit.record = record  # type: ignore[method-assign]  # fails once
        with pytest.raises(AuditFailed):
            await env.events(put("New.md", "x\n"))
        assert env.text("New.md") == "x\n"


async def test_an_unexpected_exception_during_the_write_is_raised(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=CHANGING_NOTES) as env:

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            raise ZeroDivisionError

        env.vault.apply = apply  # type: ignore[method-assign]  # always fails
        with pytest.raises(ZeroDivisionError):
            await env.events(put("New.md", "x\n"))
        assert env.audit_events()[-1][0] == "failed"


async def test_a_change_with_a_warning_needs_approval_in_every_preset(tmp_path: Path) -> None:
    """vaultdesk/tools/README.md, "Untrusted text": a look-alike name has a warning."""
    notes = {"Note.md": "text\n", "Long.md": "line\n" * 40, "Seen.md": "%% mine %% text\n"}
    async with open_tool_env(tmp_path, NO, tools=CHANGING_TOOLS, notes=notes) as env:
        env.preset = "trusted"
        for path, text in (
            ("N\u043ete.md", "x\n"),
            ("Long.md", "short\n"),
            ("Seen.md", "text\n"),
            ("a.md", "a\u202eb\n"),
        ):
            await env.results(put(path, text))
        assert [request.changes.changes[0].path for request in env.answers.requests] == [
            "N\u043ete.md", "Long.md", "Seen.md", "a.md"
        ]  # fmt: skip
        assert all(request.changes.changes[0].warnings for request in env.answers.requests)
        assert (await env.results(put("Plain.md", "x\n")))[0].success
        assert len(env.answers.requests) == 4


async def test_v12_a_conflict_copy_is_not_reported_as_a_changed_note(tmp_path: Path) -> None:
    notes = {**CHANGING_NOTES, "a (conflicted copy 2026-01-01).md": "theirs\n"}

    async with open_tool_env(tmp_path, YES, tools=CHANGING_TOOLS, notes=notes) as env:
        (result,) = await env.results(put("a.md", "x\n"))

    assert result.error is not None
    assert result.error.code == "WRITE_FAILED"
    assert "conflict copy" in result.error.message
    assert "Read it again" not in result.error.message

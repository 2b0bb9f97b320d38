"""Tests of tools/runtime/executor.py."""

import asyncio
import json
import logging
from contextlib import aclosing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from tests.support.outside import Postman
from tests.support.tool_env import LOCAL, NO, REMOTE, YES, Clock, ListAsker, call, on, open_tool_env, put, read, search
from tests.support.tools import Changing, Echo, Failing, PutNote, Stuck, WriteNote
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.errors import AuditFailed, IndexFailed, VaultDeskError, VaultUnavailable
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import compared_fields, replace
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, CallReview
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.call_limits import MAX_REMEMBERED_CALLS, LoopGuard
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolEvent, ToolFinished, ToolStarted
from vaultdesk.tools.runtime.executor import PRIVATE_TEXT_REFUSAL
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.vault.note_path import NotePath

# The loop guard: the third equal call within half a minute is a loop.


async def test_the_third_equal_call_in_half_a_minute_is_rejected(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        results = [(await env.results(search("boiler")))[0] for _ in range(3)]
        assert [result.success for result in results] == [True, True, False]
        error = results[2].error
        assert error is not None
        assert error.code == "RATE_LIMITED"
        assert "try another approach" in error.message
        assert len(env.answers.requests) == 2
        assert env.audit_events()[-1] == ("refused", "call_1", "program")
        (other_query,) = await env.results(search("pump"))
        assert other_query.success
        (other_chat,) = await env.results(search("boiler"), context=on(chat="chat_2"))
        assert other_chat.success
        env.clock.now += 31
        assert (await env.results(search("boiler")))[0].success


async def test_calls_with_arguments_in_camel_case_are_equal(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO) as env:
        camel = read("Top.md").model_copy(update={"arguments": {"filePaths": ["Top.md"]}})
        results = [(await env.results(part))[0].error for part in (read("Top.md"), camel, read("Top.md"))]
        assert [error.code for error in results if error] == ["CANCELLED", "CANCELLED", "RATE_LIMITED"]


async def test_the_third_equal_write_of_one_answer_is_rejected(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote()]) as env:
        results = await env.results(*(put("New.md", "x\n", f"c{number}") for number in range(3)))
        assert [result.success for result in results] == [True, True, False]


async def test_direct_calls_of_the_user_are_not_limited_by_the_loop_guard(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        own_context = CallContext(on().destination)
        assert all([(await env.results(search("boiler"), context=own_context))[0].success for _ in range(5)])


def test_rejected_calls_count_as_repetitions() -> None:
    clock = Clock()
    guard = LoopGuard(clock)
    repeated = []
    for _ in range(10):
        repeated.append(guard.is_repeated("chat", "tool", {"a": 1}))
        clock.now += 10
    assert repeated == [False, False] + [True] * 8
    clock.now += 30
    assert not guard.is_repeated("chat", "tool", {"a": 1})


def test_old_calls_are_removed_from_the_loop_guard() -> None:
    clock = Clock()
    guard = LoopGuard(clock)
    for number in range(MAX_REMEMBERED_CALLS + 1):
        guard.is_repeated("chat", "tool", {"a": number})
    clock.now += 60
    guard.is_repeated("chat", "tool", {})
    assert len(guard._times) == 1


async def test_calls_of_the_program_are_not_limited_by_the_loop_guard(tmp_path: Path) -> None:
    program_context = replace(on(), by_program=True)
    async with open_tool_env(tmp_path, YES) as env:
        results = [
            (await env.results(search("boiler"), context=context))[0] for context in [program_context] * 4 + [on()] * 3
        ]

    assert [result.success for result in results] == [True] * 6 + [False]


# Text of private notes is not sent in a network call.

SECRET_TEXT = "nobody knows of the boiler plan"


async def contains_secret(text: str, destination: Destination) -> bool:
    assert destination.host == "post.example"
    return SECRET_TEXT in text.casefold()


async def failing_check(_text: str, _destination: Destination) -> bool:
    raise IndexFailed("The search index is in use")


CONTEXT = CallContext(REMOTE, "chat_1", "run_1", question="What about the boiler?")


async def test_private_text_in_a_network_call_is_rejected_without_approval(tmp_path: Path) -> None:
    postman = Postman("First.")
    async with open_tool_env(tmp_path, YES, tools=[postman], privacy=NotePrivacy(leaks=contains_secret)) as env:
        (refused,) = await env.results(call("postman", query=f"Is it true that {SECRET_TEXT}?"), context=CONTEXT)
        (sent,) = await env.results(call("postman", "call_2", query="boiler plan"), context=CONTEXT)

        assert (refused.error and refused.error.code, refused.error and refused.error.message) == (
            "PERMISSION_DENIED",
            PRIVATE_TEXT_REFUSAL,
        )
        assert (sent.success, postman.sent) == (True, ["boiler plan"])
        assert len(env.answers.requests) == 2
        assert [line for line in env.audit_events() if line[1] == "call_1"][-1][0] == "refused"


async def test_private_text_in_the_users_question_may_be_sent(tmp_path: Path) -> None:
    postman = Postman()
    own_context = replace(CONTEXT, question=f"Search the web for: {SECRET_TEXT}")
    async with open_tool_env(tmp_path, YES, tools=[postman], privacy=NotePrivacy(leaks=contains_secret)) as env:
        await env.results(call("postman", query=SECRET_TEXT), context=own_context)

    assert postman.sent == [SECRET_TEXT]


@pytest.mark.parametrize("privacy", [NotePrivacy(leaks=failing_check)])
async def test_a_network_call_is_rejected_if_the_leak_check_fails(tmp_path: Path, privacy: NotePrivacy) -> None:
    postman = Postman()
    async with open_tool_env(tmp_path, YES, tools=[postman], privacy=privacy) as env:
        (result,) = await env.results(call("postman", query="pumps"), context=CONTEXT)

    assert (result.success, postman.sent) == (False, [])


async def test_the_leak_check_does_not_apply_to_reads(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, privacy=NotePrivacy(leaks=failing_check)) as env:
        (result,) = await env.results(read("Top.md"), context=CONTEXT)

    assert result.success


# The executor: every stage of a call in order, and nothing runs that was not shown.

BOILER = "Projects/House/Boiler.md"
BUDGET = "Projects/House/Budget.md"
SECRET_NOTE = "Projects-secret/Plan.md"


def event_texts(events: list[ToolEvent]) -> list[str]:
    """Return a short text for each event, with the ids of its calls."""
    texts = []
    for event in events:
        match event:
            case ApprovalRequested(request):
                texts.append(f"asked {' '.join(review.call_id for review in request.calls)}")
            case ApprovalAnswered(_, decision):
                texts.append("yes" if decision.approved else "no")
            case ToolStarted(call_id):
                texts.append(f"started {call_id}")
            case ToolFinished():
                texts.append(f"{'done' if event.result.success else 'failed'} {event.call_id}")
    return texts


async def test_an_approved_read_emits_every_stage(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        events = await env.events(read(BOILER))
        assert event_texts(events) == ["asked call_1", "yes", "started call_1", "done call_1"]
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        text = (await env.vault.read(NotePath.parse(BOILER))).text
        assert finished.result.data == [{"path": BOILER, "content": text, "size": len(text)}]
        assert json.loads(finished.part.content) == finished.result.as_value()
        assert [(source.path, source.characters) for source in finished.part.sources] == [(BOILER, len(text))]
        assert finished.result.metadata.files_affected == (BOILER,)
        assert finished.result.metadata.operation_type == "read"


async def test_the_audit_log_has_a_line_for_each_stage(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        await env.events(read(BOILER))
        assert env.audit_events() == [
            ("requested", "call_1", ""),
            ("asked", "call_1", ""),
            ("allowed", "call_1", "person"),
            ("started", "call_1", "person"),
            ("done", "call_1", ""),
        ]
        assert env.audit.verify().is_intact


async def test_a_declined_call_is_a_result_with_the_reason(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, ApprovalDecision(approved=False, reason="too private")) as env:
        (event,) = [e for e in await env.events(read(BOILER)) if isinstance(e, ToolFinished)]
        assert event.part.is_error
        assert event.result.error is not None
        assert event.result.error.code == "CANCELLED"
        assert event.result.error.message == "User cancelled tool execution"
        assert event.result.error.details == {"reason": "too private"}
        assert event.part.sources == ()
        assert env.audit_events()[-1] == ("refused", "call_1", "person")


async def test_unknown_tool_wrong_arguments_and_unreadable_arguments_are_results(tmp_path: Path) -> None:
    unreadable = ToolCallPart(id="c3", name="file_read", arguments_json="{", problem="the JSON ends too early")
    async with open_tool_env(tmp_path) as env:
        calls = (call("nothing", "c1"), call("file_read", "c2", file_paths={"a": 1}), unreadable)
        first, second, third = await env.results(*calls)
        assert first.error is not None
        assert second.error is not None
        assert third.error is not None
        assert (first.error.code, first.error.message) == ("UNKNOWN_TOOL", "Unknown tool: nothing")
        assert second.error.code == "VALIDATION_FAILED"
        assert "file_paths" in second.error.message
        assert third.error.message == "The arguments cannot be read: the JSON ends too early."
        assert env.answers.requests == []


async def test_independent_reads_share_a_request_and_a_change_has_its_own(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[WriteNote()]) as env:
        calls = (
            search("boiler", "c1"),
            read(BOILER, call_id="c2"),
            call("write_note", "c3", path="New.md"),
            read(BUDGET, call_id="c4"),
        )
        assert event_texts(await env.events(*calls)) == [
            "asked c1 c2", "yes", "started c1", "done c1", "started c2", "done c2",
            "asked c3", "yes", "started c3", "done c3",
            "asked c4", "yes", "started c4", "done c4",
        ]  # fmt: skip
        assert env.answers.requests[0].headline == (
            "Search your notes for “boiler” and read 1 note and send what is found to Anthropic (api.anthropic.com)"
        )


async def test_results_are_in_the_order_of_the_calls(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, tools=[Echo()]) as env:
        calls = (read(BOILER, call_id="c1"), call("nothing", "c2"), call("echo", "c3", text="hi"))
        events = await env.events(*calls)
        assert event_texts(events) == ["asked c1", "no", "failed c1", "failed c2", "started c3", "done c3"]


async def test_only_selected_files_are_read_and_the_rest_is_reported(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, ApprovalDecision(approved=True, files=(BOILER,))) as env:
        (result,) = await env.results(read(BUDGET, BOILER))
        assert [item["path"] for item in result.data] == [BOILER]
        assert result.metadata.note == f"The user chose not to share 1 of 2 files: {BUDGET}."


async def test_no_selected_file_is_reported_as_the_choice_of_the_user(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, ApprovalDecision(approved=True, files=())) as env:
        events = await env.events(read(BUDGET, BOILER))
        assert event_texts(events) == ["asked call_1", "yes", "failed call_1"]
        (result,) = [event.result for event in events if isinstance(event, ToolFinished)]
        assert result.error is not None
        assert result.error.code == "CANCELLED"
        assert result.error.details == {"reason": "The user chose not to share any of the 2 files. Nothing was read."}


async def test_selected_files_that_were_not_shown_are_ignored(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, ApprovalDecision(approved=True, files=(BOILER, SECRET_NOTE, "../x"))) as env:
        (result,) = await env.results(read(BOILER, BUDGET))
        assert result.metadata.files_affected == (BOILER,)


async def test_a_file_that_changed_since_the_request_is_requested_again(tmp_path: Path) -> None:
    file = tmp_path / "vault" / BOILER

    def change_file(request: ApprovalRequest) -> ApprovalDecision:
        file.write_text("# Boiler\n\nSomething else.\n", encoding="utf-8")
        return YES

    async with open_tool_env(tmp_path, change_file, YES) as env:
        events = await env.events(read(BOILER))
        assert event_texts(events) == ["asked call_1", "yes", "asked call_1", "yes", "started call_1", "done call_1"]
        assert env.answers.requests[1].calls[0].warnings == (
            f"{BOILER} changed since you were asked. Please look again.",
        )
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert "Something else" in finished.part.content


async def test_a_file_that_keeps_changing_is_a_conflict(tmp_path: Path) -> None:
    tool = Changing(*(str(number) for number in range(20)))
    async with open_tool_env(tmp_path, YES, tools=[tool]) as env:
        events = await env.events(call("changing"))
        assert event_texts(events) == ["asked call_1", "yes"] * 3 + ["failed call_1"]
        assert tool.runs == 0


async def test_text_that_changed_during_the_read_is_not_returned(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[Changing("a", "a", "b")]) as env:
        (result,) = await env.results(call("changing"))
        assert result.error is not None
        assert result.error.code == "CONFLICT"


async def test_the_limit_of_twenty_calls_a_minute_includes_declined_ones(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO) as env:
        for number in range(20):
            await env.events(read(BOILER, f"n{number}.md", call_id=f"c{number}"))
        request_count = len(env.answers.requests)
        (limited,) = await env.results(read(BOILER, call_id="c21"))
        assert limited.error is not None
        assert limited.error.code == "RATE_LIMITED"
        assert len(env.answers.requests) == request_count == 20
        env.clock.now += 61
        (result_after_a_minute,) = await env.results(read(BOILER, call_id="c22"))
        assert result_after_a_minute.error is not None
        assert result_after_a_minute.error.code == "CANCELLED"


async def test_a_tool_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    tool = Stuck()
    async with open_tool_env(tmp_path, tools=[tool]) as env:
        (result,) = await env.results(call("stuck"))
        assert result.error is not None
        assert (result.error.code, result.error.message) == ("TIMEOUT", "stuck took longer than 0.05 seconds")
        assert tool.stopped


@pytest.mark.parametrize(
    ("failure", "code"),
    [(None, "TOO_LARGE"), (VaultUnavailable("gone"), "READ_FAILED"), (VaultDeskError("odd"), "READ_FAILED")],
)
async def test_an_expected_exception_is_a_result(tmp_path: Path, failure: Exception | None, code: str) -> None:
    async with open_tool_env(tmp_path, tools=[Failing(failure)]) as env:
        (result,) = await env.results(call("failing"))
        assert result.error is not None
        assert result.error.code == code


async def test_an_unexpected_exception_of_a_tool_is_raised_and_logged(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, tools=[Failing(ZeroDivisionError())]) as env:
        with pytest.raises(ZeroDivisionError):
            await env.events(call("failing"))
        assert env.audit_events()[-1] == ("failed", "call_1", "")


async def test_a_failing_approver_declines_the_call(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, VaultDeskError("No window", hint="Open one.")) as env:
        (result,) = await env.results(read(BOILER))
        assert result.error is not None
        assert result.error.details == {"reason": "The user could not be asked: No window. Open one."}


async def test_a_tool_replaced_during_the_approval_is_not_run(tmp_path: Path) -> None:
    tool = WriteNote()

    async with open_tool_env(tmp_path, tools=[tool]) as env:

        def replace_tool(request: ApprovalRequest) -> ApprovalDecision:
            env.registry.unregister("write_note")
            env.registry.register(WriteNote())
            return YES

        env.answers._answers = [replace_tool]
        (result,) = await env.results(call("write_note", path="New.md"))
        assert result.error is not None
        assert result.error.code == "UNKNOWN_TOOL"
        assert tool.ran == []


async def test_no_tool_runs_if_the_audit_log_cannot_be_written(tmp_path: Path) -> None:
    tool = WriteNote()
    async with open_tool_env(tmp_path, YES, tools=[tool]) as env:
        env.audit.path.parent.mkdir(exist_ok=True)
        env.audit.path.mkdir()
        with pytest.raises(AuditFailed):
            await env.events(call("write_note", path="New.md"))
        assert tool.ran == []
        assert env.answers.requests == []


async def test_cancelling_during_the_approval_runs_nothing_and_is_logged(tmp_path: Path) -> None:
    requested = asyncio.Event()

    class Waiting(ListAsker):
        async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
            requested.set()
            await asyncio.Event().wait()
            raise AssertionError

    async with open_tool_env(tmp_path) as env:
        env.runner.approver = Waiting()
        task = asyncio.create_task(env.events(read(BOILER, call_id="c1"), read(BUDGET, call_id="c2")))
        await asyncio.wait_for(requested.wait(), 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 30)
        assert env.audit_events()[-2:] == [("cancelled", "c1", ""), ("cancelled", "c2", "")]


async def test_cancelling_during_the_run_stops_the_tool_and_is_logged(tmp_path: Path) -> None:
    tool = Stuck()
    tool.timeout = 30.0
    async with open_tool_env(tmp_path, tools=[tool]) as env:
        task = asyncio.create_task(env.events(call("stuck")))
        await asyncio.wait_for(tool.started.wait(), 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 30)
        assert tool.stopped
        assert env.audit_events()[-1] == ("cancelled", "call_1", "")


@pytest.mark.parametrize("stop_after", range(7))
async def test_each_call_has_an_end_in_the_log_after_closing_at_any_event(tmp_path: Path, stop_after: int) -> None:
    tool = WriteNote()
    async with open_tool_env(tmp_path, YES, tools=[tool]) as env:
        calls = (read(BOILER, call_id="c1"), call("write_note", "c2", path="New.md"))
        count = 0
        async with aclosing(env.runner.run(calls, CallContext(REMOTE))) as events:
            async for _ in events:
                count += 1
                if count > stop_after:
                    break
        last_events = {call_id: event for event, call_id, _ in env.audit_events()}
        assert set(last_events.values()) <= {"done", "cancelled"}
        assert (last_events["c2"] == "done") == bool(tool.ran) or (last_events["c2"], len(tool.ran)) == ("cancelled", 0)


async def test_an_approval_for_a_folder_does_not_cover_a_folder_with_a_similar_name(tmp_path: Path) -> None:
    in_folder = ApprovalDecision(approved=True, scope="conversation")
    async with open_tool_env(tmp_path, in_folder, NO) as env:
        await env.events(read(BOILER))
        assert env.answers.requests[0].folder == "Projects/House"
        (covered,) = await env.results(read(BUDGET))
        assert covered.success
        (namesake,) = await env.results(read(SECRET_NOTE))
        assert not namesake.success
        assert len(env.answers.requests) == 2


async def test_an_approval_for_a_folder_covers_only_the_files_inside_it(tmp_path: Path) -> None:
    in_folder = ApprovalDecision(approved=True, scope="conversation")
    async with open_tool_env(tmp_path, in_folder, NO) as env:
        (both,) = await env.results(read(BOILER, BUDGET, "Daily/2026-11-20.md"))
        assert both.metadata.files_affected == (BOILER, BUDGET, "Daily/2026-11-20.md")
        assert env.answers.requests[0].folder == "Projects/House"
        await env.results(read(BUDGET, "Daily/2026-11-20.md"))
        assert [choice.path for choice in env.answers.requests[1].files] == ["Daily/2026-11-20.md"]


async def test_an_approval_for_a_local_model_does_not_cover_a_remote_provider(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, ApprovalDecision(approved=True, scope="conversation"), NO) as env:
        await env.events(read(BOILER), context=CallContext(LOCAL, "chat_1"))
        (elsewhere,) = await env.results(read(BOILER), context=CallContext(REMOTE, "chat_1"))
        assert not elsewhere.success


async def test_an_always_approval_of_a_read_becomes_a_rule_and_of_a_write_does_not(tmp_path: Path) -> None:
    always = ApprovalDecision(approved=True, scope="always")
    async with open_tool_env(tmp_path, always, tools=[WriteNote()]) as env:
        await env.events(call("write_note", path="New.md"))
        assert env.saved_rules == []
        await env.events(read(BOILER))
        (rule,) = env.saved_rules
        assert (rule.tool, rule.effect, rule.folder, rule.answer) == ("file_read", "read", "Projects/House", "allow")
        assert rule.destination == "api.anthropic.com"
        await env.events(read(BUDGET))
        assert len(env.answers.requests) == 2


async def test_denied_files_are_neither_shown_nor_read(tmp_path: Path) -> None:
    rules = [PermissionRule(folder="Projects-secret", answer="deny")]
    async with open_tool_env(tmp_path, YES, rules=rules) as env:
        (allowed,) = await env.results(read(SECRET_NOTE, BOILER))
        assert [choice.path for choice in env.answers.requests[0].files] == [BOILER]
        assert allowed.metadata.files_affected == (BOILER,)
        assert allowed.metadata.note == f"A rule of the user withholds: {SECRET_NOTE}."
        (all_denied,) = await env.results(read(SECRET_NOTE))
        assert all_denied.error is not None
        assert all_denied.error.code == "PERMISSION_DENIED"
        assert len(env.answers.requests) == 1


async def test_a_call_allowed_by_a_rule_is_logged_with_the_rule(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, rules=[PermissionRule(effect="read", answer="allow")]) as env:
        (result,) = await env.results(search("boiler"))
        assert result.success
        assert env.audit_events() == [
            ("requested", "call_1", ""),
            ("started", "call_1", "rule"),
            ("done", "call_1", ""),
        ]


async def test_long_results_are_truncated_to_valid_json_for_the_model_only(tmp_path: Path) -> None:
    notes = {"Long.md": "word " * 5000}
    async with open_tool_env(tmp_path, YES, notes=notes) as env:
        events = await env.events(read("Long.md"), context=CallContext(REMOTE, result_limit=2000))
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert len(finished.part.content) <= 2000
        value = json.loads(finished.part.content)
        assert "was cut" in value["metadata"]["note"]
        assert value["data"][0]["size"] == 25_000
        assert finished.part.sources[0].characters < 2000
        assert finished.result.data == [{"path": "Long.md", "content": "word " * 5000, "size": 25_000}]


async def test_a_direct_call_of_the_user_passes_through_the_same_stages(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        result = await env.runner.call("vault_search", {"query": "heat pump"})
        assert isinstance(result.data, list)
        assert len(result.data) == 2
        assert str(env.answers.requests[0].headline) == "Let the model on this computer read 2 passages of 2 notes"
        unknown_tool_result = await env.runner.call("nothing", {})
        assert unknown_tool_result.error is not None


async def test_a_preview_is_limited_to_the_requested_files(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        await env.events(read(BOILER))
        preview = env.answers.requests[0].preview
        assert preview is not None
        assert "The boiler leaks" in await preview(BOILER)
        with pytest.raises(VaultDeskError):
            await preview(SECRET_NOTE)


MUTATIONS = st.lists(
    st.tuples(
        st.sampled_from(["arguments", "call", "request", "files"]),
        st.sampled_from([SECRET_NOTE, "Top.md", "../../etc/passwd", ""]),
    ),
    min_size=1,
    max_size=4,
)


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mutations=MUTATIONS)
async def test_only_what_was_shown_runs_after_any_mutation_of_the_request(
    tmp_path_factory: pytest.TempPathFactory, mutations: list[tuple[str, str]]
) -> None:
    read_call = call("file_read", "call_1", file_paths=[BOILER])
    write_call = call("write_note", "call_2", path="New.md", content="shown")
    tool = WriteNote()

    def mutate(request: ApprovalRequest) -> ApprovalDecision:
        for target, value in mutations:
            for review in request.calls:
                if target == "arguments":
                    review.arguments["file_paths"] = [value]
                    review.arguments["path"] = value
                    review.arguments["content"] = "not shown"
                elif target == "call":
                    for part in (read_call, write_call):
                        assert part.arguments is not None
                        part.arguments.update(file_paths=[value], path=value, content="not shown")
                elif target == "files":
                    CallReview.files.__set__(review, ())
                else:
                    for name in compared_fields(review) or ():
                        if name not in ("arguments", "files"):
                            getattr(CallReview, name).__set__(review, value)
        return YES

    async with open_tool_env(tmp_path_factory.mktemp("tools"), mutate, tools=[tool]) as env:
        events = await env.events(read_call, write_call)
        results = [event.result for event in events if isinstance(event, ToolFinished)]
        for result in results:
            assert set(result.metadata.files_affected) <= {BOILER, "New.md"}
        assert [(run.path, run.content) for run in tool.ran] in ([("New.md", "shown")], [])


def test_limits_are_frozen() -> None:
    with pytest.raises(AttributeError):
        AgentScope().calls_a_minute = 1000


async def test_repeated_rejections_log_no_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        results = await env.results(*(search(f"boiler {number}", f"c{number}") for number in range(60)))
        assert sum(result.success for result in results) == 20
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_search_returns_nothing_from_a_denied_folder(tmp_path: Path) -> None:
    rules = [PermissionRule(folder="Projects-secret", answer="deny")]
    async with open_tool_env(tmp_path, YES, rules=rules) as env:
        events = await env.events(search("boiler"))
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert finished.result.success
        assert SECRET_NOTE not in finished.part.content
        assert SECRET_NOTE not in {source.path for source in finished.part.sources}
        assert SECRET_NOTE not in finished.result.metadata.files_affected
        assert BOILER in finished.part.content


async def test_a_search_allowed_by_a_rule_returns_no_note_that_needs_approval(tmp_path: Path) -> None:
    rules = [
        PermissionRule(tool="vault_search", effect="read", answer="allow"),
        PermissionRule(folder="Projects-secret", answer="ask"),
    ]
    async with open_tool_env(tmp_path, YES, rules=rules) as env:
        (result,) = await env.results(search("boiler"))
        assert env.answers.requests == []
        assert SECRET_NOTE not in str(result.data)
        assert BOILER in str(result.data)


async def test_an_excluded_file_is_not_covered_by_the_approval_for_its_folder(tmp_path: Path) -> None:
    only_one = ApprovalDecision(approved=True, files=(BOILER,), scope="conversation")
    async with open_tool_env(tmp_path, only_one, NO) as env:
        await env.events(read(BOILER, BUDGET))
        (excluded,) = await env.results(read(BUDGET))
        assert not excluded.success
        (covered,) = await env.results(read(BOILER))
        assert covered.success


async def test_a_conversation_approval_without_files_grants_nothing(tmp_path: Path) -> None:
    no_files = ApprovalDecision(approved=True, files=(), scope="conversation")
    async with open_tool_env(tmp_path, no_files) as env:
        await env.events(read(BOILER))
        assert env.permissions.grants("chat_1") == ()

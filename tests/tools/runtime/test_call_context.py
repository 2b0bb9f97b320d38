"""Tests of tools/runtime/call_context.py."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.tool_env import LOCAL, REMOTE, YES, ToolEnv, call, move, on, open_tool_env, put, read
from tests.support.tools import DropNote, MoveNote, PutNote
from vaultdesk.chat.messages import Source
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.audit_log import AuditLog
from vaultdesk.tools.runtime.call_context import (
    MAX_READ_VERSIONS,
    AuditTrail,
    CallContext,
    ExecutionContext,
    ReadVersions,
)
from vaultdesk.tools.runtime.executor import MANUAL_CALL_CONTEXT
from vaultdesk.tools.runtime.policy import PolicyRequest
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result
from vaultdesk.tools.tool import ErrorCode, ToolResult

# A model can only write a note whose current version it has read.

BOILER, BUDGET = "Projects/House/Boiler.md", "Projects/House/Budget.md"


async def test_a_note_that_changed_since_it_was_read_is_not_written_and_needs_no_approval(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote()]) as env:
        await env.events(read(BOILER))
        (env.vault.root / BOILER).write_text("mine\n", encoding="utf-8")
        (result,) = await env.results(put(BOILER, "of what I read\n"))
        assert result.error is not None
        assert (result.error.code, "read it again" in result.error.message) == ("CONFLICT", True)
        assert len(env.answers.requests) == 1
        assert env.text(BOILER) == "mine\n"
        await env.events(read(BOILER))
        assert (await env.results(put(BOILER, "of what I read\n")))[0].success


async def test_a_note_needs_no_new_read_after_a_write_of_the_same_chat(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote(), MoveNote()]) as env:
        await env.events(read(BOILER))
        assert [(await env.results(put(BOILER, text)))[0].success for text in ("one\n", "two\n")] == [True, True]
        assert (await env.results(move(BOILER, "Boiler.md")))[0].success
        assert (await env.results(put("Boiler.md", "three\n")))[0].success
        (env.vault.root / "Boiler.md").write_text("mine\n", encoding="utf-8")
        assert not (await env.results(put("Boiler.md", "four\n")))[0].success


async def test_the_user_may_change_a_note_again_that_changed_since_the_last_call(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote()]) as env:
        for text in ("one\n", "two\n"):
            (env.vault.root / BOILER).write_text("edited\n", encoding="utf-8")
            assert (await env.results(put(BOILER, text), context=MANUAL_CALL_CONTEXT))[0].success
            assert env.text(BOILER) == text


async def test_a_link_repair_uses_the_current_version_of_the_note(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[MoveNote()]) as env:
        await env.events(read(BUDGET))
        (env.vault.root / BUDGET).write_text(f"mine now, see {BOILER}\n", encoding="utf-8")
        assert (await env.results(move(BOILER, "Boiler.md")))[0].success
        assert env.text(BUDGET) == "mine now, see Boiler.md\n"


def test_read_versions_are_stored_per_conversation_with_a_limit() -> None:
    versions = ReadVersions()
    versions.record("chat", {"a.md": "1"})
    assert (versions.is_stale("chat", "a.md", "2"), versions.is_stale("chat", "a.md", "1")) == (True, False)
    assert (versions.is_stale("other", "a.md", "2"), versions.is_known("chat", "a.md")) == (False, True)
    versions.forget("chat", "a.md")
    assert not versions.is_known("chat", "a.md")
    versions.record("chat", {"first.md": "1"})
    versions.record("chat", {f"{number}.md": "1" for number in range(MAX_READ_VERSIONS)})
    assert not versions.is_known("chat", "first.md")


def test_a_version_without_its_text_is_known_but_not_read() -> None:
    versions = ReadVersions()
    versions.record("chat", {"a.md": "1"}, text_given=False)
    assert (versions.is_known("chat", "a.md"), versions.has_text("chat", "a.md")) == (True, False)
    versions.record("chat", {"a.md": "2"})
    versions.record("chat", {"a.md": "3"}, text_given=False)
    assert (versions.has_text("chat", "a.md"), versions.has_text("other", "a.md")) == (True, False)
    versions.forget("chat", "a.md")
    assert not versions.has_text("chat", "a.md")
    versions.record("chat", {"b.md": "1"})
    versions.record("chat", {f"{number}.md": "1" for number in range(MAX_READ_VERSIONS)})
    assert not versions.has_text("chat", "b.md")


def test_restored_versions_do_not_replace_newer_ones() -> None:
    stored, restored = ReadVersions(), ReadVersions()
    stored.record("chat", {"a.md": "1", "b.md": "1"})
    stored.record("chat", {"c.md": "1"}, text_given=False)
    stored.record("other", {"d.md": "1"})
    restored.record("chat", {"b.md": "2"})
    state = stored.state("chat")
    assert isinstance(state, dict)
    restored.restore("chat", {**state, "damaged.md": ["1"], "e.md": "no version"})
    restored.restore("chat", ["nothing that can be read"])
    assert restored.state("chat") == {"a.md": ["1", True], "b.md": ["2", True], "c.md": ["1", False]}


# The audit trail: lines in order, even if the writer is cancelled.


async def test_a_call_ends_once_and_the_others_are_interrupted(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = AuditTrail(audit, thread, CallContext(REMOTE, "chat_1", "run_1"))
        await trail.record_requests([call("a", "c1"), call("b", "c2"), call("c", "c3")])
        trail.set_resolved("c1", "read", {"path": "a.md"}, ["a.md"])
        await trail.record_end("c1", cancelled_result(), "person")
        await trail.record_end("c2", failed_result("TIMEOUT", "late"))
        await trail.record_interruption("cancelled")
        await trail.record_interruption("cancelled")
    lines = [entry.record for entry in audit.read()]
    assert [(line.call_id, line.event) for line in lines] == [
        ("c1", "requested"), ("c2", "requested"), ("c3", "requested"),
        ("c1", "refused"), ("c2", "failed"), ("c3", "cancelled"),
    ]  # fmt: skip
    assert (lines[3].host, lines[3].run_id, lines[3].files, lines[3].reason) == (
        "api.anthropic.com", "run_1", ("a.md",), "CANCELLED",
    )  # fmt: skip


async def test_a_line_is_completed_although_its_writer_is_cancelled(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = AuditTrail(audit, thread, CallContext(LOCAL))
        task = asyncio.create_task(trail.record_requests([call("a", "c1")]))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task}, timeout=5)
    assert [entry.record.call_id for entry in audit.read()] == ["c1"]


def test_a_local_destination_has_no_host() -> None:
    assert (CallContext(LOCAL).host, CallContext(REMOTE).host) == ("", "api.anthropic.com")


async def test_a_refusal_hidden_from_the_model_is_logged(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = AuditTrail(audit, thread, CallContext(LOCAL))
        await trail.record_requests([call("a", "c1")])
        trail.set_files("c1", ["a.md", "b.md"])
        await trail.record_event("c1", "refused", "rule", "denied", ["b.md"])
        await trail.record_end("c1", ToolResult(success=True), "", "PERMISSION_DENIED")
    lines = [entry.record for entry in audit.read()]
    assert [(line.event, line.by, line.reason, line.files) for line in lines] == [
        ("requested", "", "", ()),
        ("refused", "rule", "denied", ("b.md",)),
        ("refused", "", "PERMISSION_DENIED", ("a.md", "b.md")),
    ]


@pytest.mark.parametrize("code", ["CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION", "RATE_LIMITED"])
async def test_a_denied_call_is_logged_as_refused(tmp_path: Path, code: ErrorCode) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = AuditTrail(audit, thread, CallContext(LOCAL))
        await trail.record_requests([call("a", "c1")])
        await trail.record_end("c1", failed_result(code, "no"))
    assert audit.read()[-1].record.event == "refused"


# The policy request of a call.


def execution_context_of(env: ToolEnv, agent_scope: AgentScope) -> ExecutionContext:
    context = on(agent_scope)
    trail = AuditTrail(env.audit, env.runner._audit_thread, context)
    return ExecutionContext(
        env.registry, env.permissions, env.answers, env.vault, context, trail, ReadVersions(), env.runner.taint
    )


async def test_a_policy_request_has_the_scope_and_the_taint_of_its_chat(tmp_path: Path) -> None:
    agent_scope = AgentScope("Writer", ("work",))
    async with open_tool_env(tmp_path, notes={"Clippings/a.md": "x"}) as env:
        execution_context = execution_context_of(env, agent_scope)
        host = "api.anthropic.com"
        assert execution_context.policy_request(PutNote(), "write", "create") == PolicyRequest(
            "put_note", "write", "chat_1", host, agent_scope, "create"
        )
        await env.runner.taint.record("chat_1", [Source(path="Clippings/a.md", characters=1)])
        assert execution_context.policy_request(DropNote(), "delete") == PolicyRequest(
            "drop_note", "delete", "chat_1", host, agent_scope, bulk=True, tainted=True
        )
        assert execution_context.policy_request(DropNote(), "read").bulk is False

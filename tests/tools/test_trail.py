"""The trail: lines in order, also where the writer is cancelled."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.desk import LOCAL, REMOTE, call
from vaultdesk.tools.audit import Audit
from vaultdesk.tools.results import cancelled, failure
from vaultdesk.tools.tool import ErrorCode, ToolResult
from vaultdesk.tools.trail import CallContext, Trail


async def test_a_call_ends_once_and_the_rest_are_broken_off(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = Trail(audit, thread, CallContext(REMOTE, "chat_1", "run_1"))
        await trail.requested([call("a", "c1"), call("b", "c2"), call("c", "c3")])
        trail.frozen("c1", "read", {"path": "a.md"}, ["a.md"])
        await trail.ended("c1", cancelled(), "person")
        await trail.ended("c2", failure("TIMEOUT", "late"))
        await trail.broken_off("cancelled")
        await trail.broken_off("cancelled")
    lines = [entry.record for entry in audit.read()]
    assert [(line.call_id, line.happening) for line in lines] == [
        ("c1", "requested"), ("c2", "requested"), ("c3", "requested"),
        ("c1", "refused"), ("c2", "failed"), ("c3", "cancelled"),
    ]  # fmt: skip
    assert (lines[3].host, lines[3].run_id, lines[3].files, lines[3].why) == (
        "api.anthropic.com", "run_1", ("a.md",), "CANCELLED",
    )  # fmt: skip


async def test_a_line_being_written_is_finished_though_its_writer_is_cancelled(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = Trail(audit, thread, CallContext(LOCAL))
        writing = asyncio.create_task(trail.requested([call("a", "c1")]))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.wait({writing}, timeout=5)
    assert [entry.record.call_id for entry in audit.read()] == ["c1"]


def test_what_stays_here_has_no_host() -> None:
    assert (CallContext(LOCAL).host, CallContext(REMOTE).host) == ("", "api.anthropic.com")


async def test_a_refusal_the_model_is_not_told_of_is_in_the_record(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = Trail(audit, thread, CallContext(LOCAL))
        await trail.requested([call("a", "c1")])
        trail.about("c1", ["a.md", "b.md"])
        await trail.happened("c1", "refused", "rule", "denied", ["b.md"])
        await trail.ended("c1", ToolResult(success=True), "", "PERMISSION_DENIED")
    lines = [entry.record for entry in audit.read()]
    assert [(line.happening, line.by, line.why, line.files) for line in lines] == [
        ("requested", "", "", ()),
        ("refused", "rule", "denied", ("b.md",)),
        ("refused", "", "PERMISSION_DENIED", ("a.md", "b.md")),
    ]


@pytest.mark.parametrize("code", ["CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION", "RATE_LIMITED"])
async def test_what_was_not_let_through_is_refused_not_failed(tmp_path: Path, code: ErrorCode) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(1) as thread:
        trail = Trail(audit, thread, CallContext(LOCAL))
        await trail.requested([call("a", "c1")])
        await trail.ended("c1", failure(code, "no"))
    assert audit.read()[-1].record.happening == "refused"

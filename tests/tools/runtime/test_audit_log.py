"""Tests of tools/runtime/audit_log.py."""

import errno
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.campaigns import campaign_count
from tests.support.wine import slower
from vaultdesk.chat.conversation import private_conversation
from vaultdesk.core.errors import AuditFailed
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime import audit_log
from vaultdesk.tools.runtime.audit_log import AuditFile, AuditLog, AuditRecord

# The hash chain: concurrent writers, lines truncated by a crash, and detection of changes.


def file_with_lines(path: Path, count: int = 3) -> AuditFile:
    file = AuditFile(path)
    for number in range(count):
        file.append({"number": number})
    return file


def test_lines_are_numbered_and_chained(tmp_path: Path) -> None:
    file = file_with_lines(tmp_path / "deep" / "audit.jsonl")
    values = [line.value for line in file.lines()]
    assert [value and (value["seq"], value["number"]) for value in values] == [(1, 0), (2, 1), (3, 2)]
    verification = file.verify()
    assert verification.is_intact
    assert (verification.lines, verification.incomplete_lines) == (3, ())


def test_a_missing_file_is_an_intact_empty_log(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    assert list(file.lines()) == []
    assert file.verify().is_intact


@pytest.mark.parametrize("removed_bytes", [1, 2, 10, 40])
def test_a_truncated_last_line_is_retained_and_reported_and_the_chain_continues(
    tmp_path: Path, removed_bytes: int
) -> None:
    file = file_with_lines(tmp_path / "audit.jsonl")
    file.path.write_bytes(file.path.read_bytes()[:-removed_bytes])
    content = file.path.read_bytes()
    file.append({"number": 3})
    file.append({"number": 4})
    assert file.path.read_bytes().startswith(content)
    verification = file.verify()
    assert verification.is_intact
    # One byte is the line ending alone, so the line itself is complete.
    assert verification.incomplete_lines == ((3,) if removed_bytes > 1 else ())
    assert [line.value["number"] for line in file.lines() if line.value] == (
        [0, 1, 2, 3, 4] if removed_bytes == 1 else [0, 1, 3, 4]
    )


@pytest.mark.parametrize("damage", ["change", "remove", "insert", "swap", "garble"])
def test_a_changed_removed_or_inserted_line_breaks_the_chain(tmp_path: Path, damage: str) -> None:
    file = file_with_lines(tmp_path / "audit.jsonl", 5)
    lines = file.path.read_bytes().splitlines(keepends=True)
    if damage == "change":
        lines[2] = lines[2].replace(b'"number":2', b'"number":7')
    elif damage == "remove":
        del lines[2]
    elif damage == "insert":
        lines.insert(2, lines[1])
    elif damage == "swap":
        lines[1], lines[2] = lines[2], lines[1]
    else:
        lines[2] = b"{{{\n"
    file.path.write_bytes(b"".join(lines))
    assert not file.verify().is_intact


def test_threads_append_to_one_chain(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: file.append({"number": number}, durably=False), range(100)))
    assert file.verify().is_intact
    assert file.verify().lines == 100


PROGRAM = """
import sys
from pathlib import Path
from vaultdesk.tools.runtime import audit_log
from vaultdesk.tools.runtime.audit_log import AuditFile
file = AuditFile(Path(sys.argv[1]))
for number in range(60):
    file.append({"by": sys.argv[2], "number": number}, durably=number % 10 == 0)
"""


def test_processes_append_to_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    processes = [subprocess.Popen([sys.executable, "-c", PROGRAM, str(path), name]) for name in ("a", "b", "c")]
    assert [process.wait(timeout=slower(40)) for process in processes] == [0, 0, 0]
    file = AuditFile(path)
    verification = file.verify()
    assert verification.is_intact, verification.breaks
    assert verification.lines == 180


def test_the_chain_is_intact_after_writers_were_killed(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    endless = PROGRAM.replace("range(60)", "range(10 ** 9)").replace("file.append", "print(flush=True); file.append")
    for _ in range(campaign_count(5, 2)):
        process = subprocess.Popen([sys.executable, "-c", endless, str(path), "x"], stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(20):
            process.stdout.readline()
        process.kill()
        process.wait(timeout=10)
        process.stdout.close()
    file = AuditFile(path)
    file.append({"number": -1})
    assert file.verify().is_intact


def test_long_lines_are_read_back(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    file.append({"text": "x" * 200_000})
    file.append({"text": "y" * 70_000})
    file.append({"text": "z"})
    assert file.verify().is_intact


def test_a_file_that_cannot_be_accessed_raises_audit_failed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AuditFailed, match="cannot be written"):
        AuditFile(tmp_path / "file" / "audit.jsonl").append({})
    (tmp_path / "folder").mkdir()
    with pytest.raises(AuditFailed, match="cannot be read"):
        list(AuditFile(tmp_path / "folder").lines())


def test_lines_are_ascii_json(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    file.append({"name": "Größe\u202e\ud800"})
    data = file.path.read_bytes()
    assert data.isascii()
    assert json.loads(data)["name"] == "Größe\u202e\ud800"


# The log contains names and paths, but neither note text nor keys.


def test_an_entry_is_read_back_unchanged(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    record = AuditRecord(
        "started", "file_read", "call_1", "run_1", "chat_1", effect="read", by="person", host="api.anthropic.com",
        arguments={"file_paths": ["a.md"], "limit": 3}, files=("a.md",), reason="once", milliseconds=12,
    )  # fmt: skip
    audit.record(record)
    (entry,) = audit.read()
    assert entry.record == record
    assert entry.seq == 1
    assert audit.verify().is_intact


def test_note_text_is_stored_only_as_its_hash(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    secret = "my diary says so"
    arguments = {
        "path": "Diary.md", "content": secret, "old": secret, "query": secret * 40, "frontmatter": {"mood": secret},
        "changes": [secret], "tags": ["a"], "append": True, "limit": 3, "section": None,
    }  # fmt: skip
    audit.record(AuditRecord("started", "write_note", "call_1", arguments=arguments))
    assert secret not in audit.path.read_text()
    (entry,) = audit.read()
    logged = entry.record.arguments
    assert logged is not None
    assert logged["path"] == "Diary.md"
    assert logged["tags"] == ["a"]
    assert (logged["append"], logged["limit"], logged["section"]) == (True, 3, None)
    assert logged["content"] == logged["old"]
    assert logged["content"]["characters"] == len(secret)


def test_a_limit_returns_the_last_entries_in_order(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    assert audit.read() == []
    for number in range(5):
        audit.record(AuditRecord("requested", f"tool_{number}", "c"))
    assert [entry.record.tool for entry in audit.read(2)] == ["tool_3", "tool_4"]


def test_invalid_lines_are_skipped(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    audit.record(AuditRecord("requested", "x", "c"))
    with audit.path.open("a") as file:
        file.write('{"seq": 2, "time": "never", "happening": "done", "tool": "x"}\n[1]\n"x"\n{"seq"')
    assert [entry.seq for entry in audit.read()] == [1]


def test_long_names_and_lists_are_truncated(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    paths = [f"{number}\n\u202e.md" + "x" * 5000 for number in range(5000)]
    audit.record(
        AuditRecord("requested", "t" * 100_000, "c", arguments={"file_paths": list(paths)}, files=tuple(paths))
    )
    assert audit.path.stat().st_size < 300_000
    assert audit.path.read_bytes().count(b"\n") == 1


def test_values_of_properties_are_not_stored_whatever_their_name(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    secret = "CANARY"
    values = {
        "name": secret,
        "path": secret,
        "url": [secret],
        "query": {"folder": secret},
        "salary": 91000,
        "ill": True,
    }
    for arguments in (
        {"path": "a.md", "frontmatter": values},
        {"path": "a.md", "set": values},
        {
            "filter": {"all": [{"property": "name", "op": "=", "value": secret}]},
            "change": {"kind": "x", "value": 91000},
        },
        {"filter": {"property": "salary", "op": "between", "value": [91000, secret]}},
    ):
        audit.record(AuditRecord("started", "write_note", "call_1", arguments=arguments))
    text = audit.path.read_text()
    assert secret not in text
    assert "91000" not in text
    assert '"salary":{"sha256"' in text, "the name of the property is logged"


def test_an_invalid_tool_name_is_stored_as_its_hash(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    for name in ("my diary says so", "x" * 65, "a\nb", ""):
        audit.record(AuditRecord("requested", name, "call_1"))
    audit.record(AuditRecord("requested", "localSearch", "call_1"))
    assert [entry.record.tool[:8] for entry in audit.read()] == ["no tool "] * 4 + ["localSea"]
    assert "diary" not in audit.path.read_text()


def test_lines_of_a_newer_version_are_retained_and_the_chain_continues(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    audit.record(AuditRecord("started", "file_read", "call_1"))
    newer_line = {
        "time": "2027-01-01T00:00:00+00:00",
        "happening": "postponed",
        "tool": "file_read",
        "until": {"day": 3},
    }
    AuditFile(audit.path).append(newer_line)
    newer = audit.path.read_bytes()
    audit.record(AuditRecord("done", "file_read", "call_1"))

    assert [entry.record.event for entry in audit.read()] == ["started", "postponed", "done"]
    assert audit.path.read_bytes().startswith(newer)
    assert audit.verify().is_intact


# A cleared log has one line in place of the others, chained to the last of them.


def log_with_records(path: Path, count: int) -> AuditLog:
    log = AuditLog(path)
    for number in range(count):
        log.record(AuditRecord("requested", "vault_search", f"c{number}"))
    return log


def test_u20_a_cleared_log_records_user_time_and_count_and_continues(tmp_path: Path) -> None:
    log = log_with_records(tmp_path / "audit.jsonl", 5)
    last = log.path.read_bytes().splitlines()[-1]

    assert log.clear("ada") == 5

    (entry,) = log.read()
    assert (entry.seq, entry.record.event, entry.record.tool, entry.record.by) == (6, "cleared", "audit_log", "person")
    assert (entry.record.user, entry.record.cleared_lines) == ("ada", 5)
    assert datetime.now(UTC) - entry.time < timedelta(minutes=5)
    assert json.loads(log.path.read_bytes())["previous"] == hashlib.sha256(last).hexdigest()
    assert log.verify().is_intact

    log.record(AuditRecord("requested", "vault_search", "after"))
    assert [item.seq for item in log.read()] == [6, 7]
    assert log.verify().is_intact
    assert b'"c0"' not in log.path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["audit.jsonl"]


def test_u20_a_second_clearing_includes_the_first(tmp_path: Path) -> None:
    log = log_with_records(tmp_path / "audit.jsonl", 3)
    log.clear("ada")
    log.record(AuditRecord("requested", "vault_search", "between"))
    assert log.clear("bob") == 1

    (line,) = log.path.read_text(encoding="utf-8").splitlines()
    value = json.loads(line)
    assert (value["user"], value["cleared_lines"]) == ("bob", 1)
    assert [(item["user"], item["cleared_lines"]) for item in value["earlier"]] == [("ada", 3)]
    assert log.verify().is_intact


@pytest.mark.parametrize("damage", ["change", "move"])
def test_u20_a_changed_or_moved_clearing_breaks_the_chain(tmp_path: Path, damage: str) -> None:
    log = log_with_records(tmp_path / "audit.jsonl", 3)
    log.clear("ada")
    log.record(AuditRecord("requested", "vault_search", "c1"))
    log.record(AuditRecord("requested", "vault_search", "c2"))
    lines = log.path.read_bytes().splitlines(keepends=True)
    lines = [lines[0].replace(b"ada", b"eve"), *lines[1:]] if damage == "change" else [lines[1], lines[0], lines[2]]
    log.path.write_bytes(b"".join(lines))
    assert not log.verify().is_intact


def test_u20_an_empty_log_can_be_cleared(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.jsonl")
    assert log.clear("ada") == 0
    assert [entry.seq for entry in log.read()] == [1]
    assert log.verify().is_intact


def test_u20_lines_written_during_clearing_are_in_the_old_or_the_new_log(tmp_path: Path) -> None:
    log, other = AuditLog(tmp_path / "audit.jsonl"), AuditLog(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(4) as threads:
        for number in range(campaign_count(200, 40)):
            writer = other if number % 2 else log
            threads.submit(writer.record, AuditRecord("requested", "vault_search", f"c{number}"))
            if number % 10 == 5:
                threads.submit(log.clear, "ada")
    entries = log.read()
    (first, *rest) = entries
    earlier = json.loads(log.path.read_bytes().splitlines()[0]).get("earlier", [])
    removed = first.record.cleared_lines + sum(item["cleared_lines"] for item in earlier)
    assert removed + len(rest) == campaign_count(200, 40)
    assert log.verify().is_intact


def test_u20_a_failed_clearing_leaves_the_log_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = log_with_records(tmp_path / "audit.jsonl", 3)
    content = log.path.read_bytes()

    monkeypatch.setattr(os, "fsync", raise_disk_full)
    with pytest.raises(AuditFailed):
        log.clear("ada")
    assert log.path.read_bytes() == content


def test_u20_overwriting_in_place_succeeds_or_leaves_the_file_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, sync = tmp_path / "audit.jsonl", os.fsync
    for content in (b"1\n22\n333\n" * 100, b"1\n"):
        file.write_bytes(content)
        monkeypatch.setattr(os, "fsync", raise_disk_full)
        with pytest.raises(OSError, match="No space"):
            audit_log.overwrite(file, b"cleared\n")
        assert file.read_bytes() == content
        monkeypatch.setattr(os, "fsync", sync)
        audit_log.overwrite(file, b"cleared\n")
        assert file.read_bytes() == b"cleared\n"


def raise_disk_full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_waiting_for_a_lock_is_retried_after_a_deadlock_error() -> None:
    answers: list[OSError | None] = [OSError(errno.EDEADLK, "no lock yet")] * 2 + [None]

    def lock() -> None:
        if (answer := answers.pop(0)) is not None:
            raise answer

    audit_log.wait_for_lock(lock)
    assert not answers
    answers[:] = [OSError(errno.EBADF, "no file")]
    with pytest.raises(OSError, match="no file"):
        audit_log.wait_for_lock(lock)


def test_a_private_chat_is_logged_with_files_and_argument_lengths_only(tmp_path: Path) -> None:
    audit, chat = AuditLog(tmp_path / "audit.jsonl"), private_conversation()
    arguments = {"query": "CANARY", "limit": 5}
    record = AuditRecord("started", "vault_search", "call_1", conversation_id=chat.id, arguments=arguments)
    audit.record(replace(record, files=("Boiler.md",)))
    (entry,) = audit.read()
    assert entry.record.arguments == {"query": {"characters": 6}, "limit": {"characters": 1}}
    assert entry.record.files == ("Boiler.md",)

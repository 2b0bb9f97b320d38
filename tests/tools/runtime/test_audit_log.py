"""Tests of tools/runtime/audit_log.py."""

import errno
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.campaigns import campaign_count
from tests.support.wine import slower
from vaultdesk.chat.conversation import private_conversation
from vaultdesk.core.errors import AuditFailed
from vaultdesk.tools.runtime import audit_log
from vaultdesk.tools.runtime.audit_log import AuditFile, AuditLog, AuditRecord

# The chained lines: appended by many, torn by crashes, changed by nobody unnoticed.


def filled(path: Path, count: int = 3) -> AuditFile:
    file = AuditFile(path)
    for number in range(count):
        file.append({"number": number})
    return file


def test_lines_are_numbered_and_chained(tmp_path: Path) -> None:
    file = filled(tmp_path / "deep" / "audit.jsonl")
    values = [line.value for line in file.lines()]
    assert [value and (value["seq"], value["number"]) for value in values] == [(1, 0), (2, 1), (3, 2)]
    check = file.verify()
    assert check.is_intact
    assert (check.lines, check.incomplete_lines) == (3, ())


def test_no_file_is_an_empty_whole_record(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    assert list(file.lines()) == []
    assert file.verify().is_intact


@pytest.mark.parametrize("cut", [1, 2, 10, 40])
def test_a_torn_last_line_is_kept_and_noted_and_the_record_goes_on(tmp_path: Path, cut: int) -> None:
    file = filled(tmp_path / "audit.jsonl")
    file.path.write_bytes(file.path.read_bytes()[:-cut])
    before = file.path.read_bytes()
    file.append({"number": 3})
    file.append({"number": 4})
    assert file.path.read_bytes().startswith(before)
    check = file.verify()
    assert check.is_intact
    # One byte is the line end alone: the line itself is whole.
    assert check.incomplete_lines == ((3,) if cut > 1 else ())
    assert [line.value["number"] for line in file.lines() if line.value] == (
        [0, 1, 2, 3, 4] if cut == 1 else [0, 1, 3, 4]
    )


@pytest.mark.parametrize("harm", ["change", "remove", "insert", "swap", "garble"])
def test_a_line_changed_removed_or_put_in_breaks_the_chain(tmp_path: Path, harm: str) -> None:
    file = filled(tmp_path / "audit.jsonl", 5)
    lines = file.path.read_bytes().splitlines(keepends=True)
    if harm == "change":
        lines[2] = lines[2].replace(b'"number":2', b'"number":7')
    elif harm == "remove":
        del lines[2]
    elif harm == "insert":
        lines.insert(2, lines[1])
    elif harm == "swap":
        lines[1], lines[2] = lines[2], lines[1]
    else:
        lines[2] = b"{{{\n"
    file.path.write_bytes(b"".join(lines))
    assert not file.verify().is_intact


def test_threads_share_one_chain(tmp_path: Path) -> None:
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


def test_processes_share_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    running = [subprocess.Popen([sys.executable, "-c", PROGRAM, str(path), name]) for name in ("a", "b", "c")]
    assert [process.wait(timeout=slower(40)) for process in running] == [0, 0, 0]
    file = AuditFile(path)
    check = file.verify()
    assert check.is_intact, check.breaks
    assert check.lines == 180


def test_killed_writers_leave_a_whole_chain(tmp_path: Path) -> None:
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


def test_long_lines_are_found_again(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    file.append({"text": "x" * 200_000})
    file.append({"text": "y" * 70_000})
    file.append({"text": "z"})
    assert file.verify().is_intact


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AuditFailed, match="cannot be written"):
        AuditFile(tmp_path / "file" / "audit.jsonl").append({})
    (tmp_path / "folder").mkdir()
    with pytest.raises(AuditFailed, match="cannot be read"):
        list(AuditFile(tmp_path / "folder").lines())


def test_lines_are_plain_json(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    file.append({"name": "Größe\u202e\ud800"})
    raw = file.path.read_bytes()
    assert raw.isascii()
    assert json.loads(raw)["name"] == "Größe\u202e\ud800"


# The record: names and paths, never note text, never keys.


def test_an_entry_is_read_back_as_it_was_written(tmp_path: Path) -> None:
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


def test_note_text_is_kept_as_its_hash_only(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    secret = "my diary says so"
    arguments = {
        "path": "Diary.md", "content": secret, "old": secret, "query": secret * 40, "frontmatter": {"mood": secret},
        "changes": [secret], "tags": ["a"], "append": True, "limit": 3, "section": None,
    }  # fmt: skip
    audit.record(AuditRecord("started", "write_note", "call_1", arguments=arguments))
    assert secret not in audit.path.read_text()
    (entry,) = audit.read()
    kept = entry.record.arguments
    assert kept is not None
    assert kept["path"] == "Diary.md"
    assert kept["tags"] == ["a"]
    assert (kept["append"], kept["limit"], kept["section"]) == (True, 3, None)
    assert kept["content"] == kept["old"]
    assert kept["content"]["characters"] == len(secret)


def test_limit_gives_the_last_entries_oldest_first(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    assert audit.read() == []
    for number in range(5):
        audit.record(AuditRecord("requested", f"tool_{number}", "c"))
    assert [entry.record.tool for entry in audit.read(2)] == ["tool_3", "tool_4"]


def test_lines_of_no_entry_are_left_out(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    audit.record(AuditRecord("requested", "x", "c"))
    with audit.path.open("a") as file:
        file.write('{"seq": 2, "time": "never", "happening": "done", "tool": "x"}\n[1]\n"x"\n{"seq"')
    assert [entry.seq for entry in audit.read()] == [1]


def test_hostile_names_and_long_lists_stay_small(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    paths = [f"{number}\n\u202e.md" + "x" * 5000 for number in range(5000)]
    audit.record(
        AuditRecord("requested", "t" * 100_000, "c", arguments={"file_paths": list(paths)}, files=tuple(paths))
    )
    assert audit.path.stat().st_size < 300_000
    assert audit.path.read_bytes().count(b"\n") == 1


def test_no_value_of_a_property_is_kept_whatever_it_is_called(tmp_path: Path) -> None:
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
    assert '"salary":{"sha256"' in text, "which property it was is told"


def test_a_tool_asked_for_by_words_of_a_note_is_told_by_their_hash(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    for name in ("my diary says so", "x" * 65, "a\nb", ""):
        audit.record(AuditRecord("requested", name, "call_1"))
    audit.record(AuditRecord("requested", "localSearch", "call_1"))
    assert [entry.record.tool[:8] for entry in audit.read()] == ["no tool "] * 4 + ["localSea"]
    assert "diary" not in audit.path.read_text()


def test_lines_of_a_newer_program_stay_and_the_chain_goes_on(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path / "audit.jsonl")
    audit.record(AuditRecord("started", "file_read", "call_1"))
    facts = {"time": "2027-01-01T00:00:00+00:00", "happening": "postponed", "tool": "file_read", "until": {"day": 3}}
    AuditFile(audit.path).append(facts)
    newer = audit.path.read_bytes()
    audit.record(AuditRecord("done", "file_read", "call_1"))

    assert [entry.record.event for entry in audit.read()] == ["started", "postponed", "done"]
    assert audit.path.read_bytes().startswith(newer)
    assert audit.verify().is_intact


# Cleared: one line in the place of all, tied to the last of them.


def recorded(path: Path, count: int) -> AuditLog:
    log = AuditLog(path)
    for number in range(count):
        log.record(AuditRecord("requested", "vault_search", f"c{number}"))
    return log


def test_u20_a_cleared_record_says_who_when_and_how_many_and_goes_on(tmp_path: Path) -> None:
    log = recorded(tmp_path / "audit.jsonl", 5)
    last = log.path.read_bytes().splitlines()[-1]

    assert log.clear("ada") == 5

    (entry,) = log.read()
    assert (entry.seq, entry.record.event, entry.record.tool, entry.record.by) == (6, "cleared", "audit_log", "person")
    assert (entry.record.user, entry.record.cleared_lines) == ("ada", 5)
    assert datetime.now(UTC) - entry.time < timedelta(minutes=5)
    assert json.loads(log.path.read_bytes())["previous"] == hashlib.sha256(last).hexdigest()
    assert log.verify().is_intact

    log.record(AuditRecord("requested", "vault_search", "after"))
    assert [one.seq for one in log.read()] == [6, 7]
    assert log.verify().is_intact
    assert b'"c0"' not in log.path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["audit.jsonl"]


def test_u20_a_second_clearing_tells_of_the_first(tmp_path: Path) -> None:
    log = recorded(tmp_path / "audit.jsonl", 3)
    log.clear("ada")
    log.record(AuditRecord("requested", "vault_search", "between"))
    assert log.clear("bob") == 1

    (line,) = log.path.read_text(encoding="utf-8").splitlines()
    value = json.loads(line)
    assert (value["user"], value["cleared_lines"]) == ("bob", 1)
    assert [(one["user"], one["cleared_lines"]) for one in value["earlier"]] == [("ada", 3)]
    assert log.verify().is_intact


@pytest.mark.parametrize("harm", ["change", "move"])
def test_u20_a_clearing_that_was_changed_or_stands_elsewhere_breaks_the_chain(tmp_path: Path, harm: str) -> None:
    log = recorded(tmp_path / "audit.jsonl", 3)
    log.clear("ada")
    log.record(AuditRecord("requested", "vault_search", "c1"))
    log.record(AuditRecord("requested", "vault_search", "c2"))
    lines = log.path.read_bytes().splitlines(keepends=True)
    lines = [lines[0].replace(b"ada", b"eve"), *lines[1:]] if harm == "change" else [lines[1], lines[0], lines[2]]
    log.path.write_bytes(b"".join(lines))
    assert not log.verify().is_intact


def test_u20_an_empty_record_can_be_cleared(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.jsonl")
    assert log.clear("ada") == 0
    assert [entry.seq for entry in log.read()] == [1]
    assert log.verify().is_intact


def test_u20_lines_written_while_it_is_cleared_are_in_the_old_or_the_new_record(tmp_path: Path) -> None:
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
    removed = first.record.cleared_lines + sum(one["cleared_lines"] for one in earlier)
    assert removed + len(rest) == campaign_count(200, 40)
    assert log.verify().is_intact


def test_u20_a_record_that_cannot_be_cleared_keeps_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = recorded(tmp_path / "audit.jsonl", 3)
    before = log.path.read_bytes()

    monkeypatch.setattr(os, "fsync", _disk_is_full)
    with pytest.raises(AuditFailed):
        log.clear("ada")
    assert log.path.read_bytes() == before


def test_u20_in_place_a_record_is_cleared_or_keeps_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, sync = tmp_path / "audit.jsonl", os.fsync
    for before in (b"1\n22\n333\n" * 100, b"1\n"):
        file.write_bytes(before)
        monkeypatch.setattr(os, "fsync", _disk_is_full)
        with pytest.raises(OSError, match="No space"):
            audit_log.overwrite(file, b"cleared\n")
        assert file.read_bytes() == before
        monkeypatch.setattr(os, "fsync", sync)
        audit_log.overwrite(file, b"cleared\n")
        assert file.read_bytes() == b"cleared\n"


def _disk_is_full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_lock_is_waited_for_longer_than_windows_does() -> None:
    answers: list[OSError | None] = [OSError(errno.EDEADLK, "no lock yet")] * 2 + [None]

    def lock() -> None:
        if (answer := answers.pop(0)) is not None:
            raise answer

    audit_log.wait_for_lock(lock)
    assert not answers
    answers[:] = [OSError(errno.EBADF, "no file")]
    with pytest.raises(OSError, match="no file"):
        audit_log.wait_for_lock(lock)


def test_of_a_private_chat_the_log_has_the_files_and_the_lengths_of_arguments(tmp_path: Path) -> None:
    audit, chat = AuditLog(tmp_path / "audit.jsonl"), private_conversation()
    arguments = {"query": "CANARY", "limit": 5}
    record = AuditRecord("started", "vault_search", "call_1", conversation_id=chat.id, arguments=arguments)
    audit.record(replace(record, files=("Boiler.md",)))
    (entry,) = audit.read()
    assert entry.record.arguments == {"query": {"characters": 6}, "limit": {"characters": 1}}
    assert entry.record.files == ("Boiler.md",)

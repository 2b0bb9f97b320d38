"""The record: names and paths, never note text, never keys."""

from pathlib import Path

from vaultdesk.tools.audit import Audit, Record
from vaultdesk.tools.audit_file import AuditFile


def test_an_entry_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    record = Record(
        "started", "file_read", "call_1", "run_1", "chat_1", effect="read", by="person", host="api.anthropic.com",
        arguments={"file_paths": ["a.md"], "limit": 3}, files=("a.md",), why="once", milliseconds=12,
    )  # fmt: skip
    audit.record(record)
    (entry,) = audit.read()
    assert entry.record == record
    assert entry.seq == 1
    assert audit.verify().whole


def test_note_text_is_kept_as_its_hash_only(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    secret = "my diary says so"
    arguments = {
        "path": "Diary.md", "content": secret, "old": secret, "query": secret * 40, "frontmatter": {"mood": secret},
        "changes": [secret], "tags": ["a"], "append": True, "limit": 3, "section": None,
    }  # fmt: skip
    audit.record(Record("started", "write_note", "call_1", arguments=arguments))
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
    audit = Audit(tmp_path / "audit.jsonl")
    assert audit.read() == []
    for number in range(5):
        audit.record(Record("requested", f"tool_{number}", "c"))
    assert [entry.record.tool for entry in audit.read(2)] == ["tool_3", "tool_4"]


def test_lines_of_no_entry_are_left_out(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    audit.record(Record("requested", "x", "c"))
    with audit.path.open("a") as file:
        file.write('{"seq": 2, "time": "never", "happening": "done", "tool": "x"}\n[1]\n"x"\n{"seq"')
    assert [entry.seq for entry in audit.read()] == [1]


def test_hostile_names_and_long_lists_stay_small(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    paths = [f"{number}\n\u202e.md" + "x" * 5000 for number in range(5000)]
    audit.record(Record("requested", "t" * 100_000, "c", arguments={"file_paths": list(paths)}, files=tuple(paths)))
    assert audit.path.stat().st_size < 300_000
    assert audit.path.read_bytes().count(b"\n") == 1


def test_no_value_of_a_property_is_kept_whatever_it_is_called(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
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
        audit.record(Record("started", "write_note", "call_1", arguments=arguments))
    text = audit.path.read_text()
    assert secret not in text
    assert "91000" not in text
    assert '"salary":{"sha256"' in text, "which property it was is told"


def test_a_tool_asked_for_by_words_of_a_note_is_told_by_their_hash(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    for name in ("my diary says so", "x" * 65, "a\nb", ""):
        audit.record(Record("requested", name, "call_1"))
    audit.record(Record("requested", "localSearch", "call_1"))
    assert [entry.record.tool[:8] for entry in audit.read()] == ["no tool "] * 4 + ["localSea"]
    assert "diary" not in audit.path.read_text()


def test_lines_of_a_newer_program_stay_and_the_chain_goes_on(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit.jsonl")
    audit.record(Record("started", "file_read", "call_1"))
    facts = {"time": "2027-01-01T00:00:00+00:00", "happening": "postponed", "tool": "file_read", "until": {"day": 3}}
    AuditFile(audit.path).append(facts)
    newer = audit.path.read_bytes()
    audit.record(Record("done", "file_read", "call_1"))

    assert [entry.record.happening for entry in audit.read()] == ["started", "postponed", "done"]
    assert audit.path.read_bytes().startswith(newer)
    assert audit.verify().whole

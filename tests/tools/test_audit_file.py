"""The chained lines: appended by many, torn by crashes, changed by nobody unnoticed."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vaultdesk.core.errors import AuditFailed
from vaultdesk.tools.audit_file import AuditFile


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
    assert check.whole
    assert (check.lines, check.torn) == (3, ())


def test_no_file_is_an_empty_whole_record(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    assert list(file.lines()) == []
    assert file.verify().whole


@pytest.mark.parametrize("cut", [1, 2, 10, 40])
def test_a_torn_last_line_is_kept_and_noted_and_the_record_goes_on(tmp_path: Path, cut: int) -> None:
    file = filled(tmp_path / "audit.jsonl")
    file.path.write_bytes(file.path.read_bytes()[:-cut])
    before = file.path.read_bytes()
    file.append({"number": 3})
    file.append({"number": 4})
    assert file.path.read_bytes().startswith(before)
    check = file.verify()
    assert check.whole
    # One byte is the line end alone: the line itself is whole.
    assert check.torn == ((3,) if cut > 1 else ())
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
    assert not file.verify().whole


def test_threads_share_one_chain(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: file.append({"number": number}, durably=False), range(100)))
    assert file.verify().whole
    assert file.verify().lines == 100


PROGRAM = """
import sys
from pathlib import Path
from vaultdesk.tools.audit_file import AuditFile
file = AuditFile(Path(sys.argv[1]))
for number in range(60):
    file.append({"by": sys.argv[2], "number": number}, durably=number % 10 == 0)
"""


def test_processes_share_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    running = [subprocess.Popen([sys.executable, "-c", PROGRAM, str(path), name]) for name in ("a", "b", "c")]
    assert [process.wait(timeout=40) for process in running] == [0, 0, 0]
    file = AuditFile(path)
    check = file.verify()
    assert check.whole, check.breaks
    assert check.lines == 180


def test_killed_writers_leave_a_whole_chain(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    endless = PROGRAM.replace("range(60)", "range(10 ** 9)").replace("file.append", "print(flush=True); file.append")
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", endless, str(path), "x"], stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(20):
            process.stdout.readline()
        process.kill()
        process.wait(timeout=10)
        process.stdout.close()
    file = AuditFile(path)
    file.append({"number": -1})
    assert file.verify().whole


def test_long_lines_are_found_again(tmp_path: Path) -> None:
    file = AuditFile(tmp_path / "audit.jsonl")
    file.append({"text": "x" * 200_000})
    file.append({"text": "y" * 70_000})
    file.append({"text": "z"})
    assert file.verify().whole


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

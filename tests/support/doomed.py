"""Doomed: a process that forks writers, each of which performs one operation and may be killed or made to fail in it.

Run as `python -m tests.support.doomed`; faults.py drives it. Forking avoids a start of Python for each writer.
"""

import contextlib
import itertools
import json
import os
import sys
from pathlib import Path
from typing import NoReturn

from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.obsidian.vault_config import TrashOption
from vaultdesk.vault.transactions.file_edits import Create, Delete, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.transactions.journal import Retention
from vaultdesk.vault.transactions.write_access import WriteAccess

NOTE, OTHER, LINKING = NotePath("f/note.md"), NotePath("new/deep/other.md"), NotePath("linking.md")
OLD, NEW = "old\n" * 2_000, "new\n" * 3_000
LINKS, REPAIRED = "see [[note]]\n", "see [[other]]\n"

UNIT = (Move(NOTE, OTHER, digest_of(OLD.encode()), "u"), Rewrite(LINKING, REPAIRED, digest_of(LINKS.encode()), "u"))

ACTS: dict[str, tuple[FileEdit, ...]] = {
    "write": (Rewrite(NOTE, NEW, digest_of(OLD.encode())),),
    "create": (Create(OTHER, NEW),),
    "move": (Move(NOTE, OTHER, digest_of(OLD.encode())),),
    "delete": (Delete(NOTE, digest_of(OLD.encode())),),
    "delete for good": (Delete(NOTE, digest_of(OLD.encode())),),
    "rename with links": UNIT,
}
"""Operations of a writer that uses the journal."""


def make_vault(root: Path) -> None:
    """Create the initial state of every operation."""
    (root / "f").mkdir(parents=True)
    (root / NOTE.text).write_bytes(OLD.encode())
    (root / LINKING.text).write_bytes(LINKS.encode())


def after(act: str) -> dict[str, bytes]:
    """Return the visible files after *act*."""
    files = {NOTE.text: OLD.encode(), LINKING.text: LINKS.encode()}
    for edit in ACTS[act]:
        match edit:
            case Create() | Rewrite():
                files[edit.path.text] = edit.text.encode()
            case Move():
                files[edit.new_path.text] = files.pop(edit.path.text)
            case Delete():
                del files[edit.path.text]
    return files


def trash_of(act: str) -> TrashOption:
    """Return the trash option of *act*."""
    return "none" if act == "delete for good" else "local"


def plain(act: str, root: Path) -> None:
    """Write as most programs do: in place, or by a rename without fsync."""
    note = root / NOTE.text
    if act == "plain write":
        note.write_text(NEW)
        return
    temporary = note.with_name("note.tmp")
    temporary.write_text(NEW)
    temporary.replace(note)


def numbered(number: int) -> bytes:
    """Return a text that repeats *number*, so that a torn write is detectable."""
    return f"{number:08}\n".encode() * 4_000


def endlessly(act: str, root: Path, place: Path) -> NoReturn:
    """Write one text after the other and report each, until killed."""
    note = root / NOTE.text
    note.write_bytes(numbered(0))
    access = WriteAccess(VaultFiles(root), place, Retention)
    writer = access.writer(lambda: "none", lambda changes: None)
    os.write(1, b"ready\n")
    os.read(0, 1)
    for number in itertools.count(1):
        if act == "endless plain writes":
            note.write_bytes(numbered(number))
        else:
            edit = Rewrite(NOTE, numbered(number).decode(), digest_of(numbered(number - 1)))
            (outcome,) = writer.apply([edit], Origin(f"run {number}", "act", tool="t"))
            assert outcome.result == "done", outcome
        os.write(1, f"{number}\n".encode())
    raise AssertionError


def do(act: str, root: Path, place: Path) -> NoReturn:
    """Prepare, wait for the start byte, perform *act*, report the outcome and exit."""
    writer = None
    if act.startswith("endless"):
        endlessly(act, root, place)
    if act in ACTS:
        access = WriteAccess(VaultFiles(root), place, Retention)
        writer = access.writer(lambda: trash_of(act), lambda changes: None)
    os.write(1, b"ready\n")
    try:
        os.read(0, 1)
        if writer is None:
            plain(act, root)
            report = "done"
        else:
            report = ",".join(outcome.result for outcome in writer.apply(ACTS[act], Origin("run", "act", tool="t")))
    except BaseException as error:  # noqa: BLE001 - the error is reported as the outcome
        report = f"raised {type(error).__name__}: {error}"
    with contextlib.suppress(OSError):  # This call may be the one that fails.
        os.write(1, report.replace("\n", " ").encode() + b"\n")
    os._exit(0)


def main() -> None:
    """Fork one writer after the other, until the input ends."""
    while line := b"".join(iter(lambda: os.read(0, 1).replace(b"\n", b""), b"")):
        order = json.loads(line.lstrip(b"!"))  # A writer killed before it read the start byte leaves it in the pipe.
        child = os.fork()
        if child == 0:
            do(order["act"], Path(order["root"]), Path(order["place"]))
        os.write(1, f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(1, f"ended {status}\n".encode())


if __name__ == "__main__":
    sys.exit(main())

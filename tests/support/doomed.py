"""Doomed: a process that makes writers, each of which does one act and may be killed or failed in the middle of it.

Run as `python -m tests.support.doomed`; faults.py drives it. Forking spares each writer the start of Python.
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
"""What a writer of ours may do."""


def make_vault(root: Path) -> None:
    """Make what every act begins with."""
    (root / "f").mkdir(parents=True)
    (root / NOTE.text).write_bytes(OLD.encode())
    (root / LINKING.text).write_bytes(LINKS.encode())


def after(act: str) -> dict[str, bytes]:
    """Return the visible files when *act* is done."""
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
    """Return where *act* puts what it deletes."""
    return "none" if act == "delete for good" else "local"


def plain(act: str, root: Path) -> None:
    """Write as most programs do: over the old bytes, or by a rename that waits for nothing."""
    note = root / NOTE.text
    if act == "plain write":
        note.write_text(NEW)
        return
    temporary = note.with_name("note.tmp")
    temporary.write_text(NEW)
    temporary.replace(note)


def numbered(number: int) -> bytes:
    """Return a text that shows if it is whole: its own number, over and over."""
    return f"{number:08}\n".encode() * 4_000


def endlessly(act: str, root: Path, place: Path) -> NoReturn:
    """Write one text after the other, and say so each time, until killed."""
    note = root / NOTE.text
    note.write_bytes(numbered(0))
    side = WriteAccess(VaultFiles(root), place, Retention)
    writer = side.writer(lambda: "none", lambda changes: None)
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
    """Make ready, wait for the word, act, say what came of it, and end."""
    writer = None
    if act.startswith("endless"):
        endlessly(act, root, place)
    if act in ACTS:
        side = WriteAccess(VaultFiles(root), place, Retention)
        writer = side.writer(lambda: trash_of(act), lambda changes: None)
    os.write(1, b"ready\n")
    try:
        os.read(0, 1)
        if writer is None:
            plain(act, root)
            told = "done"
        else:
            told = ",".join(outcome.result for outcome in writer.apply(ACTS[act], Origin("run", "act", tool="t")))
    except BaseException as error:  # noqa: BLE001 - what it was is the answer
        told = f"raised {type(error).__name__}: {error}"
    with contextlib.suppress(OSError):  # This call may be the one that is refused.
        os.write(1, told.replace("\n", " ").encode() + b"\n")
    os._exit(0)


def main() -> None:
    """Make one writer after the other, until the input ends."""
    while line := b"".join(iter(lambda: os.read(0, 1).replace(b"\n", b""), b"")):
        order = json.loads(line.lstrip(b"!"))  # A writer killed before it heard the word leaves it.
        child = os.fork()
        if child == 0:
            do(order["act"], Path(order["root"]), Path(order["place"]))
        os.write(1, f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(1, f"ended {status}\n".encode())


if __name__ == "__main__":
    sys.exit(main())

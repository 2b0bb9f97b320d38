"""A full disk, mounted for one process only: what cannot be saved is reported, and existing data is preserved."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.journeys.program import PATIENCE, CommandResult, Program
from tests.support.campaigns import sampled
from tests.support.vaults import write_vault

SIZE = "3m"
"""Size of the disk: enough for an index of three notes, and quickly filled."""

ON_A_DISK_OF_ITS_OWN = """
set -e
mount -t tmpfs -o size=$SIZE tmpfs "$DISK"
cp -r "$SOURCE" "$DISK/vault"
mkdir "$DISK/home"
if [ -n "$INDEXED" ]; then "$PYTHON" -m vaultdesk index --vault "$DISK/vault" >/dev/null; fi
head -c 100000000 /dev/zero >"$DISK/filler" 2>/dev/null || true
exec "$@"
"""

SAVE = """
import asyncio, sys
from pathlib import Path
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

async def save():
    async with Vault(Path(sys.argv[1])) as vault:
        path = NotePath.parse("Boiler.md")
        note = await vault.read(path)
        for act in (lambda: vault.write(path, "x" * 500_000, note.digest), lambda: vault.create(NotePath("New.md"), "x" * 9000)):
            try:
                await act()
                print("saved")
            except VaultDeskError as trouble:
                print(type(trouble).__name__, trouble)
        print((await vault.read(path)).text == note.text, await vault.exists(NotePath("New.md")))
        print(sorted(file.name for file in Path(sys.argv[1]).iterdir()))

asyncio.run(save())
"""  # noqa: E501 - one statement

CHANGE = """
import asyncio, sys
from pathlib import Path
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.vault.transactions.file_edits import Create, Delete, Move, Origin, Rewrite
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

root, place, filler = (Path(word) for word in sys.argv[1:4])

def tree():
    return {str(file.relative_to(root)): file.read_bytes() for file in root.rglob("*") if file.is_file()}

async def change():
    before = tree()
    async with Vault(root, watch=False, data_folder=place) as vault:
        path, new = NotePath.parse("Boiler.md"), NotePath("x/New.md")
        digest = (await vault.read(path)).digest
        edits = [
            Rewrite(path, "x" * 500_000, digest), Create(new, "x" * 400_000),
            Move(path, new, digest, "u"), Create(NotePath("y/Z.md"), "x" * 400_000, "u"),
        ]
        for room in (0, 150_000):
            with filler.open("r+b") as file:
                file.truncate(filler.stat().st_size - room)
            try:
                for outcome in await vault.apply(edits, Origin("run", tool="t")):
                    print(outcome.result, outcome.problem)
            except VaultDeskError as trouble:
                print(type(trouble).__name__, trouble)
            print(tree() == before)
    print(sorted(str(found.relative_to(root)) for found in root.rglob("*") if found.is_dir()))

asyncio.run(change())
"""


@cache
def mount_namespace_command() -> tuple[str, ...] | None:
    """Return the command that starts a process with its own mounts, or None where the system does not allow it."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return None
    for start in (("unshare", "-m"), ("unshare", "-rm")):
        command = [*start, "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return start
    return None


pytestmark = pytest.mark.skipif(
    mount_namespace_command() is None, reason="a small disk can only be mounted on some Linux systems"
)


def on_full_disk(tmp_path: Path, *line: object, indexed: bool = False) -> CommandResult:
    """Run *line* with the vault and the home on a full disk."""
    disk, start = tmp_path / "disk", mount_namespace_command()
    disk.mkdir()
    assert start is not None
    overrides = {
        "SIZE": SIZE,
        "DISK": str(disk),
        "SOURCE": str(write_vault(tmp_path / "source")),
        "PYTHON": sys.executable,
    }
    environment = {**Program(disk / "home", disk / "vault").environment, **overrides, "INDEXED": "1" if indexed else ""}
    command = [*start, "sh", "-c", ON_A_DISK_OF_ITS_OWN, "sh", *(str(word) for word in line)]
    completed = subprocess.run(
        command, env=environment, capture_output=True, timeout=PATIENCE, check=False, cwd=Path.cwd()
    )
    return CommandResult(completed.returncode, completed.stdout.decode(), completed.stderr.decode())


def vaultdesk_on_full_disk(tmp_path: Path, *words: object, indexed: bool = False) -> CommandResult:
    vault = ("--vault", tmp_path / "disk" / "vault") if words[0] != "config" else ()
    return on_full_disk(tmp_path, sys.executable, "-m", "vaultdesk", *words, *vault, indexed=indexed)


def test_a_note_that_cannot_be_saved_is_unchanged(tmp_path: Path) -> None:
    ran = on_full_disk(tmp_path, sys.executable, "-c", SAVE, tmp_path / "disk" / "vault")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "NoteNotWritten “Boiler.md” was not saved: the disk is full. "
        "Free some space, then save again. The note on disk is unchanged.",
        "NoteNotWritten “New.md” was not saved: the disk is full. "
        "Free some space, then save again. The note on disk is unchanged.",
        "True False",
        "['Boiler.md', 'Budget.md', 'Garden']",
    ]


def test_a_change_that_cannot_be_journaled_is_not_made(tmp_path: Path) -> None:
    """The journal is on the full disk too: nothing is written, and notes and folders are unchanged."""
    disk = tmp_path / "disk"
    ran = on_full_disk(tmp_path, sys.executable, "-c", CHANGE, disk / "vault", disk / "home" / "p", disk / "filler")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert "disk is full" in lines[0] or os.strerror(28) in lines[0]
    assert [line for line in lines if line in ("True", "False")] == ["True", "True"]
    assert lines[-1] == "['Garden']"
    assert not [line for line in lines if line.startswith(("done", "unconfirmed"))]


def test_a_plain_write_on_a_full_disk_truncates_the_note(tmp_path: Path) -> None:
    """Shows that the two tests above can fail."""
    note = tmp_path / "disk" / "vault" / "Boiler.md"
    script = "import sys; from pathlib import Path; Path(sys.argv[1]).write_text('x' * 500_000)"
    shown = "import sys; from pathlib import Path; print('We decided' in Path(sys.argv[1]).read_text())"
    command = f'"$0" -c "{script}" "$1" 2>/dev/null; "$0" -c "{shown}" "$1"'
    assert on_full_disk(tmp_path, "sh", "-c", command, sys.executable, note).out == "False\n"


@pytest.mark.parametrize("indexed", [False, True])
def test_a_tool_that_cannot_be_recorded_is_not_run_and_the_reason_is_printed(tmp_path: Path, indexed: bool) -> None:
    ran = vaultdesk_on_full_disk(
        tmp_path, "ask", "What about the heat pump?", "--approve", "all", "--json", indexed=indexed
    )
    assert ran.code == 1
    assert ran.names[-1] == "run_failed"
    assert not [event for event in ran.of("tool_result") if event["result"]["success"]]
    assert ran.of("run_failed")[0]["error"]["title"].startswith("The record of tool calls cannot be written")
    assert "Free some space" in json.dumps(ran.of("run_failed"))
    *_, chat, record = ran.err.strip().splitlines()
    assert chat.startswith("Not saved: Chats cannot be saved")
    assert record.startswith("vaultdesk: The record of tool calls cannot be written")


@pytest.mark.parametrize(
    "command", sampled([("search", "boiler"), ("index",), ("config", "set", "appearance.theme", "dark")], 2)
)
def test_other_commands_fail_with_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    ran = vaultdesk_on_full_disk(tmp_path, *command)
    assert (ran.code, ran.out) == (1, "")
    (line,) = ran.err.strip().splitlines()
    assert "full" in line or os.strerror(28) in line
    assert line.startswith("vaultdesk: ")

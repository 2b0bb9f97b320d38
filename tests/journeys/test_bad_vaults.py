"""Damaged or unusual vaults: each problem has its message, and the other notes are still found."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench
from tests.journeys.program import CommandResult, program, without_privilege
from vaultdesk.core.errors import NoteNotText, NoteTooLarge, VaultError
from vaultdesk.vault.disk.vault_files import MAX_NOTE_BYTES
from vaultdesk.vault.note_path import NotePath

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")

STRANGE_NAMES = (
    "עברית/שלום.md",
    "Emoji/🌱 Seeds 👩‍🌾.md",
    "Émile/Café.md",
    "\u202egnp.exe.md",
    "a & b/it's, (really) = 100%.md",
    "x" * 200 + ".md",
    "/".join(["deep"] * 30) + "/end.md",
)
HOSTILE_NAMES = ("line\nbreak.md", "bell\a.md", ".hidden.md", ".obsidian/trap.md", " .git/trap.md")


def single_error_line(ran: CommandResult) -> str:
    """Return the single line that a failed command prints."""
    assert (ran.code, ran.out) == (1, ""), ran
    assert len(ran.err.strip().splitlines()) == 1, ran.err
    return ran.err.strip()


@contextmanager
def no_permissions(place: Path) -> Iterator[None]:
    """Remove all permissions of *place* within the block."""
    before = place.stat().st_mode
    place.chmod(0)
    try:
        yield
    finally:
        place.chmod(before)


@pytest.mark.parametrize("command", [("search", "boiler"), ("ask", "boiler?", "--approve", "all")])
def test_a_missing_vault_and_a_file_as_a_vault_are_reported(tmp_path: Path, command: tuple[str, ...]) -> None:
    with program(tmp_path) as run:
        missing = single_error_line(run(*command, "--vault", tmp_path / "gone"))
        assert missing.startswith("vaultdesk: There is no folder “")
        assert missing.endswith("Check the path, or open another folder.")

        file = single_error_line(run(*command, "--vault", run.vault / "Boiler.md"))
        assert file == "vaultdesk: “Boiler.md” is a file, not a folder. Open the folder that holds your notes."


def test_starting_the_window_on_a_missing_folder_prints_an_error(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        assert "There is no folder" in single_error_line(run(tmp_path / "gone"))


@posix
def test_an_unreadable_vault_is_reported(tmp_path: Path) -> None:
    with program(tmp_path) as run, no_permissions(run.vault):
        run.before = without_privilege
        message = single_error_line(run("search", "boiler", "--vault", run.vault))
    assert "cannot be opened. Check that you may read it." in message


@posix
def test_an_unreadable_note_and_folder_do_not_hide_the_other_notes(tmp_path: Path) -> None:
    with program(tmp_path) as run, no_permissions(run.vault / "Boiler.md"), no_permissions(run.vault / "Garden"):
        run.before = without_privilege
        ran = run("search", "18,400", "--vault", run.vault)
        assert ran.code == 0, ran.err
        assert "Budget" in ran.out
        read = run("call", "file_read", '{"file_paths": ["Boiler.md", "Budget.md"]}', "--vault", run.vault,
                   "--approve", "all")  # fmt: skip
        assert "Error reading file: “Boiler.md” may not be read. Check the file's permissions." in read.out
        assert "18,400" in read.out
        assert "Traceback" not in read.err + ran.err


@posix
def test_a_read_only_home_folder_is_reported(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        run.home.mkdir()
        with no_permissions(run.home):
            run.before = without_privilege
            ran = run.ask("What about the heat pump?", "--approve", "all")
    message = single_error_line(ran)
    assert message == (
        f"vaultdesk: The search index cannot be created: Permission denied. Check {run.home / 'data'}. Your notes "
        "are not affected."
    )


async def test_notes_that_are_not_text_are_listed_reported_and_not_indexed(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    notes = {
        "Latin.md": "Gemütlich: caf\xe9".encode("latin-1"),
        "Wide.md": "A boiler in UTF-16".encode("utf-16"),
        "Picture.md": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
        "Empty.md": b"",
        "Bom.md": b"\xef\xbb\xbf# Boiler with a mark\r\n",
        "NoEnd.md": b"---\ntags: [a\nno end of properties and a boiler",
    }
    for name, data in notes.items():
        (root / name).write_bytes(data)
    async with open_bench(tmp_path, notes={}) as bench:
        searcher, vault = bench.workspace.searcher, bench.workspace.vault
        rows = {row.path: row.problem for row in await searcher.tree()}
        assert sorted(rows) == sorted(notes)
        assert {path for path, problem in rows.items() if problem} == {"Latin.md", "Wide.md", "Picture.md"}
        assert rows["Wide.md"] == "“Wide.md” is written in UTF-16. Save it as UTF-8 in an editor."
        assert sorted(hit.path for hit in await searcher.substring("boiler")) == ["Bom.md", "NoEnd.md"]
        for path in ("Latin.md", "Wide.md", "Picture.md"):
            with pytest.raises(NoteNotText):
                await vault.read(NotePath.parse(path))
            with pytest.raises(VaultError):
                await vault.write(NotePath.parse(path), "gone", "0" * 64)
        assert {name: (root / name).read_bytes() for name in notes} == notes


async def test_a_note_above_the_size_limit_is_reported_and_not_read(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    with (root / "Huge.md").open("wb") as huge:
        huge.write(b"# Huge boiler\n")
        huge.truncate(MAX_NOTE_BYTES * 40)
    async with open_bench(tmp_path) as bench:
        rows = {row.path: row.problem for row in await bench.workspace.searcher.tree()}
        assert rows["Huge.md"] == "“Huge.md” is larger than 10 MB. Split it into smaller notes."
        assert [hit.path for hit in await bench.workspace.searcher.substring("Huge")] == ["Huge.md"]
        with pytest.raises(NoteTooLarge):
            await bench.workspace.vault.read(NotePath.parse("Huge.md"))


@posix
async def test_unusual_names_are_indexed_and_hostile_names_are_ignored(tmp_path: Path) -> None:
    notes = {name: f"A telltale line in number {number}.\n" for number, name in enumerate(STRANGE_NAMES)}
    root = tmp_path / "vault"
    root.mkdir()
    for name in HOSTILE_NAMES:
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("A telltale trap.\n")
    os.mkfifo(root / "Pipe.md")
    (root / "Link.md").symlink_to("/etc/passwd")
    async with open_bench(tmp_path, notes=notes) as bench:
        vault = bench.workspace.vault
        found = {hit.path for hit in await bench.workspace.searcher.substring("telltale", 50)}
        assert found == set(STRANGE_NAMES)
        for name in STRANGE_NAMES:
            note = await vault.read(NotePath.parse(name))
            await vault.write(NotePath.parse(name), note.text + "More.\n", note.digest)
            assert (root / name).read_text(encoding="utf-8").endswith("More.\n")


def test_hostile_names_and_text_send_no_control_sequence_to_the_terminal(tmp_path: Path) -> None:
    notes = {"Title.md": "# \x1b]0;owned\x07\x1b[2Jtelltale \u202egnp\n", "\u202egnp.exe.md": "telltale\n"}
    with program(tmp_path, notes=notes) as run:
        ran = run("search", "telltale", "--vault", run.vault)
        assert ran.code == 0
        assert "telltale" in ran.out
        for control in ("\x1b", "\x07", "\u202e"):
            assert control not in ran.out + ran.err


async def test_a_restart_reads_none_of_a_thousand_indexed_notes_again(tmp_path: Path) -> None:
    notes = {f"{n % 20:02}/Note {n:04}.md": f"# Note {n}\n\nWord{n} about gardens.\n" for n in range(1000)}
    async with open_bench(tmp_path, notes=notes) as bench:
        assert (await bench.workspace.searcher.counts()).notes == 1000
        assert [hit.path for hit in await bench.workspace.searcher.substring("word777 ")] == ["17/Note 0777.md"]
        assert bench.workspace.indexer.state.total == 1000
    async with open_bench(tmp_path, notes={}) as bench:
        state = bench.workspace.indexer.state
        assert (state.phase, state.notes, state.problems, state.total) == ("ready", 1000, 0, 0)

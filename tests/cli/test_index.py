"""Index: statistics, rebuilding, and notes that cannot be read."""

import json
from pathlib import Path

from tests.cli.conftest import CommandLine


def test_statistics_stand_at_the_end(command: CommandLine, vault: Path) -> None:
    ran = command("index", "--vault", vault)
    assert ran.code == 0
    assert ran.out.startswith("3 notes, ")


def test_json_counts_and_names_what_was_not_read(command: CommandLine, vault: Path) -> None:
    (vault / "latin.md").write_bytes("käse".encode("latin-1"))
    statistics = json.loads(command("index", "--vault", vault, "--json").out)
    assert statistics["notes"] == 4
    assert list(statistics["unreadable"]) == ["latin.md"]


def test_a_rebuild_finds_the_same_and_touches_no_note(command: CommandLine, vault: Path) -> None:
    before = {file: file.read_bytes() for file in vault.rglob("*.md")}
    first = command("index", "--vault", vault).out
    assert command("index", "--vault", vault, "--rebuild").out == first
    assert {file: file.read_bytes() for file in vault.rglob("*.md")} == before


def test_nothing_is_written_into_the_vault(command: CommandLine, vault: Path) -> None:
    before = sorted(vault.rglob("*"))
    command("index", "--vault", vault)
    assert sorted(vault.rglob("*")) == before

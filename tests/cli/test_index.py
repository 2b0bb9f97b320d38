"""Index: statistics, rebuilding, and notes that cannot be read."""

import json
import os
from pathlib import Path

import pytest

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


@pytest.mark.skipif(os.name == "nt", reason="names that Windows has not")
def test_v2_what_is_left_out_is_listed_with_its_reason(command: CommandLine, vault: Path) -> None:
    (vault / "back\\slash.md").write_text("x")
    (vault / "~Templates").mkdir()
    (vault / "~Templates/Day.md").write_text("x")

    statistics = json.loads(command("index", "--vault", vault, "--json").out)

    assert statistics["notes"] == 4
    assert statistics["left_out"] == {"back\\slash.md": "it has a backslash"}


def test_a_rebuild_finds_the_same_and_touches_no_note(command: CommandLine, vault: Path) -> None:
    before = {file: file.read_bytes() for file in vault.rglob("*.md")}
    first = command("index", "--vault", vault).out
    assert command("index", "--vault", vault, "--rebuild").out == first
    assert {file: file.read_bytes() for file in vault.rglob("*.md")} == before


def test_nothing_is_written_into_the_vault(command: CommandLine, vault: Path) -> None:
    before = sorted(vault.rglob("*"))
    command("index", "--vault", vault)
    assert sorted(vault.rglob("*")) == before


def test_a_file_that_was_changed_behind_its_back_is_made_anew(command: CommandLine, vault: Path, home: Path) -> None:
    command("index", "--vault", vault)
    (file,) = home.rglob("index.sqlite")
    sealed = file.read_bytes()
    assert b"Boskoop in" in sealed
    file.write_bytes(sealed.replace(b"Boskoop in", b"Boskoop at"))
    assert command("index", "--vault", vault).code == 0
    assert "Prune the Boskoop in February." in command("search", "boskoop", "--vault", vault).out


def test_vectors_are_made_and_used_by_a_search_that_finds_no_words(command: CommandLine, vault: Path) -> None:
    assert "vaultdesk index" in command("search", "Wann schneidet man Obst?", "--vault", vault).err
    meaning = json.loads(command("index", "--vault", vault, "--json").out)["meaning"]
    assert (meaning["phase"], meaning["done"]) == ("ready", meaning["total"])
    assert meaning["total"] >= 3
    found = command("search", "Wann schneidet man Obst?", "--vault", vault)
    assert found.err == ""
    assert found.out.splitlines()[2].startswith("Garden/Apples.md")


def test_without_a_model_the_index_says_so(command: CommandLine, vault: Path) -> None:
    command("config", "set", "meaning.model", "off")
    ran = command("index", "--vault", vault)
    assert ran.code == 0
    assert "by meaning" not in ran.out

"""Tests of `index`: statistics, rebuilding, and unreadable notes."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine


def test_statistics_are_printed_at_the_end(command: CommandLine, vault: Path) -> None:
    result = command("index", "--vault", vault)
    assert result.code == 0
    assert result.out.startswith("3 notes, ")


def test_json_output_lists_unreadable_notes(command: CommandLine, vault: Path) -> None:
    (vault / "latin.md").write_bytes("käse".encode("latin-1"))
    statistics = json.loads(command("index", "--vault", vault, "--json").out)
    assert statistics["notes"] == 4
    assert list(statistics["unreadable"]) == ["latin.md"]


@pytest.mark.skipif(os.name == "nt", reason="names that Windows does not allow")
def test_v2_left_out_files_are_listed_with_their_reason(command: CommandLine, vault: Path) -> None:
    (vault / "back\\slash.md").write_text("x")
    (vault / "~Templates").mkdir()
    (vault / "~Templates/Day.md").write_text("x")

    statistics = json.loads(command("index", "--vault", vault, "--json").out)

    assert statistics["notes"] == 4
    assert statistics["left_out"] == {"back\\slash.md": "it has a backslash"}


def test_a_rebuild_gives_the_same_result_and_changes_no_note(command: CommandLine, vault: Path) -> None:
    before = {file: file.read_bytes() for file in vault.rglob("*.md")}
    first = command("index", "--vault", vault).out
    assert command("index", "--vault", vault, "--rebuild").out == first
    assert {file: file.read_bytes() for file in vault.rglob("*.md")} == before


def test_nothing_is_written_into_the_vault(command: CommandLine, vault: Path) -> None:
    before = sorted(vault.rglob("*"))
    command("index", "--vault", vault)
    assert sorted(vault.rglob("*")) == before


def test_a_corrupted_index_is_rebuilt(command: CommandLine, vault: Path, home: Path) -> None:
    command("index", "--vault", vault)
    (file,) = home.rglob("index.sqlite")
    data = file.read_bytes()
    assert b"Boskoop in" in data
    file.write_bytes(data.replace(b"Boskoop in", b"Boskoop at"))
    assert command("index", "--vault", vault).code == 0
    assert "Prune the Boskoop in February." in command("search", "boskoop", "--vault", vault).out


def test_embeddings_are_created_and_used_if_no_words_match(command: CommandLine, vault: Path) -> None:
    assert "vaultdesk index" in command("search", "Wann schneidet man Obst?", "--vault", vault).err
    meaning = json.loads(command("index", "--vault", vault, "--json").out)["meaning"]
    assert (meaning["phase"], meaning["done"]) == ("ready", meaning["total"])
    assert meaning["total"] >= 3
    found = command("search", "Wann schneidet man Obst?", "--vault", vault)
    assert found.err == ""
    assert found.out.splitlines()[2].startswith("Garden/Apples.md")


def test_a_disabled_embedding_model_is_not_mentioned(command: CommandLine, vault: Path) -> None:
    command("config", "set", "meaning.model", "off")
    result = command("index", "--vault", vault)
    assert result.code == 0
    assert "by meaning" not in result.out

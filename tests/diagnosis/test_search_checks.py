"""Search checks: the engine, the index's file as it is, the model and the library of PDFs."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.index.store.test_file_integrity import index_of
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.diagnosis import search_checks
from vaultdesk.diagnosis.search_checks import engine_checks, index_checks, model_checks, pdf_checks
from vaultdesk.index.embeddings.embedder import BUNDLED_MODEL


def nobody() -> int | None:
    raise AssertionError("the folder need not be counted")


def test_this_computers_engine_and_model_are_here() -> None:
    assert engine_checks()[0].outcome == "ok"
    assert model_checks()[0].finding == "multilingual-e5-small is here and whole."


def test_an_engine_without_full_text_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_checks, "engine_problem", lambda: "SQLite 3.1 has no full-text search")
    assert engine_checks()[0].outcome == "failed"


def test_a_model_that_is_not_whole_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "multilingual-e5-small"
    shutil.copytree(resource_path(*BUNDLED_MODEL), folder)
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(search_checks, "resource_path", lambda *_parts: folder)
    check = model_checks()[0]
    assert (check.outcome, check.remedy) == ("warning", "Install VaultDesk again.")
    assert "damaged" in check.finding


def test_a_library_that_is_not_installed_is_a_warning_with_its_command() -> None:
    check = pdf_checks("no_such_library_at_all")[0]
    assert (check.outcome, check.command) == ("warning", "pip install pypdfium2")


def test_no_index_yet_is_no_fault(tmp_path: Path) -> None:
    check = index_checks(tmp_path / "index.sqlite", nobody)[0]
    assert (check.outcome, check.finding) == ("ok", "Not made yet; that is done when the vault is opened.")


async def test_a_sound_index_is_told_in_numbers(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    check = index_checks(file, lambda: 3)[0]
    assert check.outcome == "ok"
    assert check.finding.startswith("3 notes, ")
    assert check.finding.endswith("It is sound.")


async def test_an_index_that_knows_other_notes_than_the_folder_is_told_while_it_is_open(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    check = index_checks(file, lambda: 5, is_open=True)[0]
    assert (check.outcome, check.act) == ("warning", "index")
    assert "the folder has 5" in check.finding
    assert index_checks(file, lambda: None, is_open=True)[0].outcome == "ok"


async def test_a_broken_index_names_its_cure(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    with file.open("r+b") as opened:
        opened.seek(200)
        opened.write(b"\xff" * 8_000)
    check = index_checks(file, nobody)[0]
    assert (check.outcome, check.act, check.command) == ("failed", "index", "vaultdesk index --rebuild")


async def test_an_index_of_another_version_is_made_anew_and_is_no_fault(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    file.with_name(file.name + "-seal").unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert index_checks(file, nobody)[0].outcome == "ok"

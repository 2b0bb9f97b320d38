"""Tests of diagnosis/program_checks.py."""

import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from tests.diagnosis.subjects import named, subject
from tests.index.store.test_file_integrity import index_of
from tests.support.keyrings import TRUSTED_HERE, ForgetfulKeyring, LockedKeyring, MemoryKeyring, PlainKeyring
from vaultdesk.core.crash_report import FATAL_FILE, REPORT_FILE
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders, resource_path
from vaultdesk.diagnosis import program_checks
from vaultdesk.diagnosis.program_checks import engine_checks, index_checks, model_checks, pdf_checks
from vaultdesk.diagnosis.storage import StorageInfo
from vaultdesk.index.embeddings.embedder import BUNDLED_MODEL

# Own checks: each place, file and key is tried for real, and each failure has its remedy.


class WatchedKeyring(MemoryKeyring):
    """Remembers under which names something was written."""

    def __init__(self) -> None:
        super().__init__()
        self.wrote: list[str] = []

    def set_password(self, service: str, username: str, password: str) -> None:
        self.wrote.append(username)
        super().set_password(service, username, password)


def disk(home: Path, place: StorageInfo) -> tuple[str, str, str]:
    check = program_checks.disk_checks(app_folders({"VAULTDESK_HOME": str(home)}), lambda _folder: place)[0]
    return check.outcome, check.finding, check.remedy


def test_the_programs_own_files_are_complete() -> None:
    checks = named(program_checks.version_check())
    assert {check.outcome for check in checks.values()} == {"ok"}
    assert "Python" in checks["program"].finding


def test_a_file_that_is_missing_is_a_broken_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_checks, "resource_path", lambda *_parts: tmp_path / "gone")
    check = named(program_checks.version_check())["resources"]
    assert (check.outcome, check.remedy) == ("failed", "Reinstall VaultDesk.")


def test_every_place_is_written_to(home: Path) -> None:
    checks = named(program_checks.home_checks(app_folders(os.environ)))
    assert {check.outcome for check in checks.values()} == {"ok"}
    assert str(home) in checks["home"].finding
    assert checks["log-folder"].finding == str(home / "logs")
    assert not list((home / "data").iterdir())


def test_a_place_that_cannot_be_written_fails_with_a_remedy(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "data").write_text("in the way", encoding="utf-8")
    checks = named(program_checks.home_checks(app_folders(os.environ)))
    assert checks["data-folder"].outcome == "failed"
    assert checks["data-folder"].remedy
    assert checks["settings-folder"].outcome == "ok"


def test_a_broken_settings_file_is_named_with_its_line(tmp_path: Path) -> None:
    check = program_checks.settings_checks(subject(tmp_path, settings="[appearance").store)[0]
    assert check.outcome == "warning"
    assert "line" in f"{check.finding} {check.remedy}"


def test_a_settings_file_that_is_well_is_named(tmp_path: Path) -> None:
    assert program_checks.settings_checks(subject(tmp_path).store)[0].finding == (
        "Not written yet: default settings are used."
    )
    store = subject(tmp_path, settings="[appearance]").store
    assert program_checks.settings_checks(store)[0].finding == str(store.file)


def test_a_database_on_a_network_drive_or_kept_in_step_is_a_warning(tmp_path: Path) -> None:
    outcome, finding, remedy = disk(tmp_path, StorageInfo("nfs4", "network"))
    assert (outcome, "nfs4" in finding, "VAULTDESK_HOME" in remedy) == ("warning", True, True)
    outcome, finding, _ = disk(tmp_path / "Dropbox" / "data", StorageInfo("ext4", "disk"))
    assert outcome == "ok"  # there is no such folder yet: what counts is where it would be made
    (tmp_path / "Dropbox" / "data").mkdir(parents=True)
    outcome, finding, _ = disk(tmp_path / "Dropbox", StorageInfo("ext4", "disk"))
    assert (outcome, finding.startswith("Dropbox synchronizes the data")) == ("warning", True)


@pytest.mark.parametrize(("free", "outcome"), [(10_000, "failed"), (500_000_000, "warning"), (5e12, "ok")])
def test_a_full_disk_is_told_before_it_hurts(
    free: float, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": int(free)})
    monkeypatch.setattr("vaultdesk.diagnosis.program_checks.shutil.disk_usage", lambda _folder: usage)
    assert disk(tmp_path, StorageInfo("ext4", "disk"))[0] == outcome


def test_case_is_tried_in_the_data_folder_and_nothing_is_left_there(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    _, finding, _ = disk(tmp_path, StorageInfo("ext4", "disk"))
    assert "case-sensitive" in finding
    assert not list((tmp_path / "data").iterdir())


def test_the_keyring_is_written_read_and_emptied_each_time() -> None:
    keyring = WatchedKeyring()
    credentials = Credentials({}, lambda: keyring, TRUSTED_HERE | {f"{__name__}.WatchedKeyring"})
    for _ in range(2):
        check = program_checks.key_checks(credentials)[0]
        assert (check.outcome, check.finding) == ("ok", "Keys are stored in this computer's keyring (Memory).")
    assert len(set(keyring.wrote)) == 2
    assert keyring.kept == {}


@pytest.mark.parametrize("kind", [LockedKeyring, ForgetfulKeyring, PlainKeyring])
def test_a_keyring_that_does_not_keep_is_a_warning(kind: type[MemoryKeyring]) -> None:
    check = program_checks.key_checks(Credentials({}, kind, TRUSTED_HERE))[0]
    assert (check.outcome, check.action) == ("warning", "providers")
    assert "memory" in check.finding
    assert check.remedy


def test_a_recent_crash_is_told_and_an_old_one_is_forgotten(tmp_path: Path) -> None:
    where = app_folders({"VAULTDESK_HOME": str(tmp_path)})
    where.logs.mkdir(parents=True)
    assert program_checks.crash_check(where)[0].outcome == "ok"
    (where.logs / FATAL_FILE).write_bytes(b"")  # a run that goes on
    assert program_checks.crash_check(where)[0].outcome == "ok"
    report = where.logs / REPORT_FILE
    report.write_text("what is known", encoding="utf-8")
    check = program_checks.crash_check(where)[0]
    assert check.outcome == "warning"
    assert str(report) in check.remedy
    assert report.read_text(encoding="utf-8") == "what is known"
    assert (
        program_checks.crash_check(where, lambda: time.time() + program_checks.RECENT_CRASH_SECONDS + 1)[0].outcome
        == "ok"
    )


# Search checks: the engine, the index's file as it is, the model and the library of PDFs.


def nobody() -> int | None:
    raise AssertionError("the folder need not be counted")


def test_this_computers_engine_and_model_are_here() -> None:
    assert engine_checks()[0].outcome == "ok"
    assert model_checks()[0].finding == "multilingual-e5-small is installed and complete."


def test_an_engine_without_full_text_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_checks, "engine_problem", lambda: "SQLite 3.1 has no full-text search")
    assert engine_checks()[0].outcome == "failed"


def test_a_model_that_is_not_whole_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "multilingual-e5-small"
    shutil.copytree(resource_path(*BUNDLED_MODEL), folder)
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(program_checks, "resource_path", lambda *_parts: folder)
    check = model_checks()[0]
    assert (check.outcome, check.remedy) == ("warning", "Reinstall VaultDesk.")
    assert "damaged" in check.finding


def test_a_library_that_is_not_installed_is_a_warning_with_its_command() -> None:
    check = pdf_checks("no_such_library_at_all")[0]
    assert (check.outcome, check.command) == ("warning", "pip install pypdfium2")


def test_no_index_yet_is_no_fault(tmp_path: Path) -> None:
    check = index_checks(tmp_path / "index.sqlite", nobody)[0]
    assert (check.outcome, check.finding) == ("ok", "Not created yet; this happens when the vault is opened.")


async def test_a_sound_index_is_told_in_numbers(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    check = index_checks(file, lambda: 3)[0]
    assert check.outcome == "ok"
    assert check.finding.startswith("3 notes, ")
    assert check.finding.endswith("No errors were found.")


async def test_an_index_that_knows_other_notes_than_the_folder_is_told_while_it_is_open(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    check = index_checks(file, lambda: 5, is_open=True)[0]
    assert (check.outcome, check.action) == ("warning", "index")
    assert "the folder has 5" in check.finding
    assert index_checks(file, lambda: None, is_open=True)[0].outcome == "ok"


async def test_a_broken_index_names_its_cure(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    with file.open("r+b") as opened:
        opened.seek(200)
        opened.write(b"\xff" * 8_000)
    check = index_checks(file, nobody)[0]
    assert (check.outcome, check.action, check.command) == ("failed", "index", "vaultdesk index --rebuild")


async def test_an_index_of_another_version_is_made_anew_and_is_no_fault(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    file.with_name(file.name + "-seal").unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert index_checks(file, nobody)[0].outcome == "ok"

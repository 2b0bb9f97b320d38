"""Tests of diagnosis/program_checks.py."""

import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from tests.diagnosis.subjects import by_id, subject
from tests.index.store.test_file_integrity import index_of
from tests.support.keyrings import TRUSTED_HERE, ForgetfulKeyring, LockedKeyring, MemoryKeyring, PlainKeyring
from tests.support.toolset import DICE, install
from vaultdesk.core.crash_report import FATAL_FILE, REPORT_FILE
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders, resource_path
from vaultdesk.diagnosis import program_checks
from vaultdesk.diagnosis.check import run_all_probes
from vaultdesk.diagnosis.diagnosis import all_probes
from vaultdesk.diagnosis.program_checks import engine_checks, index_checks, model_checks, pdf_checks
from vaultdesk.diagnosis.storage import StorageInfo
from vaultdesk.index.embeddings.embedder import BUNDLED_MODEL
from vaultdesk.workspace import TOOL_NAMES

# Program checks: folders, files and keys are really written and read, and each failure has a remedy.


class WatchedKeyring(MemoryKeyring):
    """Records the user names of the entries that are written."""

    def __init__(self) -> None:
        super().__init__()
        self.written_names: list[str] = []

    def set_password(self, service: str, username: str, password: str) -> None:
        self.written_names.append(username)
        super().set_password(service, username, password)


def disk(home: Path, storage: StorageInfo) -> tuple[str, str, str]:
    check = program_checks.disk_checks(app_folders({"VAULTDESK_HOME": str(home)}), lambda _folder: storage)[0]
    return check.outcome, check.finding, check.remedy


def test_the_installation_is_complete() -> None:
    checks = by_id(program_checks.version_check())
    assert {check.outcome for check in checks.values()} == {"ok"}
    assert "Python" in checks["program"].finding


def test_a_missing_resource_is_a_failure_with_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_checks, "resource_path", lambda *_parts: tmp_path / "gone")
    check = by_id(program_checks.version_check())["resources"]
    assert (check.outcome, check.remedy) == ("failed", "Reinstall VaultDesk.")


def test_every_folder_is_checked_by_writing_to_it(home: Path) -> None:
    checks = by_id(program_checks.home_checks(app_folders(os.environ)))
    assert {check.outcome for check in checks.values()} == {"ok"}
    assert str(home) in checks["home"].finding
    assert checks["log-folder"].finding == str(home / "logs")
    assert not list((home / "data").iterdir())


def test_a_folder_that_cannot_be_written_is_a_failure_with_a_remedy(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "data").write_text("in the way", encoding="utf-8")
    checks = by_id(program_checks.home_checks(app_folders(os.environ)))
    assert checks["data-folder"].outcome == "failed"
    assert checks["data-folder"].remedy
    assert checks["settings-folder"].outcome == "ok"


def test_a_broken_settings_file_is_reported_with_its_line(tmp_path: Path) -> None:
    check = program_checks.settings_checks(subject(tmp_path, settings="[appearance").store)[0]
    assert check.outcome == "warning"
    assert "line" in f"{check.finding} {check.remedy}"


def test_a_valid_settings_file_is_reported_with_its_path(tmp_path: Path) -> None:
    assert program_checks.settings_checks(subject(tmp_path).store)[0].finding == (
        "Not written yet: default settings are used."
    )
    store = subject(tmp_path, settings="[appearance]").store
    assert program_checks.settings_checks(store)[0].finding == str(store.file)


def test_allowed_toolsets_that_cannot_be_used_are_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site", monkeypatch)
    install(tmp_path / "site", monkeypatch, "raise RuntimeError('no')", name="broken")

    def toolset_checks(settings: str) -> list[tuple[str, str]]:
        store = subject(tmp_path, settings=settings).store
        return [(check.outcome, check.finding) for check in program_checks.toolset_checks(store, TOOL_NAMES)]

    assert toolset_checks("") == []
    assert toolset_checks('toolsets = ["dice"]') == [
        (
            "ok",
            "Tools from other packages: 2. Whether they can be created is checked when a vault is opened.",
        )
    ]
    ((outcome, finding),) = toolset_checks('toolsets = ["dice", "broken", "absent"]')
    assert outcome == "warning"
    assert finding == ("broken: it cannot be loaded (RuntimeError: no). absent: no toolset of this name is installed.")


@pytest.mark.parametrize(
    ("code", "finding"),
    [
        (DICE.replace('"roll_dice"', '"search_notes"'), "dice: the name search_notes is taken."),
        ("TOOLS = ()", "dice: it contains no tools."),
    ],
)
async def test_the_diagnosis_rejects_the_tools_that_an_open_vault_rejects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, finding: str
) -> None:
    install(tmp_path / "site", monkeypatch, code)
    examined = subject(tmp_path, settings='toolsets = ["dice"]')
    probes = [probe for probe in all_probes(examined, list) if probe.topic == program_checks.TOOLSETS]
    (check,) = await run_all_probes(probes)
    assert (check.outcome, check.finding) == ("warning", finding)


def test_a_database_on_a_network_drive_or_in_a_sync_folder_is_a_warning(tmp_path: Path) -> None:
    outcome, finding, remedy = disk(tmp_path, StorageInfo("nfs4", "network"))
    assert (outcome, "nfs4" in finding, "VAULTDESK_HOME" in remedy) == ("warning", True, True)
    outcome, finding, _ = disk(tmp_path / "Dropbox" / "data", StorageInfo("ext4", "disk"))
    assert outcome == "ok"  # The folder does not exist yet, so the folder in which it will be created counts.
    (tmp_path / "Dropbox" / "data").mkdir(parents=True)
    outcome, finding, _ = disk(tmp_path / "Dropbox", StorageInfo("ext4", "disk"))
    assert (outcome, finding.startswith("Dropbox synchronizes the data")) == ("warning", True)


@pytest.mark.parametrize(("free", "outcome"), [(10_000, "failed"), (500_000_000, "warning"), (5e12, "ok")])
def test_low_disk_space_is_reported_by_its_severity(
    free: float, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": int(free)})
    monkeypatch.setattr("vaultdesk.diagnosis.program_checks.shutil.disk_usage", lambda _folder: usage)
    assert disk(tmp_path, StorageInfo("ext4", "disk"))[0] == outcome


def test_the_case_check_leaves_no_file_in_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    _, finding, _ = disk(tmp_path, StorageInfo("ext4", "disk"))
    assert "case-sensitive" in finding
    assert not list((tmp_path / "data").iterdir())


def test_the_keyring_check_writes_reads_and_deletes_an_entry() -> None:
    keyring = WatchedKeyring()
    credentials = Credentials({}, lambda: keyring, TRUSTED_HERE | {f"{__name__}.WatchedKeyring"})
    for _ in range(2):
        check = program_checks.key_checks(credentials)[0]
        assert (check.outcome, check.finding) == ("ok", "Keys are stored in this computer's keyring (Memory).")
    assert len(set(keyring.written_names)) == 2
    assert keyring.passwords == {}


@pytest.mark.parametrize("kind", [LockedKeyring, ForgetfulKeyring, PlainKeyring])
def test_a_keyring_that_does_not_store_keys_is_a_warning(kind: type[MemoryKeyring]) -> None:
    check = program_checks.key_checks(Credentials({}, kind, TRUSTED_HERE))[0]
    assert (check.outcome, check.action) == ("warning", "providers")
    assert "memory" in check.finding
    assert check.remedy


def test_a_recent_crash_is_reported_and_an_old_one_is_not(tmp_path: Path) -> None:
    folders = app_folders({"VAULTDESK_HOME": str(tmp_path)})
    folders.logs.mkdir(parents=True)
    assert program_checks.crash_check(folders)[0].outcome == "ok"
    (folders.logs / FATAL_FILE).write_bytes(b"")  # the file of a running process
    assert program_checks.crash_check(folders)[0].outcome == "ok"
    report = folders.logs / REPORT_FILE
    report.write_text("what is known", encoding="utf-8")
    check = program_checks.crash_check(folders)[0]
    assert check.outcome == "warning"
    assert str(report) in check.remedy
    assert report.read_text(encoding="utf-8") == "what is known"
    assert (
        program_checks.crash_check(folders, lambda: time.time() + program_checks.RECENT_CRASH_SECONDS + 1)[0].outcome
        == "ok"
    )


# Search checks: the engine, the index file, the embedding model and the PDF library.


def unexpected_count() -> int | None:
    raise AssertionError("the folder need not be counted")


def test_the_search_engine_and_the_model_are_installed() -> None:
    assert engine_checks()[0].outcome == "ok"
    assert model_checks()[0].finding == "multilingual-e5-small is installed and complete."


def test_an_engine_without_full_text_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_checks, "engine_problem", lambda: "SQLite 3.1 has no full-text search")
    assert engine_checks()[0].outcome == "failed"


def test_a_damaged_model_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "multilingual-e5-small"
    shutil.copytree(resource_path(*BUNDLED_MODEL), folder)
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(program_checks, "resource_path", lambda *_parts: folder)
    check = model_checks()[0]
    assert (check.outcome, check.remedy) == ("warning", "Reinstall VaultDesk.")
    assert "damaged" in check.finding


def test_a_missing_pdf_library_is_a_warning_with_the_install_command() -> None:
    check = pdf_checks("no_such_library_at_all")[0]
    assert (check.outcome, check.command) == ("warning", "pip install pypdfium2")


def test_a_missing_index_is_not_an_error(tmp_path: Path) -> None:
    check = index_checks(tmp_path / "index.sqlite", unexpected_count)[0]
    assert (check.outcome, check.finding) == ("ok", "Not created yet; this happens when the vault is opened.")


async def test_an_intact_index_is_reported_with_its_number_of_notes(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    check = index_checks(file, lambda: 3)[0]
    assert check.outcome == "ok"
    assert check.finding.startswith("3 notes, ")
    assert check.finding.endswith("No errors were found.")


async def test_an_open_index_with_another_number_of_notes_than_the_folder_is_a_warning(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    check = index_checks(file, lambda: 5, is_open=True)[0]
    assert (check.outcome, check.action) == ("warning", "index")
    assert "the folder has 5" in check.finding
    assert index_checks(file, lambda: None, is_open=True)[0].outcome == "ok"


async def test_a_damaged_index_is_a_failure_with_the_rebuild_command(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    with file.open("r+b") as opened:
        opened.seek(200)
        opened.write(b"\xff" * 8_000)
    check = index_checks(file, unexpected_count)[0]
    assert (check.outcome, check.action, check.command) == ("failed", "index", "vaultdesk index --rebuild")


async def test_an_index_of_another_version_is_not_an_error(tmp_path: Path) -> None:
    file = await index_of(tmp_path)
    file.with_name(file.name + "-seal").unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert index_checks(file, unexpected_count)[0].outcome == "ok"

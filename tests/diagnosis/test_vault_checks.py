"""Tests of diagnosis/vault_checks.py."""

import os
from itertools import count
from pathlib import Path

import pytest

from tests.diagnosis.subjects import by_id
from tests.support.vaults import write_vault
from vaultdesk.diagnosis.check import CheckResult
from vaultdesk.diagnosis.storage import StorageInfo, SyncProgram
from vaultdesk.diagnosis.vault_checks import VaultProbes, VaultSurvey, survey_vault, vault_checks, watch_check

# The survey counts files by their names alone, and hidden folders only as far as they are watched.


def write_files(folder: Path, *files: str) -> Path:
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("text", encoding="utf-8")
    return folder


def test_the_survey_counts_notes_of_the_index_and_folders_of_the_watcher(tmp_path: Path) -> None:
    vault = write_files(
        tmp_path / "v", "A.md", "B/C.MD", "B/D/E.md", "B/picture.png", ".obsidian/plugins/x.md", ".git/y"
    )
    survey = survey_vault(vault)
    assert (survey.notes, survey.folders) == (3, 6)
    assert (survey.is_complete, survey.links, survey.lookalikes, survey.conflicts, survey.unreadable) == (
        True,
        0,
        0,
        0,
        0,
    )


def test_conflict_copies_count_as_notes(tmp_path: Path) -> None:
    vault = write_files(tmp_path / "v", "Plan.md", "Plan.sync-conflict-20260101-101010-ABCDEFG.md")
    survey = survey_vault(vault)
    assert (survey.notes, survey.conflicts) == (2, 1)


def test_lookalikes_are_similar_names_in_one_folder(tmp_path: Path) -> None:
    vault = write_files(tmp_path / "v", "Plan.md", "plan.md", "B/PLAN.md", "Caf\u00e9.md", "Cafe\u0301.md")
    if len(list(vault.iterdir())) < 5:
        pytest.skip("this disk does not distinguish these names")
    assert survey_vault(vault).lookalikes == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows needs a privilege for symbolic links")
def test_links_are_counted_and_not_followed(tmp_path: Path) -> None:
    outside = write_files(tmp_path / "outside", "Secret.md")
    vault = write_files(tmp_path / "v", "A.md", "B/C.md")
    (vault / "within").symlink_to(vault / "B")
    (vault / "out").symlink_to(outside)
    (vault / "nowhere").symlink_to(vault / "missing")
    (vault / "up").symlink_to(tmp_path)
    survey = survey_vault(vault)
    assert (survey.links, survey.outside, survey.notes, survey.folders) == (4, 2, 2, 2)


def test_placeholders_of_notes_that_are_not_downloaded_are_counted(tmp_path: Path) -> None:
    for name in ("a.md", ".b.md.icloud", ".picture.png.icloud", ".hidden/.c.md.icloud"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert survey_vault(tmp_path).placeholders == 1


def test_a_survey_that_exceeds_its_time_limit_is_incomplete(tmp_path: Path) -> None:
    vault = tmp_path / "v"
    for number in range(200):
        (vault / str(number)).mkdir(parents=True)
    seconds = count()
    survey = survey_vault(vault, 0.5, lambda: float(next(seconds)))
    assert not survey.is_complete
    assert 0 < survey.folders < 201


def test_the_survey_of_a_missing_folder_raises_file_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        survey_vault(tmp_path / "missing")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions are not enforced for this user")
def test_a_folder_without_read_permission_is_counted(tmp_path: Path) -> None:
    vault = write_files(tmp_path / "v", "A.md", "B/C.md")
    (vault / "B").chmod(0)
    try:
        assert survey_vault(vault).unreadable == 1
    finally:
        (vault / "B").chmod(0o700)


# Vault checks write nothing into the vault and name no note.

LOCAL_DISK = StorageInfo("ext4", "disk")


def limits(folder: Path, watches: int) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "max_user_watches").write_text(f"{watches}\n", encoding="ascii")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault")


def checks(
    root: Path, survey: VaultSurvey | None = None, disk: StorageInfo = LOCAL_DISK, *programs: SyncProgram
) -> dict[str, CheckResult]:
    """Return the checks of *root* with this survey, disk and these sync programs."""
    vault_survey = survey or VaultSurvey(folders=3, notes=5, case_sensitive=True)
    inotify = limits(root.parent / "inotify", 200_000)
    return by_id(
        vault_checks(
            root, VaultProbes(lambda _: disk, lambda _: vault_survey, lambda _: programs, lambda _: True, inotify)
        )
    )


def test_the_checks_of_a_real_vault_pass_and_leave_it_unchanged(root: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in (root, *root.rglob("*"))}
    results = by_id(
        vault_checks(root, VaultProbes(sync_programs=lambda _: (), inotify=limits(root.parent / "i", 200_000)))
    )
    notes = len(list(root.rglob("*.md")))
    assert results["vault"].finding.startswith(f"{root}: {notes} notes in ")
    assert {check.outcome for check in results.values() if check.id != "vault-disk"} == {"ok"}
    assert {file: file.stat().st_mtime_ns for file in (root, *root.rglob("*"))} == before


def test_the_checks_contain_no_name_of_a_note(root: Path) -> None:
    (root / "Divorce.md").write_text("x", encoding="utf-8")
    (root / "divorce.md").write_text("x", encoding="utf-8")
    text = " ".join(f"{check.finding} {check.remedy}" for check in vault_checks(root))
    assert "ivorce" not in text


def test_settings_of_obsidian_that_cannot_be_read_are_a_warning(root: Path) -> None:
    no_settings = checks(root, VaultSurvey(), LOCAL_DISK)["vault-obsidian"]
    (root / ".obsidian").mkdir(exist_ok=True)
    file = root / ".obsidian" / "app.json"
    file.write_text('{"trashOption": "local"}', encoding="utf-8")
    valid = checks(root, VaultSurvey(), LOCAL_DISK)["vault-obsidian"]
    file.write_text('{"trashOption": "burn", "userIgnoreFilters": ["/[/"]}', encoding="utf-8")
    invalid = checks(root, VaultSurvey(), LOCAL_DISK)["vault-obsidian"]
    assert [check.outcome for check in (no_settings, valid, invalid)] == ["ok", "ok", "warning"]
    assert invalid.finding == (
        "Obsidian's setting trashOption has an unknown value; its default is used. "
        "Obsidian's excluded files: the pattern /[/ cannot be read and is left out."
    )
    assert "in Obsidian" in invalid.remedy


def test_a_missing_vault_is_one_failure(tmp_path: Path) -> None:
    results = vault_checks(tmp_path / "gone")
    assert [(check.id, check.outcome) for check in results] == [("vault", "failed")]


@pytest.mark.parametrize("read_only", ["disk", "rights"])
def test_a_read_only_vault_is_a_warning(read_only: str, root: Path) -> None:
    disk = StorageInfo("ext4", "disk", read_only=read_only == "disk")
    results = by_id(vault_checks(root, VaultProbes(lambda _: disk, writable=lambda _: read_only != "rights")))
    assert results["vault"].outcome == "warning"
    assert "nothing in it may be changed" in results["vault"].finding


@pytest.mark.parametrize(
    ("disk", "outcome", "word"),
    [
        (LOCAL_DISK, "ok", "ext4"),
        (StorageInfo("cifs", "network"), "warning", "network drive (cifs)"),
        (StorageInfo("exfat", "fat"), "warning", "times to two seconds"),
        (StorageInfo("tmpfs", "memory"), "warning", "switched off"),
        (StorageInfo("9p", "shared"), "ok", "of the host computer"),
        (StorageInfo("fuse.gocryptfs", "fuse"), "ok", "another program"),
        (StorageInfo("", "unknown"), "ok", " free."),
    ],
)
def test_each_kind_of_disk_has_its_outcome_and_finding(disk: StorageInfo, outcome: str, word: str, root: Path) -> None:
    check = checks(root, None, disk)["vault-disk"]
    assert check.outcome == outcome
    assert word in check.finding
    assert bool(check.remedy) == (outcome != "ok")


@pytest.mark.parametrize(
    ("survey", "disk", "outcome", "word"),
    [
        (VaultSurvey(case_sensitive=True), LOCAL_DISK, "ok", "Names are case-sensitive"),
        (VaultSurvey(case_sensitive=False), LOCAL_DISK, "ok", "not case-sensitive"),
        (VaultSurvey(), StorageInfo("vfat", "fat"), "ok", "not case-sensitive"),
        (VaultSurvey(), LOCAL_DISK, "ok", "Case sensitivity could not"),
        (VaultSurvey(case_sensitive=True, lookalikes=2), LOCAL_DISK, "warning", "accents: 2."),
    ],
)
def test_case_sensitivity_is_reported(
    survey: VaultSurvey, disk: StorageInfo, outcome: str, word: str, root: Path
) -> None:
    check = checks(root, survey, disk)["vault-case"]
    assert check.outcome == outcome
    assert word in check.finding


def test_only_links_out_of_the_vault_are_a_warning(root: Path) -> None:
    assert checks(root)["vault-links"].finding == "The vault contains no symbolic links."
    assert checks(root, VaultSurvey(links=2))["vault-links"].outcome == "ok"
    assert checks(root, VaultSurvey(links=2, outside=1))["vault-links"].outcome == "warning"


@pytest.mark.parametrize(
    ("survey", "programs", "outcome", "word"),
    [
        (VaultSurvey(), (), "ok", "No sync program"),
        (VaultSurvey(), (SyncProgram("Syncthing"),), "ok", "conflict copy"),
        (VaultSurvey(), (SyncProgram("iCloud", on_demand=True),), "warning", "offline"),
        (VaultSurvey(placeholders=2), (SyncProgram("iCloud", on_demand=True),), "warning", "not on this computer: 2."),
        (VaultSurvey(conflicts=3), (), "warning", "notes: 3."),
        (VaultSurvey(conflicts=3), (SyncProgram("Syncthing"),), "warning", "Syncthing synchronizes"),
        (VaultSurvey(), (SyncProgram("Dropbox"), SyncProgram("Syncthing")), "warning", "Dropbox, Syncthing"),
    ],
)
def test_sync_programs_and_conflict_copies_are_reported(
    survey: VaultSurvey, programs: tuple[SyncProgram, ...], outcome: str, word: str, root: Path
) -> None:
    check = checks(root, survey, LOCAL_DISK, *programs)["vault-sync"]
    assert check.outcome == outcome
    assert word in check.finding


def test_a_low_watch_limit_is_a_warning_with_the_command_that_raises_it(tmp_path: Path) -> None:
    check = watch_check(300, LOCAL_DISK, limits(tmp_path, 400))
    assert check.outcome == "warning"
    assert "400 folders" in check.finding
    assert check.command.startswith("echo fs.inotify.max_user_watches=")


@pytest.mark.parametrize(
    ("folders", "watches", "outcome"), [(300, 8_192, "ok"), (9_000, 16_000, "warning"), (0, 10, "warning")]
)
def test_the_watch_limit_is_compared_with_the_number_of_folders(
    folders: int, watches: int, outcome: str, tmp_path: Path
) -> None:
    assert watch_check(folders, LOCAL_DISK, limits(tmp_path, watches)).outcome == outcome


def test_an_unknown_watch_limit_is_not_a_warning(tmp_path: Path) -> None:
    assert watch_check(5, LOCAL_DISK, tmp_path / "none").outcome == "ok"
    (tmp_path / "max_user_watches").write_text("many", encoding="ascii")
    assert watch_check(5, LOCAL_DISK, tmp_path).outcome == "ok"


def test_a_network_drive_is_a_warning_about_delayed_changes(tmp_path: Path) -> None:
    check = watch_check(5, StorageInfo("nfs4", "network"), limits(tmp_path, 200_000))
    assert check.outcome == "warning"
    assert "every minute" in check.finding

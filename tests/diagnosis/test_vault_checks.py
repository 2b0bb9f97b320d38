"""Tests of diagnosis/vault_checks.py."""

import os
from itertools import count
from pathlib import Path

import pytest

from tests.diagnosis.subjects import named
from tests.support.vaults import write_vault
from vaultdesk.diagnosis.check import CheckResult
from vaultdesk.diagnosis.storage import StorageInfo, SyncProgram
from vaultdesk.diagnosis.vault_checks import VaultProbes, VaultSurvey, survey_vault, vault_checks, watch_check

# Survey: a vault counted by its names alone, hidden folders only as far as they must be watched.


def vault_of(folder: Path, *files: str) -> Path:
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("text", encoding="utf-8")
    return folder


def test_notes_and_folders_are_counted_as_the_index_and_the_watcher_see_them(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "A.md", "B/C.MD", "B/D/E.md", "B/picture.png", ".obsidian/plugins/x.md", ".git/y")
    found = survey_vault(vault)
    assert (found.notes, found.folders) == (3, 6)
    assert (found.is_complete, found.links, found.lookalikes, found.conflicts, found.unreadable) == (True, 0, 0, 0, 0)


def test_conflict_copies_are_counted_among_the_notes(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "Plan.md", "Plan.sync-conflict-20260101-101010-ABCDEFG.md")
    found = survey_vault(vault)
    assert (found.notes, found.conflicts) == (2, 1)


def test_twins_are_names_beside_each_other_and_not_in_other_folders(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "Plan.md", "plan.md", "B/PLAN.md", "Caf\u00e9.md", "Cafe\u0301.md")
    if len(list(vault.iterdir())) < 5:
        pytest.skip("this disk does not tell them apart itself")
    assert survey_vault(vault).lookalikes == 2


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_links_are_counted_and_not_followed(tmp_path: Path) -> None:
    outside = vault_of(tmp_path / "outside", "Secret.md")
    vault = vault_of(tmp_path / "v", "A.md", "B/C.md")
    (vault / "within").symlink_to(vault / "B")
    (vault / "out").symlink_to(outside)
    (vault / "nowhere").symlink_to(vault / "missing")
    (vault / "up").symlink_to(tmp_path)
    found = survey_vault(vault)
    assert (found.links, found.outside, found.notes, found.folders) == (4, 2, 2, 2)


def test_notes_that_only_a_sync_service_has_are_counted(tmp_path: Path) -> None:
    for name in ("a.md", ".b.md.icloud", ".picture.png.icloud", ".hidden/.c.md.icloud"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert survey_vault(tmp_path).placeholders == 1


def test_a_survey_that_takes_too_long_is_a_part_of_the_picture(tmp_path: Path) -> None:
    vault = tmp_path / "v"
    for number in range(200):
        (vault / str(number)).mkdir(parents=True)
    seconds = count()
    found = survey_vault(vault, 0.5, lambda: float(next(seconds)))
    assert not found.is_complete
    assert 0 < found.folders < 201


def test_a_folder_that_is_not_there_is_no_survey(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        survey_vault(tmp_path / "missing")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nobody is refused there")
def test_a_folder_that_may_not_be_listed_is_counted(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "A.md", "B/C.md")
    (vault / "B").chmod(0)
    try:
        assert survey_vault(vault).unreadable == 1
    finally:
        (vault / "B").chmod(0o700)


# Vault checks: the folder of notes as it is, with nothing written into it and no note named.

HERE = StorageInfo("ext4", "disk")


def limits(folder: Path, watches: int) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "max_user_watches").write_text(f"{watches}\n", encoding="ascii")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault")


def checks(
    root: Path, seen: VaultSurvey | None = None, disk: StorageInfo = HERE, *programs: SyncProgram
) -> dict[str, CheckResult]:
    """What is said of *root* where it is like that."""
    found = seen or VaultSurvey(folders=3, notes=5, case_sensitive=True)
    inotify = limits(root.parent / "inotify", 200_000)
    return named(
        vault_checks(root, VaultProbes(lambda _: disk, lambda _: found, lambda _: programs, lambda _: True, inotify))
    )


def test_a_real_vault_is_well_and_stays_as_it_was(root: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in (root, *root.rglob("*"))}
    found = named(
        vault_checks(root, VaultProbes(sync_programs=lambda _: (), inotify=limits(root.parent / "i", 200_000)))
    )
    notes = len(list(root.rglob("*.md")))
    assert found["vault"].finding.startswith(f"{root}: {notes} notes in ")
    assert {check.outcome for check in found.values() if check.id != "vault-disk"} == {"ok"}
    assert {file: file.stat().st_mtime_ns for file in (root, *root.rglob("*"))} == before


def test_no_note_is_named(root: Path) -> None:
    (root / "Divorce.md").write_text("x", encoding="utf-8")
    (root / "divorce.md").write_text("x", encoding="utf-8")
    text = " ".join(f"{check.finding} {check.remedy}" for check in vault_checks(root))
    assert "ivorce" not in text


def test_a_vault_that_is_gone_is_one_failure(tmp_path: Path) -> None:
    found = vault_checks(tmp_path / "gone")
    assert [(check.id, check.outcome) for check in found] == [("vault", "failed")]


@pytest.mark.parametrize("read_only", ["disk", "rights"])
def test_a_vault_that_may_not_be_written_is_told(read_only: str, root: Path) -> None:
    disk = StorageInfo("ext4", "disk", read_only=read_only == "disk")
    found = named(vault_checks(root, VaultProbes(lambda _: disk, writable=lambda _: read_only != "rights")))
    assert found["vault"].outcome == "warning"
    assert "nothing in it may be changed" in found["vault"].finding


@pytest.mark.parametrize(
    ("disk", "outcome", "word"),
    [
        (HERE, "ok", "ext4"),
        (StorageInfo("cifs", "network"), "warning", "network drive (cifs)"),
        (StorageInfo("exfat", "fat"), "warning", "times to two seconds"),
        (StorageInfo("tmpfs", "memory"), "warning", "switched off"),
        (StorageInfo("9p", "shared"), "ok", "of the host computer"),
        (StorageInfo("fuse.gocryptfs", "fuse"), "ok", "another program"),
        (StorageInfo("", "unknown"), "ok", " free."),
    ],
)
def test_each_kind_of_disk_says_what_it_means(disk: StorageInfo, outcome: str, word: str, root: Path) -> None:
    check = checks(root, None, disk)["vault-disk"]
    assert check.outcome == outcome
    assert word in check.finding
    assert bool(check.remedy) == (outcome != "ok")


@pytest.mark.parametrize(
    ("seen", "disk", "outcome", "word"),
    [
        (VaultSurvey(case_sensitive=True), HERE, "ok", "Names are case-sensitive"),
        (VaultSurvey(case_sensitive=False), HERE, "ok", "not case-sensitive"),
        (VaultSurvey(), StorageInfo("vfat", "fat"), "ok", "not case-sensitive"),
        (VaultSurvey(), HERE, "ok", "Case sensitivity could not"),
        (VaultSurvey(case_sensitive=True, lookalikes=2), HERE, "warning", "accents: 2."),
    ],
)
def test_upper_and_lower_case(seen: VaultSurvey, disk: StorageInfo, outcome: str, word: str, root: Path) -> None:
    check = checks(root, seen, disk)["vault-case"]
    assert check.outcome == outcome
    assert word in check.finding


def test_links_out_of_the_vault_are_a_warning_and_others_are_not(root: Path) -> None:
    assert checks(root)["vault-links"].finding == "The vault contains no symbolic links."
    assert checks(root, VaultSurvey(links=2))["vault-links"].outcome == "ok"
    assert checks(root, VaultSurvey(links=2, outside=1))["vault-links"].outcome == "warning"


@pytest.mark.parametrize(
    ("seen", "programs", "outcome", "word"),
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
def test_sync_folders(
    seen: VaultSurvey, programs: tuple[SyncProgram, ...], outcome: str, word: str, root: Path
) -> None:
    check = checks(root, seen, HERE, *programs)["vault-sync"]
    assert check.outcome == outcome
    assert word in check.finding


def test_a_small_limit_of_watches_names_the_command_that_raises_it(tmp_path: Path) -> None:
    check = watch_check(300, HERE, limits(tmp_path, 400))
    assert check.outcome == "warning"
    assert "400 folders" in check.finding
    assert check.command.startswith("echo fs.inotify.max_user_watches=")


@pytest.mark.parametrize(
    ("folders", "watches", "outcome"), [(300, 8_192, "ok"), (9_000, 16_000, "warning"), (0, 10, "warning")]
)
def test_the_limit_is_held_beside_the_folders(folders: int, watches: int, outcome: str, tmp_path: Path) -> None:
    assert watch_check(folders, HERE, limits(tmp_path, watches)).outcome == outcome


def test_without_a_known_limit_nothing_is_wrong(tmp_path: Path) -> None:
    assert watch_check(5, HERE, tmp_path / "none").outcome == "ok"
    (tmp_path / "max_user_watches").write_text("many", encoding="ascii")
    assert watch_check(5, HERE, tmp_path).outcome == "ok"


def test_on_a_network_drive_changes_come_later(tmp_path: Path) -> None:
    check = watch_check(5, StorageInfo("nfs4", "network"), limits(tmp_path, 200_000))
    assert check.outcome == "warning"
    assert "every minute" in check.finding

"""Vault checks: the folder of notes as it is, with nothing written into it and no note named."""

from pathlib import Path

import pytest

from tests.diagnosis.subjects import named
from tests.support.vaults import write_vault
from vaultdesk.diagnosis.check import Check
from vaultdesk.diagnosis.disk import Disk
from vaultdesk.diagnosis.survey import Survey
from vaultdesk.diagnosis.sync_folder import SyncProgram
from vaultdesk.diagnosis.vault_checks import Means, vault_checks, watching

HERE = Disk("ext4", "disk")


def limits(folder: Path, watches: int) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "max_user_watches").write_text(f"{watches}\n", encoding="ascii")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault")


def checks(root: Path, seen: Survey | None = None, disk: Disk = HERE, *programs: SyncProgram) -> dict[str, Check]:
    """What is said of *root* where it is like that."""
    found = seen or Survey(folders=3, notes=5, case=True)
    inotify = limits(root.parent / "inotify", 200_000)
    return named(
        vault_checks(root, Means(lambda _: disk, lambda _: found, lambda _: programs, lambda _: True, inotify))
    )


def test_a_real_vault_is_well_and_stays_as_it_was(root: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in (root, *root.rglob("*"))}
    found = named(vault_checks(root, Means(syncing=lambda _: (), inotify=limits(root.parent / "i", 200_000))))
    notes = len(list(root.rglob("*.md")))
    assert found["vault"].finding.startswith(f"{root}: {notes} notes in ")
    assert {check.outcome for check in found.values() if check.id != "vault-disk"} == {"ok"}
    assert {file: file.stat().st_mtime_ns for file in (root, *root.rglob("*"))} == before


def test_no_note_is_named(root: Path) -> None:
    (root / "Divorce.md").write_text("x", encoding="utf-8")
    (root / "divorce.md").write_text("x", encoding="utf-8")
    told = " ".join(f"{check.finding} {check.remedy}" for check in vault_checks(root))
    assert "ivorce" not in told


def test_a_vault_that_is_gone_is_one_failure(tmp_path: Path) -> None:
    found = vault_checks(tmp_path / "gone")
    assert [(check.id, check.outcome) for check in found] == [("vault", "failed")]


@pytest.mark.parametrize("read_only", ["disk", "rights"])
def test_a_vault_that_may_not_be_written_is_told(read_only: str, root: Path) -> None:
    disk = Disk("ext4", "disk", read_only=read_only == "disk")
    found = named(vault_checks(root, Means(lambda _: disk, writable=lambda _: read_only != "rights")))
    assert found["vault"].outcome == "warning"
    assert "nothing in it may be changed" in found["vault"].finding


@pytest.mark.parametrize(
    ("disk", "outcome", "word"),
    [
        (HERE, "ok", "ext4"),
        (Disk("cifs", "network"), "warning", "network drive (cifs)"),
        (Disk("exfat", "fat"), "warning", "times to two seconds"),
        (Disk("tmpfs", "memory"), "warning", "switched off"),
        (Disk("9p", "shared"), "ok", "around this one"),
        (Disk("fuse.gocryptfs", "fuse"), "ok", "another program"),
        (Disk("", "unknown"), "ok", " free."),
    ],
)
def test_each_kind_of_disk_says_what_it_means(disk: Disk, outcome: str, word: str, root: Path) -> None:
    check = checks(root, None, disk)["vault-disk"]
    assert check.outcome == outcome
    assert word in check.finding
    assert bool(check.remedy) == (outcome != "ok")


@pytest.mark.parametrize(
    ("seen", "disk", "outcome", "word"),
    [
        (Survey(case=True), HERE, "ok", "They are told apart"),
        (Survey(case=False), HERE, "ok", "not told apart"),
        (Survey(), Disk("vfat", "fat"), "ok", "not told apart"),
        (Survey(), HERE, "ok", "No name here tells"),
        (Survey(case=True, twins=2), HERE, "warning", "accents: 2."),
    ],
)
def test_upper_and_lower_case(seen: Survey, disk: Disk, outcome: str, word: str, root: Path) -> None:
    check = checks(root, seen, disk)["vault-case"]
    assert check.outcome == outcome
    assert word in check.finding


def test_links_out_of_the_vault_are_a_warning_and_others_are_not(root: Path) -> None:
    assert checks(root)["vault-links"].finding == "There are none in the vault."
    assert checks(root, Survey(links=2))["vault-links"].outcome == "ok"
    assert checks(root, Survey(links=2, outside=1))["vault-links"].outcome == "warning"


@pytest.mark.parametrize(
    ("seen", "programs", "outcome", "word"),
    [
        (Survey(), (), "ok", "No sync program"),
        (Survey(), (SyncProgram("Syncthing"),), "ok", "conflict copy"),
        (Survey(), (SyncProgram("iCloud", on_demand=True),), "warning", "offline"),
        (Survey(conflicts=3), (), "warning", "notes: 3."),
        (Survey(conflicts=3), (SyncProgram("Syncthing"),), "warning", "Syncthing keeps"),
        (Survey(), (SyncProgram("Dropbox"), SyncProgram("Syncthing")), "warning", "Dropbox, Syncthing"),
    ],
)
def test_sync_folders(seen: Survey, programs: tuple[SyncProgram, ...], outcome: str, word: str, root: Path) -> None:
    check = checks(root, seen, HERE, *programs)["vault-sync"]
    assert check.outcome == outcome
    assert word in check.finding


def test_a_small_limit_of_watches_names_the_command_that_raises_it(tmp_path: Path) -> None:
    check = watching(300, HERE, limits(tmp_path, 400))
    assert check.outcome == "warning"
    assert "400 folders" in check.finding
    assert check.command.startswith("echo fs.inotify.max_user_watches=")


@pytest.mark.parametrize(
    ("folders", "watches", "outcome"), [(300, 8_192, "ok"), (9_000, 16_000, "warning"), (0, 10, "warning")]
)
def test_the_limit_is_held_beside_the_folders(folders: int, watches: int, outcome: str, tmp_path: Path) -> None:
    assert watching(folders, HERE, limits(tmp_path, watches)).outcome == outcome


def test_without_a_known_limit_nothing_is_wrong(tmp_path: Path) -> None:
    assert watching(5, HERE, tmp_path / "none").outcome == "ok"
    (tmp_path / "max_user_watches").write_text("many", encoding="ascii")
    assert watching(5, HERE, tmp_path).outcome == "ok"


def test_on_a_network_drive_changes_come_later(tmp_path: Path) -> None:
    check = watching(5, Disk("nfs4", "network"), limits(tmp_path, 200_000))
    assert check.outcome == "warning"
    assert "each minute" in check.finding

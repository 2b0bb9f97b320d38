"""Checks of the vault folder: file system, sync programs, links that leave it, and file watching."""

import os
import platform
import stat
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from vaultdesk.core.errors import OutsideVault
from vaultdesk.core.phrases import Number, Phrase, Sentences
from vaultdesk.diagnosis.check import CheckResult, CheckTopic, failed_check, limited_check, passed_check
from vaultdesk.diagnosis.program_checks import LOW_DISK_BYTES, MIN_DISK_BYTES
from vaultdesk.diagnosis.storage import (
    StorageInfo,
    SyncProgram,
    is_case_sensitive,
    storage_info_of,
    storage_size_text,
    sync_programs,
)
from vaultdesk.vault.disk.vault_listing import conflict_original, is_placeholder, stub_target
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, path_refusal, same_name_key
from vaultdesk.vault.obsidian.vault_config import VaultConfig, read_vault_config

# The survey has a time limit: on a slow drive its result is partial, and is reported as such.

SURVEY_SECONDS = 8.0
"""Time limit in seconds; 14,000 notes take a quarter of a second."""

FOLDERS_PER_CLOCK_CHECK = 64
"""Number of folders between two checks of the time."""


class VaultSurvey(Struct):
    """The result of the survey."""

    folders: int = 0
    """All folders, including hidden ones: each needs a watch of the system."""
    notes: int = 0
    """The notes that are searched: no hidden ones."""
    links: int = 0
    """Symbolic links and junctions."""
    outside: int = 0
    """Links that lead out of the vault."""
    lookalikes: int = 0
    """Names that differ from another one in the same folder only in case or Unicode normalization."""
    conflicts: int = 0
    """Conflict copies of sync programs among the notes."""
    placeholders: int = 0
    """Notes whose content is stored elsewhere by a sync service."""
    unreadable: int = 0
    """Folders that cannot be listed."""
    left_out: int = 0
    """Visible files and folders that are left out because of their names."""
    case_sensitive: bool | None = None
    """Whether names are case-sensitive; None if unknown."""
    is_complete: bool = True
    """Whether everything was visited in time."""


def survey_vault(
    root: Path, seconds: float = SURVEY_SECONDS, clock: Callable[[], float] = time.monotonic
) -> VaultSurvey:
    """Survey the folder *root* for at most *seconds*. Raises `OSError` if it cannot be listed itself."""
    survey, deadline = VaultSurvey(), clock() + seconds
    real_root = os.path.realpath(root)
    pending: list[tuple[str, bool]] = [("", False)]
    while pending:
        prefix, hidden = pending.pop()
        survey.folders += 1
        if survey.folders % FOLDERS_PER_CLOCK_CHECK == 0 and clock() > deadline:
            survey.is_complete = False
            break
        try:
            names, subfolders = _survey_folder(real_root, prefix, survey, hidden=hidden)
        except OSError:
            if not prefix:
                raise
            survey.unreadable += 1
            continue
        pending.extend(subfolders)
        if survey.case_sensitive is None:
            survey.case_sensitive = is_case_sensitive(Path(real_root, prefix), names)
    return survey


def _survey_folder(
    root: str, prefix: str, survey: VaultSurvey, *, hidden: bool
) -> tuple[list[str], list[tuple[str, bool]]]:
    """Add one folder to the survey; return its names, and its subfolders with whether they are hidden."""
    names: list[str] = []
    subfolders: list[tuple[str, bool]] = []
    with os.scandir(Path(root, prefix)) as entries:
        for entry in entries:
            names.append(entry.name)
            is_hidden = hidden or (entry.name[0] == "." and entry.name[:2] != "..")
            if entry.is_symlink() or _is_junction(entry):
                survey.links += 1
                survey.outside += _points_outside(root, entry.path)
                continue
            if not is_hidden and path_refusal(f"{prefix}{entry.name}"):
                survey.left_out += 1
            if entry.is_dir(follow_symlinks=False):
                subfolders.append((f"{prefix}{entry.name}/", is_hidden))
            elif not is_hidden and entry.name.lower().endswith(NOTE_SUFFIX):
                _count_note(f"{prefix}{entry.name}", survey)
                survey.placeholders += is_placeholder(entry.stat(follow_symlinks=False))
            elif not hidden and stub_target(entry.name).lower().endswith(NOTE_SUFFIX):
                survey.placeholders += 1
    if not hidden:
        survey.lookalikes += len(names) - len({same_name_key(name) for name in names})
    return names, subfolders


def _count_note(text: str, survey: VaultSurvey) -> None:
    try:
        path = NotePath(text)
    except OutsideVault:
        return  # A name that the program ignores.
    survey.notes += 1
    survey.conflicts += conflict_original(path) is not None


def _points_outside(root: str, link: str) -> bool:
    target = os.path.realpath(link)
    return target != root and not target.startswith(root.rstrip(os.sep) + os.sep)


def _is_junction(entry: "os.DirEntry[str]") -> bool:
    mount_point = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    if mount_point is None:
        return False
    return bool(getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) == mount_point)


# The checks write nothing into the vault, and neither read nor name a note.

VAULT = CheckTopic("Vault", id="vault", group="vault")
VAULT_DISK = CheckTopic("Disk with the vault", id="vault-disk", group="vault")
CASE = CheckTopic("Upper and lower case", id="vault-case", group="vault")
LINKS = CheckTopic("Symbolic links", id="vault-links", group="vault")
SYNC = CheckTopic("Sync folder", id="vault-sync", group="vault")
OBSIDIAN = CheckTopic("Settings of Obsidian", id="vault-obsidian", group="vault")
WATCHING = CheckTopic("Change detection", id="watching", group="vault")

MIN_WATCHES = 8_192
"""Number of inotify watches below which a vault with many folders is not watched completely (vaultdesk/vault/README.md,
"Watching").
"""

ADVISED_WATCHES = 524_288
"""The value set by the remedy: half a gigabyte of kernel memory if all were used; a vault uses a small part."""

INOTIFY = Path("/proc/sys/fs/inotify")
"""Limits of Linux on the number of folders that the programs of a user may watch."""


class VaultProbes(Struct, frozen=True):
    """Functions that examine the vault; tests replace them."""

    disk: Callable[[Path], StorageInfo] = storage_info_of
    survey: Callable[[Path], VaultSurvey] = survey_vault
    sync_programs: Callable[[Path], tuple[SyncProgram, ...]] = sync_programs
    writable: Callable[[Path], bool] = field(default=lambda folder: os.access(folder, os.W_OK))
    inotify: Path = INOTIFY


DEFAULT_VAULT_PROBES = VaultProbes()


def vault_checks(root: Path, probes: VaultProbes = DEFAULT_VAULT_PROBES) -> list[CheckResult]:
    """Return the checks of the vault at *root*. Takes as long as listing every folder."""
    try:
        survey = probes.survey(root)
    except OSError as error:
        why = error.strerror or str(error)
        return [
            failed_check(
                VAULT,
                Phrase("{0} cannot be listed: {1}.", root, why),
                Phrase("Check that it still exists and may be read."),
            )
        ]
    disk, programs = probes.disk(root), probes.sync_programs(root)
    return [
        _vault_check(root, survey, disk, probes),
        _disk_check(root, disk),
        _case_check(survey, disk),
        _links_check(survey),
        _sync_check(survey, programs),
        _obsidian_check(read_vault_config(root)),
        watch_check(survey.folders, disk, probes.inotify),
    ]


def watch_check(folders: int = 0, disk: StorageInfo | None = None, inotify: Path = INOTIFY) -> CheckResult:
    """Return whether changes that other programs make to *folders* folders are reported immediately."""
    if disk is not None and disk.storage_kind in ("network", "shared"):
        return limited_check(
            WATCHING,
            Phrase(
                "A network drive ({0}) does not report changes made on other computers: the folder is compared "
                "every minute, and whenever you return to the window.",
                disk.file_system or platform.system(),
            ),
            Phrase("No action is required. To see changes within a second, keep the vault on this computer."),
        )
    try:
        limit = int((inotify / "max_user_watches").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return passed_check(WATCHING, Phrase("The system sets no known limit."))
    if limit < MIN_WATCHES or limit < 2 * folders:
        return limited_check(
            WATCHING,
            Phrase(
                "Only {0} folders can be watched by all programs together; the vault has {1}.",
                Number(limit),
                Number(folders),
            )
            if folders
            else Phrase("Only {0} folders can be watched.", Number(limit)),
            Phrase(
                "Raise fs.inotify.max_user_watches. Until then the folder is compared every minute, and whenever "
                "you return to the window."
            ),
            command=_raise_limit(),
        )
    if folders:
        return passed_check(
            WATCHING, Phrase("{0} folders can be watched; the vault has {1}.", Number(limit), Number(folders))
        )
    return passed_check(WATCHING, Phrase("{0} folders can be watched.", Number(limit)))


def _raise_limit() -> str:
    line = f"fs.inotify.max_user_watches={ADVISED_WATCHES}"
    return f"echo {line} | sudo tee /etc/sysctl.d/60-vaultdesk.conf && sudo sysctl --system"


def _vault_check(root: Path, survey: VaultSurvey, disk: StorageInfo, probes: VaultProbes) -> CheckResult:
    if disk.read_only or not probes.writable(root):
        return limited_check(
            VAULT,
            Phrase("{0} can be read, but nothing in it may be changed.", root),
            Phrase("To change notes here, correct its permissions or mount it for writing."),
        )
    if survey.unreadable:
        return limited_check(
            VAULT,
            Phrase("{0}: folders that cannot be listed: {1}.", root, Number(survey.unreadable)),
            Phrase("Correct their permissions."),
        )
    if not survey.is_complete:
        return passed_check(
            VAULT, Phrase("{0}: more than {1} notes; not all were counted in time.", root, Number(survey.notes))
        )
    if survey.left_out:
        return limited_check(
            VAULT,
            Phrase(
                "{0}: {1} notes in {2} folders. Files and folders left out because of their names: {3}.",
                root,
                Number(survey.notes),
                Number(survey.folders),
                Number(survey.left_out),
            ),
            Phrase("`vaultdesk index` lists them with the reasons. Give them other names."),
        )
    return passed_check(
        VAULT, Phrase("{0}: {1} notes in {2} folders.", root, Number(survey.notes), Number(survey.folders))
    )


def _disk_check(root: Path, disk: StorageInfo) -> CheckResult:
    free = _free_bytes(root)
    free_text, kind = storage_size_text(free) if free is not None else "?", disk.file_system or platform.system()
    if free is not None and free < MIN_DISK_BYTES:
        return failed_check(
            VAULT_DISK,
            Phrase("The disk is full: {0} free.", free_text),
            Phrase("Free some space: no note can be saved."),
        )
    if free is not None and free < LOW_DISK_BYTES:
        return limited_check(
            VAULT_DISK, Phrase("Little space is left: {0} free.", free_text), Phrase("Free some space.")
        )
    match disk.storage_kind:
        case "network":
            return limited_check(
                VAULT_DISK,
                Phrase(
                    "A network drive ({0}), {1} free. Saving takes longer, and notes cannot be read while it is "
                    "disconnected.",
                    kind,
                    free_text,
                ),
                Phrase("No action is required. A synchronized folder on this computer is faster."),
            )
        case "shared":
            return passed_check(VAULT_DISK, Phrase("A folder of the host computer ({0}), {1} free.", kind, free_text))
        case "fat":
            return limited_check(
                VAULT_DISK,
                Phrase(
                    "A removable drive ({0}), {1} free. It stores times to two seconds and no permissions, and is "
                    "easily damaged if it is not ejected.",
                    kind,
                    free_text,
                ),
                Phrase("Keep a copy elsewhere, and eject it before you remove it."),
            )
        case "memory":
            return limited_check(
                VAULT_DISK,
                Phrase(
                    "A disk in memory ({0}), {1} free: notes are gone when the computer is switched off.",
                    kind,
                    free_text,
                ),
                Phrase("Move the vault to a disk."),
            )
        case "fuse":
            return passed_check(
                VAULT_DISK, Phrase("A file system of another program ({0}), {1} free.", kind, free_text)
            )
    return passed_check(VAULT_DISK, Phrase("{0}, {1} free.", kind, free_text))


def _free_bytes(root: Path) -> int | None:
    statvfs = getattr(os, "statvfs", None)
    if statvfs is None:
        return None
    status = statvfs(root)
    # A FUSE file system may not know its size.
    return int(status.f_bavail * status.f_frsize) if status.f_blocks else None


def _case_check(survey: VaultSurvey, disk: StorageInfo) -> CheckResult:
    if survey.lookalikes:
        return limited_check(
            CASE,
            Phrase(
                "Names that differ from another name in the same folder only in case or accents: {0}. On Windows, "
                "macOS and most phones only one of the two can exist.",
                Number(survey.lookalikes),
            ),
            Phrase("Rename one of each before you copy the vault there."),
        )
    is_sensitive = (
        survey.case_sensitive if survey.case_sensitive is not None else False if disk.storage_kind == "fat" else None
    )
    if is_sensitive is None:
        return passed_check(
            CASE,
            Phrase(
                "Case sensitivity could not be determined; VaultDesk never creates two names that differ only in case."
            ),
        )
    if is_sensitive:
        return passed_check(
            CASE, Phrase("Names are case-sensitive; VaultDesk never creates two names that differ only in case.")
        )
    return passed_check(CASE, Phrase("Names are not case-sensitive: Plan and plan are one note."))


def _links_check(survey: VaultSurvey) -> CheckResult:
    if survey.outside:
        return limited_check(
            LINKS,
            Phrase(
                "Symbolic links to targets outside the vault: {0}. VaultDesk does not follow them: their targets are "
                "not found, shown or changed.",
                Number(survey.outside),
            ),
            Phrase("Move files that belong to the notes into the vault."),
        )
    if survey.links:
        return passed_check(
            LINKS, Phrase("Symbolic links in the vault: {0}. VaultDesk does not follow them.", Number(survey.links))
        )
    return passed_check(LINKS, Phrase("The vault contains no symbolic links."))


def _obsidian_check(config: VaultConfig) -> CheckResult:
    if config.problems:
        return limited_check(
            OBSIDIAN,
            Sentences(*config.problems),
            Phrase("Set these values again in Obsidian, then reopen the vault in VaultDesk."),
        )
    if config.is_obsidian:
        return passed_check(OBSIDIAN, Phrase("The settings of Obsidian in this vault can be read."))
    return passed_check(OBSIDIAN, Phrase("Obsidian has not stored any settings in this vault."))


def _sync_check(survey: VaultSurvey, programs: tuple[SyncProgram, ...]) -> CheckResult:
    names = ", ".join(program.name for program in programs)
    if len(programs) > 1:
        return limited_check(
            SYNC,
            Phrase("Several programs synchronize this folder: {0}. They may overwrite each other's changes.", names),
            Phrase("Use only one of them for the vault."),
        )
    if survey.conflicts:
        return limited_check(
            SYNC,
            Phrase(
                "{0} synchronizes this folder. Conflict copies of notes: {1}.",
                names,
                Number(survey.conflicts),
            )
            if names
            else Phrase("Conflict copies of notes: {0}.", Number(survey.conflicts)),
            Phrase(
                "Two computers changed a note at the same time. The copies are marked in the file list: merge the "
                "two, then delete the copy."
            ),
        )
    if survey.placeholders:
        return limited_check(
            SYNC,
            Phrase(
                "Notes that are not on this computer: {0}. Until they are opened they are found only by their names.",
                Number(survey.placeholders),
            ),
            Phrase("In its settings choose to always keep this folder on this computer."),
        )
    if not programs:
        return passed_check(SYNC, Phrase("No sync program was found."))
    if programs[0].on_demand:
        return limited_check(
            SYNC,
            Phrase(
                "{0} synchronizes this folder. If it stores a note only online, VaultDesk has to wait for its "
                "download, and cannot read it offline.",
                names,
            ),
            Phrase("In its settings choose to always keep this folder on this computer."),
        )
    return passed_check(
        SYNC,
        Phrase(
            "{0} synchronizes this folder. If two computers change a note at the same time, it creates a conflict "
            "copy next to the note, which VaultDesk marks.",
            names,
        ),
    )

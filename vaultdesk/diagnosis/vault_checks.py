"""Vault checks: the folder of notes: its file system, who keeps it in step, what leads out, how it is watched.

Nothing is written into it, and no note is read or named.
"""

import os
import platform
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from vaultdesk.diagnosis.check import Check, Topic, broken, fine, lacking
from vaultdesk.diagnosis.disk import Disk, disk_of
from vaultdesk.diagnosis.own_checks import LITTLE_ROOM, NO_ROOM
from vaultdesk.diagnosis.sizes import size_words
from vaultdesk.diagnosis.survey import Survey, survey
from vaultdesk.diagnosis.sync_folder import SyncProgram, sync_programs

VAULT = Topic("Vault", id="vault", group="vault")
DISK = Topic("Disk of the vault", id="vault-disk", group="vault")
CASE = Topic("Upper and lower case", id="vault-case", group="vault")
LINKS = Topic("Links in the vault", id="vault-links", group="vault")
SYNC = Topic("Sync folder", id="vault-sync", group="vault")
WATCHING = Topic("Watching for changes", id="watching", group="vault")

WATCHES_WANTED = 8_192
"""inotify watches below which a vault with many folders is not followed whole (PERFORMANCE 5)."""

WATCHES_ADVISED = 524_288
"""What the remedy sets: half a gigabyte of the kernel's memory if all were used, next to nothing for a vault."""

INOTIFY = Path("/proc/sys/fs/inotify")
"""Where Linux says how many folders a person's programs may watch, all together."""


@dataclass(frozen=True, slots=True)
class Means:
    """How the vault is looked at; tests bring their own."""

    disk: Callable[[Path], Disk] = disk_of
    look: Callable[[Path], Survey] = survey
    syncing: Callable[[Path], tuple[SyncProgram, ...]] = sync_programs
    writable: Callable[[Path], bool] = field(default=lambda folder: os.access(folder, os.W_OK))
    inotify: Path = INOTIFY


USUAL = Means()


def vault_checks(root: Path, means: Means = USUAL) -> list[Check]:
    """Return what is said of the vault at *root*. Takes as long as listing every folder does."""
    try:
        found = means.look(root)
    except OSError as error:
        why = error.strerror or str(error)
        return [broken(VAULT, f"{root} cannot be listed: {why}.", "Check that it still exists and may be read.")]
    disk, programs = means.disk(root), means.syncing(root)
    return [
        _vault(root, found, disk, means),
        _disk(root, disk),
        _case(found, disk),
        _links(found),
        _sync(found, programs),
        watching(found.folders, disk, means.inotify),
    ]


def watching(folders: int = 0, disk: Disk | None = None, inotify: Path = INOTIFY) -> Check:
    """Return whether changes that other programs make to *folders* folders are told at once."""
    if disk is not None and disk.place in ("network", "shared"):
        return lacking(
            WATCHING,
            f"Changes made on other computers are not told on a network drive ({disk.kind or platform.system()}): the "
            "folder is compared each minute, and whenever you come back to the window.",
            "Nothing has to be done; for changes within a second keep the vault on this computer.",
        )
    try:
        limit = int((inotify / "max_user_watches").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return fine(WATCHING, "The system sets no known limit.")
    if limit < WATCHES_WANTED or limit < 2 * folders:
        return lacking(
            WATCHING,
            f"Only {limit:,} folders can be watched by all programs together; the vault has {folders:,}."
            if folders
            else f"Only {limit:,} folders can be watched.",
            "Raise fs.inotify.max_user_watches; until then the folder is compared each minute, and whenever you come "
            "back to the window.",
            command=_raise_limit(),
        )
    if folders:
        return fine(WATCHING, f"{limit:,} folders can be watched; the vault has {folders:,}.")
    return fine(WATCHING, f"{limit:,} folders can be watched.")


def _raise_limit() -> str:
    line = f"fs.inotify.max_user_watches={WATCHES_ADVISED}"
    return f"echo {line} | sudo tee /etc/sysctl.d/60-vaultdesk.conf && sudo sysctl --system"


def _vault(root: Path, found: Survey, disk: Disk, means: Means) -> Check:
    if disk.read_only or not means.writable(root):
        return lacking(VAULT, f"{root} can be read, but nothing in it may be changed.",
                       "Mend its rights, or mount it for writing, if notes are to be changed here.")  # fmt: skip
    if found.closed:
        return lacking(VAULT, f"{root}: folders in it that may not be listed: {found.closed:,}.", "Mend their rights.")
    if not found.whole:
        return fine(VAULT, f"{root}: more than {found.notes:,} notes; not all were counted in time.")
    return fine(VAULT, f"{root}: {found.notes:,} notes in {found.folders:,} folders.")


def _disk(root: Path, disk: Disk) -> Check:
    free = _free(root)
    room, kind = size_words(free) if free is not None else "?", disk.kind or platform.system()
    if free is not None and free < NO_ROOM:
        return broken(DISK, f"The disk is full: {room} free.", "Free some space: no note can be saved.")
    if free is not None and free < LITTLE_ROOM:
        return lacking(DISK, f"Little room is left: {room} free.", "Free some space.")
    match disk.place:
        case "network":
            return lacking(
                DISK,
                f"A network drive ({kind}), {room} free. Saving takes longer, and notes cannot be reached while it is "
                "away.",
                "Nothing has to be done; a sync program with a folder on this computer is quicker.",
            )
        case "shared":
            return fine(DISK, f"A folder of the computer around this one ({kind}), {room} free.")
        case "fat":
            return lacking(
                DISK,
                f"A stick or a card ({kind}), {room} free. It keeps times to two seconds and no rights, and is easily "
                "damaged by pulling it out.",
                "Keep a copy elsewhere, and eject it before you pull it out.",
            )
        case "memory":
            return lacking(
                DISK,
                f"A disk in memory ({kind}), {room} free: notes are gone when the computer is switched off.",
                "Move the vault to a disk.",
            )
        case "fuse":
            return fine(DISK, f"A file system of another program ({kind}), {room} free.")
    return fine(DISK, f"{kind}, {room} free.")


def _free(root: Path) -> int | None:
    statvfs = getattr(os, "statvfs", None)
    if statvfs is None:
        return None
    told = statvfs(root)
    # A file system of another program may not know its size.
    return int(told.f_bavail * told.f_frsize) if told.f_blocks else None


def _case(found: Survey, disk: Disk) -> Check:
    if found.twins:
        return lacking(CASE, f"Names that differ from another one beside them only in case or accents: {found.twins:,}."
                             " On Windows, macOS and most phones only one of the two can be there.",
                       "Rename one of each before the vault is taken there.")  # fmt: skip
    apart = found.case if found.case is not None else False if disk.place == "fat" else None
    if apart is None:
        return fine(
            CASE, "No name here tells whether they are told apart; VaultDesk never makes two that differ only so."
        )
    if apart:
        return fine(CASE, "They are told apart; VaultDesk never makes two names that differ only so.")
    return fine(CASE, "They are not told apart: Plan and plan are one note.")


def _links(found: Survey) -> Check:
    if found.outside:
        return lacking(LINKS, f"Links that lead out of the vault: {found.outside:,}. VaultDesk follows none: what lies "
                              "behind is not found, shown or changed.",
                       "Move what belongs to the notes into the vault.")  # fmt: skip
    if found.links:
        return fine(LINKS, f"Links within the vault: {found.links:,}; none is followed.")
    return fine(LINKS, "There are none in the vault.")


def _sync(found: Survey, programs: tuple[SyncProgram, ...]) -> Check:
    names = ", ".join(program.name for program in programs)
    if len(programs) > 1:
        return lacking(
            SYNC,
            f"Several programs keep this folder in step: {names}. They may undo each other's work.",
            "Let only one of them have the vault.",
        )
    if found.conflicts:
        return lacking(
            SYNC,
            f"{names} keeps this folder in step. Conflict copies beside their notes: {found.conflicts:,}."
            if names
            else f"Conflict copies beside their notes: {found.conflicts:,}.",
            "Two computers changed a note at once. The copies have a sign in the files: put the two together, then "
            "delete the copy.",
        )
    if not programs:
        return fine(SYNC, "No sync program was seen.")
    if programs[0].on_demand:
        return lacking(
            SYNC,
            f"{names} keeps this folder in step. Where it keeps a note elsewhere until it is opened, VaultDesk has to "
            "wait for it, and offline cannot read it.",
            "In its settings choose to always keep this folder on this computer.",
        )
    return fine(
        SYNC,
        f"{names} keeps this folder in step. Where two computers change a note at once it leaves a conflict copy "
        "beside it, which VaultDesk shows with a sign.",
    )

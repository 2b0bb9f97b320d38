"""Sync folder: which sync programs keep a folder in step with other computers, by their marks and usual places.

Looks at the names of the folders around it and of the files in those; opens none.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

MOST_NAMES = 2_000
"""Names looked at in one folder; marks stand in folders with few."""


@dataclass(frozen=True, slots=True)
class SyncProgram:
    """One that has the folder."""

    name: str
    on_demand: bool = False
    """Whether it may keep a file elsewhere until it is opened."""


_NAMED: tuple[tuple[re.Pattern[str], SyncProgram], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), program)
    for pattern, program in (
        (r"Dropbox( \(.+\))?", SyncProgram("Dropbox", on_demand=True)),
        (r"OneDrive( ?- ?.+)?", SyncProgram("OneDrive", on_demand=True)),
        (r"iCloudDrive|com~apple~CloudDocs|iCloud~.+|Mobile Documents", SyncProgram("iCloud", on_demand=True)),
        (r"GoogleDrive-.+|Google Drive|DriveFS", SyncProgram("Google Drive", on_demand=True)),
        (r"Nextcloud\d*", SyncProgram("Nextcloud")),
        (r"ownCloud", SyncProgram("ownCloud")),
        (r"Syncthing", SyncProgram("Syncthing")),
        (r"pCloud ?Drive", SyncProgram("pCloud", on_demand=True)),
    )
)
"""What sync programs call the folder that is theirs."""

_MARKED: tuple[tuple[re.Pattern[str], SyncProgram], ...] = tuple(
    (re.compile(pattern), program)
    for pattern, program in (
        (r"\.dropbox(\.cache)?", SyncProgram("Dropbox", on_demand=True)),
        (r"\.stfolder|\.stversions|\.stignore", SyncProgram("Syncthing")),
        (r"\.nextcloudsync\.log", SyncProgram("Nextcloud")),
        (r"\.owncloudsync\.log", SyncProgram("ownCloud")),
        (r"\._?sync_[0-9a-f]+\.db|\.sync_.+\.db", SyncProgram("Nextcloud")),
        (r"\.tmp\.drive(down|up)load", SyncProgram("Google Drive", on_demand=True)),
        (r"\.SyncTrash|\.SyncID|\.SyncIgnore", SyncProgram("Resilio Sync")),
        (r"\.seafile-data|\.seafile-ignore|seafile-ignore\.txt", SyncProgram("Seafile")),
    )
)
"""What they lay into it."""

_VARIABLES: Mapping[str, SyncProgram] = {
    "OneDrive": SyncProgram("OneDrive", on_demand=True),
    "OneDriveConsumer": SyncProgram("OneDrive", on_demand=True),
    "OneDriveCommercial": SyncProgram("OneDrive", on_demand=True),
}
"""Variables of Windows that name its folder."""


def sync_programs(folder: Path, environment: Mapping[str, str] = os.environ) -> tuple[SyncProgram, ...]:
    """Return the programs that keep *folder*, or one around it, in step; in the order of their names."""
    where = Path(os.path.realpath(folder))
    around = (where, *where.parents)
    found = {program.name: program for one in around for program in (*_by_name(one.name), *_by_marks(one))}
    for variable, program in _VARIABLES.items():
        place = environment.get(variable, "")
        if place and Path(os.path.realpath(place)) in around:
            found.setdefault(program.name, program)
    return tuple(found[name] for name in sorted(found))


def _by_name(name: str) -> Iterator[SyncProgram]:
    return (program for looks, program in _NAMED if looks.fullmatch(name))


def _by_marks(folder: Path) -> Iterator[SyncProgram]:
    # The home folder itself holds Dropbox's own settings as `.dropbox`, and is not kept in step by that.
    if folder.parent == folder or folder == Path(os.path.realpath(Path.home())):
        return
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(MOST_NAMES), strict=False)]
    except OSError:
        return  # Around a folder there may be one that may not be listed.
    for name in names:
        yield from (program for looks, program in _MARKED if looks.fullmatch(name))

"""Birth: what a disk tells of a file's beginning, by descriptors like every look at the vault."""

import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from vaultdesk.index.birth import Birth, birth, birth_of
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath


def stat(**values: float) -> os.stat_result:
    return cast("os.stat_result", SimpleNamespace(**{"st_ctime": 0.0, **values}))


def test_the_earlier_of_both_times_counts_where_no_birth_is_told() -> None:
    if os.name != "nt":
        assert birth_of(stat(st_ctime_ns=9, st_mtime_ns=4)) == Birth(0, 4)


def test_a_birth_time_is_taken_where_python_has_one() -> None:
    assert birth_of(stat(st_ctime_ns=9, st_mtime_ns=4, st_birthtime=2.0)) == Birth(2_000_000_000, 4)
    assert birth_of(stat(st_ctime_ns=9, st_mtime_ns=4, st_birthtime=2.0, st_birthtime_ns=2_000_000_001)).born_ns == (
        2_000_000_001
    )


def test_an_old_file_is_as_old_as_its_text(tmp_path: Path) -> None:
    note = tmp_path / "Folder" / "Old.md"
    note.parent.mkdir()
    note.write_text("x")
    long_ago = time.time_ns() - 10**17
    os.utime(note, ns=(long_ago, long_ago))
    assert birth(VaultFiles(tmp_path), NotePath("Folder/Old.md")).oldest_ns == long_ago


def test_a_missing_file_and_a_link_have_none(tmp_path: Path) -> None:
    (tmp_path / "Link.md").symlink_to("/etc/hostname")
    files = VaultFiles(tmp_path)
    assert birth(files, NotePath("Gone.md")) == birth(files, NotePath("Link.md")) == Birth()

import errno
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from vaultdesk.core.platform import atomic_file
from vaultdesk.core.platform.atomic_file import replace_file_bytes, sync_file


def test_a_new_file_is_private_and_its_folder_is_made(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "facts.json"
    replace_file_bytes(file, b"{}")

    assert file.read_bytes() == b"{}"
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_old_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_bytes(b"a much longer text")
    file.chmod(0o640)
    replace_file_bytes(file, b"short")

    assert file.read_bytes() == b"short"
    assert [entry.name for entry in tmp_path.iterdir()] == ["facts.json"]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_failed_replacement_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    folder = tmp_path / "facts.json"
    folder.mkdir()
    (folder / "inside").write_text("x")

    with pytest.raises(OSError, match=r"."):
        replace_file_bytes(folder, b"new")

    assert [entry.name for entry in tmp_path.iterdir()] == ["facts.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_bytes(b"old")
    link = tmp_path / "link.json"
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("this system makes no links")
    replace_file_bytes(link, b"new")

    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.parametrize("refused", [errno.ENOTSUP, errno.EINVAL, errno.ENOTTY])
def test_a_share_that_refuses_the_full_sync_of_macos_is_synced_as_far_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    def refuse(_descriptor: int, _command: int) -> None:
        raise OSError(refused, os.strerror(refused))

    synced: list[int] = []
    monkeypatch.setattr(atomic_file.sys, "platform", "darwin")
    monkeypatch.setattr(atomic_file, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=refuse), raising=False)
    monkeypatch.setattr(atomic_file.os, "fsync", synced.append)
    with (tmp_path / "file").open("w") as file:
        sync_file(file.fileno())
        assert synced == [file.fileno()]

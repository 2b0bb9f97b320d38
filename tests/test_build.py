"""Build: the update source is written in full or the build fails; plugins and library paths are checked."""

import struct
import sys
from pathlib import Path

import pytest

from tests.support.packaging_scripts import packaging_script
from tests.support.updates import OURS
from vaultdesk.web.update_check import update_source

build = packaging_script("build")
ADDRESS, KEY = "https://vaultdesk.example/updates.txt", "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w="


def set_update_source(monkeypatch: pytest.MonkeyPatch, address: str, key: str) -> None:
    monkeypatch.setenv("VAULTDESK_UPDATE_ADDRESS", address)
    monkeypatch.setenv("VAULTDESK_UPDATE_KEY", key)


def test_the_update_source_is_written_in_the_format_the_program_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_update_source(monkeypatch, ADDRESS, f" {KEY}\n")
    build.write_update_source(tmp_path / "new" / "updates.json")

    source = update_source(tmp_path / "new" / "updates.json")
    assert source is not None
    assert (source.address.url, source.key) == (ADDRESS, OURS.public_key().public_bytes_raw())


def test_a_build_without_an_update_source_writes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_update_source(monkeypatch, "", "")
    build.write_update_source(tmp_path / "updates.json")

    assert not (tmp_path / "updates.json").exists()
    assert "will not know" in capsys.readouterr().out


@pytest.mark.parametrize(("address", "key"), [(ADDRESS, ""), ("", KEY), ("http://a.example/x", KEY), (ADDRESS, "AAAA")])
def test_an_invalid_update_source_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, key: str
) -> None:
    set_update_source(monkeypatch, address, key)
    with pytest.raises(SystemExit, match="VAULTDESK_UPDATE_ADDRESS"):
        build.write_update_source(tmp_path / "updates.json")
    assert not (tmp_path / "updates.json").exists()


def test_the_spec_packs_the_update_source_at_the_path_the_program_reads() -> None:
    spec = (Path(build.__file__ or "").parent / "vaultdesk.spec").read_text(encoding="utf-8")
    assert '(str(one), "resources/app") for one in [ROOT / "build" / "updates.json"]' in spec


@pytest.mark.parametrize(("system", "expected"), [("win32", "vaultdesk-cli.exe"), ("linux", "vaultdesk")])
def test_the_self_test_runs_the_console_executable(
    system: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build.sys, "platform", system)
    assert build.command_in(tmp_path) == tmp_path / expected


def test_the_source_date_is_available_without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_git(*_words: object, **_options: object) -> None:
        raise FileNotFoundError("git")

    monkeypatch.setattr(build.subprocess, "run", no_git)
    assert int(build.source_date()) > 0


def test_a_missing_required_plugin_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bundle", packaging_script("bundle"))
    with pytest.raises(SystemExit, match="platforms/"):
        build.require_plugins(tmp_path)


def elf(run_path: str) -> bytearray:
    """Return the parts of an ELF file that hold its library search path."""
    texts = b"\0libc.so.6\0" + run_path.encode() + b"\0"
    entries = [(1, 1), (build.DT_RUNPATH, 11), (build.DT_STRTAB, 0x1000 + 400), (0, 0)]
    table = b"".join(struct.pack("<QQ", *entry) for entry in entries)
    head = b"\x7fELF\x02\x01".ljust(32, b"\0") + struct.pack("<Q", 64) + bytes(14) + struct.pack("<HH", 56, 2)
    segments = struct.pack("<IIQQQQQQ", build.PT_LOAD, 4, 0, 0x1000, 0x1000, 500, 500, 4096)
    segments += struct.pack(
        "<IIQQQQQQ", build.PT_DYNAMIC, 4, 200, 0x1000 + 200, 0x1000 + 200, len(table), len(table), 8
    )
    return bytearray((head.ljust(64, b"\0") + segments).ljust(200, b"\0") + table.ljust(200, b"\0") + texts)


@pytest.mark.parametrize(("path", "removed"), [("/opt/python/lib", True), ("$ORIGIN/../lib", False)])
def test_absolute_library_paths_of_the_build_machine_are_removed(path: str, removed: bool) -> None:
    library = elf(path)
    length = len(library)
    assert build.remove_build_paths(library) is removed

    entries = list(struct.iter_unpack("<QQ", library[200:264]))
    assert [tag for tag, _ in entries] == ([1, 5, 0, 0] if removed else [1, 29, 5, 0])
    assert len(library) == length
    assert not build.remove_build_paths(library)
    assert not build.remove_build_paths(bytearray(b"no library"))

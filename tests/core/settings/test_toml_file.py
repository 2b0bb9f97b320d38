"""Reading and writing a TOML settings file."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import tomlkit

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.program_file import FileLocked
from vaultdesk.core.settings.setting_keys import TomlTable
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.settings.toml_file import MAX_SETTINGS_BYTES, Migration, SettingsFile


def settings_file(
    folder: Path, text: str | bytes, version: int = 1, migrations: Mapping[int, Migration] = {}
) -> SettingsFile:
    file = folder / "settings.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return SettingsFile(file, version, migrations)


def write_and_read(file: SettingsFile, old: TomlTable, new: TomlTable) -> str:
    file.write(file.read(), old, new)
    return file.path.read_bytes().decode()


def test_a_missing_file_is_empty(tmp_path: Path) -> None:
    contents = SettingsFile(tmp_path / "none.toml", 3, {}).read()

    assert (contents.text, contents.table, contents.version) == ("", {}, 3)


def test_a_layout_that_cannot_be_retained_is_saved_beside_the_file(tmp_path: Path) -> None:
    text = "# by hand\na.b.x = 1\na.b.y = 2\nc.d = 3\n"
    file = settings_file(tmp_path, text)

    write_and_read(file, {"a": {"b": {"x": 1}}}, {"a": {"b": {"x": 1}, "new": {"z": 4}}})

    assert file.read().table == {"a": {"b": {"x": 1, "y": 2}, "new": {"z": 4}}, "c": {"d": 3}}
    assert (tmp_path / "settings.by-hand.toml").read_text() == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = \n", 2),
        ('a = 1\n\nb = "open\n', 3),
        (b"a = 1\nb = '\xff'\n", 2),
        ("a = 1\na = 2\n", 2),
        ("version = 'one'\n", None),
        (b"x" * (MAX_SETTINGS_BYTES + 1), None),
    ],
)
def test_a_malformed_file_is_reported_with_its_line_and_not_changed(
    tmp_path: Path, text: str | bytes, line: int | None
) -> None:
    file = settings_file(tmp_path, text)
    before = file.path.read_bytes()

    with pytest.raises(SettingsError, match="has a mistake") as raised:
        file.read()

    assert raised.value.facts["line"] == line
    assert (line is None) or (f"line {line}" in raised.value.title)
    assert str(file.path) in raised.value.hint
    assert file.path.read_bytes() == before


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()

    with pytest.raises(SettingsError, match="cannot be read"):
        SettingsFile(tmp_path / "settings.toml", 1, {}).read()


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    assert settings_file(tmp_path, b"\xef\xbb\xbfa = 1\r\n").read().table == {"a": 1}


def rename_colour(document: tomlkit.TOMLDocument) -> None:
    document["theme"] = document.pop("colour")


def double(document: tomlkit.TOMLDocument) -> None:
    document["size"] = document["size"] * 2  # type: ignore[operator]  # the document of this test holds a number there


OLD = "version = 1 # do not touch\ncolour = 'dark'\nsize = 2\nother = 0\n"


def test_an_older_file_is_migrated_step_by_step(tmp_path: Path) -> None:
    contents = settings_file(tmp_path, OLD, version=3, migrations={1: rename_colour, 2: double}).read()

    assert contents.version == 1
    assert contents.table == {"version": 3, "theme": "dark", "size": 4, "other": 0}
    assert (tmp_path / "settings.toml").read_text() == OLD


def test_the_older_file_is_backed_up_before_the_first_write_in_the_new_version(tmp_path: Path) -> None:
    file = settings_file(tmp_path, OLD, version=3, migrations={1: rename_colour, 2: double})

    text = write_and_read(file, {"version": 3, "size": 4}, {"version": 3, "size": 5})

    assert tomllib.loads(text) == {"version": 3, "theme": "dark", "size": 5, "other": 0}
    assert "# do not touch" in text
    (backup,) = (tmp_path / "backups").iterdir()
    assert backup.name.startswith("settings.version-1.")
    assert backup.read_text() == OLD


def test_a_file_that_cannot_be_backed_up_is_not_migrated(tmp_path: Path) -> None:
    file = settings_file(tmp_path, OLD, version=3, migrations={1: rename_colour, 2: double})
    (tmp_path / "backups").write_text("a file where the folder should be")

    with pytest.raises(SettingsError, match="could not be saved"):
        write_and_read(file, {"version": 3, "size": 4}, {"version": 3, "size": 5})
    assert (tmp_path / "settings.toml").read_text() == OLD


def test_the_last_backup_of_the_own_version_is_found(tmp_path: Path) -> None:
    newer = settings_file(tmp_path, OLD, version=2, migrations={1: rename_colour})
    write_and_read(newer, {"version": 2, "size": 2}, {"version": 2, "size": 5})
    older = SettingsFile(tmp_path / "settings.toml", 1, {})

    backup = older.own_version_backup()
    assert backup is not None
    assert backup[1].text == OLD
    assert newer.own_version_backup() is None
    backup[0].write_text("[broken")
    assert older.own_version_backup() is None


def test_an_unknown_version_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="mistake"):
        settings_file(tmp_path, "version = 0\n", version=2, migrations={1: rename_colour}).read()


def test_a_failed_write_leaves_the_file_and_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = settings_file(tmp_path, "a = 1\n")

    def fail_on_full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail_on_full_disk)
    with pytest.raises(SettingsError, match="could not be saved") as raised:
        write_and_read(file, {"a": 1}, {"a": 2})

    assert "No space left on device" in raised.value.hint
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.toml"]
    assert file.path.read_text() == "a = 1\n"


def test_missing_parent_folders_are_created(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "deep" / "settings.toml", 1, {})

    assert write_and_read(file, {}, {"a": 1}) == "a = 1\n"


@pytest.mark.skipif(os.name != "posix", reason="permissions and symlinks are POSIX features")
def test_writing_a_symlink_retains_the_link_and_the_mode(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "mine.toml"
    real.parent.mkdir()
    real.write_text("a = 1\n")
    real.chmod(0o640)
    (tmp_path / "settings.toml").symlink_to(real)

    write_and_read(SettingsFile(tmp_path / "settings.toml", 1, {}), {"a": 1}, {"a": 2})

    assert (tmp_path / "settings.toml").is_symlink()
    assert real.read_text() == "a = 2\n"
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX feature")
def test_a_new_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml", 1, {})
    write_and_read(file, {}, {"a": 1})

    assert file.path.stat().st_mode & 0o777 == 0o600


CHANGE_PROGRAM = """
import sys
from pathlib import Path
from vaultdesk.core.settings.settings_store import SettingsStore
store = SettingsStore(Path(sys.argv[1]))
store.load()
for number in range(10):
    store.change(lambda settings: settings.with_vault(Path(f"/v/{sys.argv[2]}-{number}"), tool_calling=True))
"""


def test_concurrent_changes_of_several_processes_are_all_retained(tmp_path: Path) -> None:
    file = tmp_path / "new" / "settings.toml"
    programs = [subprocess.Popen([sys.executable, "-c", CHANGE_PROGRAM, str(file), name]) for name in "abc"]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    store = SettingsStore(file)
    store.load()
    assert len(store.settings.vaults) == 30


def test_settings_are_not_changed_while_another_process_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(tmp_path / "settings.toml")

    @contextmanager
    def locked(_file: Path) -> Iterator[None]:
        raise FileLocked
        yield

    monkeypatch.setattr("vaultdesk.core.settings.toml_file.lock_file", locked)
    with pytest.raises(SettingsError, match="could not be saved"):
        store.change(lambda settings: settings.with_vault(tmp_path))
    assert not store.file.exists()

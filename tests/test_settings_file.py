"""One TOML file, changed in place."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
import tomlkit

from vaultdesk.errors import SettingsError
from vaultdesk.settings_file import LARGEST_FILE, Migration, SettingsFile
from vaultdesk.settings_keys import Table


def kept(folder: Path, text: str | bytes, version: int = 1, migrations: Mapping[int, Migration] = {}) -> SettingsFile:
    file = folder / "settings.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return SettingsFile(file, version, migrations)


def changed(file: SettingsFile, old: Table, new: Table) -> str:
    file.write(file.read(), old, new)
    return file.path.read_bytes().decode()


def test_a_missing_file_is_an_empty_one(tmp_path: Path) -> None:
    contents = SettingsFile(tmp_path / "none.toml", 3, {}).read()

    assert (contents.text, contents.table, contents.version) == ("", {}, 3)


def test_only_what_differs_is_changed(tmp_path: Path) -> None:
    file = kept(
        tmp_path,
        '# me\nversion = 1\n\n[chat]  # t\nfolder  =  "Chats" # where\nnew = [1,  2]\nmodel = "a/b"\n\n[odd]\nx = 1\n',
    )

    text = changed(file, {"chat": {"folder": "Chats", "model": "a/b"}}, {"chat": {"folder": "Talk", "model": "a/b"}})

    assert text == (
        '# me\nversion = 1\n\n[chat]  # t\nfolder  =  "Talk" # where\nnew = [1,  2]\nmodel = "a/b"\n\n[odd]\nx = 1\n'
    )


def test_what_is_taken_away_goes_with_everything_in_it_and_nothing_else(tmp_path: Path) -> None:
    file = kept(tmp_path, '[providers.a]\nkind = "x"\nextra = 1\n\n[providers.b]\nkind = "y"\n')

    text = changed(file, {"providers": {"a": {"kind": "x"}, "b": {"kind": "y"}}}, {"providers": {"b": {"kind": "y"}}})

    assert tomllib.loads(text) == {"providers": {"b": {"kind": "y"}}}


def test_new_tables_are_made_where_there_were_none(tmp_path: Path) -> None:
    text = changed(
        kept(tmp_path, "top = 1\n"), {}, {"version": 1, "vaults": {"/a.b": {"on": True, "rules": [{"x": 1}]}}}
    )

    assert tomllib.loads(text) == {"top": 1, "version": 1, "vaults": {"/a.b": {"on": True, "rules": [{"x": 1}]}}}


def test_tables_scattered_over_the_file_are_changed_where_they_are(tmp_path: Path) -> None:
    file = kept(tmp_path, "[a.one]\nx = 1\n\n[b]\ny = 1\n\n[a.two]\nx = 2 # two\n")

    text = changed(
        file, {"a": {"one": {"x": 1}, "two": {"x": 2}}}, {"a": {"one": {"x": 1}, "two": {"x": 3}, "new": {"x": 4}}}
    )

    assert tomllib.loads(text) == {"a": {"one": {"x": 1}, "two": {"x": 3}, "new": {"x": 4}}, "b": {"y": 1}}
    assert "# two" in text


LIST = 'rules = [ {x = "bad", y=1}, # first\n  {x = 2},  # second\n]\n'


def test_entries_that_stay_in_a_list_keep_their_comments_and_what_we_could_not_read(tmp_path: Path) -> None:
    text = changed(kept(tmp_path, LIST), {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 0}, {"x": 2}, {"x": 3}]})

    assert tomllib.loads(text)["rules"] == [{"x": "bad", "y": 1}, {"x": 2}, {"x": 3}]
    assert "# first" in text
    assert "# second" in text


def test_an_entry_taken_out_of_a_list_is_the_only_one_that_goes(tmp_path: Path) -> None:
    text = changed(kept(tmp_path, LIST), {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 0}]})

    assert tomllib.loads(text)["rules"] == [{"x": "bad", "y": 1}]


def test_entries_that_change_places_keep_what_is_in_them(tmp_path: Path) -> None:
    text = changed(kept(tmp_path, LIST), {"rules": [{"x": 0}, {"x": 2}]}, {"rules": [{"x": 2}, {"x": 0}]})

    assert tomllib.loads(text)["rules"] == [{"x": 2}, {"x": "bad", "y": 1}]


def test_two_entries_that_read_alike_are_each_kept(tmp_path: Path) -> None:
    file = kept(tmp_path, 'rules = [{x = "one"}, {x = "two"}, {x = 3}]\n')

    text = changed(file, {"rules": [{"x": 0}, {"x": 0}, {"x": 3}]}, {"rules": [{"x": 3}, {"x": 0}, {"x": 0}]})

    assert tomllib.loads(text)["rules"] == [{"x": 3}, {"x": "one"}, {"x": "two"}]


def test_a_list_of_tables_with_headers_stays_one(tmp_path: Path) -> None:
    file = kept(tmp_path, "[[rules]]\nx = 1 # one\n\n[[rules]]\nx = 2\n")

    text = changed(file, {"rules": [{"x": 1}, {"x": 2}]}, {"rules": [{"x": 1}, {"x": 3}]})

    assert tomllib.loads(text) == {"rules": [{"x": 1}, {"x": 3}]}
    assert "x = 1 # one" in text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = \n", 2),
        ('a = 1\n\nb = "open\n', 3),
        (b"a = 1\nb = '\xff'\n", 2),
        ("a = 1\na = 2\n", 2),
        ("version = 'one'\n", None),
        (b"x" * (LARGEST_FILE + 1), None),
    ],
)
def test_a_broken_file_is_named_with_its_line_and_stays_as_it_is(
    tmp_path: Path, text: str | bytes, line: int | None
) -> None:
    file = kept(tmp_path, text)
    before = file.path.read_bytes()

    with pytest.raises(SettingsError, match="has a mistake") as raised:
        file.read()

    assert raised.value.facts["line"] == line
    assert (line is None) or (f"line {line}" in raised.value.title)
    assert str(file.path) in raised.value.hint
    assert file.path.read_bytes() == before


def test_a_folder_in_the_files_place_is_reported(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()

    with pytest.raises(SettingsError, match="cannot be read"):
        SettingsFile(tmp_path / "settings.toml", 1, {}).read()


def test_the_mark_windows_editors_write_first_is_no_mistake(tmp_path: Path) -> None:
    assert kept(tmp_path, b"\xef\xbb\xbfa = 1\r\n").read().table == {"a": 1}


def rename_colour(document: tomlkit.TOMLDocument) -> None:
    document["theme"] = document.pop("colour")


def double(document: tomlkit.TOMLDocument) -> None:
    document["size"] = document["size"] * 2  # type: ignore[operator]  # the document of this test holds a number there


OLD = "version = 1 # do not touch\ncolour = 'dark'\nsize = 2\nother = 0\n"


def test_an_older_file_is_brought_up_step_by_step(tmp_path: Path) -> None:
    contents = kept(tmp_path, OLD, version=3, migrations={1: rename_colour, 2: double}).read()

    assert contents.version == 1
    assert contents.table == {"version": 3, "theme": "dark", "size": 4, "other": 0}
    assert (tmp_path / "settings.toml").read_text() == OLD


def test_the_older_file_is_kept_beside_the_first_one_written_in_the_new_shape(tmp_path: Path) -> None:
    file = kept(tmp_path, OLD, version=3, migrations={1: rename_colour, 2: double})

    text = changed(file, {"version": 3, "size": 4}, {"version": 3, "size": 5})

    assert tomllib.loads(text) == {"version": 3, "theme": "dark", "size": 5, "other": 0}
    assert "# do not touch" in text
    assert (tmp_path / "settings.version-1.toml").read_text() == OLD


def test_a_version_nobody_knows_how_to_read_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="mistake"):
        kept(tmp_path, "version = 0\n", version=2, migrations={1: rename_colour}).read()


def test_a_failed_write_leaves_the_file_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kept(tmp_path, "a = 1\n")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError, match="could not be saved") as raised:
        changed(file, {"a": 1}, {"a": 2})

    assert "No space left on device" in raised.value.hint
    assert [found.name for found in tmp_path.iterdir()] == ["settings.toml"]
    assert file.path.read_text() == "a = 1\n"


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "deep" / "settings.toml", 1, {})

    assert changed(file, {}, {"a": 1}) == "a = 1\n"


@pytest.mark.skipif(os.name != "posix", reason="permissions and links are POSIX matters")
def test_a_link_stays_a_link_and_rights_stay_as_they_were(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "mine.toml"
    real.parent.mkdir()
    real.write_text("a = 1\n")
    real.chmod(0o640)
    (tmp_path / "settings.toml").symlink_to(real)

    changed(SettingsFile(tmp_path / "settings.toml", 1, {}), {"a": 1}, {"a": 2})

    assert (tmp_path / "settings.toml").is_symlink()
    assert real.read_text() == "a = 2\n"
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX matter")
def test_a_new_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml", 1, {})
    changed(file, {}, {"a": 1})

    assert file.path.stat().st_mode & 0o777 == 0o600

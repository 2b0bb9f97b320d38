"""Obsidian's settings are read where they are, never written, and never an error."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian import (
    DailyNoteSettings,
    FoundVault,
    TemplateSettings,
    VaultConfig,
    found_vaults,
    read_vault_config,
)


def write(root: Path, settings: object, folder: str = ".obsidian") -> None:
    (root / folder).mkdir(exist_ok=True)
    (root / folder / "app.json").write_text(settings if isinstance(settings, str) else json.dumps(settings))


def test_a_vault_without_settings_has_the_defaults(root: Path) -> None:
    config = read_vault_config(root)
    assert (config.trash, config.link_format, config.new_file_location, config.attachment_folder) == (
        "system",
        "shortest",
        "root",
        "/",
    )
    assert (config.problems, bool(config.excluded), config.markdown_links, config.folder) == (
        (),
        False,
        False,
        ".obsidian",
    )
    assert not (root / ".obsidian").exists()


def test_what_is_set_is_read(root: Path) -> None:
    write(
        root,
        {
            "userIgnoreFilters": ["Archive/"],
            "attachmentFolderPath": "./files",
            "newFileLocation": "folder",
            "newFileFolderPath": "/Inbox/",
            "newLinkFormat": "relative",
            "useMarkdownLinks": True,
            "alwaysUpdateLinks": True,
            "trashOption": "local",
            "unknown": 1,
        },
    )
    config = read_vault_config(root)
    assert config.excluded.matches(NotePath("Archive/x.md"))
    assert (config.attachment_folder, config.new_file_location, config.new_file_folder) == (
        "./files",
        "folder",
        "Inbox",
    )
    assert (config.link_format, config.markdown_links, config.update_links, config.trash) == (
        "relative",
        True,
        True,
        "local",
    )
    assert config.problems == ()


@pytest.mark.parametrize("broken", ["", "{", "[]", "null", "[" * 100_000, '"x"', "\udcff", "x" * 2_000_000])
def test_broken_settings_are_a_problem_and_the_defaults(root: Path, broken: str) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_bytes(broken.encode("utf-8", "surrogateescape"))
    config = read_vault_config(root)
    assert len(config.problems) == 1
    assert config.trash == VaultConfig().trash


def test_values_of_another_kind_are_problems_one_by_one(root: Path) -> None:
    write(
        root,
        {
            "userIgnoreFilters": "x",
            "trashOption": "burn",
            "useMarkdownLinks": 1,
            "newLinkFormat": None,
            "alwaysUpdateLinks": True,
        },
    )
    config = read_vault_config(root)
    assert len(config.problems) == 3
    assert (config.trash, config.markdown_links, config.update_links) == ("system", False, True)


def test_another_name_of_the_settings_folder_is_found(root: Path) -> None:
    write(root, {"trashOption": "none"}, folder=".obsidian-mobile")
    assert read_vault_config(root).folder == ".obsidian"
    (root / ".obsidian-mobile" / "core-plugins.json").write_text("{}")
    config = read_vault_config(root)
    assert (config.folder, config.trash) == (".obsidian-mobile", "none")


@pytest.mark.skipif(os.name == "nt", reason="special files of POSIX")
@pytest.mark.timeout(5)
def test_a_pipe_in_place_of_the_settings_does_not_hang(root: Path) -> None:
    (root / ".obsidian").mkdir()
    os.mkfifo(root / ".obsidian" / "app.json")
    assert read_vault_config(root).problems


def known(place: Path, vaults: dict[str, object]) -> None:
    place.mkdir(parents=True)
    (place / "obsidian.json").write_text(json.dumps({"vaults": vaults}))


def test_vaults_of_every_kind_of_installation_are_found_the_latest_first(tmp_path: Path) -> None:
    for name in ("One", "Two", "Three"):
        (tmp_path / name).mkdir()
    known(
        tmp_path / "cfg" / "obsidian",
        {"1": {"path": str(tmp_path / "One"), "ts": 1_000}, "9": {"path": str(tmp_path / "Gone"), "ts": 9_000}},
    )
    known(
        tmp_path / ".var/app/md.obsidian.Obsidian/config/obsidian",
        {"2": {"path": str(tmp_path / "Two"), "ts": 2_000, "open": True}},
    )
    known(
        tmp_path / "snap/obsidian/current/.config/obsidian",
        {"3": {"path": str(tmp_path / "Three")}, "1": {"path": str(tmp_path / "One")}},
    )
    found = found_vaults({"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "cfg")}, "linux")
    root = tmp_path.resolve()
    assert found == [
        FoundVault("Two", root / "Two", datetime.fromtimestamp(2, UTC)),
        FoundVault("One", root / "One", datetime.fromtimestamp(1, UTC)),
        FoundVault("Three", root / "Three", None),
    ]


@pytest.mark.parametrize(
    ("system", "environment", "place"),
    [
        ("win32", "APPDATA", "Obsidian"),
        ("darwin", "HOME", "Library/Application Support/obsidian"),
        ("linux", "HOME", ".config/obsidian"),
    ],
)
def test_each_system_has_its_own_place(tmp_path: Path, system: str, environment: str, place: str) -> None:
    (tmp_path / "V").mkdir()
    known(tmp_path / place, {"1": {"path": str(tmp_path / "V"), "ts": 1}})
    values = {"HOME": str(tmp_path / "nowhere"), environment: str(tmp_path)}
    assert [vault.name for vault in found_vaults(values, system)] == ["V"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"vaults": []}',
        '{"vaults": {"a": 1, "b": {}, "c": {"path": 5}, "d": {"path": "rel"}, "e": {"path": "/\\u0000"}}}',
    ],
)
def test_a_strange_list_finds_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / ".config" / "obsidian").mkdir(parents=True)
    (tmp_path / ".config" / "obsidian" / "obsidian.json").write_text(content)
    assert found_vaults({"HOME": str(tmp_path)}, "linux") == []


@pytest.mark.parametrize("ts", [10**30, -1, "x", True, None, 1e308])
def test_a_strange_time_is_no_time(tmp_path: Path, ts: object) -> None:
    (tmp_path / "V").mkdir()
    known(tmp_path / ".config/obsidian", {"1": {"path": str(tmp_path / "V"), "ts": ts}})
    assert [vault.name for vault in found_vaults({"HOME": str(tmp_path)}, "linux")] == ["V"]


def put(root: Path, name: str, value: object) -> None:
    file = root / ".obsidian" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value))


def test_daily_notes_and_templates_have_defaults(root: Path) -> None:
    config = read_vault_config(root)
    assert config.daily == DailyNoteSettings("", "YYYY-MM-DD", "")
    assert config.templates == TemplateSettings("", "YYYY-MM-DD", "HH:mm")


def test_where_obsidian_never_was_daily_notes_go_where_they_usually_are(root: Path) -> None:
    (root / "Daily").mkdir()
    assert read_vault_config(root).daily == DailyNoteSettings(folder="Daily")

    write(root, {})
    assert read_vault_config(root).daily == DailyNoteSettings()


def test_daily_notes_and_templates_are_read_without_an_app_file(root: Path) -> None:
    put(
        root,
        "daily-notes.json",
        {"folder": "/Journal/", "format": "YYYY/MM-DD", "template": "T/Daily", "autorun": True},
    )
    put(root, "templates.json", {"folder": "T", "dateFormat": "DD.MM.", "timeFormat": ""})
    config = read_vault_config(root)
    assert config.daily == DailyNoteSettings("Journal", "YYYY/MM-DD", "T/Daily")
    assert config.templates == TemplateSettings("T", "DD.MM.", "HH:mm")
    assert config.problems == ()


PERIODIC = {"daily": {"enabled": True, "folder": "P", "format": "", "template": "T.md"}}
CALENDARS = {
    "activeCalendarSet": "b",
    "calendarSets": [
        {"id": "a", "day": {"enabled": True, "folder": "A"}},
        {"id": "b", "day": {"enabled": True, "folder": "B", "format": "YYYY", "templatePath": "T2"}},
    ],
}


@pytest.mark.parametrize(
    ("plugins", "data", "expected"),
    [
        (["periodic-notes"], PERIODIC, DailyNoteSettings("P", "YYYY-MM-DD", "T.md")),
        (["periodic-notes"], CALENDARS, DailyNoteSettings("B", "YYYY", "T2")),
        (["periodic-notes"], {"daily": {**PERIODIC["daily"], "enabled": False}}, DailyNoteSettings("Core")),
        (["other"], PERIODIC, DailyNoteSettings("Core")),
        ([], PERIODIC, DailyNoteSettings("Core")),
        (["periodic-notes"], [], DailyNoteSettings("Core")),
    ],
)
def test_the_periodic_notes_plugin_takes_over_where_it_is_on(
    root: Path, plugins: list[str], data: object, expected: DailyNoteSettings
) -> None:
    put(root, "daily-notes.json", {"folder": "Core"})
    put(root, "community-plugins.json", plugins)
    put(root, "plugins/periodic-notes/data.json", data)
    assert read_vault_config(root).daily == expected

"""Tests of vault/obsidian/vault_config.py."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest

from tests.support.growth import check_growth, check_linear
from vaultdesk.core.settings.bootstrap_settings import InterfaceLanguage
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian import vault_config
from vaultdesk.vault.obsidian.vault_config import (
    MAX_BOOKMARK_DEPTH,
    MAX_BOOKMARKS,
    MAX_CONFIG_BYTES,
    Bookmark,
    ConfigFile,
    DailyNoteSettings,
    ExcludedFiles,
    ObsidianVault,
    TemplateSettings,
    VaultConfig,
    find_obsidian_vaults,
    is_obsidian_uri,
    linked_file,
    read_bookmarks,
    read_settings_object,
    read_vault_config,
)

# A JSON settings file: typed values, and problems instead of errors.


def test_values_are_typed_and_have_defaults(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        '{"t": "x", "on": true, "l": ["a", 1, ""], "o": {"t": 7}, "c": "z", "m": [{"t": "y"}, 1]}'
    )
    problems: list[str] = []
    found = ConfigFile.read(tmp_path / "a.json", problems)
    assert (found.text("t", ""), found.truth("on"), found.texts("l"), found.text("none", "d")) == (
        "x",
        True,
        ("a",),
        "d",
    )
    assert found.part("none").text("t", "d") == "d"
    assert [part.text("t", "") for part in found.parts("m")] == ["y"]
    assert problems == []
    assert found.part("o").text("t", "d") == "d"
    assert found.choice("c", Literal["a", "b"], "a") == "a"
    assert len(problems) == 2


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": ' + "[" * 100_000, "x" * (MAX_CONFIG_BYTES + 1)])
def test_an_unreadable_file_is_a_problem(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    problems: list[str] = []
    assert ConfigFile.read(tmp_path / "a.json", problems).text("a", "d") == "d"
    assert len(problems) == 1


def test_a_missing_file_is_no_problem(tmp_path: Path) -> None:
    problems: list[str] = []
    ConfigFile.read(tmp_path / "a.json", problems)
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ()
    assert problems == []
    with pytest.raises(FileNotFoundError):
        read_settings_object(tmp_path / "a.json")


def test_a_list_of_texts_is_read(tmp_path: Path) -> None:
    problems: list[str] = []
    (tmp_path / "a.json").write_text('["a", 1, "b"]')
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ("a", "b")
    (tmp_path / "a.json").write_text('{"a": 1}')
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ()
    (tmp_path / "a.json").write_text("{")
    assert ConfigFile.read_list(tmp_path / "a.json", problems) == ()
    assert len(problems) == 1


# Files excluded from search.


@pytest.mark.parametrize(
    ("written", "path", "excluded_from_search"),
    [
        ("Archive/", "Archive/x.md", True),
        ("Archive/", "Archive 2/x.md", False),
        ("Archive", "Archive/x.md", True),
        ("archive/", "Archive/x.md", True),
        ("Archive/", "a/Archive/x.md", False),
        ("/^work\\/C-/", "work/C-1.md", True),
        ("/^work\\/C-/", "work/D.md", False),
        ("/secret/", "a/secret.md", True),
        ("Caf\u00e9/", "Cafe\u0301/x.md", True),
        ("x.md", "x.md", True),
    ],
)
def test_prefixes_and_patterns_exclude_notes(written: str, path: str, excluded_from_search: bool) -> None:
    assert ExcludedFiles([written]).matches(NotePath(path)) is excluded_from_search


def test_nothing_is_excluded_by_default() -> None:
    assert not ExcludedFiles()
    assert not ExcludedFiles().matches(NotePath("x.md"))


def test_an_invalid_pattern_is_a_problem_and_the_others_apply() -> None:
    excluded = ExcludedFiles(["/(/", "/(?!x)y/", "Archive/"])
    assert len(excluded.problems) == 2
    assert excluded.matches(NotePath("Archive/x.md"))
    assert not excluded.matches(NotePath("x.md"))


def test_catastrophic_backtracking_is_prevented() -> None:
    excluded = ExcludedFiles(["/^(a+)+$/", "/(a|a)*b/"])
    check_growth(excluded.matches, NotePath("a" * 12 + ".md"), NotePath("a" * 24 + ".md"), 100)
    check_linear(excluded.matches, lambda size: NotePath("a" * size + ".md"), 4_000)


def test_bookmarked_groups_files_headings_folders_and_searches_are_read(tmp_path: Path) -> None:
    items = [
        {"type": "file", "ctime": 1, "path": "A.md", "subpath": "#Costs", "title": "Money"},
        {"type": "group", "title": "House", "items": [{"type": "folder", "path": "House"}, {"type": "file"}]},
        {"type": "search", "query": "tag:#x"},
        {"type": "graph", "title": "Graph"},
        {"type": "url", "url": "https://example.org"},
        "nonsense",
    ]
    (tmp_path / "bookmarks.json").write_text(json.dumps({"items": items}))
    found = read_bookmarks(tmp_path)
    assert found == (
        Bookmark("file", "Money", "A.md", "Costs"),
        Bookmark("group", "House", items=(Bookmark("folder", "", "House"),)),
        Bookmark("search", "", "tag:#x"),
    )
    assert [bookmark.target for bookmark in found[1].with_all_inside()] == ["", "House"]


def test_an_invalid_bookmarks_file_gives_no_bookmarks(tmp_path: Path) -> None:
    assert read_bookmarks(tmp_path) == ()
    file = tmp_path / "bookmarks.json"
    for text in ("{", "[]", '{"items": 3}', '{"items": [{"type": 5}]}'):
        file.write_text(text)
        assert read_bookmarks(tmp_path) == ()


def test_a_hostile_bookmarks_file_is_limited_in_depth_and_size(tmp_path: Path) -> None:
    nested: dict[str, object] = {"type": "file", "path": "A.md"}
    for _ in range(50):
        nested = {"type": "group", "title": "g", "items": [nested]}
    many = [{"type": "file", "path": f"{n}.md"} for n in range(MAX_BOOKMARKS + 50)]
    (tmp_path / "bookmarks.json").write_text(json.dumps({"items": [nested, *many]}))
    found = read_bookmarks(tmp_path)
    assert sum(1 for top in found for _ in top.with_all_inside()) <= MAX_BOOKMARKS
    assert sum(1 for _ in found[0].with_all_inside()) <= MAX_BOOKMARK_DEPTH + 1


# Obsidian's settings are only read, and never raise an error.


def write_settings(root: Path, settings: object, folder: str = ".obsidian") -> None:
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


def test_settings_are_read(root: Path) -> None:
    write_settings(
        root,
        {
            "userIgnoreFilters": ["Archive/"],
            "attachmentFolderPath": "./files",
            "newFileLocation": "folder",
            "newFileFolderPath": "/Inbox/",
            "newLinkFormat": "relative",
            "useMarkdownLinks": True,
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
    assert (config.link_format, config.markdown_links, config.trash) == ("relative", True, "local")
    assert config.problems == ()


@pytest.mark.parametrize("broken", ["", "{", "[]", "null", "[" * 100_000, '"x"', "\udcff", "x" * 2_000_000])
def test_invalid_settings_are_a_problem_and_give_the_defaults(root: Path, broken: str) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_bytes(broken.encode("utf-8", "surrogateescape"))
    config = read_vault_config(root)
    assert len(config.problems) == 1
    assert config.trash == VaultConfig().trash


def test_each_value_of_a_wrong_type_is_a_problem(root: Path) -> None:
    write_settings(
        root,
        {
            "userIgnoreFilters": "x",
            "trashOption": "burn",
            "useMarkdownLinks": 1,
            "newLinkFormat": None,
        },
    )
    config = read_vault_config(root)
    assert len(config.problems) == 3
    assert (config.trash, config.markdown_links) == ("system", False)


def test_a_settings_folder_of_another_name_is_found(root: Path) -> None:
    write_settings(root, {"trashOption": "none"}, folder=".obsidian-mobile")
    assert read_vault_config(root).folder == ".obsidian"
    (root / ".obsidian-mobile" / "core-plugins.json").write_text("{}")
    config = read_vault_config(root)
    assert (config.folder, config.trash) == (".obsidian-mobile", "none")


@pytest.mark.skipif(os.name == "nt", reason="special files of POSIX")
def test_a_pipe_as_settings_file_does_not_block(root: Path) -> None:
    (root / ".obsidian").mkdir()
    os.mkfifo(root / ".obsidian" / "app.json")
    assert read_vault_config(root).problems


def write_vault_list(folder: Path, vaults: dict[str, object]) -> None:
    folder.mkdir(parents=True)
    (folder / "obsidian.json").write_text(json.dumps({"vaults": vaults}))


def test_vaults_of_every_installation_are_found_newest_first(tmp_path: Path) -> None:
    for name in ("One", "Two", "Three"):
        (tmp_path / name).mkdir()
    write_vault_list(
        tmp_path / "cfg" / "obsidian",
        {"1": {"path": str(tmp_path / "One"), "ts": 1_000}, "9": {"path": str(tmp_path / "Gone"), "ts": 9_000}},
    )
    write_vault_list(
        tmp_path / ".var/app/md.obsidian.Obsidian/config/obsidian",
        {"2": {"path": str(tmp_path / "Two"), "ts": 2_000, "open": True}},
    )
    write_vault_list(
        tmp_path / "snap/obsidian/current/.config/obsidian",
        {"3": {"path": str(tmp_path / "Three")}, "1": {"path": str(tmp_path / "One")}},
    )
    found = find_obsidian_vaults({"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "cfg")}, "linux")
    root = tmp_path.resolve()
    assert found == [
        ObsidianVault("Two", root / "Two", datetime.fromtimestamp(2, UTC)),
        ObsidianVault("One", root / "One", datetime.fromtimestamp(1, UTC)),
        ObsidianVault("Three", root / "Three", None),
    ]


@pytest.mark.parametrize(
    ("system", "environment", "config_folder"),
    [
        ("win32", "APPDATA", "Obsidian"),
        ("darwin", "HOME", "Library/Application Support/obsidian"),
        ("linux", "HOME", ".config/obsidian"),
    ],
)
def test_each_system_has_its_own_configuration_folder(
    tmp_path: Path, system: str, environment: str, config_folder: str
) -> None:
    (tmp_path / "V").mkdir()
    write_vault_list(tmp_path / config_folder, {"1": {"path": str(tmp_path / "V"), "ts": 1}})
    values = {"HOME": str(tmp_path / "nowhere"), environment: str(tmp_path)}
    assert [vault.name for vault in find_obsidian_vaults(values, system)] == ["V"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"vaults": []}',
        '{"vaults": {"a": 1, "b": {}, "c": {"path": 5}, "d": {"path": "rel"}, "e": {"path": "/\\u0000"}}}',
    ],
)
def test_an_invalid_vault_list_gives_no_vaults(tmp_path: Path, content: str) -> None:
    (tmp_path / ".config" / "obsidian").mkdir(parents=True)
    (tmp_path / ".config" / "obsidian" / "obsidian.json").write_text(content)
    assert find_obsidian_vaults({"HOME": str(tmp_path)}, "linux") == []


@pytest.mark.parametrize("ts", [10**30, -1, "x", True, None, 1e308])
def test_an_invalid_timestamp_is_ignored(tmp_path: Path, ts: object) -> None:
    (tmp_path / "V").mkdir()
    write_vault_list(tmp_path / ".config/obsidian", {"1": {"path": str(tmp_path / "V"), "ts": ts}})
    assert [vault.name for vault in find_obsidian_vaults({"HOME": str(tmp_path)}, "linux")] == ["V"]


def write_config(root: Path, name: str, value: object) -> None:
    file = root / ".obsidian" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value))


def test_daily_notes_and_templates_have_defaults(root: Path) -> None:
    config = read_vault_config(root)
    assert config.daily == DailyNoteSettings("", "YYYY-MM-DD", "")
    assert config.templates == TemplateSettings("", "YYYY-MM-DD", "HH:mm")


def test_daily_notes_use_an_existing_common_folder_if_obsidian_was_never_used(root: Path) -> None:
    (root / "Daily").mkdir()
    assert read_vault_config(root).daily == DailyNoteSettings(folder="Daily")

    write_settings(root, {})
    assert read_vault_config(root).daily == DailyNoteSettings()


def test_daily_notes_and_templates_are_read_without_app_json(root: Path) -> None:
    write_config(
        root,
        "daily-notes.json",
        {"folder": "/Journal/", "format": "YYYY/MM-DD", "template": "T/Daily", "autorun": True},
    )
    write_config(root, "templates.json", {"folder": "T", "dateFormat": "DD.MM.", "timeFormat": ""})
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
def test_an_enabled_periodic_notes_plugin_overrides_the_daily_notes_settings(
    root: Path, plugins: list[str], data: object, expected: DailyNoteSettings
) -> None:
    write_config(root, "daily-notes.json", {"folder": "Core"})
    write_config(root, "community-plugins.json", plugins)
    write_config(root, "plugins/periodic-notes/data.json", data)
    assert read_vault_config(root).daily == expected


@pytest.mark.parametrize(
    ("pattern", "names", "language"),
    [
        ("YYYY-MM-DD dddd", ("2026-11-23 Montag", "2026-11-24 Dienstag", "Plan 7"), "de"),
        ("YYYY/MM/YYYY-MM-DD ddd", ("2026/11/2026-11-23 lun.", "2026/10/2026-10-02 ven."), "fr"),
        ("dddd D [de] MMMM YYYY", ("lunes 23 de noviembre 2026",), "es"),
        ("YYYY-MM-DD dddd", ("2026-11-23 星期一",), "zh"),
        ("YYYY-MM-DD dddd", ("2026-11-23 Monday", "2026-11-24 Tuesday", "2026-11-25 Mittwoch"), "en"),
        ("YYYY-MM-DD dddd", (), "fr"),
        ("gggg-[W]ww", ("2026-W48",), "fr"),
        ("YYYY-MM-DD", ("2026-11-23",), "fr"),
    ],
)
def test_v4_daily_notes_use_the_language_of_existing_ones_or_of_the_window(
    root: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, names: tuple[str, ...], language: str
) -> None:
    monkeypatch.setattr(InterfaceLanguage, "window_language", "fr")
    write_settings(root, {})
    (root / ".obsidian" / "daily-notes.json").write_text(json.dumps({"folder": "Tage", "format": pattern}))
    for name in names:
        (root / "Tage" / f"{name}.md").parent.mkdir(parents=True, exist_ok=True)
        (root / "Tage" / f"{name}.md").touch()

    config = read_vault_config(root)

    assert (config.daily.language, config.templates.language) == (language, "fr")


ROOT = Path("/home/me/My notes")


@pytest.mark.parametrize(
    ("uri", "file"),
    [
        ("obsidian://open?vault=My%20notes&file=A%2FB", "A/B"),
        ("OBSIDIAN://Open/?vault=my%20NOTES&file=A%2FB.md%23Part", "A/B.md#Part"),
        ("obsidian://open?file=/A&vault=My notes", "A"),
        ("obsidian://vault/My%20notes/A/B%23%5Eid", "A/B#^id"),
        ("obsidian://open?path=%2Fhome%2Fme%2FMy%20notes%2FA.md", "A.md"),
        ("obsidian:///home/me/My%20notes/A.md", "A.md"),
        ("obsidian://open?vault=My%20notes&file=A&paneType=split", "A"),
        ("obsidian://open?vault=My%20notes&file=A&prepend=x", None),
        ("obsidian://unique?vault=My%20notes&content=x", None),
        ("obsidian://choose-vault", None),
        ("obsidian://open?vault=Other&file=A", None),
        ("obsidian://open?vault=My%20notes", None),
        ("obsidian://open?vault=My%20notes&file=", None),
        ("obsidian://open?vault=My%20notes&file=%23Part", None),
        ("obsidian://open?vault=My%20notes&file=../A", None),
        ("obsidian://open?vault=My%20notes&file=A&append=x", None),
        ("obsidian://open?vault=My%20notes&file=A&file=B", None),
        ("obsidian://new?vault=My%20notes&file=A&content=x", None),
        ("obsidian://show-plugin?id=dataview", None),
        ("obsidian://open?path=/etc/passwd", None),
        ("obsidian://open?path=/home/me/My%20notes/../x", None),
        ("obsidian://open?path=/home/me/My%20notes2/x", None),
        ("obsidian://", None),
        ("obsidian://vault", None),
        ("obsidian://open?", None),
        ("https://open?vault=My%20notes&file=A", None),
    ],
)
def test_an_uri_opens_a_file_of_this_vault_or_is_left_to_obsidian(uri: str, file: str | None) -> None:
    assert linked_file(uri, ROOT) == file


def test_only_obsidian_uris_are_recognized() -> None:
    assert [
        is_obsidian_uri(uri) for uri in ("obsidian://x", "Obsidian://x", "obsidian:x", "note:obsidian://x", "")
    ] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_vault_is_recognized_by_its_obsidian_id(monkeypatch: pytest.MonkeyPatch) -> None:
    vaults = [ObsidianVault("My notes", ROOT, None, "ef6ca3e3b524d22f")]
    monkeypatch.setattr(vault_config, "find_obsidian_vaults", lambda: vaults)

    assert linked_file("obsidian://open?vault=ef6ca3e3b524d22f&file=A", ROOT) == "A"
    assert linked_file("obsidian://open?vault=ef6ca3e3b524d22f&file=A", ROOT.parent) is None
    assert linked_file("obsidian://open?vault=0000000000000000&file=A", ROOT) is None

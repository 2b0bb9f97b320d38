"""Installers: what can be checked of each system's files on any of them: lists that are read, names that agree, paths
that exist.
"""

import configparser
import os
import plistlib
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from platformdirs.unix import Unix

from tests.support.packaging_scripts import packaging_script

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
NAME = "io.github.vaultdesk.VaultDesk"


def test_the_mac_bundle_opens_folders_and_has_one_name_everywhere() -> None:
    told = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())

    assert told["CFBundleIdentifier"] == NAME
    kinds = [kind for one in told["CFBundleDocumentTypes"] for kind in one["LSItemContentTypes"]]
    assert "public.folder" in kinds
    assert [scheme for one in told["CFBundleURLTypes"] for scheme in one["CFBundleURLSchemes"]] == ["vaultdesk"]


def test_the_mac_program_asks_for_no_more_than_it_says() -> None:
    asked = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())

    assert all(value is True for value in asked.values())
    assert not [name for name in asked if "device" in name or "personal-information" in name]


def test_the_desktop_entry_opens_folders_and_quick_ask() -> None:
    entry = configparser.RawConfigParser(strict=True)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys are read as they are written
    entry.read(PACKAGING / "linux" / "vaultdesk.desktop", encoding="utf-8")
    main = entry["Desktop Entry"]

    # An address: of a folder, or of a link of ours; the command line takes both.
    assert main["Exec"] == "vaultdesk %u"
    assert main["MimeType"] == "inode/directory;text/markdown;x-scheme-handler/vaultdesk;"
    assert entry["Desktop Action quick-ask"]["Exec"] == "vaultdesk --quick-ask"


def test_the_store_page_names_the_entry_and_the_present_version() -> None:
    page = ElementTree.parse(PACKAGING / "linux" / f"{NAME}.metainfo.xml").getroot()
    from vaultdesk import __version__

    assert page.findtext("id") == NAME
    assert page.findtext("launchable") == "vaultdesk.desktop"
    release = page.find("releases/release")
    assert release is not None
    assert release.get("version") == __version__


def test_the_windows_script_names_files_that_are_there_and_asks_for_no_administrator() -> None:
    script = (PACKAGING / "windows" / "vaultdesk.iss").read_text(encoding="utf-8")
    licence = re.search(r"^LicenseFile=(.+)$", script, re.MULTILINE)

    assert licence is not None
    assert (PACKAGING / "windows" / licence[1].replace("\\", "/")).resolve() == ROOT / "LICENSE"
    assert "PrivilegesRequired=lowest" in script
    assert "HKLM" not in script
    for name in re.findall(r"\{cm:(\w+)\}", script):
        if name not in ("CreateDesktopIcon", "LaunchProgram"):
            assert set(re.findall(rf"^(\w+)\.{name}=", script, re.MULTILINE)) == {"en", "de", "es", "fr"}


def test_windows_hands_links_to_the_program_and_takes_them_away_with_it() -> None:
    script = (PACKAGING / "windows" / "vaultdesk.iss").read_text(encoding="utf-8")
    lines = [line for line in script.splitlines() if r"Software\Classes\vaultdesk" in line]

    assert any('ValueName: "URL Protocol"' in line for line in lines)
    assert any(r"shell\open\command" in line and '""{app}\\vaultdesk.exe"" ""%1""' in line for line in lines)
    assert "uninsdeletekey" in lines[0]


def test_the_windows_uninstaller_leaves_data_and_says_where_and_takes_the_start_with_it() -> None:
    script = (PACKAGING / "windows" / "vaultdesk.iss").read_text(encoding="utf-8")
    run = [line for line in script.splitlines() if r"CurrentVersion\Run" in line]

    assert "[UninstallDelete]" not in script
    assert r"ExpandConstant('{localappdata}\vaultdesk')" in script
    # One line writes it where the task was ticked, one takes away what the switch in Settings wrote.
    assert all('ValueName: "VaultDesk"' in line and "uninsdeletevalue" in line for line in run)
    assert sorted("Tasks:" in line for line in run) == [False, True]


@pytest.mark.skipif(os.name != "posix", reason="the script is one of Debian's")
@pytest.mark.parametrize("how", ["remove", "purge"])
def test_removing_the_package_leaves_homes_alone_and_says_what_is_there(tmp_path: Path, how: str) -> None:
    home = tmp_path / "home"
    kept = [
        ".config/vaultdesk/settings.toml", ".local/share/vaultdesk/state.json",
        f".config/autostart/{NAME}.desktop", "Notes/Boiler.md",
    ]  # fmt: skip
    for name in kept:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("mine")
    shell = shutil.which("sh")
    assert shell is not None
    (tmp_path / "bin").mkdir()  # No tool of this computer is run.
    ended = subprocess.run(
        [shell, str(PACKAGING / "linux" / "postrm"), how],
        env={"HOME": str(home), "PATH": str(tmp_path / "bin")}, capture_output=True, text=True, check=True, timeout=20,
    )  # fmt: skip

    assert all((home / name).read_text() == "mine" for name in kept)
    own = Unix("vaultdesk", appauthor=False)
    for place in (own.user_config_path, own.user_data_path, own.user_cache_path, own.user_log_path.parent):
        assert f"~/{place.relative_to(Path.home()).as_posix()}" in ended.stderr
    assert f"~/{kept[2]}" in ended.stderr


def test_the_mac_image_says_what_stays_and_where() -> None:
    told = (PACKAGING / "macos" / "Removing VaultDesk.txt").read_text(encoding="utf-8")

    assert "~/Library/Application Support/vaultdesk" in told
    assert f"~/Library/LaunchAgents/{NAME}.plist" in told
    assert "Removing VaultDesk.txt" in (PACKAGING / "macos" / "dmg.sh").read_text(encoding="utf-8")


def test_the_release_workflow_uses_what_the_project_has() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    steps = [step["run"] for job in flow["jobs"].values() for step in job["steps"] if "run" in step]
    named = set(re.findall(r"(?:packaging/|\.ci/)[\w./-]+", " ".join(steps)))

    assert named
    assert all((ROOT / name).exists() for name in named)
    assert {"semantic", "build"} <= set(extras)


def test_the_flatpak_takes_files_that_are_there_or_built() -> None:
    recipe = yaml.safe_load((PACKAGING / "linux" / f"{NAME}.yml").read_text(encoding="utf-8"))
    sources = [one["path"] for one in recipe["modules"][0]["sources"]]

    assert recipe["id"] == NAME
    assert not [one for one in recipe["finish-args"] if one in ("--filesystem=home", "--filesystem=host")]
    assert all((PACKAGING / "linux" / path).exists() for path in sources if "build" not in path)


INNO = {
    "Setup": set(),
    "Languages": {"Name", "MessagesFile"},
    "CustomMessages": set(),
    "Tasks": {"Name", "Description", "Flags", "Check"},
    "InstallDelete": {"Type", "Name"},
    "Files": {"Source", "DestDir", "Flags"},
    "Icons": {"Name", "Filename", "Parameters", "Tasks"},
    "Registry": {"Root", "Subkey", "ValueType", "ValueName", "ValueData", "Flags", "Tasks"},
    "Run": {"Filename", "Description", "Flags", "Parameters"},
    "Code": set(),
}  # fmt: skip
"""Sections of the installer's script, and what a line of each may name."""

INNO_FLAGS = {
    "unchecked", "recursesubdirs", "ignoreversion", "signonce", "uninsdeletekey", "uninsdeletevalue", "nowait",
    "postinstall", "skipifsilent",
}  # fmt: skip


def inno_lines() -> list[tuple[str, dict[str, str]]]:
    """Return each line that names things, with its section; a field's quotes are taken off."""
    found, section = [], ""
    for line in (PACKAGING / "windows" / "vaultdesk.iss").read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1]
            assert section in INNO, section
        elif line and not line.startswith((";", "#")) and INNO.get(section):
            # A quote in a quoted text is written twice.
            parts = re.findall(r'(\w+): ("(?:[^"]|"")*"|[^;"]+)(?:; |;?$)', line)
            assert "; ".join(f"{name}: {value}" for name, value in parts) == line.removesuffix(";"), line
            found.append((section, {name: value.strip('"') for name, value in parts}))
    return found


def test_each_line_of_the_windows_script_is_of_its_section() -> None:
    lines = inno_lines()
    tasks = {fields["Name"] for section, fields in lines if section == "Tasks"}

    assert {section for section, _ in lines} >= {"Languages", "Tasks", "Files", "Icons", "Registry", "Run"}
    for section, fields in lines:
        assert set(fields) <= INNO[section], fields
        assert set(fields.get("Flags", "").split()) <= INNO_FLAGS, fields
        assert set(fields.get("Tasks", "").split()) <= tasks, fields
        assert fields.get("Root", "HKCU") == "HKCU", "one person's installer writes for that person alone"
        assert fields.get("DestDir", "{app}") == "{app}"


def test_the_windows_script_is_whole() -> None:
    script = (PACKAGING / "windows" / "vaultdesk.iss").read_text(encoding="utf-8")
    setup = dict(re.findall(r"^(\w+)=(.*)$", script.partition("[Setup]")[2].partition("\n[")[0], re.MULTILINE))

    assert len(re.findall(r"^#ifn?def ", script, re.MULTILINE)) == len(re.findall(r"^#endif", script, re.MULTILINE))
    assert re.fullmatch(r"\{\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}", setup["AppId"]), "one for all versions"
    assert (setup["AppVersion"], setup["OutputBaseFilename"]) == ("{#Version}", "VaultDesk-{#Version}-setup")
    assert setup["ArchitecturesInstallIn64BitMode"] == setup["ArchitecturesAllowed"] == "x64compatible"
    assert setup["SetupIconFile"].replace("\\", "/") == "../../build/icons/vaultdesk.ico", "where icons.py draws it"
    code = script.partition("[Code]")[2]
    assert len(re.findall(r"\bbegin\b", code)) == len(re.findall(r"\bend;", code)) > 0


def test_the_mac_bundle_says_what_the_system_asks_of_it() -> None:
    told = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())
    languages = {file.stem.removeprefix("vaultdesk_") for file in (ROOT / "resources" / "translations").glob("*.qm")}

    assert re.fullmatch(r"\d+\.\d+", told["LSMinimumSystemVersion"])
    assert told["NSHighResolutionCapable"] is True
    assert {one.replace("zh-Hans", "zh_CN") for one in told["CFBundleLocalizations"]} == {"en", *languages}
    for kind in told["CFBundleDocumentTypes"]:
        assert kind["LSHandlerRank"] in ("Alternate", "None"), "nothing is taken from other programs"
        assert {"CFBundleTypeName", "CFBundleTypeRole", "LSItemContentTypes"} <= set(kind)
    # PyInstaller writes these of the spec; what stands here as well would win over it.
    assert not {"CFBundleExecutable", "CFBundleShortVersionString", "CFBundleVersion", "CFBundleIconFile"} & set(told)
    spec = (PACKAGING / "vaultdesk.spec").read_text(encoding="utf-8")
    for name in ('"vaultdesk.icns"', "version=__version__", "info_plist=told", 'name="VaultDesk.app"'):
        assert name in spec


def test_the_icons_have_the_sizes_that_the_systems_show() -> None:
    icons = packaging_script("icons")

    assert {16, 32, 48, 256} <= set(icons.ICO_SIZES), "lists, taskbar, Explorer, large"
    assert {b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}.items() <= icons.ICNS_KINDS.items()
    appimage = (PACKAGING / "linux" / "appimage.sh").read_text(encoding="utf-8")
    for side in re.findall(r"vaultdesk-(\d+)\.png", appimage):
        assert int(side) in icons.SIZES


def test_the_package_asks_for_the_glibc_it_was_built_with() -> None:
    told = "0x0 Name: GLIBC_2.4\n0x1 Name: GLIBC_2.36  Flags\n0x2 Name: GLIBC_2.17\nGLIBC_PRIVATE GLIBCXX_3.4.30"
    assert packaging_script("deb").newest_glibc(told) == "2.36"


def test_the_mac_knows_markdown_by_its_endings() -> None:
    told = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())
    (kind,) = told["UTImportedTypeDeclarations"]
    wanted = {name for one in told["CFBundleDocumentTypes"] for name in one["LSItemContentTypes"]}
    assert kind["UTTypeIdentifier"] in wanted
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["md", "markdown"]

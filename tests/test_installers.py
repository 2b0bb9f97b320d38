"""Installers: what can be checked of each system's files on any of them: lists that are read, names that agree, paths
that exist.
"""

import configparser
import plistlib
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import yaml

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
NAME = "io.github.vaultdesk.VaultDesk"


def test_the_mac_bundle_opens_folders_and_has_one_name_everywhere() -> None:
    told = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())

    assert told["CFBundleIdentifier"] == NAME
    kinds = [kind for one in told["CFBundleDocumentTypes"] for kind in one["LSItemContentTypes"]]
    assert "public.folder" in kinds


def test_the_mac_program_asks_for_no_more_than_it_says() -> None:
    asked = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())

    assert all(value is True for value in asked.values())
    assert not [name for name in asked if "device" in name or "personal-information" in name]


def test_the_desktop_entry_opens_folders_and_quick_ask() -> None:
    entry = configparser.RawConfigParser(strict=True)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys are read as they are written
    entry.read(PACKAGING / "linux" / "vaultdesk.desktop", encoding="utf-8")
    main = entry["Desktop Entry"]

    assert main["Exec"] == "vaultdesk %f"
    assert main["MimeType"] == "inode/directory;"
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

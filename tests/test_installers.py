"""Installers: checks of the packaging files of every system that run on any system, such as names, paths and lists."""

import configparser
import os
import plistlib
import re
import shutil
import struct
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from platformdirs.unix import Unix

from tests.support.packaging_scripts import packaging_script
from vaultdesk.core.platform.paths import APP_ID

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
NAME = "io.github.vaultdesk.VaultDesk"
bundle = packaging_script("bundle")


def test_the_mac_bundle_opens_folders_and_links_and_has_the_common_identifier() -> None:
    info = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())

    assert info["CFBundleIdentifier"] == NAME
    kinds = [kind for entry in info["CFBundleDocumentTypes"] for kind in entry["LSItemContentTypes"]]
    assert "public.folder" in kinds
    assert [scheme for entry in info["CFBundleURLTypes"] for scheme in entry["CFBundleURLSchemes"]] == ["vaultdesk"]


def test_the_mac_program_requests_no_device_or_personal_data_entitlement() -> None:
    entitlements = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())

    assert all(value is True for value in entitlements.values())
    assert not [name for name in entitlements if "device" in name or "personal-information" in name]


def test_the_desktop_entry_opens_folders_and_quick_ask() -> None:
    entry = configparser.RawConfigParser(strict=True)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys are read as they are written
    entry.read(PACKAGING / "linux" / f"{NAME}.desktop", encoding="utf-8")
    main = entry["Desktop Entry"]

    # The URL of a folder or a vaultdesk: link; the command line accepts both.
    assert main["Exec"] == "vaultdesk %u"
    assert main["MimeType"] == "inode/directory;text/markdown;x-scheme-handler/vaultdesk;"
    assert entry["Desktop Action quick-ask"]["Exec"] == "vaultdesk --quick-ask"


def test_the_store_page_names_the_desktop_entry_and_the_current_version() -> None:
    page = ElementTree.parse(PACKAGING / "linux" / f"{NAME}.metainfo.xml").getroot()
    from vaultdesk import __version__

    assert page.findtext("id") == NAME
    assert page.findtext("launchable") == f"{NAME}.desktop"
    release = page.find("releases/release")
    assert release is not None
    assert release.get("version") == __version__


WINDOWS = PACKAGING / "windows"
NSIS = (WINDOWS / "vaultdesk.nsi").read_text(encoding="utf-8")
SENTENCES = (WINDOWS / "languages.nsh").read_text(encoding="utf-8")
UNINSTALLER = NSIS.partition('Section "Uninstall"')[2]


def test_the_windows_installer_needs_no_administrator_and_writes_for_one_user() -> None:
    assert "RequestExecutionLevel user" in NSIS
    assert 'InstallDir "$LOCALAPPDATA\\Programs\\VaultDesk"' in NSIS
    roots = set(re.findall(r"(?:WriteReg\w+|DeleteReg\w+|ReadReg\w+|InstallDirRegKey)(?: /ifempty)? (\w+)", NSIS))
    assert roots == {"HKCU"}
    assert "ManifestLongPathAware true" in NSIS


def test_the_windows_installer_is_translated_into_every_language_of_the_program() -> None:
    languages = {"English", "German", "Spanish", "French", "SimpChinese"}
    texts = dict(re.findall(r'Sentences \$\{LANG_(\w+)\} \\\n((?:  ".+" ?\\?\n?)+)', SENTENCES))
    sentences = re.findall(r"LangString (\w+) ", SENTENCES)

    assert set(re.findall(r'MUI_LANGUAGE "(\w+)"', NSIS)) == languages
    assert {name.title() for name in texts} == {name.title() for name in languages}
    assert len(bundle.LANGUAGES) == len(languages) - 1
    assert {len(text.splitlines()) for text in texts.values()} == {len(sentences)}
    assert set(re.findall(r"\$\((\w+)\)", NSIS)) == set(sentences)


def test_the_windows_uninstaller_removes_every_key_and_shortcut_and_leaves_user_data() -> None:
    macros = dict(re.findall(r"!macro (\w+)[^\n]*\n(.*?)!macroend", NSIS, re.DOTALL))
    removed = UNINSTALLER + "".join(text for name, text in macros.items() if f"insertmacro {name}" in UNINSTALLER)
    written = set(re.findall(r'WriteReg\w+ HKCU "([^"]+)"', NSIS))
    deleted = re.findall(r'DeleteReg\w+(?: /ifempty)? HKCU "([^"]+)"', removed)

    assert written
    assert not [key for key in written if not key.startswith(tuple(deleted))]
    assert set(re.findall(r'CreateShortcut "([^"]+)"', NSIS)) <= set(re.findall(r'Delete "([^"]+)"', removed))
    assert "$LOCALAPPDATA\\vaultdesk" in UNINSTALLER
    assert not [line for line in removed.splitlines() if "RMDir" in line and "$INSTDIR" not in line]


def test_an_update_requires_a_closed_program_and_retains_it_until_the_new_one_is_complete() -> None:
    section = NSIS.partition("ProgramSection\n")[2].partition("SectionEnd")[0]
    steps = ["RequireClosed", 'MoveProgram "$INSTDIR" "$INSTDIR\\previous"', "File /r", 'RMDir /r "$INSTDIR\\previous"']
    places = [section.rindex(step) for step in steps]

    assert places == sorted(places)
    failed = NSIS.partition("Function .onInstFailed")[2].partition("FunctionEnd")[0]
    assert 'MoveProgram "$INSTDIR\\previous" "$INSTDIR"' in failed


@pytest.mark.skipif(shutil.which("makensis") is None, reason="needs NSIS")
def test_makensis_builds_the_installer_without_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = tmp_path / "build" / "frozen" / "vaultdesk"
    (frozen / "_internal").mkdir(parents=True)
    (frozen / "vaultdesk.exe").write_bytes(b"MZ")
    (tmp_path / "build" / "icons").mkdir()
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * 64 for _ in range(16)))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 6, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b"")]
    chunks = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    ]
    icon = packaging_script("icons").ico({16: b"\x89PNG\r\n\x1a\n" + b"".join(chunks)})
    (tmp_path / "build" / "icons" / "vaultdesk.ico").write_bytes(icon)
    (tmp_path / "LICENSE").write_text("MIT")
    installer = packaging_script("windows/installer")
    monkeypatch.setattr(installer, "ROOT", tmp_path)
    for name in ("WINDOWS_SIGN_COMMAND", "WINDOWS_CERTIFICATE"):
        monkeypatch.delenv(name, raising=False)

    setup = installer.build(frozen, tmp_path, "1.2.3", compressor="zlib")

    assert setup == tmp_path / "VaultDesk-1.2.3-setup.exe"
    assert setup.read_bytes()[:2] == b"MZ"
    assert "1.2.3".encode("utf-16-le") in setup.read_bytes(), "the version resource"


def test_a_file_is_signed_by_the_command_from_the_environment(tmp_path: Path) -> None:
    installer = packaging_script("windows/installer")
    (tmp_path / "a b.exe").write_bytes(b"program")
    script = "import sys, pathlib; pathlib.Path(sys.argv[2]).write_bytes(sys.argv[1].encode())"
    (tmp_path / "sign.py").write_text(script)
    command = f"{sys.executable} {tmp_path / 'sign.py'} signed {{file}}"

    assert not installer.is_signed({"WINDOWS_CERTIFICATE": ""})
    assert installer.is_signed({"WINDOWS_SIGN_COMMAND": command})
    installer.sign(tmp_path / "a b.exe", {"WINDOWS_SIGN_COMMAND": command})
    assert (tmp_path / "a b.exe").read_bytes() == b"signed"


@pytest.mark.skipif(os.name != "posix", reason="a maintainer script of the Debian package")
@pytest.mark.parametrize("how", ["remove", "purge"])
def test_removing_the_package_leaves_home_folders_and_lists_the_remaining_files(tmp_path: Path, how: str) -> None:
    home = tmp_path / "home"
    user_files = [
        ".config/vaultdesk/settings.toml", ".local/share/vaultdesk/state.json",
        f".config/autostart/{NAME}.desktop", "Notes/Boiler.md",
    ]  # fmt: skip
    for name in user_files:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("mine")
    shell = shutil.which("sh")
    assert shell is not None
    (tmp_path / "bin").mkdir()  # No tool of this machine is run.
    completed = subprocess.run(
        [shell, str(PACKAGING / "linux" / "postrm"), how],
        env={"HOME": str(home), "PATH": str(tmp_path / "bin")}, capture_output=True, text=True, check=True, timeout=20,
    )  # fmt: skip

    assert all((home / name).read_text() == "mine" for name in user_files)
    own = Unix("vaultdesk", appauthor=False)
    for place in (own.user_config_path, own.user_data_path, own.user_cache_path, own.user_log_path.parent):
        assert f"~/{place.relative_to(Path.home()).as_posix()}" in completed.stderr
    assert f"~/{user_files[2]}" in completed.stderr


def test_the_mac_image_documents_which_files_remain_after_removal() -> None:
    text = (PACKAGING / "macos" / "Removing VaultDesk.txt").read_text(encoding="utf-8")

    assert "~/Library/Application Support/vaultdesk" in text
    assert f"~/Library/LaunchAgents/{NAME}.plist" in text
    assert "Removing VaultDesk.txt" in (PACKAGING / "macos" / "dmg.sh").read_text(encoding="utf-8")


MAC_TOOL = """#!/bin/sh
name="$(basename "$0")"
echo "$name $*" >> "$NOTED"
case "$name" in
    plutil) echo 1.2.3 ;;
    file) case "$2" in *.plist) echo text ;; *) echo Mach-O 64-bit ;; esac ;;
    hdiutil) [ "$(grep -c '^hdiutil' "$NOTED")" -gt 1 ] || { echo "Resource busy" >&2; exit 1; } ;;
esac
"""
"""Replacement for each macOS tool: it records its call, and creating the first image fails."""


@pytest.mark.skipif(os.name != "posix", reason="a shell script for macOS")
@pytest.mark.parametrize("identity", ["", "Developer ID Application: VaultDesk"])
def test_the_mac_program_is_signed_from_the_inside_out_and_its_image_last(identity: str, tmp_path: Path) -> None:
    contents = tmp_path / "VaultDesk.app" / "Contents"
    binaries = ("Frameworks/QtCore.framework/Versions/A/QtCore", "Frameworks/libx.dylib", "MacOS/vaultdesk")
    for name in (*binaries, "Info.plist"):
        (contents / name).parent.mkdir(parents=True, exist_ok=True)
        (contents / name).write_bytes(b"")
    (tmp_path / "bin").mkdir()
    for tool in ("codesign", "file", "hdiutil", "plutil", "sleep", "spctl", "xcrun"):
        (tmp_path / "bin" / tool).write_text(MAC_TOOL)
        (tmp_path / "bin" / tool).chmod(0o755)
    environment = {
        "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "NOTED": str(tmp_path / "noted"), "SIGNING_IDENTITY": identity,
        "NOTARY_PROFILE": "vaultdesk" if identity else "",
    }  # fmt: skip

    command = ["bash", str(PACKAGING / "macos" / "dmg.sh"), str(contents.parent), str(tmp_path)]
    completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=20)

    image = Path(completed.stdout.strip())
    assert image.name.startswith("VaultDesk-1.2.3-")
    calls = (tmp_path / "noted").read_text().splitlines()
    assert sum(call.startswith("hdiutil create") for call in calls) == 2, "retried when the system is busy"
    signed = [call.rpartition(" ")[2] for call in calls if call.startswith("codesign --force")]
    assert sorted(signed[:3]) == sorted(str(contents / name) for name in binaries)
    bundles = [str(contents / "Frameworks/QtCore.framework"), str(contents.parent)]
    assert signed[3:] == [*bundles, *([str(image)] if identity else [])]
    file_calls = [call for call in calls if call.startswith("codesign --force")][:5]
    assert all(("--timestamp --options runtime" in call) == bool(identity) for call in file_calls)
    assert [number for number, call in enumerate(file_calls) if "--entitlements" in call] == [4]
    last = [call.split()[:2] for call in calls][-3:]
    notarised = [["xcrun", "notarytool"], ["xcrun", "stapler"], ["spctl", "--assess"]]
    assert last == notarised if identity else notarised[0] not in last


def test_the_release_workflow_uses_existing_scripts_and_extras() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    steps = [step["run"] for job in flow["jobs"].values() for step in job["steps"] if "run" in step]
    named = set(re.findall(r"(?:packaging/|\.ci/)[\w./-]+", " ".join(steps)))

    assert named
    assert all((ROOT / name).exists() for name in named)
    assert {"semantic", "build"} <= set(extras)


def test_the_flatpak_uses_existing_or_built_files_and_requests_no_folder_or_bus_name() -> None:
    recipe = yaml.safe_load((PACKAGING / "linux" / f"{NAME}.yml").read_text(encoding="utf-8"))
    sources = [entry["path"] for entry in recipe["modules"][0]["sources"]]

    assert recipe["id"] == NAME
    # Flathub's linter rejects both. Vaults are opened through the portal, and Qt's tray icon needs no bus name.
    assert not [entry for entry in recipe["finish-args"] if entry.startswith(("--filesystem=", "--own-name="))]
    assert all((PACKAGING / "linux" / path).exists() for path in sources if "build" not in path)


def test_the_mac_bundle_declares_the_properties_that_macos_requires() -> None:
    info = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())
    languages = {file.stem.removeprefix("vaultdesk_") for file in (ROOT / "resources" / "translations").glob("*.qm")}

    assert re.fullmatch(r"\d+\.\d+", info["LSMinimumSystemVersion"])
    assert info["NSHighResolutionCapable"] is True
    assert {language.replace("zh-Hans", "zh_CN") for language in info["CFBundleLocalizations"]} == {"en", *languages}
    for kind in info["CFBundleDocumentTypes"]:
        assert kind["LSHandlerRank"] in ("Alternate", "None"), "other programs remain the default"
        assert {"CFBundleTypeName", "CFBundleTypeRole", "LSItemContentTypes"} <= set(kind)
    # PyInstaller writes these from the spec; a value in this file would override it.
    assert not {"CFBundleExecutable", "CFBundleShortVersionString", "CFBundleVersion", "CFBundleIconFile"} & set(info)
    spec = (PACKAGING / "vaultdesk.spec").read_text(encoding="utf-8")
    for name in (
        '"vaultdesk.icns"',
        "version=__version__",
        '"CFBundleVersion": __version__}',
        'name="VaultDesk.app"',
    ):
        assert name in spec


def test_the_icons_have_the_sizes_that_each_system_shows() -> None:
    icons = packaging_script("icons")

    assert {16, 32, 48, 256} <= set(icons.ICO_SIZES), "lists, taskbar, Explorer, large"
    assert {b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}.items() <= icons.ICNS_KINDS.items()
    assert set(packaging_script("deb").ICON_SIZES) <= set(icons.SIZES)


def test_the_package_depends_on_the_glibc_version_it_was_built_with() -> None:
    versions = "0x0 Name: GLIBC_2.4\n0x1 Name: GLIBC_2.36  Flags\n0x2 Name: GLIBC_2.17\nGLIBC_PRIVATE GLIBCXX_3.4.30"
    assert packaging_script("deb").newest_glibc(versions) == "2.36"


def test_macos_recognizes_markdown_by_its_file_extensions() -> None:
    info = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())
    (kind,) = info["UTImportedTypeDeclarations"]
    document_types = {name for entry in info["CFBundleDocumentTypes"] for name in entry["LSItemContentTypes"]}
    assert kind["UTTypeIdentifier"] in document_types
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["md", "markdown"]


def test_the_application_id_is_the_same_on_every_desktop() -> None:
    entry = configparser.RawConfigParser(strict=True)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys are read as they are written
    entry.read(PACKAGING / "linux" / f"{NAME}.desktop", encoding="utf-8")
    recipe = yaml.safe_load((PACKAGING / "linux" / f"{NAME}.yml").read_text(encoding="utf-8"))
    installed = " ".join(recipe["modules"][0]["build-commands"])

    assert packaging_script("deb").APP_ID == APP_ID == NAME
    assert entry["Desktop Entry"]["Icon"] == NAME
    # Wayland identifies a window by its desktop entry, X11 by the class that the entry names.
    assert "setDesktopFileName(APP_ID)" in (ROOT / "vaultdesk/ui/app/application.py").read_text(encoding="utf-8")
    assert entry["Desktop Entry"]["StartupWMClass"] == "vaultdesk"
    assert all(f"{NAME}.{ending}" in installed for ending in ("desktop", "metainfo.xml", "svg"))
    assert "sed" not in installed, "one entry for each package"


def test_the_appdir_includes_libraries_that_desktops_do_not_guarantee() -> None:
    appdir = packaging_script("appdir")
    included = (
        "libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-image.so.0", "libxcb-keysyms.so.1", "libxcb-render.so.0",
        "libxcb-render-util.so.0", "libxcb-util.so.1", "libxcb-xkb.so.1", "libxcb-shape.so.0", "libxkbcommon.so.0",
        "libxkbcommon-x11.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1",
    )  # fmt: skip
    assert [name for name in included if appdir.EXCLUDED_LIBRARIES.fullmatch(name)] == []
    guaranteed = (
        "libc.so.6",
        "ld-linux-x86-64.so.2",
        "libX11.so.6",
        "libGL.so.1",
        "libfontconfig.so.1",
        "libdbus-1.so.3",
    )
    assert all(appdir.EXCLUDED_LIBRARIES.fullmatch(name) for name in guaranteed)
    cache_listing = (
        "2 libs found in cache\n"
        "\tlibxcb.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libxcb.so.1\n"
        "\tlibxcb.so.1 (libc6) => /lib/i386-linux-gnu/libxcb.so.1\n"
        "\tld-linux-aarch64.so.1 (libc6,AArch64) => /lib/ld-linux-aarch64.so.1\n"
    )
    assert dict(appdir._parsed(cache_listing, "x86_64")) == {"libxcb.so.1": Path("/lib/x86_64-linux-gnu/libxcb.so.1")}


@pytest.mark.skipif(sys.platform != "linux", reason="the AppImage is for Linux")
@pytest.mark.parametrize("runtime", ["", "/mine/runtime-x86_64"])
def test_the_image_is_built_with_the_given_runtime(
    runtime: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "appimagetool"
    tool.write_text('#!/bin/sh\necho "$*" > noted\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("APPIMAGE_RUNTIME", runtime)

    image = packaging_script("appdir").make_image(tmp_path / "VaultDesk.AppDir", tmp_path)

    arguments = (tmp_path / "noted").read_text()
    assert arguments.endswith(f" {tmp_path / 'VaultDesk.AppDir'} {image}\n")
    assert ("--runtime-file /mine/runtime-x86_64 " in arguments) == bool(runtime)


def test_the_store_page_has_screenshots_and_a_description_of_each_release() -> None:
    page = ElementTree.parse(PACKAGING / "linux" / f"{NAME}.metainfo.xml").getroot()
    pictures = [image.text or "" for image in page.iterfind("screenshots/screenshot/image")]

    assert len(pictures) >= 3
    assert all((ROOT / "resources/screenshots" / url.rpartition("/")[2]).is_file() for url in pictures)
    assert all(release.findtext("description/p") for release in page.iterfind("releases/release"))
    languages = {word.get("{http://www.w3.org/XML/1998/namespace}lang", "en") for word in page.iterfind("summary")}
    assert languages == {"en", "de", "es", "fr", "zh_CN"}

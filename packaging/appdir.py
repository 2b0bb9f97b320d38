"""AppDir: the frozen program as one folder for Linux without a package of its own, and the AppImage made of it.

    python packaging/appdir.py build/frozen/vaultdesk FOLDER

A package asks for libraries of the system; here they are brought along, but for those that each desktop has and that
must fit its drivers and themes (`PROMISED`). appimagetool makes the image where it is in the path. It downloads the
program at the start of each image (AppImage/type2-runtime), unless APPIMAGE_RUNTIME names that file.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from deb import APP_ID, ICON_SIZES, LINUX, ROOT, elf_files, needed_by, package_of

PROMISED = re.compile(
    r"lib(?:c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+|"
    r"X11|X11-xcb|xcb|GL|GLX|EGL|GLdispatch|OpenGL|drm|gbm|wayland-client|"
    r"fontconfig|freetype|glib-2\.0|gobject-2\.0|gio-2\.0|gthread-2\.0|gmodule-2\.0|dbus-1)\.so.*|ld-linux.*"
)
"""Libraries of each desktop, after AppImage's list of those that are not to be brought along."""

OPTIONAL = re.compile(r"libqgtk3\.so")
"""Plugins whose libraries are the desktop's own: without them the plugin is not loaded, and nothing else lacks."""

BY_NAME = ("libxcb-cursor.so.0",)
"""Libraries loaded by name, so that no other one tells of them."""

UPDATES = "gh-releases-zsync|vaultdesk|vaultdesk|latest|VaultDesk-*-{machine}.AppImage.zsync"
"""Where tools of AppImage look for a newer image."""

RUN = """#!/bin/sh
here="$(dirname "$(readlink -f "$0")")"
exec "$here/usr/lib/vaultdesk/vaultdesk" "$@"
"""


class LibraryMissing(Exception):
    """A library that the AppDir has to bring is not on this computer."""


def lay_out(frozen: Path, folder: Path) -> None:
    """Make the AppDir of *frozen* at *folder*. Raises `LibraryMissing`."""
    shutil.rmtree(folder, ignore_errors=True)
    program = folder / "usr" / "lib" / "vaultdesk"
    shutil.copytree(frozen, program, symlinks=True)
    share = folder / "usr" / "share"
    for library in missing_libraries(program):
        shutil.copyfile(library, program / "_internal" / library.name)
        text = Path("/usr/share/doc", package := package_of(library.name), "copyright")
        if not package or not text.is_file():
            raise SystemExit(f"No licence is known of {library}.")
        (share / "doc" / package).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(text, share / "doc" / package / "copyright")
    copies = {
        LINUX / f"{APP_ID}.desktop": share / "applications" / f"{APP_ID}.desktop",
        LINUX / f"{APP_ID}.metainfo.xml": share / "metainfo" / f"{APP_ID}.metainfo.xml",
        **{
            ROOT / "build" / "icons" / f"vaultdesk-{side}.png": share / f"icons/hicolor/{side}x{side}/apps/{APP_ID}.png"
            for side in ICON_SIZES
        },
    }
    for source, target in copies.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    (folder / f"{APP_ID}.desktop").symlink_to(f"usr/share/applications/{APP_ID}.desktop")
    (folder / f"{APP_ID}.png").symlink_to(f"usr/share/icons/hicolor/256x256/apps/{APP_ID}.png")
    (folder / ".DirIcon").symlink_to(f"{APP_ID}.png")
    start = folder / "AppRun"
    start.write_text(RUN, encoding="utf-8")
    start.chmod(0o755)


def missing_libraries(program: Path) -> list[Path]:
    """Return the libraries of this system that the ones in *program* need and that no desktop promises.

    Raises `LibraryMissing`.
    """
    own = {file.name for file in program.rglob("*.so*")}
    waiting = [name for file in elf_files(program) if not OPTIONAL.match(file.name) for name in needed_by(file)]
    places = known_libraries()
    found: dict[str, Path] = {}
    waiting += BY_NAME
    while waiting:
        name = waiting.pop()
        if name in own or name in found or PROMISED.fullmatch(name):
            continue
        if name not in places:
            raise LibraryMissing(f"{name} is not on this computer.")
        found[name] = places[name]
        waiting += needed_by(places[name])
    return [found[name] for name in sorted(found)]


def known_libraries() -> dict[str, Path]:
    """Return where the loader of this system finds each library, by its name."""
    told = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    return dict(_parsed(told, platform.machine()))


def _parsed(told: str, machine: str) -> Iterator[tuple[str, Path]]:
    kind = {"x86_64": "x86-64", "aarch64": "AArch64"}[machine]
    for name, details, place in re.findall(r"^\t(\S+) \((.*?)\) => (\S+)$", told, re.MULTILINE):
        if kind in details:
            yield name, Path(place)


def make_image(folder: Path, to: Path) -> Path | None:
    """Make the AppImage of the AppDir *folder* in *to* and return it; None where the tool for it is not here."""
    from vaultdesk import __version__

    if shutil.which("appimagetool") is None:
        print(f"{folder} is ready; appimagetool is not here, so no AppImage was made of it.", file=sys.stderr)
        return None
    machine = platform.machine()
    image = to / f"VaultDesk-{__version__}-{machine}.AppImage"
    options = ["--no-appstream", "-u", UPDATES.format(machine=machine)]
    if runtime := os.environ.get("APPIMAGE_RUNTIME"):
        options += ["--runtime-file", runtime]
    command = ["appimagetool", *options, str(folder), str(image)]
    # It names the file with the places of changed blocks by itself, and puts it where it runs.
    subprocess.run(command, cwd=to, env={**os.environ, "ARCH": machine}, check=True)
    return image


def main() -> None:
    """Do what the command line says."""
    sys.path.insert(0, str(ROOT))
    frozen, to = (Path(word).resolve() for word in sys.argv[1:3])
    folder = to / "VaultDesk.AppDir"
    lay_out(frozen, folder)
    make_image(folder, to)


if __name__ == "__main__":
    main()

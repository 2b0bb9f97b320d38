"""AppDir: the frozen program as one folder for any Linux distribution, and the AppImage of this folder.

    python packaging/appdir.py build/frozen/vaultdesk FOLDER

Unlike the Debian package, the AppDir contains the system libraries that the program needs, except those that every
desktop has and that must fit its drivers and themes (`EXCLUDED_LIBRARIES`). The AppImage is made by appimagetool if it
is in the path; it downloads the runtime of the image (AppImage/type2-runtime) unless APPIMAGE_RUNTIME is the path of
that file.
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

EXCLUDED_LIBRARIES = re.compile(
    r"lib(?:c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+|"
    r"X11|X11-xcb|xcb|GL|GLX|EGL|GLdispatch|OpenGL|drm|gbm|wayland-client|"
    r"fontconfig|freetype|glib-2\.0|gobject-2\.0|gio-2\.0|gthread-2\.0|gmodule-2\.0|dbus-1)\.so.*|ld-linux.*"
)
"""Libraries that every desktop has, after the excludelist of AppImage."""

OPTIONAL_PLUGINS = re.compile(r"libqgtk3\.so")
"""Plugins whose libraries are not included: on a desktop without them Qt does not load the plugin."""

DLOPENED_LIBRARIES = ("libxcb-cursor.so.0",)
"""Libraries that are loaded by name at run time, so that no ELF file lists them."""

UPDATE_INFORMATION = "gh-releases-zsync|vaultdesk|vaultdesk|latest|VaultDesk-*-{machine}.AppImage.zsync"
"""The update information in the image, by which AppImage tools find a newer version."""

APP_RUN = """#!/bin/sh
here="$(dirname "$(readlink -f "$0")")"
exec "$here/usr/lib/vaultdesk/vaultdesk" "$@"
"""


class LibraryMissing(Exception):
    """A library that the AppDir must contain is not installed on this computer."""


def make_appdir(frozen: Path, folder: Path) -> None:
    """Create the AppDir of the program in *frozen* at *folder*. Raises `LibraryMissing`."""
    shutil.rmtree(folder, ignore_errors=True)
    program = folder / "usr" / "lib" / "vaultdesk"
    shutil.copytree(frozen, program, symlinks=True)
    share = folder / "usr" / "share"
    for library in missing_libraries(program):
        shutil.copyfile(library, program / "_internal" / library.name)
        copyright_file = Path("/usr/share/doc", package := package_of(library.name), "copyright")
        if not package or not copyright_file.is_file():
            raise SystemExit(f"No licence is known of {library}.")
        (share / "doc" / package).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(copyright_file, share / "doc" / package / "copyright")
    copies = {
        LINUX / f"{APP_ID}.desktop": share / "applications" / f"{APP_ID}.desktop",
        LINUX / f"{APP_ID}.metainfo.xml": share / "metainfo" / f"{APP_ID}.metainfo.xml",
        **{
            ROOT / "build" / "icons" / f"vaultdesk-{size}.png": share / f"icons/hicolor/{size}x{size}/apps/{APP_ID}.png"
            for size in ICON_SIZES
        },
    }
    for source, target in copies.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    (folder / f"{APP_ID}.desktop").symlink_to(f"usr/share/applications/{APP_ID}.desktop")
    (folder / f"{APP_ID}.png").symlink_to(f"usr/share/icons/hicolor/256x256/apps/{APP_ID}.png")
    (folder / ".DirIcon").symlink_to(f"{APP_ID}.png")
    start = folder / "AppRun"
    start.write_text(APP_RUN, encoding="utf-8")
    start.chmod(0o755)


def missing_libraries(program: Path) -> list[Path]:
    """Return the system libraries that the files in *program* need, except those in `EXCLUDED_LIBRARIES`.

    Raises `LibraryMissing`.
    """
    bundled = {file.name for file in program.rglob("*.so*")}
    pending = [name for file in elf_files(program) if not OPTIONAL_PLUGINS.match(file.name) for name in needed_by(file)]
    library_paths = known_libraries()
    found: dict[str, Path] = {}
    pending += DLOPENED_LIBRARIES
    while pending:
        name = pending.pop()
        if name in bundled or name in found or EXCLUDED_LIBRARIES.fullmatch(name):
            continue
        if name not in library_paths:
            raise LibraryMissing(f"{name} is not on this computer.")
        found[name] = library_paths[name]
        pending += needed_by(library_paths[name])
    return [found[name] for name in sorted(found)]


def known_libraries() -> dict[str, Path]:
    """Return the path of each library that the dynamic loader finds, by its name."""
    output = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    return dict(_parsed(output, platform.machine()))


def _parsed(output: str, machine: str) -> Iterator[tuple[str, Path]]:
    kind = {"x86_64": "x86-64", "aarch64": "AArch64"}[machine]
    for name, details, path in re.findall(r"^\t(\S+) \((.*?)\) => (\S+)$", output, re.MULTILINE):
        if kind in details:
            yield name, Path(path)


def make_image(folder: Path, to: Path) -> Path | None:
    """Create the AppImage of the AppDir *folder* in *to* and return it; None if appimagetool is missing."""
    from vaultdesk import __version__

    if shutil.which("appimagetool") is None:
        print(f"{folder} is ready; appimagetool is not here, so no AppImage was made of it.", file=sys.stderr)
        return None
    machine = platform.machine()
    image = to / f"VaultDesk-{__version__}-{machine}.AppImage"
    options = ["--no-appstream", "-u", UPDATE_INFORMATION.format(machine=machine)]
    if runtime := os.environ.get("APPIMAGE_RUNTIME"):
        options += ["--runtime-file", runtime]
    command = ["appimagetool", *options, str(folder), str(image)]
    # appimagetool writes the .zsync file to its working directory.
    subprocess.run(command, cwd=to, env={**os.environ, "ARCH": machine}, check=True)
    return image


def main() -> None:
    """Run the command line."""
    sys.path.insert(0, str(ROOT))
    frozen, to = (Path(argument).resolve() for argument in sys.argv[1:3])
    folder = to / "VaultDesk.AppDir"
    make_appdir(frozen, folder)
    make_image(folder, to)


if __name__ == "__main__":
    main()

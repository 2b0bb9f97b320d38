"""Deb: the Debian package of a frozen program, by dpkg-deb alone. What it depends on is read from its libraries."""

import gzip
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINUX = ROOT / "packaging" / "linux"
APP_ID = "io.github.vaultdesk.VaultDesk"
"""Names the desktop entry, the icon and the page for stores, as `APP_ID` in vaultdesk/core/platform/paths.py."""
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)

OTHERS = """
The package holds libraries of others as well, among them Qt under the LGPL, version 3, whose text Debian has in
/usr/share/common-licenses/LGPL-3. The licence of each is in a folder of its own in
/opt/vaultdesk/_internal/licences. You may put your own build of a library in the place of ours.
"""
"""What the package's copyright says besides our licence."""

RENAMED = {
    "libglib2.0-0": "libglib2.0-0t64 | libglib2.0-0",
    "libssl3": "libssl3t64 | libssl3",
    "libgtk-3-0": "libgtk-3-0t64 | libgtk-3-0",
    "libasound2": "libasound2t64 | libasound2",
}
"""Packages that Ubuntu 24.04 and Debian 13 call otherwise."""

ONLY_RECOMMENDED = ("libgtk-3-0", "libgdk-pixbuf", "libpango", "libatk", "libcairo", "libwayland", "libepoxy")
"""What one plugin needs that a desktop without it does not load: its own look in GTK, windows without X."""

RECOMMENDED = ("libenchant-2-2", "libgtk-3-0", "xdg-utils")
"""Used where they are there: dictionaries, the look of GTK's desktops, and what opens links in the browser."""

BY_NAME = ("libxcb-cursor0", "libegl1", "libgl1")
"""Loaded by name, so that no library tells of them; Qt does not start without the first."""


def build(frozen: Path, to: Path) -> Path:
    """Make the package of *frozen* in the folder *to* and return it."""
    sys.path.insert(0, str(ROOT))
    from vaultdesk import __version__

    tree = ROOT / "build" / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(frozen, tree, __version__)
    needed, recommended = dependencies(frozen)
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    control = (
        (LINUX / "control")
        .read_text(encoding="utf-8")
        .format(
            version=__version__,
            architecture=architecture,
            size=sum(file.lstat().st_size for file in tree.rglob("*")) // 1024,
            depends=", ".join(needed),
            recommends=", ".join(recommended),
        )
    )
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    for script in ("postinst", "postrm"):
        place = tree / "DEBIAN" / script
        place.write_bytes((LINUX / script).read_bytes())
        place.chmod(0o755)
    package = to / f"vaultdesk_{__version__}_{architecture}.deb"
    # zstd: xz takes minutes for a few per cent. With owner and times set, the same tree gives the same file.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "1700000000")}
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zzstd", "--build", str(tree), str(package)], env=environment, check=True
    )
    return package


def lay_out(frozen: Path, tree: Path, version: str) -> None:
    """Put everything where Debian has it."""
    program = tree / "opt" / "vaultdesk"
    shutil.copytree(frozen, program, symlinks=True)
    command = tree / "usr" / "bin" / "vaultdesk"
    command.parent.mkdir(parents=True)
    command.symlink_to("/opt/vaultdesk/vaultdesk")
    share = tree / "usr" / "share"
    copies = {
        LINUX / f"{APP_ID}.desktop": share / "applications" / f"{APP_ID}.desktop",
        LINUX / f"{APP_ID}.metainfo.xml": share / "metainfo" / f"{APP_ID}.metainfo.xml",
        ROOT / "resources" / "app" / "vaultdesk.svg": share / f"icons/hicolor/scalable/apps/{APP_ID}.svg",
    }
    for side in ICON_SIZES:
        picture = ROOT / "build" / "icons" / f"vaultdesk-{side}.png"
        copies[picture] = share / f"icons/hicolor/{side}x{side}/apps/{APP_ID}.png"
    for source, target in copies.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    about = share / "doc" / "vaultdesk"
    about.mkdir(parents=True)
    (about / "copyright").write_text((ROOT / "LICENSE").read_text(encoding="utf-8") + OTHERS, encoding="utf-8")
    with gzip.GzipFile(share / "doc" / "vaultdesk" / "changelog.gz", "wb", mtime=0) as changes:
        changes.write((ROOT / "CHANGELOG.md").read_bytes())
    for place in (tree, *tree.rglob("*")):
        if not place.is_symlink():
            place.chmod(0o755 if place.is_dir() or os.access(place, os.X_OK) else 0o644)


def dependencies(frozen: Path) -> tuple[list[str], list[str]]:
    """Return the packages *frozen* cannot do without, and those that one of its plugins would like."""
    own = {file.name for file in frozen.rglob("*.so*")}
    wanted = {library for file in elf_files(frozen) for library in needed_by(file) if library not in own}
    packages = {package for library in wanted if (package := package_of(library))} | set(BY_NAME)
    recommended = {one for one in packages if one.startswith(ONLY_RECOMMENDED)}
    versions = {"libc6": f"libc6 (>= {glibc_of(frozen)})"}
    needed = [RENAMED.get(one, versions.get(one, one)) for one in sorted(packages - recommended)]
    return needed, [RENAMED.get(one, one) for one in sorted({*recommended, *RECOMMENDED})]


def elf_files(folder: Path) -> Iterable[Path]:
    """Yield the programs and libraries in *folder*."""
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            with file.open("rb") as start:
                if start.read(4) == b"\x7fELF":
                    yield file


def needed_by(file: Path) -> list[str]:
    """Return the libraries *file* names as needed."""
    told = subprocess.run(["readelf", "-d", str(file)], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.+?)\]", told)


def glibc_of(frozen: Path) -> str:
    """Return the version of glibc that the programs and libraries in *frozen* need, as `2.36`."""
    told = [
        subprocess.run(["readelf", "--version-info", str(file)], capture_output=True, text=True, check=True).stdout
        for file in elf_files(frozen)
    ]
    return newest_glibc("\n".join(told))


def newest_glibc(version_info: str) -> str:
    """Return the newest version of glibc that *version_info*, told by readelf, names."""
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+(?:\.\d+)+)", version_info)}
    return ".".join(map(str, max(versions)))


def package_of(library: str) -> str:
    """Return the package of this system that brings *library*; empty where none does."""
    told = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True, check=False).stdout
    return next((line.partition(":")[0] for line in told.splitlines() if line.endswith(f"/{library}")), "")

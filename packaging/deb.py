"""Deb: creates the Debian package of a frozen program with dpkg-deb; its dependencies are read from its libraries."""

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
"""Name of the desktop entry, the icon and the AppStream data; equals `APP_ID` in vaultdesk/core/platform/paths.py."""
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)

THIRD_PARTY_NOTICE = """
The package holds libraries of others as well, among them Qt under the LGPL, version 3, whose text Debian has in
/usr/share/common-licenses/LGPL-3. The licence of each is in a folder of its own in
/opt/vaultdesk/_internal/licences. You may put your own build of a library in the place of ours.
"""
"""Appended to the licence in the package's copyright file."""

ALTERNATIVE_NAMES = {
    "libglib2.0-0": "libglib2.0-0t64 | libglib2.0-0",
    "libssl3": "libssl3t64 | libssl3",
    "libgtk-3-0": "libgtk-3-0t64 | libgtk-3-0",
    "libasound2": "libasound2t64 | libasound2",
}
"""Dependencies on packages that have another name in Ubuntu 24.04 and Debian 13."""

PLUGIN_PACKAGES = ("libgtk-3-0", "libgdk-pixbuf", "libpango", "libatk", "libcairo", "libwayland", "libepoxy")
"""Prefixes of packages that only one plugin needs (GTK theme, Wayland); they are recommended, not required."""

RECOMMENDED = ("libenchant-2-2", "libgtk-3-0", "xdg-utils")
"""Packages used if they are installed: dictionaries, the GTK theme, and the opening of links in the browser."""

DLOPENED_PACKAGES = ("libxcb-cursor0", "libegl1", "libgl1")
"""Packages of libraries that are loaded by name at run time; Qt does not start without the first."""


def build(frozen: Path, to: Path) -> Path:
    """Create the package of the program in *frozen* in the folder *to* and return it."""
    sys.path.insert(0, str(ROOT))
    from vaultdesk import __version__

    tree = ROOT / "build" / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    make_tree(frozen, tree, __version__)
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
        target = tree / "DEBIAN" / script
        target.write_bytes((LINUX / script).read_bytes())
        target.chmod(0o755)
    package = to / f"vaultdesk_{__version__}_{architecture}.deb"
    # zstd, because xz takes minutes and saves a few per cent. With fixed owners and times the result is reproducible.
    environment = {**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "1700000000")}
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zzstd", "--build", str(tree), str(package)], env=environment, check=True
    )
    return package


def make_tree(frozen: Path, tree: Path, version: str) -> None:
    """Copy all files of the package to their paths in *tree*."""
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
    for size in ICON_SIZES:
        icon = ROOT / "build" / "icons" / f"vaultdesk-{size}.png"
        copies[icon] = share / f"icons/hicolor/{size}x{size}/apps/{APP_ID}.png"
    for source, target in copies.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    doc_folder = share / "doc" / "vaultdesk"
    doc_folder.mkdir(parents=True)
    (doc_folder / "copyright").write_text(
        (ROOT / "LICENSE").read_text(encoding="utf-8") + THIRD_PARTY_NOTICE, encoding="utf-8"
    )
    with gzip.GzipFile(share / "doc" / "vaultdesk" / "changelog.gz", "wb", mtime=0) as changes:
        changes.write((ROOT / "CHANGELOG.md").read_bytes())
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def dependencies(frozen: Path) -> tuple[list[str], list[str]]:
    """Return the packages that the program in *frozen* requires, and those that are recommended."""
    bundled = {file.name for file in frozen.rglob("*.so*")}
    libraries = {library for file in elf_files(frozen) for library in needed_by(file) if library not in bundled}
    packages = {package for library in libraries if (package := package_of(library))} | set(DLOPENED_PACKAGES)
    recommended = {package for package in packages if package.startswith(PLUGIN_PACKAGES)}
    versions = {"libc6": f"libc6 (>= {glibc_of(frozen)})"}
    needed = [
        ALTERNATIVE_NAMES.get(package, versions.get(package, package)) for package in sorted(packages - recommended)
    ]
    return needed, [ALTERNATIVE_NAMES.get(package, package) for package in sorted({*recommended, *RECOMMENDED})]


def elf_files(folder: Path) -> Iterable[Path]:
    """Yield the ELF files in *folder*: programs and libraries."""
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            with file.open("rb") as start:
                if start.read(4) == b"\x7fELF":
                    yield file


def needed_by(file: Path) -> list[str]:
    """Return the libraries that *file* lists as needed."""
    output = subprocess.run(["readelf", "-d", str(file)], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.+?)\]", output)


def glibc_of(frozen: Path) -> str:
    """Return the version of glibc that the programs and libraries in *frozen* need, such as `2.36`."""
    outputs = [
        subprocess.run(["readelf", "--version-info", str(file)], capture_output=True, text=True, check=True).stdout
        for file in elf_files(frozen)
    ]
    return newest_glibc("\n".join(outputs))


def newest_glibc(version_info: str) -> str:
    """Return the newest version of glibc in *version_info*, output of `readelf --version-info`."""
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+(?:\.\d+)+)", version_info)}
    return ".".join(map(str, max(versions)))


def package_of(library: str) -> str:
    """Return the installed Debian package that contains *library*; empty if there is none."""
    output = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True, check=False).stdout
    return next((line.partition(":")[0] for line in output.splitlines() if line.endswith(f"/{library}")), "")

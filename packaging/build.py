"""Build: the program people install, from a clean checkout to files with checksums, by one command on each system.

    python packaging/build.py [--to FOLDER] [--only frozen|installer]

Clean, icons, PyInstaller, what the bundle lost is checked by really starting it, the installer of this system, a bill
of materials with every licence, checksums. Wants the packages of `.[semantic,build]` in this interpreter.
"""

import argparse
import hashlib
import json
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
BUILD, DIST = ROOT / "build", ROOT / "dist"

LARGEST = 300
"""Megabytes of the installed program at most."""

START_WITHIN = 60.0
"""Seconds the first, cold start of the frozen program may take."""

PT_LOAD, PT_DYNAMIC = 1, 2
DT_STRTAB, DT_RPATH, DT_RUNPATH = 5, 15, 29
"""Numbers of ELF (elf.h)."""

EXAMINED_WITHIN = 180.0
"""Seconds its examination of itself may take."""


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=DIST, help="where the finished files go")
    parser.add_argument("--only", choices=("frozen", "installer"), help="one half of the work")
    parser.add_argument("--frozen", type=Path, help="make the installer of this program; one for Windows on Linux, too")
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(PACKAGING)]
    os.environ.setdefault("SOURCE_DATE_EPOCH", source_date())  # For PyInstaller, dpkg-deb and the bill alike.
    frozen = options.frozen or BUILD / "frozen" / "vaultdesk"
    options.to.mkdir(parents=True, exist_ok=True)
    if options.only != "installer" and options.frozen is None:
        frozen = freeze()
        try_out(frozen)
        bill_of_materials(frozen, options.to)  # It puts the licences beside the program.
    if options.only != "frozen":
        bills = sorted(options.to.glob(f"vaultdesk-{version()}-*.cdx.json"))
        write_sums([*installers(frozen, options.to), *bills], options.to / "SHA256SUMS")
    return 0


def freeze() -> Path:
    """Pack the program into one folder and return it."""
    import icons
    import icu_data

    shutil.rmtree(BUILD, ignore_errors=True)
    icons.write_icons(BUILD / "icons")
    write_update_place(BUILD / "updates.json")
    # One date for every file of the archive and one seed for every set: the same source gives the same bytes.
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    places = ["--distpath", str(BUILD / "frozen"), "--workpath", str(BUILD / "work")]
    run([*command, *places, str(PACKAGING / "vaultdesk.spec")], environment)
    frozen = BUILD / "frozen" / "vaultdesk"
    if sys.platform == "linux":
        strip(frozen)
        share_time_zones(frozen / "_internal")
        for library in frozen.rglob("libicudata.so.*"):
            if not library.is_symlink():
                icu_data.trim_library(library)
    require_plugins(frozen)
    size = size_of(frozen)
    print(f"{frozen}: {size:.0f} MB")
    if size > LARGEST:
        raise SystemExit(f"The program is {size:.0f} MB; {LARGEST} are allowed. See packaging/bundle.py.")
    return frozen


def require_plugins(frozen: Path) -> None:
    """End the build where the program in *frozen* lacks a plugin of Qt that it needs."""
    import bundle

    files = (file.relative_to(frozen).as_posix() for file in frozen.rglob("*"))
    missing = bundle.missing_plugins(files, system=sys.platform)
    if missing:
        raise SystemExit(f"Qt's plugins are missing in the program: {', '.join(missing)}. See packaging/bundle.py.")


def write_update_place(to: Path) -> None:
    """Write where this release asks for updates and whom it believes, where the environment says so.

    Half of it, or what no program would take, ends the build.
    """
    address, key = (os.environ.get(f"VAULTDESK_UPDATE_{name}", "").strip() for name in ("ADDRESS", "KEY"))
    if not (address or key):
        print("No VAULTDESK_UPDATE_ADDRESS and VAULTDESK_UPDATE_KEY: it will not know where to ask for updates.")
        return
    from vaultdesk.web.update_check import update_source

    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(json.dumps({"address": address, "key": key}), encoding="utf-8")
    if update_source(to) is None:
        to.unlink()
        raise SystemExit("VAULTDESK_UPDATE_ADDRESS and VAULTDESK_UPDATE_KEY are no https address and public key.")


def source_date() -> str:
    """Return when the source was committed, in seconds; outside a repository, when its version file was written."""
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:  # no git here
        told = ""
    return told or str(int((ROOT / "vaultdesk" / "__init__.py").stat().st_mtime))


def strip(frozen: Path) -> None:
    """Take out of libraries what only debuggers read; those of numpy's wheel would not survive it."""
    for file in frozen.rglob("*.so*"):
        if file.is_file() and not file.is_symlink() and "numpy.libs" not in file.parts:
            subprocess.run(["strip", "--strip-unneeded", str(file)], check=False, stderr=subprocess.DEVNULL)
            data = bytearray(file.read_bytes())
            if remove_build_paths(data):
                file.write_bytes(data)


def remove_build_paths(library: bytearray) -> bool:
    """Take out of the ELF file *library* where this computer has its libraries; tell whether it had any such path.

    A path from the library's own place on stays. Only files of 64 bits with the lowest byte first are looked at.
    """
    if library[:6] != b"\x7fELF\x02\x01":
        return False
    (headers,) = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    segments = [struct.unpack_from("<IIQQQQ", library, headers + number * size) for number in range(count)]
    dynamic = next((one for one in segments if one[0] == PT_DYNAMIC), None)
    if dynamic is None:
        return False
    entries = list(struct.iter_unpack("<QQ", library[dynamic[2] : dynamic[2] + dynamic[5]]))
    address = next(value for tag, value in entries if tag == DT_STRTAB)
    texts = next(place + address - start for kind, _, place, start, _, length in segments
                 if kind == PT_LOAD and start <= address < start + length)  # fmt: skip
    kept = [(tag, value) for tag, value in entries
            if tag not in (DT_RPATH, DT_RUNPATH) or library[texts + value : texts + value + 1] != b"/"]  # fmt: skip
    table = b"".join(struct.pack("<QQ", *one) for one in kept)
    library[dynamic[2] : dynamic[2] + dynamic[5]] = table.ljust(dynamic[5], b"\0")
    return len(kept) < len(entries)


def share_time_zones(packages: Path) -> None:
    """Let pytz read the time zones of tzdata, which are the same files, instead of its own copy of them."""
    own = packages / "pytz" / "zoneinfo"
    if own.is_dir() and (packages / "tzdata" / "zoneinfo" / "zone.tab").is_file():
        shutil.rmtree(own)
        own.symlink_to(Path("..", "tzdata", "zoneinfo"))


def size_of(folder: Path) -> float:
    """Return the size of *folder* on disk in megabytes of 1,000,000 bytes; a file linked twice counts once."""
    seen: set[tuple[int, int]] = set()
    size = 0
    for file in folder.rglob("*"):
        about = file.lstat()
        if (about.st_dev, about.st_ino) not in seen:
            seen.add((about.st_dev, about.st_ino))
            size += about.st_size
    return size / 1e6


def program_in(frozen: Path) -> Path:
    """Return the program itself."""
    return frozen / ("vaultdesk.exe" if sys.platform == "win32" else "vaultdesk")


def command_in(frozen: Path) -> Path:
    """Return the program for the command line; on Windows the other one has no output to read."""
    return frozen / ("vaultdesk-cli.exe" if sys.platform == "win32" else "vaultdesk")


def try_out(frozen: Path) -> None:
    """Start the frozen program for real: its own examination, then its window until it says that it stands.

    On Windows and macOS the window is shown by the system's own plugin as well, which `offscreen` would not miss.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "VAULTDESK_HOME": folder, "QT_QPA_PLATFORM": "offscreen"}
        told = subprocess.run(
            [str(command_in(frozen)), "doctor", "--json"],
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=EXAMINED_WITHIN,
            check=False,
        )
        try:
            checks = json.loads(told.stdout)["checks"]
        except ValueError:
            raise SystemExit(f"The frozen program did not examine itself: {told.stdout}{told.stderr}") from None
        failed = [check for check in checks if check["outcome"] == "failed"]
        if failed:
            raise SystemExit(f"The frozen program finds faults in itself: {json.dumps(failed, indent=1)}")
        platforms = ["offscreen", *{"win32": ["windows"], "darwin": ["cocoa"]}.get(sys.platform, [])]
        for plugin in platforms:
            environment["QT_QPA_PLATFORM"] = plugin
            started = time.monotonic()
            done = subprocess.run(
                [str(program_in(frozen)), "--self-test"], env=environment, timeout=START_WITHIN, check=False
            )
            if done.returncode:
                raise SystemExit(f"The frozen program did not start ({plugin}): exit code {done.returncode}")
            print(f"Started ({plugin}) in {time.monotonic() - started:.1f} s")


def installers(frozen: Path, to: Path) -> list[Path]:
    """Make what people install: of this system, or of Windows where *frozen* is a program for Windows."""
    if (frozen / "vaultdesk.exe").is_file():
        sys.path.insert(0, str(PACKAGING / "windows"))
        import installer

        return [installer.build(frozen, to, version())]
    if sys.platform == "linux":
        import appdir
        import deb

        made = [deb.build(frozen, to)]
        folder = BUILD / "VaultDesk.AppDir"
        try:
            appdir.lay_out(frozen, folder)
        except appdir.LibraryMissing as missing:
            print(f"No AppDir was made: {missing}")
            return made
        image = appdir.make_image(folder, to)
        return [*made, image] if image is not None else made
    if sys.platform == "darwin":
        bundle = frozen.parent / "VaultDesk.app"
        # The bundle was made before the licences were written: they are with its data, where the program looks.
        licences = bundle / "Contents" / "Resources" / "licences"
        shutil.copytree(frozen / "_internal" / "licences", licences, dirs_exist_ok=True)
        run(["bash", str(PACKAGING / "macos" / "dmg.sh"), str(bundle), str(to)])
        return sorted(to.glob("*.dmg"))
    raise SystemExit(f"No program for this system in {frozen}.")


def bill_of_materials(frozen: Path, to: Path) -> Path:
    """Write where every file of the program comes from, and under which licence."""
    import bill

    return bill.write(frozen, to / f"vaultdesk-{version()}-{sys.platform}-{platform.machine().lower()}.cdx.json")


def write_sums(files: list[Path], to: Path) -> None:
    """Write the checksums as sha256sum reads them."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    to.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def version() -> str:
    """Return the program's version."""
    from vaultdesk import __version__

    return __version__


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    """Run *command* in the project; its failure ends the build."""
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    raise SystemExit(main())

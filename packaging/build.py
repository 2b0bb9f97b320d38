"""Build: creates the installers and their checksums from a clean checkout, with one command on every system.

    python packaging/build.py [--to FOLDER] [--only frozen|installer]

The steps are: icons, PyInstaller, a test start of the frozen program, the bill of materials with all licences, the
installer of this system, checksums. Needs the packages of `.[semantic,build]` in this interpreter.
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

MAX_MEGABYTES = 300
"""Maximum size of the installed program."""

START_TIMEOUT = 90.0
"""Maximum number of seconds of the first start of the frozen program: more than it takes to report that it hangs."""

PT_LOAD, PT_DYNAMIC = 1, 2
DT_STRTAB, DT_RPATH, DT_RUNPATH = 5, 15, 29
"""ELF constants (elf.h)."""

DOCTOR_TIMEOUT = 180.0
"""Maximum number of seconds of `vaultdesk doctor`."""


def main() -> int:
    """Run the command line."""
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
        check_program(frozen)
        bill_of_materials(frozen, options.to)  # It also copies the licences into the program's folder.
    if options.only != "frozen":
        bills = sorted(options.to.glob(f"vaultdesk-{version()}-*.cdx.json"))
        write_sums([*installers(frozen, options.to), *bills], options.to / "SHA256SUMS")
    return 0


def freeze() -> Path:
    """Build the frozen program and return its folder."""
    import icons
    import icu_data

    shutil.rmtree(BUILD, ignore_errors=True)
    icons.write_icons(BUILD / "icons")
    write_update_source(BUILD / "updates.json")
    # With a fixed hash seed and SOURCE_DATE_EPOCH the same source gives the same bytes.
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    folders = ["--distpath", str(BUILD / "frozen"), "--workpath", str(BUILD / "work")]
    run([*command, *folders, str(PACKAGING / "vaultdesk.spec")], environment)
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
    if size > MAX_MEGABYTES:
        raise SystemExit(f"The program is {size:.0f} MB; {MAX_MEGABYTES} are allowed. See packaging/bundle.py.")
    return frozen


def require_plugins(frozen: Path) -> None:
    """Raise `SystemExit` if the program in *frozen* lacks a Qt plugin that it needs."""
    import bundle

    files = (file.relative_to(frozen).as_posix() for file in frozen.rglob("*"))
    missing = bundle.missing_plugins(files, system=sys.platform)
    if missing:
        raise SystemExit(f"Qt's plugins are missing in the program: {', '.join(missing)}. See packaging/bundle.py.")


def write_update_source(to: Path) -> None:
    """Write the address of the update file and the public key that verifies it, both from the environment.

    Raises `SystemExit` if only one of them is set, or if the program would not accept them.
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
    """Return the time of the last commit in seconds; outside a repository, that of the file with the version."""
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:  # no git here
        output = ""
    return output or str(int((ROOT / "vaultdesk" / "__init__.py").stat().st_mtime))


def strip(frozen: Path) -> None:
    """Remove debug symbols from libraries, except from those of numpy's wheel, which `strip` breaks."""
    for file in frozen.rglob("*.so*"):
        if file.is_file() and not file.is_symlink() and "numpy.libs" not in file.parts:
            subprocess.run(["strip", "--strip-unneeded", str(file)], check=False, stderr=subprocess.DEVNULL)
            data = bytearray(file.read_bytes())
            if remove_build_paths(data):
                file.write_bytes(data)


def remove_build_paths(library: bytearray) -> bool:
    """Remove absolute library search paths (RPATH, RUNPATH) from the ELF file *library*; return whether it had any.

    Relative paths remain. Only 64-bit little-endian files are changed.
    """
    if library[:6] != b"\x7fELF\x02\x01":
        return False
    (headers,) = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    segments = [struct.unpack_from("<IIQQQQ", library, headers + number * size) for number in range(count)]
    dynamic = next((segment for segment in segments if segment[0] == PT_DYNAMIC), None)
    if dynamic is None:
        return False
    entries = list(struct.iter_unpack("<QQ", library[dynamic[2] : dynamic[2] + dynamic[5]]))
    address = next(value for tag, value in entries if tag == DT_STRTAB)
    texts = next(offset + address - start for kind, _, offset, start, _, length in segments
                 if kind == PT_LOAD and start <= address < start + length)  # fmt: skip
    remaining = [(tag, value) for tag, value in entries
            if tag not in (DT_RPATH, DT_RUNPATH) or library[texts + value : texts + value + 1] != b"/"]  # fmt: skip
    table = b"".join(struct.pack("<QQ", *entry) for entry in remaining)
    library[dynamic[2] : dynamic[2] + dynamic[5]] = table.ljust(dynamic[5], b"\0")
    return len(remaining) < len(entries)


def share_time_zones(packages: Path) -> None:
    """Replace pytz's copy of the time zones by a link to the identical files of tzdata."""
    own = packages / "pytz" / "zoneinfo"
    if own.is_dir() and (packages / "tzdata" / "zoneinfo" / "zone.tab").is_file():
        shutil.rmtree(own)
        own.symlink_to(Path("..", "tzdata", "zoneinfo"))


def size_of(folder: Path) -> float:
    """Return the size of *folder* on disk in megabytes of 1,000,000 bytes; a file linked twice counts once."""
    counted: set[tuple[int, int]] = set()
    size = 0
    for file in folder.rglob("*"):
        status = file.lstat()
        if (status.st_dev, status.st_ino) not in counted:
            counted.add((status.st_dev, status.st_ino))
            size += status.st_size
    return size / 1e6


def program_in(frozen: Path) -> Path:
    """Return the path of the program with the window."""
    return frozen / ("vaultdesk.exe" if sys.platform == "win32" else "vaultdesk")


def command_in(frozen: Path) -> Path:
    """Return the path of the program for the command line; on Windows the other one has no standard output."""
    return frozen / ("vaultdesk-cli.exe" if sys.platform == "win32" else "vaultdesk")


def check_program(frozen: Path) -> None:
    """Run `doctor` and `--self-test`, which opens the window, with the frozen program. Raises `SystemExit`.

    On Windows and macOS the window is also opened with the system's platform plugin.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "VAULTDESK_HOME": folder, "QT_QPA_PLATFORM": "offscreen"}
        completed = subprocess.run(
            [str(command_in(frozen)), "doctor", "--json"],
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=DOCTOR_TIMEOUT,
            check=False,
        )
        try:
            checks = json.loads(completed.stdout)["checks"]
        except ValueError:
            raise SystemExit(
                f"The frozen program did not examine itself: {completed.stdout}{completed.stderr}"
            ) from None
        failed = [check for check in checks if check["outcome"] == "failed"]
        if failed:
            raise SystemExit(f"The frozen program finds faults in itself: {json.dumps(failed, indent=1)}")
        platforms = ["offscreen", *{"win32": ["windows"], "darwin": ["cocoa"]}.get(sys.platform, [])]
        for platform_plugin in platforms:
            environment["QT_QPA_PLATFORM"] = platform_plugin
            started = time.monotonic()
            completed_start = subprocess.run(
                [str(program_in(frozen)), "--self-test"], env=environment, timeout=START_TIMEOUT, check=False
            )
            if completed_start.returncode:
                stacks = Path(folder, "logs", "self-test.txt")
                raise SystemExit(
                    f"The frozen program did not start ({platform_plugin}): exit code {completed_start.returncode}\n"
                    + (stacks.read_text(encoding="utf-8") if stacks.is_file() else "")
                )
            print(f"Started ({platform_plugin}) in {time.monotonic() - started:.1f} s")


def installers(frozen: Path, to: Path) -> list[Path]:
    """Create the installers of this system, or of Windows if *frozen* contains a program for Windows."""
    if (frozen / "vaultdesk.exe").is_file():
        sys.path.insert(0, str(PACKAGING / "windows"))
        import installer

        return [installer.build(frozen, to, version())]
    if sys.platform == "linux":
        import appdir
        import deb

        files = [deb.build(frozen, to)]
        folder = BUILD / "VaultDesk.AppDir"
        try:
            appdir.make_appdir(frozen, folder)
        except appdir.LibraryMissing as missing:
            print(f"No AppDir was made: {missing}")
            return files
        image = appdir.make_image(folder, to)
        return [*files, image] if image is not None else files
    if sys.platform == "darwin":
        bundle = frozen.parent / "VaultDesk.app"
        # The bundle was created before the licences were written; the program reads them from its resources.
        licences = bundle / "Contents" / "Resources" / "licences"
        shutil.copytree(frozen / "_internal" / "licences", licences, dirs_exist_ok=True)
        run(["bash", str(PACKAGING / "macos" / "dmg.sh"), str(bundle), str(to)])
        return sorted(to.glob("*.dmg"))
    raise SystemExit(f"No program for this system in {frozen}.")


def bill_of_materials(frozen: Path, to: Path) -> Path:
    """Write the bill of materials of the program in *frozen* into the folder *to* and return it."""
    import bill

    return bill.write(frozen, to / f"vaultdesk-{version()}-{sys.platform}-{platform.machine().lower()}.cdx.json")


def write_sums(files: list[Path], to: Path) -> None:
    """Write the checksums of *files* in the format of sha256sum."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    to.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def version() -> str:
    """Return the program's version."""
    from vaultdesk import __version__

    return __version__


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    """Run *command* in the project's folder. Raises `CalledProcessError`."""
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    raise SystemExit(main())

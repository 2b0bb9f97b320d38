"""Build: the program people install, from a clean checkout to files with checksums, by one command on each system.

    python packaging/build.py [--to FOLDER] [--only frozen|installer]

Clean, icons, PyInstaller, what the bundle lost is checked by really starting it, the installer of this system, a bill
of materials with every licence, checksums. Wants the packages of `.[semantic,pdf,build]` in this interpreter.
"""

import argparse
import hashlib
import json
import os
import shutil
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

EXAMINED_WITHIN = 180.0
"""Seconds its examination of itself may take."""


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=DIST, help="where the finished files go")
    parser.add_argument("--only", choices=("frozen", "installer"), help="one half of the work")
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(PACKAGING)]
    os.environ.setdefault("SOURCE_DATE_EPOCH", source_date())  # For PyInstaller, dpkg-deb and the bill alike.
    frozen = BUILD / "frozen" / "vaultdesk"
    if options.only != "installer":
        frozen = freeze()
        try_out(frozen)
    if options.only == "frozen":
        return 0
    options.to.mkdir(parents=True, exist_ok=True)
    bill = bill_of_materials(frozen, options.to)  # First: it puts the licences beside the program.
    write_sums([*installers(frozen, options.to), bill], options.to / "SHA256SUMS")
    return 0


def freeze() -> Path:
    """Pack the program into one folder and return it."""
    import icons

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
        for platform in platforms:
            environment["QT_QPA_PLATFORM"] = platform
            started = time.monotonic()
            done = subprocess.run(
                [str(program_in(frozen)), "--self-test"], env=environment, timeout=START_WITHIN, check=False
            )
            if done.returncode:
                raise SystemExit(f"The frozen program did not start ({platform}): exit code {done.returncode}")
            print(f"Started ({platform}) in {time.monotonic() - started:.1f} s")


def installers(frozen: Path, to: Path) -> list[Path]:
    """Make what people install on this system."""
    if sys.platform == "linux":
        import deb

        return [deb.build(frozen, to)]
    if sys.platform == "darwin":
        bundle = frozen.parent / "VaultDesk.app"
        # The bundle was made before the licences were written: they are with its data, where the program looks.
        licences = bundle / "Contents" / "Resources" / "licences"
        shutil.copytree(frozen / "_internal" / "licences", licences, dirs_exist_ok=True)
        run(["bash", str(PACKAGING / "macos" / "dmg.sh"), str(bundle), str(to)])
        return sorted(to.glob("*.dmg"))
    run(
        [
            "iscc",
            f"/O{to}",
            f"/DVersion={version()}",
            f"/DFrozen={frozen}",
            # Inno Setup signs the program, the installer and the uninstaller with it.
            *(["/DSignTool=own", f"/Sown={command}"] if (command := os.environ.get("WINDOWS_SIGN_COMMAND")) else []),
            str(PACKAGING / "windows" / "vaultdesk.iss"),
        ]
    )
    return sorted(to.glob("*.exe"))


def bill_of_materials(frozen: Path, to: Path) -> Path:
    """Write where every file of the program comes from, and under which licence."""
    import bill

    return bill.write(frozen, to / f"vaultdesk-{version()}-{sys.platform}.cdx.json")


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

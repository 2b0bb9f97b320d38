"""Lock: writes the two lock files with the versions of all packages.

    python packaging/lock.py    # needs uv and the network

`requirements.lock` is for developers: all packages, for every system and Python version. `pylock.build.toml` (PEP 751)
is for releases: the packages of the program and its build, without test tools, each wheel with its hash. It contains
only the wheels that the release machines install, so that a machine that cannot install the lock is detected by
tests/test_lock.py and not by the release. Versions change only if pyproject.toml requires it; delete a file to update
all versions.
"""

import json
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
DEVELOPER_LOCK = ROOT / "packaging" / "requirements.lock"
RELEASE_LOCK = ROOT / "packaging" / "pylock.build.toml"

PYTHON = (3, 12)
"""The Python version of release builds (.github/workflows/release.yml)."""

Package = dict[str, Any]
"""One package of a lock file (PEP 751). Any: values of TOML."""


@dataclass(frozen=True)
class Machine:
    """The properties of a release machine that decide which wheels it installs."""

    sys_platform: str
    platform_system: str
    platform_machine: str
    platforms: tuple[str, ...]
    """Platform tags of compatible wheels, the best first."""

    def tags(self) -> list[Tag]:
        """Return the tags of compatible wheels, the best first."""
        interpreter = f"cp{PYTHON[0]}{PYTHON[1]}"
        return [*cpython_tags(PYTHON, platforms=self.platforms), *compatible_tags(PYTHON, interpreter, self.platforms)]

    def wants(self, package: Package) -> bool:
        """Return whether the marker of *package* applies to this machine."""
        if "marker" not in package:
            return True
        version = f"{PYTHON[0]}.{PYTHON[1]}"
        return Marker(package["marker"]).evaluate(
            {
                "sys_platform": self.sys_platform, "platform_system": self.platform_system,
                "platform_machine": self.platform_machine, "os_name": "nt" if self.sys_platform == "win32" else "posix",
                "python_version": version, "python_full_version": f"{version}.0", "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
            }
        )  # fmt: skip

    def wheel(self, package: Package) -> dict[str, Any] | None:  # Any: as above
        """Return the wheel of *package* that this machine installs; None if none is compatible."""
        order = {tag: number for number, tag in enumerate(self.tags())}
        ranked = [(min(order[tag] for tag in tags), wheel) for wheel in package.get("wheels", ())
                  if (tags := order.keys() & parse_wheel_filename(file_name(wheel))[3])]  # fmt: skip
        return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


def _manylinux(glibc: int, machine: str) -> tuple[str, ...]:
    """Return the platform tags of Linux with glibc 2.*glibc*."""
    legacy_names = {17: "manylinux2014", 12: "manylinux2010", 5: "manylinux1"}
    tags = []
    for minor in range(glibc, 4, -1):
        tags.append(f"manylinux_2_{minor}_{machine}")
        if minor in legacy_names:
            tags.append(f"{legacy_names[minor]}_{machine}")
    return (*tags, f"linux_{machine}")


MACHINES = {
    "linux-x64": Machine("linux", "Linux", "x86_64", _manylinux(35, "x86_64")),
    "linux-arm64": Machine("linux", "Linux", "aarch64", _manylinux(39, "aarch64")),
    "macos-arm64": Machine("darwin", "Darwin", "arm64", tuple(mac_platforms((14, 0), "arm64"))),
    "windows-x64": Machine("win32", "Windows", "AMD64", ("win_amd64",)),
}
"""The release machines by their names in .github/workflows/release.yml. Ubuntu 22.04 has glibc 2.35; 24.04 has 2.39,
which the wheels of PySide6 for ARM need."""

UNSUPPORTED_MACHINES = {"macos-x64": Machine("darwin", "Darwin", "x86_64", tuple(mac_platforms((14, 0), "x86_64")))}
"""Machines without a release, because a package has no wheel for them: Intel Macs lack onnxruntime."""


def file_name(wheel: dict[str, Any]) -> str:  # Any: as above
    """Return the file name of a *wheel* in a lock file."""
    return str(wheel["url"].rpartition("/")[2])


def missing_wheels(packages: Iterable[Package], machine: Machine) -> list[str]:
    """Return the names of the *packages* that *machine* needs and cannot install."""
    return [package["name"] for package in packages if machine.wants(package) and machine.wheel(package) is None]


def with_release_wheels(packages: Iterable[Package]) -> Iterator[Package]:
    """Yield the *packages* that release machines need, with the wheels that they install and without sources."""
    for package in packages:
        machine_wheels = [machine.wheel(package) for machine in MACHINES.values() if machine.wants(package)]
        if machine_wheels:
            wheels = [wheel for wheel in package.get("wheels", ()) if wheel in machine_wheels]
            yield {**package, "wheels": wheels}


def pylock_text(packages: Iterable[Package]) -> str:
    """Return a lock file (PEP 751) of *packages*, with one wheel per line."""
    default_marker = f"python_full_version >= '{PYTHON[0]}.{PYTHON[1]}'"
    lines = [
        'lock-version = "1.0"',
        'created-by = "packaging/lock.py"',
        f'requires-python = ">={PYTHON[0]}.{PYTHON[1]}"',
    ]
    for package in packages:
        fields = {
            name: package[name]
            for name in ("name", "version", "marker")
            if package.get(name, default_marker) != default_marker
        }
        lines += [
            "",
            "[[packages]]",
            *(f"{name} = {json.dumps(value)}" for name, value in fields.items()),
            "wheels = [",
        ]
        for wheel in package["wheels"]:
            url, digest = json.dumps(wheel["url"]), json.dumps(wheel["hashes"]["sha256"])
            lines.append(f"    {{ url = {url}, hashes = {{ sha256 = {digest} }} }},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write both lock files."""
    compile_list(DEVELOPER_LOCK, "3.11", ("dev", "semantic"))
    full_lock = ROOT / "build" / RELEASE_LOCK.name
    full_lock.parent.mkdir(exist_ok=True)
    compile_list(full_lock, f"{PYTHON[0]}.{PYTHON[1]}", ("semantic", "build"), "--constraint", str(DEVELOPER_LOCK))
    packages = list(with_release_wheels(tomllib.loads(full_lock.read_text(encoding="utf-8"))["packages"]))
    for name, machine in MACHINES.items():
        if missing := missing_wheels(packages, machine):
            raise SystemExit(f"{name} cannot install: {', '.join(missing)}")
    RELEASE_LOCK.write_text(pylock_text(packages), encoding="utf-8", newline="\n")


def compile_list(to: Path, python: str, extras: Iterable[str], *options: str) -> None:
    """Write the lock file *to* of the project with *extras*, for *python* and later, with uv."""
    resolution = [
        "--universal",
        "--python-version",
        python,
        *(option for name in extras for option in ("--extra", name)),
    ]
    format_options = ["--format", "pylock.toml"] if to.suffix == ".toml" else []
    target = to.relative_to(ROOT).as_posix()
    subprocess.run(
        ["uv", "pip", "compile", "--quiet", *resolution, *format_options, *options, "pyproject.toml", "-o", target],
        cwd=ROOT,
        check=True,
    )


if __name__ == "__main__":
    main()

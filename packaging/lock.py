"""Lock: writes the two lists of packages with their versions.

    python packaging/lock.py    # needs uv and the network

`requirements.lock` is for developers: all packages, on each system and Python. `pylock.build.toml` (PEP 751) is for a
release: what the program and its build need, without test tools, each wheel with its hash. Of all wheels it keeps the
one that each machine of a release installs, so that a machine that could not install the lock is seen here
(tests/test_lock.py) and not there. Versions change only where pyproject.toml asks for it; delete a list to renew it.
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
FOR_DEVELOPERS = ROOT / "packaging" / "requirements.lock"
FOR_RELEASES = ROOT / "packaging" / "pylock.build.toml"

PYTHON = (3, 12)
"""The Python that a release is built with (.github/workflows/release.yml)."""

Package = dict[str, Any]
"""One package of a list, as PEP 751 has it. Any: values of TOML."""


@dataclass(frozen=True)
class Machine:
    """One machine of a release, by what decides which wheels it installs."""

    sys_platform: str
    platform_system: str
    platform_machine: str
    platforms: tuple[str, ...]
    """Platform tags of the wheels it takes, the best first."""

    def tags(self) -> list[Tag]:
        """Return the tags of the wheels it takes, the best first."""
        interpreter = f"cp{PYTHON[0]}{PYTHON[1]}"
        return [*cpython_tags(PYTHON, platforms=self.platforms), *compatible_tags(PYTHON, interpreter, self.platforms)]

    def wants(self, package: Package) -> bool:
        """Tell whether it installs *package*."""
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
        """Return the wheel of *package* that it installs; None where it can install none."""
        order = {tag: number for number, tag in enumerate(self.tags())}
        ranked = [(min(order[tag] for tag in tags), one) for one in package.get("wheels", ())
                  if (tags := order.keys() & parse_wheel_filename(file_name(one))[3])]  # fmt: skip
        return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


def _manylinux(glibc: int, machine: str) -> tuple[str, ...]:
    """Return the platform tags of Linux with glibc 2.*glibc*."""
    named = {17: "manylinux2014", 12: "manylinux2010", 5: "manylinux1"}
    tags = []
    for minor in range(glibc, 4, -1):
        tags.append(f"manylinux_2_{minor}_{machine}")
        if minor in named:
            tags.append(f"{named[minor]}_{machine}")
    return (*tags, f"linux_{machine}")


MACHINES = {
    "linux-x64": Machine("linux", "Linux", "x86_64", _manylinux(35, "x86_64")),
    "linux-arm64": Machine("linux", "Linux", "aarch64", _manylinux(39, "aarch64")),
    "macos-arm64": Machine("darwin", "Darwin", "arm64", tuple(mac_platforms((14, 0), "arm64"))),
    "windows-x64": Machine("win32", "Windows", "AMD64", ("win_amd64",)),
}
"""The machines of a release, by their names in .github/workflows/release.yml. Ubuntu 22.04 has glibc 2.35, 24.04 2.39,
which the wheels of PySide6 for ARM need."""

WITHOUT_WHEELS = {"macos-x64": Machine("darwin", "Darwin", "x86_64", tuple(mac_platforms((14, 0), "x86_64")))}
"""Machines for which no release is built, because a package has no wheel for them: Intel Macs lack onnxruntime."""


def file_name(wheel: dict[str, Any]) -> str:  # Any: as above
    """Return the file name of a *wheel* of a list."""
    return str(wheel["url"].rpartition("/")[2])


def missing_wheels(packages: Iterable[Package], machine: Machine) -> list[str]:
    """Return those of *packages* that *machine* wants and cannot install."""
    return [one["name"] for one in packages if machine.wants(one) and machine.wheel(one) is None]


def trimmed(packages: Iterable[Package]) -> Iterator[Package]:
    """Yield *packages* with the wheels that the machines of a release install, without the sources."""
    for package in packages:
        chosen = [one.wheel(package) for one in MACHINES.values() if one.wants(package)]
        if chosen:
            wheels = [wheel for wheel in package.get("wheels", ()) if wheel in chosen]
            yield {**package, "wheels": wheels}


def written(packages: Iterable[Package]) -> str:
    """Return *packages* as a list of PEP 751, one wheel a line."""
    every = f"python_full_version >= '{PYTHON[0]}.{PYTHON[1]}'"
    lines = [
        'lock-version = "1.0"',
        'created-by = "packaging/lock.py"',
        f'requires-python = ">={PYTHON[0]}.{PYTHON[1]}"',
    ]
    for package in packages:
        fields = {name: package[name] for name in ("name", "version", "marker") if package.get(name, every) != every}
        lines += [
            "",
            "[[packages]]",
            *(f"{name} = {json.dumps(value)}" for name, value in fields.items()),
            "wheels = [",
        ]
        for wheel in package["wheels"]:
            place, digest = json.dumps(wheel["url"]), json.dumps(wheel["hashes"]["sha256"])
            lines.append(f"    {{ url = {place}, hashes = {{ sha256 = {digest} }} }},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write both lists."""
    compile_list(FOR_DEVELOPERS, "3.11", ("dev", "semantic"))
    whole = ROOT / "build" / FOR_RELEASES.name
    whole.parent.mkdir(exist_ok=True)
    compile_list(whole, f"{PYTHON[0]}.{PYTHON[1]}", ("semantic", "build"), "--constraint", str(FOR_DEVELOPERS))
    packages = list(trimmed(tomllib.loads(whole.read_text(encoding="utf-8"))["packages"]))
    for name, machine in MACHINES.items():
        if missing := missing_wheels(packages, machine):
            raise SystemExit(f"{name} cannot install: {', '.join(missing)}")
    FOR_RELEASES.write_text(written(packages), encoding="utf-8", newline="\n")


def compile_list(to: Path, python: str, extras: Iterable[str], *options: str) -> None:
    """Let uv write the list *to* of the project with *extras* for *python* and later."""
    words = ["--universal", "--python-version", python, *(word for name in extras for word in ("--extra", name))]
    kind = ["--format", "pylock.toml"] if to.suffix == ".toml" else []
    place = to.relative_to(ROOT).as_posix()
    subprocess.run(
        ["uv", "pip", "compile", "--quiet", *words, *kind, *options, "pyproject.toml", "-o", place],
        cwd=ROOT,
        check=True,
    )


if __name__ == "__main__":
    main()

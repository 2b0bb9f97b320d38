"""Bill of materials: where every file of the frozen program comes from and under which licence, as CycloneDX JSON.

Files of Python packages are known by their packages' own lists; those of the system by the package manager's; the rest
is ours or made by the build. A file nobody accounts for is an error: it must not be shipped.
"""

import hashlib
import importlib.metadata
import json
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FORMAT = "1.6"
"""Version of CycloneDX."""

BUILT = frozenset({"vaultdesk", "vaultdesk.exe", "base_library.zip"})
"""Made by the build of our source, of Python's library and of packages that are listed as packed into it."""


@dataclass
class Origin:
    """One package that files came from."""

    name: str
    version: str
    licence: str
    kind: str
    """python, system or own."""
    licence_texts: list[Path] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


class UnknownFiles(Exception):
    """Files in the bundle that no package accounts for."""


def write(frozen: Path, to: Path) -> Path:
    """Write the bill of the program in *frozen*, and its licences beside the program. Raises `UnknownFiles`."""
    origins = origins_of(frozen)
    copy_licences(origins, frozen)
    to.write_text(json.dumps(document(origins, frozen), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return to


def origins_of(frozen: Path) -> list[Origin]:
    """Return the packages of every file in *frozen*. Raises `UnknownFiles`."""
    packages = python_packages()
    owners = {place: origin for origin in packages for place in origin.files}
    by_name: dict[str, Origin] = {}
    for place, origin in owners.items():
        by_name.setdefault(Path(place).name, origin)
    for origin in packages:
        origin.files = []
    own = Origin("vaultdesk", _own_version(), "MIT", "own")
    python = Origin("python", sys.version.split()[0], "PSF-2.0", "python")
    unknown: list[str] = []
    system: dict[str, Origin] = {}
    for file in sorted(one for one in frozen.rglob("*") if one.is_file() and not one.is_symlink()):
        place = file.relative_to(frozen).as_posix()
        inner = place.removeprefix("_internal/")
        if inner in BUILT or inner.startswith(("resources/", "licences/")):
            origin: Origin | None = own
        else:
            origin = owners.get(inner) or _by_metadata(inner, packages) or _of_python(inner, python)
            origin = origin or by_name.get(file.name) or _of_system(file.name, system)
        if origin is None:
            unknown.append(place)
        else:
            origin.files.append(place)
    if unknown:
        raise UnknownFiles("No package accounts for: " + ", ".join(unknown))
    imported = _packed_packages(packages)
    kept = [one for one in packages if one.name != own.name and (one.files or one.name.lower() in imported)]
    return [own, python, *sorted(kept, key=lambda one: one.name.lower()), *system.values()]


def python_packages() -> list[Origin]:
    """Return every installed package with the files it brought."""
    found = []
    for package in importlib.metadata.distributions():
        about = package.metadata
        files = package.files or []
        texts = [
            Path(str(package.locate_file(one)))
            for one in files
            if ".dist-info" in str(one) and any(word in one.name.upper() for word in ("LICEN", "COPYING", "NOTICE"))
        ]
        found.append(
            Origin(
                about["Name"], package.version, licence_of(about), "python", texts, [one.as_posix() for one in files]
            )
        )
    return found


def licence_of(about: importlib.metadata.PackageMetadata) -> str:
    """Return the licence a package names, by its expression, its classifiers or its word for it."""
    expression = about.get("License-Expression")
    if expression:
        return expression
    classifiers = [line for line in about.get_all("Classifier") or [] if line.startswith("License ::")]
    if classifiers:
        return " OR ".join(line.rpartition("::")[2].strip() for line in classifiers)
    return (about.get("License") or "see its files").strip().split("\n")[0][:80]


def document(origins: list[Origin], frozen: Path) -> dict[str, object]:
    """Return the bill as CycloneDX has it."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": FORMAT,
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "vaultdesk", "version": _own_version()}},
        "components": [
            {
                "type": "library",
                "name": one.name,
                "version": one.version,
                "licenses": [{"license": {"name": one.licence}}],
                "properties": [{"name": "vaultdesk:origin", "value": one.kind}],
                "components": [
                    {"type": "file", "name": place, "hashes": [{"alg": "SHA-256", "content": _digest(frozen / place)}]}
                    for place in one.files
                ],
            }
            for one in origins
        ],
    }


def copy_licences(origins: list[Origin], frozen: Path) -> None:
    """Put every licence beside the program, each in a folder of its package's name."""
    for origin in origins:
        for text in origin.licence_texts:
            place = frozen / "_internal" / "licences" / origin.name / text.name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.read_bytes())


def _packed_packages(packages: list[Origin]) -> set[str]:
    """Return the packages in the program's archive: what the project asks for, and what that needs."""
    wanted, known = ["vaultdesk"], {one.name.lower().replace("_", "-"): one for one in packages}
    seen: set[str] = set()
    while wanted:
        name = wanted.pop().lower().replace("_", "-")
        if name in seen or name not in known:
            continue
        seen.add(name)
        for needed in importlib.metadata.requires(name) or []:
            extra = needed.partition(";")[2]
            if "extra ==" not in extra or (name == "vaultdesk" and ("semantic" in extra or "pdf" in extra)):
                wanted.append(_name_in(needed))
    return {known[name].name.lower() for name in seen}


def _name_in(requirement: str) -> str:
    for place, sign in enumerate(requirement):
        if not (sign.isalnum() or sign in "-_."):
            return requirement[:place]
    return requirement


def _by_metadata(inner: str, packages: list[Origin]) -> Origin | None:
    folder = inner.partition("/")[0]
    return next((one for one in packages if folder.startswith(f"{one.name.replace('-', '_')}-{one.version}")), None)


def _of_python(inner: str, python: Origin) -> Origin | None:
    ours = inner.startswith(f"python{sys.version_info.major}.{sys.version_info.minor}/")
    name = inner.rpartition("/")[2]
    library = (
        name.startswith(("libpython", "python3")) or Path(sysconfig.get_path("stdlib"), "lib-dynload", name).exists()
    )
    return python if ours or library else None


def _of_system(name: str, known: dict[str, Origin]) -> Origin | None:
    """Return the package of the system that brought the library *name*; None where there is no package manager."""
    for package, version in _asked_of_dpkg(name):
        return known.setdefault(package, Origin(package, version, "see /usr/share/doc", "system"))
    return None


def _asked_of_dpkg(name: str) -> Iterator[tuple[str, str]]:
    try:
        asked = subprocess.run(["dpkg", "-S", f"*/{name}*"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return
    for line in asked.stdout.splitlines():
        package, _, path = line.partition(": ")
        if Path(path).name.startswith(name):
            told = subprocess.run(
                ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False
            )
            yield package.partition(":")[0], told.stdout


def _own_version() -> str:
    from vaultdesk import __version__

    return __version__


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()

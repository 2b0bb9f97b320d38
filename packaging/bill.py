"""Bill of materials: where every file of the frozen program comes from and under which licence, as CycloneDX JSON.

Files of Python packages are known by their packages' own lists; those of the system by the package manager's; the rest
is ours or made by the build. Modules in the program's archives are read out of them and known the same way. A file or a
module nobody accounts for is an error: it must not be shipped.
"""

import hashlib
import importlib.metadata
import json
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

FORMAT = "1.6"
"""Version of CycloneDX."""

BUILT = frozenset({"vaultdesk", "vaultdesk.exe", "vaultdesk-cli.exe", "base_library.zip", "start.pack", "library.pack"})
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
    modules: list[str] = field(default_factory=list)
    """What of it is in the program's archive, by the names Python imports."""


class UnknownFiles(Exception):
    """Files or modules in the bundle that no package accounts for."""


def write(frozen: Path, to: Path) -> Path:
    """Write the bill of the program in *frozen*, and its licences beside the program. Raises `UnknownFiles`."""
    origins = origins_of(frozen, packed_modules(frozen))
    copy_licences(origins, frozen)
    to.write_text(json.dumps(document(origins, frozen), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return to


def packed_modules(frozen: Path) -> list[str]:
    """Return the modules in the archives of the program in *frozen*, by the names Python imports."""
    from module_packs import ModulePacks
    from PyInstaller.archive.readers import CArchiveReader

    program = next(one for name in ("vaultdesk", "vaultdesk.exe") if (one := frozen / name).is_file())
    archive = CArchiveReader(str(program))
    inner = next(name for name in archive.toc if name.lower().endswith(".pyz"))
    return sorted({*archive.open_embedded_archive(inner).toc, *ModulePacks(str(frozen / "_internal")).toc})


def origins_of(frozen: Path, modules: Iterable[str]) -> list[Origin]:
    """Return the packages of every file in *frozen* and of the *modules* in its archive. Raises `UnknownFiles`."""
    packages = python_packages()
    owners = {place: origin for origin in packages for place in origin.files}
    by_module = {_module_of(place): origin for place, origin in owners.items()}
    by_name: dict[str, Origin] = {}
    for place, origin in owners.items():
        by_name.setdefault(Path(place).name, origin)
    for origin in packages:
        origin.files = []
    own = Origin("vaultdesk", _own_version(), "MIT", "own")
    text = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    python = Origin("python", sys.version.split()[0], "PSF-2.0", "python", [text] if text.is_file() else [])
    unknown: list[str] = []
    system: dict[str, Origin] = {}
    for file in sorted(one for one in frozen.rglob("*") if one.is_file() and not one.is_symlink()):
        place = file.relative_to(frozen).as_posix()
        inner = place.removeprefix("_internal/")
        if inner in BUILT or inner.startswith(("resources/", "licences/")):
            origin: Origin | None = own
        else:
            origin = owners.get(inner) or _by_metadata(inner, packages) or _of_python(inner, python)
            origin = origin or _of_qt_support(inner, by_name)
            origin = origin or by_name.get(file.name) or _of_system(file.name, system)
        if origin is None:
            unknown.append(place)
        else:
            origin.files.append(place)
    builder = next((one for one in packages if one.name.lower() == "pyinstaller"), own)
    for module in modules:
        known = _origin_of_module(module, by_module, own, python, builder)
        if known is None:
            unknown.append(module)
        else:
            known.modules.append(module)
    if unknown:
        raise UnknownFiles("No package accounts for: " + ", ".join(unknown))
    kept = [one for one in packages if one.name != own.name and (one.files or one.modules)]
    return [own, python, *sorted(kept, key=lambda one: one.name.lower()), *system.values()]


def _origin_of_module(
    module: str, by_module: dict[str, Origin], own: Origin, python: Origin, builder: Origin
) -> Origin | None:
    top = module.partition(".")[0]
    if top in ("vaultdesk", "module_packs"):
        return own
    if top == "shibokensupport":  # Qt's files in Python (qt_support.py)
        return by_module.get("shiboken6")
    if top in sys.stdlib_module_names or top.startswith("_sysconfigdata"):
        return python
    if top.startswith(("pyi", "_pyi")):
        return builder
    if found := by_module.get(module):
        return found
    # A folder without a file of its own belongs to whoever has modules in it.
    return next((origin for name, origin in by_module.items() if name.startswith(f"{module}.")), None)


def _module_of(place: str) -> str:
    """Return the name under which the file at *place* is imported; of no meaning where it is no module."""
    folder, _, name = place.rpartition("/")
    stem = name.partition(".")[0]
    parts = folder.split("/") if folder else []
    return ".".join(parts if stem == "__init__" else [*parts, stem])


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
                    *(
                        {
                            "type": "file",
                            "name": place,
                            "hashes": [{"alg": "SHA-256", "content": _digest(frozen / place)}],
                        }
                        for place in one.files
                    ),
                    *({"type": "file", "name": f"archive/{module}"} for module in one.modules),
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


def _of_qt_support(inner: str, by_name: dict[str, Origin]) -> Origin | None:
    """Return the package whose library held the file as source (qt_support.py)."""
    return by_name.get("Shiboken.pyi") if inner.startswith("shiboken6/files.dir/") else None


def _of_system(name: str, known: dict[str, Origin]) -> Origin | None:
    """Return the package of the system that brought the library *name*; None where there is no package manager."""
    for package, version in _asked_of_dpkg(name):
        text = Path("/usr/share/doc", package, "copyright")
        texts = [text] if text.is_file() else []
        return known.setdefault(package, Origin(package, version, "see its text", "system", texts))
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

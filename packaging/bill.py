"""Bill of materials: where every file of the frozen program comes from and under which licence, as CycloneDX JSON.

Files of Python packages are known by their packages' own lists; those of the system by the package manager's; the rest
is ours or made by the build. Modules in the program's archives are read out of them and known the same way. A file or a
module that no package accounts for is an error, and so is a package without the text of its licence or without an
identifier of SPDX for it: it must not be shipped. Texts that a package does not bring lie in packaging/licences.
"""

import hashlib
import importlib.metadata
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from bundle import STARTER_MODULES

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
    licence_texts: dict[str, Path] = field(default_factory=dict)
    """The files with the words of its licences, by the place they get beside the program."""
    files: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    """What of it is in the program's archive, by the names Python imports."""


class UnknownFiles(Exception):
    """Files or modules in the bundle that no package accounts for."""


class MissingLicences(Exception):
    """Packages in the bundle without a text of their licence, or whose licence has no identifier of SPDX."""


OWN_TEXTS = Path(__file__).resolve().parent / "licences"
"""Texts for packages that bring none, each in a folder of the package's name."""

_LICENCE_FILE = re.compile(r"licen[cs]e|copying|notice|copyright", re.IGNORECASE)

_PYTHON_FOR_WINDOWS = re.compile(
    r"python3\d*\.dll|lib(?:crypto|ssl|ffi)-\d+(?:-x64)?\.dll|sqlite3\.dll|(?P<module>\w+)\.pyd", re.IGNORECASE
)
_PYTHON_FOR_MACOS = re.compile(
    r"Python\.framework/.+|lib(?:python3|crypto|ssl|sqlite3|lzma|ncursesw|panelw|formw|mpdec|intl|ffi)[^/]*\.dylib"
)
"""What python.org's installers bring besides the library, by its place in the frozen program."""

_RUNTIME_OF_WINDOWS = re.compile(
    r"(?:vcruntime140|vcruntime140_1|msvcp140|msvcp140_\w+|concrt140|ucrtbase|api-ms-win-[\w-]+)\.dll", re.IGNORECASE
)

SPDX_IDS = {
    "MIT License": "MIT", "MIT": "MIT", "The MIT License": "MIT", "BSD License": "BSD-3-Clause",
    "BSD": "BSD-3-Clause", "Apache Software License": "Apache-2.0", "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0", "Apache-2.0": "Apache-2.0", "Apache License, Version 2.0": "Apache-2.0",
    "ISC License (ISCL)": "ISC", "Python Software Foundation License": "PSF-2.0", "PSF-2.0": "PSF-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0", "The Unlicense (Unlicense)": "Unlicense",
    "3-Clause BSD License": "BSD-3-Clause", "BSD-3-Clause": "BSD-3-Clause", "BSD 3-Clause License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only", "LGPL": "LGPL-3.0-only",
    "GNU General Public License v2 (GPLv2)": "GPL-2.0-only", "Zope Public License": "ZPL-2.1",
}  # fmt: skip
"""Identifiers of SPDX for what packages call their licences."""

PACKAGE_LICENCES = {
    "pyinstaller": "(GPL-2.0-or-later WITH Bootloader-exception) AND Apache-2.0",
    "pypdfium2": "BSD-3-Clause AND Apache-2.0 AND LicenseRef-PDFium-Dependencies",
}
"""Expressions of SPDX for packages whose metadata leave out a part of the licence."""

SYSTEM_LICENCES = (
    ("libbz2", "bzip2-1.0.6"), ("libssl", "Apache-2.0"), ("libexpat", "MIT"), ("libffi", "MIT"),
    ("liblzma", "LicenseRef-Public-Domain"), ("libsqlite3", "blessing"), ("libuuid", "BSD-3-Clause"),
    ("libzstd", "BSD-3-Clause"), ("zlib1g", "Zlib"),
)  # fmt: skip
"""Identifiers of SPDX for Debian's packages, which name no licence in a form that programs read, by how they begin."""


def write(frozen: Path, to: Path) -> Path:
    """Write the bill of the program in *frozen*, and its licences beside the program.

    Raises `UnknownFiles` and `MissingLicences`.
    """
    origins = origins_of(frozen, packed_modules(frozen))
    require_licences(origins)
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
    own = Origin("vaultdesk", _own_version(), "MIT", "own", {"LICENSE": OWN_TEXTS.parent.parent / "LICENSE"})
    python = Origin("python", sys.version.split()[0], "PSF-2.0", "runtime", _python_licence())
    unknown: list[str] = []
    system: dict[str, Origin] = {}
    for file in sorted(one for one in frozen.rglob("*") if one.is_file() and not one.is_symlink()):
        place = file.relative_to(frozen).as_posix()
        inner = place.removeprefix("_internal/")
        if inner in BUILT or inner.startswith(("resources/", "licences/")):
            origin: Origin | None = own
        else:
            origin = owners.get(inner) or _by_metadata(inner, packages) or _of_python(inner, python)
            origin = origin or _of_windows_runtime(inner, system)
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
    if top in ("vaultdesk", *STARTER_MODULES):
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
        places = [one.as_posix() for one in package.files or []]
        texts = {
            inner: Path(str(package.locate_file(place)))
            for place in places
            if (inner := licence_text_place(place)) is not None
        }
        texts.update({text.name: text for text in sorted((OWN_TEXTS / about["Name"]).glob("*.txt"))})
        found.append(Origin(about["Name"], package.version, licence_of(about), "python", texts, places))
    return found


def licence_text_place(place: str) -> str | None:
    """Return where the file at *place* of a package lies among the package's licences; None where it is no such text.

    Texts are all that the metadata lists as such, in the folder `licenses` (PEP 639), and files that are called so
    there, or beside the code as in onnxruntime.
    """
    path = PurePosixPath(place)
    metadata, _, listed = place.partition(".dist-info/licenses/")
    if listed and "/" not in metadata:
        return listed
    top = len(path.parts) == 2 and path.suffix in ("", ".txt", ".md", ".rst")
    return path.name if top and _LICENCE_FILE.search(path.stem) else None


def _python_licence() -> dict[str, Path]:
    """Return the text of Python's licence: beside its library, or above it where it is installed by python.org."""
    stdlib = Path(sysconfig.get_path("stdlib"))
    places = (stdlib / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt")
    return {text.name: text for text in places if text.is_file()}


def require_licences(origins: Sequence[Origin]) -> None:
    """Raise `MissingLicences` where a package has no text of its licence, or none of SPDX's identifiers for it."""
    if missing := [one.name for one in origins if not one.licence_texts]:
        raise MissingLicences("No text of their licence: " + ", ".join(missing) + ". Add it to packaging/licences.")
    unnamed = [one for one in origins if licence_choice(one.licence) == {"license": {"name": one.licence}}]
    if unnamed:
        told = ", ".join(f"{one.name} ({one.licence})" for one in unnamed)
        raise MissingLicences(f"No identifier of SPDX for the licence: {told}. Add it to packaging/bill.py.")


def licence_of(about: importlib.metadata.PackageMetadata) -> str:
    """Return the licence a package names, by its expression, its classifiers or its word for it."""
    expression = PACKAGE_LICENCES.get(about["Name"]) or about.get("License-Expression")
    if expression:
        return expression
    classifiers = [line for line in about.get_all("Classifier") or [] if line.startswith("License ::")]
    if classifiers:
        return " OR ".join(line.rpartition("::")[2].strip() for line in classifiers)
    return (about.get("License") or "see its files").strip().split("\n")[0][:80]


def document(origins: list[Origin], frozen: Path) -> dict[str, object]:
    """Return the bill as CycloneDX has it. The same program gives the same bill.

    Its time is that of `SOURCE_DATE_EPOCH` where the environment has it.
    """
    version = _own_version()
    own, *others = origins
    components = [component(one, frozen) for one in origins]
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components, sort_keys=True))
    moment = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or 0), UTC)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": FORMAT,
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "name": "vaultdesk", "version": version, "bom-ref": "program"},
        },
        "components": components,
        "dependencies": [{"ref": "program", "dependsOn": [package_url(one) for one in (own, *others)]}],
    }


def component(origin: Origin, frozen: Path) -> dict[str, object]:
    """Return *origin* as a component, with its files in the program in *frozen*."""
    url = package_url(origin)
    files: list[dict[str, object]] = [
        {"type": "file", "name": place, "hashes": [{"alg": "SHA-256", "content": _digest(frozen / place)}]}
        for place in origin.files
    ]
    files += [{"type": "file", "name": f"archive/{module}"} for module in origin.modules]
    return {
        "type": "application" if origin.kind == "own" else "library",
        "bom-ref": url,
        "name": origin.name,
        "version": origin.version,
        "purl": url,
        "licenses": [licence_choice(origin.licence)],
        "properties": [{"name": "vaultdesk:origin", "value": origin.kind}],
        "components": files,
    }


def package_url(origin: Origin) -> str:
    """Return the package URL by which scanners of known faults find *origin* (purl-spec)."""
    version = quote(origin.version, safe="")
    match origin.kind:
        case "python":
            return f"pkg:pypi/{re.sub(r'[-_.]+', '-', origin.name).lower()}@{version}"
        case "system":
            architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
            return f"pkg:deb/debian/{origin.name}@{version}?arch={architecture}"
        case _:
            return f"pkg:generic/{origin.name}@{version}"


def licence_choice(licence: str) -> dict[str, object]:
    """Return *licence*, in a package's own words, as an SPDX identifier or expression, else as a name."""
    parts = [part.strip() for part in licence.split(" OR ")]
    known = [SPDX_IDS.get(part) for part in parts]
    if len(parts) == 1 and known[0]:
        return {"expression": known[0]} if " " in known[0] else {"license": {"id": known[0]}}
    if all(known):
        return {"expression": " OR ".join(str(one) for one in known)}
    if re.fullmatch(r"[\w.()+ -]+", licence) and re.search(r"\w-\d|^\w+$|^LicenseRef-| (?:AND|OR|WITH) ", licence):
        return {"expression": licence}
    return {"license": {"name": licence}}


def copy_licences(origins: list[Origin], frozen: Path) -> None:
    """Put every licence beside the program, each in a folder of its package's name."""
    for origin in origins:
        for inner, text in origin.licence_texts.items():
            place = frozen / "_internal" / "licences" / origin.name / inner
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.read_bytes())


def _by_metadata(inner: str, packages: list[Origin]) -> Origin | None:
    folder = inner.partition("/")[0]
    return next((one for one in packages if folder.startswith(f"{one.name.replace('-', '_')}-{one.version}")), None)


def _of_python(inner: str, python: Origin) -> Origin | None:
    """Return *python* where it brought the file at *inner*."""
    ours = inner.startswith(f"python{sys.version_info.major}.{sys.version_info.minor}/")
    name = inner.rpartition("/")[2]
    library = (
        name.startswith(("libpython", "python3")) or Path(sysconfig.get_path("stdlib"), "lib-dynload", name).exists()
    )
    windows = _PYTHON_FOR_WINDOWS.fullmatch(inner)
    if windows is not None and windows["module"] is not None:
        library = library or windows["module"] in sys.stdlib_module_names or windows["module"] in _WINDOWS_MODULES
    elif windows is not None or _PYTHON_FOR_MACOS.fullmatch(inner):
        library = True
    return python if ours or library else None


_WINDOWS_MODULES = frozenset({"_overlapped", "_wmi", "_winapi", "winsound", "_testcapi"})
"""Modules of Python for Windows that other systems' `sys.stdlib_module_names` may not list."""


def _of_windows_runtime(inner: str, known: dict[str, Origin]) -> Origin | None:
    """Return Microsoft's C and C++ runtime where the file at *inner* is a part of it."""
    name = "microsoft-visual-cpp-runtime"
    if not _RUNTIME_OF_WINDOWS.fullmatch(inner.rpartition("/")[2]):
        return None
    texts = {text.name: text for text in (OWN_TEXTS / name).glob("*.txt")}
    return known.setdefault(name, Origin(name, "14", "LicenseRef-Microsoft-Visual-CPP-Runtime", "runtime", texts))


def _of_qt_support(inner: str, by_name: dict[str, Origin]) -> Origin | None:
    """Return the package whose library held the file as source (qt_support.py)."""
    return by_name.get("Shiboken.pyi") if inner.startswith("shiboken6/files.dir/") else None


def _of_system(name: str, known: dict[str, Origin]) -> Origin | None:
    """Return the package of the system that brought the library *name*; None where there is no package manager."""
    for package, version in _asked_of_dpkg(name):
        text = Path("/usr/share/doc", package, "copyright")
        texts = {text.name: text} if text.is_file() else {}
        licence = next((one for start, one in SYSTEM_LICENCES if package.startswith(start)), "see its text")
        return known.setdefault(package, Origin(package, version, licence, "system", texts))
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

"""Bill of materials: the origin and the licence of every file of the frozen program, as CycloneDX JSON.

Files of Python packages are identified by the file lists of the packages, system libraries by the package manager; all
others are part of VaultDesk or created by the build. Modules in the program's archives are identified in the same way.
A file or module without a known package is an error, and so is a package without a licence text or an SPDX identifier:
it must not be shipped. Licence texts that a package does not contain are in packaging/licences.
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

BUILD_PRODUCTS = frozenset(
    {"vaultdesk", "vaultdesk.exe", "vaultdesk-cli.exe", "base_library.zip", "start.pack", "library.pack"}
)
"""Files created by the build; the packages whose modules they contain are listed separately."""


@dataclass
class Origin:
    """One package of which files or modules are in the program."""

    name: str
    version: str
    licence: str
    kind: str
    """python, system or own."""
    licence_texts: dict[str, Path] = field(default_factory=dict)
    """The files with its licence texts, by their paths in its licence folder of the program."""
    files: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    """The names of its modules in the program's archives."""


class UnknownFiles(Exception):
    """Files or modules in the program that belong to no known package."""


class MissingLicences(Exception):
    """Packages in the program without a licence text or without an SPDX identifier."""


LICENCE_TEXTS = Path(__file__).resolve().parent / "licences"
"""Licence texts of packages that contain none, each in a folder with the package's name."""

_LICENCE_FILE = re.compile(r"licen[cs]e|copying|notice|copyright", re.IGNORECASE)

_PYTHON_FOR_WINDOWS = re.compile(
    r"python3\d*\.dll|lib(?:crypto|ssl|ffi)-\d+(?:-x64)?\.dll|sqlite3\.dll|(?P<module>\w+)\.pyd", re.IGNORECASE
)
_PYTHON_FOR_MACOS = re.compile(
    r"Python\.framework/.+|lib(?:python3|crypto|ssl|sqlite3|lzma|ncursesw|panelw|formw|mpdec|intl|ffi)[^/]*\.dylib"
)
"""Files of python.org's installers besides the standard library, by their paths in the frozen program."""

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
"""The SPDX identifiers of the licence names that packages use."""

PACKAGE_LICENCES = {
    "pyinstaller": "(GPL-2.0-or-later WITH Bootloader-exception) AND Apache-2.0",
    "pypdfium2": "BSD-3-Clause AND Apache-2.0 AND LicenseRef-PDFium-Dependencies",
}
"""SPDX expressions for packages whose metadata omit a part of the licence."""

SYSTEM_LICENCES = (
    ("libbz2", "bzip2-1.0.6"), ("libssl", "Apache-2.0"), ("libexpat", "MIT"), ("libffi", "MIT"),
    ("liblzma", "LicenseRef-Public-Domain"), ("libsqlite3", "blessing"), ("libuuid", "BSD-3-Clause"),
    ("libzstd", "BSD-3-Clause"), ("zlib1g", "Zlib"),
)  # fmt: skip
"""SPDX identifiers of Debian packages, whose metadata have no machine-readable licence, by a prefix of the name."""


def write(frozen: Path, to: Path) -> Path:
    """Write the bill of the program in *frozen* to the file *to*, and the licence texts into the program's folder.

    Raises `UnknownFiles` and `MissingLicences`.
    """
    origins = origins_of(frozen, packed_modules(frozen))
    require_licences(origins)
    copy_licences(origins, frozen)
    to.write_text(json.dumps(document(origins, frozen), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return to


def packed_modules(frozen: Path) -> list[str]:
    """Return the names of the modules in the archives of the program in *frozen*."""
    from module_packs import ModulePacks
    from PyInstaller.archive.readers import CArchiveReader

    program = next(program_file for name in ("vaultdesk", "vaultdesk.exe") if (program_file := frozen / name).is_file())
    archive = CArchiveReader(str(program))
    module_archive = next(name for name in archive.toc if name.lower().endswith(".pyz"))
    return sorted({*archive.open_embedded_archive(module_archive).toc, *ModulePacks(str(frozen / "_internal")).toc})


def origins_of(frozen: Path, modules: Iterable[str]) -> list[Origin]:
    """Return the packages of all files in *frozen* and of the *modules* in its archives. Raises `UnknownFiles`."""
    packages = python_packages()
    owners = {path: origin for origin in packages for path in origin.files}
    by_module = {_module_of(path): origin for path, origin in owners.items()}
    by_name: dict[str, Origin] = {}
    for path, origin in owners.items():
        by_name.setdefault(Path(path).name, origin)
    for origin in packages:
        origin.files = []
    own = Origin("vaultdesk", _own_version(), "MIT", "own", {"LICENSE": LICENCE_TEXTS.parent.parent / "LICENSE"})
    python = Origin("python", sys.version.split()[0], "PSF-2.0", "runtime", _python_licence())
    unknown: list[str] = []
    system: dict[str, Origin] = {}
    for file in sorted(
        file_path for file_path in frozen.rglob("*") if file_path.is_file() and not file_path.is_symlink()
    ):
        path = file.relative_to(frozen).as_posix()
        inner_path = path.removeprefix("_internal/")
        if inner_path in BUILD_PRODUCTS or inner_path.startswith(("resources/", "licences/")):
            origin: Origin | None = own
        else:
            origin = (
                owners.get(inner_path) or _metadata_origin(inner_path, packages) or _python_origin(inner_path, python)
            )
            origin = origin or _windows_runtime_origin(inner_path, system)
            origin = origin or _qt_support_origin(inner_path, by_name)
            origin = origin or by_name.get(file.name) or _system_origin(file.name, system)
        if origin is None:
            unknown.append(path)
        else:
            origin.files.append(path)
    builder = next((package for package in packages if package.name.lower() == "pyinstaller"), own)
    for module in modules:
        module_origin = _origin_of_module(module, by_module, own, python, builder)
        if module_origin is None:
            unknown.append(module)
        else:
            module_origin.modules.append(module)
    if unknown:
        raise UnknownFiles("No package accounts for: " + ", ".join(unknown))
    used = [package for package in packages if package.name != own.name and (package.files or package.modules)]
    return [own, python, *sorted(used, key=lambda origin: origin.name.lower()), *system.values()]


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
    # A namespace package without a file belongs to the package that has modules in it.
    return next((origin for name, origin in by_module.items() if name.startswith(f"{module}.")), None)


def _module_of(path: str) -> str:
    """Return the module name of the Python file at *path*; meaningless for other files."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    parts = folder.split("/") if folder else []
    return ".".join(parts if stem == "__init__" else [*parts, stem])


def python_packages() -> list[Origin]:
    """Return all installed packages with their files."""
    found = []
    for package in importlib.metadata.distributions():
        metadata = package.metadata
        paths = [file.as_posix() for file in package.files or []]
        texts = {
            text_path: Path(str(package.locate_file(path)))
            for path in paths
            if (text_path := licence_text_path(path)) is not None
        }
        texts.update({text.name: text for text in sorted((LICENCE_TEXTS / metadata["Name"]).glob("*.txt"))})
        found.append(Origin(metadata["Name"], package.version, licence_of(metadata), "python", texts, paths))
    return found


def licence_text_path(file_path: str) -> str | None:
    """Return the path in the licence folder of *file_path*, a file of a package; None if it is no licence text.

    Licence texts are the files in the metadata folder `licenses` (PEP 639), and files named like a licence in the
    metadata folder or, as in onnxruntime, in the folder of the package.
    """
    path = PurePosixPath(file_path)
    metadata, _, licence_path = file_path.partition(".dist-info/licenses/")
    if licence_path and "/" not in metadata:
        return licence_path
    is_top_level = len(path.parts) == 2 and path.suffix in ("", ".txt", ".md", ".rst")
    return path.name if is_top_level and _LICENCE_FILE.search(path.stem) else None


def _python_licence() -> dict[str, Path]:
    """Return Python's licence text: in its library folder, or above it in python.org's installations."""
    stdlib = Path(sysconfig.get_path("stdlib"))
    candidates = (stdlib / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt")
    return {text.name: text for text in candidates if text.is_file()}


def require_licences(origins: Sequence[Origin]) -> None:
    """Raise `MissingLicences` if a package has no licence text or no SPDX identifier."""
    if missing := [origin.name for origin in origins if not origin.licence_texts]:
        raise MissingLicences("No text of their licence: " + ", ".join(missing) + ". Add it to packaging/licences.")
    unidentified = [
        origin for origin in origins if licence_choice(origin.licence) == {"license": {"name": origin.licence}}
    ]
    if unidentified:
        names = ", ".join(f"{origin.name} ({origin.licence})" for origin in unidentified)
        raise MissingLicences(f"No identifier of SPDX for the licence: {names}. Add it to packaging/bill.py.")


def licence_of(metadata: importlib.metadata.PackageMetadata) -> str:
    """Return the licence in a package's metadata: its expression, its classifiers or its licence field."""
    expression = PACKAGE_LICENCES.get(metadata["Name"]) or metadata.get("License-Expression")
    if expression:
        return expression
    classifiers = [line for line in metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    if classifiers:
        return " OR ".join(line.rpartition("::")[2].strip() for line in classifiers)
    return (metadata.get("License") or "see its files").strip().split("\n")[0][:80]


def document(origins: list[Origin], frozen: Path) -> dict[str, object]:
    """Return the bill in the format of CycloneDX. The same program gives the same bill.

    Its time is `SOURCE_DATE_EPOCH` if the environment defines it.
    """
    version = _own_version()
    own, *others = origins
    components = [component(origin, frozen) for origin in origins]
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
        "dependencies": [{"ref": "program", "dependsOn": [package_url(origin) for origin in (own, *others)]}],
    }


def component(origin: Origin, frozen: Path) -> dict[str, object]:
    """Return *origin* as a component, with its files in the program in *frozen*."""
    url = package_url(origin)
    files: list[dict[str, object]] = [
        {"type": "file", "name": path, "hashes": [{"alg": "SHA-256", "content": _digest(frozen / path)}]}
        for path in origin.files
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
    """Return the package URL (purl-spec) by which vulnerability scanners identify *origin*."""
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
    """Return *licence*, as a package names it, as an SPDX identifier or expression, else as a name."""
    parts = [part.strip() for part in licence.split(" OR ")]
    known = [SPDX_IDS.get(part) for part in parts]
    if len(parts) == 1 and known[0]:
        return {"expression": known[0]} if " " in known[0] else {"license": {"id": known[0]}}
    if all(known):
        return {"expression": " OR ".join(str(identifier) for identifier in known)}
    if re.fullmatch(r"[\w.()+ -]+", licence) and re.search(r"\w-\d|^\w+$|^LicenseRef-| (?:AND|OR|WITH) ", licence):
        return {"expression": licence}
    return {"license": {"name": licence}}


def copy_licences(origins: list[Origin], frozen: Path) -> None:
    """Copy the licence texts into the program's folder, each into a folder with the package's name."""
    for origin in origins:
        for name, text in origin.licence_texts.items():
            target = frozen / "_internal" / "licences" / origin.name / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.read_bytes())


def _metadata_origin(inner_path: str, packages: list[Origin]) -> Origin | None:
    folder = inner_path.partition("/")[0]
    return next(
        (package for package in packages if folder.startswith(f"{package.name.replace('-', '_')}-{package.version}")),
        None,
    )


def _python_origin(inner_path: str, python: Origin) -> Origin | None:
    """Return *python* if the file at *inner_path* is a part of Python."""
    is_in_library_folder = inner_path.startswith(f"python{sys.version_info.major}.{sys.version_info.minor}/")
    name = inner_path.rpartition("/")[2]
    is_part_of_python = (
        name.startswith(("libpython", "python3")) or Path(sysconfig.get_path("stdlib"), "lib-dynload", name).exists()
    )
    windows_match = _PYTHON_FOR_WINDOWS.fullmatch(inner_path)
    if windows_match is not None and windows_match["module"] is not None:
        is_part_of_python = (
            is_part_of_python
            or windows_match["module"] in sys.stdlib_module_names
            or windows_match["module"] in _WINDOWS_MODULES
        )
    elif windows_match is not None or _PYTHON_FOR_MACOS.fullmatch(inner_path):
        is_part_of_python = True
    return python if is_in_library_folder or is_part_of_python else None


_WINDOWS_MODULES = frozenset({"_overlapped", "_wmi", "_winapi", "winsound", "_testcapi"})
"""Standard modules on Windows that `sys.stdlib_module_names` may not list on other systems."""


def _windows_runtime_origin(inner_path: str, known: dict[str, Origin]) -> Origin | None:
    """Return Microsoft's C and C++ runtime if the file at *inner_path* is a part of it."""
    name = "microsoft-visual-cpp-runtime"
    if not _RUNTIME_OF_WINDOWS.fullmatch(inner_path.rpartition("/")[2]):
        return None
    texts = {text.name: text for text in (LICENCE_TEXTS / name).glob("*.txt")}
    return known.setdefault(name, Origin(name, "14", "LicenseRef-Microsoft-Visual-CPP-Runtime", "runtime", texts))


def _qt_support_origin(inner_path: str, by_name: dict[str, Origin]) -> Origin | None:
    """Return Shiboken if the file at *inner_path* was extracted from its library (qt_support.py)."""
    return by_name.get("Shiboken.pyi") if inner_path.startswith("shiboken6/files.dir/") else None


def _system_origin(name: str, known: dict[str, Origin]) -> Origin | None:
    """Return the Debian package of the library *name*; None if there is none or dpkg is missing."""
    for package, version in _dpkg_packages(name):
        text = Path("/usr/share/doc", package, "copyright")
        texts = {text.name: text} if text.is_file() else {}
        licence = next((spdx_id for start, spdx_id in SYSTEM_LICENCES if package.startswith(start)), "see its text")
        return known.setdefault(package, Origin(package, version, licence, "system", texts))
    return None


def _dpkg_packages(name: str) -> Iterator[tuple[str, str]]:
    try:
        search = subprocess.run(["dpkg", "-S", f"*/{name}*"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return
    for line in search.stdout.splitlines():
        package, _, path = line.partition(": ")
        if Path(path).name.startswith(name):
            query = subprocess.run(
                ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False
            )
            yield package.partition(":")[0], query.stdout


def _own_version() -> str:
    from vaultdesk import __version__

    return __version__


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()

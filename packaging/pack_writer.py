"""Pack writer: lays the frozen program's modules into the two files of module_packs.py, by what the start imports."""

import _imp
import importlib.util
import marshal
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from module_packs import LIBRARY, MODULE, PACKAGE, PLACE_BYTES, START
from qt_support import FOLDER

LISTING = """
import os, sys
from vaultdesk import __main__ as door
from vaultdesk.ui.app import import_speedups

def started():
    speed_up_imports()
    from vaultdesk.ui.app import application

    def told(window):
        paint(window)
        print(*sorted(sys.modules), flush=True)
        os._exit(0)

    paint, application.paint = application.paint, told

speed_up_imports, import_speedups.speed_up_imports = import_speedups.speed_up_imports, started
door.main([])
"""
"""Opens the window in our source and says what was imported until it was painted."""

OF_THE_PACKER = ("_pyi_rth_utils", "_pyi_rth_utils.qt")
"""Modules that only the frozen program starts with: PyInstaller's, for Qt."""

FOR_MAKERS = "shibokensupport.signature.lib.pyi_generator"
"""What makers of Qt for Python write stubs with. It is imported at each start, with `argparse`: packed as nothing."""

BYTE_CODE_HEAD = 16
"""Bytes of a .pyc before the code."""

DEFLATED = 9
"""How hard the library is deflated: it is read no slower for it."""


def start_modules() -> list[str]:
    """Return the modules that are imported until the first window is painted. Raises `CalledProcessError`."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "VAULTDESK_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-c", LISTING]
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    return sorted({*told.stdout.split(), *OF_THE_PACKER})


def write_packs(archive: Path, names: Iterable[str], qt_support: Iterable[tuple[str, str]], to: Path) -> list[Path]:
    """Write the modules of PyInstaller's *archive* into the folder *to*, those of *names* into the pack of the start.

    Modules of *names* that PyInstaller keeps elsewhere, as Python's own first ones, are put there as well, and the
    files of *qt_support* (qt_support.py).
    """
    from PyInstaller.loader.pyimod01_archive import ZlibArchiveReader

    reader = ZlibArchiveReader(str(archive), 0)
    # What is frozen into Python itself is never asked for elsewhere.
    packed = [name for name in sorted(reader.toc) if not _imp.is_frozen(name)]
    start = dict(_qt_modules(qt_support))
    for name in sorted(names):
        if name in packed:
            start[name] = (reader.toc[name][0], reader.extract(name, raw=True) or b"")
        elif (found := _outside(name)) is not None:
            start[name] = found
    later = [name for name in packed if name not in start]
    to.mkdir(parents=True, exist_ok=True)
    tops = sorted({name.partition(".")[0] for name in later})
    (to / START).write_bytes(marshal.dumps((start, tops)))
    _write_library(to / LIBRARY, {name: (reader.toc[name][0], reader.extract(name, raw=True) or b"") for name in later})
    return [to / START, to / LIBRARY]


def _write_library(to: Path, modules: dict[str, tuple[int, bytes]]) -> None:
    toc: dict[str, tuple[int, int, int]] = {}
    with to.open("wb") as pack:
        pack.write(bytes(PLACE_BYTES))
        for name, (kind, code) in modules.items():
            deflated = zlib.compress(code, DEFLATED) if code else b""
            toc[name] = (kind, pack.tell(), len(deflated))
            pack.write(deflated)
        place = pack.tell()
        pack.write(marshal.dumps(toc))
        pack.seek(0)
        pack.write(place.to_bytes(PLACE_BYTES, "little"))


def _qt_modules(qt_support: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[int, bytes]]]:
    """Yield name, kind and code of Qt's files in Python, without the one that its library makes of itself."""
    for file, folder in qt_support:
        package = ".".join(PurePosixPath(folder).relative_to(FOLDER).parts)
        if not package:
            continue
        stem = Path(file).stem
        name, kind = (package, PACKAGE) if stem == "__init__" else (f"{package}.{stem}", MODULE)
        if name == FOR_MAKERS:
            yield name, (kind, marshal.dumps(compile("", f"{FOLDER}/{name}", "exec")))
        else:
            yield name, (kind, Path(file).read_bytes()[BYTE_CODE_HEAD:])


def _outside(name: str) -> tuple[int, bytes] | None:
    """Return kind and code of one of Python's own modules that PyInstaller keeps in its `base_library.zip`.

    None where it is built into Python, or no module of its at all.
    """
    if name.partition(".")[0] not in sys.stdlib_module_names or name in sys.builtin_module_names:
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ModuleNotFoundError, ValueError):  # a name that a module made itself, as `typing.io`
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    kind = MODULE if spec.submodule_search_locations is None else PACKAGE
    file = name.replace(".", "/") + (".py" if kind == MODULE else "/__init__.py")
    code = compile(Path(spec.origin).read_bytes(), file, "exec", dont_inherit=True, optimize=1)
    return kind, marshal.dumps(code)

"""Pack writer: writes the frozen program's modules into the two files of module_packs.py."""

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

from module_packs import LIBRARY, MODULE, OFFSET_BYTES, PACKAGE, START
from qt_support import FOLDER

LIST_START_MODULES = """
import os, sys
from vaultdesk import __main__ as entry_point
from vaultdesk.ui.app import import_speedups

def started():
    speed_up_imports()
    from vaultdesk.ui.app import application

    def paint_and_list(window):
        paint(window)
        print(*sorted(sys.modules), flush=True)
        os._exit(0)

    paint, application.paint = application.paint, paint_and_list

speed_up_imports, import_speedups.speed_up_imports = import_speedups.speed_up_imports, started
entry_point.main([])
"""
"""Script that opens the window from source and prints the modules that are imported until it is painted."""

PYINSTALLER_MODULES = ("_pyi_rth_utils", "_pyi_rth_utils.qt")
"""PyInstaller's modules for Qt, which only the frozen program imports at its start."""

STUB_GENERATOR = "shibokensupport.signature.lib.pyi_generator"
"""Qt for Python's generator of stubs, which it imports at every start, together with `argparse`; packed as an empty
module."""

BYTE_CODE_HEAD = 16
"""Size of the header of a .pyc file in bytes."""

COMPRESSION_LEVEL = 9
"""Level of compression of the library; it does not affect the speed of reading."""


def start_modules() -> list[str]:
    """Return the modules that are imported until the first window is painted. Raises `CalledProcessError`."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "VAULTDESK_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-c", LIST_START_MODULES]
        completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    return sorted({*completed.stdout.split(), *PYINSTALLER_MODULES})


def write_packs(archive: Path, names: Iterable[str], qt_support: Iterable[tuple[str, str]], to: Path) -> list[Path]:
    """Write the modules of PyInstaller's *archive* into the folder *to*, those in *names* into the start pack.

    The start pack also contains the modules in *names* that PyInstaller stores elsewhere, such as `base_library.zip`,
    and the files of *qt_support* (qt_support.py).
    """
    from PyInstaller.loader.pyimod01_archive import ZlibArchiveReader

    reader = ZlibArchiveReader(str(archive), 0)
    # Modules that are frozen into Python are never imported from the packs.
    packed = [name for name in sorted(reader.toc) if not _imp.is_frozen(name)]
    start = dict(_qt_modules(qt_support))
    for name in sorted(names):
        if name in packed:
            start[name] = (reader.toc[name][0], reader.extract(name, raw=True) or b"")
        elif (found := _stdlib_module(name)) is not None:
            start[name] = found
    remaining = [name for name in packed if name not in start]
    to.mkdir(parents=True, exist_ok=True)
    tops = sorted({name.partition(".")[0] for name in remaining})
    (to / START).write_bytes(marshal.dumps((start, tops)))
    _write_library(
        to / LIBRARY, {name: (reader.toc[name][0], reader.extract(name, raw=True) or b"") for name in remaining}
    )
    return [to / START, to / LIBRARY]


def _write_library(to: Path, modules: dict[str, tuple[int, bytes]]) -> None:
    toc: dict[str, tuple[int, int, int]] = {}
    with to.open("wb") as pack:
        pack.write(bytes(OFFSET_BYTES))
        for name, (kind, code) in modules.items():
            compressed = zlib.compress(code, COMPRESSION_LEVEL) if code else b""
            toc[name] = (kind, pack.tell(), len(compressed))
            pack.write(compressed)
        toc_offset = pack.tell()
        pack.write(marshal.dumps(toc))
        pack.seek(0)
        pack.write(toc_offset.to_bytes(OFFSET_BYTES, "little"))


def _qt_modules(qt_support: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[int, bytes]]]:
    """Yield name, type and code of Qt's Python files, except the top-level file, which its library creates itself."""
    for file, folder in qt_support:
        package = ".".join(PurePosixPath(folder).relative_to(FOLDER).parts)
        if not package:
            continue
        stem = Path(file).stem
        name, kind = (package, PACKAGE) if stem == "__init__" else (f"{package}.{stem}", MODULE)
        if name == STUB_GENERATOR:
            yield name, (kind, marshal.dumps(compile("", f"{FOLDER}/{name}", "exec")))
        else:
            yield name, (kind, Path(file).read_bytes()[BYTE_CODE_HEAD:])


def _stdlib_module(name: str) -> tuple[int, bytes] | None:
    """Return type and code of a standard module that PyInstaller stores in `base_library.zip`.

    None for built-in modules and modules that are not part of the standard library.
    """
    if name.partition(".")[0] not in sys.stdlib_module_names or name in sys.builtin_module_names:
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ModuleNotFoundError, ValueError):  # a module that another module created, such as `typing.io`
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    kind = MODULE if spec.submodule_search_locations is None else PACKAGE
    file = name.replace(".", "/") + (".py" if kind == MODULE else "/__init__.py")
    code = compile(Path(spec.origin).read_bytes(), file, "exec", dont_inherit=True, optimize=1)
    return kind, marshal.dumps(code)

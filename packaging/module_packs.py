"""Module packs: the files from which the frozen program imports its modules, written by pack_writer.py. The modules
that are imported before the window opens are in one file, which is read completely; all others are in a second file,
which is opened by the first import of one of them.

PyInstaller's archive reads the names of eight thousand modules before the program starts, and searches and inflates
each module separately, which takes a third of the time until the window opens. It contains this module only.
"""

import _thread
import marshal
import os
import sys
import zlib
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import SourcelessFileLoader

TYPE_CHECKING = False  # `typing` is in the pack, like nearly all modules that are imported from here on
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType, ModuleType

START, LIBRARY = "start.pack", "library.pack"
"""Names of the two files in the program's folder."""

OFFSET_BYTES = 8
"""Size of the offset of the table of contents at the beginning of the library, little-endian."""

MODULE, PACKAGE, NAMESPACE = 0, 1, 3
"""Module types, with PyInstaller's numbers."""

QT, QT_SUPPORT = "shiboken6", "shibokensupport"
"""The first package that Qt for Python imports, and the package of its Python files (qt_support.py)."""

UNUSED_QT_IMPORTS = ("tempfile", "zipfile")
"""Modules that it imports to read its Python files from its library; in the frozen program these are in the packs."""


class PackFile:
    """A file of modules, open while the program runs.

    An upgrade replaces the file by one with other modules and offsets; the open file remains unchanged. On Windows an
    open file cannot be replaced, so the installer asks the user to close the program first.
    """

    def __init__(self, file: str) -> None:
        """Open *file*. Raises `OSError`."""
        self._descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        self._lock = _thread.allocate_lock()

    def read(self, offset: int, length: int) -> bytes:
        """Return *length* bytes from *offset* on. Raises `OSError`. Can be called by any thread and after a fork."""
        if hasattr(os, "pread"):
            return os.pread(self._descriptor, length, offset)
        with self._lock:
            os.lseek(self._descriptor, offset, os.SEEK_SET)
            return os.read(self._descriptor, length)

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return os.fstat(self._descriptor).st_size


class Library:
    """The modules that are not needed to open the window, each compressed separately."""

    def __init__(self, pack: PackFile) -> None:
        """Read the table of contents of *pack*. Raises `OSError`."""
        self._pack = pack
        toc_offset = int.from_bytes(pack.read(0, OFFSET_BYTES), "little")
        self.toc: dict[str, tuple[int, int, int]] = marshal.loads(pack.read(toc_offset, pack.size - toc_offset))  # noqa: S302
        """The type, offset and compressed length of each module, by its name."""

    def code(self, name: str) -> "CodeType":
        """Return the code of the module *name*. Raises `OSError`."""
        _, offset, length = self.toc[name]
        code: CodeType = marshal.loads(zlib.decompress(self._pack.read(offset, length)))  # noqa: S302 - our own file
        return code


class ModulePacks:
    """Finds the modules of both packs (an entry of `sys.meta_path`)."""

    def __init__(self, folder: str, after: "Mapping[str, Callable[[], None]] | None" = None) -> None:
        """Open the packs in *folder* and read the start pack. Raises `OSError`.

        *after* maps names of modules to functions that are called after their import.
        """
        self.folder = folder
        self.after = after or {}
        self.qt_support: dict[str, ModuleType] = {}
        """The imported modules of Qt's Python files."""
        self._start_pack = PackFile(os.path.join(folder, START))  # noqa: PTH118 - `pathlib` is not imported yet
        self._library_pack = PackFile(os.path.join(folder, LIBRARY))  # noqa: PTH118 - as above
        self._start, later = self._read()
        self._later = frozenset(later)
        self._library: Library | None = None

    @property
    def library(self) -> Library:
        """The modules of the second pack; its table of contents is read at the first access."""
        if self._library is None:
            self._library = Library(self._library_pack)
        return self._library

    @property
    def toc(self) -> "dict[str, tuple[int, ...]]":
        """All modules by name, each as a tuple that begins with its type, as in PyInstaller's archive."""
        return {**{name: (kind,) for name, (kind, _) in self._start.items()}, **self.library.toc}

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> "ModuleSpec | None":
        """Return the spec of the module *name*; None if it is in no pack."""
        if name in self._start:
            kind = self._start[name][0]
        elif name.partition(".")[0] in self._later and name in self.library.toc:
            kind = self.library.toc[name][0]
        else:
            return None
        path = os.path.join(self.folder, *name.split("."))  # noqa: PTH118 - as above
        if kind == NAMESPACE:
            spec = ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = [path]
            return spec
        file = os.path.join(path, "__init__.py") if kind == PACKAGE else f"{path}.py"  # noqa: PTH118 - as above
        spec = ModuleSpec(name, PackLoader(name, file, self), origin=file, is_package=kind == PACKAGE)
        spec.has_location = True
        if kind == PACKAGE:
            spec.submodule_search_locations = [path]
        return spec

    def code(self, name: str) -> "CodeType":
        """Return the code of the module *name*. Raises `OSError`."""
        if name not in self._start:
            return self.library.code(name)
        kind, packed = self._start[name]
        self._start[name] = (kind, b"")  # A module is rarely loaded twice, so its bytes are released.
        code: CodeType = marshal.loads(packed or self._read()[0][name][1])  # noqa: S302 - as above
        return code

    def _read(self) -> "tuple[dict[str, tuple[int, bytes]], tuple[str, ...]]":
        """Return the modules of the start pack, and the top-level names of all others."""
        start, later = marshal.loads(self._start_pack.read(0, self._start_pack.size))  # noqa: S302 - as above
        return start, later


class PackLoader(SourcelessFileLoader):
    """Loads one module. Its path, by which its data files are found, is in the program's folder."""

    def __init__(self, name: str, file: str, packs: ModulePacks) -> None:
        super().__init__(name, file)
        self._packs = packs

    def get_code(self, fullname: str) -> "CodeType":
        """Return the module's code."""
        return self._packs.code(fullname)

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module, then the function registered for it."""
        name = module.__name__
        if name == QT:
            self._begin_qt(module)
        elif name.partition(".")[0] == QT_SUPPORT:
            self._support_qt(module)
        else:
            super().exec_module(module)
        after = self._packs.after.get(name)
        if after is not None:
            after()

    def _begin_qt(self, module: "ModuleType") -> None:
        """Run Qt's first module, with empty modules in place of the unused imports."""
        unused = [name for name in UNUSED_QT_IMPORTS if name not in sys.modules]
        sys.modules.update({name: type(sys)(name) for name in unused})
        try:
            super().exec_module(module)
        finally:
            for name in unused:
                del sys.modules[name]

    def _support_qt(self, module: "ModuleType") -> None:
        """Run one of Qt's Python files. Qt removes them from `sys.modules` and imports them again, which is skipped."""
        known = self._packs.qt_support
        if module.__name__ == QT_SUPPORT and known:
            sys.modules.update(known)
        else:
            super().exec_module(module)
            known[module.__name__] = module


def open_packs(folder: str) -> None:
    """Import modules from the packs in *folder* from now on. Raises `OSError`."""
    packs = ModulePacks(folder, {"ctypes": _after_ctypes, "pkgutil": lambda: _after_pkgutil(packs)})
    sys.meta_path.insert(0, packs)


def _after_ctypes() -> None:
    """Let ctypes find the libraries in the program's folder, as PyInstaller does at every start."""
    import importlib

    importlib.import_module("pyimod03_ctypes").install()


def _after_pkgutil(packs: ModulePacks) -> None:
    """Let pkgutil list the modules of the packs, with PyInstaller's hook for its own archive."""
    import importlib

    importlib.import_module("pyi_rth_pkgutil")
    vars(importlib.import_module("pyimod02_importers"))["pyz_archive"] = packs

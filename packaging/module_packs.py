"""Module packs: where the frozen program finds its modules. Those of the start lie in one file that is read at once,
all others in a second one that is read for the first of them. They are written by pack_writer.py.

PyInstaller's own archive reads the names of eight thousand modules before the first line of ours, and looks for and
inflates each module by itself: a third of what the window took. It keeps this module alone.
"""

import _thread
import marshal
import os
import sys
import zlib
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import SourcelessFileLoader

TYPE_CHECKING = False  # `typing` comes out of the pack, as nearly all that is imported from here on
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType, ModuleType

START, LIBRARY = "start.pack", "library.pack"
"""The files, beside the program's other ones."""

PLACE_BYTES = 8
"""Bytes at the beginning of the library that say where its table of contents is, the lowest first."""

MODULE, PACKAGE, NAMESPACE = 0, 1, 3
"""Kinds of modules, by PyInstaller's numbers."""

QT, QT_SUPPORT = "shiboken6", "shibokensupport"
"""What Qt for Python begins with, and its files in Python (qt_support.py)."""

UNUSED_BY_QT = ("tempfile", "zipfile")
"""What it imports there for the case that its files in Python are inside its library: here they never are."""


class PackFile:
    """A file of modules, open as long as the program runs.

    An upgrade puts another file in its place, with other modules at other places; what is open stays what it was.
    Windows does not let a file that is open be replaced; there the installer asks to end the program first.
    """

    def __init__(self, file: str) -> None:
        """Open *file*. Raises `OSError`."""
        self._descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        self._lock = _thread.allocate_lock()

    def read(self, place: int, length: int) -> bytes:
        """Return *length* bytes from *place* on; any thread may ask, and a child after a fork. Raises `OSError`."""
        if hasattr(os, "pread"):
            return os.pread(self._descriptor, length, place)
        with self._lock:
            os.lseek(self._descriptor, place, os.SEEK_SET)
            return os.read(self._descriptor, length)

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return os.fstat(self._descriptor).st_size


class Library:
    """The modules that no start needs, each deflated by itself."""

    def __init__(self, pack: PackFile) -> None:
        """Read what is in *pack*, not the modules. Raises `OSError`."""
        self._pack = pack
        place = int.from_bytes(pack.read(0, PLACE_BYTES), "little")
        self.toc: dict[str, tuple[int, int, int]] = marshal.loads(pack.read(place, pack.size - place))  # noqa: S302
        """Name of each module with its kind, its place in the file and its length there."""

    def code(self, name: str) -> "CodeType":
        """Return the code of the module *name*. Raises `OSError` where the disk cannot be read."""
        _, place, length = self.toc[name]
        code: CodeType = marshal.loads(zlib.decompress(self._pack.read(place, length)))  # noqa: S302 - our own file
        return code


class ModulePacks:
    """Finds the modules of both packs, as Python asks its finders (`sys.meta_path`)."""

    def __init__(self, folder: str, after: "Mapping[str, Callable[[], None]] | None" = None) -> None:
        """Open the packs in *folder* and read that of the start. *after* is called when the module of that name was
        imported.

        Raises `OSError`.
        """
        self.folder = folder
        self.after = after or {}
        self.qt_support: dict[str, ModuleType] = {}
        """Qt's files in Python once they were imported."""
        self._start_pack = PackFile(os.path.join(folder, START))  # noqa: PTH118 - `pathlib` is not imported yet
        self._library_pack = PackFile(os.path.join(folder, LIBRARY))  # noqa: PTH118 - as above
        self._start, later = self._read()
        self._later = frozenset(later)
        self._library: Library | None = None

    @property
    def library(self) -> Library:
        """The other modules; their table of contents is read when one is asked for first."""
        if self._library is None:
            self._library = Library(self._library_pack)
        return self._library

    @property
    def toc(self) -> "dict[str, tuple[int, ...]]":
        """Every module by its name, with its kind first, as PyInstaller's own archive has them."""
        return {**{name: (kind,) for name, (kind, _) in self._start.items()}, **self.library.toc}

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> "ModuleSpec | None":
        """Return where the module *name* comes from; None where it is in no pack."""
        if name in self._start:
            kind = self._start[name][0]
        elif name.partition(".")[0] in self._later and name in self.library.toc:
            kind = self.library.toc[name][0]
        else:
            return None
        place = os.path.join(self.folder, *name.split("."))  # noqa: PTH118 - as above
        if kind == NAMESPACE:
            spec = ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = [place]
            return spec
        file = os.path.join(place, "__init__.py") if kind == PACKAGE else f"{place}.py"  # noqa: PTH118 - as above
        spec = ModuleSpec(name, PackLoader(name, file, self), origin=file, is_package=kind == PACKAGE)
        spec.has_location = True
        if kind == PACKAGE:
            spec.submodule_search_locations = [place]
        return spec

    def code(self, name: str) -> "CodeType":
        """Return the code of the module *name*. Raises `OSError` where the disk cannot be read."""
        if name not in self._start:
            return self.library.code(name)
        kind, packed = self._start[name]
        self._start[name] = (kind, b"")  # Hardly ever asked for twice: its bytes need not lie about.
        code: CodeType = marshal.loads(packed or self._read()[0][name][1])  # noqa: S302 - as above
        return code

    def _read(self) -> "tuple[dict[str, tuple[int, bytes]], tuple[str, ...]]":
        """Return the modules of the start, and the topmost names of all others."""
        start, later = marshal.loads(self._start_pack.read(0, self._start_pack.size))  # noqa: S302 - as above
        return start, later


class PackLoader(SourcelessFileLoader):
    """Loads one module; its data, where it has any, lies beside the program as if the module did, too."""

    def __init__(self, name: str, file: str, packs: ModulePacks) -> None:
        super().__init__(name, file)
        self._packs = packs

    def get_code(self, fullname: str) -> "CodeType":
        """Return the module's code."""
        return self._packs.code(fullname)

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module, and what has waited for it."""
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
        """Run Qt's first module, for which what it does not use is only a name."""
        unused = [name for name in UNUSED_BY_QT if name not in sys.modules]
        sys.modules.update({name: type(sys)(name) for name in unused})
        try:
            super().exec_module(module)
        finally:
            for name in unused:
                del sys.modules[name]

    def _support_qt(self, module: "ModuleType") -> None:
        """Run one of Qt's files in Python; Qt forgets and imports all of them a second time, where they are beside."""
        known = self._packs.qt_support
        if module.__name__ == QT_SUPPORT and known:
            sys.modules.update(known)
        else:
            super().exec_module(module)
            known[module.__name__] = module


def open_packs(folder: str) -> None:
    """Let modules come out of the packs in *folder* from now on. Raises `OSError`."""
    packs = ModulePacks(folder, {"ctypes": _after_ctypes, "pkgutil": lambda: _after_pkgutil(packs)})
    sys.meta_path.insert(0, packs)


def _after_ctypes() -> None:
    """Do what PyInstaller would do at each start: let ctypes find the libraries beside the program."""
    import importlib

    importlib.import_module("pyimod03_ctypes").install()


def _after_pkgutil(packs: ModulePacks) -> None:
    """Do likewise for who lists the modules of a package, with those of the packs."""
    import importlib

    importlib.import_module("pyi_rth_pkgutil")
    vars(importlib.import_module("pyimod02_importers"))["pyz_archive"] = packs

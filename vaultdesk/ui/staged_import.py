"""Imports after the first paint: Qt modules in slices on the window's thread, everything else in a worker thread."""

import asyncio
import dis
import importlib
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import CodeType

# PySide looks up a widget's class without holding the interpreter's lock (6.11, `PySide::MetaObjectBuilder::update`): a
# class created by another thread at that moment can resize the table, and the program crashes. Observed in one of forty
# starts while a screen reader was active. So the thread only reads the code of such modules and determines their order.

SLICE = 0.008
"""Seconds for which the window's thread imports before other events are handled; one module is never interrupted."""

OURS, OF_QT = "vaultdesk", ("vaultdesk.ui", "PySide6")

TYPE_CHECKING = "TYPE_CHECKING"

JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))

_import_lock = threading.Lock()


async def import_staged(modules: Sequence[str]) -> None:
    """Import *modules* with their dependencies, from the window's thread. Raises `ImportError`."""
    read = await asyncio.to_thread(import_behind, modules)
    until = time.perf_counter() + SLICE
    sys.meta_path.insert(0, read)
    try:
        for name in read.order:
            importlib.import_module(name)
            if time.perf_counter() > until:
                await asyncio.sleep(0)
                until = time.perf_counter() + SLICE
    finally:
        sys.meta_path.remove(read)
    # Modules without Qt classes were imported in the background; this reports a missing one.
    for name in modules:
        importlib.import_module(name)


def import_behind(modules: Sequence[str]) -> "ReadModules":
    """Import the dependencies of *modules* that create no Qt class, in a thread; return the others, read.

    Only one thread does this at a time, because two threads that import one package can see it partially initialised.
    """
    with _import_lock:
        read = ReadModules()
        for name in modules:
            read.follow(name)
        return read


class ReadModules:
    """Modules whose code was read, each after its own imports. On `sys.meta_path` it provides them."""

    def __init__(self) -> None:
        self.order: list[str] = []
        """Their names in the order of import."""
        self._specs: dict[str, ModuleSpec] = {}
        self._met: set[str] = set()

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return the spec of a module that was read, once; None for every other one."""
        return self._specs.pop(name, None)

    def follow(self, name: str) -> None:
        """Import *name* if it creates no Qt class, else read it after its dependencies."""
        if name in sys.modules or name in self._met:
            return
        self._met.add(name)
        if not _makes_qt(name):
            _import(name)
            return
        self.follow(name.rpartition(".")[0])
        spec = _spec(name) if name.startswith(OURS) else None
        code = _code(spec) if spec is not None else None
        if spec is None or code is None:
            return  # A module of Qt, or a missing one: the actual import handles or reports it.
        for needed in _needed(code):
            self.follow(needed)
        _hand_on(spec, code)
        self._specs[name] = spec
        self.order.append(name)


def _makes_qt(name: str) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in OF_QT)


def _import(name: str) -> None:
    try:
        importlib.import_module(name)
    except ImportError:
        return  # For another system, or not needed: the actual import reports it.


def _spec(name: str) -> ModuleSpec | None:
    """Return the spec of *name*, one of our modules. `importlib.util.find_spec` would import its parent packages."""
    steps = name.split(".")
    folders = ["/".join((folder, *steps[1:-1])) for folder in sys.modules[OURS].__path__]
    for finder in sys.meta_path:
        if not isinstance(finder, ReadModules) and (spec := finder.find_spec(name, folders)) is not None:
            return spec
    return None


def _code(spec: ModuleSpec) -> CodeType | None:
    loader = spec.loader
    code = loader.get_code(spec.name) if loader is not None and hasattr(loader, "get_code") else None
    return code if isinstance(code, CodeType) else None


def _hand_on(spec: ModuleSpec, code: CodeType) -> None:
    """Make the loader of *spec* use *code* instead of reading it again, and release it afterwards."""

    def handed(_name: str) -> CodeType:
        del vars(spec.loader)["get_code"]
        return code

    vars(spec.loader)["get_code"] = handed


def _needed(code: CodeType) -> list[str]:
    """Return the modules imported by the code of a module; among its names only these contain dots."""
    if TYPE_CHECKING in code.co_names:
        return [name for name in imported_names(code) if "." in name]
    return [name for name in code.co_names if "." in name]


def imported_names(code: CodeType) -> Iterator[str]:
    """Yield the imports in the code of a module, without those for type checkers only.

    Examining each instruction takes ten times longer than examining the names.
    """
    skipped = 0
    told = False
    for step in dis.get_instructions(code):
        if told and step.opcode in JUMPS:
            skipped, told = step.argval, False
        elif step.argval == TYPE_CHECKING and step.opname == "LOAD_NAME":
            told = True
        elif step.opname == "IMPORT_NAME" and step.offset >= skipped:
            yield step.argval


FIRST = ("vaultdesk.workspace.opened_vault", "vaultdesk.ui.files.early_file_list")
"""Lists the notes of a vault: a quarter of a second after the first paint."""

HEAVY = ("vaultdesk.workspace.workspace", "vaultdesk.ui.app.vault_window.vault_views")
"""Everything else needed for a vault: it takes longer, and the notes can be browsed in the meantime."""

LATER = (
    "vaultdesk.ui.app.vault_window.preferences",
    "vaultdesk.ui.vault_pages.import_dialog",
    "vaultdesk.providers.offline.command_patterns",
    "vaultdesk.providers.offline.offline_commands",
)
"""Rarely opened parts; imported once the vault can be used."""


async def import_first() -> None:
    """Import the modules that list the notes of a vault."""
    await import_staged(FIRST)


async def import_rest() -> None:
    """Import the modules that open a vault. May be called repeatedly: imported modules cost nothing."""
    await import_staged(HEAVY)


async def import_later() -> None:
    """Import the rarely opened parts."""
    await import_staged(LATER)

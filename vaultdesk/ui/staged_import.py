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

# PySide looks a widget's class up without the interpreter's lock (6.11, `PySide::MetaObjectBuilder::update`): a class
# that another thread makes that moment can let the table grow under it, and the program dies. Seen one start in forty
# while a screen reader read the window. So the thread only reads the code of such modules and tells their order.

SLICE = 0.008
"""Seconds the window's thread imports before it looks at what else is to do; one module is never cut."""

OURS, OF_QT = "vaultdesk", ("vaultdesk.ui", "PySide6")

TYPE_CHECKING = "TYPE_CHECKING"

JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))

_import_lock = threading.Lock()


async def import_staged(modules: Sequence[str]) -> None:
    """Import *modules* with all they need, from the window's thread. Raises `ImportError`."""
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
    # Those that make no class of Qt were imported behind; this tells of one that is not there.
    for name in modules:
        importlib.import_module(name)


def import_behind(modules: Sequence[str]) -> "ReadModules":
    """Import what *modules* need without making a class of Qt, for a thread; return the rest, read.

    Two threads that import one package at a time can meet it half made, so one at a time does.
    """
    with _import_lock:
        read = ReadModules()
        for name in modules:
            read.follow(name)
        return read


class ReadModules:
    """Modules whose code is read, each after what it imports itself. On `sys.meta_path` it hands them on."""

    def __init__(self) -> None:
        self.order: list[str] = []
        """Their names, to be imported in this order."""
        self._specs: dict[str, ModuleSpec] = {}
        self._met: set[str] = set()

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return a module that was read, as Python asks for it; None for every other one, and the second time."""
        return self._specs.pop(name, None)

    def follow(self, name: str) -> None:
        """Import *name* where it makes no class of Qt, else read it after all it needs."""
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
            return  # Qt's own, or one that is not there: whoever imports it gets it, or tells so.
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
        return  # Another system's, or not needed after all: whoever does need it tells so.


def _spec(name: str) -> ModuleSpec | None:
    """Return where *name* of ours is. `importlib.util.find_spec` would import the packages over it."""
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
    """Have the loader of *spec* take *code* instead of reading it again, and hold it no longer than that."""

    def handed(_name: str) -> CodeType:
        del vars(spec.loader)["get_code"]
        return code

    vars(spec.loader)["get_code"] = handed


def _needed(code: CodeType) -> list[str]:
    """Return the modules that the code of a module names where it imports; in its names, only theirs have dots."""
    if TYPE_CHECKING in code.co_names:
        return [name for name in imported_names(code) if "." in name]
    return [name for name in code.co_names if "." in name]


def imported_names(code: CodeType) -> Iterator[str]:
    """Yield what the code of a module imports, without what is there for type checkers alone.

    To look at each instruction takes ten times longer than to look at the names.
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
"""What lists the notes of a vault: a quarter of a second after the first paint."""

HEAVY = ("vaultdesk.workspace.workspace", "vaultdesk.ui.app.vault_window.vault_views")
"""All else that works with a vault and shows it: it takes longer, and the notes can be looked through meanwhile."""

LATER = (
    "vaultdesk.ui.app.vault_window.preferences",
    "vaultdesk.ui.vault_pages.import_dialog",
    "vaultdesk.providers.offline.command_patterns",
    "vaultdesk.providers.offline.offline_commands",
)
"""What is opened now and then; imported once the vault can be used."""


async def import_first() -> None:
    """Import what lists the notes of a vault."""
    await import_staged(FIRST)


async def import_rest() -> None:
    """Import what opens a vault. Whoever wants one asks for it: what is imported already costs nothing."""
    await import_staged(HEAVY)


async def import_later() -> None:
    """Import what is opened now and then."""
    await import_staged(LATER)

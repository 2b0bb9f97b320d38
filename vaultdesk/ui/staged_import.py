"""Staged import: what makes classes of Qt is imported on the window's thread, bit by bit; all else in a thread.

PySide looks a widget's class up without the interpreter's lock (6.11, `PySide::MetaObjectBuilder::update`): a class
that another thread makes that moment can let the table grow under it, and the program dies. Seen one start in forty
while a screen reader read the window. So the thread only reads the bytecode of such modules and tells their order.
"""

import asyncio
import dis
import importlib
import threading
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from sys import modules as imported
from types import CodeType

SLICE = 0.008
"""Seconds the window's thread imports before it looks at what else is to do; one module is never cut."""

OURS, OF_QT = "vaultdesk", ("vaultdesk.ui", "PySide6")

TYPE_CHECKING = "TYPE_CHECKING"

JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))

_turn = threading.Lock()


async def import_staged(modules: Sequence[str]) -> None:
    """Import *modules* with all they need, from the window's thread. Raises `ImportError`."""
    shown = await asyncio.to_thread(import_behind, modules)
    until = time.perf_counter() + SLICE
    for name in shown:
        importlib.import_module(name)
        if time.perf_counter() > until:
            await asyncio.sleep(0)
            until = time.perf_counter() + SLICE
    # Those that make no class of Qt were imported behind; this tells of one that is not there.
    for name in modules:
        importlib.import_module(name)


def import_behind(modules: Sequence[str]) -> list[str]:
    """Import what *modules* need without making a class of Qt, for a thread; return the rest in an order to import it.

    Two threads that import one package at a time can meet it half made, so one at a time does.
    """
    with _turn:
        needs = _Needs()
        for name in modules:
            needs.follow(name)
        return needs.shown


class _Needs:
    """Walks what modules import at their head, each after what it needs itself."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self._met: set[str] = set()

    def follow(self, name: str) -> None:
        """Import *name* where it makes no class of Qt, else note it after all it needs."""
        if name in imported or name in self._met:
            return
        self._met.add(name)
        if not _makes_qt(name):
            self._import(name)
            return
        package = name.rpartition(".")[0]
        self.follow(package)
        spec = _spec(name)
        if spec is not None and name.startswith(OURS):
            for needed in _needed(spec):
                self.follow(needed)
            self.shown.append(name)

    def _import(self, name: str) -> None:
        try:
            importlib.import_module(name)
        except ImportError:
            return  # Another system's, or not needed after all: whoever does need it tells so.


def _makes_qt(name: str) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in OF_QT)


def _spec(name: str) -> ModuleSpec | None:
    """Return where *name* of ours is. `importlib.util.find_spec` would import the packages over it."""
    home = imported[OURS].__path__
    steps = name.split(".")
    folders = ["/".join((folder, *steps[1:-1])) for folder in home]
    return PathFinder.find_spec(name, folders)


def _needed(spec: ModuleSpec) -> list[str]:
    """Return the modules a module names where it is imported; in its names, only theirs have dots."""
    loader = spec.loader
    code = loader.get_code(spec.name) if loader is not None and hasattr(loader, "get_code") else None
    if not isinstance(code, CodeType):
        return []
    if TYPE_CHECKING in code.co_names:
        return [name for name in _imported_by(code) if "." in name]
    return [name for name in code.co_names if "." in name]


def _imported_by(code: CodeType) -> Iterator[str]:
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

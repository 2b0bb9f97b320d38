"""Records the modules of a main code path: those on the call stack at its milestones."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

PRODUCT = Path(__file__).resolve().parents[2] / "vaultdesk"


class WayRecorder:
    """Collects the product modules on the stack at each milestone, in the order in which they were first seen.

    A milestone is a function, `"vaultdesk.vault.vault:Vault.apply"`. Its stack holds the callers up to the task or
    thread that runs it: a coroutine is resumed through everything that awaits it. Code outside this path, such as
    parsing, painting or logging, is on no such stack.
    """

    def __init__(self, milestones: Sequence[str]) -> None:
        self._names = {_code_of(milestone): milestone for milestone in milestones}
        self.reached: set[str] = set()
        """Milestones that were reached."""
        self._modules: dict[str, None] = {}

    @property
    def missed(self) -> list[str]:
        """Milestones that were not reached."""
        return [milestone for milestone in self._names.values() if milestone not in self.reached]

    @property
    def modules(self) -> list[str]:
        """The recorded modules, as paths relative to the checkout."""
        return list(self._modules)

    def clear(self) -> None:
        """Discard everything recorded, for example during setup."""
        self.reached.clear()
        self._modules.clear()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Process one profiling event of the interpreter (`sys.setprofile`)."""
        if event != "call" or frame.f_code not in self._names:
            return
        self.reached.add(self._names[frame.f_code])
        stack: list[str] = []
        current: FrameType | None = frame
        while current is not None:
            file = Path(current.f_code.co_filename)
            if file.is_relative_to(PRODUCT):
                stack.append(file.relative_to(PRODUCT.parent).as_posix())
            current = current.f_back
        self._modules.update(dict.fromkeys(reversed(stack)))


@contextmanager
def recording(milestones: Sequence[str]) -> Iterator[WayRecorder]:
    """Record this thread and every thread that starts while the block runs."""
    recorder = WayRecorder(milestones)
    before: Callable[..., Any] | None = sys.getprofile()
    threading.setprofile(recorder)
    sys.setprofile(recorder)
    try:
        yield recorder
    finally:
        sys.setprofile(before)
        threading.setprofile(None)  # type: ignore[arg-type] # None removes it, as documented


def _code_of(milestone: str) -> CodeType:
    module, _, path = milestone.partition(":")
    target: Any = import_module(module)
    for name in path.split("."):
        target = target.__dict__[name] if isinstance(target, type) else getattr(target, name)
    if isinstance(target, property):
        target = target.fget
    return getattr(target, "__wrapped__", target).__code__

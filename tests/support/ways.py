"""Records the modules of a main way: those on the call stack when the way reaches its milestones."""

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
    """Collects the product's modules on the stack at each milestone, in the order in which they were first seen.

    A milestone is a function, `"vaultdesk.vault.vault:Vault.apply"`. Its stack holds the callers up to the task or
    thread that runs it: a coroutine is resumed through everything that awaits it. What happens beside the way, such
    as parsing, painting or logging, is on no milestone's stack.
    """

    def __init__(self, milestones: Sequence[str]) -> None:
        self._names = {_code_of(milestone): milestone for milestone in milestones}
        self.reached: set[str] = set()
        """The milestones that were reached."""
        self._modules: dict[str, None] = {}

    @property
    def missed(self) -> list[str]:
        """The milestones that were not reached."""
        return [milestone for milestone in self._names.values() if milestone not in self.reached]

    @property
    def modules(self) -> list[str]:
        """The modules seen so far, as paths from the checkout's root."""
        return list(self._modules)

    def clear(self) -> None:
        """Forget what was seen, for example while the scene was set up."""
        self.reached.clear()
        self._modules.clear()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Look at one event of the interpreter (`sys.setprofile`)."""
        if event != "call" or frame.f_code not in self._names:
            return
        self.reached.add(self._names[frame.f_code])
        stack: list[str] = []
        at: FrameType | None = frame
        while at is not None:
            file = Path(at.f_code.co_filename)
            if file.is_relative_to(PRODUCT):
                stack.append(file.relative_to(PRODUCT.parent).as_posix())
            at = at.f_back
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
        threading.setprofile(None)  # type: ignore[arg-type] # None ends it, as documented


def _code_of(milestone: str) -> CodeType:
    module, _, path = milestone.partition(":")
    found: Any = import_module(module)
    for name in path.split("."):
        found = found.__dict__[name] if isinstance(found, type) else getattr(found, name)
    if isinstance(found, property):
        found = found.fget
    return getattr(found, "__wrapped__", found).__code__

"""Speeds up the creation of dataclasses: their methods are generated on first use."""

import dataclasses
import sys
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any

# Python generates and compiles source code for each method of each dataclass: six for a frozen one. Until a vault is
# open, 600 dataclasses are created, and few are ever compared, hashed or printed. Here each method is the one Python
# would have generated, but it is generated on first use. That saves a seventh of the window's start and a third of a
# command's.

DATACLASS_VERSIONS = ((3, 11), (3, 12))
"""Versions of Python whose dataclasses are the same either way (test_dataclass_speedup.py); later ones generate methods
differently.
"""

Method = Callable[..., Any]  # any parameters and result of a method


def speed_up_dataclasses() -> None:
    """Generate dataclass methods lazily from now on; does nothing in an untested version of Python."""
    if sys.version_info[:2] in DATACLASS_VERSIONS:
        # The functions that generate methods and guard `repr` against recursion.
        dataclasses._create_fn = _created  # type: ignore[attr-defined] # Python's own, which has no public name
        dataclasses._recursive_repr = _shown_once  # type: ignore[attr-defined] # it has no public name either


class LazyMethod:
    """Placeholder of a method, which is generated and installed on first access."""

    __slots__ = ("__name__", "make")

    def __init__(self, name: str, make: Callable[[], Method]) -> None:
        self.__name__ = name
        self.make = make

    def __get__(self, instance: object, owner: type) -> Method:
        """Return the generated method."""
        made = self.make()
        for one in owner.__mro__:
            if vars(one).get(self.__name__) is self:
                made.__qualname__ = f"{one.__qualname__}.{made.__name__}"
                type.__setattr__(one, self.__name__, made)
        bound: Method = made if instance is None else MethodType(made, instance)
        return bound


python_create_method: Method = getattr(dataclasses, "_create_fn", LazyMethod)
python_recursive_repr: Method = getattr(dataclasses, "_recursive_repr", LazyMethod)


def _created(name: str, *program: object, **surroundings: object) -> LazyMethod:
    """Replace `dataclasses._create_fn`: the same arguments, evaluated on first use."""
    return LazyMethod(name, partial(python_create_method, name, *program, **surroundings))


def _shown_once(show: LazyMethod) -> LazyMethod:
    """Replace `dataclasses._recursive_repr` in the same way."""
    return LazyMethod(show.__name__, lambda: python_recursive_repr(show.make()))

"""Quick dataclasses: the methods of a dataclass are made when they are first called. Imports no Qt.

Python writes and compiles a small program for each method of each dataclass: six for a frozen one. Until a vault is
open six hundred classes are made; most are not used by then, and few are ever compared, hashed, shown or told that they
cannot be changed: that was a seventh of the time until everything could be used. Here each method is what Python would
have made, but only once it is called or looked at.
"""

import dataclasses
import sys
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any

TRIED = ((3, 11), (3, 12))
"""Versions of Python whose dataclasses come out alike in both ways (test_quick_dataclasses.py); later ones make methods
in another way."""

Method = Callable[..., Any]  # whatever a method of somebody's class takes and returns


def make_dataclasses_quickly() -> None:
    """Let dataclasses be made quickly from now on; not in a Python it was never tried with."""
    if sys.version_info[:2] in TRIED:
        # Who makes each method, and who lets a `repr` show nothing twice.
        dataclasses._create_fn = _created  # type: ignore[attr-defined] # Python's own, which has no public name
        dataclasses._recursive_repr = _shown_once  # type: ignore[attr-defined] # it has no public name either


class Late:
    """Stands where a method will be. Whoever asks for the method has it made, and put there."""

    __slots__ = ("__name__", "make")

    def __init__(self, name: str, make: Callable[[], Method]) -> None:
        self.__name__ = name
        self.make = make

    def __get__(self, instance: object, owner: type) -> Method:
        """Return what Python would have found here."""
        made = self.make()
        for one in owner.__mro__:
            if vars(one).get(self.__name__) is self:
                made.__qualname__ = f"{one.__qualname__}.{made.__name__}"
                type.__setattr__(one, self.__name__, made)
        bound: Method = made if instance is None else MethodType(made, instance)
        return bound


_create: Method = getattr(dataclasses, "_create_fn", Late)
_show_once: Method = getattr(dataclasses, "_recursive_repr", Late)


def _created(name: str, *program: object, **surroundings: object) -> Late:
    """Stand in for `dataclasses._create_fn`: the same is asked, and answered once it is wanted."""
    return Late(name, partial(_create, name, *program, **surroundings))


def _shown_once(show: Late) -> Late:
    """Stand in for `dataclasses._recursive_repr`, likewise."""
    return Late(show.__name__, lambda: _show_once(show.make()))

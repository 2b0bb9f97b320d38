"""Speeds up imports during the start: Qt enums are created without Python's general machinery, and sources are not
read."""

import enum
import gc
import sys
from collections.abc import Callable
from typing import Any, cast

# PySide creates all enums of a class when the class is first used: 300 with 4,000 members before the first window is
# painted. Python's `enum` checks for each member whether it is a method, a mixin or an alias, which took a quarter of
# that time. Here one empty enum of each kind is created by Python and copied; the copies are then given their members.
# Enums with anything but names and numbers are left to Python.

ENUM_VERSIONS = ((3, 11), (3, 12), (3, 13))
"""Versions of Python whose enums are the same either way (test_enum_speedup.py)."""

KINDS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag)
"""Base classes of Qt for Python's enums."""

python_create_enum: Callable[..., type[enum.Enum]] = enum.EnumType._create_  # type: ignore[attr-defined] # Python's own, which has no public name


class _Pattern:
    """The common attributes of enums of one kind, and the names that no member may have."""

    def __init__(self, kind: type[enum.Enum]) -> None:
        empty = python_create_enum(kind, "Pattern", [], module=__name__, boundary=enum.KEEP)
        self.numbers = issubclass(kind, int)
        self.flags = issubclass(kind, enum.Flag)
        self.body = {name: value for name, value in vars(empty).items() if name not in ("__dict__", "__weakref__")}
        self.reserved_names = frozenset((*dir(enum.EnumType), *dir(empty), *self.body, "name", "value"))

    def matches(self, names: list[tuple[str, int]]) -> bool:
        """Return whether *names* are plain names with numbers."""
        plain_names = {name for name, value in names if type(value) is int and not name.startswith("_")}
        if len(plain_names) < len(names) or not self.reserved_names.isdisjoint(plain_names):
            return False
        return not self.flags or min(value for _, value in names) >= 0


_patterns: dict[type[enum.Enum], _Pattern] = {}


def speed_up_enums() -> None:
    """Create enums of names and numbers quickly from now on; does nothing in an untested version of Python."""
    if sys.version_info[:2] in ENUM_VERSIONS:
        enum.EnumType._create_ = create_enum  # type: ignore[attr-defined] # it has no public name


def create_enum(kind: type[enum.Enum], class_name: str, names: object, **options: object) -> type[enum.Enum]:
    """Replace `EnumType._create_`: same parameters and result."""
    if options.get("module") is None:
        # As in Python: the module of the caller of the enum itself.
        options["module"] = sys._getframe(2).f_globals.get("__name__")  # where Python itself looks
    plain = options.get("boundary") is enum.KEEP and options.get("qualname") is None and options.get("type") is None
    module = options["module"]
    if not (plain and isinstance(module, str) and kind in KINDS and isinstance(names, list) and names):
        return python_create_enum(kind, class_name, names, **options)
    pattern = _patterns.get(kind)
    if pattern is None:
        pattern = _patterns[kind] = _Pattern(kind)
    if not pattern.matches(names):
        return python_create_enum(kind, class_name, names, **options)
    created = _copy(pattern, kind, class_name, module)
    _give_members(created, names, pattern)
    return created


def _copy(pattern: _Pattern, kind: type[enum.Enum], class_name: str, module: str) -> type[enum.Enum]:
    """Return an enum of *kind* without members."""
    body = {name: value.copy() if type(value) in (list, dict, set) else value for name, value in pattern.body.items()}
    body["__module__"] = module
    return cast("type[enum.Enum]", type.__new__(enum.EnumType, class_name, (kind,), body))


def _give_members(new: type[enum.Enum], names: list[tuple[str, int]], pattern: _Pattern) -> None:
    """Add the members to *new*; the second name of a number is an alias of the same member."""
    target: Any = new  # attributes of an enum that Python's stubs do not declare
    body = vars(target)
    order, by_name, by_value = body["_member_names_"], body["_member_map_"], body["_value2member_map_"]
    mask = singles = 0
    for name, value in names:
        member = by_value.get(value)
        single = value & (value - 1) == 0 != value
        if member is None:
            member = int.__new__(target, value) if pattern.numbers else object.__new__(target)
            member._value_ = value
            member._name_ = name
            member.__objclass__ = target
            member._sort_order_ = len(order)
            by_value[value] = member
            if single or not pattern.flags:
                order.append(name)
        mask |= value
        singles |= value if single else 0
        by_name[name] = member
        type.__setattr__(target, name, member)
    if pattern.flags:
        target._flag_mask_, target._singles_mask_, target._all_bits_ = mask, singles, 2 ** mask.bit_length() - 1
        values = [by_name[name]._value_ for name in order]
        if values != sorted(values):
            target._iter_member_ = target._iter_member_by_def_


# PySide reads the source of every module imported after it, to check for `from __feature__ import snake_case`, and
# Python caches those lines. This program does not use it, so a thousand files need not be read during the start.


def speed_up_imports() -> None:
    """Avoid these additional costs of imports from now on. Does nothing in an unknown version of Qt for Python."""
    # Objects created during the start stay, so collections would free nothing. The window's collector takes over.
    gc.disable()
    speed_up_enums()
    import PySide6.QtCore  # noqa: F401 - it brings what is made lean, and makes most of what stays

    features = sys.modules.get("shibokensupport.feature")
    if features is not None and "_mod_uses_pyside" in vars(features):
        vars(features)["_mod_uses_pyside"] = _uses_no_features


def _uses_no_features(_module: object) -> bool:
    return False

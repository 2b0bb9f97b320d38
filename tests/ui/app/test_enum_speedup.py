"""Fast enum creation: equal to that of Python for plain names; all other enums are created by Python itself."""

import enum
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from vaultdesk.ui.app import import_speedups

PLAIN = (
    [("A", 1), ("B", 2), ("C", 4), ("All", 7), ("None_", 0), ("Again", 4)],
    [("Last", 4), ("First", 1), ("AlsoFirst", 1)],
    [("Zero", 0)],
    [("Mask", 0xFF), ("A", 1), ("B", 16)],
    [("A", 1), ("High", 1 << 40)],
)
NOT_PLAIN = (
    [("Below", -1), ("B", 5)],
    [("name", 1), ("B", 2)],
    [("_hidden", 1)],
    [("real", 1), ("b", 3)],
    [("A", "word"), ("B", 2)],
    [("A", True), ("B", 2)],
)


@pytest.fixture(autouse=True)
def restore_enum_creation() -> Iterator[None]:
    before = enum.EnumType.__dict__["_create_"]
    yield
    enum.EnumType._create_ = before  # type: ignore[attr-defined] # Python's own, which has no public name


def build(kind: Any, names: list[tuple[str, Any]], create: object) -> Any:
    enum.EnumType._create_ = create  # type: ignore[attr-defined] # it has no public name
    try:
        return kind("Made", list(names), boundary=enum.KEEP)
    except (TypeError, ValueError) as error:
        return repr(error)


def comparable(value: object) -> object:
    """Return the comparable parts of *value*: an enum, a member, or one of their attributes."""
    if isinstance(value, enum.EnumType):
        return [
            (name, comparable(item)) for name, item in vars(value).items() if name not in ("__dict__", "__weakref__")
        ]
    if isinstance(value, enum.Enum):
        attributes = {name: item for name, item in vars(value).items() if name != "__objclass__"}
        return str(value), repr(value), type(value).__name__, sorted(attributes.items())
    if isinstance(value, dict):
        return [(name, comparable(item)) for name, item in value.items()]
    if isinstance(value, list):
        return [comparable(item) for item in value]
    return getattr(value, "__func__", type(value) if type(value) is enum.property else value)


@pytest.mark.parametrize("names", [*PLAIN, *NOT_PLAIN], ids=str)
@pytest.mark.parametrize("kind", import_speedups.KINDS)
def test_a_fast_enum_equals_the_one_python_creates(kind: type[enum.Enum], names: list[tuple[str, object]]) -> None:
    standard, fast = (
        build(kind, names, create) for create in (import_speedups.python_create_enum, import_speedups.create_enum)
    )

    assert sorted(map(str, _parts(fast))) == sorted(map(str, _parts(standard)))
    assert type(fast) is type(standard)


def _parts(value: object) -> list[object]:
    parts = comparable(value)
    return list(parts) if isinstance(parts, list) else [parts]


@pytest.mark.parametrize("kind", import_speedups.KINDS)
def test_members_can_be_looked_up_iterated_and_combined(kind: type[enum.Enum]) -> None:
    standard, fast = (
        build(kind, list(PLAIN[0]), create)
        for create in (import_speedups.python_create_enum, import_speedups.create_enum)
    )
    assert [member.name for member in fast] == [member.name for member in standard]
    assert fast["Again"] is fast(4) is fast["C"]
    assert fast["A"] in fast
    with pytest.raises(AttributeError):
        fast.A = 3
    if issubclass(kind, enum.Flag):
        for left, right in ((standard["A"] | standard["B"], fast["A"] | fast["B"]), (~standard["A"], ~fast["A"])):
            assert (left.value, repr(left)) == (right.value, repr(right))


def test_plain_names_bypass_the_general_enum_creation(monkeypatch: pytest.MonkeyPatch) -> None:
    created: list[str] = []
    original = import_speedups.python_create_enum

    def general(kind: type[enum.Enum], name: str, *rest: object, **keywords: object) -> type[enum.Enum]:
        created.append(name)
        return original(kind, name, *rest, **keywords)

    monkeypatch.setattr(import_speedups, "python_create_enum", general)
    for names in (PLAIN[0], PLAIN[0], NOT_PLAIN[0]):
        build(enum.IntFlag, list(names), import_speedups.create_enum)

    assert created.count("Made") == 1, "the one that is not plain"


def test_qt_enums_are_unchanged_by_the_speedup() -> None:
    """All enums of three Qt modules, created both ways in separate processes, print the same."""
    scene = """
import enum, sys
from vaultdesk.ui.app.import_speedups import speed_up_enums
if sys.argv[1] == "quick":
    speed_up_enums()
from PySide6 import QtCore, QtGui, QtWidgets
for module in (QtCore, QtGui, QtWidgets):
    for name in sorted(dir(module)):
        owner = getattr(module, name)
        parts = sorted(vars(owner)) if isinstance(owner, type) else ()
        for found in (owner, *(getattr(owner, part, None) for part in parts)):
            if isinstance(found, enum.EnumType):
                print(found.__module__, found.__qualname__, found.__mro__, list(found.__members__.items()), list(found))
"""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", scene, mode], env=environment, capture_output=True, text=True, timeout=60, check=True
        ).stdout.splitlines()
        for mode in ("quick", "general")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 500


def test_an_untested_python_version_is_not_patched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_speedups, "ENUM_VERSIONS", ())
    before = enum.EnumType.__dict__["_create_"]

    import_speedups.speed_up_enums()

    assert enum.EnumType.__dict__["_create_"] is before

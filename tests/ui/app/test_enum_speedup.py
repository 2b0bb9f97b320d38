"""Quick enums: what is made quickly is what Python's own machinery makes, and what is not plain goes through it."""

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
def own_machinery() -> Iterator[None]:
    before = enum.EnumType.__dict__["_create_"]
    yield
    enum.EnumType._create_ = before  # type: ignore[attr-defined] # Python's own, which has no public name


def made(kind: Any, names: list[tuple[str, Any]], way: object) -> Any:
    enum.EnumType._create_ = way  # type: ignore[attr-defined] # it has no public name
    try:
        return kind("Made", list(names), boundary=enum.KEEP)
    except (TypeError, ValueError) as error:
        return repr(error)


def seen(value: object) -> object:
    """Return what can be compared of *value*: an enum, or what it keeps."""
    if isinstance(value, enum.EnumType):
        return [(name, seen(kept)) for name, kept in vars(value).items() if name not in ("__dict__", "__weakref__")]
    if isinstance(value, enum.Enum):
        about = {name: kept for name, kept in vars(value).items() if name != "__objclass__"}
        return str(value), repr(value), type(value).__name__, sorted(about.items())
    if isinstance(value, dict):
        return [(name, seen(kept)) for name, kept in value.items()]
    if isinstance(value, list):
        return [seen(kept) for kept in value]
    return getattr(value, "__func__", type(value) if type(value) is enum.property else value)


@pytest.mark.parametrize("names", [*PLAIN, *NOT_PLAIN], ids=str)
@pytest.mark.parametrize("kind", import_speedups.KINDS)
def test_an_enum_made_quickly_is_the_one_that_python_makes(
    kind: type[enum.Enum], names: list[tuple[str, object]]
) -> None:
    own, quick = (made(kind, names, way) for way in (import_speedups.python_create_enum, import_speedups.create_enum))

    assert sorted(map(str, _parts(quick))) == sorted(map(str, _parts(own)))
    assert type(quick) is type(own)


def _parts(one: object) -> list[object]:
    received = seen(one)
    return list(received) if isinstance(received, list) else [received]


@pytest.mark.parametrize("kind", import_speedups.KINDS)
def test_members_are_found_counted_and_joined(kind: type[enum.Enum]) -> None:
    own, quick = (
        made(kind, list(PLAIN[0]), way) for way in (import_speedups.python_create_enum, import_speedups.create_enum)
    )
    assert [one.name for one in quick] == [one.name for one in own]
    assert quick["Again"] is quick(4) is quick["C"]
    assert quick["A"] in quick
    with pytest.raises(AttributeError):
        quick.A = 3
    if issubclass(kind, enum.Flag):
        for left, right in ((own["A"] | own["B"], quick["A"] | quick["B"]), (~own["A"], ~quick["A"])):
            assert (left.value, repr(left)) == (right.value, repr(right))


def test_plain_names_do_not_go_through_the_general_machinery(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    own = import_speedups.python_create_enum

    def general(kind: type[enum.Enum], name: str, *rest: object, **told: object) -> type[enum.Enum]:
        asked.append(name)
        return own(kind, name, *rest, **told)

    monkeypatch.setattr(import_speedups, "python_create_enum", general)
    for names in (PLAIN[0], PLAIN[0], NOT_PLAIN[0]):
        made(enum.IntFlag, list(names), import_speedups.create_enum)

    assert asked.count("Made") == 1, "the one that is not plain"


def test_qt_has_the_enums_it_always_had() -> None:
    """All enums of Qt's three modules, made both ways in processes of their own, say the same of themselves."""
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
    received = [
        subprocess.run(
            [sys.executable, "-c", scene, way], env=environment, capture_output=True, text=True, timeout=60, check=True
        ).stdout.splitlines()
        for way in ("quick", "general")
    ]
    assert received[0] == received[1]
    assert len(received[0]) > 500


def test_a_python_it_was_never_tried_with_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_speedups, "ENUM_VERSIONS", ())
    before = enum.EnumType.__dict__["_create_"]

    import_speedups.speed_up_enums()

    assert enum.EnumType.__dict__["_create_"] is before

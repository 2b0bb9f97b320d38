"""Quick dataclasses: they are what Python's own are, and no method is made before it is called."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import pytest

from vaultdesk.core import dataclass_speedup

TRIED = sys.version_info[:2] in dataclass_speedup.DATACLASS_VERSIONS
pytestmark = pytest.mark.skipif(not TRIED, reason="nothing is made quickly in this Python")

Maker = Callable[[], Any]  # returns a dataclass, whichever


def plain() -> Any:
    @dataclass
    class Made:  # Without a word on it: Python writes its parameters there.
        one: int
        two: list[str] = field(default_factory=list)

    return Made


def frozen() -> Any:
    @dataclass(frozen=True, slots=True, order=True)
    class Made:
        """Frozen, as most are."""

        one: int
        two: str = "b"
        hidden: int = field(default=3, repr=False, compare=False)

    return Made


def inherited() -> Any:
    @dataclass(frozen=True)
    class Made(frozen()):  # type: ignore[misc] # made while the test runs
        """One more field, and a word of its own for equality."""

        three: float = 0.5

        def __eq__(self, other: object) -> bool:
            return other == "mine"

        __hash__ = None  # type: ignore[assignment] # as somebody may write it

    return Made


def empty() -> Any:
    @dataclass(frozen=True)
    class Made:
        """Nothing in it."""

    return Made


@pytest.fixture(autouse=True)
def own_way() -> Iterator[None]:
    yield
    as_ever()


def as_ever() -> None:
    dataclasses._create_fn = dataclass_speedup.python_create_method  # type: ignore[attr-defined] # Python's own
    dataclasses._recursive_repr = dataclass_speedup.python_recursive_repr  # type: ignore[attr-defined] # likewise


def quickly(make: Maker) -> Any:
    dataclass_speedup.speed_up_dataclasses()
    try:
        return make()
    finally:
        as_ever()


def told(do: Callable[[], object]) -> object:
    try:
        return do()
    except (TypeError, AttributeError) as error:
        return type(error), str(error)


def seen(made: Any) -> list[object]:
    """Return what can be known of *made* and of what is made of it."""
    words: tuple[object, ...] = (1,) if "one" in made.__dataclass_fields__ else ()
    first, second = made(*words), made(*words)
    third = made(2) if words else second
    return [
        made.__doc__, str(inspect.signature(made)), made.__match_args__, made.__qualname__,
        repr(first), first == second, first == third, first != third, first == "mine", first == 1,
        told(lambda: hash(first) == hash(second)), told(lambda: first < third), told(lambda: first >= third),
        repr(copy.copy(third)), repr(dataclasses.replace(third)), dataclasses.astuple(third),
        told(lambda: setattr(first, "one", 5)), told(lambda: setattr(first, "new", 5)),
        told(lambda: delattr(first, "one")), told(lambda: repr(first)),
        [getattr(made, name).__qualname__ for name in ("__init__", "__repr__", "__eq__")],
    ]  # fmt: skip


@pytest.mark.parametrize("make", [plain, frozen, inherited, empty])
def test_a_dataclass_made_quickly_is_the_one_that_python_makes(make: Maker) -> None:
    assert seen(quickly(make)) == seen(make())


def late(made: Any) -> set[str]:
    """Return the methods that are not made yet."""
    return {name for name, value in vars(made).items() if isinstance(value, dataclass_speedup.LazyMethod)}


def test_each_method_is_made_at_its_first_call_and_stands_by_itself_then() -> None:
    made = quickly(frozen)
    rest = {"__lt__", "__le__", "__gt__", "__ge__", "__delattr__"}
    assert late(made) == rest | {"__init__", "__repr__", "__eq__", "__hash__", "__setattr__"}
    one, two = made(1), made(1)
    assert late(made) == rest | {"__repr__", "__eq__", "__hash__", "__setattr__"}
    assert one == two
    assert one == two
    assert {one: "here"}[two] == "here"
    assert late(made) == rest | {"__repr__", "__setattr__"}
    with pytest.raises(FrozenInstanceError):
        one.one = 2
    assert "Made(one=1, two='b')" in repr(one)
    assert late(made) == rest
    assert made.__eq__.__code__.co_filename == "<string>", "it is what Python writes"


def test_what_holds_itself_is_shown_once() -> None:
    made = quickly(plain)
    holds = made(1)
    holds.two.append(holds)
    assert repr(holds).endswith("Made(one=1, two=[...])")


def test_what_is_looked_at_without_a_call_is_there() -> None:
    made = quickly(frozen)
    assert list(inspect.signature(made.__init__).parameters) == ["self", "one", "two", "hidden"]
    assert made.__init__ is made.__init__
    assert made.__hash__.__qualname__.endswith("Made.__hash__")


@dataclass(frozen=True, slots=True)
class Kept:
    """One that can be found by its name."""

    one: int


def test_a_child_that_calls_its_parents_method_makes_the_parents() -> None:
    parent = quickly(frozen)

    class Child(parent):  # type: ignore[misc, valid-type] # made while the test runs
        def __repr__(self) -> str:
            return f"child of {super().__repr__()}"

    assert repr(Child(1)).startswith("child of ")
    assert Child(1) == Child(1)
    assert pickle.loads(pickle.dumps(Kept(1))) == Kept(1)


def test_all_classes_of_the_start_are_there_in_a_lean_one() -> None:
    script = """
import dataclasses
from vaultdesk.core.dataclass_speedup import speed_up_dataclasses
speed_up_dataclasses()
import vaultdesk.cli.ask, vaultdesk.workspace.workspace
def below(kind):
    for one in type.__subclasses__(kind):
        yield one
        yield from below(one)
found = [one for one in below(object) if dataclasses.is_dataclass(one) and one.__module__.startswith("vaultdesk")]
late = [one for one in found if any(type(value).__name__ == "LazyMethod" for value in vars(one).values())]
print(len(found) > 300, len(late) > len(found) / 2)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["True", "True"]

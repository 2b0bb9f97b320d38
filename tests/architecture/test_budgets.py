"""How large things may grow, and what they say about themselves."""

import pytest

from tests.architecture import budgets
from tests.architecture.source import Rule, Source, listed, modules, unreadable

RULES: tuple[Rule, ...] = (
    unreadable,
    budgets.module_length,
    budgets.function_length,
    budgets.function_count,
    budgets.parameter_count,
    budgets.docstrings,
    budgets.annotations,
    budgets.reasons,
    budgets.room_faces,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_house_keeps_its_budget(rule: Rule) -> None:
    found = listed(violation for source in modules() for violation in rule(source))

    assert not found, found


def test_the_median_module_is_short() -> None:
    found = listed(budgets.median_length(modules()))

    assert not found, found


def lines(count: int) -> str:
    return "\n".join(f"a{number} = 1" for number in range(count))


def function(lines: int) -> str:
    return "def f() -> None:\n" + "\n".join("    pass" for _ in range(lines - 1))


BITES: tuple[tuple[Rule, str, str], ...] = (
    (unreadable, "a = 1", "a = ("),
    (budgets.module_length, lines(400), lines(401)),
    (budgets.function_length, function(50), function(51)),
    (
        budgets.function_length,
        function(50),
        "class A:\n async def f(self):\n" + "  1\n" * 50,
    ),
    (
        budgets.function_count,
        "\n".join(["def f(): 1"] * 20),
        "\n".join(["def f(): 1"] * 19) + "\nclass A:\n def a(s): 1\n def b(s): 1",
    ),
    (
        budgets.parameter_count,
        "class A:\n def f(self, a, b, c, d, e, g, *more, **rest): 1",
        "def f(a, b, c, d, /, e, g, *, h): 1",
    ),
    (budgets.docstrings, '"""M."""', "a = 1"),
    (budgets.docstrings, '"""M."""\nclass _A:\n def f(self): 1', '"""M."""\nclass A:\n """A."""\n def f(self): 1'),
    (budgets.docstrings, '"""M."""\ndef f():\n """F."""\n def g(): 1', '"""M."""\nasync def f(): 1'),
    (
        budgets.docstrings,
        '"""M."""\nclass A:\n """A."""\n def __init__(self): 1',
        '"""M."""\nclass A:\n def __init__(self): 1',
    ),
    (budgets.annotations, "def f(self, a: int, *b: int, **c: int) -> None: 1", "def f(a) -> None: 1"),
    (budgets.annotations, "class A:\n def f(cls) -> int: 1", "class A:\n def f(self): 1"),
    (budgets.annotations, "def f(*, a: int) -> int: 1", "def f(**a) -> int: 1"),
    (budgets.reasons, "a = b  # noqa: S101 - the check is meant", "a = b  # noqa: S101"),
    (budgets.reasons, "a = b  # type: ignore[misc]  # the stubs lack it", "a = b  # type: ignore[misc]"),
    (budgets.reasons, "a = b  # noqa: S101, BLE001 - both are meant", "a = b  # noqa: S101, BLE001"),
    (budgets.reasons, "text = '# noqa'", "a = b  # noqa"),
    (budgets.reasons, "a = b  # noqa: S608 - a number", "a = b  # noqa: S608 - as above"),
    (budgets.reasons, "def f(a: Any) -> None: 1  # Any: the SDK has no types", "def f(a: Any) -> None: 1"),
    (budgets.reasons, "import typing", "a: dict[str, typing.Any] = {}"),
    (budgets.reasons, "try: a\nexcept Exception: b  # whatever a plug-in throws\n", "try: a\nexcept Exception: b\n"),
    (budgets.reasons, "try: a\nexcept OSError: b\n", "try: a\nexcept (OSError, Exception): b\n"),
    (budgets.reasons, "try: a\nexcept* OSError: b\n", "try: a\nexcept: b\n"),
)


@pytest.mark.parametrize(("rule", "good", "bad"), BITES)
def test_each_budget_bites(rule: Rule, good: str, bad: str) -> None:
    assert list(rule(Source("vaultdesk/x.py", good))) == []
    assert len(list(rule(Source("vaultdesk/x.py", bad)))) == 1


def test_a_rooms_face_is_two_to_six_names_and_no_code() -> None:
    def face(text: str, package: str = "x") -> list[str]:
        return [str(found) for found in budgets.room_faces(Source(f"vaultdesk/{package}/__init__.py", text))]

    assert face('"""X."""\nfrom a import b, c\n__all__ = ["b", "c"]') == []
    assert face('"""X."""') == []
    assert len(face('"""X."""\n__all__ = ["a"]')) == 1
    assert face('"""X."""\n__all__ = ["a"]', "cli") == face('"""X."""\n__all__ = ["a"]', "x/inner") == []
    assert len(face('"""X."""\n__all__ = ["a", "b", "c", "d", "e", "f", "g"]')) == 1
    assert len(face('"""X."""\ndef f() -> None: ...')) == 1
    assert face('"""X."""\nif TYPE_CHECKING:\n    from a import b, c\ndef __getattr__(name: str) -> object: ...') == []
    assert len(face('"""X."""\nif True:\n    from a import b')) == 1


def test_the_larger_budget_is_for_two_modules_only() -> None:
    assert not list(budgets.module_length(Source("vaultdesk/settings.py", lines(500))))
    assert list(budgets.module_length(Source("vaultdesk/settings.py", lines(501))))


def test_the_median_does_not_count_the_faces() -> None:
    long, face = Source("vaultdesk/x.py", lines(151)), Source("vaultdesk/x/__init__.py", "")

    assert listed(budgets.median_length([long, face, face]))
    assert not listed(budgets.median_length([long, Source("vaultdesk/y.py", "")]))


def test_a_violation_names_file_and_line() -> None:
    found = list(budgets.docstrings(Source("vaultdesk/x.py", '"""M."""\n\n\ndef f(): 1')))

    assert listed(found) == "1 found:\nvaultdesk/x.py:4: f has no docstring"

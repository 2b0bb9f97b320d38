"""Tests of the rules in module_rules.py."""

import pytest

from tests.architecture import module_rules
from tests.architecture.source import ROOT, Rule, Source, modules, unreadable, violation_report

RULES: tuple[Rule, ...] = (
    unreadable,
    module_rules.module_length,
    module_rules.docstrings,
    module_rules.annotations,
    module_rules.reasons,
    module_rules.package_exports,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_module_follows_the_rule(rule: Rule) -> None:
    found = violation_report(violation for source in modules() for violation in rule(source))

    assert not found, found


def lines(count: int) -> str:
    return "\n".join(f"a{number} = 1" for number in range(count))


EXAMPLES: tuple[tuple[Rule, str, str], ...] = (
    (unreadable, "a = 1", "a = ("),
    (module_rules.module_length, lines(1000), lines(1001)),
    (module_rules.docstrings, '"""M."""', "a = 1"),
    (module_rules.docstrings, '"""M."""\nclass _A:\n def f(self): 1', '"""M."""\nclass A:\n def f(self): 1'),
    (
        module_rules.docstrings,
        '"""M."""\nclass A:\n """A."""\n def __init__(self): 1',
        '"""M."""\nclass A:\n def __init__(self): 1',
    ),
    (module_rules.annotations, "def f(self, a: int, *b: int, **c: int) -> None: 1", "def f(a) -> None: 1"),
    (module_rules.annotations, "class A:\n def f(cls) -> int: 1", "class A:\n def f(self): 1"),
    (module_rules.annotations, "def f(*, a: int) -> int: 1", "def f(**a) -> int: 1"),
    (module_rules.reasons, "a = b  # noqa: S101 - the check is meant", "a = b  # noqa: S101"),
    (module_rules.reasons, "a = b  # type: ignore[misc]  # the stubs lack it", "a = b  # type: ignore[misc]"),
    (module_rules.reasons, "a = b  # noqa: S101, BLE001 - both are meant", "a = b  # noqa: S101, BLE001"),
    (module_rules.reasons, "text = '# noqa'", "a = b  # noqa"),
    (module_rules.reasons, "a = b  # noqa: S608 - a number", "a = b  # noqa: S608 - as above"),
    (module_rules.reasons, "def f(a: Any) -> None: 1  # Any: the SDK has no types", "def f(a: Any) -> None: 1"),
    (module_rules.reasons, "import typing", "a: dict[str, typing.Any] = {}"),
    (
        module_rules.reasons,
        "try: a\nexcept Exception: b  # whatever a plug-in throws\n",
        "try: a\nexcept Exception: b\n",
    ),
    (module_rules.reasons, "try: a\nexcept OSError: b\n", "try: a\nexcept (OSError, Exception): b\n"),
    (module_rules.reasons, "try: a\nexcept* OSError: b\n", "try: a\nexcept: b\n"),
)


@pytest.mark.parametrize(("rule", "good", "bad"), EXAMPLES)
def test_each_rule_detects_its_violation(rule: Rule, good: str, bad: str) -> None:
    assert list(rule(Source("vaultdesk/x.py", good))) == []
    assert len(list(rule(Source("vaultdesk/x.py", bad)))) == 1


def test_package_exports_two_to_six_names_and_contains_no_code() -> None:
    def violations_of(text: str, package: str = "x") -> list[str]:
        return [str(found) for found in module_rules.package_exports(Source(f"vaultdesk/{package}/__init__.py", text))]

    assert violations_of('"""X."""\nfrom a import b, c\n__all__ = ["b", "c"]') == []
    assert violations_of('"""X."""') == []
    assert len(violations_of('"""X."""\n__all__ = ["a"]')) == 1
    assert (
        violations_of('"""X."""\n__all__ = ["a"]', "cli") == violations_of('"""X."""\n__all__ = ["a"]', "x/inner") == []
    )
    assert len(violations_of('"""X."""\n__all__ = ["a", "b", "c", "d", "e", "f", "g"]')) == 1
    assert len(violations_of('"""X."""\ndef f() -> None: ...')) == 1
    assert (
        violations_of('"""X."""\nif TYPE_CHECKING:\n    from a import b, c\ndef __getattr__(name: str) -> object: ...')
        == []
    )
    assert len(violations_of('"""X."""\nif True:\n    from a import b')) == 1


def test_violation_names_file_and_line() -> None:
    found = list(module_rules.docstrings(Source("vaultdesk/x.py", '"""M."""\n\n\nclass F: 1')))

    assert violation_report(found) == "1 found:\nvaultdesk/x.py:4: class F has no docstring"


def test_every_test_folder_is_a_package() -> None:
    folders = {file.parent for file in (ROOT / "tests").rglob("*.py") if "__pycache__" not in file.parts}

    assert [str(folder.relative_to(ROOT)) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_packaging_folder_is_not_a_package() -> None:
    # It would shadow the library `packaging`, which pip and pytest import.
    assert not (ROOT / "packaging" / "__init__.py").exists()

"""Tests of the rules in structure.py."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from tests.architecture import structure
from tests.architecture.source import Source, Violation, modules, violation_report

StructureRule = Callable[[Iterable[Source]], Iterator[Violation]]
RULES: tuple[StructureRule, ...] = (
    structure.folder_sizes,
    structure.file_names,
    structure.class_names,
    structure.single_subclass_bases,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_program_follows_the_rule(rule: StructureRule) -> None:
    found = violation_report(rule(modules()))

    assert not found, found


def test_folder_with_too_many_modules_is_detected() -> None:
    many = [Source(f"vaultdesk/x/m{number}.py", "") for number in range(31)]

    assert not violation_report(structure.folder_sizes([*many[:30], Source("vaultdesk/x/__init__.py", "")]))
    assert (
        violation_report(structure.folder_sizes(many))
        == "1 found:\nvaultdesk/x:1: 31 modules in one folder, at most 30"
    )


def test_duplicate_file_name_is_detected() -> None:
    duplicates = [Source("vaultdesk/x/note.py", ""), Source("vaultdesk/y/note.py", "")]

    assert not violation_report(structure.file_names(duplicates[:1]))
    assert (
        violation_report(structure.file_names(duplicates))
        == "1 found:\nvaultdesk/y/note.py:1: note.py is also vaultdesk/x/note.py"
    )


def test_duplicate_class_name_is_detected() -> None:
    duplicates = [
        Source("vaultdesk/x.py", "class A: 1\nclass _B: 1"),
        Source("vaultdesk/y.py", "class A: 1\nclass _B: 1"),
    ]

    assert not violation_report(structure.class_names(duplicates[:1]))
    assert (
        violation_report(structure.class_names(duplicates))
        == "1 found:\nvaultdesk/y.py:1: class A is also in vaultdesk/x.py"
    )


BASE = Source("vaultdesk/x.py", "class A: 1")


@pytest.mark.parametrize(
    ("found", "others"),
    [
        (1, ["from vaultdesk.x import A\nclass B(A): 1"]),
        (1, ["from vaultdesk.x import A\nclass B(A[int]): 1"]),
        (0, ["from vaultdesk.x import A\nclass B(A): 1", "from vaultdesk.x import A\nclass C(A): 1"]),
        (1, ["from vaultdesk.x import A\nclass B(A): 1\nmade = A()"]),
        (1, ["from vaultdesk import x\nclass B(x.A): 1"]),
        (1, ["import vaultdesk.x as x\nclass B(x.A): 1"]),
        (1, ["from vaultdesk.x import A as Other\ndef make():\n    class B(Other): 1"]),
        (0, ["from vaultdesk.x import A"]),
        (0, ["class A: 1\nclass B(A): 1"]),
    ],
)
def test_base_class_for_a_single_subclass_in_another_module_is_detected(found: int, others: list[str]) -> None:
    sources = [BASE, *(Source(f"vaultdesk/y{number}.py", text) for number, text in enumerate(others))]

    assert len(list(structure.single_subclass_bases(sources))) == found


def test_each_exception_of_single_subclass_bases_is_still_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    exceptions = structure.SINGLE_SUBCLASS_BASES
    assert len(exceptions) <= structure.MAX_SINGLE_SUBCLASS_BASES

    monkeypatch.setattr(structure, "SINGLE_SUBCLASS_BASES", {})
    found = [violation.message.split()[1] for violation in structure.single_subclass_bases(modules())]
    assert sorted(found) == sorted(exceptions)

"""The hierarchy of errors."""

import inspect
import re

import pytest

from vaultdesk.core import errors
from vaultdesk.core.errors import NoteConflict, ProviderUnreachable, UsageError, VaultDeskError, sole_error

CLASSES = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, VaultDeskError)]


def test_the_documented_hierarchy_equals_the_classes() -> None:
    documented: dict[str, str] = {}
    parent_at_depth: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"    ([│├└─ ]*)([A-Z]\w+)", line)
        if match:
            depth = len(match[1])
            parent_at_depth[depth] = match[2]
            if depth:
                documented[match[2]] = parent_at_depth[depth - 4]

    assert documented == {kind.__name__: kind.__bases__[0].__name__ for kind in CLASSES if kind is not VaultDeskError}


def test_an_error_has_a_title_a_hint_and_values_for_the_log() -> None:
    error = NoteConflict("The note changed meanwhile", hint="Read it again.", path="a.md")

    assert (error.title, error.hint, error.facts) == ("The note changed meanwhile", "Read it again.", {"path": "a.md"})
    assert str(error) == "The note changed meanwhile. Read it again."


def test_an_error_without_a_hint_has_no_trailing_space() -> None:
    assert str(NoteConflict("The note changed meanwhile")) == "The note changed meanwhile"


def test_only_usage_errors_have_exit_code_two() -> None:
    assert {kind.__name__: kind.exit_code for kind in CLASSES if kind.exit_code != 1} == {"UsageError": 2}
    assert UsageError("x").exit_code == 2


def test_a_provider_error_has_a_kind() -> None:
    error = ProviderUnreachable("Too busy", kind="overloaded", retry_after=3.0, status=529)

    assert (error.kind, error.retry_after, error.facts) == ("overloaded", 3.0, {"status": 529})


def test_a_provider_error_without_a_kind_is_refused() -> None:
    with pytest.raises(TypeError):
        ProviderUnreachable("Too busy")  # type: ignore[call-arg]  # the missing argument is the case under test


def test_a_single_error_is_extracted_from_nested_groups() -> None:
    error, other = NoteConflict("The note changed meanwhile"), ValueError("x")
    several = ExceptionGroup("both", [error, other])

    assert sole_error(error) is error
    assert sole_error(ExceptionGroup("outer", [ExceptionGroup("inner", [error])])) is error
    assert sole_error(ExceptionGroup("outer", [several])) is several

"""The tree of errors."""

import inspect
import re

import pytest

from vaultdesk.core import errors
from vaultdesk.core.errors import NoteConflict, ProviderUnreachable, UsageError, VaultDeskError, sole_error

CLASSES = [found for _, found in inspect.getmembers(errors, inspect.isclass) if issubclass(found, VaultDeskError)]


def test_the_drawn_tree_is_the_real_one() -> None:
    drawn: dict[str, str] = {}
    above: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        found = re.match(r"    ([│├└─ ]*)([A-Z]\w+)", line)
        if found:
            depth = len(found[1])
            above[depth] = found[2]
            if depth:
                drawn[found[2]] = above[depth - 4]

    assert drawn == {found.__name__: found.__bases__[0].__name__ for found in CLASSES if found is not VaultDeskError}


def test_an_error_has_a_title_for_the_eye_a_hint_for_the_hand_and_facts_for_the_log() -> None:
    error = NoteConflict("The note changed meanwhile", hint="Read it again.", path="a.md")

    assert (error.title, error.hint, error.facts) == ("The note changed meanwhile", "Read it again.", {"path": "a.md"})
    assert str(error) == "The note changed meanwhile. Read it again."


def test_an_error_without_a_hint_has_no_dangling_blank() -> None:
    assert str(NoteConflict("The note changed meanwhile")) == "The note changed meanwhile"


def test_wrong_usage_alone_ends_with_two() -> None:
    assert {found.__name__: found.exit_code for found in CLASSES if found.exit_code != 1} == {"UsageError": 2}
    assert UsageError("x").exit_code == 2


def test_a_providers_failure_says_what_it_comes_down_to() -> None:
    error = ProviderUnreachable("Too busy", kind="overloaded", retry_after=3.0, status=529)

    assert (error.kind, error.retry_after, error.facts) == ("overloaded", 3.0, {"status": 529})


def test_a_providers_failure_without_its_trouble_is_refused() -> None:
    with pytest.raises(TypeError):
        ProviderUnreachable("Too busy")  # type: ignore[call-arg]  # that it is missing is the test


def test_one_error_in_groups_is_that_error_and_several_stay_together() -> None:
    one, other = NoteConflict("The note changed meanwhile"), ValueError("x")
    several = ExceptionGroup("both", [one, other])

    assert sole_error(one) is one
    assert sole_error(ExceptionGroup("outer", [ExceptionGroup("inner", [one])])) is one
    assert sole_error(ExceptionGroup("outer", [several])) is several

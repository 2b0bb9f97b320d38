"""Tests of the rules in words.py."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.architecture import words
from tests.architecture.source import Violation, violation_report

TextRule = Callable[[str, str], Iterable[Violation]]
RULES: tuple[TextRule, ...] = (words.machine_paths, words.package_indexes, words.todo_markers)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_committed_file_violates_the_rule(rule: TextRule) -> None:
    found = violation_report(violation for file, text in words.texts() for violation in rule(file, text))

    assert not found, found


def test_files_of_every_kind_are_checked() -> None:
    checked_files = {file for file, _ in words.texts()}

    assert {
        "vaultdesk/core/errors.py",
        "tests/conftest.py",
        "packaging/requirements.lock",
        ".ci/run",
        "README.md",
        "pyproject.toml",
        "resources/welcome-vault",
    } - checked_files == {"resources/welcome-vault"}
    assert any(file.startswith("resources/welcome-vault/") for file in checked_files)


@pytest.mark.parametrize(
    "path", ["/home/" + "karl/notes", "/Users/" + "Karl/x", "C:\\Users\\" + "karl\\x", "C:\\\\Users\\\\" + "karl\\\\x"]
)
def test_home_path_is_detected(path: str) -> None:
    assert len(list(words.machine_paths("README.md", f"see {path}"))) == 1


def test_example_paths_are_allowed() -> None:
    assert list(words.machine_paths("README.md", r"/home/me/Notes /Users/you/x C:\Users\me\x /usr/lib")) == []


def test_path_of_the_checkout_is_detected() -> None:
    checkout = Path("/srv/build/vaultdesk")

    assert len(list(words.machine_paths("x.py", "a = '/srv/build/vaultdesk/tests'", checkout))) == 1
    assert list(words.machine_paths("x.py", "a = '/srv/build/vaultdesk-other'", checkout)) == []


@pytest.mark.parametrize(
    "line", ["--index" + "-url https://x", "--extra-index" + "-url x", "-i https://x", "--find" + "-links y"]
)
def test_package_index_is_detected(line: str) -> None:
    assert len(list(words.package_indexes("packaging/requirements.lock", f"a==1\n{line}\n"))) == 1
    assert (
        list(words.package_indexes("packaging/requirements.lock", "a==1 ; sys_platform == 'win32'\n    # via b\n"))
        == []
    )


def test_todo_marker_is_detected() -> None:
    comment = "# TO" + "DO later"

    assert [str(found) for found in words.todo_markers("vaultdesk/x.py", f"a\n{comment}")] == [
        "vaultdesk/x.py:2: a loose end: TO" + "DO"
    ]

"""What stands in no committed file."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.architecture import words
from tests.architecture.source import Violation, listed

TextRule = Callable[[str, str], Iterable[Violation]]
RULES: tuple[TextRule, ...] = (words.machine_paths, words.package_indexes, words.loose_ends)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_committed_file_holds_what_does_not_belong(rule: TextRule) -> None:
    found = listed(violation for file, text in words.texts() for violation in rule(file, text))

    assert not found, found


def test_the_texts_of_every_kind_are_looked_at() -> None:
    looked_at = {file for file, _ in words.texts()}

    assert {
        "vaultdesk/core/errors.py",
        "tests/conftest.py",
        "packaging/requirements.lock",
        ".ci/run",
        "README.md",
        "pyproject.toml",
        "resources/welcome-vault",
    } - looked_at == {"resources/welcome-vault"}
    assert any(file.startswith("resources/welcome-vault/") for file in looked_at)


@pytest.mark.parametrize(
    "path", ["/home/" + "karl/notes", "/Users/" + "Karl/x", "C:\\Users\\" + "karl\\x", "C:\\\\Users\\\\" + "karl\\\\x"]
)
def test_a_path_of_somebodys_computer_bites(path: str) -> None:
    assert len(list(words.machine_paths("README.md", f"see {path}"))) == 1


def test_an_example_is_nobodys_path() -> None:
    assert list(words.machine_paths("README.md", r"/home/me/Notes /Users/you/x C:\Users\me\x /usr/lib")) == []


def test_the_path_of_the_checkout_bites() -> None:
    checkout = Path("/srv/build/vaultdesk")

    assert len(list(words.machine_paths("x.py", "a = '/srv/build/vaultdesk/tests'", checkout))) == 1
    assert list(words.machine_paths("x.py", "a = '/srv/build/vaultdesk-other'", checkout)) == []


@pytest.mark.parametrize(
    "line", ["--index" + "-url https://x", "--extra-index" + "-url x", "-i https://x", "--find" + "-links y"]
)
def test_a_package_index_bites(line: str) -> None:
    assert len(list(words.package_indexes("packaging/requirements.lock", f"a==1\n{line}\n"))) == 1
    assert (
        list(words.package_indexes("packaging/requirements.lock", "a==1 ; sys_platform == 'win32'\n    # via b\n"))
        == []
    )


def test_a_loose_end_bites() -> None:
    left = "# TO" + "DO later"

    assert [str(found) for found in words.loose_ends("vaultdesk/x.py", f"a\n{left}")] == [
        "vaultdesk/x.py:2: a loose end: TO" + "DO"
    ]

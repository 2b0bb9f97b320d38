"""What the owner hides from search."""

import time

import pytest

from vaultdesk.vault.excluded_files import ExcludedFiles
from vaultdesk.vault.note_path import NotePath


@pytest.mark.parametrize(
    ("written", "path", "hidden"),
    [
        ("Archive/", "Archive/x.md", True),
        ("Archive/", "Archive 2/x.md", False),
        ("Archive", "Archive/x.md", True),
        ("archive/", "Archive/x.md", True),
        ("Archive/", "a/Archive/x.md", False),
        ("/^work\\/C-/", "work/C-1.md", True),
        ("/^work\\/C-/", "work/D.md", False),
        ("/secret/", "a/secret.md", True),
        ("Caf\u00e9/", "Cafe\u0301/x.md", True),
        ("x.md", "x.md", True),
    ],
)
def test_beginnings_and_patterns_hide_notes(written: str, path: str, hidden: bool) -> None:
    assert ExcludedFiles([written]).matches(NotePath(path)) is hidden


def test_nothing_is_hidden_by_default() -> None:
    assert not ExcludedFiles()
    assert not ExcludedFiles().matches(NotePath("x.md"))


def test_a_pattern_that_cannot_be_read_is_a_problem_and_the_others_hold() -> None:
    excluded = ExcludedFiles(["/(/", "/(?!x)y/", "Archive/"])
    assert len(excluded.problems) == 2
    assert excluded.matches(NotePath("Archive/x.md"))
    assert not excluded.matches(NotePath("x.md"))


def test_a_pattern_made_to_hang_does_not() -> None:
    excluded = ExcludedFiles(["/^(a+)+$/", "/(a|a)*b/"])
    started = time.process_time()
    excluded.matches(NotePath("a" * 4000 + ".md"))
    assert time.process_time() - started < 1

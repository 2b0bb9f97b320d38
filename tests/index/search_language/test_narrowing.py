"""Narrowing: what surely fits does, and nothing that fits is lost."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.search_language import narrowing
from vaultdesk.index.search_language.facts import facts
from vaultdesk.index.search_language.narrowing import Narrowing
from vaultdesk.index.search_language.parsing import understand

NOTES = {
    "ab/one.md": "---\ntags: [t]\n---\nred blue",
    "two.md": "red\nblue",
    "red.md": "- [ ] green",
    "4.md": "Red 2026",
}


@pytest.mark.parametrize(
    ("query", "possible", "certain"),
    [
        ("red", "ab/one two red 4", "ab/one two red 4"),
        ("content:red", "ab/one two red 4", "ab/one two 4"),
        ("line:red", "ab/one two red 4", "ab/one two 4"),
        ("red blue", "ab/one two", "ab/one two"),
        ("-red", "", ""),
        ("-content:red", "red", ""),
        ("line:(red blue)", "ab/one two", ""),
        ("-line:(red blue)", "ab/one two red 4", "red 4"),
        ("match-case:Red", "ab/one two red 4", ""),
        ("tag:t red", "ab/one", "ab/one"),
        ("-tag:t", "two red 4", "two red 4"),
        ("path:ab", "ab/one", "ab/one"),
        ("path:/b.o/", "ab/one", "ab/one"),
        ("file:(two OR one)", "ab/one two", "ab/one two"),
        (r"/red\s/", "ab/one two red 4", ""),
        (r"/2026.*/", "4", ""),
        ("/[r]/", "ab/one two red 4", ""),
        ("task-todo:green", "red", ""),
        ('task-todo:""', "red", ""),
        ("[none] red", "", ""),
        ("line:(-red)", "ab/one two red 4", ""),
        ("green OR tag:t", "ab/one red", "ab/one red"),
    ],
)
def test_what_may_fit_and_what_surely_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, possible: str, certain: str
) -> None:
    monkeypatch.setattr(narrowing, "FEW", 0)
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    root = understand(query).root
    assert root is not None
    haystack = Haystack()
    with index.reading() as connection:
        likely = Narrowing(haystack, connection, facts(connection, root)).of(root)
    assert {haystack.get(note).path.removesuffix(".md") for note in likely.possible} == set(possible.split())
    assert {haystack.get(note).path.removesuffix(".md") for note in likely.certain} == set(certain.split())
    index.close()


def test_few_notes_are_looked_at_rather_than_searched_for(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    root = understand("tag:t absent").root
    assert root is not None
    haystack = Haystack()
    with index.reading() as connection:
        likely = Narrowing(haystack, connection, facts(connection, root)).of(root)
    assert ([haystack.get(note).path for note in likely.possible], likely.certain) == (["ab/one.md"], frozenset())
    index.close()

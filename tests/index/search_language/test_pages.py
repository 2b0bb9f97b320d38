"""Pages: texts come from memory where that says it all, from the index else, and from what waits for its commit."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.early_texts import EarlyTexts
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.search_language import held, understand
from vaultdesk.index.search_language.matching import Match
from vaultdesk.index.search_language.nodes import Node
from vaultdesk.index.search_language.pages import asks_for_letters, pages

NOTES = {
    "A.md": "---\nx: ß\n---\n\nOne\n\n# Two\nThree\n",
    "B.md": "one two\n",
    "C.md": "---\ny: 1\n---",
}


def root_of(query: str) -> Node:
    root = understand(query).root
    assert root is not None
    return root


@pytest.mark.parametrize("held_bytes", [0, 1_000_000])
@pytest.mark.parametrize("as_written", [True, False])
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("section:(two three)", {"A.md"}),
        ("section:(one two)", {"B.md"}),
        ("block:(x -one)", {"A.md"}),
        ("block:(-x)", {"A.md", "B.md", "C.md"}),
        ("block:(y -one)", {"C.md"}),
        ("line:(two -one)", {"A.md"}),
        ("match-case:One", {"A.md"}),
        ("/^T/", {"A.md"}),
    ],
)
def test_the_same_notes_fit_wherever_their_text_comes_from(
    tmp_path: Path, query: str, found: set[str], held_bytes: int, as_written: bool
) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    haystack = Haystack(held_bytes)
    root = root_of(query)
    with index.reading() as connection:
        haystack.fill(connection)
        notes = [straw.note for straw in haystack.straws(connection)]
        looked_at = pages(haystack, connection, [*notes, 999], root, as_written=as_written)
        fitting = {haystack.get(page.note).path for page in looked_at if Match(page, {}).fits(root)}
    assert fitting == found
    index.close()


def test_what_was_read_and_waits_for_its_commit_is_looked_at(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    early = EarlyTexts()
    early.put({"B.md": b"---\nz: 1\n---\nUnder\n===\nnew words\n\n- [ ] task\n"})
    haystack = Haystack(early=early)
    with index.reading() as connection:
        for query in (
            "section:(under new)",
            "block:(new -z -under)",
            "task-todo:task",
            "/^new words$/",
            "match-case:Under",
        ):
            notes = held(haystack, connection, understand(query)).notes
            assert {haystack.get(note).path for note in notes} == {"B.md"}, query
        for query in ("line:(one two)", "section:(z new)"):
            assert {haystack.get(note).path for note in held(haystack, connection, understand(query)).notes} <= {"A.md"}
    index.close()


@pytest.mark.parametrize(
    ("query", "asks"), [("a", True), ("tag:a [b:c] -file:d", False), ("tag:a OR /b/", True), ('task:""', True)]
)
def test_names_tags_and_properties_need_no_texts(query: str, asks: bool) -> None:
    assert asks_for_letters(root_of(query)) == asks

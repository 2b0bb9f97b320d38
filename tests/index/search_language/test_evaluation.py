"""Evaluation: the notes found are those the search means, held against a slow and obvious reading of it."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.index.scene import filled
from tests.index.search_language.made_notes import MadeNote, fits, notes, searches, written
from vaultdesk.index import Index
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.search_language import Evaluation, Held, held, narrowing, places, understand
from vaultdesk.index.search_language import evaluation as evaluation_module
from vaultdesk.index.search_language.nodes import Node

NOTES = {
    "Recipes/Bread.md": "---\ntags: [baking, food/sweet]\nstatus: Draft\nrating: 4\ndue: 2026-03-05\nempty:\n---\n"
    "# Bread\nmix the flour\nbake it #bread/rye\n\n## Later\n- [ ] call the miller\n  about flour\n- [x] buy salt\n",
    "Recipes/Soup.md": "---\nstatus: Published\nrating: 2\naliases: [Broth, Stew]\n---\n"
    "flour and water\n\nmix Later\n\n```\n#bread in code\n```\n",
    "Café.md": "STRASSE and 2026-03-05\nHappyCat sleeps #breadth\n> [!todo] box\n> - [-] call the cat\n",
    "Empty.md": "",
}


@contextmanager
def vault(texts: dict[str, str]) -> Iterator[Index]:
    with tempfile.TemporaryDirectory() as folder:
        index = filled(Path(folder, "index.sqlite"), Path(folder, "vault"), texts)
        try:
            yield index
        finally:
            index.close()


def names(haystack: Haystack, found: Held) -> set[str]:
    return {haystack.get(note).path for note in found.notes}


@pytest.fixture(scope="module")
def kitchen() -> Iterator[tuple[Haystack, sqlite3.Connection]]:
    with vault(NOTES) as index, index.reading() as connection:
        yield Haystack(), connection


BREAD, SOUP, CAFE, EMPTY = NOTES


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("flour", {BREAD, SOUP}),
        ("flour -water", {BREAD}),
        ("flour -(water later)", {BREAD}),
        ("miller OR sleeps", {BREAD, CAFE}),
        ("mix flour OR straße", {BREAD, SOUP, CAFE}),
        ("(miller OR water) later", {BREAD, SOUP}),
        ('"mix the"', {BREAD}),
        ("our", {BREAD, SOUP}),
        ("soup", {SOUP}),
        ("content:soup", set()),
        ("broth", {SOUP}),
        ("file:BREAD", {BREAD}),
        ("file:md", set()),
        ("file:.md", {BREAD, SOUP, CAFE, EMPTY}),
        ("path:recipes", {BREAD, SOUP}),
        ("-path:recipes", {CAFE, EMPTY}),
        ("file:CAFÉ", {CAFE}),
        ("file:(bread OR soup)", {BREAD, SOUP}),
        ("tag:bread", {BREAD}),
        ("tag:#bread/rye", {BREAD}),
        ("tag:#food", {BREAD}),
        ("tag:#foo", set()),
        ("tag:(baking sweet)", set()),
        ("tag:(baking #food/sweet)", {BREAD}),
        ("tag:/rye$/", {BREAD}),
        ("#bread", {BREAD, SOUP, CAFE}),
        ("line:(mix flour)", {BREAD}),
        ("line:(mix -the)", {SOUP}),
        ("block:(mix bake)", {BREAD}),
        ("block:(flour mix)", {BREAD}),
        ("section:(mix flour)", {BREAD, SOUP}),
        ("section:(mix miller)", set()),
        ("section:(later salt)", {BREAD}),
        ("task:call", {BREAD, CAFE}),
        ("task-todo:call", {BREAD}),
        ("task-done:call", {CAFE}),
        ("task:(miller flour)", {BREAD}),
        ("task:(miller salt)", set()),
        ('task-todo:""', {BREAD}),
        ('task:""', {BREAD, CAFE}),
        ("task:flour -task-done:flour", {BREAD}),
        ("match-case:happycat", set()),
        ("match-case:HappyCat", {CAFE}),
        ("match-case:(HappyCat ignore-case:SLEEPS)", {CAFE}),
        ("line:match-case:Later", {BREAD, SOUP}),
        ("match-case:later", set()),
        (r"/\d{4}-\d{2}-\d{2}/", {BREAD, CAFE}),
        (r"line:/^mix \w+$/", {SOUP}),
        ("/^mix/", {BREAD, SOUP}),
        ("/happycat/", {CAFE}),
        ("match-case:/happycat/", set()),
        (r"path:/recipes\/b/", {BREAD}),
        (r"file:/^S.*md$/", {SOUP}),
        ("[status]", {BREAD, SOUP}),
        ("-[status]", {CAFE, EMPTY}),
        ("[STATUS:draft]", {BREAD}),
        ("[status:raf]", {BREAD}),
        ('["status":"raf"]', set()),
        ('["status":"draft"]', {BREAD}),
        ("[status:Draft OR Published]", {BREAD, SOUP}),
        ("[status:/^d.*t$/]", {BREAD}),
        ("[rating:<3]", {SOUP}),
        ("[rating:>=2]", {BREAD, SOUP}),
        ("[rating:4]", {BREAD}),
        ("[due:<2026-03-06]", {BREAD}),
        ("[due:>2026-03-05]", set()),
        ("[due:2026-03]", {BREAD}),
        ("[empty:null]", {BREAD}),
        ("[status:null]", set()),
        ("[aliases:stew]", {SOUP}),
        ("[none]", set()),
        ("[/^st/]", {BREAD, SOUP}),
        ("tag:baking section:(mix bake)", {BREAD}),
        ("tag:baking line:(mix bake)", set()),
        ("-flour", {CAFE, EMPTY}),
        ("", set()),
        ("tag:", set()),
        ("/a(?=b)/ soup", {SOUP}),
        ('"unclosed phrase', set()),
        ("flour)", {BREAD, SOUP}),
    ],
)
def test_a_search_finds_its_notes(
    kitchen: tuple[Haystack, sqlite3.Connection], query: str, found: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    haystack, connection = kitchen
    assert names(haystack, held(haystack, connection, understand(query))) == found
    monkeypatch.setattr(narrowing, "FEW", 0)  # So few notes are else looked at without searching for words first.
    assert names(haystack, held(haystack, connection, understand(query))) == found


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(notes(), st.lists(searches(), min_size=5, max_size=12), st.sampled_from([0, 200]))
def test_any_search_means_what_the_plain_reading_of_it_means(made: list[MadeNote], asked: list[Node], few: int) -> None:
    with (
        vault({note.path: note.text for note in made}) as index,
        index.reading() as connection,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(narrowing, "FEW", few)
        haystack = Haystack()
        for node in asked:
            expression = understand(written(node))
            expected = {note.path for note in made if fits(note, node, note.text, _names(note))}
            assert names(haystack, held(haystack, connection, expression)) == expected, (written(node), expression.root)


def _names(note: MadeNote) -> tuple[str, ...]:
    return (note.path.split("/")[-1].removesuffix(".md"),)


def test_pieces_inside_pieces_look_at_those_alone(kitchen: tuple[Haystack, sqlite3.Connection]) -> None:
    haystack, connection = kitchen
    assert names(haystack, held(haystack, connection, understand("section:(line:(mix flour) bake)"))) == {BREAD}
    assert not held(haystack, connection, understand("section:(line:(mix flour) miller)")).notes
    assert not held(haystack, connection, understand("line:section:(mix bake)")).notes
    assert names(haystack, held(haystack, connection, understand("line:(tag:baking file:bread salt)"))) == {BREAD}


def test_places_are_those_of_the_pieces_that_fit(kitchen: tuple[Haystack, sqlite3.Connection]) -> None:
    haystack, connection = kitchen

    def shown(query: str, path: str) -> list[str]:
        expression = understand(query)
        (note,) = (note for note in held(haystack, connection, expression).notes if haystack.get(note).path == path)
        return [NOTES[path][start:end] for start, end in places(haystack, connection, expression, [note])[note]]

    assert shown("line:(later -mix)", BREAD) == ["Later"]
    assert shown("flour -nothing", BREAD) == ["flour", "flour"]
    assert shown("task:(miller flour)", BREAD) == ["miller", "flour"]
    assert shown('task-done:""', BREAD) == ["- [x] buy salt"]
    assert shown("strasse OR absent", CAFE) == ["STRASSE"]
    assert shown(r"/\d{4}-\d{2}/ match-case:HappyCat", CAFE) == ["2026-03", "HappyCat"]
    assert shown("file:bread", BREAD) == []


def test_steps_come_to_the_same_notes(
    kitchen: tuple[Haystack, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    haystack, connection = kitchen
    monkeypatch.setattr(evaluation_module, "STEP", 1)
    evaluation = Evaluation(haystack, understand(r"/\w/"))
    steps = 1
    while (found := evaluation.advance(connection)) is None:
        steps += 1
    assert (names(haystack, found), found.complete) == ({BREAD, SOUP, CAFE, EMPTY}, True)
    assert steps == 1 + len(NOTES)


def test_so_many_at_most_are_those_changed_last() -> None:
    with vault(NOTES) as index:
        haystack = Haystack()
        with index.writing() as writer:
            writer.execute("UPDATE note SET mtime_ns = 5 WHERE path = ?", (SOUP,))
            writer.execute("UPDATE note SET mtime_ns = 4 WHERE path = ?", (BREAD,))
            writer.execute("UPDATE note SET mtime_ns = 9 WHERE path = ?", (EMPTY,))
        with index.reading() as connection:
            one = held(haystack, connection, understand("section:(mix flour)"), 1)
            assert (names(haystack, one), one.complete) == ({SOUP}, False)
            both = held(haystack, connection, understand("section:(mix flour)"), 5)
            assert (names(haystack, both), both.complete) == ({SOUP, BREAD}, True)
            plain = held(haystack, connection, understand("flour"), 1)
            assert names(haystack, plain) == {SOUP}


def test_excluded_notes_are_never_found() -> None:
    with vault(NOTES) as index:
        haystack = Haystack()
        with index.writing() as writer:
            writer.execute("UPDATE note SET excluded = 1, revision = 99 WHERE path = ?", (BREAD,))
        with index.reading() as connection:
            for query in ("flour", "-nothing", "tag:baking", "[status]", "/flour/", "file:bread", "line:(mix flour)"):
                assert BREAD not in names(haystack, held(haystack, connection, understand(query))), query


def test_a_note_that_goes_while_its_turn_comes_is_left_out() -> None:
    with vault(NOTES) as index, pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation_module, "STEP", 1)
        haystack = Haystack()
        evaluation = Evaluation(haystack, understand("/flour/"))
        with index.reading() as connection:
            assert evaluation.advance(connection) is None
        index.apply([], gone=[SOUP])
        found = None
        while found is None:
            with index.reading() as connection:
                found = evaluation.advance(connection)
        assert names(haystack, found) == {BREAD}


HOSTILE = [
    "(" * 1_000,
    "-" * 1_000,
    "line:" * 200 + "x",
    "[" * 1_000,
    '"' * 999,
    "/" * 1_000,
    "a OR " * 300,
    "-(" * 500,
    "[a:(" * 250,
    "/(((((a*)*)*)*)*b/",
    "/" + "(a|aa)+" * 100 + "$/",
    "/a{1000}{1000}/",
    "line:(" * 100 + "a" + ")" * 100,
    "\ud800 [\ud800:\ud800] tag:\ud800 /\ud800/",
    "\0",
]


@pytest.mark.parametrize("query", HOSTILE)
def test_hostile_searches_are_answered(kitchen: tuple[Haystack, sqlite3.Connection], query: str) -> None:
    haystack, connection = kitchen
    expression = understand(query)
    found = held(haystack, connection, expression)
    places(haystack, connection, expression, list(found.notes))
    expression.describe()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.one_of(
        st.text(max_size=40),
        st.text(alphabet='ab ()[]"/-:<>\\O R#.*+?|{}=!', max_size=40),
        st.lists(
            st.sampled_from(
                ["line:", "tag:", "[", "]", "(", ")", '"', "/", "-", " ", "OR", "a", "5", "<", ":", "null"]
            ),
            max_size=25,
        ).map("".join),
    ),
    typing=st.booleans(),
)
def test_any_text_is_a_search(kitchen: tuple[Haystack, sqlite3.Connection], query: str, typing: bool) -> None:
    haystack, connection = kitchen
    expression = understand(query, typing)
    found = held(haystack, connection, expression)
    shown = places(haystack, connection, expression, list(found.notes))
    assert shown.keys() == found.notes.keys()
    assert expression.describe() == () or not expression.is_empty
    assert not expression.is_empty or not found.notes

"""Tests of index/query_syntax/query_evaluation.py."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.index.scene import filled
from tests.index.search_language.made_notes import GeneratedNote, matches, notes, query_text, searches
from tests.support.campaigns import examples
from vaultdesk.index import Index
from vaultdesk.index.query_syntax import (
    MatchedNotes,
    QueryEvaluation,
    find_matched_notes,
    match_spans,
    query_evaluation,
)
from vaultdesk.index.query_syntax import query_evaluation as evaluation_module
from vaultdesk.index.query_syntax.query_evaluation import (
    Narrowing,
    NoteMatcher,
    lookup_known_matches,
    matches_name,
    matches_value,
    required_word,
    scalars,
)
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.query_syntax.searched_note import SearchedNote
from vaultdesk.index.search_query import HasProperty, QueryNode, SearchWord, Within
from vaultdesk.index.text_cache.text_cache import CatalogEntry, TextCache

# Matching a single note.

TEXT = "one two\ntwo three\n"
CATALOG_ENTRY = CatalogEntry(note=7, path="Folder/Note.md", name="Note", aliases=(), excluded=False)
KNOWN_MATCHES = {
    (HasProperty(SearchWord("a", phrase=True)), False): {7},
    (HasProperty(SearchWord("b", phrase=True)), False): {8},
    (Within("tag", SearchWord("t")), False): {7},
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("one three", True),
        ("line:(one three)", False),
        ("line:(one two)", True),
        ("line:(two -one)", True),
        ("-line:(two -one)", False),
        ("[a] one", True),
        ("[b] OR nothing", False),
        ("line:([a] tag:t one)", True),
        ("line:([b] one)", False),
        ("file:(note -one)", True),
        ("path:folder/note", True),
        ("match-case:(Note two)", True),
        ("match-case:NOTE", False),
    ],
)
def test_a_note_is_matched(query: str, expected: bool) -> None:
    root = parse_query(query + " ").root
    assert root is not None
    assert NoteMatcher(SearchedNote(CATALOG_ENTRY, TEXT.encode()), KNOWN_MATCHES).matches(root) == expected


def test_spans_are_ordered_and_do_not_overlap() -> None:
    root = parse_query("two OR wo OR three").root
    assert root is not None
    assert NoteMatcher(SearchedNote(CATALOG_ENTRY, TEXT.encode()), KNOWN_MATCHES).spans(root) == (
        (4, 7),
        (8, 11),
        (12, 17),
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("a", "a"),
        ("a bcd e", "bcd"),
        ("a OR b", None),
        ("-a", None),
        ("-a b", "b"),
        ("match-case:ab", "ab"),
        ("line:(a (b OR c))", "a"),
        ("file:a", None),
        ("/a/", None),
        ('task:""', None),
    ],
)
def test_a_word_that_every_match_contains_is_found(query: str, expected: str | None) -> None:
    root = parse_query(query).root
    assert root is not None
    word = required_word(root)
    assert (word.text if word else None) == expected


# Narrowing: certain matches match, and possible matches include every match.

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
def test_narrowing_gives_possible_and_certain_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, possible: str, certain: str
) -> None:
    monkeypatch.setattr(query_evaluation, "MAX_SCANNED_NOTES", 0)
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    root = parse_query(query).root
    assert root is not None
    text_cache = TextCache()
    with index.reading() as connection:
        likely = Narrowing(text_cache, connection, lookup_known_matches(connection, root)).narrow(root)
    assert {text_cache.get(note).path.removesuffix(".md") for note in likely.possible} == set(possible.split())
    assert {text_cache.get(note).path.removesuffix(".md") for note in likely.certain} == set(certain.split())
    index.close()


def test_few_candidates_are_scanned_without_an_index_lookup(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    root = parse_query("tag:t absent").root
    assert root is not None
    text_cache = TextCache()
    with index.reading() as connection:
        likely = Narrowing(text_cache, connection, lookup_known_matches(connection, root)).narrow(root)
    assert ([text_cache.get(note).path for note in likely.possible], likely.certain) == (["ab/one.md"], frozenset())
    index.close()


# Known matches: notes with a tag or property are looked up once for the whole query.

NOTES_WITH_PROPERTIES = {
    "1.md": "---\ntags: [a, b/c]\nName: One\n---\n",
    "2.md": "---\nname: [Two, 3]\n---\n#A/x text\n",
    "3.md": "---\nNAME:\n---\n#ab\n",
    "4.md": "nothing\n",
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("tag:a", "12"),
        ("tag:#A", "12"),
        ("tag:a/", "12"),
        ("tag:#", "123"),
        ("tag:ab", "3"),
        ("tag:b", "1"),
        ("tag:c", ""),
        ("tag:(a OR ab)", "123"),
        ("tag:(a b)", "1"),
        ("tag:(a -b)", "2"),
        ("tag:/^#a.?$/", "13"),
        ("tag:match-case:a", "12"),
        ("match-case:tag:A", "12"),
        ("[name]", "123"),
        ("[name:one OR two]", "12"),
        ("[name:null]", "3"),
        ("[/na/:3]", "2"),
        ("match-case:[name]", "2"),
        ("match-case:[NAME]", "3"),
    ],
)
def test_notes_with_a_tag_or_property_are_found(tmp_path: Path, query: str, expected: str) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES_WITH_PROPERTIES)
    root = parse_query(query).root
    assert root is not None
    with index.reading() as connection:
        (notes,) = lookup_known_matches(connection, root).values()
        paths = dict(connection.execute("SELECT id, path FROM note").fetchall())
    assert "".join(sorted(paths[note][0] for note in notes)) == expected
    index.close()


def test_each_lookup_has_the_case_sensitivity_of_its_place(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES_WITH_PROPERTIES)
    root = parse_query("line:([name] a) OR match-case:([name] OR tag:a) OR -[name]").root
    assert root is not None
    with index.reading() as connection:
        known_matches = lookup_known_matches(connection, root)
    counts = sorted((type(node).__name__, exact, len(notes)) for (node, exact), notes in known_matches.items())
    assert counts == [("HasProperty", False, 3), ("HasProperty", True, 1), ("Within", True, 2)]
    index.close()


# Evaluation: the results equal those of a slow and simple reference implementation.

EVALUATION_NOTES = {
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


def paths_of(text_cache: TextCache, found: MatchedNotes) -> set[str]:
    return {text_cache.get(note).path for note in found.notes}


@pytest.fixture(scope="module")
def recipes() -> Iterator[tuple[TextCache, sqlite3.Connection]]:
    with vault(EVALUATION_NOTES) as index, index.reading() as connection:
        yield TextCache(), connection


BREAD, SOUP, CAFE, EMPTY = EVALUATION_NOTES


@pytest.mark.parametrize(
    ("query", "expected"),
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
def test_a_query_finds_its_notes(
    recipes: tuple[TextCache, sqlite3.Connection], query: str, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text_cache, connection = recipes
    assert paths_of(text_cache, find_matched_notes(text_cache, connection, parse_query(query))) == expected
    # Otherwise so few notes are scanned without an index lookup.
    monkeypatch.setattr(query_evaluation, "MAX_SCANNED_NOTES", 0)
    assert paths_of(text_cache, find_matched_notes(text_cache, connection, parse_query(query))) == expected


@examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(notes(), st.lists(searches(), min_size=5, max_size=12), st.sampled_from([0, 200]))
def test_any_query_gives_the_result_of_the_reference_implementation(
    vault_notes: list[GeneratedNote], nodes: list[QueryNode], max_scanned: int
) -> None:
    with (
        vault({note.path: note.text for note in vault_notes}) as index,
        index.reading() as connection,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(query_evaluation, "MAX_SCANNED_NOTES", max_scanned)
        text_cache = TextCache()
        for node in nodes:
            expression = parse_query(query_text(node))
            expected = {note.path for note in vault_notes if matches(note, node, note.text, _names(note))}
            assert paths_of(text_cache, find_matched_notes(text_cache, connection, expression)) == expected, (
                query_text(node),
                expression.root,
            )


def _names(note: GeneratedNote) -> tuple[str, ...]:
    return (note.path.split("/")[-1].removesuffix(".md"),)


def test_nested_regions_are_limited_to_the_outer_region(recipes: tuple[TextCache, sqlite3.Connection]) -> None:
    text_cache, connection = recipes
    assert paths_of(
        text_cache, find_matched_notes(text_cache, connection, parse_query("section:(line:(mix flour) bake)"))
    ) == {BREAD}
    assert not find_matched_notes(text_cache, connection, parse_query("section:(line:(mix flour) miller)")).notes
    assert not find_matched_notes(text_cache, connection, parse_query("line:section:(mix bake)")).notes
    assert paths_of(
        text_cache, find_matched_notes(text_cache, connection, parse_query("line:(tag:baking file:bread salt)"))
    ) == {BREAD}


def test_spans_are_those_of_the_matching_regions(recipes: tuple[TextCache, sqlite3.Connection]) -> None:
    text_cache, connection = recipes

    def highlighted(query: str, path: str) -> list[str]:
        expression = parse_query(query)
        (note,) = (
            note
            for note in find_matched_notes(text_cache, connection, expression).notes
            if text_cache.get(note).path == path
        )
        return [
            EVALUATION_NOTES[path][start:end]
            for start, end in match_spans(text_cache, connection, expression, [note])[note]
        ]

    assert highlighted("line:(later -mix)", BREAD) == ["Later"]
    assert highlighted("flour -nothing", BREAD) == ["flour", "flour"]
    assert highlighted("task:(miller flour)", BREAD) == ["miller", "flour"]
    assert highlighted('task-done:""', BREAD) == ["- [x] buy salt"]
    assert highlighted("strasse OR absent", CAFE) == ["STRASSE"]
    assert highlighted(r"/\d{4}-\d{2}/ match-case:HappyCat", CAFE) == ["2026-03", "HappyCat"]
    assert highlighted("file:bread", BREAD) == []


def test_evaluation_in_steps_gives_the_same_notes(
    recipes: tuple[TextCache, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    text_cache, connection = recipes
    monkeypatch.setattr(evaluation_module, "NOTES_PER_STEP", 1)
    evaluation = QueryEvaluation(text_cache, parse_query(r"/\w/"))
    steps = 1
    while (found := evaluation.advance(connection)) is None:
        steps += 1
    assert (paths_of(text_cache, found), found.complete) == ({BREAD, SOUP, CAFE, EMPTY}, True)
    assert steps == 1 + len(EVALUATION_NOTES)


def test_with_a_limit_the_most_recently_changed_notes_are_returned() -> None:
    with vault(EVALUATION_NOTES) as index:
        text_cache = TextCache()
        with index.writing() as writer:
            writer.execute("UPDATE note SET mtime_ns = 5 WHERE path = ?", (SOUP,))
            writer.execute("UPDATE note SET mtime_ns = 4 WHERE path = ?", (BREAD,))
            writer.execute("UPDATE note SET mtime_ns = 9 WHERE path = ?", (EMPTY,))
        with index.reading() as connection:
            limited = find_matched_notes(text_cache, connection, parse_query("section:(mix flour)"), 1)
            assert (paths_of(text_cache, limited), limited.complete) == ({SOUP}, False)
            complete = find_matched_notes(text_cache, connection, parse_query("section:(mix flour)"), 5)
            assert (paths_of(text_cache, complete), complete.complete) == ({SOUP, BREAD}, True)
            plain = find_matched_notes(text_cache, connection, parse_query("flour"), 1)
            assert paths_of(text_cache, plain) == {SOUP}


def test_excluded_notes_are_never_found() -> None:
    with vault(EVALUATION_NOTES) as index:
        text_cache = TextCache()
        with index.writing() as writer:
            writer.execute("UPDATE note SET excluded = 1, revision = 99 WHERE path = ?", (BREAD,))
        with index.reading() as connection:
            for query in ("flour", "-nothing", "tag:baking", "[status]", "/flour/", "file:bread", "line:(mix flour)"):
                matched = find_matched_notes(text_cache, connection, parse_query(query))
                assert BREAD not in paths_of(text_cache, matched), query


def test_a_note_deleted_during_the_evaluation_is_left_out() -> None:
    with vault(EVALUATION_NOTES) as index, pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation_module, "NOTES_PER_STEP", 1)
        text_cache = TextCache()
        evaluation = QueryEvaluation(text_cache, parse_query("/flour/"))
        with index.reading() as connection:
            assert evaluation.advance(connection) is None
        index.apply([], removed=[SOUP])
        found = None
        while found is None:
            with index.reading() as connection:
                found = evaluation.advance(connection)
        assert paths_of(text_cache, found) == {BREAD}


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
def test_hostile_queries_are_evaluated(recipes: tuple[TextCache, sqlite3.Connection], query: str) -> None:
    text_cache, connection = recipes
    expression = parse_query(query)
    found = find_matched_notes(text_cache, connection, expression)
    match_spans(text_cache, connection, expression, list(found.notes))


@examples(300, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
def test_any_text_is_a_valid_query(recipes: tuple[TextCache, sqlite3.Connection], query: str, typing: bool) -> None:
    text_cache, connection = recipes
    expression = parse_query(query, typing)
    found = find_matched_notes(text_cache, connection, expression)
    spans = match_spans(text_cache, connection, expression, list(found.notes))
    assert spans.keys() == found.notes.keys()
    assert not expression.is_empty or not found.notes


# Property values are compared by their type.


@pytest.mark.parametrize(
    ("query", "matching", "not_matching"),
    [
        ("ab", ["ab", "XABX", ["c", "ab"], [["ab"]], {"k": "ab"}], ["a b", None, 5, [], True]),
        ('"ab"', ["AB", ["ab", "c"]], ["abc", "a"]),
        ('""', [""], [None, "a", []]),
        ("a b", ["b a", ["a", "b"]], ["a", ["a"]]),
        ("5", [5, 5.0, "15", [5]], [15, 5.5, None, True]),
        ("-5", [-5], [5]),
        ("true", [True, "it is true"], [False, 1]),
        ("false", [False], [None, 0, ""]),
        ("null", [None], ["", [], "null", [None], 0, False]),
        ("-ab", ["c", None, []], ["ab", ["c", "ab"]]),
        ("a OR 5", ["a", 5], ["b", 6]),
        ("<5", [4, -1, 4.9, "4", [9, 4]], [5, 6, "a", None, True, "2020-01-01"]),
        ("<=5", [5], [5.1]),
        (">5", [6, "6"], [5, "x"]),
        (
            "<2026-03-05",
            ["2026-03-04", "2026-03-04T23:59:59", "2025-12-31 10:00"],
            ["2026-03-05", "2026-03-05T10:00", 3, "a"],
        ),
        ("<=2026-03-05", ["2026-03-05", "2026-03-05T10:00"], ["2026-03-06"]),
        (">2026-03-05", ["2026-03-06", "2026-03-06T00:00"], ["2026-03-05", "2026-03-05T10:00"]),
        (">=2026-03-05", ["2026-03-05", "2026-03-05T00:00"], ["2026-03-04"]),
        (">2026", ["2027-01-01", 2027], ["2026-12-31", 2026]),
        ("<2026-03", ["2026-02-28"], ["2026-03-01"]),
        (">2026-02", ["2026-03-01"], ["2026-02-28"]),
        ('>"2026-03-05 10:00"', ["2026-03-05T10:00:01"], ["2026-03-05T10:00:00", "2026-03-05T09:00"]),
        (">2026-12", ["2027-01-01"], ["2026-12-31"]),
        (">m", ["n", "Z"], ["a", "M", 5, "2026-01-01"]),
        ("/^a.c$/", ["ABC", ["x", "abc"], "a1c"], ["abcd", None]),
        ("/^5$/", [5, "5", 5.0], [55]),
    ],
)
def test_values_are_matched_by_their_type(query: str, matching: list[Any], not_matching: list[Any]) -> None:
    node = parse_query(f"[x:{query}]").root
    assert isinstance(node, HasProperty)
    assert node.value is not None
    assert [value for value in matching if not matches_value(node.value, value)] == []
    assert [value for value in not_matching if matches_value(node.value, value)] == []


def test_values_can_be_compared_case_sensitively() -> None:
    node = parse_query("[x:Ab]").root
    assert isinstance(node, HasProperty)
    assert node.value is not None
    assert matches_value(node.value, "xAb", case_sensitive=True)
    assert not matches_value(node.value, "xab", case_sensitive=True)


def test_impossible_dates_are_compared_as_text() -> None:
    for comparison in ("<2026-13-99", ">9999", "<0000-00-00", ">9999-12-31"):
        node = parse_query(f"[x:{comparison}]").root
        assert isinstance(node, HasProperty)
        assert node.value is not None
        assert matches_value(node.value, None) is False
        assert matches_value(node.value, "2026-02-31") in (True, False)


@pytest.mark.parametrize(
    ("query", "name", "expected"),
    [
        ("[status]", "Status", True),
        ("[stat]", "status", False),
        ("[/^stat/]", "Status", True),
        ("[(a OR b)]", "B", True),
        ('["due date"]', "Due Date", True),
        ("[-a]", "b", True),
        ("[-a]", "a", False),
        ("[(a b)]", "a", False),
    ],
)
def test_property_names_are_compared_completely(query: str, name: str, expected: bool) -> None:
    node = parse_query(query).root
    assert isinstance(node, HasProperty)
    assert matches_name(node.name, name) == expected


def test_nested_values_are_flattened() -> None:
    assert list(scalars([1, [None, {"a": ["b"]}], []])) == [1, None, "b"]

"""Tests of index/query_syntax/searched_note.py."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import filled
from tests.index.search_language.made_notes import notes
from tests.support.campaigns import paired
from vaultdesk.index.query_syntax import find_matched_notes, parse_query
from vaultdesk.index.query_syntax.query_evaluation import NoteMatcher
from vaultdesk.index.query_syntax.searched_note import (
    MatchRegion,
    NoteRegions,
    RegionKind,
    SearchedNote,
    load_searched_notes,
    may_have_tasks,
    needs_text,
    searched_file_name,
)
from vaultdesk.index.search_query import Pattern, QueryNode
from vaultdesk.index.store.index_file import PendingTexts
from vaultdesk.index.text_cache.text_cache import CatalogEntry, TextCache
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

# Pieces: lines, blocks, sections and tasks end where the note's text says, and only those asked for are cut.

KINDS: tuple[RegionKind, ...] = ("line", "block", "section", "task", "task-todo", "task-done")


def pieces(text: str) -> NoteRegions:
    start = read_frontmatter(text).body_start
    return NoteRegions(text, start, [heading.line for heading in scan(text, start).headings])


def cut(text: str, kind: RegionKind) -> list[str]:
    return [text[start:end] for start, end in pieces(text).of(kind)]


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("line", "a\nb\n", ["a", "b", ""]),
        ("line", "", [""]),
        ("section", "a\n# H\nb\n## I\nc", ["a\n", "# H\nb\n", "## I\nc"]),
        ("section", "# H\nb", ["# H\nb"]),
        ("section", "```\n# no\n```\na", ["```\n# no\n```\na"]),
        ("section", "a\nUnder\n---\nb", ["a\nUnder\n---\nb"]),
        ("block", "a\nb\n\nc", ["a\nb", "c"]),
        ("block", "- a\n  b\n- c\n  - d", ["- a\n  b", "- c", "  - d"]),
        ("block", "---\nx: 1\n---\na", ["---\nx: 1\n---\n", "a"]),
        ("block", "| a |\n| - |\n| b |\n\nc", ["| a |\n| - |\n| b |", "c"]),
        ("block", "```\na\n\nb\n```", ["```\na\n\nb\n```"]),
        ("block", "> a\n> b\nc", ["> a\n> b", "c"]),
        ("block", "> a\n> - [ ] b", ["> a", "> - [ ] b"]),
        ("task", "- [ ] a\n  b\n- c\n- [x] d", ["- [ ] a\n  b", "- [x] d"]),
        ("task", "1. [/] a\n\t* [✓] b", ["1. [/] a", "\t* [✓] b"]),
        ("task", "- [ ]a\n- [ab] b\n[ ] c\n```\n- [ ] d\n```", []),
        ("task-todo", "- [ ] a\n- [-] b", ["- [ ] a"]),
        ("task-done", "- [ ] a\n- [-] b", ["- [-] b"]),
        ("task-todo", "> [!todo] x\n> - [ ] a\n>   b", ["> - [ ] a\n>   b"]),
    ],
)
def test_a_text_is_cut(kind: RegionKind, text: str, found: list[str]) -> None:
    assert cut(text, kind) == found


def test_a_text_without_boxes_needs_no_understanding() -> None:
    assert may_have_tasks("- [✓] a".encode())
    assert may_have_tasks(b"- [ ]")
    assert not may_have_tasks(b"[[link]] [text](address) a[0].")


@given(notes(), st.sampled_from(KINDS))
def test_pieces_are_those_the_note_was_made_of(made: list, kind: RegionKind) -> None:
    for note in made:
        assert [region.strip() for region in cut(note.text, kind)] == [region.strip() for region in note.regions(kind)]


_TEXT = st.lists(
    st.sampled_from(
        ["a", "b", " ", "\n", "\n\n", "\n  ", "- ", "> ", "```", "$$", "| ", "# ", "\n---\n", "[ ] ", "\t"]
    ),
    max_size=25,
).map("".join)


@given(_TEXT, st.sampled_from(KINDS))
def test_those_around_places_are_those_of_all_that_hold_one(text: str, kind: RegionKind) -> None:
    places = [place for place, letter in enumerate(text) if letter == "a"]
    every = list(pieces(text).of(kind))
    expected = [span for span in every if any(span[0] <= place < span[1] for place in places)]
    assert list(pieces(text).around(kind, iter(places))) == expected


@given(_TEXT)
def test_tasks_are_the_blocks_that_begin_with_a_box(text: str) -> None:
    boxed = re.compile(r"[\t >]*(?:[-*+]|\d+[.)])[ \t]+\[(.)\](?=[ \t\n]|\Z)")
    in_blocks = [span for span in pieces(text).of("block") if boxed.match(text, *span)]
    tasks = list(pieces(text).of("task"))
    assert tasks == in_blocks
    done = list(pieces(text).of("task-done"))
    assert sorted(done + list(pieces(text).of("task-todo"))) == tasks


HOSTILE_TEXTS = (
    "```\n" * 20_000,
    "- a\n\n " * 20_000,
    "$$ \n\n" * 20_000,
    "\n\n" * 40_000 + "a",
    "a\n\n" * 40_000,
    "- [ ] a\n" * 20_000,
    "$$ a " * 20_000,
)


def test_hostile_text_is_cut_in_linear_time() -> None:
    for text, kind in paired(HOSTILE_TEXTS, KINDS):
        places = (place for place, letter in enumerate(text) if letter == "a")
        assert sum(1 for _ in pieces(text).around(kind, places)) <= sum(1 for _ in pieces(text).of(kind))


# Page: words and patterns stand in names and text as they do, whatever letters do when their case is folded.

TEXT = "Über die Straße 🐢 zum ẞ\nﬁne\nzuletzt STRASSE"


def page(text: str) -> SearchedNote:
    entry = CatalogEntry(note=1, path="Ordner/Notiz eins.md", name="Notiz eins", aliases=("Zettel",), excluded=False)
    return SearchedNote(entry, text.encode())


@pytest.mark.parametrize(
    ("said", "where", "found"),
    [
        ("strasse", MatchRegion(), True),
        ("STRASSE", MatchRegion(case_sensitive=True), True),
        ("strasse", MatchRegion(case_sensitive=True), False),
        ("notiz", MatchRegion(), True),
        ("zettel", MatchRegion(), True),
        ("Zettel", MatchRegion(case_sensitive=True), True),
        ("zettel", MatchRegion(case_sensitive=True), False),
        ("notiz", MatchRegion("text"), False),
        ("ordner", MatchRegion(), False),
        ("ordner", MatchRegion("path"), True),
        ("ordner", MatchRegion("file"), False),
        ("eins", MatchRegion("file"), True),
        ("Eins", MatchRegion("file", case_sensitive=True), False),
        ("zuletzt", MatchRegion("text", 0, 20), False),
        ("🐢", MatchRegion("text", 10, 20), True),
    ],
)
def test_words_stand_there(said: str, where: MatchRegion, found: bool) -> None:
    assert page(TEXT).has_word(said, where) == found


@pytest.mark.parametrize(
    ("source", "where", "found"),
    [
        ("^zuletzt", MatchRegion(), True),
        ("^eins", MatchRegion(), False),
        ("^notiz", MatchRegion(), True),
        ("^zettel$", MatchRegion(), True),
        ("eins\\nZettel", MatchRegion(), False),
        ("^notiz", MatchRegion("text"), False),
        ("ner/no", MatchRegion("path"), True),
        ("ner/no", MatchRegion("file"), False),
        ("^notiz.*md$", MatchRegion("file"), True),
        ("^die", MatchRegion("text", 5, 20), True),
        ("STRASSE", MatchRegion(case_sensitive=True), True),
        ("strasse", MatchRegion(case_sensitive=True), False),
    ],
)
def test_patterns_fit_there(source: str, where: MatchRegion, found: bool) -> None:
    assert page(TEXT).has_pattern(Pattern(source, source), where) == found


def test_places_count_the_letters_of_the_text_as_written() -> None:
    here = page(TEXT)
    whole = MatchRegion("text")
    assert [TEXT[a:b] for a, b in here.word_spans_in("strasse", whole)] == ["Straße", "STRASSE"]
    assert [TEXT[a:b] for a, b in here.word_spans_in("ss", whole)] == ["ß", "ẞ", "SS"]
    assert [TEXT[a:b] for a, b in here.pattern_spans_in(Pattern("[🐢ß]", ""), whole)] == ["ß", "🐢", "ẞ"]
    assert [TEXT[a:b] for a, b in here.pattern_spans_in(Pattern("^..", ""), MatchRegion("text", 5, 28))] == ["di", "ﬁn"]
    assert list(here.pattern_spans_in(Pattern("x*", ""), whole)) == []


@given(st.text("aßAẞﬁi\n", max_size=30), st.sampled_from(["a", "ss", "fi", "i", "aa", "ß"]))
def test_pieces_with_a_word_are_those_of_all_that_have_it(text: str, word: str) -> None:
    here = page(text)
    narrowed = [piece for piece in here.regions("line", MatchRegion(), word) if here.has_word(word, piece)]
    assert narrowed == [piece for piece in here.regions("line", MatchRegion()) if here.has_word(word, piece)]
    assert len(narrowed) == sum(word.casefold() in line.casefold() for line in text.split("\n"))


@pytest.mark.parametrize(
    ("path", "said", "name"),
    [
        ("a/m.md", "m", "m"),
        ("a/x.MD", "md", "x"),
        ("a/x.md", ".m", "x.md"),
        ("x.canvas", "canvas", "x.canvas"),
    ],
)
def test_the_ending_of_a_note_counts_only_where_a_dot_is_asked_for(path: str, said: str, name: str) -> None:
    assert searched_file_name(path, said) == name


def test_folded_text_is_cut_and_found_in_the_same() -> None:
    text = "---\nß: ẞ\n---\nEins Zwei\n\n- [ ] DREI\n"
    entry = CatalogEntry(note=1, path="N.md", name="N", aliases=(), excluded=False)
    written = SearchedNote(entry, text.encode(), 3)
    low = SearchedNote(entry, text.casefold().encode(), 3, is_folded=True)
    kinds: tuple[RegionKind, ...] = ("line", "block", "section", "task", "task-todo", "task-done")
    for kind in kinds:
        for word in ("", "zwei", "drei", "ss"):
            cut = [list(page.regions(kind, MatchRegion(), word)) for page in (written, low)]
            found = [
                sum(page.has_word(word, piece) for piece in pieces)
                for page, pieces in zip((written, low), cut, strict=True)
            ]
            assert found[0] == found[1], (kind, word)


# Pages: texts come from memory where that says it all, from the index else, and from what waits for its commit.

NOTES = {
    "A.md": "---\nx: ß\n---\n\nOne\n\n# Two\nThree\n",
    "B.md": "one two\n",
    "C.md": "---\ny: 1\n---",
}


def root_of(query: str) -> QueryNode:
    root = parse_query(query).root
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
    text_cache = TextCache(held_bytes)
    root = root_of(query)
    with index.reading() as connection:
        text_cache.fill(connection)
        notes = [entry.note for entry in text_cache.entries(connection)]
        looked_at = load_searched_notes(text_cache, connection, [*notes, 999], root, as_written=as_written)
        fitting = {text_cache.get(page.note).path for page in looked_at if NoteMatcher(page, {}).matches(root)}
    assert fitting == found
    index.close()


def test_what_was_read_and_waits_for_its_commit_is_looked_at(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    early = PendingTexts()
    early.put({"B.md": b"---\nz: 1\n---\nUnder\n===\nnew words\n\n- [ ] task\n"})
    text_cache = TextCache(pending=early)
    with index.reading() as connection:
        for query in (
            "section:(under new)",
            "block:(new -z -under)",
            "task-todo:task",
            "/^new words$/",
            "match-case:Under",
        ):
            notes = find_matched_notes(text_cache, connection, parse_query(query)).notes
            assert {text_cache.get(note).path for note in notes} == {"B.md"}, query
        for query in ("line:(one two)", "section:(z new)"):
            matched = find_matched_notes(text_cache, connection, parse_query(query))
            assert {text_cache.get(note).path for note in matched.notes} <= {"A.md"}
    index.close()


@pytest.mark.parametrize(
    ("query", "asks"), [("a", True), ("tag:a [b:c] -file:d", False), ("tag:a OR /b/", True), ('task:""', True)]
)
def test_names_tags_and_properties_need_no_texts(query: str, asks: bool) -> None:
    assert needs_text(root_of(query)) == asks

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

# Regions: lines, blocks, sections and tasks have correct boundaries, and only requested kinds are computed.

KINDS: tuple[RegionKind, ...] = ("line", "block", "section", "task", "task-todo", "task-done")


def regions_of(text: str) -> NoteRegions:
    start = read_frontmatter(text).body_start
    return NoteRegions(text, start, [heading.line for heading in scan(text, start).headings])


def texts_of(text: str, kind: RegionKind) -> list[str]:
    return [text[start:end] for start, end in regions_of(text).of(kind)]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
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
def test_a_text_is_divided_into_regions(kind: RegionKind, text: str, expected: list[str]) -> None:
    assert texts_of(text, kind) == expected


def test_a_text_without_checkboxes_has_no_tasks() -> None:
    assert may_have_tasks("- [✓] a".encode())
    assert may_have_tasks(b"- [ ]")
    assert not may_have_tasks(b"[[link]] [text](address) a[0].")


@given(notes(), st.sampled_from(KINDS))
def test_regions_equal_those_from_which_the_note_was_generated(generated: list, kind: RegionKind) -> None:
    for note in generated:
        assert [region.strip() for region in texts_of(note.text, kind)] == [
            region.strip() for region in note.regions(kind)
        ]


_TEXT = st.lists(
    st.sampled_from(
        ["a", "b", " ", "\n", "\n\n", "\n  ", "- ", "> ", "```", "$$", "| ", "# ", "\n---\n", "[ ] ", "\t"]
    ),
    max_size=25,
).map("".join)


@given(_TEXT, st.sampled_from(KINDS))
def test_regions_around_positions_are_all_regions_that_contain_one(text: str, kind: RegionKind) -> None:
    positions = [position for position, character in enumerate(text) if character == "a"]
    all_regions = list(regions_of(text).of(kind))
    expected = [span for span in all_regions if any(span[0] <= position < span[1] for position in positions)]
    assert list(regions_of(text).around(kind, iter(positions))) == expected


@given(_TEXT)
def test_tasks_are_the_blocks_that_begin_with_a_checkbox(text: str) -> None:
    checkbox = re.compile(r"[\t >]*(?:[-*+]|\d+[.)])[ \t]+\[(.)\](?=[ \t\n]|\Z)")
    blocks = [span for span in regions_of(text).of("block") if checkbox.match(text, *span)]
    tasks = list(regions_of(text).of("task"))
    assert tasks == blocks
    done = list(regions_of(text).of("task-done"))
    assert sorted(done + list(regions_of(text).of("task-todo"))) == tasks


HOSTILE_TEXTS = (
    "```\n" * 20_000,
    "- a\n\n " * 20_000,
    "$$ \n\n" * 20_000,
    "\n\n" * 40_000 + "a",
    "a\n\n" * 40_000,
    "- [ ] a\n" * 20_000,
    "$$ a " * 20_000,
)


def test_hostile_text_is_divided_in_linear_time() -> None:
    for text, kind in paired(HOSTILE_TEXTS, KINDS):
        positions = (position for position, character in enumerate(text) if character == "a")
        assert sum(1 for _ in regions_of(text).around(kind, positions)) <= sum(1 for _ in regions_of(text).of(kind))


# Words and patterns are found in names and text, including letters whose length changes by case folding.

TEXT = "Über die Straße 🐢 zum ẞ\nﬁne\nzuletzt STRASSE"


def note_of_text(text: str) -> SearchedNote:
    entry = CatalogEntry(note=1, path="Ordner/Notiz eins.md", name="Notiz eins", aliases=("Zettel",), excluded=False)
    return SearchedNote(entry, text.encode())


@pytest.mark.parametrize(
    ("word", "region", "expected"),
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
def test_a_word_is_found_in_a_region(word: str, region: MatchRegion, expected: bool) -> None:
    assert note_of_text(TEXT).has_word(word, region) == expected


@pytest.mark.parametrize(
    ("source", "region", "expected"),
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
def test_a_pattern_is_found_in_a_region(source: str, region: MatchRegion, expected: bool) -> None:
    assert note_of_text(TEXT).has_pattern(Pattern(source, source), region) == expected


def test_spans_refer_to_the_original_text() -> None:
    note = note_of_text(TEXT)
    region = MatchRegion("text")
    assert [TEXT[a:b] for a, b in note.word_spans_in("strasse", region)] == ["Straße", "STRASSE"]
    assert [TEXT[a:b] for a, b in note.word_spans_in("ss", region)] == ["ß", "ẞ", "SS"]
    assert [TEXT[a:b] for a, b in note.pattern_spans_in(Pattern("[🐢ß]", ""), region)] == ["ß", "🐢", "ẞ"]
    assert [TEXT[a:b] for a, b in note.pattern_spans_in(Pattern("^..", ""), MatchRegion("text", 5, 28))] == ["di", "ﬁn"]
    assert list(note.pattern_spans_in(Pattern("x*", ""), region)) == []


@given(st.text("aßAẞﬁi\n", max_size=30), st.sampled_from(["a", "ss", "fi", "i", "aa", "ß"]))
def test_regions_narrowed_by_a_word_include_all_regions_that_contain_it(text: str, word: str) -> None:
    note = note_of_text(text)
    narrowed = [region for region in note.regions("line", MatchRegion(), word) if note.has_word(word, region)]
    assert narrowed == [region for region in note.regions("line", MatchRegion()) if note.has_word(word, region)]
    assert len(narrowed) == sum(word.casefold() in line.casefold() for line in text.split("\n"))


@pytest.mark.parametrize(
    ("path", "word", "expected"),
    [
        ("a/m.md", "m", "m"),
        ("a/x.MD", "md", "x"),
        ("a/x.md", ".m", "x.md"),
        ("x.canvas", "canvas", "x.canvas"),
    ],
)
def test_the_extension_of_a_note_is_searched_only_with_a_dot(path: str, word: str, expected: str) -> None:
    assert searched_file_name(path, word) == expected


def test_folded_text_has_the_same_regions_and_matches() -> None:
    text = "---\nß: ẞ\n---\nEins Zwei\n\n- [ ] DREI\n"
    entry = CatalogEntry(note=1, path="N.md", name="N", aliases=(), excluded=False)
    original = SearchedNote(entry, text.encode(), 3)
    folded = SearchedNote(entry, text.casefold().encode(), 3, is_folded=True)
    kinds: tuple[RegionKind, ...] = ("line", "block", "section", "task", "task-todo", "task-done")
    for kind in kinds:
        for word in ("", "zwei", "drei", "ss"):
            regions = [list(note.regions(kind, MatchRegion(), word)) for note in (original, folded)]
            counts = [
                sum(note.has_word(word, region) for region in note_regions)
                for note, note_regions in zip((original, folded), regions, strict=True)
            ]
            assert counts[0] == counts[1], (kind, word)


# Texts are loaded from memory if possible, otherwise from the index, and from texts that are not committed yet.

NOTES = {
    "A.md": "---\nx: ß\n---\n\nOne\n\n# Two\nThree\n",
    "B.md": "one two\n",
    "C.md": "---\ny: 1\n---",
}


def root_of(query: str) -> QueryNode:
    root = parse_query(query).root
    assert root is not None
    return root


@pytest.mark.parametrize("memory_limit", [0, 1_000_000])
@pytest.mark.parametrize("as_written", [True, False])
@pytest.mark.parametrize(
    ("query", "expected"),
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
def test_the_same_notes_match_from_memory_and_from_the_index(
    tmp_path: Path, query: str, expected: set[str], memory_limit: int, as_written: bool
) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    text_cache = TextCache(memory_limit)
    root = root_of(query)
    with index.reading() as connection:
        text_cache.fill(connection)
        notes = [entry.note for entry in text_cache.entries(connection)]
        searched = load_searched_notes(text_cache, connection, [*notes, 999], root, as_written=as_written)
        matching = {text_cache.get(note.note).path for note in searched if NoteMatcher(note, {}).matches(root)}
    assert matching == expected
    index.close()


def test_uncommitted_texts_are_searched(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    pending = PendingTexts()
    pending.put({"B.md": b"---\nz: 1\n---\nUnder\n===\nnew words\n\n- [ ] task\n"})
    text_cache = TextCache(pending=pending)
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
    ("query", "expected"), [("a", True), ("tag:a [b:c] -file:d", False), ("tag:a OR /b/", True), ('task:""', True)]
)
def test_names_tags_and_properties_need_no_texts(query: str, expected: bool) -> None:
    assert needs_text(root_of(query)) == expected

"""Tests of index/chunks.py."""

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import filled
from vaultdesk.index.chunks import (
    MAX_CHUNK_WORDS,
    MIN_CHUNK_WORDS,
    Chunk,
    innermost_heading,
    load_chunked_note,
    load_chunked_notes,
    load_texts,
    split_into_chunks,
    word_count,
)
from vaultdesk.index.store.index_entry import HeadingRow
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

# Chunks: passages of a note by its headings.


def cut(text: str) -> list[Chunk]:
    start = read_frontmatter(text).body_start
    return split_into_chunks(
        text, start, [HeadingRow(one.line, one.level, one.text) for one in scan(text, start).headings]
    )


def words(count: int, word: str = "word") -> str:
    return " ".join(f"{word}{number}" for number in range(count))


def test_long_sections_stand_alone_under_their_headings() -> None:
    text = f"---\na: 1\n---\nintro {words(120)}\n\n# One\n{words(150)}\n\n## Two\n{words(140)}\n"
    found = cut(text)
    assert [(one.heading, one.first_line, one.last_line) for one in found] == [
        ("", 4, 4), ("One", 6, 7), ("One › Two", 9, 10),
    ]  # fmt: skip
    assert [text[one.start : one.end] for one in found] == [one.text for one in found]
    assert found[2].in_context("Note") == f"Note › One › Two\n## Two\n{words(140)}"


def test_short_sections_join_those_below_the_same_heading_only() -> None:
    text = f"# One\n{words(20)}\n## Two\n{words(90)}\n# Three\n{words(10)}\n# Four\n{words(200)}"
    assert [(one.heading, word_count(one.text)) for one in cut(text)] == [("One", 114), ("Three", 214)]


def test_a_few_words_before_the_first_heading_join_what_follows_and_take_its_name() -> None:
    text = f"{words(20)}\n## Two\n{words(150)}\n## Three\n{words(120)}"
    assert [(one.heading, one.first_line, word_count(one.text)) for one in cut(text)] == [
        ("Two", 1, 172), ("Three", 4, 122),
    ]  # fmt: skip


def test_a_long_section_is_cut_between_paragraphs() -> None:
    text = f"# One\n\n{words(250, 'a')}\n\n{words(200, 'b')}\n\n{words(90, 'c')}"
    assert [(one.text[:5], word_count(one.text)) for one in cut(text)] == [("# One", 252), ("b0 b1", 290)]


def test_a_paragraph_without_an_end_is_cut_between_words() -> None:
    assert [word_count(one.text) for one in cut(words(700))] == [300, 300, 100]


def test_scripts_without_spaces_are_cut_too() -> None:
    assert [len(one.text) for one in cut("漢" * 700)] == [300, 300, 100]


def test_nothing_is_cut_from_nothing() -> None:
    assert cut("") == []
    assert cut("---\na: 1\n---\n\n \n") == []


@given(st.text(st.sampled_from("ab #\n.-*漢é"), max_size=3000))
def test_every_word_of_the_text_is_in_one_passage(text: str) -> None:
    found = cut(text)
    body = text[read_frontmatter(text).body_start :]
    assert "".join("".join(one.text.split()) for one in found) == "".join(body.split())
    assert all(one.end <= two.start for one, two in pairwise(found))
    assert all(word_count(one.text) <= MAX_CHUNK_WORDS for one in found)
    assert [one.nth for one in found] == list(range(len(found)))
    assert MIN_CHUNK_WORDS < MAX_CHUNK_WORDS


# Cut note: notes with their passages, as the index has them.

LONG = " ".join(f"word{number}" for number in range(150))
TEXT = f"---\naliases: [Furnace]\n---\nIntro {LONG}\n\n# One\n\n{LONG}\n\n## Two\n\n{LONG}\n"


def test_a_note_is_cut_with_its_names_and_places(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Boiler.md": TEXT, "Empty.md": ""})
    with index.reading() as db:
        note = load_chunked_note(db, "Boiler.md")
        assert note is not None
        assert note.names == "Boiler\nFurnace"
        assert [(chunk.heading, chunk.first_line) for chunk in note.chunks] == [("", 4), ("One", 6), ("One › Two", 10)]
        two = note.chunks[2]
        assert note.chunk_containing(two.start + 5, two.start + 9) is two
        assert note.chunk_containing(0, 1) is note.chunks[0]
        assert note.chunk_on_line(12) is two
        assert note.indexed is not None
        assert load_chunked_note(db, "Absent.md") is None
        empty = load_chunked_note(db, "Empty.md")
        assert empty is not None
        assert empty.chunk_on_line(1) is None
        numbers = [number for (number,) in db.execute("SELECT id FROM note ORDER BY path DESC")]
        assert [one.path for one in load_chunked_notes(db, [*numbers, 999])] == ["Empty.md", "Boiler.md"]
        assert load_texts(db, ["Boiler.md", "Absent.md"]) == {"Boiler.md": TEXT}
    index.close()


def test_the_innermost_heading_is_the_last() -> None:
    assert [innermost_heading("One › Two"), innermost_heading("One"), innermost_heading("")] == ["Two", "One", ""]

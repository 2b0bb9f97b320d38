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
    load_chunked_notes,
    load_texts,
    split_into_chunks,
    word_count,
)
from vaultdesk.index.store.index_entry import HeadingRow
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

# Splitting notes into chunks at their headings.


def chunks_of(text: str) -> list[Chunk]:
    start = read_frontmatter(text).body_start
    return split_into_chunks(
        text, start, [HeadingRow(heading.line, heading.level, heading.text) for heading in scan(text, start).headings]
    )


def words(count: int, word: str = "word") -> str:
    return " ".join(f"{word}{number}" for number in range(count))


def test_long_sections_are_separate_chunks_with_their_headings() -> None:
    text = f"---\na: 1\n---\nintro {words(120)}\n\n# One\n{words(150)}\n\n## Two\n{words(140)}\n"
    chunks = chunks_of(text)
    assert [(chunk.heading, chunk.first_line, chunk.last_line) for chunk in chunks] == [
        ("", 4, 4), ("One", 6, 7), ("One › Two", 9, 10),
    ]  # fmt: skip
    assert [text[chunk.start : chunk.end] for chunk in chunks] == [chunk.text for chunk in chunks]
    assert chunks[2].in_context("Note") == f"Note › One › Two\n## Two\n{words(140)}"


def test_short_sections_are_joined_only_below_the_same_heading() -> None:
    text = f"# One\n{words(20)}\n## Two\n{words(90)}\n# Three\n{words(10)}\n# Four\n{words(200)}"
    assert [(chunk.heading, word_count(chunk.text)) for chunk in chunks_of(text)] == [("One", 114), ("Three", 214)]


def test_a_few_words_before_the_first_heading_join_the_following_section() -> None:
    text = f"{words(20)}\n## Two\n{words(150)}\n## Three\n{words(120)}"
    assert [(chunk.heading, chunk.first_line, word_count(chunk.text)) for chunk in chunks_of(text)] == [
        ("Two", 1, 172), ("Three", 4, 122),
    ]  # fmt: skip


def test_a_long_section_is_split_between_paragraphs() -> None:
    text = f"# One\n\n{words(250, 'a')}\n\n{words(200, 'b')}\n\n{words(90, 'c')}"
    assert [(chunk.text[:5], word_count(chunk.text)) for chunk in chunks_of(text)] == [("# One", 252), ("b0 b1", 290)]


def test_a_long_paragraph_is_split_between_words() -> None:
    assert [word_count(chunk.text) for chunk in chunks_of(words(700))] == [300, 300, 100]


def test_scripts_without_spaces_are_split() -> None:
    assert [len(chunk.text) for chunk in chunks_of("漢" * 700)] == [300, 300, 100]


def test_empty_text_has_no_chunks() -> None:
    assert chunks_of("") == []
    assert chunks_of("---\na: 1\n---\n\n \n") == []


@given(st.text(st.sampled_from("ab #\n.-*漢é"), max_size=3000))
def test_every_word_is_in_exactly_one_chunk(text: str) -> None:
    chunks = chunks_of(text)
    body = text[read_frontmatter(text).body_start :]
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(body.split())
    assert all(chunk.end <= following.start for chunk, following in pairwise(chunks))
    assert all(word_count(chunk.text) <= MAX_CHUNK_WORDS for chunk in chunks)
    assert [chunk.nth for chunk in chunks] == list(range(len(chunks)))
    assert MIN_CHUNK_WORDS < MAX_CHUNK_WORDS


# Notes with their chunks, loaded from the index.

LONG = " ".join(f"word{number}" for number in range(150))
TEXT = f"---\naliases: [Furnace]\n---\nIntro {LONG}\n\n# One\n\n{LONG}\n\n## Two\n\n{LONG}\n"


def test_a_chunked_note_has_names_headings_and_lines(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Boiler.md": TEXT, "Empty.md": ""})
    with index.reading() as db:
        numbers = [number for (number,) in db.execute("SELECT id FROM note ORDER BY path DESC")]
        empty, note = load_chunked_notes(db, [*numbers, 999])
        assert (empty.path, note.path, empty.chunks) == ("Empty.md", "Boiler.md", ())
        assert note.names == "Boiler\nFurnace"
        assert [(chunk.heading, chunk.first_line) for chunk in note.chunks] == [("", 4), ("One", 6), ("One › Two", 10)]
        two = note.chunks[2]
        assert note.chunk_containing(two.start + 5, two.start + 9) is two
        assert note.chunk_containing(0, 1) is note.chunks[0]
        assert note.indexed is not None
        assert load_texts(db, ["Boiler.md", "Absent.md"]) == {"Boiler.md": TEXT}
    index.close()


def test_the_innermost_heading_is_the_last() -> None:
    assert [innermost_heading("One › Two"), innermost_heading("One"), innermost_heading("")] == ["Two", "One", ""]

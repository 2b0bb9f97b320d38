"""Ranked: what stands in a name comes before what stands in a text, and a passage is from the text when it can be."""

from pathlib import Path

from tests.index.scene import filled
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index
from vaultdesk.index.query import parse
from vaultdesk.index.ranked import search
from vaultdesk.index.results import Hit


def _hits(index: Index, query: str, limit: int = 10) -> list[Hit]:
    with index.reading() as connection:
        return search(Haystack(), connection, parse(query), limit)


def test_names_weigh_more_than_headings_and_headings_more_than_text(tmp_path: Path) -> None:
    filler = "Some other words that fill the note. " * 3
    notes = {
        "Text.md": f"{filler} apple {filler}",
        "Heading.md": f"{filler}\n# Apple\n{filler}",
        "Apple.md": filler,
        "Unrelated.md": filler,
        "Another.md": filler,
        "More.md": filler,
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    hits = _hits(index, "apple")
    assert [hit.path for hit in hits] == ["Apple.md", "Heading.md", "Text.md"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert hits[0].marks == ()
    assert hits[0].snippet.startswith("Some other words")
    index.close()


def test_a_finished_word_comes_before_one_that_only_begins_like_it(tmp_path: Path) -> None:
    notes = {"Longer.md": "The carpet is red.", "Exact.md": "The car is red.", "Other.md": "Nothing."}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert [hit.path for hit in _hits(index, "car")] == ["Exact.md", "Longer.md"]
    index.close()


def test_a_word_only_in_properties_shows_the_property(tmp_path: Path) -> None:
    notes = {"A.md": "---\nauthor: Tolstoy\n---\nText.\n", "B.md": "---\nauthor: Tolstoy\n---\n# On\nTolstoy here."}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    shown = {hit.path: (hit.line, hit.heading, hit.snippet) for hit in _hits(index, "tolstoy")}
    assert shown["A.md"][0] == 2
    assert "author: Tolstoy" in shown["A.md"][2]
    assert shown["B.md"] == (5, "On", "On Tolstoy here.")
    index.close()


def test_conditions_alone_give_the_notes_that_meet_them(tmp_path: Path) -> None:
    notes = {"A.md": "#a/b x", "B.md": "#ab x", "C.md": "#a y"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert {hit.path for hit in _hits(index, "tag:a")} == {"A.md", "C.md"}
    assert {hit.path for hit in _hits(index, "-tag:a")} == {"B.md"}
    assert {hit.path for hit in _hits(index, "-x")} == {"C.md"}
    assert _hits(index, "x", limit=0) == []
    index.close()


def test_hostile_markup_stays_text(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "<b>evil</b> \x02word\x03 <img src=x>"})
    (hit,) = _hits(index, "word")
    assert "<b>evil</b>" in hit.snippet
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["word"]
    index.close()

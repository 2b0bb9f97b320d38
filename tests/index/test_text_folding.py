"""Tests of index/text_folding.py."""

import sys
import unicodedata
from pathlib import Path

import pytest

from tests.index import engines
from tests.index.scene import at_work, filled
from tests.support.vaults import write_vault
from vaultdesk.index.search.passage_search import PassageQuery, PassageSearch
from vaultdesk.index.text_folding import (
    LONG_TEXT,
    MAX_KEY_LENGTH,
    accent_pattern,
    byte_pattern,
    fold,
    fold_bytes,
    fold_needle,
    fold_to_base,
    literal_pattern,
    respelled,
    respelled_words,
    spelling_key,
    spelling_keys,
    strip_accents,
)

# Folding gives the same result with and without stringzilla; accents are removed on request.


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_every_character_is_folded_as_by_python(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    characters = [chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) not in ("Cn", "Cs")]
    # All characters in one text, because folding does not depend on neighbors.
    text = "\n".join(characters)
    assert fold_bytes(text.encode()) == text.casefold().encode()


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_a_lone_surrogate_is_retained_and_raises_no_error(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    assert fold_needle("A\ud800") == b"a\xed\xa0\x80"
    assert fold_needle("STRASSE") == fold_needle("Straße") == b"strasse"


@pytest.mark.parametrize("engine", engines.ENGINES)
@pytest.mark.parametrize("text", ["Plain", "Straße", "Straße ΣΊΣΥΦΟΣ ", "A\ud800 Ö ", "가 A "])
def test_short_and_long_texts_are_folded_the_same(engine: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    assert fold(text) == text.casefold()
    assert fold(text * LONG_TEXT) == (text * LONG_TEXT).casefold()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Müller", "muller"), ("RÉSUMÉ", "resume"), ("re\u0301sume\u0301", "resume"), ("Łódź", "lodz"),
        ("Ørsted", "orsted"),
        ("Straße", "strasse"), ("İstanbul", "istanbul"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"),
        ("がぎ", "がぎ"), ("한글", "한글"), ("日本", "日本"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("plain", "plain"), ("", ""),
    ],
)  # fmt: skip
def test_accents_are_removed_only_from_latin_greek_and_cyrillic_letters(text: str, expected: str) -> None:
    assert fold_to_base(text) == expected


def test_case_can_be_retained() -> None:
    assert strip_accents("Ärger Im Büro") == "Arger Im Buro"


# Accent patterns find a text with any accents, and nothing else.


@pytest.mark.parametrize(
    ("needle", "text", "expected"),
    [
        ("resume", "mon résumé", True),
        ("résumé", "mon re\u0301sume\u0301", True),
        ("resume", "mon rèsumę", True),
        ("resume", "rasume", False),
        ("muller", "herr müller", True),
        ("σισυφος", "σίσυφοσ", True),
        ("елка", "ёлка", True),
        ("日本", "日本語", True),
        ("か", "が", False),
        (".*", "abc", False),
        ("a\nb", "á\nb", True),
    ],
)
def test_a_pattern_matches_letters_with_any_accents(needle: str, text: str, expected: bool) -> None:
    assert (accent_pattern(needle).search(text.encode()) is not None) is expected


def test_a_very_long_pattern_is_truncated() -> None:
    assert accent_pattern("e" * 100_000).search(("é" * 300).encode()) is not None


def test_bytes_are_matched_literally() -> None:
    text = bytes(range(256))
    match = byte_pattern(literal_pattern(text)).search(b"before" + text)
    assert match is not None
    assert match.start() == 6


# Spelling variants: search finds each word in all its spellings.

SPELLINGS = [
    ("Ёлка", "елка"),
    ("Άνθρωπος", "ΑΝΘΡΩΠΟΣ"),
    ("Άνθρωπος", "ανθρωπος"),
    ("ＡＢＣ１２３", "ABC123"),
    ("cœur", "coeur"),
    ("Encyclopædia", "encyclopaedia"),
    ("Straße", "Strasse"),
    ("Müller", "Mueller"),
    ("Öl", "Oel"),
    ("Jäger", "Jaeger"),
    ("978-3-16-148410-0", "9783161484100"),
    ("18,400", "18400"),
    ("18.400", "18,400"),
    ("18 400", "18400"),
    ("KX-200", "KX200"),
    ("O'Brien", "OBrien"),
    ("O’Brien", "O'Brien"),
    ("O’Brien", "OBrien"),
    ("set-up", "setup"),
    ("set up", "setup"),
    ("set-up", "set up"),
]
BOTH_DIRECTIONS = [*SPELLINGS, *((two, one) for one, two in SPELLINGS)]


@pytest.mark.parametrize(("first", "second"), SPELLINGS)
def test_m15_spellings_of_a_word_have_the_same_key(first: str, second: str) -> None:
    assert spelling_key(first) == spelling_key(second)


@pytest.mark.parametrize(("first", "second"), [("мой", "мои"), ("か", "が"), ("cat", "cart"), ("year", "years")])
def test_m15_different_words_have_different_keys(first: str, second: str) -> None:
    assert spelling_key(first) != spelling_key(second)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Plain words, 12 of them; résumé, мой, 漢字.", ""),
        ("Valve KX-200/7B and KX-200", "kx200"),
        ("Müller-Straße", "mueller strasse muellerstrasse"),
        ("It was $18,400 in 2019 300 times", "18400"),
        ("型番ＡＢＣの", "abc"),
        ("a-" * MAX_KEY_LENGTH + "a", ""),
    ],
)
def test_m15_only_words_that_differ_from_their_key_are_indexed(text: str, keys: str) -> None:
    assert spelling_keys(text) == keys


@pytest.mark.parametrize(
    "text",
    [
        "one-two",
        "-one-two-",
        "one--two three-'four five-six--seven-eight",
        "don't, rock'n'roll-band: o'clock-time's",
        "snake_case-name_x http://a-b.c/d-e_f-g",
        "1-2 12-345,678 1,000-x 18 400-x 18-400 123",
        "| --- | :-: | - | a-b |\n- item\n-item\nend-",
        "split-\nword 'quoted' 'a-b'",
        "a-" * MAX_KEY_LENGTH + "a b-c",
    ],
)
def test_m15_the_keys_of_a_text_are_those_of_its_respelled_words(text: str) -> None:
    for variant in (text, f"{text} 1,000", f"{text} …"):
        assert spelling_keys(variant) == " ".join(dict.fromkeys(key for key, _, _ in respelled_words(variant)))


def test_m15_respelled_words_have_the_spans_of_the_original_text() -> None:
    text = "Für O’Brien: 😀 KX-200, ＡＢＣ."
    assert [(key, text[start:end]) for key, start, end in respelled_words(text)] == [
        ("fuer", "Für"),
        ("obrien", "O’Brien"),
        ("kx200", "KX-200"),
        ("abc", "ＡＢＣ"),
    ]
    assert respelled("valve KX-200/7B") == "valve kx200/7B"


@pytest.mark.parametrize(("written", "query"), BOTH_DIRECTIONS)
async def test_m15_search_finds_and_marks_a_word_in_all_its_spellings(tmp_path: Path, written: str, query: str) -> None:
    notes = {"A.md": f"# One\n\nfiller\n\nThe word {written} stands here.\n", "B.md": "# Other\n\nNothing here.\n"}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        for text in (query, f"{query} "):
            (hit,) = await scene.searcher.search(text)
            assert (hit.path, hit.line) == ("A.md", 5)
            assert spelling_key("".join(hit.snippet[start:end] for start, end in hit.marks)) == spelling_key(written)


@pytest.mark.parametrize(("written", "word"), BOTH_DIRECTIONS)
async def test_m15_passages_are_found_by_all_spellings_of_a_word(tmp_path: Path, written: str, word: str) -> None:
    notes = {"A.md": f"# One\n\nThe word {written} stands here.\n", "B.md": "# Other\n\nNothing here.\n"}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        for query in (PassageQuery(word), PassageQuery("what is it", (word,))):
            assert [passage.path for passage in await PassageSearch(scene.searcher, None).find(query)] == ["A.md"]


@pytest.mark.parametrize(("written", "query"), BOTH_DIRECTIONS)
async def test_m15_names_are_found_in_all_their_spellings(tmp_path: Path, written: str, query: str) -> None:
    notes = {f"About {written}.md": "", "Other.md": ""}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        (hit,) = await scene.searcher.names(query, 10)
        marked = "".join(hit.name[start:end] for start, end in hit.marks)
        assert spelling_key(marked) == spelling_key(written)


async def test_m15_a_negated_word_excludes_all_its_spellings(tmp_path: Path) -> None:
    notes = {"A.md": "valve KX-200", "B.md": "valve KX200", "C.md": "valve KX300"}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        assert [hit.path for hit in await scene.searcher.search("valve -KX200 ")] == ["C.md"]


def test_m15_deleting_a_note_deletes_its_keys(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "KX-200"})
    index.apply([], removed=["A.md"])
    with index.reading() as connection:
        assert connection.execute("SELECT count(*) FROM temp.term").fetchone() == (0,)
    index.close()

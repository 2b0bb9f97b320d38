"""Tests of index/text_folding.py."""

import sys
import unicodedata
from pathlib import Path

import pytest

from tests.index import engines
from tests.index.scene import at_work, filled, lay
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

# Folding: the same for every letter with and without stringzilla, and accents left out where asked.


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_every_letter_this_python_knows_is_folded_as_python_does(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    known = [chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) not in ("Cn", "Cs")]
    # In one text, and letter by letter wherever it differs: folding knows no neighbours.
    whole = "\n".join(known)
    assert fold_bytes(whole.encode()) == whole.casefold().encode()


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_half_a_character_stays_one_and_is_no_error(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    assert fold_needle("A\ud800") == b"a\xed\xa0\x80"
    assert fold_needle("STRASSE") == fold_needle("Straße") == b"strasse"


@pytest.mark.parametrize("engine", engines.ENGINES)
@pytest.mark.parametrize("text", ["Plain", "Straße", "Straße ΣΊΣΥΦΟΣ ", "A\ud800 Ö ", "가 A "])
def test_short_and_long_texts_are_folded_alike(engine: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    assert fold(text) == text.casefold()
    assert fold(text * LONG_TEXT) == (text * LONG_TEXT).casefold()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Müller", "muller"), ("RÉSUMÉ", "resume"), ("re\u0301sume\u0301", "resume"), ("Łódź", "lodz"),
        ("Ørsted", "orsted"),
        ("Straße", "strasse"), ("İstanbul", "istanbul"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"),
        ("がぎ", "がぎ"), ("한글", "한글"), ("日本", "日本"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("plain", "plain"), ("", ""),
    ],
)  # fmt: skip
def test_accents_are_left_out_and_letters_of_other_scripts_are_not(written: str, kept: str) -> None:
    assert fold_to_base(written) == kept


def test_capitals_may_stay() -> None:
    assert strip_accents("Ärger Im Büro") == "Arger Im Buro"


# Accents: a pattern finds a text with any accents, and nothing else.


@pytest.mark.parametrize(
    ("needle", "text", "found"),
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
def test_letters_may_have_any_accents(needle: str, text: str, found: bool) -> None:
    assert (accent_pattern(needle).search(text.encode()) is not None) is found


def test_a_page_that_was_pasted_is_no_endless_pattern() -> None:
    assert accent_pattern("e" * 100_000).search(("é" * 300).encode()) is not None


def test_bytes_stand_for_themselves() -> None:
    text = bytes(range(256))
    match = byte_pattern(literal_pattern(text)).search(b"before" + text)
    assert match is not None
    assert match.start() == 6


# Word spelling: search finds each word in all its spellings.

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
BOTH_WAYS = [*SPELLINGS, *((two, one) for one, two in SPELLINGS)]


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_m15_spellings_of_a_word_have_one_key(one: str, other: str) -> None:
    assert spelling_key(one) == spelling_key(other)


@pytest.mark.parametrize(("one", "other"), [("мой", "мои"), ("か", "が"), ("cat", "cart"), ("year", "years")])
def test_m15_other_words_have_other_keys(one: str, other: str) -> None:
    assert spelling_key(one) != spelling_key(other)


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


def test_m15_respelled_words_stand_where_they_are_written() -> None:
    text = "Für O’Brien: 😀 KX-200, ＡＢＣ."
    assert [(key, text[start:end]) for key, start, end in respelled_words(text)] == [
        ("fuer", "Für"),
        ("obrien", "O’Brien"),
        ("kx200", "KX-200"),
        ("abc", "ＡＢＣ"),
    ]
    assert respelled("valve KX-200/7B") == "valve kx200/7B"


@pytest.mark.parametrize(("written", "asked"), BOTH_WAYS)
async def test_m15_search_finds_and_marks_a_word_in_all_its_spellings(tmp_path: Path, written: str, asked: str) -> None:
    notes = {"A.md": f"# One\n\nfiller\n\nThe word {written} stands here.\n", "B.md": "# Other\n\nNothing here.\n"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        for typed in (asked, f"{asked} "):
            (hit,) = await scene.searcher.search(typed)
            assert (hit.path, hit.line) == ("A.md", 5)
            assert spelling_key("".join(hit.snippet[start:end] for start, end in hit.marks)) == spelling_key(written)


@pytest.mark.parametrize(("written", "asked"), BOTH_WAYS)
async def test_m15_passages_hold_a_word_in_all_its_spellings(tmp_path: Path, written: str, asked: str) -> None:
    notes = {"A.md": f"# One\n\nThe word {written} stands here.\n", "B.md": "# Other\n\nNothing here.\n"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        for query in (PassageQuery(asked), PassageQuery("what is it", (asked,))):
            assert [one.path for one in await PassageSearch(scene.searcher, None).find(query)] == ["A.md"]


@pytest.mark.parametrize(("written", "asked"), BOTH_WAYS)
async def test_m15_names_are_found_in_all_their_spellings(tmp_path: Path, written: str, asked: str) -> None:
    notes = {f"About {written}.md": "", "Other.md": ""}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        (hit,) = await scene.searcher.names(asked, 10)
        marked = "".join(hit.name[start:end] for start, end in hit.marks)
        assert spelling_key(marked) == spelling_key(written)


async def test_m15_an_unwanted_word_is_left_out_in_all_its_spellings(tmp_path: Path) -> None:
    notes = {"A.md": "valve KX-200", "B.md": "valve KX200", "C.md": "valve KX300"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        assert [hit.path for hit in await scene.searcher.search("valve -KX200 ")] == ["C.md"]


def test_m15_a_changed_note_loses_its_old_keys(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "KX-200"})
    index.apply([], removed=["A.md"])
    with index.reading() as connection:
        assert connection.execute("SELECT count(*) FROM temp.term").fetchone() == (0,)
    index.close()

"""Word search: typed words as FTS5 looks for them."""

from pathlib import Path

import pytest

from tests.index.asked import parse
from tests.index.common_vault import common_index, lower_limits
from tests.index.scene import filled
from vaultdesk.index import frequent_upkeep
from vaultdesk.index.index import Index
from vaultdesk.index.word_search import WordSearch, conditions, word_search


def _asked(index: Index, query: str, *, quick: bool = False) -> WordSearch:
    with index.reading() as connection:
        return word_search(connection, parse(query), quick=quick)


def _found(index: Index, query: str) -> set[str]:
    with index.reading() as connection:
        asked = word_search(connection, parse(query))
        sql = f"SELECT path FROM fts CROSS JOIN note ON note.id = fts.rowid WHERE fts MATCH :match{asked.where}"
        return {path for (path,) in connection.execute(sql, {"match": asked.match} | asked.values)}


@pytest.mark.parametrize(
    ("query", "match"),
    [
        ("one two ", '"one" AND "two"'),
        ("one -two ", '("one") NOT ("two")'),
        ('"one two"', '"one two"'),
        ("on", '("on" OR "on"*)'),
        ('say"hi ', '"say" AND "hi "'),
    ],
)
def test_words_are_quoted_and_joined(tmp_path: Path, query: str, match: str) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    assert _asked(index, query).match.replace('"hi"', '"hi "') == match
    index.close()


def test_sharp_s_and_double_s_find_each_other_where_the_vault_has_them(tmp_path: Path) -> None:
    notes = {"A.md": "Die Straße", "B.md": "Die Strasse", "C.md": "Die Gasse"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _found(index, "strasse ") == {"A.md", "B.md"}
    assert _found(index, "STRAßE ") == {"A.md", "B.md"}
    assert _found(index, "stra") == {"A.md", "B.md"}
    assert _asked(index, "gasse ").match == '"gasse"'
    index.close()


def test_many_double_s_ask_for_few_spellings(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    assert _asked(index, "ss" * 200 + " ").match == f'"{"ss" * 200}"'
    index.close()


def test_conditions_are_about_the_note_that_is_named(tmp_path: Path) -> None:
    notes = {"House/A.md": "#home pump", "B.md": "#home/attic pump", "C.md": "#homely pump"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _found(index, "pump tag:home") == {"House/A.md", "B.md"}
    assert _found(index, "pump -tag:home") == {"C.md"}
    assert _found(index, "pump path:house") == {"House/A.md"}
    assert _found(index, "pump -file:a") == {"B.md", "C.md"}
    with index.reading() as connection:
        where, values = conditions(parse("tag:home path:house"), "note.id")
        rows = connection.execute(f"SELECT path FROM note WHERE 1{where}", values).fetchall()
    assert rows == [("House/A.md",)]
    index.close()


def test_an_unfinished_word_of_many_notes_is_heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    assert not _asked(index, "comm").is_heavy, "nothing is known of words before they are counted"
    assert frequent_upkeep.keep_up(index, lambda: False)
    heavy = _asked(index, "comm")
    assert (heavy.is_heavy, heavy.bounded, heavy.match) == (True, False, '("comm" OR "comm"*)')
    quick = _asked(index, "comm", quick=True)
    assert (quick.is_heavy, quick.bounded, quick.match) == (False, True, '("comm" OR "common")')
    assert quick.sought[0].words == ("common",)
    assert _asked(index, "common", quick=True).match == '"common"', "a word that fills every list is finished"
    assert _asked(index, "only1").match == '("only1" OR "only1"*)'
    index.close()

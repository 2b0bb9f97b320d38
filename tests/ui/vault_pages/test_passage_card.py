"""Tests of ui/vault_pages/passage_card.py."""

from dataclasses import replace
from datetime import timedelta

from pytestqt.qtbot import QtBot

from tests.ui.recall.passages import NOW, found
from vaultdesk.index.search.passage_search import MatchReasons
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.vault_pages.passage_card import (
    headings_below,
    match_reasons_text,
    passage_freshness_text,
    search_summary_text,
)
from vaultdesk.ui.vault_pages.search_test_page import PassageList


def test_each_reason_is_said() -> None:
    why = MatchReasons(2, ("boiler", "pump"), 1, 0.714, 2, 0.98)
    assert match_reasons_text(found("A.md", reasons=why), NOW) == (
        "by words: no. 2 (boiler, pump)",
        "by meaning: no. 1 (similarity 0.71)",
        "2 links with the other notes found",
        "changed 3 days ago",
    )


def test_what_does_not_speak_for_it_is_not_said() -> None:
    assert match_reasons_text(found("A.md", reasons=MatchReasons(None, (), 7, None, 1, 0.1)), NOW) == (
        "by meaning: no. 7",
        "1 link with the other notes found",
    )


def test_a_long_question_names_some_words() -> None:
    words = tuple(f"w{n}" for n in range(20))
    assert match_reasons_text(found("A.md", reasons=MatchReasons(1, words, None, None, 0, 0)), NOW)[0].endswith("w7…)")


def test_freshness_names_both_times() -> None:
    assert (
        passage_freshness_text(found("A.md"), NOW + timedelta(minutes=2))
        == "Changed 3 days ago · indexed 2 minutes ago"
    )


def test_the_summary_says_by_what_was_searched() -> None:
    assert search_summary_text(1, 0.0841, words=True, embeddings=True) == "1 passage · 84 ms · by words and meaning"
    assert search_summary_text(20, 2, words=True, embeddings=False) == "20 passages · 2,000 ms · by words"
    assert search_summary_text(3, 0, words=False, embeddings=True) == "3 passages · 1 ms · by meaning"


def heights(qtbot: QtBot, *texts: str) -> tuple[list[int], set[str]]:
    made = PassageList()
    qtbot.addWidget(made)
    made.resize(600, 700)
    made.show()
    made.show_passages([found(f"{n}.md", text, (4, 10)) for n, text in enumerate(texts)])
    image = made.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    return [made.visualRect(made.passages.index(row, 0)).height() for row in range(len(texts))], colours


def test_a_card_grows_with_its_text_up_to_three_lines(qtbot: QtBot, dressed: Theme) -> None:
    (short, long, longer), colours = heights(qtbot, "The boiler leaks.", "The boiler " * 30, "The boiler " * 900)
    assert short < long == longer
    assert dressed.color("mark").name() in colours


def test_hostile_text_is_drawn_as_it_is(qtbot: QtBot) -> None:
    (height,), _ = heights(qtbot, "The <b>boiler</b>\x02\x03 \u202e" + "x" * 9_000)
    assert height < 200


def test_a_heading_that_is_the_title_is_not_said_twice() -> None:
    passage = found("Heat loss.md")
    assert headings_below(passage) == "House › Result"
    assert headings_below(replace(passage, heading="Heat-loss › Result")) == "Result"
    assert headings_below(replace(passage, heading="Heat loss")) == ""

from datetime import timedelta

from tests.ui.recall.passages import NOW, found
from vaultdesk.index.search.passage_search import MatchReasons
from vaultdesk.ui.recall.recall_words import freshness, reasons, summary


def test_each_reason_is_said() -> None:
    why = MatchReasons(2, ("boiler", "pump"), 1, 0.714, 2, 0.98)
    assert reasons(found("A.md", reasons=why), NOW) == (
        "by words: no. 2 (boiler, pump)",
        "by meaning: no. 1 (similarity 0.71)",
        "2 links with the other notes found",
        "changed 3 days ago",
    )


def test_what_does_not_speak_for_it_is_not_said() -> None:
    assert reasons(found("A.md", reasons=MatchReasons(None, (), 7, None, 1, 0.1)), NOW) == (
        "by meaning: no. 7",
        "1 link with the other notes found",
    )


def test_a_long_question_names_some_words() -> None:
    words = tuple(f"w{n}" for n in range(20))
    assert reasons(found("A.md", reasons=MatchReasons(1, words, None, None, 0, 0)), NOW)[0].endswith("w7…)")


def test_freshness_names_both_times() -> None:
    assert freshness(found("A.md"), NOW + timedelta(minutes=2)) == "Changed 3 days ago · indexed 2 minutes ago"


def test_the_summary_says_by_what_was_searched() -> None:
    assert summary(1, 0.0841, words=True, meaning=True) == "1 passage · 84 ms · by words and meaning"
    assert summary(20, 2, words=True, meaning=False) == "20 passages · 2,000 ms · by words"
    assert summary(3, 0, words=False, meaning=True) == "3 passages · 1 ms · by meaning"

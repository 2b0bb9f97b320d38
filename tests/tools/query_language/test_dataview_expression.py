"""Dataview expression: comparisons and functions as Dataview means them, traps included."""

from pathlib import Path

import pytest

from tests.tools.query_language.scene import NOW, fitting, network
from vaultdesk.tools.query_language.dataview_expression import DataviewExpression, dataview_date
from vaultdesk.tools.query_language.scanner import Scanner
from vaultdesk.tools.query_language.values import instant, moment_of
from vaultdesk.tools.tool import ToolFailure


@pytest.mark.parametrize(
    ("where", "names"),
    [
        ('status = "Done"', ["A"]),
        ('status != "Done"', ["Anna", "B", "C"]),
        ("mood", ["B"]),
        ('mood = "good"', ["B"]),
        # Nothing is smaller than everything, as in Dataview: who wants it otherwise writes `rating AND`.
        # A field written twice is a list, and lists come before numbers.
        ("rating < 4", ["Anna", "B", "C"]),
        ("rating AND rating < 4", ["B", "C"]),
        ("due <= date(2026-03-10)", ["A", "Anna", "C"]),
        ("due AND due >= date(today)", ["B"]),
        ("due-date = date(2026-04-01)", ["C"]),
        ("due AND due >= date(today) - dur(7 days)", ["A", "B"]),
        ('contains(people, "Bob")', ["A"]),
        ('contains(people, "Bo")', ["A"]),
        ('econtains(people, "Bo")', []),
        ('icontains(people, "BOB")', ["A"]),
        ("contains(people, [[Anna]])", ["A"]),
        ('contains(file.tags, "#work")', ["A", "B", "C"]),
        ('econtains(file.tags, "#work")', ["A", "B"]),
        ('econtains(file.etags, "#work")', ["B"]),
        ("contains(file.outlinks, [[B]])", ["A"]),
        ("contains(file.inlinks, [[b/B]])", ["C"]),
        ("length(file.inlinks) = 0", ["A"]),
        ("length(people) > 1", ["A"]),
        ('startswith(file.name, "An")', ["Anna"]),
        # AND and OR bind alike, from left to right.
        ('flag or status = "Done" and rating = 5', ["A"]),
        ('flag or (status = "Done" and rating = 5)', ["A", "B"]),
        ("!flag", ["A", "Anna", "C"]),
        ("!(flag | rating = 5)", ["Anna", "C"]),
        ("5 = rating", ["A"]),
        ("rating = -5", []),
        ("flag = true", ["B"]),
        ("status = null", ["Anna", "C"]),
        ('file.folder = "b"', ["B"]),
        ("date(due) = date(2026-03-10)", ["A"]),
        ("file.cday <= date(2100-01)", ["A", "Anna", "B", "C"]),
        ("length(rating) = null", ["A", "Anna", "B"]),
    ],
)
def test_a_condition_fits_exactly_its_notes(tmp_path: Path, where: str, names: list[str]) -> None:
    words = Scanner(where, joined_names=True)
    criterion = DataviewExpression(words, NOW).criterion()
    assert words.word.kind == "end"
    with network(tmp_path) as net:
        assert fitting(net, criterion) == names


@pytest.mark.parametrize(
    "where",
    [
        "this.file.name",
        "rows.x",
        "file.day",
        "file.tasks",
        "choice(a, b, c)",
        "regexmatch('a', b)",
        "a + b = c",
        "due + dur(1 day) > date(today)",
        "dur(1 day)",
        "date(today) + 5",
        "a.b = 1",
        "a[0] = 1",
        "(x) => x",
        "a = b = c",
        "length(file.outlinks) > 1",
        "file.outlinks = 3",
        "contains(a)",
        "length(a, b)",
        "date(some day)",
        "dur(soon)",
        "[[]] = a",
        "a =",
        "!",
        "(" * 99,
        "where",
        '"open',
        "[[open",
        "a = [[B]] + 1",
        "date(",
        "a > [[B]]",
    ],
)
def test_other_conditions_are_refused(where: str) -> None:
    def parse() -> None:
        words = Scanner(where, joined_names=True)
        DataviewExpression(words, NOW).criterion()
        if words.word.kind != "end":
            raise words.unexpected()

    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        parse()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("today", "2026-03-15"),
        ("sow", "2026-03-09T00:00"),
        ("start-of-week", "2026-03-09T00:00"),
        ("eow", "2026-03-15T23:59:59.999"),
        ("som", "2026-03-01T00:00"),
        ("end-of-month", "2026-03-31T23:59:59.999"),
        ("soy", "2026-01-01T00:00"),
        ("eoy", "2026-12-31T23:59:59.999"),
        ("2026-05", "2026-05-01"),
        ("2026-05-06", "2026-05-06"),
    ],
)
def test_the_words_of_dates_are_dataviews(text: str, wanted: str) -> None:
    assert dataview_date(text, NOW) == moment_of(wanted)


def test_now_is_now_and_other_words_are_nothing() -> None:
    assert dataview_date("now", NOW) == instant(NOW)
    assert [dataview_date(text, NOW) for text in ("", "soo", "2026", "start-of-day")] == [None] * 4

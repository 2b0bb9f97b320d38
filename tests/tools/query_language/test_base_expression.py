"""Base expression: statements of Bases as criteria; the unknown is refused by its own words, nothing else is raised."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOW, fitting, network, refused_well
from vaultdesk.tools.query_language.base_expression import base_statement
from vaultdesk.tools.tool import ToolFailure


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ('file.hasTag("work")', ["A", "B"]),
        ('file.hasTag("book", "workshop")', ["Anna", "C"]),
        ('file.inFolder("b")', ["B", "C"]),
        ('file.inFolder("B")', []),
        ('file.hasLink("B")', ["A"]),
        ('file.hasLink(link("b/B"))', ["A"]),
        ('file.hasProperty("empty")', ["B"]),
        ('status == "Done"', ["A"]),
        ('status == "done"', []),
        ('note.status != "Done"', ["Anna", "B", "C"]),
        ('note["status"] == "open"', ["B"]),
        ("rating > 3", ["A"]),
        ("3 < rating", ["A"]),
        ("rating >= 3 && rating < 5", ["B"]),
        ('status == "Done" || file.name == "Anna.md"', ["A", "Anna"]),
        ('!(status == "Done") && file.ext == "md"', ["Anna", "B", "C"]),
        ("flag", ["B"]),
        ("!flag", ["A", "Anna", "C"]),
        ("status.isEmpty()", ["Anna", "C"]),
        ("!status.isEmpty()", ["A", "B"]),
        ('people.contains("Bob")', ["A"]),
        ('people.containsAny("Bob", "Eve")', ["A"]),
        ('people.containsAll("Bob", "Eve")', []),
        ('people.contains(link("Anna"))', ["A"]),
        ('file.basename.startsWith("An")', ["Anna"]),
        ('file.path.endsWith("C.md")', ["C"]),
        ('due < date("2026-03-15")', ["A"]),
        ('due > today() - "1 week"', ["A", "B"]),
        ("due >= today()", ["B"]),
        ('due < now() && due > now() - "1d"', ["B"]),
        ('due == date("2026-02-10") + "1M"', ["A"]),
        ("file.backlinks.isEmpty()", ["A"]),
        ("file.tags.length == 1", ["A", "Anna", "B", "C"]),
        ("file.size < 10", []),
        ("rating == -5", []),
        ("status == null", ["Anna", "C"]),
        ("'work' == 'work'", ["A", "Anna", "B", "C"]),
    ],
)
def test_a_statement_fits_exactly_its_notes(tmp_path: Path, statement: str, names: list[str]) -> None:
    with network(tmp_path) as net:
        assert fitting(net, base_statement(statement, NOW)) == names


@pytest.mark.parametrize(
    "statement",
    [
        "formula.ppu > 5", "this.file.name", "file.hasLink(this.file)", "price.toFixed(2) > 1", "rating * 2 > 5",
        "rating + 1 > 5", "now() - file.ctime > 5", 'if(price, 1, 2)', "file.tags.contains('x')", "/re/.matches(x)",
        "file.embeds.isEmpty()", "file.frobnicate()", "file", "status ==", "(status", "status)", "a == b == c", '"open',
        "a && ", "", "   ", "list(a).length > 1", "x[0] == 1", "today().year > 3", 'date("soon") < now()', "a ? b : c",
        'today() - "1 fortnight" < due', "file.hasTag()", "file.hasTag(status)", "!", "note.", "not x", "(" * 100,
        "!" * 5000, "a." * 5000, "1" * 5000 + "(", "a" * 30_000, "link('x') < 3", "file.links == 3", "a = 3",
    ],
)  # fmt: skip
def test_what_cannot_be_evaluated_is_refused_by_its_words(statement: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: ") as refused:
        base_statement(statement, NOW)
    assert refused.value.code == "VALIDATION_FAILED"
    assert len(refused.value.message) < 300


WORDS = st.sampled_from(
    ["file", ".", "hasTag", "(", ")", '"work"', "status", "==", "!=", "<", "&&", "||", "!", "3", "-", "+", "today()",
     "contains", "isEmpty()", ",", "note", "[", "]", "now()", '"1d"', "formula", "true", " ", "link", "'", "§", "\\"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=25).map("".join) | st.text(max_size=60))
def test_any_text_is_a_criterion_or_the_one_refusal(text: str) -> None:
    refused_well(lambda: base_statement(text, NOW))

"""Tests of tools/formulas/bases_functions.py: each operator, field and function of Bases with its value."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import NOW, assert_evaluates_or_fails, network
from vaultdesk.tools.formulas import formula_files
from vaultdesk.tools.formulas.base_view import BasesCompiler
from vaultdesk.tools.formulas.formula_compiler import Scope, evaluated
from vaultdesk.tools.formulas.formula_files import FormulaFiles, QueryBudget
from vaultdesk.tools.formulas.formula_values import File, FormulaError, json_of
from vaultdesk.tools.tool import ToolFailure

NOTES = {
    "A.md": "---\nprice: 3\nwhen: 2026-03-10\nat: 2026-03-10T09:30:00\nauthor: '[[B|Bee]]'\nauthors: ['[[B]]', Bob]\n"
    "lost: '[[Nowhere]]'\ntags: [work/house, Book]\naddress: {City: Bern}\ndone: true\nempty:\nblank: ''\nnone: []\n"
    "two words: 2\nweb: '[site](https://x.org)'\nhere: '[[#Top]]'\n---\n#inline [[B]] ![[picture.jpg]]",
    "B.md": "---\nname: Bee\ntopics: ['[[A]]']\n---\n[[A]]",
    "f/C.md": "---\ntags: [worker]\n---\n[[C]]",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FormulaFiles]:
    """Return the files of `NOTES`."""
    with network(tmp_path_factory.mktemp("formulas"), NOTES) as net:
        yield FormulaFiles(net, NOW, budget=QueryBudget(1_000))


def value_on(files: FormulaFiles, text: str) -> Any:  # Any: a JSON value
    """Return the value of *text* for A.md with B.md as `this`; an error as its message."""
    note, this = files.file("A.md"), files.file("B.md")
    assert note is not None
    scope = Scope(files, note, None if this is None else File(this.facts, is_this=True))
    value = evaluated(BasesCompiler({"double": "price * 2"}).statement(text), scope)
    return f"error: {value}" if isinstance(value, FormulaError) else json_of(value)


VALUES: dict[str, list[tuple[str, Any]]] = {
    "literals and access": [
        ("1.5", 1.5), ("'it\\'s'", "it's"), ('"a\\nb"', "a\nb"), ("true", True), ("null", None), ("[1, 'a']", [1, "a"]),
        ('{"a": 1}.a', 1), ("price", 3), ("PRICE", 3), ("note.price", 3), ('note["two words"]', 2), ("missing", None),
        ("missing.deeper.still", None), ("address.city", "Bern"), ('address["City"]', "Bern"), ("authors[1]", "Bob"),
        ("authors[9]", None), ("authors[-1]", None), ("'abc'[1]", "b"), ("formula.double", 6), ('formula["double"]', 6),
        ("this.name", "Bee"), ("this.file.name", "B.md"), ("this.file.basename", "B"), ("file.ext", "md"),
        ("file.folder", ""), ("file.file", "A.md"), ("file.properties.price", 3), ("file.nothing", None),
        ("file.links.length", 3), ("file.embeds", ["[[picture.jpg]]"]), ("file.backlinks", ["B.md"]),
        ("file.tags", ["#work/house", "#Book", "#inline"]), ("tags", ["#work/house", "#Book"]),
        ("author", "[[B|Bee]]"), ("web", "[site](https://x.org)"), ("when", "2026-03-10"),
    ],
    "arithmetic": [
        ("radius * (2 * 3.14)", None), ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 / 5 / 2", 1), ("7 % 4", 3),
        ("-7 % 4", -3), ("1 / 0", "Infinity"), ("0 / 0", "NaN"), ("0.1 + 0.2", 0.1 + 0.2), ("-price", -3),
        ("'a' + 1", "a1"), ("'a' + missing", "a"), ("missing + 1", None), ("missing * 2", None), ("[1] + [2]", [1, 2]),
        ("'text' * 2", "error: Cannot calculate String * Number"),
        ("true + 1", "error: Cannot calculate Boolean + Number"), ("[1] + 2", "error: Cannot calculate List + Number"),
        ("'n: ' + author", "n: Bee"), ("9007199254740993 + 0", 9007199254740992.0),
        ("price - 'x'", "error: Cannot calculate Number - String"), ("[1] + missing", [1]), ("missing + [1]", [1]),
        ("'a' + true", "atrue"), ("'' + file", "A.md"), ("'' + address", "City: Bern"), ("'' + html('<b>')", "<b>"),
        ("'' + /a/g", "/a/g"), ("5 % 0", "NaN"), ("(1 / 0) % 2", "NaN"), ("5.5 % 2", 1.5), ("5 % (1/0)", 5),
        ("-5 % (1/0)", -5), ("5.5 % (1/0)", 5.5), ("5.5 % 0.5", 0),
        ("1e300 * 1e300", "Infinity"),
        ("'a' % 2", "error: Cannot calculate String % Number"), ("-1 / 0", "-Infinity"),
        ("9007199254740991 * 9007199254740991", 9007199254740991.0**2), ("'' + 1e21", "1e+21"), ("'' + 1e-7", "1e-7"),
    ],
    "dates": [
        ('date("2024-12-01") + "1M" + "4h" + "3m" == date("2025-01-01 04:03:00")', True),
        ("(now() + '1d') - now() == 86400000", True), ("(now() + '1d') - now()", "1 day"),
        ("((now() + '1d') - now()) / 3600000", 24), ("(now() - when).days.round(1)", 5.5),
        ("(now() - when).hours", 132.5), ("(date('2026-03-10') - date('1990-03-10')).years.floor()", 36),
        ("(today() - when).weeks.toFixed(2)", "0.71"), ("(date('2026-03-10') - date('2025-09-09')).months.round()", 6),
        ("when + '1w'", "2026-03-17"), ("when - '1 day'", "2026-03-09"), ("when + duration('1d') * 2", "2026-03-12"),
        ("duration('1d 2h')", "1 day 2 hours"), ("date('2026-01-31') + '1M'", "2026-02-28"), ("when.year", 2026),
        ("at.minute", 30), ("when.month + when.day", 13), ("at.date()", "2026-03-10"), ("at.time()", "09:30:00"),
        ("when.format('ddd D MMM YYYY')", "Tue 10 Mar 2026"), ("(now() - '3d').relative()", "3 days ago"),
        ("(now() + '2h').relative()", "in 2 hours"), ("(now() - '20s').relative()", "a few seconds ago"),
        ("date('20260310')", "2026-03-10"), ("date('03/10/2026')", "2026-03-10"),
        ("date('soon')", "error: date() cannot read String “soon”"), ("date(missing)", None),
        ("when.toString()", "2026-03-10"), ("at.toString()", "2026-03-10T09:30:00"), ("when.isEmpty()", False),
        ("date('9999-12-01') + '1 year'", "error: the date is beyond the calendar"),
        ("number(date('1970-01-02') - date('1970-01-01'))", 86400000), ("'2026-03-10'.contains('03')", True),
        ("when.contains('2026-03')", True), ("date(when)", "2026-03-10"), ("date(link('f/2026-03-10'))", "2026-03-10"),
        ("date(5)", "error: date() cannot read Number"),
        ("date('99999999')", "error: date() cannot read String “99999999”"),
        ("-duration('1d')", "-1 day"), ("duration('-1d')", "-1 day"), ("duration('1d') + '2h'", "1 day 2 hours"),
        ("duration('1d') - duration('2h')", "22 hours"), ("duration('1d') / 2", "12 hours"),
        ("duration('1d') / duration('1h')", 24), ("duration('1d 12h').days", 1.5), ("duration('1 year').months", 12),
        ("duration('1d') / 0", "error: Cannot calculate Duration / Number"), ("duration('1.5s')", "1.5 seconds"),
        ("5 - duration('1d')", "error: Cannot calculate Number - Duration"),
        ("duration('1d') * 1e12", "error: the duration is longer than the calendar"),
        ("duration('1 year') * 1e9", "error: the duration is longer than the calendar"),
        ("duration('soon')", "error: duration() cannot read String “soon”"),
        ("duration('900000 years')", "error: duration() cannot read String “900000 years”"),
        ("number(duration('1d'))", 86400000),
        ("number(date('1970-01-02')) - number(date('1970-01-01'))", 86400000), ("when + (now() - when) == now()", True),
        ("'' + (now() - when)", "477000000"),
        ("date('9999-12-31T10:00').date()", "error: the date is beyond the calendar"),
        ("date('9999-12-31T23:00-14:00').hour", "error: the date is beyond the calendar"),
        ("date('9999-12-31T23:00-14:00').toString()", "Invalid Date"),
    ],
    "comparing": [
        ("when < '2026-03-11'", True), ("'2026-03-11' > when", True), ("when == at", True),
        ("at == date('2026-03-10 09:30:00')", True), ("when == '2026-03-10'", True), ("at > when", True),
        ("missing == null", True), ("empty == missing", True), ("'5' == 5", False), ("'b' > 'a'", True),
        ("1 < 'x'", False), ("null < 5", False), ("null >= 0", False), ("author == link('B')", True),
        ("author == link('A')", False), ("author == this", True), ("file == this", False),
        ("lost == link('Nowhere')", True), ("lost == link('Elsewhere')", False), ("author != this", False),
        ("[1, [2]] == [1, [2]]", True), ("duration('1d') == duration('24h')", True), ("now() - when > 1000", True),
        ("duration('1h') < '2h'", True), ("true == 1", False), ("duration('1h') > 1000", True),
        ("when == 'soon'", False),
        ('{"a": 1} == {"a": 1}', True), ('{"a": 1} == {"a": 2}', False), ('{"a": 1} == {"b": 1}', False),
        ("tags[0] == '#WORK/house'", True), ("tags[0] == tags[1]", False), ("tags[0] == 5", False),
        ("html('a') == html('a')", True), ("html('a') == icon('a')", False),
    ],
    "truth": [
        ("!missing", True), ("!empty", True), ("!blank", True), ("!none", True), ("!0", True), ("!done", False),
        ("price && done", True), ("missing || 'x'", True), ("if(done, 'yes', 'no')", "yes"), ("if(missing, 1)", None),
        ("if(true, 'ok', 'a' * 2)", "ok"), ("missing.isTruthy()", False), ("1.isTruthy()", True),
        ("5.isEmpty()", False), ("missing.isEmpty()", True), ("blank.isEmpty()", True), ("none.isEmpty()", True),
        ("''.isEmpty()", True), ("{}.isEmpty()", True), ("not(empty(price))", True), ("true && false || true", True),
    ],
    "texts": [
        ("'hello'.length", 5), ("'hello'.contains('ell')", True), ("'Hello'.contains('hell')", False),
        ("'hello'.containsAll('h', 'e')", True), ("'hello'.containsAny('x', 'y', 'e')", True),
        ("'hello'.endsWith('lo')", True), ("'hello'.startsWith('he')", True), ("'ABC'.lower()", "abc"),
        ("'hello wORLD'.title()", "Hello World"), ("'  hi  '.trim()", "hi"), ("'hello'.reverse()", "olleh"),
        ("'123'.repeat(2)", "123123"), ("'a:b:c'.replace(/:/, '-')", "a-b:c"), ("'a:b:c'.replace(/:/g, '-')", "a-b-c"),
        ("'a:b:c'.replace(':', '-')", "a-b-c"), ("'John Smith'.replace(/(\\w+) (\\w+)/, '$2, $1')", "Smith, John"),
        ("'hello'.slice(1, 4)", "ell"), ("'hello'.slice(-2)", "lo"), ("'a,b,c,d'.split(',', 3)", ["a", "b", "c"]),
        ("'a1b2c'.split(/[0-9]/)", ["a", "b", "c"]), ("123.toString()", "123"), ("missing.lower()", None),
        ("price.lower()", 'error: Cannot find function "lower" on type Number'), ("authors.toString()", "B, Bob"),
        ("/abc/.matches('abcde')", True), ("/ABC/i.matches('abc')", True), ("/^b/.matches('a\\nb')", False),
        ("/^b/m.matches('a\\nb')", True), ("escapeHTML('<b>')", "&lt;b&gt;"), ("contains(file.name, 'A')", True),
        ("'x'.repeat(300000)", "error: a text of more than 200,000 characters"),
        ("'a'.repeat(-1)", "error: repeat() needs a number that is not negative"),
        ("'a'.repeat('x')", "error: repeat() needs a number, not String"),
        ("'a'.startsWith([1])", "error: startsWith() needs a text, not List"),
        ("'a'.startsWith(missing)", "error: startsWith() needs a text, not Null"), ("'a'.contains(missing)", False),
        ("'a'.contains([1])", False), ("'a'.replace(/a/, '$$1')", "$1"), ("'a'.replace(/a/, '$5')", "$5"),
        ("'a'.replace(/a|(b)/, '<$&$1>')", "<a>"), ("'abc'.slice(1, missing)", "bc"), ("'a,b'.split(',', 0)", []),
        ("'a,b'.split(',', -1)", ["a", "b"]), ("'a,b'.split(/,/, -1)", ["a", "b"]),
        ("'a,b'.split(',', 4294967297)", ["a"]),
        ("'a,b,c'.split(',', -4294967294)", ["a", "b"]),
        ("tags[0].contains('#HOUSE')", True), ("lost.contains('where')", True), ("author.contains('Bee')", True),
        ("html('abc').length", 3),
    ],
    "numbers": [
        ("(-5).abs()", 5), ("(2.1).ceil()", 3), ("(2.9).floor()", 2), ("(2.5).round()", 3), ("(-2.5).round()", -2),
        ("(2.3333).round(2)", 2.33), ("1.005.round(2)", 1.01), ("(3.14159).toFixed(2)", "3.14"),
        ("2.5.toFixed(0)", "3"), ("min(3, 1, 2)", 1), ("max(price, missing)", 3), ("number('3.4')", 3.4),
        ("number(true)", 1), ("number('x')", "error: number() cannot read String “x”"), ("number(missing)", None),
        ("price.round(16)", "error: round() takes up to 15 digits"), ("(1 / 0).round()", "Infinity"),
        ("price.toFixed(-1)", "error: toFixed() takes 0 to 100 digits"), ("(1 / 0).toFixed(2)", "Infinity"),
        ("1e308.round(3)", 1e308), ("1e308.floor()", 1e308), ("(0 / 0).ceil()", "NaN"), ("number(price)", 3),
        ("'abc'.slice(1 / 0)", "error: slice() needs a finite number, not Infinity"), ("max(missing)", None),
        ("max('a', 'b')", "error: max() needs numbers or dates"), ("price[0]", None),
        ("random() < 1", True), ("max(when, date('2026-05-01'))", "2026-05-01"),
    ],
    "lists": [
        ("[1,2,3].contains(2)", True), ("[1,2,3].containsAll(2,3)", True), ("[1,2,3].containsAny(3,4)", True),
        ("[1,2,3].containsAny([3,4])", True), ("[1,2,3,4].filter(value > 2)", [3, 4]), ("[5,6].filter(index > 0)", [6]),
        ("[1,2].map(value + price)", [4, 5]), ("[1,2,3].reduce(acc + value, 0)", 6),
        ("[3,1,2].reduce(if(acc == null || value > acc, value, acc), null)", 3),
        ("[[1,2],[3]].map(value.filter(value > 1))", [[2], [3]]), ("[1,[2,3]].flat()", [1, 2, 3]),
        ("[1,2,3].join(',')", "1,2,3"), ("[1,2,3].reverse()", [3, 2, 1]), ("[1,2,3,4].slice(1,3)", [2, 3]),
        ("[3, 1, 2].sort()", [1, 2, 3]), ("['c', 'a'].sort()", ["a", "c"]), ("[1,2,2,3].unique()", [1, 2, 3]),
        ("[author, link('B'), 'B'].unique().length", 2), ("[1,2,6].mean()", 3), ("[1,2,4,9].median()", 3),
        ("[2,4,4,4,5,5,7,9].stddev()", 2), ("[1,2,null].mean()", 1), ("[].mean()", None), ("[1 / 0].stddev()", "NaN"),
        ("[1e308, 1e308].mean()", "Infinity"), ("[1 / 0, -1 / 0].mean()", "NaN"),
        ("['a'].mean()", "error: mean() needs numbers, not String"), ("[1, 2,]", [1, 2]),
        ("[author, author, link('f/C'), author].contains(link('B'))", True),
        ("[author, author, link('f/C'), author].contains(file)", False),
        ("[author, author, link('f/C'), 'x'].contains(link('B'))", True),
        ("[tags[0], tags[0]].unique()", ["#work/house"]),
        ("[file, link('A'), this.file].unique()", ["A.md", "B.md"]), ("[[1], [1], [2]].unique()", [[1], [2]]),
        ("[duration('1d'), duration('24h')].unique()", ["1 day"]),
        ('[{"a": 1}, {"a": 1}, {"a": 2}].unique()', [{"a": 1}, {"a": 2}]),
        ("[html('a'), html('a')].unique()", [{"html": "a"}]), ("[true, true, false].unique()", [True, False]),
        ("[duration('2h'), duration('1h')].sort()", ["1 hour", "2 hours"]), ("[[2], [1], []].sort()", [[1], [2], []]),
        ("[link('z/A'), link('a/B', 'C'), 'b'].sort()", ["[[z/A]]", "b", "[[a/B|C]]"]),
        ("[tags[0], tags[1]].sort()", ["#Book", "#work/house"]), ("[this.file, file].sort()", ["A.md", "B.md"]),
        ("[missing, html('b'), 'a', when, 2, true].sort()", [True, 2, "2026-03-10", "a", {"html": "b"}, None]),
        ("list('value')", ["value"]),
        ("list(authors).length", 2), ("list(missing)", []), ("tags.contains('work')", True),
        ("tags.contains('wor')", False), ("tags.contains('#BOOK')", True), ("file.tags.contains('work/house')", True),
        ("tags.filter(value.startsWith('work')).length", 1), ("missing.map(value)", None),
        ("price.map(value)", "error: map() needs a list"), ("values", None),
        ("[1].nothing", 'error: Cannot find "nothing" on type List'),
    ],
    "links and files": [
        ("authors.contains(this)", True), ("authors.contains(link('B'))", True), ("list(author).contains(this)", True),
        ("author.asFile().name", "B.md"), ("author.asFile().properties.name", "Bee"),
        ("author.asFile().topics", ["[[A]]"]), ("lost.asFile()", None), ("lost.asFile().properties.x", None),
        ("author.linksTo(file)", True), ("file.hasLink(this)", True), ("file.hasLink(this.file)", True),
        ("this.file.hasLink(file)", True), ("file.hasLink('B')", True), ("file.hasLink('[[B|x]]')", True),
        ("file.hasLink('picture.jpg')", True), ("file.hasLink('Nobody')", False),
        ("file.hasLink(link('Nowhere'))", True), ("file.hasTag('WORK')", True),
        ("file.hasTag('#work/house', 'x')", True), ("file.hasTag('wor')", False), ("file.hasProperty('empty')", True),
        ("file.hasProperty('Price')", True), ("file.hasProperty('missing')", False), ("file.inFolder('f')", False),
        ("file.inFolder()", True), ("file('f/C').inFolder('f')", True), ("file(link('C')).path", "f/C.md"),
        ("file('Nowhere')", None), ("file.asLink('me')", "[[A|me]]"), ("link('x', 'shown')", "[[x|shown]]"),
        ("link('https://x.org', 'X')", "[X](https://x.org)"), ("file.links.contains(link('B'))", True),
        ("file.links.contains(this.file)", True), ("file.embeds[0].containsAny('png', 'jpg')", True),
        ("list(this.file.links).filter(list(file.links).containsAny(value)).length", 0),
        ("file.folder == this.file.folder", True), ("icon('plus')", {"icon": "plus"}),
        ("image('a.png')", {"image": "a.png"}), ("html('<b>')", {"html": "<b>"}), ("file.properties.keys().length", 15),
        ("address.values()", ["Bern"]), ("taggedWith(file, 'x', 'work')", True),
        ("taggedWith(author, 'work')", "error: taggedWith() needs a file, not Link"), ("lost.linksTo(file)", False),
        ("file.hasLink(missing)", False), ("file(file).name", "A.md"), ("link(file, 'me')", "[[A|me]]"),
        ("link('[[B|Bee]]')", "[[B|Bee]]"), ("web.asFile()", None), ("here.asFile().name", "A.md"),
        ("file('f/C').hasLink(file('f/C'))", True), ("file('f/C').backlinks", []), ("note.price", 3),
        ("note.keys().length", 15), ("formula.gone", "error: formula.gone: the base has no such formula"),
    ],
    "types": [
        ("'x'.isType('string')", True), ("1.isType('number')", True), ("true.isType('boolean')", True),
        ("when.isType('date')", True), ("authors.isType('list')", True), ("author.isType('link')", True),
        ("file.isType('file')", True), ("address.isType('object')", True), ("missing.isType('null')", True),
        ("duration('1d').isType('duration')", True), ("/x/.isType('regexp')", True),
        ("missing.isType('number')", False), ("html('x').isType('html')", True), ("icon('x').isType('image')", False),
    ],
}  # fmt: skip


@pytest.mark.parametrize("topic", VALUES)
def test_v14_every_function_returns_its_value(files: FormulaFiles, topic: str) -> None:
    assert [(text, value_on(files, text)) for text, _ in VALUES[topic]] == VALUES[topic]


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "status ==", "(status", "status)", '"open', "a && ", "a = 3", "a ? b : c", "not x", "x.frobnicate()",
        "frobnicate(x)", "if(a)", "file.hasTag()", "'a'.slice()", "formula", "(" * 100, "!" * 5000, "a." * 5000,
        "a+" * 900 + "a", "1" * 5000 + "(", "a" * 30_000, "[1,2", "{1: 2}", "a..b", "a.5", "x.map()",
        "[1].reduce(acc, 1, 2)", "/(?=a)/.matches(x)", "/(a)\\1/.matches(x)", "/(/.matches(x)", "/a/q.matches(x)",
        "\x00", "a b",
    ],
)  # fmt: skip
def test_invalid_expressions_raise_an_error(text: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: ") as error:
        BasesCompiler({}).statement(text)
    assert error.value.code == "VALIDATION_FAILED"
    assert len(error.value.message) < 300


def test_deep_and_large_values_are_errors(files: FormulaFiles) -> None:
    long_list = f"[{','.join('0' * 900)}]"
    assert value_on(files, f"{long_list}.reduce([acc], 0)") == "error: more than 20 lists inside each other"
    assert value_on(files, f"{long_list}.reduce(acc + acc, 'x')") == "error: a text of more than 200,000 characters"
    assert value_on(files, f"{long_list}.reduce(acc + acc, [1])") == "error: a list of more than 20,000 items"
    assert value_on(files, f"{long_list}.reduce(acc * acc, 99)") == "Infinity"


def test_a_query_that_exceeds_its_time_limit_raises_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula_files, "MAX_SECONDS", 0.02)
    list_of_100 = f"[{','.join('0' * 100)}]"
    with network(tmp_path, NOTES) as net, pytest.raises(ToolFailure, match="takes too long"):
        value_on(FormulaFiles(net, NOW), f"{list_of_100}.map({list_of_100}.map({list_of_100}.map(value)))")


PIECES = st.sampled_from(
    [
        "file", ".", "hasTag", "(", ")", '"work"', "price", "author", "==", "!=", "<", "&&", "||", "!", "3", "-", "+",
        "*", "/", "%", "today()", "contains", "isEmpty()", ",", "[", "]", "now()", '"1d"', "formula.double", "true",
        " ", "link", "'", "§", "\\", "when", "tags", "authors", "value", "acc", "map(", "reduce(", "filter(", "if(",
        "this", "null", "/a/", "{", "}", ":", "file.links", "format(", "round(", "join(", "1e9",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=60))
def test_any_text_is_evaluated_or_raises_the_documented_error(files: FormulaFiles, text: str) -> None:
    assert_evaluates_or_fails(lambda: value_on(files, text))


@pytest.mark.parametrize("text", ["5 % (1 / 0)", "5.5 % 0.5", "6 / 2", "7 % 4"])
def test_a_whole_result_is_an_integer(files: FormulaFiles, text: str) -> None:
    assert type(value_on(files, text)) is int

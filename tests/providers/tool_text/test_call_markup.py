"""Call markup: the shapes models write."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers.tool_text.call_json import TWICE, NamedCall
from vaultdesk.providers.tool_text.call_markup import BETWEEN, BROKE_OFF, OPEN, REPEATED, markup_calls
from vaultdesk.providers.tool_text.schema_kinds import Schemas

A = NamedCall("a", '{"q": 1}')


@pytest.mark.parametrize(
    ("body", "call"),
    [
        ('<name>a</name><args>{"q": 1}</args>', A),
        ('<name>a</name>\n<args>\n{"q": 1}\n</args>\n', A),
        ('<args>{"q": 1}</args><name> a </name>', A),
        ('<name>a</name><arguments>{"q": 1}</arguments>', A),
        ('<tool_name>a</tool_name><parameters>{"q": 1}</parameters>', A),
        ('<name>a</name><args>{"q": 1}', A),
        ("<name>a</name><q>1</q>", A),
        ("<name>a</name><args><q>1</q></args>", A),
        ('<name>a</name><type>x</type><args>{"q": 1}</args>', A),
        ("<function=a><parameter=q>1</parameter></function>", A),
        ("<function=a>\n<parameter=q>\n1\n</parameter>\n</function>", A),
        ('<function="a"><q>1</q></function>', A),
        ('<function=a>{"q": 1}</function>', A),
        ('<function=a>{"q": 1}', A),
        ("<name>a</name>", NamedCall("a", "{}")),
        ("<name>a</name><args></args>", NamedCall("a", "")),
        ("<name>a</name><args/>", NamedCall("a", "")),
        ("<function=a></function>", NamedCall("a", "{}")),
        ('<name>a</name><args>{"q": "</args>"}</args>', NamedCall("a", '{"q": "</args>"}')),
        ("<name>a</name><args><![CDATA[{}]]></args>", NamedCall("a", "{}")),
        ("<name>a</name><args>words</args>", NamedCall("a", "words")),
        ("<name>a</name><args>[1]</args>", NamedCall("a", "[1]")),
    ],
)
def test_each_shape_is_a_call(body: str, call: NamedCall) -> None:
    assert markup_calls(body, closed=True) == (call,)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("boiler", "boiler"),
        ("", ""),
        ("5", 5),
        ("-1.5", -1.5),
        ("true", True),
        ("null", None),
        ('["a", 1]', ["a", 1]),
        ('\n{"x": [1]}\n', {"x": [1]}),
        ('"quoted"', '"quoted"'),
        ("007", "007"),
        ("NaN", "NaN"),
        ('{"x": 1, "x": 2}', '{"x": 1, "x": 2}'),
        ('1, "x": 2', '1, "x": 2'),
        ("\n  line\n\nline  \n", "  line\n\nline  "),
        ("a &lt; b &amp;&amp; c &#233;&#x1F642;", "a < b && c é🙂"),
        ("&copy &nbsp; &#0; &#xD800; &#99999999;", "&copy &nbsp; &#0; &#xD800; &#99999999;"),
        ("&amp;lt;", "&lt;"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("<![CDATA[a &lt; <b>]]>", "a &lt; <b>"),
        ("<![CDATA[", "<![CDATA["),
    ],
)
def test_a_child_tag_holds_a_value_or_text(written: str, value: object) -> None:
    for body in (f"<name>a</name><x>{written}</x>", f"<function=a><parameter=x>{written}</parameter></function>"):
        calls = markup_calls(body, closed=True)

        assert calls is not None
        assert calls[0].problem == ""
        assert json.loads(calls[0].arguments) == {"x": value}


@pytest.mark.parametrize("written", ["123", "true", "null", "[1]", '{"x": 1}', "1.0", "\n2024\n"])
def test_a_text_is_a_text_where_the_tool_wants_one(written: str) -> None:
    schemas: Schemas = {"a": {"properties": {"x": {"type": "string"}}}}

    for body in (
        f"<name>a</name><x>{written}</x>",
        f"<name>a</name><args><x>{written}</x></args>",
        f"<function=a><parameter=x>{written}</parameter></function>",
    ):
        told, other = (
            markup_calls(body, True, schemas),
            markup_calls(body.replace("a<", "b<").replace("=a", "=b"), True, schemas),
        )
        assert [json.loads(call.arguments) for call in told or ()] == [{"x": written.strip("\n")}]
        assert [json.loads(call.arguments) for call in other or ()] == [{"x": json.loads(written)}]


def test_an_argument_may_be_called_name() -> None:
    assert markup_calls("<name>a</name><name>b</name>", closed=True) == (NamedCall("a", '{"name": "b"}'),)


def test_several_functions_are_several_calls() -> None:
    body = '<function=a>{"q": 1}</function>\n<function=b><parameter=x>1</parameter></function>'

    assert markup_calls(body, closed=True) == (A, NamedCall("b", '{"x": 1}'))


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<name>a</name><args>{"q": 1}</args><x>1</x>', TWICE),
        ('<name>a</name><args>{"q": 1}</args><args>{}</args>', TWICE),
        ("<name>a</name><x>1</x><x>2</x>", REPEATED.format("x")),
        ("<name>a</name>words<x>1</x>", BETWEEN),
        ("<name>a</name><x>1", OPEN.format("x")),
        ("<name>a</name><args><x>1</args>", OPEN.format("x")),
        ("<function=a><parameter=x>1</function>", OPEN.format("parameter")),
        ("<function=a></function>words", BETWEEN),
        ("<function=a>words</function>", BETWEEN),
    ],
)
def test_what_is_unclear_is_a_problem(body: str, problem: str) -> None:
    calls = markup_calls(body, closed=True)

    assert calls is not None
    assert (calls[0].name, calls[0].problem) == ("a", problem)


@pytest.mark.parametrize("body", ["", "<x>1</x>", "<name></name>", "<args>{}</args>", "<name", "<b>bold</b> words"])
def test_without_a_name_it_is_no_call(body: str) -> None:
    assert markup_calls(body, closed=True) is None


def test_a_row_of_tags_that_broke_off_may_lack_more_of_them() -> None:
    for body in ("<name>a</name>", "<name>a</name><x>1</x>", "<function=a><parameter=x>1</parameter>"):
        assert [call.problem for call in markup_calls(body, closed=False) or ()] == [BROKE_OFF]


def test_json_that_is_whole_needs_no_closing_tag() -> None:
    for body in ('<name>a</name><args>{"q": 1}', '<name>a</name><args>{"q": 1}</args>', '<function=a>{"q": 1}'):
        assert markup_calls(body, closed=False) == (A,)
    assert markup_calls("<function=a><parameter=q>1</parameter></function>", closed=False) == (A,)


@given(st.text(alphabet='<>/=abname rgsfuctiop"{}[]&;#!CDATA'))
def test_any_text_comes_to_calls_or_to_none(text: str) -> None:
    for call in markup_calls(f"<name>a</name>{text}", closed=True) or ():
        assert call.name


@pytest.mark.parametrize(
    "unit", ["<a>1</a>", "<args>{}</args>", "<function=a>{}</function>", "<name>a</name>", " ", "<a>"]
)
def test_hostile_text_takes_time_in_proportion(unit: str) -> None:
    text = "<name>a</name>" + unit * (300_000 // len(unit))

    started = time.process_time()
    markup_calls(text, closed=True)

    assert time.process_time() - started < 10

"""Tests of providers/tool_emulation/call_parser.py."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.fuzzing.tool_text import check_calls
from tests.support.growth import check_linear, repeated
from vaultdesk.providers.call_accumulator import MAX_CHARACTERS
from vaultdesk.providers.tool_emulation.call_parser import (
    ARGUMENTS_BESIDE_NAME,
    ARGUMENTS_TWICE,
    INCOMPLETE_CALL,
    MAX_PYTHON,
    REPEATED_TAG,
    TEXT_BETWEEN_TAGS,
    UNCLOSED_TAG,
    NamedCall,
    ReadCall,
    gemma_call,
    item_texts,
    json_calls,
    markup_calls,
    member_texts,
    pairs_call,
    python_calls,
    read_calls,
    read_json_object,
    strip_code_fence,
    tag_text,
    tag_value,
    unescape_entities,
)
from vaultdesk.providers.tool_emulation.dialects import CALL_FRAMES, CallBlock
from vaultdesk.providers.tool_emulation.tool_schema import Schemas

# Python calls

LIST = NamedCall("list_notes", '{"folder": "a"}')


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ('list_notes(folder="a")', (LIST,)),
        ('[list_notes(folder="a"), list_notes(folder="a")]', (LIST, LIST)),
        ('list_notes(folder="a")\nresult = list_notes(folder="a")', (LIST, LIST)),
        ('print(list_notes(folder="a"))', (LIST,)),
        ('notes.list_notes.call(folder="a")', (NamedCall("notes.list_notes", '{"folder": "a"}'),)),
        (
            "f(a=-1, b=[true, None, 1.5], c={'x': (False, 'ü')}, d=null)",
            (NamedCall("f", '{"a": -1, "b": [true, null, 1.5], "c": {"x": [false, "ü"]}, "d": null}'),),
        ),
        ('f(a="one\ntwo")', (NamedCall("f", '{"a": "one\\ntwo"}'),)),
        ("f(a='''one\ntwo''')", (NamedCall("f", '{"a": "one\\ntwo"}'),)),
    ],
)
def test_python_calls_are_parsed_with_their_values(text: str, calls: tuple[NamedCall, ...]) -> None:
    assert python_calls(text) == calls


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('f("a")', "each of them needs its name"),
        ("f(**found)", "each of them needs its name"),
        ("f(a=other)", "not a plain value"),
        ("f(a={1: 2})", "not a plain value"),
        ("f(a=-'b')", "not a plain value"),
        ("f(a=1", "not a complete call"),
        pytest.param(f"f(a='{'x' * MAX_PYTHON}')", "too long", id="long"),
    ],
)
def test_an_invalid_python_call_has_a_problem(text: str, problem: str) -> None:
    (call,) = python_calls(text) or ()
    assert call.name == "f"
    assert problem in call.problem


@pytest.mark.parametrize(
    "text", ["Just words (in brackets).", "f(a=1)\nimport os", "f(a=1)\nx = 2", "[f(a=1), 2]", "", "print(1)"]
)
def test_other_text_is_not_a_python_call(text: str) -> None:
    assert python_calls(text) is None


def test_blanks_in_a_call_of_gemma_are_ignored() -> None:
    assert gemma_call('call:a{ q: 1,\n r: "x y" }') == NamedCall("a", '{"q":1,"r":"x y"}')


# Repair


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2, ], }', {"a": [1, 2]}),
        ('{"a": {"b": "x,]"},\n}', {"a": {"b": "x,]"}}),
        ('{"a": 1}}', {"a": 1}),
        ('{"a": 1}\n}\n', {"a": 1}),
        ('{"a": 1,}}', {"a": 1}),
        ('{"a": "x\ny\tz\r\n"}', {"a": "x\ny\tz\r\n"}),
        ('{"a": "x\\n\n\\"\n"}', {"a": 'x\n\n"\n'}),
    ],
)
def test_unambiguous_json_errors_are_repaired(text: str, value: object) -> None:
    reading = read_json_object(text)

    assert (reading.value, reading.problem, reading.repaired) == (value, "", True)
    assert json.loads(reading.text) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1',
        '{"a": "x',
        '{"a": 1}}}',
        '{"a": 1}]',
        '{"a": 1,,}',
        "{,}",
        '{"a": [,]}',
        '{"a":,}',
        "{'a': 1}",
        "{a: 1}",
        '{"a": 1} and so on',
        '{"a": 1}{"b": 2}',
        '{"a": 1 "b": 2}',
        '{"a": "say "hi""}',
        '{"a": "x\\\ny"}',
        '{"a": NaN,}',
        '{"a": 1, "a": 2,}',
        '{"a": "\x00"}',
        "[1,]",
        "}",
    ],
)
def test_ambiguous_json_errors_are_not_repaired(text: str) -> None:
    reading = read_json_object(text)

    assert reading.value is None
    assert reading.problem
    assert not reading.repaired
    assert reading.text == text


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_valid_json_is_unchanged(value: dict[str, object]) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        reading = read_json_object(text)
        assert (reading.text, reading.value, reading.repaired) == (text, value, False)


@given(st.dictionaries(st.text(), st.text() | st.lists(st.integers(), min_size=1), min_size=1))
def test_a_trailing_comma_does_not_change_the_value(value: dict[str, object]) -> None:
    text = json.dumps(value, ensure_ascii=False)

    assert read_json_object(text[:-1] + ",}").value == value


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("```json\n{}\n```", "{}\n"),
        ("  ```\n{}```\n", "{}"),
        ("```{}```", "{}"),
        ("```", "```"),
        ("```json", "```json"),
        ("{}", "{}"),
        ("```json\n{}", "```json\n{}"),
        ("x ```{}```", "x ```{}```"),
    ],
)
def test_a_code_fence_around_the_text_is_removed(text: str, inner: str) -> None:
    assert strip_code_fence(text) == inner


@pytest.mark.parametrize("unit", ['"', '\\"', ",", ", ", "{,", "[", "{ ", '"\\', "\n", "}"])
def test_hostile_json_is_parsed_in_linear_time(unit: str) -> None:
    check_linear(read_json_object, repeated(unit, before='{"a": '), 80_000)


# Member texts

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("{}", {}),
        (" { } ", {}),
        ('{"a":1}', {"a": "1"}),
        (' {\n"a" : { "b" : [ ] }\t,"c":"}" }\r\n', {"a": '{ "b" : [ ] }', "c": '"}"'}),
        ('{"a\\"\\u00e9": 1.50e+1}', {'a"é': "1.50e+1"}),
    ],
)
def test_member_texts_are_unchanged(text: str, texts: dict[str, str]) -> None:
    assert member_texts(text) == texts


@pytest.mark.parametrize(
    ("text", "texts"),
    [("[]", []), (" [ ]", []), ("[1]", ["1"]), ('[ {"a":1 } , "]",null]', ['{"a":1 }', '"]"', "null"])],
)
def test_item_texts_are_unchanged(text: str, texts: list[str]) -> None:
    assert item_texts(text) == texts


@given(st.dictionaries(st.text(), VALUES), st.sampled_from([None, 0, 3]))
def test_texts_of_arbitrary_values_are_found(value: dict[str, JsonValue], indent: int | None) -> None:
    text = json.dumps(value, indent=indent)

    assert {name: json.loads(item_text) for name, item_text in member_texts(text).items()} == value
    assert [json.loads(item_text) for item_text in item_texts(json.dumps([*value.values()], indent=indent))] == [
        *value.values()
    ]
    assert all(item_text in text for item_text in member_texts(text).values())


# JSON calls: the forms that models write.

CALL_A = NamedCall("a", '{"q": 1}')


@pytest.mark.parametrize(
    ("body", "call"),
    [
        ('{"name": "a", "arguments": {"q": 1}}', CALL_A),
        ('{"name": "a", "arguments": "{\\"q\\": 1}"}', CALL_A),
        ('{"name": "a", "arguments": {"q":1}}', NamedCall("a", '{"q":1}')),
        (
            '{"name":"a","arguments" : {\n "q": 1.50, "x": "\\u00e9" } }',
            NamedCall("a", '{\n "q": 1.50, "x": "\\u00e9" }'),
        ),
        ('{"function":{"name":"a","arguments":{"q":1}}}', NamedCall("a", '{"q":1}')),
        ('{"tool_calls": [ {"name":"a","arguments":{"q":1}} ]}', NamedCall("a", '{"q":1}')),
        ('{"name": " a ", "parameters": {"q": 1}}', CALL_A),
        ('{"tool": "a", "input": {"q": 1}}', CALL_A),
        ('{"tool_name": "a", "args": {"q": 1}}', CALL_A),
        ('{"function": "a", "arguments": {"q": 1}}', CALL_A),
        ('{"type": "function", "function": {"name": "a", "arguments": "{\\"q\\": 1}"}}', CALL_A),
        ('{"function": {"name": "a"}, "arguments": {"q": 1}}', CALL_A),
        ('{"tool_calls": [{"function": {"name": "a", "arguments": {"q": 1}}}]}', CALL_A),
        ('[{"name": "a", "arguments": {"q": 1}}]', CALL_A),
        ('\n{"name": "a", "arguments": {"q": 1}, "why": "so"}\n', CALL_A),
        ('{"name": "a"}', NamedCall("a", "")),
        ('{"name": "a", "arguments": null}', NamedCall("a", "")),
        ('{"name": "a", "arguments": ""}', NamedCall("a", "")),
        ('{"type": "tool_call", "id": "c1", "name": "a"}', NamedCall("a", "", model_id="c1")),
        ('{"name": "a", "arguments": [1]}', NamedCall("a", "[1]")),
        ('{"name": "a", "arguments": {"q": 1,}}', NamedCall("a", '{"q": 1}', repaired=True)),
        ('```json\n{"name": "a", "arguments": {"q": 1}}\n```', NamedCall("a", '{"q": 1}', repaired=True)),
        ('```json\n{"name":"a","arguments":{"q":1,}}\n```', NamedCall("a", '{"q":1}', repaired=True)),
        ('[{"name": "a", "arguments": {"q": 1}},]', NamedCall("a", '{"q": 1}', repaired=True)),
    ],
)
def test_each_json_form_is_a_call(body: str, call: NamedCall) -> None:
    assert json_calls(body) == (call,)


@given(
    st.dictionaries(st.text(), st.recursive(st.none() | st.text() | st.integers(), st.lists)),
    st.sampled_from([None, 1]),
)
def test_the_text_of_an_arguments_object_is_unchanged(arguments: dict[str, object], indent: int | None) -> None:
    arguments_text = json.dumps(arguments, indent=indent, ensure_ascii=indent is None)

    for body in (f'{{"name":"a","arguments":{arguments_text}}}', f'[ {{"name":"a","arguments" : {arguments_text} }} ]'):
        assert json_calls(body) == (NamedCall("a", arguments_text),)


def test_a_list_contains_several_calls() -> None:
    assert json_calls('[{"name": "a", "args": {"q": 1}}, {"name": "b"}]') == (CALL_A, NamedCall("b", ""))
    for separator in ("", "\n", "; ", ", "):
        assert json_calls(f'{{"name": "a", "args": {{"q": 1}}}}{separator}{{"name": "b"}}') == (
            CALL_A,
            NamedCall("b", ""),
        )
    assert json_calls('{"name": "a"} and {"name": "b"}', {}) != (NamedCall("a", ""), NamedCall("b", ""))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "words",
        "1",
        '"name"',
        "{}",
        "[]",
        '{"q": 1}',
        '{"name": ""}',
        '{"name": 1}',
        '{"name": {"a": 1}}',
        '[{"name": "a"}, 1]',
        '[{"name": "a"}], "tool": "b"',
        '{"q": ',
        '{"tool_calls": []}',
        "```json\nwords\n```",
        '{"q": 1} [1]',
        '{"q": 1}\n5',
    ],
)
def test_other_json_is_not_a_call(body: str) -> None:
    assert json_calls(body) is None


def test_a_malformed_call_with_a_tool_name_has_a_problem() -> None:
    calls = json_calls('{"name": "a", "arguments": {"q":')

    assert calls is not None
    assert (calls[0].name, calls[0].arguments) == ("a", '{"name": "a", "arguments": {"q":')
    assert "line 1" in calls[0].problem


def test_arguments_in_two_places_are_a_problem() -> None:
    assert [call.problem for call in json_calls('{"name": "a", "arguments": {}, "input": {}}') or ()] == [
        ARGUMENTS_TWICE
    ]


def test_arguments_next_to_the_name_are_a_problem_and_are_not_omitted() -> None:
    assert json_calls('{"name":"a", "q": 1}') == (NamedCall("a", '{"name":"a", "q": 1}', ARGUMENTS_BESIDE_NAME),)


@pytest.mark.parametrize(
    "part", ['"q": 1, "q": 2', '"q": NaN', '"q": 1e999', '"q": "\\ud800"', '"q": ' + "[" * 40 + "]" * 40]
)
def test_json_that_is_not_strict_is_a_problem(part: str) -> None:
    calls = json_calls(f'{{"name": "a", "arguments": {{{part}}}}}')

    assert calls is not None
    assert calls[0].problem


# Tag value


@pytest.mark.parametrize(("text", "value"), [("5", 5), (" [1] ", [1]), ("null", None), ("{}", {}), ("true", True)])
def test_json_in_a_tag_is_parsed_unless_the_schema_expects_text(text: str, value: JsonValue) -> None:
    assert tag_value("q", text, text, {}) == value
    assert tag_value("q", text, text, {"properties": {"q": {"type": "string"}}}) == text
    assert tag_value("q", text, text, {"properties": {"n": {"type": "string"}}}) == value


@pytest.mark.parametrize("text", ["", "word", '"quoted"', "007", '1, "x": 2', "NaN", '{"a": 1, "a": 2}', "}{"])
def test_other_tag_content_is_text(text: str) -> None:
    assert tag_value("q", text, "plain", {}) == "plain"
    assert tag_value("q", text, "plain", {"properties": {"q": {"type": "integer"}}}) == "plain"


@pytest.mark.parametrize(
    ("text", "plain"),
    [("\n a\n\n", " a\n"), ("a &lt; b", "a < b"), ("&#233;&#0;", "é&#0;"), ("<![CDATA[&lt;]]>", "&lt;")],
)
def test_line_endings_at_the_tags_are_removed_and_entities_are_decoded(text: str, plain: str) -> None:
    assert tag_text(text) == plain
    assert unescape_entities(text) == plain or text[0] == "\n"


# Markup calls: the forms that models write.

CALL_MARKUP_A = NamedCall("a", '{"q": 1}')


@pytest.mark.parametrize(
    ("body", "call"),
    [
        ('<name>a</name><args>{"q": 1}</args>', CALL_MARKUP_A),
        ('<name>a</name>\n<args>\n{"q": 1}\n</args>\n', CALL_MARKUP_A),
        ('<args>{"q": 1}</args><name> a </name>', CALL_MARKUP_A),
        ('<name>a</name><arguments>{"q": 1}</arguments>', CALL_MARKUP_A),
        ('<tool_name>a</tool_name><parameters>{"q": 1}</parameters>', CALL_MARKUP_A),
        ('<name>a</name><args>{"q": 1}', CALL_MARKUP_A),
        ("<name>a</name><q>1</q>", CALL_MARKUP_A),
        ("<name>a</name><args><q>1</q></args>", CALL_MARKUP_A),
        ('<name>a</name><type>x</type><args>{"q": 1}</args>', CALL_MARKUP_A),
        ("<function=a><parameter=q>1</parameter></function>", CALL_MARKUP_A),
        ("<function=a>\n<parameter=q>\n1\n</parameter>\n</function>", CALL_MARKUP_A),
        ('<function="a"><q>1</q></function>', CALL_MARKUP_A),
        ('<function=a>{"q": 1}</function>', CALL_MARKUP_A),
        ('<function=a>{"q": 1}', CALL_MARKUP_A),
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
def test_each_markup_form_is_a_call(body: str, call: NamedCall) -> None:
    assert markup_calls(body, closed=True) == (call,)


@pytest.mark.parametrize(
    ("content", "value"),
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
def test_a_child_tag_contains_a_value_or_text(content: str, value: object) -> None:
    for body in (f"<name>a</name><x>{content}</x>", f"<function=a><parameter=x>{content}</parameter></function>"):
        calls = markup_calls(body, closed=True)

        assert calls is not None
        assert calls[0].problem == ""
        assert json.loads(calls[0].arguments) == {"x": value}


@pytest.mark.parametrize("content", ["123", "true", "null", "[1]", '{"x": 1}', "1.0", "\n2024\n"])
def test_a_child_tag_is_text_if_the_schema_expects_text(content: str) -> None:
    schemas: Schemas = {"a": {"properties": {"x": {"type": "string"}}}}

    for body in (
        f"<name>a</name><x>{content}</x>",
        f"<name>a</name><args><x>{content}</x></args>",
        f"<function=a><parameter=x>{content}</parameter></function>",
    ):
        calls, other_calls = (
            markup_calls(body, True, schemas),
            markup_calls(body.replace("a<", "b<").replace("=a", "=b"), True, schemas),
        )
        assert [json.loads(call.arguments) for call in calls or ()] == [{"x": content.strip("\n")}]
        assert [json.loads(call.arguments) for call in other_calls or ()] == [{"x": json.loads(content)}]


def test_an_argument_may_have_the_name_name() -> None:
    assert markup_calls("<name>a</name><name>b</name>", closed=True) == (NamedCall("a", '{"name": "b"}'),)


def test_several_functions_are_several_calls() -> None:
    body = '<function=a>{"q": 1}</function>\n<function=b><parameter=x>1</parameter></function>'

    assert markup_calls(body, closed=True) == (CALL_MARKUP_A, NamedCall("b", '{"x": 1}'))


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<name>a</name><args>{"q": 1}</args><x>1</x>', ARGUMENTS_TWICE),
        ('<name>a</name><args>{"q": 1}</args><args>{}</args>', ARGUMENTS_TWICE),
        ("<name>a</name><x>1</x><x>2</x>", REPEATED_TAG.format("x")),
        ("<name>a</name>words<x>1</x>", TEXT_BETWEEN_TAGS),
        ("<name>a</name><x>1", UNCLOSED_TAG.format("x")),
        ("<name>a</name><args><x>1</args>", UNCLOSED_TAG.format("x")),
        ("<function=a><parameter=x>1</function>", UNCLOSED_TAG.format("parameter")),
        ("<function=a></function>words", TEXT_BETWEEN_TAGS),
        ("<function=a>words</function>", TEXT_BETWEEN_TAGS),
    ],
)
def test_ambiguous_markup_is_a_problem(body: str, problem: str) -> None:
    calls = markup_calls(body, closed=True)

    assert calls is not None
    assert (calls[0].name, calls[0].problem) == ("a", problem)


@pytest.mark.parametrize("body", ["", "<x>1</x>", "<name></name>", "<args>{}</args>", "<name", "<b>bold</b> words"])
def test_markup_without_a_name_is_not_a_call(body: str) -> None:
    assert markup_calls(body, closed=True) is None


def test_truncated_tags_are_an_incomplete_call() -> None:
    for body in ("<name>a</name>", "<name>a</name><x>1</x>", "<function=a><parameter=x>1</parameter>"):
        assert [call.problem for call in markup_calls(body, closed=False) or ()] == [INCOMPLETE_CALL]


def test_complete_json_needs_no_closing_tag() -> None:
    for body in ('<name>a</name><args>{"q": 1}', '<name>a</name><args>{"q": 1}</args>', '<function=a>{"q": 1}'):
        assert markup_calls(body, closed=False) == (CALL_MARKUP_A,)
    assert markup_calls("<function=a><parameter=q>1</parameter></function>", closed=False) == (CALL_MARKUP_A,)


@given(st.text(alphabet='<>/=abname rgsfuctiop"{}[]&;#!CDATA'))
def test_arbitrary_markup_yields_calls_with_names_or_none(text: str) -> None:
    for call in markup_calls(f"<name>a</name>{text}", closed=True) or ():
        assert call.name


@pytest.mark.parametrize(
    "unit", ["<a>1</a>", "<args>{}</args>", "<function=a>{}</function>", "<name>a</name>", " ", "<a>"]
)
def test_hostile_markup_is_parsed_in_linear_time(unit: str) -> None:
    check_linear(lambda body: markup_calls(body, closed=True), repeated(unit, before="<name>a</name>"), 40_000)


# Key and value pairs

FIND: Schemas = {"find": {"properties": {"q": {"type": "string"}, "n": {"type": "integer"}, "l": {"type": "array"}}}}


def key_value_pair(key: str, value: str) -> str:
    return f"<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>\n"


def pair_arguments(body: str, schemas: Schemas = FIND) -> JsonValue:
    call = pairs_call(body, True, schemas)
    assert call is not None
    assert call.problem == ""
    parsed: JsonValue = json.loads(call.arguments)
    return parsed


def test_a_name_and_pairs_are_a_call() -> None:
    body = f"find\n{key_value_pair('q', '123')}{key_value_pair('n', '5')}{key_value_pair('l', '[1, 2]')}"

    assert pairs_call(body, True, FIND) == NamedCall("find", '{"q": "123", "n": 5, "l": [1, 2]}')
    assert pairs_call(body, True) == NamedCall("find", '{"q": 123, "n": 5, "l": [1, 2]}')


@pytest.mark.parametrize(
    "body",
    [
        "find<arg_key>q</arg_key><arg_value>a</arg_value>",
        "find \n\n<arg_key> q </arg_key>\n\n<arg_value>a</arg_value>",
    ],
)
def test_white_space_between_the_tags_is_ignored(body: str) -> None:
    assert pair_arguments(body) == {"q": "a"}


@pytest.mark.parametrize(
    "text", ["", " a ", "\na\n", "&lt;b&gt;", "</tool_call>", "<arg_key>q", '{"a', '"a"', "<q>1</q>"]
)
def test_the_text_of_a_pair_is_unchanged(text: str) -> None:
    assert pair_arguments(f"find\n{key_value_pair('q', text)}") == {"q": text}
    assert pair_arguments(f"find\n{key_value_pair('q', text)}", {}) == {"q": text}


def test_a_name_without_pairs_is_a_call_of_an_offered_tool_only() -> None:
    assert pair_arguments("find") == {}
    assert pairs_call("find", True) is None
    assert pairs_call("find", False, FIND) is None


@pytest.mark.parametrize("body", ["", "<arg_key>q", "a b", "words and words", "{}", "a: <arg_key>", "a" * 65, "a<b>"])
def test_other_text_is_not_a_call_with_pairs(body: str) -> None:
    assert pairs_call(body, True, FIND) is None


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("find<arg_key>q", TEXT_BETWEEN_TAGS),
        ("find<arg_key></arg_key><arg_value>1</arg_value>", TEXT_BETWEEN_TAGS),
        ("find<arg_key>q</arg_key>1", TEXT_BETWEEN_TAGS),
        ("find<arg_key>q</arg_key><arg_key>n</arg_key>", TEXT_BETWEEN_TAGS),
        (f"find{key_value_pair('q', 'a')}words", TEXT_BETWEEN_TAGS),
        ("find<arg_key>q</arg_key><arg_value>1", UNCLOSED_TAG.format("arg_value")),
        (f"find{key_value_pair('q', 'a')}{key_value_pair('q', 'b')}", REPEATED_TAG.format("q")),
    ],
)
def test_ambiguous_pairs_are_a_problem(body: str, problem: str) -> None:
    for closed in (True, False):
        call = pairs_call(body, closed, FIND)
        assert call is not None
        assert (call.name, call.problem) == ("find", problem)


def test_truncated_pairs_are_an_incomplete_call() -> None:
    call = pairs_call(f"find\n{key_value_pair('q', 'a')}", False, FIND)

    assert call is not None
    assert call.problem == INCOMPLETE_CALL


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,9}", fullmatch=True), st.text().filter(lambda text: "</arg_v" not in text), min_size=1
    )
)
def test_pairs_written_by_the_template_are_parsed(arguments: dict[str, str]) -> None:
    schemas: Schemas = {"find": {"additionalProperties": {"type": "string"}}}

    assert (
        pair_arguments("find\n" + "".join(key_value_pair(*item) for item in arguments.items()).strip(), schemas)
        == arguments
    )


@pytest.mark.parametrize(
    "unit", ["<arg_key>", "<arg_key>a</arg_key>", key_value_pair("a", "1"), "<arg_key>a</arg_key><arg_value>", " ", "a"]
)
def test_hostile_pairs_are_parsed_in_linear_time(unit: str) -> None:
    before = "find<arg_key>b</arg_key><arg_value></arg_value>"

    check_linear(lambda body: pairs_call(body, True, FIND), repeated(unit, before=before), 80_000)


# Calls of a block

FRAMES: tuple[str, ...] = ("sentinel", "xml", "bracket")


def block(body: str, frame: str = "sentinel", *, closed: bool = True) -> CallBlock:
    opening, closing = CALL_FRAMES[frame].opening, CALL_FRAMES[frame].closings[0]
    return CallBlock(frame, body, f"{opening}{body}{closing if closed else ''}", closed)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ['{"name": "a", "arguments": {"q": 1}}', '<name>a</name><args>{"q": 1}</args>'])
def test_both_dialects_are_parsed_in_each_frame(frame: str, body: str) -> None:
    assert read_calls(block(f"\n{body}\n", frame)) == (ReadCall("a", '{"q": 1}', {"q": 1}),)


def test_arguments_encoded_as_text_are_unchanged() -> None:
    assert read_calls(block('{"name": "a", "arguments": "{ \\"q\\":1 }"}')) == (ReadCall("a", '{ "q":1 }', {"q": 1}),)


def test_a_call_without_arguments_has_an_empty_object() -> None:
    assert read_calls(block('{"name": "a", "id": "c1"}')) == (ReadCall("a", "{}", {}, model_id="c1"),)
    assert read_calls(block("<name>a</name>", "xml")) == (ReadCall("a", "{}", {}),)


@pytest.mark.parametrize(
    "body",
    [
        "a\n<arg_key>q</arg_key>\n<arg_value>1</arg_value>",
        "<name>a</name><q>1</q>",
        "<function=a><parameter=q>1</parameter></function>",
    ],
)
def test_the_schema_determines_the_type_of_unquoted_text(body: str) -> None:
    schemas: Schemas = {"a": {"properties": {"q": {"type": "string"}}}}

    assert read_calls(block(body)) == (ReadCall("a", '{"q": 1}', {"q": 1}),)
    assert read_calls(block(body), schemas) == (ReadCall("a", '{"q": "1"}', {"q": "1"}),)


def test_a_block_with_only_a_name_is_a_call_of_an_offered_tool() -> None:
    assert read_calls(block("\na\n"), {"a": {}}) == (ReadCall("a", "{}", {}),)
    assert read_calls(block("\na\n"), {"b": {}}) is None


def test_the_schema_does_not_change_json_arguments() -> None:
    call_block = block('{"name": "a", "arguments": {"q":1}}')

    assert read_calls(call_block, {"a": {"properties": {"q": {"type": "string"}}}}) == read_calls(call_block)
    assert read_calls(call_block) == (ReadCall("a", '{"q":1}', {"q": 1}),)


def test_a_repeated_opening_tag_is_ignored() -> None:
    assert read_calls(block('\n<tool_call>\n{"name": "a"}')) == (ReadCall("a", "{}", {}),)


@pytest.mark.parametrize("body", ["", "words", "{}", '{"q": 1}', "<b>bold</b>", "<tool_call>", "[1]"])
def test_a_block_without_a_call_is_text(body: str) -> None:
    assert read_calls(block(body)) is None
    assert read_calls(block(body, closed=False)) is None


@pytest.mark.parametrize(
    "body",
    [
        '{"name": "a", "arguments": "words"}',
        '{"name": "a", "arguments": [1]}',
        '{"name": "a", "arguments": "\\"{}\\""}',
        '{"name": "a", "arguments": 5}',
        '{"name": "a", "arguments": false}',
        '{"name": "a", "arguments": {"q": 1}',
        "<name>a</name><args>words</args>",
        "<name>a</name><args>[1]</args>",
        '<name>a</name><args>{"q": 1</args>',
    ],
)
def test_invalid_arguments_are_a_problem_and_never_empty(body: str) -> None:
    calls = read_calls(block(body))

    assert calls is not None
    assert [(call.name, call.arguments, call.repaired) for call in calls] == [("a", None, False)]
    assert calls[0].problem.endswith(("send the call again with one valid JSON object", "send the call again"))


@pytest.mark.parametrize(
    "body",
    [
        '{"name": "a", "arguments": {"q": 1,}}',
        '{"name": "a", "arguments": {"q": 1}}}',
        '{"name": "a", "arguments": "{\\"q\\": 1,}"}',
        '```json\n{"name": "a", "arguments": {"q": 1}}\n```',
        '<name>a</name><args>{"q": 1,}</args>',
        '<function=a>{"q": 1}}</function>',
    ],
)
def test_a_repaired_call_is_marked(body: str) -> None:
    calls = read_calls(block(body))

    assert calls is not None
    assert [(call.arguments, call.problem, call.repaired) for call in calls] == [({"q": 1}, "", True)]
    assert json.loads(calls[0].arguments_json) == {"q": 1}


def test_an_unclosed_block_is_parsed_equally() -> None:
    complete, truncated = (
        read_calls(block('{"name": "a"}', closed=False)),
        read_calls(block('{"name": "a"', closed=False)),
    )

    assert complete == (ReadCall("a", "{}", {}),)
    assert truncated is not None
    assert truncated[0].arguments is None


def test_a_body_beyond_the_size_limit_is_a_problem() -> None:
    calls = read_calls(block('{"name": "a", "arguments": {"q": "' + "x" * MAX_CHARACTERS, closed=False))

    assert calls is not None
    assert "longer than" in calls[0].problem


@given(
    st.sampled_from(FRAMES),
    st.text(alphabet='{}[]",:<>/= \nabcdnameargumentsfunctionparameter1\\`&;'),
    st.booleans(),
    st.sampled_from(["", '{"name":"a","arguments":', "<name>a</name>", "<function=a>", "["]),
)
def test_arbitrary_bodies_yield_complete_calls_or_problems(frame: str, text: str, closed: bool, prefix: str) -> None:
    check_calls(block(prefix + text, frame, closed=closed))


@given(st.text(min_size=1).filter(str.strip), st.dictionaries(st.text(), st.text() | st.integers() | st.booleans()))
def test_valid_calls_are_parsed(name: str, arguments: dict[str, str | int | bool]) -> None:
    for form in (arguments, json.dumps(arguments)):
        calls = read_calls(block(json.dumps({"name": name, "arguments": form})))
        assert calls is not None
        assert [(call.name, call.arguments, call.repaired) for call in calls] == [(name.strip(), arguments, False)]


@pytest.mark.parametrize("unit", ["<tool_call>", '{"name":"a","arguments":', "[", '"', '\\"', " ", "```"])
def test_hostile_bodies_are_parsed_in_linear_time(unit: str) -> None:
    check_linear(lambda text: read_calls(block(text, closed=False)), repeated(unit), 80_000)

"""Tests of vault/frontmatter/frontmatter.py."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.frontmatter.frontmatter import (
    MAX_TYPES_BYTES,
    JsonValue,
    begins_with_rule,
    convert_to_type,
    frontmatter_damage,
    lost_properties,
    read_frontmatter,
    read_property_types,
    split_names,
)

# Properties: valid ones are parsed to their plain values, hostile ones give a message.


def properties(block: str) -> dict[str, JsonValue]:
    frontmatter = read_frontmatter(f"---\n{block}\n---\nbody")
    assert frontmatter.problem == ""
    return frontmatter.properties


def problem(block: str) -> str:
    frontmatter = read_frontmatter(f"---\n{block}\n---\nbody")
    assert frontmatter.properties == {}
    assert frontmatter.body_start == len(f"---\n{block}\n---\n")
    return frontmatter.problem


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("text", "text"),
        ("'quoted'", "quoted"),
        ('"12"', "12"),
        ("12", 12),
        ("-3", -3),
        ("1.5", 1.5),
        ("2e3", 2000.0),
        ("true", True),
        ("False", False),
        ("", None),
        ("~", None),
        ("null", None),
        ("[]", []),
        ("[a, 1, true]", ["a", 1, True]),
        # Dates, leading zeros, yes and no, times, octals, underscores and huge numbers stay text
        # (vaultdesk/vault/README.md, "Properties").
        ("2020-08-21", "2020-08-21"),
        ("2020-08-21T10:00:00", "2020-08-21T10:00:00"),
        ("2024-13-45", "2024-13-45"),
        ("007", "007"),
        ("978-3-16-148410-0", "978-3-16-148410-0"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("9" * 5000, "9" * 5000),
        (".nan", ".nan"),
        (".inf", ".inf"),
        ("1e999", "1e999"),
        ("1.", "1."),
        ('"[[Note]]"', "[[Note]]"),
        ("a #b", "a"),
        ("a#b", "a#b"),
        ("{x: 1}", {"x": 1}),
        ("<<", "<<"),
        ("=", "="),
        ("\n- ", [None]),
        ("|\n  two\n  lines", "two\nlines\n"),
    ],
)
def test_a_value_is_parsed_to_its_plain_type(written: str, value: JsonValue) -> None:
    found = properties(f"key: {written}")
    assert found == {"key": value}
    assert type(found["key"]) is type(value)


def test_lists_objects_and_their_order_are_preserved() -> None:
    assert list(properties("b: 1\na:\n  - x\n  - y: z\n1: one\ntrue: t").items()) == [
        ("b", 1),
        ("a", ["x", {"y": "z"}]),
        ("1", "one"),
        ("true", "t"),
    ]


def test_json_frontmatter_is_parsed() -> None:
    assert properties('{"a": [1, "2"], "b": {"c": null}}') == {"a": [1, "2"], "b": {"c": None}}
    assert properties('{\n\t"a": "x\\/y"\n}') == {"a": "x/y"}


@pytest.mark.parametrize("empty", ["", "# only a comment", "\n\n"])
def test_an_empty_block_has_no_properties_and_no_problem(empty: str) -> None:
    assert properties(empty) == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "body",
        "----\na: 1\n----",
        "\n---\na: 1\n---\n",
        "\ufeff---\na: 1\n---\n",
        " ---\na: 1\n---\n",
        "---\na: 1\n",
        "---",
        "--- x\na: 1\n---\n",
        "---\na: 1\n---x\n",
        "---\na: 1\n ---\n",
    ],
)
def test_text_without_both_delimiters_at_the_start_has_no_frontmatter(text: str) -> None:
    frontmatter = read_frontmatter(text)
    assert (frontmatter.properties, frontmatter.problem, frontmatter.body_start) == ({}, "", 0)


def test_the_body_starts_after_the_closing_delimiter() -> None:
    for text, body in (
        ("---\na: 1\n---\nbody", "body"),
        ("---\na: 1\n---", ""),
        ("---\r\na: 1\r\n---\r\nbody", "body"),
        ("---\n---\nb", "b"),
    ):
        assert text[read_frontmatter(text).body_start :] == body


HOSTILE = {
    "aliases": "a: &x [1]\nb: *x",
    "bomb": "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]",
    "anchor on a name": "&x a: 1",
    "alias as a name": "*x : 1",
    "undefined alias": "a: *nothing",
    "merge": "a: &x {p: 1}\nb:\n  <<: *x",
    "python tag": "a: !!python/object/apply:os.system [ls]",
    "tag": "a: !foo bar",
    "string tag": "a: !!str 1",
    "tag on a map": "!!map {a: 1}",
    "deep lists": "a: " + "[" * 2000,
    "deep maps": "a: " + "{a: " * 200 + "1" + "}" * 200,
    "deep blocks": "\n".join("  " * depth + "a:" for depth in range(100)),
    "duplicates": "a: 1\nb: 2\na: 3",
    "inner duplicates": "x: {a: 1, a: 2}",
    "placeholder and broken": "date: {{date}}\nx: [",
    "list as a name": "? [a, b]\n: 1",
    "a list": "- a\n- b",
    "a text": "just words",
    "colon": "title: Foo: bar",
    "tabs": "a:\n\t- b",
    "at sign": "a: @me",
    "unclosed": 'a: "b',
    "unclosed list": "a: [1, 2",
    "control": "a: \x01",
    "incomplete character": "a: \ud800",
    "two documents": "a: 1\n...\nb: 2",
    "bad escape": 'a: "\\q"',
    "huge": "a: " + "x" * 70_000,
    "percent": "%TAG ! x\na: 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_block_gives_a_one_line_message(name: str) -> None:
    message = problem(HOSTILE[name])
    assert message.endswith(".")
    assert "\n" not in message


def test_a_problem_names_the_line_in_the_note() -> None:
    assert problem("a: 1\nb: &x 2").startswith("Line 3 ")
    assert problem("a: 1\na: 2").startswith("Line 3 ")
    assert problem("a: 1\nb: c: d").startswith("Line 3 ")


@given(st.text(max_size=200))
def test_reading_any_text_raises_nothing(block: str) -> None:
    read_frontmatter(f"---\n{block}\n---\n")


@given(st.text(alphabet="{}[]:,-&*!|>'\"#%@`? \n\tab1", max_size=60))
def test_reading_any_yaml_like_text_raises_nothing(block: str) -> None:
    read_frontmatter(f"---\n{block}\n---\n")


def test_names_in_lists_and_texts_are_split() -> None:
    assert list(split_names("a, b c", ",")) == ["a", "b c"]
    assert list(split_names("a, b c", ",\\s")) == ["a", "b", "c"]
    assert list(split_names(["a", 2, None, True, ["x"], " "], ",")) == ["a", "2"]
    assert list(split_names(None, ",")) == []


# Property types: the types that Obsidian stores, and conversion to them; a broken file means no types.


def test_property_types_are_read_by_case_insensitive_name(tmp_path: Path) -> None:
    (tmp_path / "types.json").write_text('{"types": {"Due": "date", "n": "number", "odd": 3}, "x": 1}', "utf-8")
    assert read_property_types(tmp_path) == {"due": "date", "n": "number"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"types": []}', "[" * 100_000, " " * (MAX_TYPES_BYTES + 1)])
def test_a_broken_types_file_means_no_types(tmp_path: Path, text: str) -> None:
    (tmp_path / "types.json").write_text(text, "utf-8")
    assert read_property_types(tmp_path) == {}
    assert read_property_types(tmp_path / "missing") == {}


@pytest.mark.parametrize(
    ("type_name", "value", "expected"),
    [
        ("date", "2026-11-21", "2026-11-21"),
        ("date", "2026-11-21T00:00:00", "2026-11-21"),
        ("date", "2026-11-21T14:30", "2026-11-21T14:30"),
        ("date", "next week", "next week"),
        ("date", "2026-13-01", "2026-13-01"),
        ("datetime", "2026-11-21", "2026-11-21T00:00:00"),
        ("datetime", "2026-11-21 14:30", "2026-11-21T14:30:00"),
        ("datetime", "2026-11-21T14:30:05.123", "2026-11-21T14:30:05"),
        ("datetime", "2026-11-21T25:00:00", "2026-11-21T25:00:00"),
        ("number", "42", 42),
        ("number", "-1.5", -1.5),
        ("number", "007", "007"),
        ("number", 3, 3),
        ("checkbox", "TRUE", True),
        ("checkbox", "false", False),
        ("checkbox", "yes", "yes"),
        ("multitext", "a, b", ["a, b"]),
        ("multitext", 1, [1]),
        ("text", "42", "42"),
        ("text", ["a"], ["a"]),
        ("date", ["2026-11-21 10:00"], ["2026-11-21 10:00"]),
    ],
)
def test_a_value_is_converted_to_its_type_or_left_unchanged(
    type_name: str, value: JsonValue, expected: JsonValue
) -> None:
    found = convert_to_type("Key", value, {"key": type_name})
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("Tags", "#a, b c", ["a", "b", "c"]),
        ("tags", ["#a"], ["#a"]),
        ("tags", None, []),
        ("tags", "", []),
        ("aliases", "One, Two", ["One, Two"]),
        ("cssclasses", "wide", ["wide"]),
        ("tag", "a", "a"),
    ],
)
def test_properties_that_obsidian_treats_as_lists_are_lists(key: str, value: JsonValue, expected: JsonValue) -> None:
    assert convert_to_type(key, value, {}) == expected


@pytest.mark.parametrize(
    ("frontmatter", "properties"),
    [
        ("due: {{date}}", {"due": "{{date}}"}),
        ("due: {{date:YYYY-MM-DD, HH:mm}}\nn: 1", {"due": "{{date:YYYY-MM-DD, HH:mm}}", "n": 1}),
        ("tags: [{{kind}}, a]", {"tags": ["{{kind}}", "a"]}),
        ("tags:\n  - {{kind}}\n  - b", {"tags": ["{{kind}}", "b"]}),
        ("{{title}}: x", {"{{title}}": "x"}),
        ('up: "[[{{title}}]]"\nat: {{time}}', {"up": "[[{{title}}]]", "at": "{{time}}"}),
        ('made: <% tp.date.now("a: b # c") %>', {"made": '<% tp.date.now("a: b # c") %>'}),
    ],
)
def test_v5_template_placeholders_are_text(frontmatter: str, properties: dict[str, JsonValue]) -> None:
    assert read_frontmatter(f"---\n{frontmatter}\n---\n").properties == properties


# Damage to frontmatter.

FRONTMATTER = "---\ntags: [x]\nstatus: open\n---\n"
NOTE = f"{FRONTMATTER}# T\n\nbody\n"


@pytest.mark.parametrize(
    ("new", "words"),
    [
        (f"Intro line\n\n{NOTE}", "begin at line 3"),
        (f"\n{NOTE}", "begin at line 2"),
        (NOTE.removeprefix("---\n"), "begin at line 1"),
        (NOTE.replace("open\n---\n", "open\n"), "Line 4, the closing ---"),
        (NOTE.replace("[x]", "[x"), "Line 3 is not valid YAML: "),
        (NOTE.replace("open", "a: b: c"), "Line 3 is not valid YAML: "),
        (NOTE.replace("status: open", "tags: y"), "sets “tags” a second time"),
        ("---\nOne thought per page.\n---\nText", "not a list of properties"),
    ],
)
def test_m11_frontmatter_that_becomes_invalid_is_reported_with_its_line(new: str, words: str) -> None:
    damage = frontmatter_damage(NOTE, new)
    assert words in str(damage)
    assert all(isinstance(value, Phrase) or value.isdigit() for value in damage.values), "it can be translated"


@pytest.mark.parametrize(
    "new",
    [
        NOTE,
        f"{FRONTMATTER}Intro\n\n# T\n\nbody\n",
        NOTE.replace("open", "done"),
        "# T\n\nbody\n",
        "",
        f"{NOTE}\n---\n\nA rule above.\n",
        "---\nother: 1\n---\nText\n",
    ],
)
def test_valid_or_completely_removed_frontmatter_is_not_damage(new: str) -> None:
    assert not frontmatter_damage(NOTE, new)


def test_frontmatter_that_was_already_invalid_is_not_reported() -> None:
    broken = "---\ntags: [x\n---\nText\n"

    assert not frontmatter_damage(broken, f"{broken}More.\n")
    assert not frontmatter_damage(broken, "---\ntags: [x]\n---\nText\n")
    assert lost_properties(NOTE, broken) == ()


def test_a_note_without_properties_may_begin_with_any_valid_text() -> None:
    assert not frontmatter_damage("# T\n", "---\n# T\n")
    assert not frontmatter_damage("", "Text\n---\nmore\n")
    assert frontmatter_damage("", "---\ntags: [x\n---\n")


def test_lost_properties_are_named_in_their_original_spelling() -> None:
    assert lost_properties(NOTE, "# T\n") == ("tags", "status")
    assert lost_properties(NOTE, "---\nTags: []\n---\n") == ("status",)
    assert lost_properties(NOTE, NOTE.replace("open", "done")) == ()
    assert lost_properties("", NOTE) == ()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("---\nOne thought per page.\n---\n\nText", True),
        ("---\n- item\n---\n", True),
        ("---\ntags: [x\n---\n", False),
        ("---\ntags: [x]\n---\n", False),
        ("---\nText without an end", False),
        ("Text", False),
    ],
)
def test_a_horizontal_rule_above_text_is_not_frontmatter(text: str, rule: bool) -> None:
    assert begins_with_rule(text) is rule

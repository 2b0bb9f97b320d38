"""Tests of vault/frontmatter/yaml_reader.py."""

import subprocess
import sys

from vaultdesk.vault.frontmatter.yaml_reader import MAX_YAML_DEPTH, find_property_spans, parse_yaml_properties

# YAML blocks: more than plain lines is parsed, hostile input gives a message, and libyaml is loaded only on demand.


def test_objects_and_quoted_text_are_parsed() -> None:
    block = 'who:\n  name: "Ada: first"\n  since: 2020\ntags: [a, "1"]\ntext: |\n  two\n  lines\n'
    assert parse_yaml_properties(block) == (
        {"who": {"name": "Ada: first", "since": 2020}, "tags": ["a", "1"], "text": "two\nlines\n"},
        "",
    )


def test_unsupported_yaml_is_reported_with_its_line() -> None:
    assert parse_yaml_properties("a: 1\nb: &x 2\n", 2) == (
        {},
        "Line 3 uses a YAML anchor or alias; those are not read.",
    )
    deep = "[" * (MAX_YAML_DEPTH + 1) + "]" * (MAX_YAML_DEPTH + 1)
    assert parse_yaml_properties(f"a: {deep}")[1] == f"The properties are nested more than {MAX_YAML_DEPTH} deep."


def test_plain_properties_are_parsed_without_loading_libyaml() -> None:
    script = (
        "import sys\nfrom vaultdesk.vault.frontmatter.frontmatter import read_frontmatter\n"
        "print(read_frontmatter('---\\ntags: [a, b]\\n---\\n').properties, 'yaml' in sys.modules)\n"
        "print(read_frontmatter('---\\na: {b: c}\\n---\\n').properties, 'yaml' in sys.modules)"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert process.stdout.splitlines() == ["{'tags': ['a', 'b']} False", "{'a': {'b': 'c'}} True"]


# Property spans: the lines of each property, and the position of its value.

NOTE = """---
# top
title: "A"  # why

tags:
  - a
  # between
  - b
# after
text: |+
  x


list: [1,
  2]
empty:
'q': {a: 1}
---
body
"""


def test_each_property_span_has_its_own_lines_without_comments_below() -> None:
    start, end = 4, NOTE.index("---\nbody")
    found = find_property_spans(NOTE, start, end)
    assert {line.key: NOTE[line.start : line.end] for line in found} == {
        "title": 'title: "A"  # why\n',
        "tags": "tags:\n  - a\n  # between\n  - b\n",
        "text": "text: |+\n  x\n",
        "list": "list: [1,\n  2]\n",
        "empty": "empty:\n",
        "q": "'q': {a: 1}\n",
    }
    assert [line.value.style for line in found] == ['"', "-", "|", "[", "", "{"]
    assert [NOTE[line.colon - 1] for line in found] == [":"] * 6
    assert NOTE[found[0].value.start : found[0].value.end] == '"A"'
    assert [NOTE[item.start : item.end] for item in found[1].value.items] == ["a", "b"]
    assert [NOTE[item.start : item.end] for item in found[3].value.items] == ["1", "2"]


def test_characters_beyond_the_basic_plane_do_not_shift_positions() -> None:
    text = "---\n🎂🎂: é\nb: x\n---\n"
    assert [text[line.value.start : line.value.end] for line in find_property_spans(text, 4, len(text) - 4)] == [
        "é",
        "x",
    ]


def test_a_name_without_a_colon_has_no_colon_position() -> None:
    text = "---\n? a\nb: 1\n---\n"
    first, second = find_property_spans(text, 4, len(text) - 4)
    assert (first.colon, text[first.start : first.end]) == (0, "? a\n")
    assert text[second.start : second.end] == "b: 1\n"


def test_frontmatter_without_properties_has_no_spans() -> None:
    for block in ("", "# c\n", "~\n"):
        text = f"---\n{block}---\n"
        assert find_property_spans(text, 4, 4 + len(block)) == ()

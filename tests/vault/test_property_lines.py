"""PropertyLines: each property's own lines, and where its value stands in them."""

from vaultdesk.vault.property_lines import property_lines

HEAD = """---
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


def test_each_property_has_its_own_lines_and_no_comment_below_them() -> None:
    start, end = 4, HEAD.index("---\nbody")
    found = property_lines(HEAD, start, end)
    assert {line.key: HEAD[line.start : line.end] for line in found} == {
        "title": 'title: "A"  # why\n',
        "tags": "tags:\n  - a\n  # between\n  - b\n",
        "text": "text: |+\n  x\n",
        "list": "list: [1,\n  2]\n",
        "empty": "empty:\n",
        "q": "'q': {a: 1}\n",
    }
    assert [line.value.style for line in found] == ['"', "-", "|", "[", "", "{"]
    assert [HEAD[line.colon - 1] for line in found] == [":"] * 6
    assert HEAD[found[0].value.start : found[0].value.end] == '"A"'
    assert [HEAD[item.start : item.end] for item in found[1].value.items] == ["a", "b"]
    assert [HEAD[item.start : item.end] for item in found[3].value.items] == ["1", "2"]


def test_names_beyond_the_basic_plane_do_not_shift_places() -> None:
    text = "---\n🎂🎂: é\nb: x\n---\n"
    assert [text[line.value.start : line.value.end] for line in property_lines(text, 4, len(text) - 4)] == ["é", "x"]


def test_a_name_without_a_colon_has_none() -> None:
    text = "---\n? a\nb: 1\n---\n"
    first, second = property_lines(text, 4, len(text) - 4)
    assert (first.colon, text[first.start : first.end]) == (0, "? a\n")
    assert text[second.start : second.end] == "b: 1\n"


def test_a_head_that_is_no_list_of_properties_has_no_lines() -> None:
    for block in ("", "# c\n", "~\n"):
        text = f"---\n{block}---\n"
        assert property_lines(text, 4, 4 + len(block)) == ()

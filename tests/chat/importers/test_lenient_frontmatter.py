"""Frontmatter of chat notes, including malformed frontmatter."""

import pytest

from vaultdesk.chat.importers.lenient_frontmatter import read_lenient_frontmatter


def test_values_that_yaml_refuses_are_read_line_by_line() -> None:
    head = read_lenient_frontmatter(
        '\n---\nepoch: 17\ntopic: Why: not\nmodelKey: "a\\"b|c"\n\ntags:\n  - one\n- two\n---\nBody\n'
    )

    assert (head.text("epoch"), head.text("topic"), head.text("modelKey")) == ("17", "Why: not", 'a"b|c')
    assert head.list("tags") == ("one", "two")
    assert head.body == "Body\n"


@pytest.mark.parametrize("text", ["", "no head\n", "---\nnever: closed\n", "--- \n"])
def test_without_complete_frontmatter_the_whole_text_is_body(text: str) -> None:
    head = read_lenient_frontmatter(text)

    assert head.properties == {}
    assert head.body == text


def test_a_list_is_not_text_and_text_is_a_list_of_one_item() -> None:
    head = read_lenient_frontmatter("---\na: [1, x]\nb: y\nc: true\n---\n")

    assert (head.text("a"), head.list("a"), head.list("b"), head.text("c")) == ("", ("x",), ("y",), "")

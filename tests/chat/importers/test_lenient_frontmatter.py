"""Heads of chat notes, also broken ones."""

import pytest

from vaultdesk.chat.importers.lenient_frontmatter import read_lenient_frontmatter


def test_gaps_and_bare_values_that_yaml_refuses_are_read_by_lines() -> None:
    head = read_lenient_frontmatter(
        '\n---\nepoch: 17\ntopic: Why: not\nmodelKey: "a\\"b|c"\n\ntags:\n  - one\n- two\n---\nBody\n'
    )

    assert (head.text("epoch"), head.text("topic"), head.text("modelKey")) == ("17", "Why: not", 'a"b|c')
    assert head.list("tags") == ("one", "two")
    assert head.body == "Body\n"


@pytest.mark.parametrize("text", ["", "no head\n", "---\nnever: closed\n", "--- \n"])
def test_without_a_whole_head_all_is_body(text: str) -> None:
    head = read_lenient_frontmatter(text)

    assert head.properties == {}
    assert head.body == text


def test_a_list_is_no_text_and_a_text_is_a_list_of_one() -> None:
    head = read_lenient_frontmatter("---\na: [1, x]\nb: y\nc: true\n---\n")

    assert (head.text("a"), head.list("a"), head.list("b"), head.text("c")) == ("", ("x",), ("y",), "")

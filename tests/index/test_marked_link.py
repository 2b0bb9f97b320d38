"""Marked link: an address is told only where it alone has what was found, and short."""

import pytest

from vaultdesk.index.kept_text import CLOSE, OPEN
from vaultdesk.index.marked_link import opened, shown


def _marked(text: str) -> str:
    return text.replace("«", OPEN).replace("»", CLOSE)


@pytest.mark.parametrize(
    ("words", "address", "text"),
    [
        ("words", "https://e.org", "words"),
        ("words", "https://«e».org", "words (https://«e».org)"),
        ("«E»", "https://«e».org", "«E»"),
        ("«E»", "https://«e».«org»", "«E» (https://«e».org)"),
        ("", "a/«pic».png", "a/«pic».png"),
        ("words", "<a «b».md>", "words (a «b».md)"),
        ("wo«rds", "add»ress", "wo«rds» («add»ress)"),
        ("wo»rds", "address", "«wo»rds"),
        ("many " * 20 + "words", "«e».org", "… many many many many many many words («e».org)"),
        ("x" * 100, "«e».org", f"… {'x' * 40} («e».org)"),
        ("words", "b" * 40 + "«e»" + "a" * 40, f"words (…{'b' * 24}«e»{'a' * 30}…)"),
    ],
)
def test_of_a_link_its_words_are_shown_and_its_address_where_only_it_was_found(
    words: str, address: str, text: str
) -> None:
    assert shown(_marked(words), _marked(address)) == _marked(text)


@pytest.mark.parametrize(
    ("text", "start", "before", "opening"),
    [
        ("no link at | all", 0, "", "| all"),
        ("a [link](http://|e.org)", 0, "", "[link](http://|e.org)"),
        ("a ![[No|te]]", 0, "", "![[No|te]]"),
        ("a [long |words](e.org)", 0, "[", "|words](e.org)"),
        ("a [long |remark] only", 0, "", "|remark] only"),
        ("a [link](e.org) and |more", 0, "", "|more"),
        ("a [link](http://|e.org)", 5, "", "|e.org)"),
        ("[" + "x" * 400 + "](|e.org)", 0, "", "|e.org)"),
    ],
)
def test_a_piece_begins_where_it_breaks_no_link(text: str, start: int, before: str, opening: str) -> None:
    said, begins = opened(text, start, text.index("|"))
    assert (said, text[begins:]) == (before, opening)

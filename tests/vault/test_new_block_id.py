"""New block id: which blocks have none, and where one is written."""

import pytest

from vaultdesk.vault.exact_edit import EditRefused
from vaultdesk.vault.new_block_id import Unmarked, marked, new_id, unmarked
from vaultdesk.vault.sections import block

NOTE = """---
tags: [heating]
---
# Boiler

The old boiler leaks,
and it is loud.

It was mended. ^mended

- [ ] Ask Brandt
    - about the price
- Done ^done

> A quote
> of two lines
Below.

| a | b |
|---|---|
| 1 | 2 |

^table

```
code
```
"""


def at(words: str, note: str = NOTE) -> Unmarked:
    return next(one for one in unmarked(note) if one.words == words)


def test_paragraphs_items_quotes_and_tables_without_an_id_are_found() -> None:
    found = [one.words for one in unmarked(NOTE)]
    assert found == ["The old boiler leaks,", "Ask Brandt", "about the price", "A quote", "Below."]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("The old boiler leaks,", "The old boiler leaks,\nand it is loud. ^new\n"),
        ("Ask Brandt", "- [ ] Ask Brandt ^new\n    - about the price\n"),
        ("about the price", "    - about the price ^new\n"),
        ("A quote", "> A quote\n> of two lines\n\n^new\n\nBelow."),
    ],
)
def test_the_id_stands_where_obsidian_writes_it(words: str, wanted: str) -> None:
    changed = marked(NOTE, at(words), "new")
    assert wanted in changed
    assert changed.replace("^new", "").split() == NOTE.split()
    found = block(changed, "new")
    assert found is not None
    assert words in changed[found[0] : found[1]]


def test_a_block_that_moved_is_found_and_one_that_is_gone_or_there_twice_is_not() -> None:
    moved = f"New first line.\n\n{NOTE.removeprefix(NOTE[: NOTE.index('# Boiler')])}"
    assert "Below. ^new" in marked(moved, at("Below."), "new")
    for other in (NOTE.replace("Below.", "Above."), f"Below.\n\n{NOTE}"):
        with pytest.raises(EditRefused):
            marked(other, at("Below."), "new")


def test_what_an_id_would_not_be_read_in_is_refused() -> None:
    note = "Text.\n\n%% a remark\n\nof two parts %%\n"
    with pytest.raises(EditRefused):
        marked(note, at("%% a remark", note), "new")


def test_an_id_is_short_and_new() -> None:
    made = new_id(NOTE)
    assert len(made) == 6
    assert made.isalnum()

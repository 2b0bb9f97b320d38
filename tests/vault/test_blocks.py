"""The lines of a note in groups."""

import pytest

from vaultdesk.vault.blocks import groups, indent_of, is_item

NOTE = """# Head
para
more

- a
  - b

    text of b
  ```
  - code
  ```
1. c
> q
> r
| t |
|---|
~~~py
# code
~~~
$$
x
$$
Title
-----
$$one$$ line
```
open"""


def test_every_line_is_in_one_group() -> None:
    found = [(group.kind, group.first, group.end) for group in groups(NOTE.split("\n"))]
    assert found == [
        ("heading", 0, 1),
        ("paragraph", 1, 3),
        ("blank", 3, 4),
        ("item", 4, 5),
        ("item", 5, 8),
        ("code", 8, 11),
        ("item", 11, 12),
        ("quote", 12, 14),
        ("table", 14, 16),
        ("code", 16, 19),
        ("code", 19, 22),
        ("heading", 22, 24),
        ("paragraph", 24, 25),
        ("code", 25, 27),
    ]


@pytest.mark.parametrize(("line", "columns"), [("x", 0), ("  x", 2), ("\tx", 4), (" \tx", 4), ("\t  x", 6), ("", 0)])
def test_tabs_reach_every_fourth_column(line: str, columns: int) -> None:
    assert indent_of(line) == columns


def test_items_are_told_from_other_lines() -> None:
    items = [line for line in ("- a", "* a", "+", "1. a", "12) a", "-a", "1.a", "**b**", "---") if is_item(line)]
    assert items == ["- a", "* a", "+", "1. a", "12) a"]

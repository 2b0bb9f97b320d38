"""Dumps of rendered documents as values that a test can compare."""

from PySide6.QtGui import QTextDocument


def dump(document: QTextDocument) -> list[tuple[object, ...]]:
    """Return each block with its margins and the formats of its text."""
    blocks: list[tuple[object, ...]] = []
    block = document.begin()
    while block.isValid():
        parts: list[tuple[object, ...]] = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            char_format = fragment.charFormat()
            background = char_format.background().color().name() if char_format.background().style().value else ""
            parts.append(
                (
                    fragment.text(),
                    char_format.font().toString(),
                    char_format.foreground().color().name(),
                    background,
                    char_format.anchorHref(),
                )
            )
            iterator += 1
        block_format = block.blockFormat()
        blocks.append(
            (
                block_format.topMargin(),
                block_format.leftMargin(),
                block_format.rightMargin(),
                block_format.lineHeight(),
                tuple(parts),
            )
        )
        block = block.next()
    return blocks


SAMPLE = """The boiler leaks. After the [[Heat-loss survey|survey]] we stop, see https://example.org/x.

> [!decision] The *decision*
> 8.5 kW heat pump.
> > quoted `inside`

## Quotes

| Supplier | Price |
|---|--:|
| Nordwind | €18,400 |
| [[Halm]] | €21,150 |

- [x] done **well**
- [ ] open
  1. one
  2. two

     more of two
- last

```python
# remark
print(142)
```

---

Last ==words== with #tag and $x^2$ and a note[^1].

[^1]: The foot.
"""

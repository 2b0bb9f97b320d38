"""Dumps: what a rendered document shows, as values a test can compare."""

from PySide6.QtGui import QTextDocument


def dump(document: QTextDocument) -> list[tuple[object, ...]]:
    """Each block with its margins and the looks of its text."""
    found: list[tuple[object, ...]] = []
    block = document.begin()
    while block.isValid():
        parts: list[tuple[object, ...]] = []
        at = block.begin()
        while not at.atEnd():
            fragment = at.fragment()
            made = fragment.charFormat()
            ground = made.background().color().name() if made.background().style().value else ""
            parts.append(
                (fragment.text(), made.font().toString(), made.foreground().color().name(), ground, made.anchorHref())
            )
            at += 1
        made_block = block.blockFormat()
        found.append(
            (
                made_block.topMargin(),
                made_block.leftMargin(),
                made_block.rightMargin(),
                made_block.lineHeight(),
                tuple(parts),
            )
        )
        block = block.next()
    return found


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

"""Tests of as_markdown.py."""

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.markdown.as_markdown import selected_markdown
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.stream import StreamingDocument
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import theme

WHOLE = """## Result

An **8.5 kW** pump, *quiet*, `code` and [[Boiler]], see [[Heat-loss survey|the survey]] or [site](https://pump.example/).

- clear the cellar
- send the form
    - before signing

1. first
2. second

> quoted **words**

```python
print(1)
```

| Supplier | Price |
|---|---|
| Nordwärme | 18,400 |"""


def rendered(text: str) -> RenderedDocument:
    document = RenderedDocument(Style(theme(), "chat"))
    StreamingDocument(document).show(text)
    return document


def all_of(document: RenderedDocument) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return cursor


def test_what_is_selected_whole_is_the_markdown_it_came_from(qapp: QApplication) -> None:
    document = rendered(WHOLE)
    assert selected_markdown(document, all_of(document)) == WHOLE


@pytest.mark.parametrize(
    ("words", "markdown"),
    [
        ("8.5 kW pump", "**8.5 kW** pump"),
        ("kW pump, qui", "**kW** pump, *qui*"),
        ("the survey", "[[Heat-loss survey|the survey]]"),
        ("print(1)", "print(1)"),
        ("Nordwärme", "Nordwärme"),
    ],
)
def test_what_is_selected_in_part_keeps_its_looks(qapp: QApplication, words: str, markdown: str) -> None:
    document = rendered(WHOLE)
    assert selected_markdown(document, document.find(words)) == markdown


def test_characters_of_two_units_are_not_cut(qapp: QApplication) -> None:
    document = rendered("A 🎈 **balloon** 🎈 rises")
    assert selected_markdown(document, document.find("balloon 🎈")) == "**balloon** 🎈"

"""Tests of ui/rendering/selection_text.py."""

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.rendered_document import RenderedDocument, StreamingDocument
from vaultdesk.ui.rendering.selection_text import selected_markdown, selected_text
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import Theme, theme


def test_everything_is_copied_as_it_is_seen(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "note"))
    document.show_plan(plan_of("Hi **you**\nthere\n\n1. a\n   - b\n- [x] c\n\n| p | q |\n|---|---|\n| 1 | 2 |\n\nend"))
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    assert selected_text(document, cursor) == "Hi you\nthere\n1. a\n  - b\n- [x] c\np\tq\n1\t2\n\nend"


def test_a_part_of_a_line_is_copied_without_its_sign(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "note"))
    document.show_plan(plan_of("- some words"))
    cursor = QTextCursor(document)
    cursor.setPosition(5)
    cursor.setPosition(10, QTextCursor.MoveMode.KeepAnchor)
    assert selected_text(document, cursor) == "words"


# As markdown.

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
    document = RenderedDocument(TextFormats(theme(), "chat"))
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

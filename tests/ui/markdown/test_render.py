from PySide6.QtGui import QImage, QTextDocument

from tests.ui.markdown.dumps import SAMPLE, dump
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import Theme


def shown(look: Theme, text: str, **sources: object) -> RenderedDocument:
    document = RenderedDocument(Style(look, "note"))
    document.set_sources(sources.get("resolves"), sources.get("pictures"))  # type: ignore[arg-type]  # a test's shorthand
    document.show_plan(plan_of(text))
    return document


def test_all_text_is_there_and_raw_html_is_literal(dressed: Theme) -> None:
    text = shown(dressed, SAMPLE + "\n<img src=x onerror=y>").toPlainText()
    for words in ("The boiler leaks", "The decision", "Nordwind", "done well", "print(142)", "The foot", "<img src=x"):
        assert words in text


def test_links_carry_only_notes_and_web_addresses(dressed: Theme) -> None:
    document = shown(dressed, "[[A b]] https://c.d [x](file:///etc/passwd) [y](javascript:z)")
    hrefs = {part[4] for block in dump(document) for part in block[4]}  # type: ignore[attr-defined]  # see dumps.py
    assert hrefs == {"", "note:A%20b", "https://c.d"}


def test_an_unresolved_link_is_drawn_muted(dressed: Theme) -> None:
    document = shown(dressed, "[[Gone]]", resolves=lambda target: target != "Gone")
    assert dump(document)[0][4][0][2] == dressed.color("muted").name()  # type: ignore[index]  # see dumps.py


def test_a_picture_comes_from_the_callback_alone(dressed: Theme) -> None:
    asked: list[str] = []
    image = QImage(40, 20, QImage.Format.Format_RGB32)

    def picture(target: str) -> QImage | None:
        asked.append(target)
        return image if target == "p.png" else None

    document = shown(dressed, "![[p.png]] ![[gone.png]] ![x](http://evil.example/y.png)", pictures=picture)
    assert asked == ["p.png", "gone.png"]
    assert document.toPlainText().count("\ufffc") == 1
    assert "gone.png" in document.toPlainText()


def test_a_table_is_a_table_and_text_after_it_has_its_own_block(dressed: Theme) -> None:
    document = shown(dressed, "| a |\n|---|\n| b |\n\nafter")
    assert document.first_block(1).text() == "after"
    assert isinstance(document, QTextDocument)
    assert document.rootFrame().childFrames()

"""Tests of answer_view.py."""

from PySide6.QtWidgets import QApplication

from vaultdesk.agent.transcript_blocks import AnswerBlock, GrowingText
from vaultdesk.ui.chat.answer_sources import AnswerSource
from vaultdesk.ui.chat.answer_view import AnswerView


def grown(text: str, step: int) -> tuple[AnswerView, list[AnswerSource]]:
    sources: list[AnswerSource] = []
    view = AnswerView(sources)
    view.resize(380, 10)
    view.show()
    block = AnswerBlock(GrowingText())
    for start in range(0, len(text), step):
        block = AnswerBlock(block.written.grown(text[start : start + step]))
        view.show_block(block)
    view.show_block(AnswerBlock(block.written, done=True))
    QApplication.sendPostedEvents()
    return view, sources


def test_it_looks_the_same_in_whatever_pieces_it_came() -> None:
    text = "# Head\n\nSee [[Boiler]].\n\n- one\n- two\n\n```python\nprint(1)\n```\n"
    shown = {grown(text, step)[0].toPlainText() for step in (1, 5, 1000)}
    assert len(shown) == 1


def test_it_is_as_high_as_its_text_and_links_are_numbered() -> None:
    view, sources = grown("A line. [[Boiler#Decision]]\n\n" * 20, 50)
    assert view.height() >= view.content_height() > 200
    assert sources == [AnswerSource(1, "Boiler", "Decision")]


def test_html_of_a_model_is_shown_literally() -> None:
    view, _ = grown("<img src='file:///etc/passwd'> <b>x</b> <script>y</script>", 4)
    assert "<script>y</script>" in view.toPlainText()

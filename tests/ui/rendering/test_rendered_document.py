"""Tests of ui/rendering/rendered_document.py."""

import os
import random
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

from tests.support.qt_loop import on_qt_loop
from tests.ui.markdown.dumps import SAMPLE, dump
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.rendered_document import RenderedDocument, StreamingDocument
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import Theme

TEXTS = [
    "a\n\nb",
    "a",
    "",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nx",
    "```\none",
    "```\none\ntwo\n```",
    "---\n\n| a |\n|---|\n\n| b |\n|---|",
    SAMPLE,
    "> q\n\n- x\n- y",
]


@pytest.mark.parametrize("before", TEXTS)
@pytest.mark.parametrize("after", TEXTS)
def test_going_from_one_text_to_another_equals_showing_it_at_once(dressed: Theme, before: str, after: str) -> None:
    style = TextFormats(dressed, "note")
    changed, fresh = RenderedDocument(style), RenderedDocument(style)
    changed.show_plan(plan_of(before))
    changed.show_plan(plan_of(after))
    fresh.show_plan(plan_of(after))
    assert dump(changed) == dump(fresh)
    assert changed.starts == fresh.starts


def test_closed_elements_are_not_touched(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "chat"))
    document.show_plan(plan_of("one\n\ntwo\n\nthree"))
    document.documentLayout()
    changed: list[int] = []
    document.contentsChange.connect(lambda place, _removed, _added: changed.append(place))
    document.show_plan(plan_of("one\n\ntwo\n\nthree and four"))
    assert min(changed) >= document.starts[1]


def test_a_new_style_shows_the_same_text_in_other_colours(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "note"))
    document.show_plan(plan_of(SAMPLE))
    text, before = document.toPlainText(), dump(document)
    dressed.set_choice("dark")
    document.restyle(TextFormats(dressed, "note"))
    assert document.toPlainText() == text
    assert dump(document) != before


@on_qt_loop
async def test_slices_end_in_the_same_document(dressed: Theme) -> None:
    style = TextFormats(dressed, "note")
    plan = plan_of("word\n\n" * 600 + SAMPLE)
    sliced, fresh = RenderedDocument(style), RenderedDocument(style)
    await sliced.show_in_slices(plan)
    fresh.show_plan(plan)
    assert dump(sliced) == dump(fresh)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a FIFO")
@pytest.mark.timeout(10)
def test_no_file_is_opened_whatever_a_resource_is_called(dressed: Theme, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    document = RenderedDocument(TextFormats(dressed, "note"))
    for name in (str(pipe), f"file://{pipe}", "/dev/zero", "//host/share/x.png", "data:image/png;base64,AAAA"):
        assert document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl(name)) is None


LINES = """- a|* b|1. x|2. y|10) z|> q|> > n|```py|```|~~~|# H|===|---|***|  cont|    code|text *em* x
**bold|word [[N|x]] y|[ref]|[ref]: http://a.b/c|- [x] t|> [!note] T|$$|a $x$ ==m==|  - nested|   1. n2|[^1]: foot|%%c%%
https://x.y/z.|a | b|-|1.|+ |`co|^blk|end ^id-1|\tt|<b>h</b>|- > q in l|> - l in q|> ```|&amp; &lt;|\\*"""
LINES = [
    *(line for part in LINES.split("\n") for line in part.split("|") if line),
    "| a | b |",
    "|---|--:|",
    "| 1 | 2 |",
    "",
    "",
    "",
]


def check(look: Theme, text: str, chances: random.Random) -> None:
    style = TextFormats(look, "chat")
    at_once, streamed = RenderedDocument(style), RenderedDocument(style)
    at_once.show_plan(plan_of(text, comments=False))
    stream = StreamingDocument(streamed)
    place, longest = 0, chances.choice([1, 3, 7, 20])
    while place < len(text):
        size = chances.randint(1, longest)
        stream.feed(text[place : place + size])
        place += size
    stream.finish()
    assert stream.text == text
    assert streamed.elements == at_once.elements
    assert dump(streamed) == dump(at_once)


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_answer_in_any_portions_ends_as_if_shown_at_once(dressed: Theme, seed: int) -> None:
    check(dressed, SAMPLE, random.Random(seed))


@pytest.mark.parametrize("seed", range(120))
def test_lines_at_random_in_any_portions_end_as_if_shown_at_once(dressed: Theme, seed: int) -> None:
    chances = random.Random(seed)
    check(dressed, "\n".join(chances.choice(LINES) for _ in range(chances.randint(1, 16))), chances)


def test_what_is_closed_is_never_touched_again(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "chat"))
    stream = StreamingDocument(document)
    stream.feed("one\n\n- two\n- three\n\nfour\n\nfive\n\n")
    least = document.starts[3]
    document.documentLayout()
    changed: list[int] = []
    document.contentsChange.connect(lambda place, _removed, _added: changed.append(place))
    for word in ["six ", "**sev", "en**\n", "\n", "```\n", "x\n", "y"]:
        stream.feed(word)
    assert min(changed) >= least


def test_comments_are_shown_in_answers(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "chat"))
    StreamingDocument(document).show("a %%hidden?%% b")
    assert "hidden?" in document.toPlainText()


def test_a_large_open_block_is_complete_after_finish(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "chat"))
    stream = StreamingDocument(document)
    for number in range(3000):
        stream.feed(f"w{number} ")
    stream.finish()
    assert document.toPlainText().replace("\n", "").replace(" ", "").endswith("w2998w2999")


def test_showing_something_else_begins_anew(dressed: Theme) -> None:
    document = RenderedDocument(TextFormats(dressed, "chat"))
    stream = StreamingDocument(document)
    stream.feed("one\n\ntwo\n\nthree\n\n")
    stream.show("other")
    assert (stream.text, document.toPlainText()) == ("other", "other")

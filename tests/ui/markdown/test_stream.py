import random

import pytest

from tests.ui.markdown.dumps import SAMPLE, dump
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.stream import StreamingDocument
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import Theme

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
    style = Style(look, "chat")
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
    assert streamed.pieces == at_once.pieces
    assert dump(streamed) == dump(at_once)


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_answer_in_any_portions_ends_as_if_shown_at_once(dressed: Theme, seed: int) -> None:
    check(dressed, SAMPLE, random.Random(seed))


@pytest.mark.parametrize("seed", range(120))
def test_lines_at_random_in_any_portions_end_as_if_shown_at_once(dressed: Theme, seed: int) -> None:
    chances = random.Random(seed)
    check(dressed, "\n".join(chances.choice(LINES) for _ in range(chances.randint(1, 16))), chances)


def test_what_is_closed_is_never_touched_again(dressed: Theme) -> None:
    document = RenderedDocument(Style(dressed, "chat"))
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
    document = RenderedDocument(Style(dressed, "chat"))
    StreamingDocument(document).show("a %%hidden?%% b")
    assert "hidden?" in document.toPlainText()


def test_a_large_open_block_is_complete_after_finish(dressed: Theme) -> None:
    document = RenderedDocument(Style(dressed, "chat"))
    stream = StreamingDocument(document)
    for number in range(3000):
        stream.feed(f"w{number} ")
    stream.finish()
    assert document.toPlainText().replace("\n", "").replace(" ", "").endswith("w2998w2999")


def test_showing_something_else_begins_anew(dressed: Theme) -> None:
    document = RenderedDocument(Style(dressed, "chat"))
    stream = StreamingDocument(document)
    stream.feed("one\n\ntwo\n\nthree\n\n")
    stream.show("other")
    assert (stream.text, document.toPlainText()) == ("other", "other")

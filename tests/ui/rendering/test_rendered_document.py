"""Tests of ui/rendering/rendered_document.py."""

import os
import random
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

from tests.support.qt_loop import on_qt_loop
from tests.ui.markdown.dumps import SAMPLE, dump
from vaultdesk.ui.rendering.formula import Formulas
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import TextBlock, TextStyle
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


@pytest.fixture(autouse=True)
def formulas_as_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formulas are shown as source: whether one is drawn already depends on other tests."""
    monkeypatch.setattr(Formulas, "picture", lambda *_: None)


@pytest.mark.parametrize("before", TEXTS)
@pytest.mark.parametrize("after", TEXTS)
def test_changing_the_text_equals_showing_the_new_text_directly(app_theme: Theme, before: str, after: str) -> None:
    style = TextFormats(app_theme, "note")
    changed, fresh = RenderedDocument(style), RenderedDocument(style)
    changed.show_plan(plan_of(before))
    changed.show_plan(plan_of(after))
    fresh.show_plan(plan_of(after))
    assert dump(changed) == dump(fresh)
    assert changed.starts == fresh.starts


def test_unchanged_elements_are_not_rewritten(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    document.show_plan(plan_of("one\n\ntwo\n\nthree"))
    document.documentLayout()
    changed: list[int] = []
    document.contentsChange.connect(lambda position, _removed, _added: changed.append(position))
    document.show_plan(plan_of("one\n\ntwo\n\nthree and four"))
    assert min(changed) >= document.starts[1]


def test_a_new_style_shows_the_same_text_in_other_colors(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "note"))
    document.show_plan(plan_of(SAMPLE))
    text, before = document.toPlainText(), dump(document)
    app_theme.set_choice("dark")
    document.restyle(TextFormats(app_theme, "note"))
    assert document.toPlainText() == text
    assert dump(document) != before


@on_qt_loop
async def test_showing_a_plan_in_slices_ends_in_the_same_document(app_theme: Theme) -> None:
    style = TextFormats(app_theme, "note")
    plan = plan_of("word\n\n" * 600 + SAMPLE)
    sliced, fresh = RenderedDocument(style), RenderedDocument(style)
    await sliced.show_in_slices(plan)
    fresh.show_plan(plan)
    assert dump(sliced) == dump(fresh)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a FIFO")
@pytest.mark.timeout(30)
def test_no_resource_name_opens_a_file(app_theme: Theme, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    document = RenderedDocument(TextFormats(app_theme, "note"))
    for name in (str(pipe), f"file://{pipe}", "/dev/zero", "//host/share/x.png", "data:image/png;base64,AAAA"):
        assert document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl(name)) is None


SHORT_LINES = r"""
- a|* b|1. x|2. y|10) z|> q|> > n|```py|```|~~~|# H|===|---|***|  cont|    code|text *em* x
**bold|word [[N|x]] y|[ref]|[ref]: http://a.b/c|- [x] t|> [!note] T|$$|x$$ z|a $x$ ==m==|  - nested
   1. n2|[^1]: foot|%%c%%|https://x.y/z.|a | b|-|1.|+ |`co|^blk|end ^id-1|<b>h</b>
- > q in l|> - l in q|> ```|&amp; &lt;|\*
"""
LINES = [
    *(line for part in SHORT_LINES.split("\n") for line in part.split("|") if line),
    "\tt",
    "| a | b |",
    "|---|--:|",
    "| 1 | 2 |",
    "",
    "",
    "",
]


def check_streaming(theme: Theme, text: str, rng: random.Random) -> None:
    style = TextFormats(theme, "chat")
    complete, streamed = RenderedDocument(style), RenderedDocument(style)
    complete.show_plan(plan_of(text, comments=False))
    stream = StreamingDocument(streamed)
    position, longest = 0, rng.choice([1, 3, 7, 20])
    while position < len(text):
        size = rng.randint(1, longest)
        stream.feed(text[position : position + size])
        position += size
    stream.finish()
    assert stream.text == text
    assert streamed.elements == complete.elements
    assert dump(streamed) == dump(complete)


@pytest.mark.parametrize("seed", range(5))
def test_an_answer_streamed_in_any_chunks_equals_the_complete_document(app_theme: Theme, seed: int) -> None:
    check_streaming(app_theme, SAMPLE, random.Random(seed))


@pytest.mark.parametrize("seed", range(120))
def test_random_lines_streamed_in_any_chunks_equal_the_complete_document(app_theme: Theme, seed: int) -> None:
    rng = random.Random(seed)
    check_streaming(app_theme, "\n".join(rng.choice(LINES) for _ in range(rng.randint(1, 16))), rng)


def test_closed_elements_of_a_stream_are_not_rewritten(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    stream = StreamingDocument(document)
    stream.feed("one\n\n- two\n- three\n\nfour\n\nfive\n\n")
    first_open_position = document.starts[3]
    document.documentLayout()
    changed: list[int] = []
    document.contentsChange.connect(lambda position, _removed, _added: changed.append(position))
    for word in ["six ", "**sev", "en**\n", "\n", "```\n", "x\n", "y"]:
        stream.feed(word)
    assert min(changed) >= first_open_position


@pytest.mark.parametrize(
    "text",
    [
        "*An italic line with `a*b` in it.*",
        "One **bold word** and ***both*** and ~~struck~~.\n\n- *an item*\n- **Note:** 2",
        "> *a quote*\n\n# *A title*\n\n这是**重点**，不是*别的*。",
        "*over\ntwo lines*",
        "`code * with * markers`",
        "A ==highlight==, ==*two* **more `code`**==, **with ==one== in it**.\n\n- ==an item==\n\n这是==重点==。",
        "**`code`** and **_both_**, **==all==**, *`a*`* and ==`b=`==",
        "`a ==b` [==c](https://d.example) ===e",
        "$a_1*b_2*c \\text{if _so_}$ and $d*e$, *$f*g$*, ==$h$==",
    ],
)
def test_no_marker_is_shown_before_emphasis_a_highlight_or_code_is_closed(app_theme: Theme, text: str) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    stream = StreamingDocument(document)
    shown: list[str] = []
    for character in text:
        stream.feed(character)
        shown.append(document.toPlainText())
    stream.finish()
    visible = {sign for part in shown for sign in part if sign in "*_~`="}
    assert visible <= set(document.toPlainText())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**x", ["x"]),
        ("*x", ["x"]),
        ("`x", ["x"]),
        ("x **y", ["x y"]),
        ("**", []),
        ("**x |", ["**x"]),
        ("**x | ", ["**x"]),
        ("**x\n", ["**x"]),
        ("**x \\|", ["x |"]),
        ("**x** | **y", ["x", "y"]),
        ("**x | **y |", ["**x", "**y"]),
        ("**x |\n| **y", ["**x", "y"]),
        ("**x |\n| ", ["**x"]),
    ],
)
@pytest.mark.parametrize("prefix", ["", "> "])
def test_emphasis_and_code_are_closed_in_the_cell_in_which_the_text_continues(
    app_theme: Theme, prefix: str, text: str, shown: list[str]
) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    table = f"| a | *b |\n|---|---|\n| {text}"
    StreamingDocument(document).feed(prefix + table.replace("\n", f"\n{prefix}"))
    cells = [cell for cell in document.toPlainText().split("\n") if cell]
    assert cells == ["a", "*b", *shown]


@pytest.mark.parametrize(
    ("before", "marker_line"),
    [
        *(("", f"{prefix}{marker}") for prefix in ("- ", "+ ", "1. ", "2) ", "> - ", "  - ") for marker in ("*", "**")),
        *(("- a\n", line) for line in ("-", "- *", "  - *", "  - ", "--")),
        *(("> Items:\n", line) for line in ("> -", "> =", "> 1.")),
        *(("Items:\n", line) for line in ("-", "--", "---", "- ", "=", "==", "+", "+ ", "* ", "1", "1.", "1. ", "2)")),
        *(("a | b\n", line) for line in ("-", "---")),
        *(("Items:\n\n", line) for line in ("-", "--", "*", "_", "=")),
    ],
)
def test_a_marker_is_not_shown_before_what_follows_decides_its_meaning(
    app_theme: Theme, before: str, marker_line: str
) -> None:
    document, expected = (RenderedDocument(TextFormats(app_theme, "chat")) for _ in range(2))
    StreamingDocument(document).feed(before + marker_line)
    prefix = re.match(r"(?:[ >]|(?:[-+]|[0-9][.)]) (?=\S))*", marker_line)
    assert prefix is not None
    expected.show_plan(plan_of(before + prefix[0], comments=False))
    assert dump(document) == dump(expected)


@pytest.mark.parametrize(
    "text", ["Title\n---\n", "Title\n=\n", "a\n\n- - -", "a\n\n* * *", "- a\n- b", "1. *x*", "a -", "a\n-5"]
)
def test_a_line_whose_meaning_is_known_is_shown_while_the_text_continues(app_theme: Theme, text: str) -> None:
    document, expected = (RenderedDocument(TextFormats(app_theme, "chat")) for _ in range(2))
    StreamingDocument(document).feed(text)
    expected.show_plan(plan_of(text, comments=False))
    assert dump(document) == dump(expected)


def test_emphasis_that_is_open_is_shown_as_closed_and_literal_markers_as_text(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    stream = StreamingDocument(document)
    stream.feed("It is *very im")
    open_block = document.elements[0]
    assert isinstance(open_block, TextBlock)
    assert [(run.text, run.style) for run in open_block.runs] == [
        ("It is ", TextStyle.PLAIN),
        ("very im", TextStyle.EMPHASIS),
    ]
    for text in ("2*3 and 5 * 3", "snake_case_name", "*never closed\n\nnext"):
        stream = StreamingDocument(document)
        stream.feed(text)
        assert document.toPlainText() == text.replace("\n\n", "\n")
    stream = StreamingDocument(document)
    stream.feed("*never closed")
    stream.finish()
    assert document.toPlainText() == "*never closed"


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("a ==b *c", [("a ", TextStyle.PLAIN), ("b ", TextStyle.MARK), ("c", TextStyle.MARK | TextStyle.EMPHASIS)]),
        ("*a ==b", [("a ", TextStyle.EMPHASIS), ("b", TextStyle.MARK | TextStyle.EMPHASIS)]),
        ("*a ==b* c", [("a ==b", TextStyle.EMPHASIS), (" c", TextStyle.PLAIN)]),
        ("a =", [("a", TextStyle.PLAIN)]),
        ("1+1==2 and a == b, a ===b", [("1+1==2 and a == b, a ===b", TextStyle.PLAIN)]),
        ("[==a](https://b.example) c", [("==a", TextStyle.LINK), (" c", TextStyle.PLAIN)]),
        ("a $x_1*y", [("a ", TextStyle.PLAIN), ("$x_1*y", TextStyle.CODE)]),
        ("$\\frac{1}{2} = 5\\text{ if so", [("$\\frac{1}{2} = 5\\text{ if so", TextStyle.CODE)]),
        ("a $2x^2", [("a ", TextStyle.PLAIN), ("$2x^2", TextStyle.CODE)]),
        ("==a $x = y", [("a ", TextStyle.MARK), ("$x = y", TextStyle.MARK | TextStyle.CODE)]),
        ("$5 and $6 or $7.50-", [("$5 and $6 or $7.50-", TextStyle.PLAIN)]),
        ("the variable $HOME", [("the variable $HOME", TextStyle.PLAIN)]),
        ("the variable $x is not set", [("the variable $x is not set", TextStyle.PLAIN)]),
        ("`echo $x` and $ x", [("echo $x", TextStyle.CODE), (" and $ x", TextStyle.PLAIN)]),
    ],
)  # fmt: skip
def test_an_open_highlight_and_an_open_formula_are_shown_in_their_style(
    app_theme: Theme, text: str, runs: list[tuple[str, TextStyle]]
) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    StreamingDocument(document).feed(text)
    block = document.elements[0]
    assert isinstance(block, TextBlock)
    assert [(run.text, run.style) for run in block.runs] == runs
    assert not any(run.math for run in block.runs)


def test_comments_are_shown_in_answers(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    stream = StreamingDocument(document)
    stream.feed("a %%hidden?%% b")
    stream.finish()
    assert "hidden?" in document.toPlainText()


def test_a_large_open_block_is_complete_after_finish(app_theme: Theme) -> None:
    document = RenderedDocument(TextFormats(app_theme, "chat"))
    stream = StreamingDocument(document)
    for number in range(3000):
        stream.feed(f"w{number} ")
    stream.finish()
    assert document.toPlainText().replace("\n", "").replace(" ", "").endswith("w2998w2999")

"""Tests of ui/rendering/markdown_parser.py."""

import sys
from collections.abc import Callable, Sequence
from math import isqrt

import pytest
from markdown_it.token import Token

from tests.support.campaigns import campaign_count, sampled
from tests.support.growth import check_linear, repeated
from vaultdesk.ui.rendering.markdown_parser import (
    MAX_PARAGRAPH_LENGTH,
    is_note_address,
    is_web_address,
    parse,
    parse_inline,
    split_text,
)
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import CodeBlock, TextBlock, TextStyle, runs_of
from vaultdesk.vault.markdown.markdown_scanner import scan


def test_a_callout_has_a_title_and_a_body_in_one_box() -> None:
    title, body = plan_of("> [!warning]- Care *now*\n> text")
    assert isinstance(title, TextBlock)
    assert (title.kind, title.text) == ("title", "Care now")
    assert title.nesting.boxes == body.nesting.boxes
    assert body.nesting.boxes[0].callout == "warning"


def test_a_callout_without_a_title_is_named_by_its_type() -> None:
    assert [element.text for element in plan_of("> [!tip]\n> x")] == ["Tip", "x"]


def test_a_task_has_its_state_as_marker() -> None:
    done, other, todo = plan_of("- [x] a\n- [-] b\n- [ ] c")
    assert [element.marker for element in (done, other, todo) if isinstance(element, TextBlock)] == [
        "[x]",
        "[-]",
        "[ ]",
    ]


def test_block_ids_are_hidden_and_become_anchors() -> None:
    first, second = plan_of("words ^id-1\n\n- item\n\n^own")
    assert isinstance(first, TextBlock)
    assert isinstance(second, TextBlock)
    assert (first.text, first.anchor, second.anchor) == ("words", "id-1", "own")


def test_a_multiline_comment_is_hidden_and_an_unclosed_one_is_shown() -> None:
    assert [element.text for element in plan_of("a\n\n%%\nhidden\n%%\n\nb")] == ["a", "b"]
    assert "shown" in plan_of("%%\nshown")[0].text


def test_multiline_math_is_a_formula_or_its_source_if_it_is_refused() -> None:
    element = plan_of("$$\nx^2\n$$")[0]
    assert isinstance(element, TextBlock)
    assert [(run.text, run.math, run.display) for run in element.runs] == [("$$x^2$$", "x^2", True)]
    refused = plan_of("$$\n" + "{" * 50 + "x\n$$")[0]
    assert isinstance(refused, CodeBlock)
    assert (refused.language, refused.text) == ("math", "{" * 50 + "x")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$\nx\n$$after [[a]]\nmore\n\nb", ["$$x$$", "after a\u2028more", "b"]),
        ("- $$\n  x\n  $$ after\n- b", ["", "$$x$$", "after", "b"]),
        ("$$\nx = 0$$ and $$y$$\n\nb", ["$$x = 0$$", "and $$y$$", "b"]),
        ("$$\nx\n$$ \nb", ["$$x$$", "b"]),
    ],
)
def test_text_after_multiline_math_is_a_paragraph(text: str, expected: list[str]) -> None:
    assert [element.text for element in plan_of(text)] == expected


def test_excessive_nesting_becomes_plain_text_without_loss() -> None:
    plan = plan_of("> " * 1000 + "the end")
    assert any("the end" in element.text for element in plan)
    assert all(len(element.nesting.boxes) <= 40 for element in plan)


def test_long_paragraphs_are_split_without_loss() -> None:
    text = "word " * 3000
    assert "".join(split_text(text)) == text
    assert max(map(len, split_text("x" * 50_000))) <= MAX_PARAGRAPH_LENGTH
    plan = plan_of(text)
    assert len(plan) > 3
    assert sum(element.text.count("word") for element in plan) == 3000


HOSTILE: dict[str, tuple[Callable[[int], str], int]] = {
    "a line without a space": (repeated("a"), 400_000),
    "entities": (repeated("&amp;"), 20_000),
    "brackets": (repeated("["), 20_000),
    "stars": (repeated("*a **b "), 10_000),
    "quotes": (repeated(">", after=" x"), 2_000),
    "nested lists": (lambda size: "\n".join(" " * 2 * depth + "- x" for depth in range(isqrt(size))), 40_000),
    "backticks": (lambda size: " ".join("`" * length for length in range(isqrt(2 * size))), 40_000),
    "equals": (repeated("==a"), 10_000),
    "links": (repeated("[a](<b"), 10_000),
    "comments": (repeated("%%\n", after="x"), 20_000),
    "footnotes": (repeated("[^"), 2_000),
    "open html comments": (repeated("<!--\n"), 8_000),
    "ids": (repeated("a ^b\n"), 10_000),
}
"""The text by its length, and the length of the larger one."""


@pytest.mark.parametrize("name", sampled(HOSTILE, 6))
def test_hostile_text_is_planned_in_linear_time(name: str) -> None:
    make, size = HOSTILE[name]
    check_linear(plan_of, make, size)
    plan = plan_of(make(size))
    assert all(
        len(run.text) <= MAX_PARAGRAPH_LENGTH
        for element in plan
        if isinstance(element, TextBlock)
        for run in element.runs
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("words ^github", ["words"]),
        ("words\n^github", ["words"]),
        ("words ^one \nmore", ["words\u2028more"]),
        ("^own\n\nwords", ["words"]),
        ("- item ^a\n- item ^b", ["item", "item"]),
        ("`x ^y`", ["x ^y"]),
        ("`a ^b\nc`", ["a ^b c"]),
        ("```\nx ^y\n```", ["x ^y"]),
        ("2^3", ["2^3"]),
        ("a <!-- hidden --> b", ["a  b"]),
        ("a <!-- hidden\nhidden --> b", ["a  b"]),
        ("<!-- hidden -->", []),
        ("<!-- hidden\n\nhidden -->\nwords", ["words"]),
        ("words\n<!-- hidden\n\nhidden --> *more*", ["words", "more"]),
        ("<!-- hidden --> words", ["words"]),
        ("<!-->\n\nwords", ["words"]),
        ("> <!-- hidden\n> hidden -->\n> words", ["words"]),
        ("- <!-- open\n- other -->", ["<!-- open", "other -->"]),
        ("<!-- open\n\nwords", ["<!-- open", "words"]),
        ("`<!-- x -->`", ["<!-- x -->"]),
        ("```\n<!-- x -->\n```", ["<!-- x -->"]),
        ("    <!-- x -->", ["<!-- x -->"]),
    ],
)
def test_block_ids_and_html_comments_are_hidden_outside_code(text: str, shown: list[str]) -> None:
    assert [element.text for element in plan_of(text)] == shown


def test_html_comments_of_an_answer_are_shown() -> None:
    assert [element.text for element in plan_of("<!-- a -->\n\nb <!-- c -->", comments=False)] == [
        "<!-- a -->",
        "b <!-- c -->",
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("As said in [1], a[2] and [1][2].", ["As said in [1], a[2] and [1][2]."]),
        ("- [1] Smith, *Title*\n- [2] Other", ["[1] Smith, Title", "[2] Other"]),
        ("1. [2]", ["[2]"]),
    ],
)
def test_a_bare_number_in_brackets_stays_text_in_an_answer(text: str, shown: list[str]) -> None:
    assert [element.text for element in plan_of(text, comments=False)] == shown


def test_a_task_of_an_answer_has_its_checkbox() -> None:
    markers = [
        element.marker for element in plan_of("- [x] a\n- [ ] b", comments=False) if isinstance(element, TextBlock)
    ]
    assert markers == ["[x]", "[ ]"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "[^1]: First\n    second\n\n    third\n\nend",
            [("footnote", "1 First\u2028second"), ("footnote", "third"), ("paragraph", "end")],
        ),
        ("[^2]: one\n\ttwo", [("footnote", "2 one\u2028two")]),
        ("[^3]: list:\n    - a\n    - b", [("footnote", "3 list:"), ("footnote", "a"), ("footnote", "b")]),
        ("[^4]:\n    - a", [("footnote", "4"), ("footnote", "a")]),
        ("[^1]: one\n[^2]: two", [("footnote", "1 one"), ("footnote", "2 two")]),
    ],
)
def test_v10_the_indented_lines_of_a_footnote_are_part_of_it(text: str, shown: list[tuple[str, str]]) -> None:
    assert [(element.kind, element.text) for element in plan_of(text) if isinstance(element, TextBlock)] == shown


def test_v10_code_in_a_footnote_stays_code() -> None:
    words, code = plan_of("[^1]: words\n\n    ```py\n    x = 1\n    ```")
    assert (words.text, code.text, isinstance(code, CodeBlock)) == ("1 words", "x = 1", True)


def test_v10_inline_footnotes_are_numbered_and_placed_at_the_end() -> None:
    plan = plan_of("Text^[a note with [[Link]]] and^[two] and[^1].\n\n[^1]: one\n\nend")
    assert [element.text for element in plan] == ["Text2 and3 and1.", "1 one", "end", "2 a note with Link", "3 two"]
    assert [run.href for run in runs_of(plan[3]) if run.href] == ["note:Link"]


@pytest.mark.parametrize("text", ["x^[open", "2^[ ]", "`^[a]`"])
def test_v10_text_that_is_not_an_inline_footnote_stays_text(text: str) -> None:
    assert [element.text for element in plan_of(text)] == [text.strip("`")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("%%\nhidden\n%% after\n\nx", ["after", "x"]),
        ("%% a\nb %%c\nd", ["c\u2028d"]),
        ("%% a\n\nb %% **c**", ["c"]),
        ("> %%\n> h\n> %% w", ["w"]),
        ("%%%%\nshown", ["shown"]),
        ("a %%%% b", ["a  b"]),
    ],
)
def test_v11_words_after_the_end_of_a_comment_are_shown(text: str, shown: list[str]) -> None:
    assert [element.text for element in plan_of(text)] == shown


LINEAR = {
    "open links": "[[", "open brackets": "[", "links": "[[x]", "pictures": "![", "inline footnotes": "^[a ",
    "lines": "line of words\n", "lines of quotes": "> a\n", "definitions": "[x]: y\n", "footnotes": "[^1]: x\n",
}  # fmt: skip


@pytest.mark.parametrize("name", LINEAR)
def test_v15_planning_time_is_linear_in_the_length_of_the_text(name: str) -> None:
    def call_count(count: int) -> int:
        calls = 0

        def count_call(_frame: object, event: str, _argument: object) -> None:
            nonlocal calls
            calls += event == "call"

        sys.setprofile(count_call)
        try:
            plan_of(LINEAR[name] * count)
        finally:
            sys.setprofile(None)
        return calls

    call_count(10)  # One-time initialization is not counted.
    count = campaign_count(1_200, 600)
    assert call_count(2 * count) < 2.5 * call_count(count)


def runs(text: str, *, comments: bool = True) -> list[tuple[str, TextStyle, str]]:
    element = plan_of(text, comments=comments)[0]
    assert isinstance(element, TextBlock)
    return [(run.text, run.style, run.href) for run in element.runs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[Note]]", ("Note", TextStyle.LINK, "note:Note")),
        ("[[Note|words]]", ("words", TextStyle.LINK, "note:Note")),
        ("[[A/B c#Head|w]]", ("w", TextStyle.LINK, "note:A%2FB%20c%23Head")),
        ("[[Note#Head]]", ("Note › Head", TextStyle.LINK, "note:Note%23Head")),
        ("==marked==", ("marked", TextStyle.MARK, "")),
        ("$x+y$", ("$x+y$", TextStyle.CODE, "")),
        ("#tag/sub", ("#tag/sub", TextStyle.TAG, "")),
        ("[^1]", ("1", TextStyle.SUPERSCRIPT, "")),
        ("https://a.b/c_d", ("https://a.b/c_d", TextStyle.LINK, "https://a.b/c_d")),
        ("[w](My%20note.md)", ("w", TextStyle.LINK, "note:My%20note")),
        ("![[Other]]", ("Other", TextStyle.LINK, "note:Other")),
    ],
)
def test_obsidian_syntax_becomes_styled_runs(text: str, expected: tuple[str, TextStyle, str]) -> None:
    assert runs(text) == [expected]


@pytest.mark.parametrize("text", ["#1984", "a#b", "$5 and $6", "== x ==", "[[]]", "[[a\nb]]", "100 %% 5", "://x"])
def test_text_similar_to_obsidian_syntax_stays_plain(text: str) -> None:
    assert all(style == TextStyle.PLAIN for _, style, _ in runs(text))


def test_the_end_of_a_sentence_is_not_part_of_an_address() -> None:
    assert runs("See https://a.b/c.")[1:] == [
        ("https://a.b/c", TextStyle.LINK, "https://a.b/c"),
        (".", TextStyle.PLAIN, ""),
    ]


def test_comments_are_hidden_in_notes_but_not_in_answers() -> None:
    assert runs("a %%b%% c") == [("a  c", TextStyle.PLAIN, "")]
    assert runs("a %%b%% c", comments=False) == [("a %%b%% c", TextStyle.PLAIN, "")]


def test_nested_styles_are_combined() -> None:
    assert runs("==a **b**==") == [("a ", TextStyle.MARK, ""), ("b", TextStyle.MARK | TextStyle.STRONG, "")]


@pytest.mark.parametrize("address", ["http://a.b", "https://a.b/c", "mailto:a@b.c", "HTTPS://A.B"])
def test_web_and_mail_addresses_are_links(address: str) -> None:
    assert is_web_address(address)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vaultdesk:x", "obsidian:open"]
)
def test_v11_other_schemes_are_links_in_a_note_and_text_in_an_answer(address: str) -> None:
    assert not is_web_address(address)
    assert not is_note_address(address)
    assert runs(f"[words]({address})") == [("words", TextStyle.LINK, address)]
    children = parse(f"[words]({address})", comments=False)[1].children or []
    assert all(token.type != "link_open" for token in children)
    assert any("words" in token.content for token in children)


@pytest.mark.parametrize(
    "text", ["[words](obsidian://new?file=x)", "<obsidian://open?vault=x>", "[words](vaultdesk://open?vault=x)"]
)
def test_links_to_programs_are_links_in_notes_but_not_in_answers(text: str) -> None:
    kinds = {comments: [token.type for token in parse(text, comments=comments)[1].children or []]
             for comments in (True, False)}  # fmt: skip
    assert kinds == {True: ["link_open", "text", "link_close"], False: ["text"]}


@pytest.mark.parametrize("comments", [True, False])
def test_html_that_may_load_resources_is_literal_text(comments: bool) -> None:
    text = (
        "<script>alert(1)</script> <img src=file:///x.png> <img src='data:x'> <img> <iframe> <iframe src=x.md> <div> "
        "<style> a < b > c <bx> <b"
    )
    children = parse(text, comments=comments)[1].children or []
    assert "".join(token.content for token in children) == text


def test_html_tags_of_an_answer_are_literal_text() -> None:
    children = parse("<b title='x'>y</b>", comments=False)[1].children or []
    assert "".join(token.content for token in children) == "<b title='x'>y</b>"


def test_a_title_is_parsed_as_inline_text() -> None:
    assert [token.type for token in parse_inline("a `b`")] == ["text", "code_inline"]


S, E, X, P = TextStyle.STRONG, TextStyle.EMPHASIS, TextStyle.STRIKE, TextStyle.PLAIN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**开源：**代码", [("开源：", S), ("代码", P)]),
        ("含**「重点」**内容", [("含", P), ("「重点」", S), ("内容", P)]),
        ("含**“重点”**内容", [("含", P), ("“重点”", S), ("内容", P)]),
        ("**重要（注意）**です", [("重要（注意）", S), ("です", P)]),
        ("**스크립트(script)**를", [("스크립트(script)", S), ("를", P)]),
        ("*スクリプト。*です", [("スクリプト。", E), ("です", P)]),
        ("***重要。***後", [("重要。", S | E), ("後", P)]),
        ("~~删除。~~后", [("删除。", X), ("后", P)]),
        ("**甲。**乙**丙。**丁", [("甲。", S), ("乙", P), ("丙。", S), ("丁", P)]),
        ("a**b.**c", [("a**b.**c", P)]),
        ("a **b**. _c_ d_e_f", [("a ", P), ("b", S), (". ", P), ("c", E), (" d_e_f", P)]),
    ],
)
def test_v3_emphasis_beside_punctuation_of_text_without_spaces(
    text: str, expected: list[tuple[str, TextStyle]]
) -> None:
    assert [(words, style) for words, style, _ in runs(text)] == expected


@pytest.mark.parametrize("tag", ["☕coffee", "📝", "⭐", "1️⃣x", "a\u0308b", "हिन्दी", "👩\u200d💻", "a/b-c_d", "日本語"])
def test_v8_tags_equal_those_of_the_index(tag: str) -> None:
    assert runs(f"x #{tag} y") == [("x ", P, ""), (f"#{tag}", TextStyle.TAG, ""), (" y", P, "")]
    assert scan(f"x #{tag} y").tags == (tag,)


@pytest.mark.parametrize("text", ["#12", "x#a", "#.", "#/"])
def test_v8_text_that_is_not_a_tag_in_the_index_is_not_rendered_as_one(text: str) -> None:
    assert scan(f"x {text}").tags == ()
    assert all(style == P for _, style, _ in runs(f"x {text}"))


def test_v11_note_names_with_brackets_are_links() -> None:
    assert runs("[[Note [draft]]], [[A [b] c|x [1]]] ![[[b] c]] [[[x]]]") == [
        ("Note [draft]", TextStyle.LINK, "note:Note%20%5Bdraft%5D"),
        (", ", P, ""),
        ("x [1]", TextStyle.LINK, "note:A%20%5Bb%5D%20c"),
        (" ", P, ""),
        ("[b] c", TextStyle.LINK, "note:%5Bb%5D%20c"),
        (" [", P, ""),
        ("x", TextStyle.LINK, "note:x"),
        ("]", P, ""),
    ]


# Code in the view is code in the index.


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("text\n\n\t```\n[[A]]\n\t```\n", ["A"]),
        ("text\n\n     ```\n[[A]]\n     ```\n", ["A"]),
        ("- item\n  ```\n  [[A]]\n  ```\n- [[B]]\n", ["B"]),
        ("- item\n\t- inner\n\t  ```\n\t  [[A]]\n\t  ```\n\t- [[B]]\n", ["B"]),
        ("1. item\n\n    ```\n    [[A]]\n    ```\n\n    [[B]]\n", ["B"]),
        ("- # H\n\t- [[A]]\n\t\t- [[B]]\n\t\t\t- [[C]]\n", ["A", "B", "C"]),
    ],
)  # fmt: skip
def test_links_in_code_are_those_that_the_view_shows_as_code(text: str, linked: list[str]) -> None:
    assert [link.target for link in scan(text).links] == linked
    assert _shown_links(parse(text)) == linked


def _shown_links(tokens: Sequence[Token]) -> list[str]:
    found: list[str] = []
    for token in tokens:
        found += [token.content] if token.type == "wikilink" else _shown_links(token.children or ())
    return found

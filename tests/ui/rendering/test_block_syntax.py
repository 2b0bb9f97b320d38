import sys
import time

import pytest

from tests.support.campaigns import sampled
from vaultdesk.ui.rendering.block_syntax import PIECE_LIMIT, cut_text
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import CodeBlock, TextBlock, runs_of


def test_a_callout_has_a_title_and_a_body_in_one_box() -> None:
    title, body = plan_of("> [!warning]- Care *now*\n> text")
    assert isinstance(title, TextBlock)
    assert (title.kind, title.text) == ("title", "Care now")
    assert title.place.boxes == body.place.boxes
    assert body.place.boxes[0].callout == "warning"


def test_a_callout_without_a_title_is_named_by_its_type() -> None:
    assert [piece.text for piece in plan_of("> [!tip]\n> x")] == ["Tip", "x"]


def test_a_task_keeps_its_sign_in_front() -> None:
    done, other, todo = plan_of("- [x] a\n- [-] b\n- [ ] c")
    assert [piece.marker for piece in (done, other, todo) if isinstance(piece, TextBlock)] == ["[x]", "[-]", "[ ]"]


def test_block_ids_are_hidden_and_known() -> None:
    first, second = plan_of("words ^id-1\n\n- item\n\n^own")
    assert isinstance(first, TextBlock)
    assert isinstance(second, TextBlock)
    assert (first.text, first.anchor, second.anchor) == ("words", "id-1", "own")


def test_a_comment_over_lines_is_hidden_and_an_open_one_is_not() -> None:
    assert [piece.text for piece in plan_of("a\n\n%%\nhidden\n%%\n\nb")] == ["a", "b"]
    assert "shown" in plan_of("%%\nshown")[0].text


def test_math_over_lines_is_a_formula_and_what_cannot_be_one_its_source() -> None:
    piece = plan_of("$$\nx^2\n$$")[0]
    assert isinstance(piece, TextBlock)
    assert [(run.text, run.math, run.display) for run in piece.runs] == [("$$x^2$$", "x^2", True)]
    refused = plan_of("$$\n" + "{" * 50 + "x\n$$")[0]
    assert isinstance(refused, CodeBlock)
    assert (refused.language, refused.text) == ("math", "{" * 50 + "x")


def test_depth_that_nobody_writes_becomes_plain_text_and_loses_nothing() -> None:
    plan = plan_of("> " * 1000 + "the end")
    assert any("the end" in piece.text for piece in plan)
    assert all(len(piece.place.boxes) <= 40 for piece in plan)


def test_long_paragraphs_are_cut_and_lose_nothing() -> None:
    text = "word " * 3000
    assert "".join(cut_text(text)) == text
    assert max(map(len, cut_text("x" * 50_000))) <= PIECE_LIMIT
    plan = plan_of(text)
    assert len(plan) > 3
    assert sum(piece.text.count("word") for piece in plan) == 3000


HOSTILE = {
    "a line of a megabyte": "a" * 1_000_000,
    "entities": "&amp;" * 200_000,
    "brackets": "[" * 8_000,
    "stars": "*a **b " * 5_000,
    "quotes": ">" * 1_000 + " x",
    "nested lists": "\n".join(" " * 2 * depth + "- x" for depth in range(200)),
    "backticks": " ".join("`" * size for size in range(300)),
    "equals": "==a" * 10_000,
    "links": "[a](<b" * 10_000,
    "comments": "%%\n" * 10_000 + "x",
    "footnotes": "[^" * 4_000,
    "open html comments": "<!--\n" * 8_000,
    "ids": "a ^b\n" * 20_000,
}


@pytest.mark.parametrize("name", sampled(HOSTILE, 6))
def test_hostile_text_is_planned_in_bounded_time(name: str) -> None:
    began = time.process_time()
    plan = plan_of(HOSTILE[name])
    assert time.process_time() - began < 15
    assert all(len(run.text) <= PIECE_LIMIT for piece in plan if isinstance(piece, TextBlock) for run in piece.runs)


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
    assert [piece.text for piece in plan_of(text)] == shown


def test_nothing_in_an_answer_hides_in_a_html_comment() -> None:
    assert [piece.text for piece in plan_of("<!-- a -->\n\nb <!-- c -->", comments=False)] == [
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
def test_a_bare_number_in_brackets_stays_as_an_answer_writes_it(text: str, shown: list[str]) -> None:
    assert [piece.text for piece in plan_of(text, comments=False)] == shown


def test_a_task_of_an_answer_has_its_box() -> None:
    markers = [piece.marker for piece in plan_of("- [x] a\n- [ ] b", comments=False) if isinstance(piece, TextBlock)]
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
    assert [(piece.kind, piece.text) for piece in plan_of(text) if isinstance(piece, TextBlock)] == shown


def test_v10_code_in_a_footnote_stays_code() -> None:
    words, code = plan_of("[^1]: words\n\n    ```py\n    x = 1\n    ```")
    assert (words.text, code.text, isinstance(code, CodeBlock)) == ("1 words", "x = 1", True)


def test_v10_inline_footnotes_have_a_number_and_stand_at_the_end() -> None:
    plan = plan_of("Text^[a note with [[Link]]] and^[two] and[^1].\n\n[^1]: one\n\nend")
    assert [piece.text for piece in plan] == ["Text2 and3 and1.", "1 one", "end", "2 a note with Link", "3 two"]
    assert [run.href for run in runs_of(plan[3]) if run.href] == ["note:Link"]


@pytest.mark.parametrize("text", ["x^[open", "2^[ ]", "`^[a]`"])
def test_v10_what_is_no_inline_footnote_stays_text(text: str) -> None:
    assert [piece.text for piece in plan_of(text)] == [text.strip("`")]


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
    assert [piece.text for piece in plan_of(text)] == shown


LINEAR = {
    "open links": "[[", "open brackets": "[", "links": "[[x]", "pictures": "![", "inline footnotes": "^[a ",
    "lines": "line of words\n", "lines of quotes": "> a\n", "definitions": "[x]: y\n", "footnotes": "[^1]: x\n",
}  # fmt: skip


@pytest.mark.parametrize("name", LINEAR)
def test_v15_twice_the_text_takes_twice_the_time(name: str) -> None:
    def steps(count: int) -> int:
        taken = 0

        def count_call(_frame: object, event: str, _argument: object) -> None:
            nonlocal taken
            taken += event == "call"

        sys.setprofile(count_call)
        try:
            plan_of(LINEAR[name] * count)
        finally:
            sys.setprofile(None)
        return taken

    steps(10)  # What is made once is no part of it.
    assert steps(2_400) < 2.5 * steps(1_200)

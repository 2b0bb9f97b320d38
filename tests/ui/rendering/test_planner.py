"""Tests of ui/rendering/planner.py."""

from collections.abc import Callable

import pytest

from tests.support.growth import check_linear, repeated
from vaultdesk.ui.rendering.markdown_parser import parse
from vaultdesk.ui.rendering.planner import (
    LINE_BREAK,
    MAX_HIGHLIGHTED_LENGTH,
    MAX_LINE_LENGTH,
    Embed,
    Planner,
    box_count,
    embed_elements,
    has_embeds,
    highlighted_lines,
    inline_runs,
    is_picture,
    map_runs,
    plain_lines,
    plan_of,
    preload_highlighting,
    safe_text,
    split_at_embeds,
)
from vaultdesk.ui.rendering.render_plan import (
    CodeBlock,
    RenderElement,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    is_embedded_element,
    note_target,
    runs_of,
)


def test_keywords_numbers_strings_and_comments_are_highlighted() -> None:
    styles = {
        run.text: run.style for line in highlighted_lines('def f(): return 1, "a"  # why', "python") for run in line
    }
    assert styles["def"] == TextStyle.KEYWORD
    assert styles["1"] == TextStyle.NUMBER
    assert styles["# why"] == TextStyle.COMMENT
    assert TextStyle.STRING in styles.values()


def test_highlighting_preserves_lines_and_blank_lines() -> None:
    text = "a = 1\n\n\nb = 2\n"
    for language in ("python", "nonsense", ""):
        lines = highlighted_lines(text, language)
        assert "\n".join("".join(run.text for run in line) for line in lines) == text


def test_an_unknown_language_and_a_long_block_stay_plain() -> None:
    assert highlighted_lines("x = 1", "no-such-language") == plain_lines("x = 1")
    long = "x = 1\n" * MAX_HIGHLIGHTED_LENGTH
    assert highlighted_lines(long, "python") == plain_lines(long)


def test_very_long_lines_are_split() -> None:
    lines = plain_lines("x" * 10_500)
    assert len(lines) == 11
    assert max(len(run.text) for line in lines for run in line) == MAX_LINE_LENGTH
    preload_highlighting()


def runs_in(text: str) -> tuple[TextRun, ...]:
    return inline_runs(parse(text)[1].children or ())


def test_characters_with_a_meaning_to_qt_are_replaced() -> None:
    assert safe_text("a\u2029b\ufdd0c\ufffcd\0") == f"a{LINE_BREAK}b\ufffdc\ufffdd\ufffd"


def test_adjacent_runs_of_one_style_are_joined() -> None:
    assert len(runs_in("a &amp; b \\* c")) == 1


def test_a_remote_picture_is_a_link() -> None:
    (run,) = inline_runs(parse("![alt](https://evil.example/x.png)")[1].children or ())
    assert (run.text, run.href, run.image) == ("alt", "https://evil.example/x.png", "")


def test_a_picture_of_the_vault_has_its_name_and_width() -> None:
    (run,) = inline_runs(parse("![[p.png|120x80]]")[1].children or ())
    assert (run.image, run.width, run.style) == ("p.png", 120, TextStyle.LINK)


def test_pictures_are_recognized_by_their_extension() -> None:
    assert is_picture("x.svg")
    assert not is_picture("x.pdf")
    assert is_picture("X.PNG")


def test_embeds_of_the_vault_are_marked_and_remote_ones_are_plain_links() -> None:
    runs = inline_runs(parse("a ![[Note#^b]] ![x](Other.md) ![y](https://e.org/z.pdf)")[1].children or ())
    assert [(run.text, run.embed) for run in runs if run.href] == [("Note › ^b", True), ("x", True), ("y", False)]


def test_inline_html_tags_become_styles_and_line_breaks() -> None:
    runs = runs_in('<a name="x"></a> <b>bo<i>th</b> i</i></u> <kbd>Ctrl</kbd><br/>H<SUB>2</SUB>O `<b>`')
    assert [(run.text, run.style) for run in runs] == [
        ("bo", TextStyle.STRONG),
        ("th", TextStyle.STRONG | TextStyle.EMPHASIS),
        (" i", TextStyle.EMPHASIS),
        (" ", TextStyle.PLAIN),
        ("Ctrl", TextStyle.CODE),
        (f"{LINE_BREAK}H2O ", TextStyle.PLAIN),
        ("<b>", TextStyle.CODE),
    ]


@pytest.mark.parametrize("make", [repeated("<"), repeated("<a "), repeated(" x", before="<a"), repeated("</")])
def test_many_unclosed_tags_are_parsed_in_linear_time(make: Callable[[int], str]) -> None:
    check_linear(lambda text: inline_runs(parse(text)[1].children or ()), make, 10_000)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("%% a %%\n%% b %%", []),
        ("words\n%% a %%", ["words"]),
        ("%% a %%\nwords", ["words"]),
        ("**words**\n%% a %%\n<!-- b -->", ["words"]),
        ("one\ntwo", [f"one{LINE_BREAK}two"]),
        ("x" + "\n<b>\n</b>" * 3_000, ["x"]),
        ("![[p.png]]\n%% a %%", ["p.png"]),
    ],
)
def test_hidden_text_leaves_no_empty_lines(text: str, shown: list[str]) -> None:
    assert [run.text for run in runs_in(text)] == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('<img alt="A b" src="https://e.org/x.png" width=40/>', ("A b", "https://e.org/x.png")),
        ("<IMG SRC='http://e.org/x.png'>", ("http://e.org/x.png", "http://e.org/x.png")),
        ('<iframe src="https://e.org/v?a=1&b=2" title="T"></iframe>', ("T", "https://e.org/v?a=1&b=2")),
        ('<img src="pics/x.png">', ('<img src="pics/x.png">', "")),
        ('<img src="/etc/passwd">', ('<img src="/etc/passwd">', "")),
    ],
)
def test_remote_content_of_html_tags_becomes_a_link(text: str, shown: tuple[str, str]) -> None:
    (run,) = runs_in(text)
    assert (run.text, run.href, run.image) == (*shown, "")


def test_html_tags_of_an_answer_are_literal_text() -> None:
    text = '<img src="https://e.org/x.png"> <iframe src="https://e.org"></iframe>'
    runs = inline_runs(parse(text, comments=False)[1].children or ())
    assert "".join(run.text for run in runs) == text


def markers(text: str) -> list[tuple[str, int]]:
    return [(element.marker, element.nesting.depth) for element in plan_of(text) if isinstance(element, TextBlock)]


def test_lists_are_nested_and_numbered() -> None:
    assert markers("1. a\n2. b\n   - c\n\n     more\n9. d") == [("1.", 1), ("2.", 1), ("•", 2), ("", 2), ("3.", 1)]


def test_an_empty_item_has_its_marker() -> None:
    assert markers("- \n- a") == [("•", 1), ("•", 1)]


def test_numbering_continues_from_the_first_number() -> None:
    (element,) = Planner(first_number=7).plan(parse("2. x"))
    assert isinstance(element, TextBlock)
    assert element.marker == "7."


def test_a_table_has_aligned_columns_and_a_header() -> None:
    (table,) = plan_of("| a | b | c |\n|:-|:-:|-:|\n| 1 | 2 | 3 |")
    assert isinstance(table, Table)
    assert (table.aligns, table.has_header, len(table.rows)) == (("left", "center", "right"), True, 2)


def test_a_long_table_is_split_into_several() -> None:
    plan = plan_of("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 1000)
    assert sum(len(element.rows) for element in plan if isinstance(element, Table)) == 1001
    assert [element.has_header for element in plan if isinstance(element, Table)][:2] == [True, False]


def test_a_very_wide_table_is_shown_as_text() -> None:
    (element,) = plan_of("|a" * 60 + "|\n" + "|-" * 60 + "|\n" + "|x" * 60 + "|")
    assert isinstance(element, CodeBlock)
    assert "x | x" in element.text


def test_an_unclosed_code_block_is_marked_as_open() -> None:
    (open_code,) = Planner(open_end=True).plan(parse("```py\nx = 1"))
    (closed,) = Planner(open_end=True).plan(parse("```py\nx = 1\n```"))
    assert isinstance(open_code, CodeBlock)
    assert isinstance(closed, CodeBlock)
    assert (open_code.closed, closed.closed) == (False, True)
    assert open_code.text == closed.text == "x = 1"


def test_adjacent_boxes_have_different_numbers() -> None:
    first, second = plan_of("> a\n\n> [!note] b")
    assert first.nesting.boxes[0].number != second.nesting.boxes[0].number


def test_only_finished_tasks_are_struck_through() -> None:
    styles = {
        element.marker: element.runs[0].style
        for element in plan_of("".join(f"- [{n}] a\n" for n in "xX-/1! "))
        if isinstance(element, TextBlock)
    }
    assert [marker for marker, style in styles.items() if style & TextStyle.STRIKE] == ["[x]", "[X]", "[-]"]


# Embedding: an embed on its own line is separated from the surrounding text, and its content has a frame.


def element_texts(elements: list[RenderElement | Embed]) -> list[str]:
    return [f"<{element.run.text}>" if isinstance(element, Embed) else element.text for element in elements]


def split_text(text: str) -> list[str]:
    return [part for element in plan_of(text) for part in element_texts(split_at_embeds(element))]


def embed_in(text: str) -> Embed:
    return next(part for element in plan_of(text) for part in split_at_embeds(element) if isinstance(part, Embed))


def test_an_embed_on_its_own_line_is_separated_from_its_paragraph() -> None:
    assert split_text("before\nmore\n![[A]]\n![x](B.md)\nafter **all**") == [
        "before\u2028more", "<A>", "<x>", "after all",
    ]  # fmt: skip
    assert split_text("- ![[A#^b]]\n- item") == ["<A › ^b>", "item"]


def test_embeds_within_a_sentence_links_and_pictures_are_not_separated() -> None:
    for text in ("see ![[A]] there", "[[A]]", "![[p.png]]", "# ![[A]]"):
        assert not any(isinstance(part, Embed) for element in plan_of(text) for part in split_at_embeds(element)), text
    assert not has_embeds(plan_of("[[A]] ![[p.png]] ![](https://e.org/x.pdf)"))
    assert has_embeds(plan_of("| a |\n|---|\n| ![[A]] |"))


def test_embedded_content_has_a_frame_with_a_title() -> None:
    embed = embed_in("> quote\n>\n> ![[A#B]]")
    elements = embed_elements(embed, "link", "A › B", plan_of("text\n\n> [!tip] Inner\n> said"), 4)
    assert [element.text for element in elements] == ["A › B", "text", "Inner", "said"]
    assert [[box.kind for box in element.nesting.boxes] for element in elements] == [
        ["quote", "embed"], ["quote", "embed"], ["quote", "embed", "callout"], ["quote", "embed", "callout"],
    ]  # fmt: skip
    assert all(map(is_embedded_element, elements))
    assert [box.number for box in elements[3].nesting.boxes] == [0, 4, 5]
    assert box_count(elements) == 6
    title = elements[0]
    assert isinstance(title, TextBlock)
    assert (title.kind, note_target(title.runs[0].href)) == ("title", "A#B")


def test_an_item_retains_its_link_and_the_frame_is_below_it() -> None:
    embed = embed_in("- [ ] ![[A]]")
    elements = embed_elements(embed, "link", "A", plan_of("- inner"), 0)
    assert [(element.text, element.nesting.depth, is_embedded_element(element)) for element in elements] == [
        ("A", 1, False),
        ("inner", 2, True),
    ]
    assert [element.marker for element in elements if isinstance(element, TextBlock)] == ["[ ]", "•"]


def test_runs_of_paragraphs_and_tables_are_mapped_but_not_code() -> None:
    plan = plan_of("[[A]] text\n\n| a |\n|---|\n| [[B]] |\n\n```\n[[C]]\n```")
    mapped: list[str] = []
    map_runs(plan, lambda run: mapped.append(run.text) or run)  # type: ignore[func-returns-value]  # append is called for its effect
    assert mapped == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("![200](p.png)", ("p.png", "p.png", 200)),
        ("![200x100](p.png)", ("p.png", "p.png", 200)),
        ("![a|200](p.png)", ("a", "p.png", 200)),
        ("![[p.png|200]]", ("p.png", "p.png", 200)),
        ("![2026 plan](p.png)", ("2026 plan", "p.png", 0)),
        ("![200](https://a.b/p.png)", ("https://a.b/p.png", "", 0)),
        ("![a|200](https://a.b/p.png)", ("a", "", 0)),
    ],
)
def test_the_alternative_text_of_a_picture_may_be_its_size(text: str, expected: tuple[str, str, int]) -> None:
    (run,) = runs_of(plan_of(text)[0])
    assert (run.text, run.image, run.width) == expected

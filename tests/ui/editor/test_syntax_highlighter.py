"""Tests of ui/editor/syntax_highlighter.py."""

import time
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.growth import check_growth, check_linear, repeated
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.editor.syntax_highlighter import (
    COMMENT,
    FENCE,
    HEAD,
    MATH,
    MAX_LINE_LENGTH,
    PLAIN,
    UNRESOLVED,
    StyledSpan,
    emphasis_spans,
    line_spans,
    span_formats,
    state_after,
)
from vaultdesk.ui.theme.theme import Theme

# Line spans.


def test_a_moved_span_keeps_its_kind_and_target() -> None:
    assert StyledSpan(1, 3, "link", "Boiler").moved(10) == StyledSpan(11, 13, "link", "Boiler")


def emphasis_in(line: str) -> set[tuple[str, str]]:
    return {(line[span.start : span.end], span.kind) for span in emphasis_spans(line, 0) if span.kind != "mark"}


def test_emphasis_markers_have_their_obsidian_meaning() -> None:
    line = "**bold** __bold__ *slanted* _slanted_ ***both*** ~~struck~~ ==marked=="
    assert emphasis_in(line) == {
        ("bold", "bold"),
        ("slanted", "italic"),
        ("both", "bold"),
        ("both", "italic"),
        ("struck", "strike"),
        ("marked", "highlight"),
    }


@pytest.mark.parametrize("line", ["a * b * c", "snake_case_name", "2 ** 3 ** 4", "a == b == c", "**", "* *"])
def test_markers_between_spaces_or_inside_words_are_not_emphasis(line: str) -> None:
    assert emphasis_in(line) == set()


def test_emphasis_can_be_nested() -> None:
    assert emphasis_in("**bold *and slanted* words**") == {
        ("bold *and slanted* words", "bold"),
        ("and slanted", "italic"),
    }


@pytest.mark.parametrize("marker", ["**a ", "==a ", "*a ", "~~a "])
def test_unclosed_markers_are_parsed_in_linear_time(marker: str) -> None:
    check_linear(lambda line: list(emphasis_spans(line, 0)), repeated(marker), 16_000)


def span_texts(line: str, state: int = PLAIN) -> list[tuple[str, str]]:
    return [(line[span.start : span.end], span.kind) for span in line_spans(line, state).spans]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("## Head", [("## Head", "h2"), ("## ", "mark")]),
        ("#tag", [("#tag", "tag")]),
        ("####### seven", []),
        ("- [x] done", [("- [x]", "item"), ("done", "done")]),
        ("- [/] half", [("- [/]", "item")]),
        ("12) item", [("12) ", "item")]),
        ("> words", [("> ", "mark"), ("words", "quote")]),
        ("> [!note]- Title", [("> ", "mark"), ("[!note]- Title", "callout")]),
        ("---", [("---", "mark")]),
        ("|---|:-:|", [("|---|:-:|", "mark")]),
        ("`a*b*`", [("`", "codemark"), ("a*b*", "code"), ("`", "codemark")]),
        ("costs $5 and $6", []),
        ("$x^2$", [("$x^2$", "math")]),
        ("words ^an-id", [("^an-id", "block")]),
        ("see[^1]", [("[^1]", "footnote")]),
        ("a %%no%% b", [("%%no%%", "comment")]),
        ("https://a.b/c", [("https://a.b/c", "url")]),
        ("#1984 is no tag", []),
    ],
)
def test_each_kind_of_line_has_its_spans(line: str, expected: list[tuple[str, str]]) -> None:
    assert span_texts(line) == expected


def test_link_spans_have_the_path_of_their_note() -> None:
    line = "[[Boiler#Result|it]] ![[a.png]] [words](Heat%20loss.md#x) [web](https://a.b)"
    targets = [span.target for span in line_spans(line, PLAIN).spans if span.kind == "link"]
    assert targets == ["Boiler", "a.png", "Heat loss.md", ""]


def test_open_blocks_continue_until_they_are_closed() -> None:
    """
    ```python
    ~~~ is code here
    ```
    """
    fence = line_spans("```python", PLAIN).state
    assert fence >= FENCE
    assert line_spans("~~~", fence).state == fence
    assert span_texts("# no head", fence) == [("# no head", "codeblock")]
    assert line_spans("```", fence).state == PLAIN
    assert line_spans("%% begins", PLAIN).state == COMMENT
    assert line_spans("ends %% here", COMMENT).state == PLAIN
    assert line_spans("$$", PLAIN).state == MATH
    assert line_spans("---", PLAIN, first=True).state == HEAD
    assert line_spans("---", HEAD).state == PLAIN


@pytest.mark.parametrize("state", [PLAIN, HEAD, COMMENT, MATH, FENCE | 3 << 5])
@pytest.mark.parametrize("line", ["words", "```", "~~~~ x", "%%", "a %%b%% c", "$$", "---", "key: value", "`%%`"])
def test_state_after_equals_the_state_of_line_spans(line: str, state: int) -> None:
    assert state_after(line, state) == line_spans(line, state).state


@pytest.mark.parametrize("piece", ["[[", "`", "[a](", "$a ", "%%", "<!--", "|", "![", "> ", "https://"])
def test_the_time_of_a_hostile_line_is_linear_and_bounded(piece: str) -> None:
    line = repeated(piece)
    check_linear(lambda text: line_spans(text, PLAIN), line, MAX_LINE_LENGTH, factor=5)
    check_growth(lambda text: line_spans(text, PLAIN), line(MAX_LINE_LENGTH), line(40 * MAX_LINE_LENGTH), 3)


def test_every_kind_of_span_has_a_format(app_theme: Theme) -> None:
    lines = (
        "# a",
        "**b** *c* ~~d~~ ==e== `f` [[g]] [h](i) #j $k$ %%l%% ^m",
        "- [x] n",
        "> [!o] p",
        "> q",
        "[^1] <!--r-->",
    )
    kinds = {span.kind for line in lines for span in line_spans(line, 0).spans}
    kinds |= {span.kind for state in (1, 2, 3, 112) for span in line_spans("key: v", state).spans}
    kinds |= {span.kind for line in ("```x", "https://a.b \\*") for span in line_spans(line, 0).spans}
    assert kinds <= span_formats().keys()


def test_an_unresolved_link_is_muted_with_a_dashed_underline(app_theme: Theme) -> None:
    resolved, unresolved = span_formats()["link"], span_formats()[UNRESOLVED]
    assert resolved.foreground().color() == app_theme.color("accent")
    assert unresolved.foreground().color() == app_theme.color("muted")
    assert unresolved.underlineStyle() == QTextCharFormat.UnderlineStyle.DashUnderline


def test_colors_follow_the_theme(app_theme: Theme) -> None:
    before = span_formats()["tag"].foreground().color()
    app_theme.set_choice("dark")
    assert span_formats()["tag"].foreground().color() != before


TEXT = "---\nstatus: x\n---\n# Head\n[[Link]] #tag `code`\n```\nin code\n```\nplain\n"


@pytest.fixture
def editor(qtbot: QtBot) -> Iterator[NoteEditor]:
    widget = NoteEditor()
    qtbot.addWidget(widget)
    widget.resize(700, 500)
    widget.show()
    yield widget
    widget.close()


def colors(editor: NoteEditor, line: int) -> list[str]:
    formats = editor.document().findBlockByNumber(line).layout().formats()
    return [found.format.foreground().color().name() for found in formats]


def process_events(editor: NoteEditor, until_line: int) -> None:
    """Process events until *until_line* has colors, for at most 30 seconds."""
    deadline = time.monotonic() + 30
    while not colors(editor, until_line) and time.monotonic() < deadline:
        QApplication.processEvents()


def test_each_kind_of_line_has_its_color(editor: NoteEditor, app_theme: Theme) -> None:
    editor.set_text(TEXT)
    muted, text2, accent = (app_theme.color(role).name() for role in ("muted", "text2", "accent"))
    assert colors(editor, 1) == [muted, text2]
    assert editor.document().findBlockByNumber(3).layout().formats()[0].format.fontWeight() > 500
    assert colors(editor, 4)[:4] == [muted, accent, muted, accent]
    assert colors(editor, 6) == [text2]
    assert colors(editor, 8) == []


def test_a_fence_colors_the_following_lines_and_undo_reverts_it(editor: NoteEditor, app_theme: Theme) -> None:
    editor.set_text("one\n# two\nthree")
    cursor = editor.textCursor()
    cursor.insertText("```\n")
    assert colors(editor, 2) == [app_theme.color("text2").name()]
    editor.undo()
    assert colors(editor, 0) == []
    assert colors(editor, 1) != [app_theme.color("text2").name()]


def test_an_unclosed_rule_at_the_beginning_is_not_frontmatter(editor: NoteEditor, app_theme: Theme) -> None:
    editor.set_text("---\nplain words\n")
    assert colors(editor, 1) == []


def test_a_block_opened_far_above_is_colored_in_the_visible_lines(editor: NoteEditor, app_theme: Theme) -> None:
    editor.set_text("```\n" + "code\n" * 3_000)
    editor.verticalScrollBar().setValue(2_900)
    process_events(editor, 2_910)
    assert colors(editor, 2_910) == [app_theme.color("text2").name()]
    assert colors(editor, 1_000) == []


def test_unresolved_links_are_recolored_once_they_are_known(editor: NoteEditor, app_theme: Theme) -> None:
    unresolved: set[str] = set()
    editor.colors.set_known(lambda name: name not in unresolved)
    editor.set_text("[[Gone]]")
    assert app_theme.color("accent").name() in colors(editor, 0)
    unresolved.add("Gone")
    editor.colors.refresh()
    assert app_theme.color("accent").name() not in colors(editor, 0)


def test_a_change_of_theme_recolors_the_editor(editor: NoteEditor, app_theme: Theme) -> None:
    editor.set_text("#tag")
    app_theme.set_choice("dark")
    assert colors(editor, 0) == [app_theme.color("accent").name()]


def test_spans_after_an_emoji_have_utf16_offsets(editor: NoteEditor, app_theme: Theme) -> None:
    editor.set_text("😀 #tag")
    (found,) = editor.document().findBlockByNumber(0).layout().formats()
    assert (found.start, found.length) == (3, 4)


def test_the_time_of_typing_is_independent_of_the_length_of_the_note(editor: NoteEditor, qtbot: QtBot) -> None:
    def type_letters(cursor: QTextCursor) -> None:
        for _ in range(10):
            cursor.insertText("a")

    short_note = NoteEditor()
    qtbot.addWidget(short_note)
    short_note.set_text("## Head [[Link]] **bold** words\n\n" * 1_000)
    editor.set_text("## Head [[Link]] **bold** words\n\n" * 60_000)
    check_growth(type_letters, QTextCursor(short_note.document()), QTextCursor(editor.document()), 10)


def test_a_block_opened_at_the_beginning_of_a_very_long_note_is_colored_at_its_end(
    editor: NoteEditor, app_theme: Theme
) -> None:
    lines = 40_000
    editor.set_text("```\n" + "words in a long block of code\n" * lines + "```\n# Head\n")
    assert editor.loading
    editor.finish_loading()
    editor.show_line(lines + 2)
    block, head = (editor.document().findBlockByNumber(line) for line in (lines, lines + 2))

    def kinds(line: QTextBlock) -> set[str]:
        return {span.kind for span in editor.colors.spans_of(line)}

    deadline = time.monotonic() + 30
    # Either line may be the last one of an idle step.
    while kinds(block) != {"codeblock"} or "codeblock" in kinds(head):
        QApplication.processEvents()
        assert time.monotonic() < deadline

import time

import pytest

from vaultdesk.ui.editor.line_spans import COMMENT, FENCE, HEAD, MATH, PLAIN, line_spans, open_after


def said(line: str, state: int = PLAIN) -> list[tuple[str, str]]:
    return [(line[span.start : span.end], span.kind) for span in line_spans(line, state).spans]


@pytest.mark.parametrize(
    ("line", "wanted"),
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
def test_each_kind_of_line_says_what_it_is(line: str, wanted: list[tuple[str, str]]) -> None:
    assert said(line) == wanted


def test_links_tell_the_note_they_name() -> None:
    line = "[[Boiler#Result|it]] ![[a.png]] [words](Heat%20loss.md#x) [web](https://a.b)"
    targets = [span.target for span in line_spans(line, PLAIN).spans if span.kind == "link"]
    assert targets == ["Boiler", "a.png", "Heat loss.md", ""]


def test_what_is_open_goes_on_until_it_is_closed() -> None:
    """
    ```python
    ~~~ is code here
    ```
    """
    fence = line_spans("```python", PLAIN).state
    assert fence >= FENCE
    assert line_spans("~~~", fence).state == fence
    assert said("# no head", fence) == [("# no head", "codeblock")]
    assert line_spans("```", fence).state == PLAIN
    assert line_spans("%% begins", PLAIN).state == COMMENT
    assert line_spans("ends %% here", COMMENT).state == PLAIN
    assert line_spans("$$", PLAIN).state == MATH
    assert line_spans("---", PLAIN, first=True).state == HEAD
    assert line_spans("---", HEAD).state == PLAIN


@pytest.mark.parametrize("state", [PLAIN, HEAD, COMMENT, MATH, FENCE | 3 << 5])
@pytest.mark.parametrize("line", ["words", "```", "~~~~ x", "%%", "a %%b%% c", "$$", "---", "key: value", "`%%`"])
def test_the_short_way_says_the_same_as_the_long_one(line: str, state: int) -> None:
    assert open_after(line, state) == line_spans(line, state).state


@pytest.mark.parametrize("piece", ["[[", "`", "[a](", "$a ", "%%", "<!--", "|", "![", "> ", "https://"])
def test_hostile_lines_cost_little(piece: str) -> None:
    began = time.process_time()
    line_spans(piece * 20_000, PLAIN)
    assert time.process_time() - began < 0.5

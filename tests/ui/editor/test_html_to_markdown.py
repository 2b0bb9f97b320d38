import time

import pytest

from vaultdesk.ui.editor.html_to_markdown import MAX_HTML_LENGTH, has_formatting, html_to_markdown


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<h2>Head</h2><p>one</p><p>two<br>three</p>", "## Head\n\none\n\ntwo\nthree"),
        ("<b>bold</b> and <i>slanted </i>words", "**bold** and *slanted* words"),
        ("<b style='font-weight:normal'><p>Google's</p></b>", "Google's"),
        ("<a href='https://a.b/c d'>x</a> <a href='javascript:x'>y</a>", "[x](https://a.b/c%20d) y"),
        ("<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>", "- a\n\t1. b\n\t2. c\n- d"),
        ("<blockquote><p>a</p></blockquote>b", "> a\n\nb"),
        ("<pre><code>a\n  b</code></pre>", "```\na\n  b\n```"),
        ("use <code>a_b</code> and snake_case, 2*3", "use `a_b` and snake_case, 2\\*3"),
        ("<table><tr><th>A</th><th>B|C</th></tr><tr><td>1</td><td>2</td></tr></table>",
         "| A | B\\|C |\n| --- | --- |\n| 1 | 2 |"),
        ("<script>x</script><style>y</style>words", "words"),
        ("<img src='https://a.b/c.png' alt='d'><img src='file:///etc/x'>", "![d](https://a.b/c.png)"),
        ("<p># no head</p><p>1. no item</p>", "\\# no head\n\n1\\. no item"),
    ],
)  # fmt: skip
def test_a_page_becomes_what_somebody_would_have_typed(html: str, wanted: str) -> None:
    assert html_to_markdown(html) == wanted


def test_coloured_code_is_not_worth_rewriting() -> None:
    assert not has_formatting("<div style='color:red'><span>a_b</span></div>")
    assert has_formatting("<div><p>a</p></div>")


@pytest.mark.parametrize("piece", ["<b>", "<ul><li>", "<table><tr><td>", "<a href='https://x'>", "<blockquote>"])
def test_tags_without_an_end_cost_little(piece: str) -> None:
    began = time.process_time()
    html_to_markdown(piece * 5_000)
    assert time.process_time() - began < 3


def test_more_than_a_book_is_left_as_plain_text() -> None:
    assert html_to_markdown("a" * (MAX_HTML_LENGTH + 1)) == ""

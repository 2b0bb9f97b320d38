"""Tests of ui/editor/html_markdown.py."""

from collections.abc import Callable

import pytest

from tests.support.growth import check_linear
from vaultdesk.ui.editor.html_markdown import MAX_HTML_LENGTH, MAX_NESTING, MAX_TAGS, html_to_markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        # Headings, paragraphs, lines
        ("<h2>Head</h2><p>one</p><p>two<br>three</p>", "## Head\n\none\n\ntwo\nthree"),
        ("<h2></h2><p>a</p>", "a"),
        ("a<br>\nb <br> c", "a\nb\nc"),
        ("<header>a</header><main> b <p>c</p></main>", "a\n\nb\n\nc"),
        ("<details><summary>s</summary>t</details><dl><dt>t</dt><dd>d</dd></dl>", "s\n\nt\n\nt\n\nd"),
        ("<p>one<p>two", "one\n\ntwo"),
        ("<p>&nbsp;</p><p>&nbsp;&nbsp;a</p>", "a"),
        ("<html><head><title>T</title></head> <body> <!--StartFragment--><p>- a</p><!--EndFragment--></body></html>",
         "\\- a"),
        # Emphasis
        ("<b>bold</b> and <i>slanted </i>words", "**bold** and *slanted* words"),
        ("x<b> bold </b>y, a<b> </b>b, <b>a<br></b>b", "x **bold** y, a b, **a**\nb"),
        ("<b style='font-weight:normal'><p>Google's</p></b>", "Google's"),
        ("<b><b>x</b></b> <i><b>y</b></i> <b><p>a</p><p>b</p></b>", "**x** ***y***\n\na\n\nb"),
        ("<p><b>1. x</b> <s>a</s> <strike>b</strike> <mark>c</mark></p>", "**1. x** ~~a~~ ~~b~~ ==c=="),
        # Links and images
        ("<a href='https://a.b/c d'>x</a> <a href='javascript:x'>y</a>", "[x](https://a.b/c%20d) y"),
        ("<a href='https://a.b'><div>x</div><div>y</div></a><p><a href='https://a.b'>x </a>y</p>",
         "[x y](https://a.b)\n\n[x](https://a.b) y"),
        ("<a href='https://a.b'> </a>x", "x"),
        ("<img src='https://a.b/c.png' alt='d'><img src='file:///etc/x'>", "![d](https://a.b/c.png)"),
        # Lists
        ("<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>", "- a\n\t1. b\n\t2. c\n- d"),
        ("<ol start=3><li>a</li><li value=7>b</li><li>c</li></ol><ol start='½'><li>a</li></ol>",
         "3. a\n7. b\n8. c\n\n1. a"),
        ("<ul><li>a<pre>x\n y</pre></li><li>b</li></ul>", "- a\n\n\t```\n\tx\n\t y\n\t```\n- b"),
        ("<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>", "- a\n\n\tb\n- c"),
        ("<ol start=100><li>a<ul><li>b</li></ul></li></ol>", "100. a\n\t - b"),
        ("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n\t- b\n- c"),
        ("<ul><li>a<li>b<ul><li>c<li>d</ul><li>e</ul>", "- a\n- b\n\t- c\n\t- d\n- e"),
        ("<ul><li><input type=checkbox checked> done</li><li><input type=checkbox><p>open</p></li></ul>",
         "- [x] done\n- [ ] open"),
        # Quotes
        ("<blockquote><p>a</p></blockquote>b", "> a\n\nb"),
        ("<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>", "> a\n>\n> > b"),
        ("<blockquote><ol><li>a<ul><li>b</li></ul></li></ol></blockquote>", "> 1. a\n>     - b"),
        # Code
        ("<pre><code>a\n\n\n  b</code></pre>c<br><br><br>d", "```\na\n\n\n  b\n```\n\nc\n\nd"),
        ("<pre class='x language-py'>```\nx</pre>", "````py\n```\nx\n````"),
        ("use <code>a_b</code> and snake_case, 2*3, <code>`x`</code>", "use `a_b` and snake_case, 2\\*3, `` `x` ``"),
        # Tables
        ("<table><tr><th>A</th><th>B|C</th></tr><tr><td>1</td><td>2</td></tr></table>",
         "| A | B\\|C |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><td>a</td><td></td><td>c</td></tr>"
         "<tr><td colspan=2>d</td><td colspan='²'><p>e</p>f</td></tr></table>",
         "| a |  | c |\n| --- | --- | --- |\n| d |  | e f |"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<table><tr><td>Menu</td><td><table><tr><td>a</td></tr></table></td></tr></table>", "Menu\n\n| a |\n| --- |"),
        # Text that would be Markdown, and what is no text
        ("<p># no head</p><p>1. no item</p><p>List&lt;String&gt; a &lt; b</p>",
         "\\# no head\n\n1\\. no item\n\nList\\<String> a < b"),
        ("<script>x</script><style>y</style>words<svg><text>z</text></svg>", "words"),
        ("<p><![if !supportLists]><span>1</span><![endif]>x<o:p></o:p></p><?xml:namespace prefix = o ?>", "1x"),
        ("<p>a<soup>b</soup><list>c</list><fn_cache>d</fn_cache></p>", "abcd"),
        ("<![unknown[ x ]]><p>a</p>", ""),
    ],
)  # fmt: skip
def test_html_is_converted_to_markdown(html: str, markdown: str) -> None:
    assert html_to_markdown(html) == markdown


@pytest.mark.parametrize(
    ("html", "length"),
    [
        ("<p>a" + " " * 50_000 + "b</p><pre>a" + " " * 50_000 + "b</pre>", 50_015),
        ("<ol>" + "<li>x</li>" * 4_000 + "</ol>", 30_892),
        ("<table><thead>" + "<tr><td colspan=1000>x</td></tr>" * 1_000, 63_121),
        ("<table><tr><td>" * 60 + "x", 13),
        ("<blockquote>" * 60 + "<p>x</p>" * 300, 14_975),
        ("<p>" + "<span> </span>" * 4_000 + "x", 1),
    ],
)
def test_the_size_is_proportional_to_the_html(html: str, length: int) -> None:
    assert len(html_to_markdown(html)) == length


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (lambda size: "<p>a" + " " * size + "b</p><pre>a" + " " * size + "b</pre>", 50_000),
        (lambda size: "<ol>" + "<li>x</li>" * size + "</ol>", 500),
        (lambda size: "<table><thead>" + "<tr><td colspan=1000>x</td></tr>" * size, 400),
        (lambda size: ("<table><tr><td>" * 20 + "x" + "</table>" * 20) * size, 40),
        (lambda size: ("<blockquote>" * 40 + "<p>x</p>" * 5 + "</blockquote>" * 40) * size, 40),
        (lambda size: "<p>" + "<span> </span>" * size + "x", 1_000),
    ],
)
def test_html_is_converted_in_linear_time(make: Callable[[int], str], size: int) -> None:
    check_linear(html_to_markdown, make, size)


@pytest.mark.parametrize(
    "html",
    [
        "a" * (MAX_HTML_LENGTH + 1),
        "<br>x" * (MAX_TAGS + 1),
        *(
            piece * 5_000 + "x"
            for piece in ("<b>", "<ul><li>", "<table><tr><td>", "<a href='https://x'>", "<blockquote>")
        ),
    ],
)
def test_html_beyond_the_limits_is_not_converted(html: str) -> None:
    assert html_to_markdown(html) == ""


@pytest.mark.parametrize("piece", ["<b>", "<ul><li>", "<table><tr><td>", "<a href='https://x'>", "<blockquote>"])
def test_html_nested_too_deeply_is_refused_in_linear_time(piece: str) -> None:
    check_linear(html_to_markdown, lambda size: piece * size + "x", 8_000)


def test_html_nested_to_the_limit_is_converted() -> None:
    assert html_to_markdown("<div>" * (MAX_NESTING - 1) + "<p>a") == "a"

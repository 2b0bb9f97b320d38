import time

import pytest

from vaultdesk.ui.markdown.parser import parse
from vaultdesk.ui.markdown.plan import Look, Run
from vaultdesk.ui.markdown.runs import LINE_BREAK, is_picture, runs, safe


def read(text: str) -> tuple[Run, ...]:
    return runs(parse(text)[1].children or ())


def test_characters_that_mean_something_to_qt_are_replaced() -> None:
    assert safe("a\u2029b\ufdd0c\ufffcd\0") == f"a{LINE_BREAK}b\ufffdc\ufffdd\ufffd"


def test_neighbours_of_one_look_are_one_run() -> None:
    assert len(read("a &amp; b \\* c")) == 1


def test_a_picture_from_elsewhere_is_a_link_and_never_a_picture() -> None:
    (run,) = runs(parse("![alt](https://evil.example/x.png)")[1].children or ())
    assert (run.text, run.href, run.image) == ("alt", "https://evil.example/x.png", "")


def test_a_picture_of_the_vault_is_named_with_its_width() -> None:
    (run,) = runs(parse("![[p.png|120x80]]")[1].children or ())
    assert (run.image, run.width, run.look) == ("p.png", 120, Look.LINK)


def test_svg_is_no_picture() -> None:
    assert not is_picture("x.svg")
    assert is_picture("X.PNG")


def test_an_embed_is_a_link_of_its_own_and_one_from_elsewhere_is_none() -> None:
    made = runs(parse("a ![[Note#^b]] ![x](Other.md) ![y](https://e.org/z.pdf)")[1].children or ())
    assert [(run.text, run.embed) for run in made if run.href] == [("Note › ^b", True), ("x", True), ("y", False)]


def test_tags_within_a_line_are_looks_and_line_ends_and_are_not_shown() -> None:
    made = read('<a name="x"></a> <b>bo<i>th</b> i</i></u> <kbd>Ctrl</kbd><br/>H<SUB>2</SUB>O `<b>`')
    assert [(run.text, run.look) for run in made] == [
        ("bo", Look.STRONG), ("th", Look.STRONG | Look.EMPHASIS), (" i", Look.EMPHASIS), (" ", Look.PLAIN),
        ("Ctrl", Look.CODE), (f"{LINE_BREAK}H2O ", Look.PLAIN), ("<b>", Look.CODE),
    ]  # fmt: skip


def test_very_many_signs_that_could_begin_tags_cost_little() -> None:
    started = time.process_time()
    for bait in ("<" * 50_000, "<a " * 20_000, "<a" + " x" * 50_000, "</" * 30_000):
        runs(parse(bait)[1].children or ())
    assert time.process_time() - started < 5


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
def test_what_is_not_shown_leaves_no_empty_lines(text: str, shown: list[str]) -> None:
    assert [run.text for run in read(text)] == shown


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
def test_what_a_tag_shows_from_elsewhere_is_a_link(text: str, shown: tuple[str, str]) -> None:
    (run,) = read(text)
    assert (run.text, run.href, run.image) == (*shown, "")


def test_what_a_tag_would_show_in_an_answer_is_its_text() -> None:
    text = '<img src="https://e.org/x.png"> <iframe src="https://e.org"></iframe>'
    made = runs(parse(text, comments=False)[1].children or ())
    assert "".join(run.text for run in made) == text

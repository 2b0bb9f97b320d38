from vaultdesk.ui.markdown.parser import parse
from vaultdesk.ui.markdown.plan import Look
from vaultdesk.ui.markdown.runs import LINE_BREAK, is_picture, runs, safe


def read(text: str) -> tuple[object, ...]:
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

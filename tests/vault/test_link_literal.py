"""One written link with another target."""

import pytest

from vaultdesk.vault.link_literal import Splice, inner_retargeted, retargeted, spliced
from vaultdesk.vault.markdown import scan


def rewritten(text: str, target: str) -> str | None:
    link = next(link for link in scan(text).links if not link.external)
    splice = retargeted(text, link, target)
    return None if splice is None else spliced(text, [splice])


@pytest.mark.parametrize(
    ("text", "target", "expected"),
    [
        ("[[Old]]", "New", "[[New]]"),
        ("see ![[Old#Head|100]] it", "New", "see ![[New#Head|100]] it"),
        ("[[ Old |it]]", "New", "[[ New |it]]"),
        ("| [[Old\\|it]] |", "New", "| [[New\\|it]] |"),
        ("[[Old#^id]]", "a/New", "[[a/New#^id]]"),
        ("[[Old#H1#H2|x|y]]", "New", "[[New#H1#H2|x|y]]"),
        ("[t](Old.md)", "New.md", "[t](New.md)"),
        ("[t](Old.md)", "My New (1).md", "[t](My%20New%20%281%29.md)"),
        ("[t](My%20Old.md#A%20b 'title')", "My New.md", "[t](My%20New.md#A%20b 'title')"),
        ('[t](<My Old.md> "t")', "My New (1).md", '[t](<My New (1).md> "t")'),
        ("[t](<Old%20x.md>)", "New x.md", "[t](<New%20x.md>)"),
        ("[t](<Old.md>)", "100%25.md", "[t](<100%2525.md>)"),
        ("[t](Old(1).md)", "New(2).md", "[t](New(2).md)"),
        ("[t](Old(1).md)", "New(2.md", "[t](New%282.md)"),
        ("[t](Old.md)", "Übung.md", "[t](Übung.md)"),
        ("[t](%C3%9Cbung.md)", "Größe x.md", "[t](Gr%C3%B6%C3%9Fe%20x.md)"),
        ("[t](Übung%20a.md)", "Größe x.md", "[t](Größe%20x.md)"),
        ("[a [b] c](Old.md)", "New.md", "[a [b] c](New.md)"),
        ("[![[x.png]]](Old.md)", "New.md", None),
        ("![alt|100](Old.png)", "New.png", "![alt|100](New.png)"),
        ("[t]( Old.md )", "50% a#b.md", "[t]( 50%25%20a%23b.md )"),
        ("[t](Old\\#x)", "New", "[t](New\\#x)"),
        ("| [t](Old.md) |", "a|b.md", "| [t](a%7Cb.md) |"),
    ],
)
def test_only_the_target_changes(text: str, target: str, expected: str | None) -> None:
    if expected is None:
        link = scan(text).links[-1]
        splice = retargeted(text, link, target)
        assert splice is not None
        assert spliced(text, [splice]) == text.replace("Old.md", target)
        return
    assert rewritten(text, target) == expected


@pytest.mark.parametrize("target", ["a#b", "a|b", "a]]b", "a[[b", "a\nb", "", " a"])
def test_what_a_wikilink_cannot_say_is_not_written(target: str) -> None:
    assert inner_retargeted("Old|it", target) is None


def test_splices_are_made_in_any_order() -> None:
    assert spliced("abcdef", [Splice(4, 5, "E"), Splice(0, 1, "A"), Splice(2, 2, "-")]) == "Ab-cdEf"
    assert spliced("abc", []) == "abc"

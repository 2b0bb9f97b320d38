import pytest

from vaultdesk.ui.editor.line_spans import FENCE, HEAD
from vaultdesk.ui.editor.unfinished import Unfinished, unfinished


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("see [[", Unfinished("[[", "")),
        ("see [[Boi", Unfinished("[[", "Boi")),
        ("see [[Heat loss#Re", Unfinished("[[", "Heat loss#Re")),
        ("![[pic", Unfinished("![[", "pic")),
        ("words #he", Unfinished("#", "he")),
        ("#", None),
        ("# Head", None),
        ("a#b", None),
        ("`#inc", None),
        ("[[done]] ", None),
        ("[[Note|shown", None),
        ("[[ later", None),
        ("words", None),
    ],
)
def test_what_is_typed_is_known_by_its_sign(before: str, wanted: Unfinished | None) -> None:
    assert unfinished(before, 0) == wanted


def test_code_offers_nothing() -> None:
    assert unfinished("[[Boi", FENCE | 3 << 5) is None


@pytest.mark.parametrize(
    ("before", "key", "typed"),
    [("tags: ho", "", "ho"), ("tags: [house, he", "", "he"), ("  - he", "tags:", "he"), ("  - he", "aliases:", None)],
)
def test_tags_among_the_properties_have_no_sign(before: str, key: str, typed: str | None) -> None:
    found = unfinished(before, HEAD, key)
    assert (found.typed if found is not None else None) == typed
    assert found is None or found.written == typed

"""Texts cut at marks."""

import re

import pytest

from vaultdesk.chat.importers.stretches import stretches


@pytest.mark.parametrize(
    ("text", "cut"), [("", []), ("none", []), ("x#", [("#", "")]), ("x#ab##c", [("#", "ab"), ("#", ""), ("#", "c")])]
)
def test_each_mark_has_what_stands_up_to_the_next(text: str, cut: list[tuple[str, str]]) -> None:
    assert [(mark[0], after) for mark, after in stretches(re.compile("#"), text)] == cut

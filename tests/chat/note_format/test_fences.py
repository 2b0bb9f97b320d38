"""Fences: code is found as Markdown finds it, in lists and quotes too."""

import pytest

from vaultdesk.chat.note_format.fences import Fence, fence_at, longest_run


def found(text: str) -> Fence | None:
    return fence_at(text.split("\n"), 0)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("```\na\n```\nb", Fence(0, 3)),
        ("```py\na\n````\nb", Fence(0, 3)),
        ("~~~\n```\n~~~", Fence(0, 3)),
        ("````\n```\n````", Fence(0, 3)),
        ("```\na", Fence(0, 2, open=True, closing="```")),
        ("  ~~~~\na", Fence(0, 2, open=True, closing="  ~~~~")),
        ("- ```py\n  a\n  ```\nb", Fence(0, 3)),
        ("1. ```\n   a", Fence(0, 2, open=True, closing="   ```")),
        ("- ```\n  a\nb\n", Fence(0, 2)),
        ("> ```\n> a\nb", Fence(0, 2)),
        ("> ```\n> a", Fence(0, 2)),
        ("> ```\n> a\n> ```\n> b", Fence(0, 3)),
        ("```a```", None),
        ("``a", None),
        ("a ```", None),
        ("", None),
    ],
)
def test_each_stretch_of_code_is_found(text: str, wanted: Fence | None) -> None:
    assert found(text) == wanted


def test_the_longest_run_of_backticks_is_told() -> None:
    assert [longest_run(text) for text in ("", "a", "`", "a``b````c`")] == [0, 0, 1, 4]

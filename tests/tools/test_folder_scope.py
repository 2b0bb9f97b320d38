"""Where a folder ends: by whole names (THREATS 2.2, S3)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.scopes import starts_with
from vaultdesk.tools.folder_scope import folder_parts, is_inside

NAME = st.text(st.characters(whitelist_categories=["Ll", "Lu", "Nd", "Zs", "Pd"]), min_size=1, max_size=4).filter(
    lambda name: bool(name.strip(" .")) and name.isprintable()
)


@given(st.lists(NAME, min_size=1, max_size=3), NAME, NAME)
def test_of_two_folders_with_a_common_beginning_neither_opens_the_other(parts: list[str], tail: str, note: str) -> None:
    folder, longer = "/".join(parts), "/".join(parts) + tail
    mine, other = folder_parts(folder), folder_parts(longer)
    assert mine is not None
    assert other is not None
    assert is_inside(f"{folder}/{note}.md", mine)
    assert is_inside(f"{folder}/{tail}/{note}.md", mine)
    assert not is_inside(f"{folder}/{note}.md", other)
    if unicodedata.normalize("NFC", longer) != unicodedata.normalize("NFC", folder):
        assert not is_inside(f"{longer}/{note}.md", mine)
    # The usual check takes them for one another: this property can fail.
    assert starts_with((folder,), f"{longer}/{note}.md")


@pytest.mark.parametrize("path", ["a/../x.md", "a/./x.md", "a//x.md", "a/ /x.md", "../a/x.md", "a/../../x.md"])
def test_a_path_that_climbs_is_inside_nothing(path: str) -> None:
    assert not is_inside(path, ("a",))
    assert not is_inside(path, ())


def test_a_barrier_still_holds_for_a_path_that_climbs() -> None:
    assert is_inside("a/../x.md", ("a",), loosely=True)
    assert is_inside("A/x.md", ("a",), loosely=True)


@pytest.mark.parametrize(
    ("folder", "parts"),
    [("", ()), ("a/", ("a",)), ("a/b", ("a", "b")), ("/", None), ("a//b", None), ("..", None), ("a\\b", None)],
)
def test_a_folder_is_read_or_it_is_not(folder: str, parts: tuple[str, ...] | None) -> None:
    assert folder_parts(folder) == parts

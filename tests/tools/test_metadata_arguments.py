"""Metadata arguments: names and tags are checked in words a model can correct itself from."""

from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.tools.metadata_arguments import (
    SMALL,
    checked_name,
    checked_properties,
    checked_tag,
    hashed,
    listed,
    note_name,
    property_types,
    reworked,
)
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault


def test_names_of_properties() -> None:
    assert checked_name(" status ") == "status"
    for name in ("", "  ", "a\nb", "x" * 201, "\x07"):
        with pytest.raises(ValueError, match="short and on one line"):
            checked_name(name)


def test_tags() -> None:
    assert checked_tag("#a/b") == "a/b"
    with pytest.raises(ValueError, match="“1984” is none"):
        checked_tag("1984")


def test_an_entry_of_tags_that_is_there_stays_as_it_is() -> None:
    text = "---\ntags: ['#x', two words]\n---\n"
    assert checked_properties(text, {"Tags": ["#x", "two words", "#y"]}) == {"Tags": ["#x", "two words", "y"]}
    with pytest.raises(ToolFailure):
        checked_properties(text, {"tags": ["other words"]})
    with pytest.raises(ToolFailure):
        checked_properties(text, {"tags": [["x"]]})


def test_a_name_obsidian_gave_up_may_be_changed_where_it_is() -> None:
    assert checked_properties("---\ntag: a\n---\n", {"tag": "b"}) == {"tag": "b"}
    with pytest.raises(ToolFailure, match="set tags, a list"):
        checked_properties("", {"tag": "b"})


async def test_kinds_are_those_set_now(tmp_path: Path) -> None:
    async with Vault(write_vault(tmp_path, {".obsidian/types.json": '{"types": {"a": "date"}}'}), watch=False) as vault:
        assert await property_types(StagingArea(vault)) == {"a": "date"}
        (tmp_path / ".obsidian/types.json").unlink()
        assert await property_types(StagingArea(vault)) == {}


async def test_long_and_short_texts_are_worked_on_alike() -> None:
    assert await reworked("a", str.upper) == "A"
    assert await reworked("a" * SMALL, str.upper) == "A" * SMALL


def test_words() -> None:
    assert note_name("a/b\n.md") == "b"
    assert hashed(["#a", "b"]) == "#a, #b"
    assert listed([str(number) for number in range(6)]) == "0, 1, 2, 3 and 2 more"

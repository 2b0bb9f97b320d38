"""Intake: what one note becomes, and what its troubles become."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import entry, lay
from vaultdesk.index.entry import HeadingRow, LinkRow, PropertyRow, Sighting, TagRow
from vaultdesk.index.intake import Taken, _words, link_key, take_in
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath

BLANKS = [chr(code) for code in range(0x3100) if chr(code).isspace()]

NOTE = (
    "---\ntitle: My roses\ntags: [Garden]\naliases: [Rosa]\nrelated: '[[Soil]]'\n---\n"
    "# Top\nSee [[Sun/Light#x|light]] and [web](https://x.org).\n## Below\n#red ![[pic.png]]\n"
)


def test_a_note_is_taken_in_whole(tmp_path: Path) -> None:
    lay(tmp_path, {"Roses.md": NOTE})
    taken = entry(tmp_path, "Roses.md")
    assert (taken.name, taken.title, taken.aliases, taken.problem) == ("Roses", "My roses", ("Rosa",), "")
    assert taken.names == "Roses\nMy roses\nRosa"
    assert taken.head + taken.body == NOTE
    assert taken.body.startswith("# Top")
    assert taken.headings == (HeadingRow(7, 1, "Top"), HeadingRow(9, 2, "Below"))
    assert taken.tags == (TagRow("garden", "Garden"), TagRow("red", "red"))
    assert taken.links == (
        LinkRow("soil", "Soil", "", 1, False),
        LinkRow("light", "Sun/Light", "x", 8, False),
        LinkRow("pic.png", "pic.png", "", 10, True),
    )
    assert PropertyRow("tags", '["Garden"]') in taken.properties


@given(st.lists(st.sampled_from(["a", "é", "字", "😀", " ", "\n", *BLANKS])).map("".join))
def test_words_are_what_blanks_of_any_kind_part(text: str) -> None:
    assert _words(text) == len(text.split())


def test_a_known_digest_is_only_touched(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": "text"})
    first = entry(tmp_path, "A.md")
    again = take_in(VaultFiles(tmp_path), NotePath("A.md"), first.digest)
    assert again == Taken(touched=Sighting("A.md", 4, first.mtime_ns))


def test_a_vanished_note_is_nothing(tmp_path: Path) -> None:
    assert take_in(VaultFiles(tmp_path), NotePath("A.md")) == Taken()


def test_a_note_that_is_no_text_or_too_large_keeps_its_problem(tmp_path: Path) -> None:
    lay(tmp_path, {"Binary.md": b"\0", "Huge.md": b"x" * 10_000_001})
    for path in ("Binary.md", "Huge.md"):
        taken = entry(tmp_path, path)
        assert taken.problem
        assert (taken.body, taken.size) == ("", (tmp_path / path).stat().st_size)
        assert taken.digest


def test_control_characters_that_mark_passages_are_not_kept(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": "a\x02b\x03c"})
    assert entry(tmp_path, "A.md").body == "a\ufffdb\ufffdc"


def test_a_link_key_is_the_last_name() -> None:
    assert link_key("../A/Cafe\u0301.MD") == "café"
    assert link_key("Name") == "name"


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("---\nprivate: true\n---\nText\n", False),
        ("Text\n\n---\n", False),
        ("---\nprivate: true\nprivate: [\n---\nText\n", True),
        ("\n---\nprivate: true\n---\nText\n", True),
    ],
)
def test_a_head_that_cannot_be_read_is_doubtful(tmp_path: Path, text: str, doubtful: bool) -> None:
    lay(tmp_path, {"A.md": text})
    assert entry(tmp_path, "A.md").doubtful is doubtful


def test_a_field_inside_a_comment_is_no_field(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": "rooms:: 4\n%% salary:: 91000 %%\n%%\nage:: 3\n%%\n"})
    assert [row.name for row in entry(tmp_path, "A.md").inline] == ["rooms"]

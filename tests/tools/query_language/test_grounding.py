"""Grounding: folders and notes a filter names, in the disk's spelling, or refused; hidden ones as missing ones."""

from pathlib import Path

import pytest

from tests.tools.query_language.scene import network
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query_language.criteria import Either, Every, Inside, LinkedFrom, LinksTo, Not, Tagged
from vaultdesk.tools.query_language.grounding import folder_named, grounded, note_meant
from vaultdesk.tools.tool import ToolFailure

NOTES = {
    "Work/A.md": "", "Work-private/B.md": "", "Work/Deep/C.md": "", "work2/C.md": "", "É/x.md": "", "é/y.md": "",
    "Top.md": "",
}  # fmt: skip


def test_folders_are_found_by_whole_names_and_the_disks_case(tmp_path: Path) -> None:
    with network(tmp_path, NOTES) as net:
        assert [folder_named(text, net) for text in ("Work", "work/", "WORK/deep", "", "/")] == [
            "Work", "Work", "Work/Deep", "", "",
        ]  # fmt: skip
        assert folder_named("É", net) == "É"
        for text in ("Wor", "Work/A.md", "Top.md", "nowhere", "..", "Work/..", "Deep"):
            with pytest.raises(ToolFailure) as refused:
                folder_named(text, net)
            assert refused.value.code == "FOLDER_NOT_FOUND"


def test_a_hidden_folder_is_refused_in_the_words_for_a_missing_one(tmp_path: Path) -> None:
    with network(tmp_path, NOTES) as whole:
        net = Network(whole.table, lambda path: not path.startswith("Work-private/"))
        with pytest.raises(ToolFailure) as hidden:
            folder_named("Work-private", net)
        with pytest.raises(ToolFailure) as missing:
            folder_named("Work-privatf", net)
        assert hidden.value.message.replace("private", "privatf") == missing.value.message
        assert (hidden.value.code, hidden.value.details) == (missing.value.code, missing.value.details)


def test_notes_are_found_by_path_or_an_only_name(tmp_path: Path) -> None:
    with network(tmp_path, NOTES) as whole:
        assert [note_meant(text, whole) for text in ("Top", "[[Top|x]]", "work/a.md", "Work/Deep/C")] == [
            "Top.md", "Top.md", "Work/A.md", "Work/Deep/C.md",
        ]  # fmt: skip
        with pytest.raises(ToolFailure) as refused:
            note_meant("C", whole)
        assert refused.value.code == "AMBIGUOUS_NOTE"
        assert refused.value.details == {"candidates": ["work2/C.md", "Work/Deep/C.md"]}
        with pytest.raises(ToolFailure) as refused:
            note_meant("Nobody", whole)
        assert refused.value.code == "NOTE_NOT_FOUND"
        half = Network(whole.table, lambda path: path != "work2/C.md")
        assert note_meant("C", half) == "Work/Deep/C.md"


def test_every_name_in_a_filter_is_grounded(tmp_path: Path) -> None:
    with network(tmp_path, NOTES) as net:
        asked = Every((Inside("work", False), Either((LinksTo("top"), Not(LinkedFrom("TOP")))), Tagged("x")))
        wanted = Every((Inside("Work", False), Either((LinksTo("Top.md"), Not(LinkedFrom("Top.md")))), Tagged("x")))
        assert grounded(asked, net) == wanted

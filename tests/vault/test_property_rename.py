import pytest

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.vault.property_rename import with_property_renamed

NOTE = "---\n# kept\nstatus: 'open' # why\ntags:\n  - a\n\"odd name\": 1\n---\nstatus: text\n"


def test_only_the_name_changes() -> None:
    assert with_property_renamed(NOTE, "status", "state") == NOTE.replace("status: 'open'", "state: 'open'")
    assert with_property_renamed(NOTE, "tags", "labels") == NOTE.replace("tags:", "labels:")
    assert with_property_renamed(NOTE, "odd name", "plain") == NOTE.replace('"odd name"', "plain")


def test_a_name_may_change_its_case_alone_and_need_quotes() -> None:
    assert "Status: 'open'" in with_property_renamed(NOTE, "status", "Status")
    assert '"a: b": ' in with_property_renamed(NOTE, "status", "a: b").replace("'a: b'", '"a: b"')


@pytest.mark.parametrize(("old", "new"), [("status", "tags"), ("status", " "), ("gone", "x"), ("status", "a\nb")])
def test_what_cannot_be_is_refused(old: str, new: str) -> None:
    with pytest.raises(NoteNotWritten):
        with_property_renamed(NOTE, old, new)


def test_a_broken_head_is_left_alone() -> None:
    with pytest.raises(NoteNotWritten):
        with_property_renamed("---\na: [\n---\n", "a", "b")

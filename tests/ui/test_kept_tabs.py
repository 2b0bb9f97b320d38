import json

import pytest

from vaultdesk.ui.kept_tabs import KeptSide, KeptTab, KeptTabs, as_kept, kept_tabs

TABS = KeptTabs(
    (KeptSide((KeptTab("A.md", 120), KeptTab("B.md", editing=True, pinned=True)), 1), KeptSide((KeptTab("C.md"),))),
    1,
    True,
    0.25,
)


def test_tabs_come_back_as_they_were() -> None:
    assert kept_tabs(json.loads(json.dumps(as_kept(TABS)))) == TABS


def test_an_empty_object_is_no_tabs() -> None:
    assert kept_tabs({}) == KeptTabs()


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {"sides": 1},
        {"sides": [{"tabs": [{"path": 3}]}]},
        {"sides": [{"tabs": [{"path": "A.md", "scroll": -1}]}]},
        {"sides": [{"tabs": [{"path": "A.md", "editing": 1}]}]},
        {"share": 7},
        {"current": True},
    ],
)
def test_what_this_program_never_writes_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="another kind"):
        kept_tabs(wrong)

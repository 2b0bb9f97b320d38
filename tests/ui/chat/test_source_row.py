"""Tests of source_row.py."""

from vaultdesk.ui.chat.answer_sources import AnswerSource
from vaultdesk.ui.chat.source_row import SourceRow
from vaultdesk.ui.parts.chips import SourceChip


def test_each_source_is_a_chip_that_opens_it() -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision"), AnswerSource(2, "Budget", "Budget")])
    opened: list[tuple[str, str]] = []
    row.opened.connect(lambda note, heading: opened.append((note, heading)))
    chips = row.findChildren(SourceChip)
    for chip in chips:
        chip.click()
    assert [chip.accessibleName() for chip in chips] == ["1 Boiler Decision", "2 Budget"]
    assert opened == [("A/Boiler.md", "Decision"), ("Budget", "Budget")]

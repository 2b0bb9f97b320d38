"""Tests of ui/chat/composer/reach_text.py: whole sentences for each case, with the rule and the receiver."""

import pytest

from vaultdesk.agent.context.context_reader import ContextReach
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.ui.chat.composer.linked_notes_check import linked_notes_text
from vaultdesk.ui.chat.composer.reach_text import ReachText, reach_text

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
WHY = (Phrase("in {0}", "Personal"),)


@pytest.mark.parametrize(
    ("reach", "short", "sentence"),
    [
        (ContextReach(1, 1, 0, WHY), "will not be sent", "Private: in Personal. It will not be sent to Anthropic."),
        (
            ContextReach(3, 3, 0, WHY),
            "will not be sent",
            "Private: in Personal. None of the 3 notes will be sent to Anthropic.",
        ),
        (
            ContextReach(14, 2, 1, WHY),
            "2 of 14 notes will not be sent",
            "2 of 14 notes are private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(14, 1, 0, WHY),
            "1 of 14 notes will not be sent",
            "1 of 14 notes is private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(0, 2, 0, WHY),
            "2 notes will not be sent",
            "2 notes are private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(0, 1, 0, WHY),
            "1 note will not be sent",
            "1 note is private and will not be sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(1, 0, 1, WHY),
            "you will be asked",
            "Private: in Personal. You will be asked before it is sent to Anthropic.",
        ),
        (
            ContextReach(9, 0, 2, WHY),
            "you will be asked about 2 notes",
            "You will be asked about 2 private notes before they are sent to Anthropic: in Personal.",
        ),
        (
            ContextReach(9, 0, 1, ()),
            "you will be asked about 1 note",
            "You will be asked about 1 private note before it is sent to Anthropic: by a rule for private notes.",
        ),
    ],
)
def test_t7_each_case_is_a_whole_sentence(qapp: object, reach: ContextReach, short: str, sentence: str) -> None:
    assert reach_text(reach, CLOUD) == ReachText(short, sentence, is_warning=reach.withheld > 0)


def test_t7_nothing_is_said_of_what_is_sent(qapp: object) -> None:
    assert reach_text(ContextReach(5), CLOUD) == reach_text(ContextReach(), CLOUD) == ReachText()


def test_t7_linked_notes_are_said_in_one_line_those_that_are_withheld_first(qapp: object) -> None:
    withheld, asked = ReachText("will not be sent", "A.", is_warning=True), ReachText("you will be asked", "B.")
    boiler, diary = (ContextItem(kind="note", target=name) for name in ("House/Boiler", "Diary"))
    assert linked_notes_text(()) == ReachText()
    assert linked_notes_text(((boiler, withheld), (diary, asked))) == ReachText(
        "Boiler will not be sent", "A.", is_warning=True
    )
    assert linked_notes_text(((diary, asked),)) == ReachText("you will be asked about Diary", "B.")
    two = linked_notes_text(((boiler, withheld), (diary, withheld)))
    assert (two.short, two.sentence) == ("2 linked notes will not be sent", "A.\nA.")

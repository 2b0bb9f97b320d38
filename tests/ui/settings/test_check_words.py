"""Check words: every group, outcome and button has its words, and one sentence tells of all."""

from typing import get_args

import pytest

from vaultdesk.diagnosis import own_checks, provider_checks, search_checks, vault_checks, window_checks
from vaultdesk.diagnosis.check import GROUPS, Act, Check, Outcome, Topic, broken, fine, lacking
from vaultdesk.ui.settings.check_words import SIGNS, act_words, check_title, group_title, outcome_word, spoken, summary

TRAY = Topic("Tray", id="tray", group="window")
FINE, LACKING = fine(TRAY, "There."), lacking(TRAY, "No tray.", "Add one.")
BROKEN = broken(TRAY, "Gone.", "Mend it.")


def test_everything_has_words_of_its_own() -> None:
    assert len({group_title(group) for group in GROUPS}) == len(GROUPS)
    assert len({outcome_word(outcome) for outcome in get_args(Outcome)}) == len(SIGNS)
    assert [bool(act_words(act)) for act in get_args(Act)] == [bool(act) for act in get_args(Act)]


def test_whoever_listens_hears_name_outcome_finding_and_remedy() -> None:
    assert spoken(LACKING) == "Tray. worth knowing. No tray. Add one"
    assert spoken(FINE) == "Tray. works. There"


def test_every_topic_is_called_as_on_the_command_line() -> None:
    rooms = (own_checks, window_checks, vault_checks, search_checks, provider_checks)
    topics = [one for room in rooms for one in vars(room).values() if isinstance(one, Topic)]
    topics += own_checks.FOLDERS.values()
    assert len(topics) > 25
    for topic in topics:
        nameless = Check("", "ok", "", id=topic.id)
        assert check_title(nameless) == topic.name
    assert check_title(Check("My server", "ok", "", id="provider.mine")) == "My server"


@pytest.mark.parametrize(
    ("checks", "outcome", "words"),
    [
        ([FINE, FINE], "ok", "All is well. Works: 2."),
        ([FINE, LACKING], "warning", "Nothing is broken. Worth knowing: 1. Works: 1."),
        ([FINE, LACKING, BROKEN], "failed", "Does not work: 1. Worth knowing: 1. Works: 1."),
    ],
)
def test_one_sentence_tells_of_all(checks: list[Check], outcome: str, words: str) -> None:
    assert summary(checks) == (outcome, words)

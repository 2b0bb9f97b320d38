"""Check words: every group, outcome and button has its words, and one sentence tells of all."""

from typing import get_args

import pytest

from vaultdesk.diagnosis import program_checks, provider_checks, search_checks, vault_checks, window_checks
from vaultdesk.diagnosis.check import (
    CHECK_GROUPS,
    CheckOutcome,
    CheckRemedy,
    CheckResult,
    CheckTopic,
    failed_check,
    limited_check,
    passed_check,
)
from vaultdesk.ui.settings.check_words import SIGNS, act_words, check_title, group_title, outcome_word, spoken, summary

TRAY = CheckTopic("Tray", id="tray", group="window")
FINE, LACKING = passed_check(TRAY, "There."), limited_check(TRAY, "No tray.", "Add one.")
BROKEN = failed_check(TRAY, "Gone.", "Mend it.")


def test_everything_has_words_of_its_own() -> None:
    assert len({group_title(group) for group in CHECK_GROUPS}) == len(CHECK_GROUPS)
    assert len({outcome_word(outcome) for outcome in get_args(CheckOutcome)}) == len(SIGNS)
    assert [bool(act_words(act)) for act in get_args(CheckRemedy)] == [bool(act) for act in get_args(CheckRemedy)]


def test_whoever_listens_hears_name_outcome_finding_and_remedy() -> None:
    assert spoken(LACKING) == "Tray. worth knowing. No tray. Add one"
    assert spoken(FINE) == "Tray. works. There"


def test_every_topic_is_called_as_on_the_command_line() -> None:
    rooms = (program_checks, window_checks, vault_checks, search_checks, provider_checks)
    topics = [one for room in rooms for one in vars(room).values() if isinstance(one, CheckTopic)]
    topics += program_checks.FOLDERS.values()
    assert len(topics) > 25
    for topic in topics:
        nameless = CheckResult("", "ok", "", id=topic.id)
        assert check_title(nameless) == topic.name
    assert check_title(CheckResult("My server", "ok", "", id="provider.mine")) == "My server"


@pytest.mark.parametrize(
    ("checks", "outcome", "words"),
    [
        ([FINE, FINE], "ok", "All is well. Works: 2."),
        ([FINE, LACKING], "warning", "Nothing is broken. Worth knowing: 1. Works: 1."),
        ([FINE, LACKING, BROKEN], "failed", "Does not work: 1. Worth knowing: 1. Works: 1."),
    ],
)
def test_one_sentence_tells_of_all(checks: list[CheckResult], outcome: str, words: str) -> None:
    assert summary(checks) == (outcome, words)

"""Tests of answer_facts.py."""

from tests.support.chats import led
from tests.ui.chat.scenes import answered
from vaultdesk.ui.chat.answer_facts import details_of, facts_of
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges


def test_only_what_is_known_is_told() -> None:
    assert "token" not in facts_of(answered())
    (kept,) = kept_exchanges(led("Heat", "A pump?", "Yes.").messages)
    assert facts_of(kept) == "15 tokens · 1.5 s"


def test_a_longer_look_tells_who_answered_and_when() -> None:
    (kept,) = kept_exchanges(led("Heat", "A pump?", "Yes.").messages)
    model, when, facts = details_of(kept).split("\n")
    assert (model, facts) == ("work/one", facts_of(kept))
    assert when

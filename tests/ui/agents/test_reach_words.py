"""Reach words: every reason is a few plain words."""

from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule
from vaultdesk.tools.runtime.policy import NoteAccess
from vaultdesk.ui.agents.reach_tally import CATEGORIES, Fate, Why
from vaultdesk.ui.agents.reach_words import category_title, category_words, fate_words, ground_words

RULE = PermissionRule(folder="Projects", answer="allow")
PRIVATE = PrivacyRule(kind="tag", value="private", answer="local")


def test_every_ground_has_words() -> None:
    assert [
        ground_words(why)
        for why in (
            Why("rule", RULE),
            Why("rule", PermissionRule(answer="ask")),
            Why("preset"),
            Why("leash"),
            Why("private", private=PRIVATE),
            Why("tools"),
            Why("read-only"),
            Why("effect"),
            Why(),
        )
    ] == [
        "your rule for Projects",
        "your rule for the whole vault",
        "your preset",
        "outside its folders",
        "private: tagged #private",
        "it has no tool for that",
        "it only reads",
        "",
        "",
    ]


def test_each_category_tells_its_own_answer() -> None:
    fate = Fate(NoteAccess("ask", "allow", "ask"), Why("rule", RULE), Why("preset"))
    assert [fate_words(category, fate) for category in CATEGORIES] == [
        "asks first · your rule for Projects",
        "needs no question · your preset",
        "your rule for Projects",
        "asks first · your rule for Projects",
    ]


def test_a_hostile_folder_is_shown_with_its_hidden_letters() -> None:
    assert ground_words(Why("rule", PermissionRule(folder="a\u202eb", answer="deny"))) == "your rule for a<U+202E>b"


def test_what_a_category_means_is_said() -> None:
    for category in CATEGORIES:
        assert category_title(category)
        assert category_words(category, local=False, where="at Anthropic")
    assert "runs on this computer" in category_words("leaving", local=True, where="")

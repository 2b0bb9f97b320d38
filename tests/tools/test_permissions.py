"""Permissions: which rule wins, and where a folder ends."""

import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.permissions import THIS_COMPUTER, Permissions, Subject, Verdict, folder_parts, is_inside

READ = Subject("file_read", "read", "chat_1", "api.anthropic.com")
WRITE = Subject("write_note", "write", "chat_1", "api.anthropic.com")


def answer(rules: list[PermissionRule], path: str | None, subject: Subject = READ) -> str:
    return Permissions(lambda: rules).decide(subject, path).answer


def rule(answer: str, folder: str = "", **more: str) -> PermissionRule:
    return PermissionRule.model_validate({"answer": answer, "folder": folder, **more})


@pytest.mark.parametrize(
    ("effect", "expected"), [("read", "ask"), ("write", "ask"), ("network", "ask"), ("none", "allow")]
)
def test_everything_with_an_effect_asks_unless_a_rule_speaks(effect: str, expected: str) -> None:
    assert answer([], "a.md", Subject("x", effect)) == expected


@pytest.mark.parametrize(
    ("rules", "path", "expected"),
    [
        ([rule("allow"), rule("ask")], "a.md", "ask"),
        ([rule("ask"), rule("allow"), rule("deny", effect="read")], "a.md", "deny"),
        ([rule("ask"), rule("allow", "Projects")], "Projects/a.md", "allow"),
        ([rule("allow", "Projects"), rule("ask", "Projects/House")], "Projects/House/a.md", "ask"),
        ([rule("deny", "Projects"), rule("allow", "Projects/Open")], "Projects/Open/a.md", "allow"),
        ([rule("deny", "Projects"), rule("allow", "Projects/Open")], "Projects/a.md", "deny"),
        ([rule("allow", "Projects"), rule("deny", "Projects/House/Private")], "Projects/House/Private/a.md", "deny"),
        ([rule("allow", "Projects")], "Projects-secret/a.md", "ask"),
        ([rule("allow", "Projects")], "Projects.md", "ask"),
        ([rule("allow", tool="vault_search")], "a.md", "ask"),
        ([rule("allow", effect="write")], "a.md", "ask"),
        ([rule("allow", "Projects/")], "Projects/a.md", "allow"),
    ],
)
def test_the_narrower_folder_wins_and_in_one_folder_the_stricter_answer(
    rules: list[PermissionRule], path: str, expected: str
) -> None:
    assert answer(rules, path) == expected
    assert answer(rules[::-1], path) == expected


@pytest.mark.parametrize("folder", ["../x", "/abs", "a//b", "a\\b", "a/../b", ".", "a\x00b", "/", "a/\u202eb"])
def test_a_rule_that_cannot_be_read_denies_whatever_stands_beside_it(folder: str) -> None:
    for broken in ("allow", "ask", "deny"):
        assert answer([rule(broken, folder), rule("allow", "Projects/House")], "Projects/House/a.md") == "deny"


def test_a_condition_of_a_newer_version_makes_an_allowance_unreadable() -> None:
    newer = PermissionRule.model_validate({"answer": "allow", "folder": "Projects", "host": "localhost"})
    assert answer([newer], "Projects/a.md") == "deny"


def test_deny_everything_is_beaten_by_nothing() -> None:
    assert answer([rule("deny"), rule("allow", "Projects/House")], "Projects/House/a.md") == "deny"


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_no_rule_allows_a_change_or_the_network(effect: str) -> None:
    assert answer([rule("allow"), rule("allow", "Projects")], "Projects/a.md", Subject("t", effect)) == "ask"


def test_a_search_of_the_whole_vault_is_not_covered_by_a_folders_rule() -> None:
    assert answer([rule("allow", "Projects")], None) == "ask"
    assert answer([rule("allow")], None) == "allow"
    assert answer([rule("allow"), rule("deny", tool="file_read")], None) == "deny"


def test_a_barrier_holds_for_every_spelling_and_an_allowance_for_one() -> None:
    composed, decomposed = "Größe", unicodedata.normalize("NFD", "Größe")
    assert answer([rule("deny", "Personal")], "personal/a.md") == "deny"
    assert answer([rule("allow", "Personal")], "personal/a.md") == "ask"
    assert answer([rule("deny", composed)], f"{decomposed}/a.md") == "deny"


def test_a_grant_holds_for_its_conversation_tool_and_destination_alone() -> None:
    permissions = Permissions()
    permissions.keep(READ, "conversation", "Projects")
    assert permissions.decide(READ, "Projects/a.md") == Verdict("allow", "grant")
    others = [
        (READ, "Projects-secret/a.md"),
        (READ, None),
        (Subject("file_read", "read", "chat_2", READ.host), "Projects/a.md"),
        (Subject("file_read", "read", "chat_1", ""), "Projects/a.md"),
        (Subject("read_note", "read", "chat_1", READ.host), "Projects/a.md"),
    ]
    assert [permissions.decide(*other).answer for other in others] == ["ask"] * 5
    permissions.forget("chat_1")
    assert permissions.decide(READ, "Projects/a.md").answer == "ask"


def test_a_grant_never_beats_a_rule_that_denies() -> None:
    permissions = Permissions(lambda: [rule("deny", "Projects")])
    permissions.keep(READ, "conversation", "Projects/House")
    assert permissions.decide(READ, "Projects/House/a.md").answer == "deny"


def test_only_reads_are_kept() -> None:
    kept: list[PermissionRule] = []
    permissions = Permissions(tuple, kept.append)
    for scope in ("once", "conversation", "always"):
        permissions.keep(WRITE, scope, "Projects")
    permissions.keep(READ, "once", "Projects")
    permissions.keep(READ, "always", "../Projects")
    assert kept == []
    assert permissions.grants("chat_1") == ()
    permissions.keep(READ, "always", "Projects")
    destination = READ.host or THIS_COMPUTER
    wanted = PermissionRule(tool="file_read", effect="read", folder="Projects", destination=destination, answer="allow")
    assert kept == [wanted]


def test_a_standing_yes_for_this_computer_is_none_for_a_provider_elsewhere() -> None:
    here = Subject("file_read", "read")
    there = Subject("file_read", "read", host="api.anthropic.com")
    kept: list[PermissionRule] = []
    Permissions(tuple, kept.append).keep(here, "always", "Projects")
    assert answer(kept, "Projects/a.md", here) == "allow"
    assert answer(kept, "Projects/a.md", there) == "ask"
    kept.clear()
    Permissions(tuple, kept.append).keep(there, "always", "Projects")
    assert answer(kept, "Projects/a.md", there) == "allow"
    assert answer(kept, "Projects/a.md", here) == "ask"


NAME = st.text(st.characters(whitelist_categories=["Ll", "Lu", "Nd"]), min_size=1, max_size=4)


@given(st.lists(NAME, min_size=1, max_size=4), NAME, st.data())
def test_folders_with_a_common_beginning_never_cover_each_other(
    parts: list[str], tail: str, data: st.DataObject
) -> None:
    folder = "/".join(parts)
    known = folder_parts(folder)
    assert known is not None
    assert is_inside(f"{folder}/note.md", known)
    assert is_inside(f"{folder}/{tail}/note.md", known)
    for outside in (f"{folder}{tail}/note.md", f"{folder}-{tail}/note.md", f"{folder}.md", f"{tail}/{folder}/note.md"):
        first = outside.split("/")[: len(parts)]
        if [unicodedata.normalize("NFC", part) for part in first] != list(known):
            assert not is_inside(outside, known)


RULES = st.lists(
    st.builds(
        lambda answer, folder, effect: PermissionRule(answer=answer, folder=folder, effect=effect),
        st.sampled_from(["allow", "ask", "deny"]),
        st.sampled_from(["", "a", "a/b", "a/b/c", "ab", "b"]),
        st.sampled_from(["*", "read", "write"]),
    ),
    max_size=6,
)


@given(RULES, st.sampled_from(["x.md", "a/x.md", "a/b/x.md", "a/b/c/x.md", "ab/x.md"]), st.randoms())
def test_the_verdict_is_that_of_the_narrowest_rules_whatever_their_order(
    rules: list[PermissionRule], path: str, random: Random
) -> None:
    strength = {"allow": 0, "ask": 1, "deny": 2}
    fitting = [r for r in rules if r.effect in ("*", "read") and is_inside(path, folder_parts(r.folder) or ())]
    if any(r.answer == "deny" and (r.effect, r.folder) == ("*", "") for r in fitting):
        expected = "deny"
    elif fitting:
        deepest = max(len(folder_parts(r.folder) or ()) for r in fitting)
        of_it = [r.answer for r in fitting if len(folder_parts(r.folder) or ()) == deepest]
        expected = max(of_it, key=strength.__getitem__)
    else:
        expected = "ask"
    assert answer(rules, path) == expected
    random.shuffle(rules)
    assert answer(rules, path) == expected


EDIT = Subject("edit_note", "write", "chat_1", "api.anthropic.com", Leash("Writer", ("work",)), "modify")


def free(subject: Subject, path: str, preset: Preset = "trusted", *rules: PermissionRule) -> Verdict:
    return Permissions(lambda: rules, preset=lambda: preset).decide(subject, path)


def test_a_preset_is_the_default_and_every_rule_weighs_more() -> None:
    assert free(EDIT, "work/a.md") == Verdict("allow", "default")
    assert free(EDIT, "work/a.md", "trusted", rule("ask")) == Verdict("ask", "rule")
    assert free(EDIT, "work/a.md", "ask", rule("allow", "work", effect="write")) == Verdict("allow", "rule")
    assert free(READ, "a.md", "trusted", rule("deny", effect="read")).answer == "deny"


def test_no_rule_lifts_read_only_or_the_leash() -> None:
    allow = rule("allow", effect="write")
    assert free(EDIT, "work/a.md", "read-only", allow) == Verdict("deny", "default")
    assert free(EDIT, "work-private/a.md", "trusted", allow) == Verdict("deny", "default")


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_taint_turns_every_yes_for_a_change_into_a_question(effect: str) -> None:
    """THREATS 2.3.5."""
    tainted = Subject("t", effect, "chat_1", change="modify", tainted=True)
    for preset in ("ask", "edit", "trusted"):
        assert free(tainted, "a.md", preset, rule("allow", effect=effect)).answer == "ask"
    assert free(Subject("t", "read", tainted=True), "a.md").answer == "allow"
    assert free(tainted, "a.md", "trusted", rule("deny")).answer == "deny"


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_no_longer_answer_is_kept_for_a_change(effect: str) -> None:
    """THREATS 2.3.6."""
    kept: list[PermissionRule] = []
    permissions = Permissions(tuple, kept.append)
    subject = Subject("t", effect, "chat_1", change="modify")
    permissions.keep(subject, "always", "work")
    permissions.keep(subject, "conversation", "work")
    assert (kept, permissions.grants("chat_1")) == ([], ())


def test_explain_names_what_decided() -> None:
    narrow, wide = rule("allow", "work", effect="write"), rule("deny", effect="write")
    broken = rule("ask", "../x")

    def why(subject: Subject, preset: Preset, *rules: PermissionRule) -> tuple[PermissionRule | None, str]:
        verdict = Permissions(lambda: rules, preset=lambda: preset).explain(subject, "work/a.md")
        return verdict.rule, verdict.why

    assert why(EDIT, "ask", wide, narrow) == (narrow, "")
    assert why(EDIT, "ask", narrow, broken) == (broken, "")
    assert why(EDIT, "read-only", narrow) == (None, "preset")
    assert why(EDIT, "trusted") == (None, "preset")
    assert why(EDIT, "ask") == (None, "effect")
    star = rule("allow", "work")
    assert why(EDIT, "ask", star) == (star, "effect")
    outside = Subject("t", "read", leash=Leash("W", ("play",)))
    assert why(outside, "trusted") == (None, "leash")
    tainted = Subject("t", "write", change="modify", tainted=True)
    assert why(tainted, "trusted") == (None, "taint")
    permissions = Permissions()
    permissions.keep(READ, "conversation", "work")
    assert permissions.explain(READ, "work/a.md") == Verdict("allow", "grant")

"""Tests of tools/runtime/policy.py."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tool_env import LOCAL, REMOTE, YES, call, drop, on, open_tool_env, put, read, search
from tests.support.tools import DropNote, Echo, Fetch, Listing, PutNote, StampAll
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope, ProjectBounds
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.policy import (
    ANY_FOLDER,
    NO_PRIVATE_NOTES,
    THIS_COMPUTER,
    NoteAccess,
    NotePrivacy,
    Permissions,
    PolicyRequest,
    PolicyVerdict,
    PrivacyStatus,
    allowance_text,
    folder_parts,
    is_in_folder,
    note_access,
    offered_tools,
    preset_answer,
    preset_forbids,
    rule_answer,
)
from vaultdesk.tools.runtime.resolved_call import PRIVATE_NOTE_WARNING
from vaultdesk.tools.tool import Effect
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.vault import Vault

# The privacy status in the executor: "closed" hides a note, "ask" requires approval each time.

BOILER, SECRET = "Projects/House/Boiler.md", "Projects-secret/Plan.md"
ALLOWED = [PermissionRule(effect="read", answer="allow")]


@dataclass
class PathPrivacy:
    """Privacy by the prefix of a path, for remote destinations."""

    secret: PrivacyStatus = "closed"

    def status(self, path: str, destination: Destination) -> PrivacyStatus:
        return self.secret if path.startswith("Projects-secret/") and not destination.local else "open"

    async def exact_status(self, path: str, destination: Destination) -> PrivacyStatus:
        return self.status(path, destination)

    def note_privacy(self) -> NotePrivacy:
        def redact(path: str, text: str, destination: Destination) -> str:
            return text if destination.local else text.replace("leaks", "%%")

        return NotePrivacy(self.status, self.exact_status, redact, lambda path, d: self.status(path, d) == "closed")


async def test_a_closed_note_is_hidden_from_reads_searches_and_lists(tmp_path: Path) -> None:
    tools = [Listing(BOILER, SECRET)]
    async with open_tool_env(tmp_path, YES, rules=ALLOWED, tools=tools, privacy=PathPrivacy().note_privacy()) as env:
        calls = (read(SECRET, call_id="c1"), search("boiler", "c2"), call("listing", "c3"))
        by_name, searched, listed = await env.results(*calls)
        assert by_name.data == [{"path": SECRET, "content": f"File not found: {SECRET}", "size": 0}]
        assert SECRET not in f"{searched.data}{listed.data}"
        assert BOILER in f"{searched.data}"
        local_results = await env.results(read(SECRET), context=on(destination=LOCAL))
        assert "Nobody knows" in str(local_results[0].data)


async def test_an_ask_note_needs_approval_despite_a_rule_and_is_unselected_by_default(tmp_path: Path) -> None:
    no_files = ApprovalDecision(approved=True, files=())
    async with open_tool_env(tmp_path, no_files, YES, rules=ALLOWED, privacy=PathPrivacy("ask").note_privacy()) as env:
        (result,) = await env.results(read(BOILER, SECRET))
        (request,) = env.answers.requests
        assert [(choice.path, choice.ticked, choice.warning) for choice in request.files] == [
            (SECRET, False, PRIVATE_NOTE_WARNING)
        ]
        assert result.metadata.files_affected == (BOILER,)
        assert PRIVATE_NOTE_WARNING in request.calls[0].warnings
        (approved,) = await env.results(read(SECRET))
        assert "Nobody knows" in str(approved.data)
        (searched,) = await env.results(search("boiler"))
        assert SECRET not in str(searched.data)


async def test_an_ask_note_is_excluded_from_an_approved_search(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, privacy=PathPrivacy("ask").note_privacy()) as env:
        (result,) = await env.results(search("boiler"))
        assert len(env.answers.requests) == 1
        assert SECRET not in str(result.data)


async def test_text_and_preview_are_redacted_for_the_destination(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, privacy=PathPrivacy().note_privacy()) as env:
        (result,) = await env.results(read(BOILER))
        preview = env.answers.requests[0].preview
        assert preview is not None
        assert "leaks" not in await preview(BOILER) + str(result.data)


async def test_a_change_of_a_closed_note_is_denied_and_of_an_ask_note_needs_approval(tmp_path: Path) -> None:
    rules = [PermissionRule(effect="write", answer="allow")]
    async with open_tool_env(
        tmp_path, YES, rules=rules, tools=[PutNote()], privacy=PathPrivacy().note_privacy()
    ) as env:
        files = env.everything()
        for path in (SECRET, "Projects-secret/New.md"):
            (result,) = await env.results(put(path, "x"))
            assert result.error is not None
        assert env.everything() == files
    async with open_tool_env(
        tmp_path, YES, rules=rules, tools=[PutNote()], privacy=PathPrivacy("ask").note_privacy()
    ) as env:
        (open_result,) = await env.results(put(BOILER, "x\n"))
        assert (open_result.success, env.answers.requests) == (True, [])
        (ask_result,) = await env.results(put(SECRET, "x\n"))
        assert (ask_result.success, len(env.answers.requests)) == (True, 1)


async def test_a_note_just_written_can_be_written_again_before_it_is_indexed(tmp_path: Path) -> None:
    async def exact_status(path: str, destination: Destination) -> PrivacyStatus:
        return "open"

    privacy = NotePrivacy(lambda path, _: "open" if path in (BOILER,) else "closed", exact_status)
    async with open_tool_env(tmp_path, YES, tools=[PutNote()], privacy=privacy) as env:
        calls = (put("New.md", "one\n", "c1"), put("New.md", "two\n", "c2"))
        assert [result.success for result in await env.results(*calls)] == [True, True]
        assert (await env.results(put("New.md", "three\n")))[0].success
        assert env.text("New.md") == "three\n"


async def test_every_note_is_open_without_rules() -> None:
    assert NO_PRIVATE_NOTES.status("a.md", REMOTE) == "open"
    assert await NO_PRIVATE_NOTES.current_status("a.md", REMOTE) == "open"
    assert NO_PRIVATE_NOTES.redact("a.md", "text", REMOTE) == "text"
    assert not NO_PRIVATE_NOTES.is_closed_by_path("a.md", REMOTE)


# Verdicts: the stricter one takes precedence.


def test_the_stricter_verdict_is_chosen_and_the_first_of_equal_ones() -> None:
    allow, ask, deny = PolicyVerdict("allow", "rule"), PolicyVerdict("ask", "default"), PolicyVerdict("deny", "rule")
    assert [allow.stricter_of(ask), ask.stricter_of(allow), ask.stricter_of(deny)] == [ask, ask, deny]
    assert PolicyVerdict("ask", "rule").stricter_of(ask).by == "rule"


def test_verdicts_are_compared_without_their_explanation() -> None:
    rule = PermissionRule(answer="ask")
    assert PolicyVerdict("ask", "rule", rule, "taint") == PolicyVerdict("ask", "rule")


# The answers of each preset.

SCOPED = AgentScope("Writer", ("work",))
REMOTE_HOST = "api.anthropic.com"

TABLE: tuple[tuple[Effect, NoteChangeKind | None, AgentScope, str, str], ...] = (
    ("none", None, UNRESTRICTED, "", "allow allow allow allow"),
    ("read", None, UNRESTRICTED, "", "ask ask ask allow"),
    ("read", None, UNRESTRICTED, REMOTE_HOST, "ask ask ask allow"),
    ("read", None, SCOPED, "", "ask ask allow allow"),
    ("read", None, SCOPED, REMOTE_HOST, "ask ask ask allow"),
    ("read", None, AgentScope(folders=("",)), "", "ask ask ask allow"),
    ("write", "create", UNRESTRICTED, "", "ask ask ask allow"),
    ("write", "create", SCOPED, REMOTE_HOST, "ask ask allow allow"),
    ("write", "modify", SCOPED, "", "ask ask allow allow"),
    ("write", "move", SCOPED, "", "ask ask ask allow"),
    ("write", None, SCOPED, "", "ask ask ask ask"),
    ("delete", "delete", SCOPED, "", "ask ask ask ask"),
    ("network", None, SCOPED, "", "ask ask ask ask"),
)
"""Effect, change, agent scope, host, and the answers of read-only, ask, edit and trusted."""


@pytest.mark.parametrize(("effect", "change", "agent_scope", "host", "answers"), TABLE)
def test_the_four_presets_give_their_answers(
    effect: Effect, change: NoteChangeKind | None, agent_scope: AgentScope, host: str, answers: str
) -> None:
    presets: tuple[Preset, ...] = ("read-only", "ask", "edit", "trusted")
    policy_request = PolicyRequest("tool", effect, "chat", host, agent_scope, change)
    assert " ".join(preset_answer(preset, policy_request) for preset in presets) == answers
    bulk_request = PolicyRequest("tool", effect, "chat", host, agent_scope, change, bulk=True)
    if effect == "write":
        assert {preset_answer(preset, bulk_request) for preset in presets} == {"ask"}


@pytest.mark.parametrize(
    ("effect", "is_forbidden"), [("read", False), ("none", False), ("write", True), ("delete", True), ("network", True)]
)
def test_read_only_forbids_changes_and_network_calls(effect: Effect, is_forbidden: bool) -> None:
    assert preset_forbids("read-only", PolicyRequest("t", effect)) is is_forbidden
    assert not preset_forbids("trusted", PolicyRequest("t", effect))


# The answer of one rule: it allows writes only if it names them, and never deletions or the network.

WRITE = PolicyRequest("edit_note", "write", change="modify")


def rule(answer: str, folder: str = "", **more: str) -> PermissionRule:
    return PermissionRule.model_validate({"answer": answer, "folder": folder, **more})


@pytest.mark.parametrize(
    ("tested_rule", "policy_request", "path", "expected"),
    [
        (rule("allow", "work", effect="write"), WRITE, "work/a.md", ("allow", 1)),
        (rule("allow", effect="write"), WRITE, "a.md", ("allow", 0)),
        (rule("allow", "work"), WRITE, "work/a.md", ("ask", 1)),
        (rule("allow", "work", effect="write"), WRITE, "work-private/a.md", None),
        (rule("allow", "work", effect="write", tool="write_note"), WRITE, "work/a.md", None),
        (rule("allow", effect="write"), PolicyRequest("bulk", "write", change="modify", bulk=True), "a.md", ("ask", 0)),
        (rule("allow", effect="write"), PolicyRequest("remember", "write"), None, ("ask", 0)),
        (rule("allow", effect="write"), PolicyRequest("x", "write", change="delete"), "a.md", ("ask", 0)),
        (rule("allow", effect="delete"), PolicyRequest("x", "delete", change="delete"), "a.md", ("ask", 0)),
        (rule("allow", effect="network"), PolicyRequest("x", "network"), None, ("ask", 0)),
        (rule("deny", "work", effect="write"), WRITE, "WORK/a.md", ("deny", 1)),
        (rule("deny", "../x", effect="write"), WRITE, "a.md", ("deny", ANY_FOLDER)),
        (rule("allow", effect="write", destination="this-computer"), WRITE, "a.md", ("allow", 0)),
        (
            rule("allow", effect="write", destination="this-computer"),
            PolicyRequest("edit_note", "write", host="h", change="modify"), "a.md", None,
        ),
    ],
)  # fmt: skip
def test_a_rule_gives_its_answer_and_its_depth(
    tested_rule: PermissionRule, policy_request: PolicyRequest, path: str | None, expected: tuple[str, int] | None
) -> None:
    assert rule_answer(tested_rule, policy_request, path) == expected


# Permissions: precedence of rules, and comparison of folders.

READ = PolicyRequest("file_read", "read", "chat_1", "api.anthropic.com")
PERMISSIONS_WRITE = PolicyRequest("write_note", "write", "chat_1", "api.anthropic.com")


def answer(rules: list[PermissionRule], path: str | None, policy_request: PolicyRequest = READ) -> str:
    return Permissions(lambda: rules).decide(policy_request, path).answer


@pytest.mark.parametrize(
    ("effect", "expected"), [("read", "ask"), ("write", "ask"), ("network", "ask"), ("none", "allow")]
)
def test_every_effect_needs_approval_without_a_rule(effect: str, expected: str) -> None:
    assert answer([], "a.md", PolicyRequest("x", effect)) == expected


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
def test_the_deeper_folder_takes_precedence_and_then_the_stricter_answer(
    rules: list[PermissionRule], path: str, expected: str
) -> None:
    assert answer(rules, path) == expected
    assert answer(rules[::-1], path) == expected


@pytest.mark.parametrize("folder", ["../x", "/abs", "a//b", "a\\b", "a/../b", ".", "a\x00b", "/", "a/\u202eb"])
def test_an_invalid_rule_denies_despite_other_rules(folder: str) -> None:
    for answer_of_invalid_rule in ("allow", "ask", "deny"):
        assert (
            answer([rule(answer_of_invalid_rule, folder), rule("allow", "Projects/House")], "Projects/House/a.md")
            == "deny"
        )


def test_an_unknown_condition_makes_an_allowing_rule_invalid() -> None:
    rule_of_newer_version = PermissionRule.model_validate(
        {"answer": "allow", "folder": "Projects", "host": "localhost"}
    )
    assert answer([rule_of_newer_version], "Projects/a.md") == "deny"


def test_a_rule_that_denies_everything_takes_precedence() -> None:
    assert answer([rule("deny"), rule("allow", "Projects/House")], "Projects/House/a.md") == "deny"


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_a_rule_for_all_effects_allows_neither_changes_nor_the_network(effect: str) -> None:
    assert answer([rule("allow"), rule("allow", "Projects")], "Projects/a.md", PolicyRequest("t", effect)) == "ask"


def test_a_rule_for_a_folder_does_not_cover_a_search_of_the_vault() -> None:
    assert answer([rule("allow", "Projects")], None) == "ask"
    assert answer([rule("allow")], None) == "allow"
    assert answer([rule("allow"), rule("deny", tool="file_read")], None) == "deny"


def test_a_deny_rule_matches_every_spelling_and_an_allow_rule_the_exact_one() -> None:
    composed, decomposed = "Größe", unicodedata.normalize("NFD", "Größe")
    assert answer([rule("deny", "Personal")], "personal/a.md") == "deny"
    assert answer([rule("allow", "Personal")], "personal/a.md") == "ask"
    assert answer([rule("deny", composed)], f"{decomposed}/a.md") == "deny"


def test_a_grant_is_limited_to_its_conversation_tool_and_destination() -> None:
    permissions = Permissions()
    permissions.grant(READ, "conversation", "Projects")
    assert permissions.decide(READ, "Projects/a.md") == PolicyVerdict("allow", "grant")
    uncovered = [
        (READ, "Projects-secret/a.md"),
        (READ, None),
        (PolicyRequest("file_read", "read", "chat_2", READ.host), "Projects/a.md"),
        (PolicyRequest("file_read", "read", "chat_1", ""), "Projects/a.md"),
        (PolicyRequest("read_note", "read", "chat_1", READ.host), "Projects/a.md"),
    ]
    assert [permissions.decide(*uncovered_case).answer for uncovered_case in uncovered] == ["ask"] * 5


def test_grants_of_a_chat_are_restored_and_damaged_ones_are_ignored() -> None:
    stored, restored = Permissions(), Permissions()
    stored.grant(READ, "conversation", "Projects")
    stored.exclude_paths(READ, ["Projects/left.md"])
    state = stored.state("chat_1")
    assert isinstance(state, dict)
    restored.restore("chat_1", {**state, "grants": [*state["grants"], ["file_read", "Daily"], 7]})  # type: ignore[misc] # a list
    restored.restore("chat_1", "nothing that can be read")
    paths = ("Projects/a.md", "Projects/left.md", "Daily/a.md")
    assert [restored.decide(READ, path).answer for path in paths] == ["allow", "ask", "ask"]
    assert restored.state("chat_1") == state
    assert restored.state("chat_2") == {"grants": [], "left_out": []}


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        (PolicyVerdict("allow", "grant"), "your answer for this chat"),
        (PolicyVerdict("allow", "default"), "the preset “Ask” of this vault"),
        (PolicyVerdict("allow", "rule", PermissionRule(tool="*", answer="allow")), "Search and read without asking"),
        (
            PolicyVerdict("allow", "rule", PermissionRule(tool="*", folder="House", answer="allow")),
            "Search and read in “House” without asking",
        ),
        (PolicyVerdict("allow", "rule", PermissionRule(tool="graph", answer="allow")), "Use graph without asking"),
        (
            PolicyVerdict("allow", "rule", PermissionRule(tool="graph", folder="House", answer="allow")),
            "Use graph in “House” without asking",
        ),
    ],
)
def test_the_reason_that_allows_a_read_is_described_in_words(verdict: PolicyVerdict, text: str) -> None:
    assert allowance_text(verdict) == text


def test_a_deny_rule_takes_precedence_over_a_grant() -> None:
    permissions = Permissions(lambda: [rule("deny", "Projects")])
    permissions.grant(READ, "conversation", "Projects/House")
    assert permissions.decide(READ, "Projects/House/a.md").answer == "deny"


def test_only_grants_of_reads_are_stored() -> None:
    saved_rules: list[PermissionRule] = []
    permissions = Permissions(tuple, saved_rules.append)
    for scope in ("once", "conversation", "always"):
        permissions.grant(PERMISSIONS_WRITE, scope, "Projects")
    permissions.grant(READ, "once", "Projects")
    permissions.grant(READ, "always", "../Projects")
    assert saved_rules == []
    assert permissions.grants("chat_1") == ()
    permissions.grant(READ, "always", "Projects")
    destination = READ.host or THIS_COMPUTER
    expected = PermissionRule(
        tool="file_read", effect="read", folder="Projects", destination=destination, answer="allow"
    )
    assert saved_rules == [expected]


def test_an_always_grant_is_limited_to_local_or_remote_destinations() -> None:
    local_request = PolicyRequest("file_read", "read")
    remote_request = PolicyRequest("file_read", "read", host="api.anthropic.com")
    saved_rules: list[PermissionRule] = []
    Permissions(tuple, saved_rules.append).grant(local_request, "always", "Projects")
    assert answer(saved_rules, "Projects/a.md", local_request) == "allow"
    assert answer(saved_rules, "Projects/a.md", remote_request) == "ask"
    saved_rules.clear()
    Permissions(tuple, saved_rules.append).grant(remote_request, "always", "Projects")
    assert answer(saved_rules, "Projects/a.md", remote_request) == "allow"
    assert answer(saved_rules, "Projects/a.md", local_request) == "ask"


NAME = st.text(st.characters(whitelist_categories=["Ll", "Lu", "Nd"]), min_size=1, max_size=4)


@given(st.lists(NAME, min_size=1, max_size=4), NAME, st.data())
def test_folders_with_a_common_prefix_do_not_cover_each_other(parts: list[str], tail: str, data: st.DataObject) -> None:
    folder = "/".join(parts)
    folder_names = folder_parts(folder)
    assert folder_names is not None
    assert is_in_folder(f"{folder}/note.md", folder_names)
    assert is_in_folder(f"{folder}/{tail}/note.md", folder_names)
    for outside in (f"{folder}{tail}/note.md", f"{folder}-{tail}/note.md", f"{folder}.md", f"{tail}/{folder}/note.md"):
        leading_parts = outside.split("/")[: len(parts)]
        if [unicodedata.normalize("NFC", part) for part in leading_parts] != list(folder_names):
            assert not is_in_folder(outside, folder_names)


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
def test_the_verdict_of_the_deepest_rules_does_not_depend_on_their_order(
    rules: list[PermissionRule], path: str, random: Random
) -> None:
    strength = {"allow": 0, "ask": 1, "deny": 2}
    matching = [r for r in rules if r.effect in ("*", "read") and is_in_folder(path, folder_parts(r.folder) or ())]
    if any(r.answer == "deny" and (r.effect, r.folder) == ("*", "") for r in matching):
        expected = "deny"
    elif matching:
        deepest = max(len(folder_parts(r.folder) or ()) for r in matching)
        answers = [r.answer for r in matching if len(folder_parts(r.folder) or ()) == deepest]
        expected = max(answers, key=strength.__getitem__)
    else:
        expected = "ask"
    assert answer(rules, path) == expected
    random.shuffle(rules)
    assert answer(rules, path) == expected


EDIT = PolicyRequest("edit_note", "write", "chat_1", "api.anthropic.com", AgentScope("Writer", ("work",)), "modify")


def decide(
    policy_request: PolicyRequest, path: str, preset: Preset = "trusted", *rules: PermissionRule
) -> PolicyVerdict:
    return Permissions(lambda: rules, preset=lambda: preset).decide(policy_request, path)


def test_rules_take_precedence_over_the_preset() -> None:
    assert decide(EDIT, "work/a.md") == PolicyVerdict("allow", "default")
    assert decide(EDIT, "work/a.md", "trusted", rule("ask")) == PolicyVerdict("ask", "rule")
    assert decide(EDIT, "work/a.md", "ask", rule("allow", "work", effect="write")) == PolicyVerdict("allow", "rule")
    assert decide(READ, "a.md", "trusted", rule("deny", effect="read")).answer == "deny"


def test_no_rule_overrides_read_only_or_the_scope() -> None:
    allow = rule("allow", effect="write")
    assert decide(EDIT, "work/a.md", "read-only", allow) == PolicyVerdict("deny", "default")
    assert decide(EDIT, "work-private/a.md", "trusted", allow) == PolicyVerdict("deny", "default")


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_changes_in_a_tainted_chat_need_approval(effect: str) -> None:
    """vaultdesk/tools/README.md, "Approval rules", 5."""
    tainted = PolicyRequest("t", effect, "chat_1", change="modify", tainted=True)
    for preset in ("ask", "edit", "trusted"):
        assert decide(tainted, "a.md", preset, rule("allow", effect=effect)).answer == "ask"
    assert decide(PolicyRequest("t", "read", tainted=True), "a.md").answer == "allow"
    assert decide(tainted, "a.md", "trusted", rule("deny")).answer == "deny"


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_grants_of_changes_are_not_stored(effect: str) -> None:
    """vaultdesk/tools/README.md, "Approval rules", 6."""
    saved_rules: list[PermissionRule] = []
    permissions = Permissions(tuple, saved_rules.append)
    policy_request = PolicyRequest("t", effect, "chat_1", change="modify")
    permissions.grant(policy_request, "always", "work")
    permissions.grant(policy_request, "conversation", "work")
    assert (saved_rules, permissions.grants("chat_1")) == ([], ())


def test_explain_returns_the_rule_or_the_reason() -> None:
    folder_rule, vault_rule = rule("allow", "work", effect="write"), rule("deny", effect="write")
    invalid_rule = rule("ask", "../x")

    def explanation(
        policy_request: PolicyRequest, preset: Preset, *rules: PermissionRule
    ) -> tuple[PermissionRule | None, str]:
        verdict = Permissions(lambda: rules, preset=lambda: preset).explain(policy_request, "work/a.md")
        return verdict.rule, verdict.reason

    assert explanation(EDIT, "ask", vault_rule, folder_rule) == (folder_rule, "")
    assert explanation(EDIT, "ask", folder_rule, invalid_rule) == (invalid_rule, "")
    assert explanation(EDIT, "read-only", folder_rule) == (None, "preset")
    assert explanation(EDIT, "trusted") == (None, "preset")
    assert explanation(EDIT, "ask") == (None, "effect")
    any_effect_rule = rule("allow", "work")
    assert explanation(EDIT, "ask", any_effect_rule) == (any_effect_rule, "effect")
    outside = PolicyRequest("t", "read", agent_scope=AgentScope("W", ("play",)))
    assert explanation(outside, "trusted") == (None, "scope")
    tainted = PolicyRequest("t", "write", change="modify", tainted=True)
    assert explanation(tainted, "trusted") == (None, "taint")
    permissions = Permissions()
    permissions.grant(READ, "conversation", "work")
    assert permissions.explain(READ, "work/a.md") == PolicyVerdict("allow", "grant")


# Restrictions that no rule and no approval overrides.

TOOLS = (PutNote(), DropNote(), StampAll(), Fetch(), Echo())
ALL = ["put_note", "drop_note", "stamp_all", "fetch", "echo"]


@pytest.mark.parametrize(
    ("agent_scope", "preset", "names"),
    [
        (UNRESTRICTED, "ask", ALL),
        (UNRESTRICTED, "read-only", ["stamp_all", "echo"]),
        (AgentScope(read_only=True), "ask", ["stamp_all", "fetch", "echo"]),
        (AgentScope(dangerous=False), "trusted", ["put_note", "stamp_all", "fetch", "echo"]),
        (AgentScope(tools=frozenset({"echo", "nothing"})), "trusted", ["echo"]),
        (AgentScope(tools=frozenset()), "trusted", []),
    ],
)
def test_only_usable_tools_are_offered_to_a_model(agent_scope: AgentScope, preset: Preset, names: list[str]) -> None:
    assert [tool.name for tool in offered_tools(ToolRegistry(TOOLS), agent_scope, preset)] == names


def test_a_tool_that_is_not_set_up_is_not_offered() -> None:
    class UnusableTool(Echo):
        usable = False

    assert offered_tools(ToolRegistry([UnusableTool()]), UNRESTRICTED, "trusted") == ()


@pytest.mark.parametrize(
    ("agent_scope", "preset", "name", "code"),
    [
        (AgentScope("Reader", tools=frozenset({"echo"})), "trusted", "put_note", "PERMISSION_DENIED"),
        (AgentScope("Reader", read_only=True), "trusted", "put_note", "PERMISSION_DENIED"),
        (AgentScope("Reader", read_only=True), "trusted", "drop_note", "PERMISSION_DENIED"),
        (UNRESTRICTED, "read-only", "put_note", "PERMISSION_DENIED"),
        (UNRESTRICTED, "read-only", "fetch", "PERMISSION_DENIED"),
        (AgentScope("Writer", dangerous=False), "trusted", "drop_note", "DANGEROUS_OPERATION"),
        (AgentScope("Writer", dangerous=False), "trusted", "stamp_all", "DANGEROUS_OPERATION"),
    ],
)
async def test_a_forbidden_call_is_denied_before_planning(
    tmp_path: Path, agent_scope: AgentScope, preset: Preset, name: str, code: str
) -> None:
    rules = [PermissionRule(effect="write", answer="allow")]
    calls = {"put_note": put("New.md", "x"), "drop_note": drop("Top.md"), "fetch": call("fetch", text="x"),
             "stamp_all": call("stamp_all", text="x")}  # fmt: skip
    async with open_tool_env(tmp_path, YES, rules=rules, tools=TOOLS) as env:
        env.preset = preset
        files = env.everything()
        (result,) = await env.results(calls[name], context=on(agent_scope))
        assert result.error is not None
        assert result.error.code == code
        assert env.everything() == files
        assert env.answers.requests == []
        assert env.audit_events()[-1][0] == "refused"


async def test_a_reading_call_of_a_writing_tool_is_allowed_in_read_only(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS) as env:
        env.preset = "read-only"
        (result,) = await env.results(call("stamp_all", text="x", only_look=True))
        assert (result.data, result.metadata.operation_type) == ("looked", "read")
        (read_result,) = await env.results(read("Top.md"))
        assert read_result.success


async def test_a_vault_opened_for_writing_by_another_process_is_read_only(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote()]) as env:
        data_folder = tmp_path / "place"
        async with Vault(env.vault.root, watch=False, data_folder=data_folder) as first_vault:
            assert await first_vault.claim_write_access()
            async with Vault(env.vault.root, watch=False, data_folder=data_folder) as second_vault:
                env.runner._vault = second_vault
                (result,) = await env.results(put("New.md", "x"))
                assert result.error is not None
                assert (result.error.code, result.error.message) == ("PERMISSION_DENIED", second_vault.read_only)
                assert env.answers.requests == []
        assert env.text("New.md") is None


# Access of an agent to a note.

WORK_SCOPE = AgentScope("Writer", ("work",))
NO_ACCESS = NoteAccess("deny", "deny", "deny")


def access(
    path: str,
    agent_scope: AgentScope = UNRESTRICTED,
    destination: Destination = LOCAL,
    *rules: PermissionRule,
    preset: Preset = "ask",
) -> NoteAccess:
    return note_access(Permissions(lambda: rules, preset=lambda: preset), path, agent_scope, destination)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (access("work/a.md"), NoteAccess("ask", "ask", "deny")),
        (access("work/a.md", UNRESTRICTED, REMOTE), NoteAccess("ask", "ask", "ask")),
        (access("work-private/a.md", WORK_SCOPE, REMOTE, preset="trusted"), NO_ACCESS),
        (access("work/a.md", WORK_SCOPE, preset="edit"), NoteAccess("allow", "allow", "deny")),
        (access("work/a.md", WORK_SCOPE, REMOTE, preset="edit"), NoteAccess("ask", "allow", "ask")),
        (access("work/a.md", WORK_SCOPE, REMOTE, preset="trusted"), NoteAccess("allow", "allow", "allow")),
        (access("work/a.md", WORK_SCOPE, preset="read-only"), NoteAccess("ask", "deny", "deny")),
        (access("work/a.md", AgentScope("R", read_only=True), preset="trusted"), NoteAccess("allow", "deny", "deny")),
        (access("a.md", UNRESTRICTED, LOCAL, PermissionRule(answer="deny"), preset="trusted"), NO_ACCESS),
        (
            access("a.md", UNRESTRICTED, REMOTE, PermissionRule(tool="file_read", effect="read", answer="allow")),
            NoteAccess("allow", "ask", "allow"),
        ),
        (
            access(
                "a.md",
                AgentScope("R", tools=frozenset({"get_links"})),
                REMOTE,
                PermissionRule(tool="file_read", effect="read", answer="allow"),
            ),
            NoteAccess("ask", "ask", "ask"),
        ),
        (access("a.md", AgentScope("R", tools=frozenset())), NO_ACCESS),
        (access("work/a.md", UNRESTRICTED.within(ProjectBounds("P", ("other",), frozenset({"b.md"})))), NO_ACCESS),
        (
            access("b.md", UNRESTRICTED.within(ProjectBounds("P", notes=frozenset({"b.md"})))),
            NoteAccess("ask", "ask", "deny"),
        ),
        (
            access("work/a.md", UNRESTRICTED.within(ProjectBounds("P", ("work",))), preset="edit"),
            NoteAccess("ask", "ask", "deny"),
        ),
    ],
)
def test_note_access_matches_the_decisions_of_the_executor(actual: NoteAccess, expected: NoteAccess) -> None:
    assert actual == expected


@pytest.mark.parametrize(("status", "expected"), [("closed", NO_ACCESS), ("ask", NoteAccess("ask", "ask", "ask"))])
def test_privacy_takes_precedence_over_every_preset(status: PrivacyStatus, expected: NoteAccess) -> None:
    permissions = Permissions(preset=lambda: "trusted", privacy=NotePrivacy(lambda path, destination: status))
    assert note_access(permissions, "a.md", UNRESTRICTED, REMOTE) == expected

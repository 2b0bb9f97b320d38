"""Tests of tools/runtime/policy.py."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.desk import LOCAL, REMOTE, YES, call, drop, on, open_desk, put, read, search
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

# How private a note is, as the runner asks it: closed is not there, ask is asked each time.

BOILER, SECRET = "Projects/House/Boiler.md", "Projects-secret/Plan.md"
ALLOWED = [PermissionRule(effect="read", answer="allow")]


@dataclass
class Rules:
    """Privacy by the beginning of a path, for what leaves this computer."""

    secret: PrivacyStatus = "closed"

    def standing(self, path: str, destination: Destination) -> PrivacyStatus:
        return self.secret if path.startswith("Projects-secret/") and not destination.local else "open"

    async def exact(self, path: str, destination: Destination) -> PrivacyStatus:
        return self.standing(path, destination)

    def hooks(self) -> NotePrivacy:
        def shown(path: str, text: str, destination: Destination) -> str:
            return text if destination.local else text.replace("leaks", "%%")

        return NotePrivacy(self.standing, self.exact, shown, lambda path, d: self.standing(path, d) == "closed")


async def test_a_closed_note_is_not_there_by_name_search_or_list(tmp_path: Path) -> None:
    tools = [Listing(BOILER, SECRET)]
    async with open_desk(tmp_path, YES, rules=ALLOWED, tools=tools, privacy=Rules().hooks()) as desk:
        calls = (read(SECRET, call_id="c1"), search("boiler", "c2"), call("listing", "c3"))
        by_name, found, listed = await desk.results(*calls)
        assert by_name.data == [{"path": SECRET, "content": f"File not found: {SECRET}", "size": 0}]
        assert SECRET not in f"{found.data}{listed.data}"
        assert BOILER in f"{found.data}"
        here = await desk.results(read(SECRET), context=on(destination=LOCAL))
        assert "Nobody knows" in str(here[0].data)


async def test_ask_is_asked_under_a_rule_that_allows_and_starts_unticked(tmp_path: Path) -> None:
    some = ApprovalDecision(approved=True, files=())
    async with open_desk(tmp_path, some, YES, rules=ALLOWED, privacy=Rules("ask").hooks()) as desk:
        (result,) = await desk.results(read(BOILER, SECRET))
        (request,) = desk.answers.requests
        assert [(choice.path, choice.ticked, choice.warning) for choice in request.files] == [
            (SECRET, False, PRIVATE_NOTE_WARNING)
        ]
        assert result.metadata.files_affected == (BOILER,)
        assert PRIVATE_NOTE_WARNING in request.calls[0].warnings
        (ticked,) = await desk.results(read(SECRET))
        assert "Nobody knows" in str(ticked.data)
        (found,) = await desk.results(search("boiler"))
        assert SECRET not in str(found.data)


async def test_ask_keeps_a_note_out_of_a_search_even_where_the_search_was_agreed_to(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, privacy=Rules("ask").hooks()) as desk:
        (found,) = await desk.results(search("boiler"))
        assert len(desk.answers.requests) == 1
        assert SECRET not in str(found.data)


async def test_text_and_preview_are_shown_as_the_destination_may_read_them(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, privacy=Rules().hooks()) as desk:
        (result,) = await desk.results(read(BOILER))
        preview = desk.answers.requests[0].preview
        assert preview is not None
        assert "leaks" not in await preview(BOILER) + str(result.data)


async def test_a_change_of_a_closed_note_is_refused_and_one_of_a_note_that_asks_is_asked(tmp_path: Path) -> None:
    rules = [PermissionRule(effect="write", answer="allow")]
    async with open_desk(tmp_path, YES, rules=rules, tools=[PutNote()], privacy=Rules().hooks()) as desk:
        before = desk.everything()
        for path in (SECRET, "Projects-secret/New.md"):
            (result,) = await desk.results(put(path, "x"))
            assert result.error is not None
        assert desk.everything() == before
    async with open_desk(tmp_path, YES, rules=rules, tools=[PutNote()], privacy=Rules("ask").hooks()) as desk:
        (open_one,) = await desk.results(put(BOILER, "x\n"))
        assert (open_one.success, desk.answers.requests) == (True, [])
        (asked,) = await desk.results(put(SECRET, "x\n"))
        assert (asked.success, len(desk.answers.requests)) == (True, 1)


async def test_what_was_written_a_moment_ago_is_known_though_no_index_has_it(tmp_path: Path) -> None:
    async def exact(path: str, destination: Destination) -> PrivacyStatus:
        return "open"

    unknown = NotePrivacy(lambda path, _: "open" if path in (BOILER,) else "closed", exact)
    async with open_desk(tmp_path, YES, tools=[PutNote()], privacy=unknown) as desk:
        calls = (put("New.md", "one\n", "c1"), put("New.md", "two\n", "c2"))
        assert [result.success for result in await desk.results(*calls)] == [True, True]
        assert (await desk.results(put("New.md", "three\n")))[0].success
        assert desk.text("New.md") == "three\n"


async def test_without_rules_everything_is_open() -> None:
    assert NO_PRIVATE_NOTES.status("a.md", REMOTE) == "open"
    assert await NO_PRIVATE_NOTES.current_status("a.md", REMOTE) == "open"
    assert NO_PRIVATE_NOTES.redact("a.md", "text", REMOTE) == "text"
    assert not NO_PRIVATE_NOTES.is_closed_by_path("a.md", REMOTE)


# Verdicts: the stricter counts.


def test_the_stricter_of_two_counts_and_the_first_of_equals() -> None:
    allow, ask, deny = PolicyVerdict("allow", "rule"), PolicyVerdict("ask", "default"), PolicyVerdict("deny", "rule")
    assert [allow.stricter_of(ask), ask.stricter_of(allow), ask.stricter_of(deny)] == [ask, ask, deny]
    assert PolicyVerdict("ask", "rule").stricter_of(ask).by == "rule"


def test_a_verdict_is_the_same_whatever_explains_it() -> None:
    rule = PermissionRule(answer="ask")
    assert PolicyVerdict("ask", "rule", rule, "taint") == PolicyVerdict("ask", "rule")


# What each preset comes to.

SCOPED = AgentScope("Writer", ("work",))
AWAY = "api.anthropic.com"

TABLE: tuple[tuple[Effect, NoteChangeKind | None, AgentScope, str, str], ...] = (
    ("none", None, UNRESTRICTED, "", "allow allow allow allow"),
    ("read", None, UNRESTRICTED, "", "ask ask ask allow"),
    ("read", None, UNRESTRICTED, AWAY, "ask ask ask allow"),
    ("read", None, SCOPED, "", "ask ask allow allow"),
    ("read", None, SCOPED, AWAY, "ask ask ask allow"),
    ("read", None, AgentScope(folders=("",)), "", "ask ask ask allow"),
    ("write", "create", UNRESTRICTED, "", "ask ask ask allow"),
    ("write", "create", SCOPED, AWAY, "ask ask allow allow"),
    ("write", "modify", SCOPED, "", "ask ask allow allow"),
    ("write", "move", SCOPED, "", "ask ask ask allow"),
    ("write", None, SCOPED, "", "ask ask ask ask"),
    ("delete", "delete", SCOPED, "", "ask ask ask ask"),
    ("network", None, SCOPED, "", "ask ask ask ask"),
)
"""Effect, change, agent scope, host, and the answers of read-only, ask, edit and trusted."""


@pytest.mark.parametrize(("effect", "change", "agent_scope", "host", "answers"), TABLE)
def test_the_four_words(
    effect: Effect, change: NoteChangeKind | None, agent_scope: AgentScope, host: str, answers: str
) -> None:
    presets: tuple[Preset, ...] = ("read-only", "ask", "edit", "trusted")
    policy_request = PolicyRequest("tool", effect, "chat", host, agent_scope, change)
    assert " ".join(preset_answer(preset, policy_request) for preset in presets) == answers
    many = PolicyRequest("tool", effect, "chat", host, agent_scope, change, bulk=True)
    if effect == "write":
        assert {preset_answer(preset, many) for preset in presets} == {"ask"}


@pytest.mark.parametrize(
    ("effect", "barred"), [("read", False), ("none", False), ("write", True), ("delete", True), ("network", True)]
)
def test_read_only_bars_what_changes_or_goes_out(effect: Effect, barred: bool) -> None:
    assert preset_forbids("read-only", PolicyRequest("t", effect)) is barred
    assert not preset_forbids("trusted", PolicyRequest("t", effect))


# What one rule says: writes only where it names them, deletions and the network never.

WRITE = PolicyRequest("edit_note", "write", change="modify")


def rule(answer: str, folder: str = "", **more: str) -> PermissionRule:
    return PermissionRule.model_validate({"answer": answer, "folder": folder, **more})


@pytest.mark.parametrize(
    ("found", "policy_request", "path", "expected"),
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
def test_what_a_rule_says(
    found: PermissionRule, policy_request: PolicyRequest, path: str | None, expected: tuple[str, int] | None
) -> None:
    assert rule_answer(found, policy_request, path) == expected


# Permissions: which rule wins, and where a folder ends.

READ = PolicyRequest("file_read", "read", "chat_1", "api.anthropic.com")
PERMISSIONS_WRITE = PolicyRequest("write_note", "write", "chat_1", "api.anthropic.com")


def answer(rules: list[PermissionRule], path: str | None, policy_request: PolicyRequest = READ) -> str:
    return Permissions(lambda: rules).decide(policy_request, path).answer


@pytest.mark.parametrize(
    ("effect", "expected"), [("read", "ask"), ("write", "ask"), ("network", "ask"), ("none", "allow")]
)
def test_everything_with_an_effect_asks_unless_a_rule_speaks(effect: str, expected: str) -> None:
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
    assert answer([rule("allow"), rule("allow", "Projects")], "Projects/a.md", PolicyRequest("t", effect)) == "ask"


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
    permissions.grant(READ, "conversation", "Projects")
    assert permissions.decide(READ, "Projects/a.md") == PolicyVerdict("allow", "grant")
    others = [
        (READ, "Projects-secret/a.md"),
        (READ, None),
        (PolicyRequest("file_read", "read", "chat_2", READ.host), "Projects/a.md"),
        (PolicyRequest("file_read", "read", "chat_1", ""), "Projects/a.md"),
        (PolicyRequest("read_note", "read", "chat_1", READ.host), "Projects/a.md"),
    ]
    assert [permissions.decide(*other).answer for other in others] == ["ask"] * 5
    permissions.forget("chat_1")
    assert permissions.decide(READ, "Projects/a.md").answer == "ask"


def test_answers_for_a_chat_are_restored_and_damaged_ones_are_asked_again() -> None:
    before, after = Permissions(), Permissions()
    before.grant(READ, "conversation", "Projects")
    before.exclude_paths(READ, ["Projects/left.md"])
    state = before.state("chat_1")
    assert isinstance(state, dict)
    after.restore("chat_1", {**state, "grants": [*state["grants"], ["file_read", "Daily"], 7]})  # type: ignore[misc] # a list
    after.restore("chat_1", "nothing that can be read")
    asked = ("Projects/a.md", "Projects/left.md", "Daily/a.md")
    assert [after.decide(READ, path).answer for path in asked] == ["allow", "ask", "ask"]
    assert after.state("chat_1") == state
    assert after.state("chat_2") == {"grants": [], "left_out": []}


@pytest.mark.parametrize(
    ("verdict", "words"),
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
def test_what_allows_a_read_is_told_in_words(verdict: PolicyVerdict, words: str) -> None:
    assert allowance_text(verdict) == words


def test_a_grant_never_beats_a_rule_that_denies() -> None:
    permissions = Permissions(lambda: [rule("deny", "Projects")])
    permissions.grant(READ, "conversation", "Projects/House")
    assert permissions.decide(READ, "Projects/House/a.md").answer == "deny"


def test_only_reads_are_kept() -> None:
    kept: list[PermissionRule] = []
    permissions = Permissions(tuple, kept.append)
    for scope in ("once", "conversation", "always"):
        permissions.grant(PERMISSIONS_WRITE, scope, "Projects")
    permissions.grant(READ, "once", "Projects")
    permissions.grant(READ, "always", "../Projects")
    assert kept == []
    assert permissions.grants("chat_1") == ()
    permissions.grant(READ, "always", "Projects")
    destination = READ.host or THIS_COMPUTER
    wanted = PermissionRule(tool="file_read", effect="read", folder="Projects", destination=destination, answer="allow")
    assert kept == [wanted]


def test_a_standing_yes_for_this_computer_is_none_for_a_provider_elsewhere() -> None:
    here = PolicyRequest("file_read", "read")
    there = PolicyRequest("file_read", "read", host="api.anthropic.com")
    kept: list[PermissionRule] = []
    Permissions(tuple, kept.append).grant(here, "always", "Projects")
    assert answer(kept, "Projects/a.md", here) == "allow"
    assert answer(kept, "Projects/a.md", there) == "ask"
    kept.clear()
    Permissions(tuple, kept.append).grant(there, "always", "Projects")
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
    assert is_in_folder(f"{folder}/note.md", known)
    assert is_in_folder(f"{folder}/{tail}/note.md", known)
    for outside in (f"{folder}{tail}/note.md", f"{folder}-{tail}/note.md", f"{folder}.md", f"{tail}/{folder}/note.md"):
        first = outside.split("/")[: len(parts)]
        if [unicodedata.normalize("NFC", part) for part in first] != list(known):
            assert not is_in_folder(outside, known)


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
    fitting = [r for r in rules if r.effect in ("*", "read") and is_in_folder(path, folder_parts(r.folder) or ())]
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


EDIT = PolicyRequest("edit_note", "write", "chat_1", "api.anthropic.com", AgentScope("Writer", ("work",)), "modify")


def free(policy_request: PolicyRequest, path: str, preset: Preset = "trusted", *rules: PermissionRule) -> PolicyVerdict:
    return Permissions(lambda: rules, preset=lambda: preset).decide(policy_request, path)


def test_a_preset_is_the_default_and_every_rule_weighs_more() -> None:
    assert free(EDIT, "work/a.md") == PolicyVerdict("allow", "default")
    assert free(EDIT, "work/a.md", "trusted", rule("ask")) == PolicyVerdict("ask", "rule")
    assert free(EDIT, "work/a.md", "ask", rule("allow", "work", effect="write")) == PolicyVerdict("allow", "rule")
    assert free(READ, "a.md", "trusted", rule("deny", effect="read")).answer == "deny"


def test_no_rule_lifts_read_only_or_the_scope() -> None:
    allow = rule("allow", effect="write")
    assert free(EDIT, "work/a.md", "read-only", allow) == PolicyVerdict("deny", "default")
    assert free(EDIT, "work-private/a.md", "trusted", allow) == PolicyVerdict("deny", "default")


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_taint_turns_every_yes_for_a_change_into_a_question(effect: str) -> None:
    """vaultdesk/tools/README.md, "Approval rules", 5."""
    tainted = PolicyRequest("t", effect, "chat_1", change="modify", tainted=True)
    for preset in ("ask", "edit", "trusted"):
        assert free(tainted, "a.md", preset, rule("allow", effect=effect)).answer == "ask"
    assert free(PolicyRequest("t", "read", tainted=True), "a.md").answer == "allow"
    assert free(tainted, "a.md", "trusted", rule("deny")).answer == "deny"


@pytest.mark.parametrize("effect", ["write", "delete", "network"])
def test_no_longer_answer_is_kept_for_a_change(effect: str) -> None:
    """vaultdesk/tools/README.md, "Approval rules", 6."""
    kept: list[PermissionRule] = []
    permissions = Permissions(tuple, kept.append)
    policy_request = PolicyRequest("t", effect, "chat_1", change="modify")
    permissions.grant(policy_request, "always", "work")
    permissions.grant(policy_request, "conversation", "work")
    assert (kept, permissions.grants("chat_1")) == ([], ())


def test_explain_names_what_decided() -> None:
    narrow, wide = rule("allow", "work", effect="write"), rule("deny", effect="write")
    broken = rule("ask", "../x")

    def why(policy_request: PolicyRequest, preset: Preset, *rules: PermissionRule) -> tuple[PermissionRule | None, str]:
        verdict = Permissions(lambda: rules, preset=lambda: preset).explain(policy_request, "work/a.md")
        return verdict.rule, verdict.reason

    assert why(EDIT, "ask", wide, narrow) == (narrow, "")
    assert why(EDIT, "ask", narrow, broken) == (broken, "")
    assert why(EDIT, "read-only", narrow) == (None, "preset")
    assert why(EDIT, "trusted") == (None, "preset")
    assert why(EDIT, "ask") == (None, "effect")
    star = rule("allow", "work")
    assert why(EDIT, "ask", star) == (star, "effect")
    outside = PolicyRequest("t", "read", agent_scope=AgentScope("W", ("play",)))
    assert why(outside, "trusted") == (None, "scope")
    tainted = PolicyRequest("t", "write", change="modify", tainted=True)
    assert why(tainted, "trusted") == (None, "taint")
    permissions = Permissions()
    permissions.grant(READ, "conversation", "work")
    assert permissions.explain(READ, "work/a.md") == PolicyVerdict("allow", "grant")


# What no rule and no answer lifts.

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
def test_a_model_is_told_of_the_tools_it_could_use(agent_scope: AgentScope, preset: Preset, names: list[str]) -> None:
    assert [tool.name for tool in offered_tools(ToolRegistry(TOOLS), agent_scope, preset)] == names


def test_a_tool_that_is_not_set_up_is_told_to_nobody() -> None:
    class Unready(Echo):
        usable = False

    assert offered_tools(ToolRegistry([Unready()]), UNRESTRICTED, "trusted") == ()


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
async def test_a_barred_call_is_refused_before_anything_is_planned(
    tmp_path: Path, agent_scope: AgentScope, preset: Preset, name: str, code: str
) -> None:
    rules = [PermissionRule(effect="write", answer="allow")]
    calls = {"put_note": put("New.md", "x"), "drop_note": drop("Top.md"), "fetch": call("fetch", text="x"),
             "stamp_all": call("stamp_all", text="x")}  # fmt: skip
    async with open_desk(tmp_path, YES, rules=rules, tools=TOOLS) as desk:
        desk.preset = preset
        before = desk.everything()
        (result,) = await desk.results(calls[name], context=on(agent_scope))
        assert result.error is not None
        assert result.error.code == code
        assert desk.everything() == before
        assert desk.answers.requests == []
        assert desk.told()[-1][0] == "refused"


async def test_what_only_looks_is_not_barred_by_what_its_tool_could_do(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS) as desk:
        desk.preset = "read-only"
        (looked,) = await desk.results(call("stamp_all", text="x", only_look=True))
        assert (looked.data, looked.metadata.operation_type) == ("looked", "read")
        (read_one,) = await desk.results(read("Top.md"))
        assert read_one.success


async def test_a_vault_that_another_program_writes_is_only_read(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote()]) as desk:
        place = tmp_path / "place"
        async with Vault(desk.vault.root, watch=False, data_folder=place) as first:
            assert await first.claim_write_access()
            async with Vault(desk.vault.root, watch=False, data_folder=place) as second:
                desk.runner._vault = second
                (result,) = await desk.results(put("New.md", "x"))
                assert result.error is not None
                assert (result.error.code, result.error.message) == ("PERMISSION_DENIED", second.read_only)
                assert desk.answers.requests == []
        assert desk.text("New.md") is None


# What could this agent touch.

REACH_SCOPED = AgentScope("Writer", ("work",))
INVISIBLE = NoteAccess("deny", "deny", "deny")


def access(
    path: str,
    agent_scope: AgentScope = UNRESTRICTED,
    destination: Destination = LOCAL,
    *rules: PermissionRule,
    preset: Preset = "ask",
) -> NoteAccess:
    return note_access(Permissions(lambda: rules, preset=lambda: preset), path, agent_scope, destination)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (access("work/a.md"), NoteAccess("ask", "ask", "deny")),
        (access("work/a.md", UNRESTRICTED, REMOTE), NoteAccess("ask", "ask", "ask")),
        (access("work-private/a.md", REACH_SCOPED, REMOTE, preset="trusted"), INVISIBLE),
        (access("work/a.md", REACH_SCOPED, preset="edit"), NoteAccess("allow", "allow", "deny")),
        (access("work/a.md", REACH_SCOPED, REMOTE, preset="edit"), NoteAccess("ask", "allow", "ask")),
        (access("work/a.md", REACH_SCOPED, REMOTE, preset="trusted"), NoteAccess("allow", "allow", "allow")),
        (access("work/a.md", REACH_SCOPED, preset="read-only"), NoteAccess("ask", "deny", "deny")),
        (access("work/a.md", AgentScope("R", read_only=True), preset="trusted"), NoteAccess("allow", "deny", "deny")),
        (access("a.md", UNRESTRICTED, LOCAL, PermissionRule(answer="deny"), preset="trusted"), INVISIBLE),
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
        (access("a.md", AgentScope("R", tools=frozenset())), INVISIBLE),
        (access("work/a.md", UNRESTRICTED.within(ProjectBounds("P", ("other",), frozenset({"b.md"})))), INVISIBLE),
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
def test_reach_is_what_the_runner_would_decide(found: NoteAccess, expected: NoteAccess) -> None:
    assert found == expected


@pytest.mark.parametrize(("standing", "expected"), [("closed", INVISIBLE), ("ask", NoteAccess("ask", "ask", "ask"))])
def test_privacy_weighs_more_than_any_preset(standing: PrivacyStatus, expected: NoteAccess) -> None:
    permissions = Permissions(preset=lambda: "trusted", privacy=NotePrivacy(lambda path, destination: standing))
    assert note_access(permissions, "a.md", UNRESTRICTED, REMOTE) == expected

"""The profile: a leash and limits that only narrow."""

from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile import PLAIN, AgentProfile
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope

OWN = Limits(rounds=5, result_limit=60_000, effort="low")


def test_the_plain_assistant_is_on_no_leash_and_keeps_the_persons_limits() -> None:
    assert PLAIN.leash == UNRESTRICTED
    assert PLAIN.limits(OWN) == OWN


def test_a_leash_carries_what_the_profile_says() -> None:
    profile = AgentProfile("Filer", tools=("read_note",), folders=("Work",), dangerous=True, calls_a_minute=7)

    assert profile.leash == AgentScope("Filer", ("Work",), frozenset({"read_note"}), False, True, 7)
    assert profile.leash.reaches("Work/a.md")
    assert not profile.leash.reaches("Work-private/a.md")


def test_no_folders_are_nothing_and_no_tools_are_none() -> None:
    leash = AgentProfile("Blind", tools=(), folders=()).leash

    assert leash.tools == frozenset()
    assert not leash.reaches("a.md")


def test_an_agent_that_only_reads_can_never_delete() -> None:
    assert not AgentProfile("Reader", read_only=True, dangerous=True).leash.dangerous


def test_limits_are_cut_to_the_persons_own_even_after_the_note_was_read() -> None:
    wide = AgentProfile("Wide", rounds=50, result_limit=1_000_000, calls_a_minute=1_000, effort="high")
    narrow = AgentProfile("Narrow", rounds=2, result_limit=5_000)

    assert wide.limits(OWN) == Limits(rounds=5, result_limit=60_000, effort="high")
    assert wide.leash.calls_a_minute == 20
    assert narrow.limits(OWN) == Limits(rounds=2, result_limit=5_000, effort="low")

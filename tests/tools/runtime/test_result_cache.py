"""Tests of tools/runtime/result_cache.py, and of cached results of the executor."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.support.tool_env import LOCAL, NO, YES, ToolEnv, call, on, open_tool_env, put, read, search
from tests.support.tools import Echo, PutNote
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.tools.builtin.daily_tools import GetCurrentTime
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.execution import ToolFinished, ToolStarted
from vaultdesk.tools.runtime.policy import NotePrivacy, PrivacyStatus
from vaultdesk.tools.runtime.result_cache import CACHED_NOTE
from vaultdesk.tools.tool import ToolResult

BOILER = "Projects/House/Boiler.md"


def is_cached(results: Sequence[ToolResult]) -> list[bool]:
    return [result.metadata.cached for result in results]


def request_count(env: ToolEnv) -> int:
    return len(env.answers.requests)


async def read_twice(env: ToolEnv) -> list[bool]:
    """Return whether the first and the second of two equal reads were cached."""
    return is_cached([*await env.results(read(BOILER)), *await env.results(read(BOILER))])


async def test_u20_an_equal_read_returns_the_cached_result_without_approval(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        (first,) = await env.results(read(BOILER))
        events = await env.events(read(BOILER, call_id="again"))
        started, finished = events
        assert isinstance(started, ToolStarted)
        assert isinstance(finished, ToolFinished)
        assert request_count(env) == 1
        assert finished.result.data == first.data
        value = json.loads(finished.part.content)
        assert value["metadata"]["cached"] is True
        assert value["metadata"]["note"] == CACHED_NOTE
        assert [source.path for source in finished.part.sources] == [BOILER]
        assert ("started", "again", "program") in env.audit_events()
        assert ("done", "again", "") in env.audit_events()


async def test_u20_a_new_result_has_no_cache_metadata(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        (first,) = await env.results(read(BOILER))
        assert set(first.as_value()["metadata"]) == {"execution_time_ms", "files_affected", "operation_type"}  # type: ignore[arg-type] # a dictionary


async def test_u20_an_equal_search_is_cached_for_any_order_of_arguments(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        results = [
            *await env.results(call("vault_search", query="boiler", limit=10)),
            *await env.results(call("vault_search", limit=10, query="boiler")),
            *await env.results(search("boiler")),
            *await env.results(search("pump")),
        ]
        assert is_cached(results) == [False, True, True, False]


async def test_u20_cached_reads_are_not_limited_by_the_loop_guard(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        results = [(await env.results(read(BOILER)))[0] for _ in range(5)]
        assert [result.success for result in results] == [True] * 5
        assert request_count(env) == 1


async def test_u20_a_note_that_changed_on_disk_is_read_again(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        await env.results(read(BOILER))
        (env.vault.root / BOILER).write_text("another text\n", encoding="utf-8")
        (second,) = await env.results(read(BOILER))
        assert not second.metadata.cached
        assert "another text" in json.dumps(second.data)
        assert request_count(env) == 2


async def test_u20_a_write_invalidates_the_cache(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True, tools=[PutNote()]) as env:
        await env.results(search("boiler"))
        await env.results(put("New.md", "a boiler\n"))
        (second,) = await env.results(search("boiler"))
        assert not second.metadata.cached


async def test_u20_reads_after_each_change_of_a_note_are_not_a_loop(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=(PutNote(),), cached=True) as env:
        texts = []
        for number in range(4):
            await env.results(put(BOILER, f"version {number}\n"))
            await env.indexer.rescan()  # The index has the change before the note is read.
            first, second = [*await env.results(read(BOILER)), *await env.results(read(BOILER))]
            assert is_cached([first, second]) == [False, True]
            texts.append(first.data[0]["content"])  # type: ignore[index, call-overload] # a list of dictionaries
        assert texts == [f"version {number}\n" for number in range(4)]


async def test_u20_alternating_reads_and_equal_changes_are_a_loop(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=(PutNote(),), cached=True) as env:
        write_results = []
        for _ in range(4):
            await env.results(read(BOILER))
            write_results += await env.results(put(BOILER, "the same\n"))
        assert [result.success for result in write_results] == [True, True, False, False]


async def test_u20_the_cache_is_separate_for_each_chat_destination_and_agent(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        await env.results(read(BOILER))
        contexts = (
            on(chat="chat_2"),
            on(destination=LOCAL),
            on(destination=Destination("Other", "other.example", local=False)),
            on(AgentScope("Writer", ("Projects",))),
        )
        results: list[ToolResult] = []
        for context in contexts:
            env.clock.now += 60  # Avoids the loop guard.
            results += await env.results(read(BOILER), context=context)
        assert is_cached(results) == [False] * 4
        assert request_count(env) == 5


async def test_u20_a_changed_rule_invalidates_the_cache(tmp_path: Path) -> None:
    rules: list[PermissionRule] = []
    async with open_tool_env(tmp_path, YES, cached=True, rules=rules) as env:
        await env.results(read(BOILER))
        env.saved_rules.append(PermissionRule(tool="*", effect="read", folder="Projects", answer="deny"))
        (second,) = await env.results(read(BOILER))
        assert not second.metadata.cached
        assert second.error is not None
        assert second.error.code == "PERMISSION_DENIED"


async def test_u20_a_note_that_became_private_is_not_returned_from_the_cache(tmp_path: Path) -> None:
    private: set[str] = set()

    def status(path: str, _destination: Destination) -> PrivacyStatus:
        return "closed" if path in private else "open"

    async with open_tool_env(tmp_path, YES, cached=True, privacy=NotePrivacy(status)) as env:
        await env.results(search("boiler"))
        private.add(BOILER)
        (second,) = await env.results(search("boiler"))
        assert not second.metadata.cached
        assert BOILER not in json.dumps(second.data)


async def test_u20_untrusted_text_in_the_chat_invalidates_the_cache(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        assert await read_twice(env) == [False, True]
        await env.runner.taint.record("chat_1", (), untrusted=True)
        env.clock.now += 60
        assert await read_twice(env) == [False, True]


async def test_u20_refusals_failures_and_current_times_are_not_cached(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, cached=True, tools=[GetCurrentTime(), Echo()]) as env:
        declined = [*await env.results(read(BOILER)), *await env.results(read(BOILER))]
        times = [*await env.results(call("get_current_time")), *await env.results(call("get_current_time"))]
        missing = [*await env.results(read("No.md")), *await env.results(read("No.md"))]
        assert is_cached([*declined, *times]) == [False] * 4
        assert request_count(env) == 2
        assert all(result.data == missing[0].data for result in missing)


async def test_u20_a_cached_result_excludes_the_same_files(tmp_path: Path) -> None:
    first_file_only = replace(YES, files=(BOILER,))
    async with open_tool_env(tmp_path, first_file_only, cached=True) as env:
        both_files = read(BOILER, "Projects/House/Budget.md")
        (first,) = await env.results(both_files)
        (second,) = await env.results(both_files)
        assert second.metadata.cached
        assert second.data == first.data
        assert "18,400" not in json.dumps(second.data)
        assert "The user chose not to share 1 of 2 files" in second.metadata.note


async def test_u20_a_direct_call_is_not_cached(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, cached=True) as env:
        first = await env.runner.call("vault_search", {"query": "boiler"})
        second = await env.runner.call("vault_search", {"query": "boiler"})
        assert is_cached([first, second]) == [False, False]

"""Tests of tools/runtime/result_cache.py, and of what the executor gives again."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.support.desk import LOCAL, NO, YES, Desk, call, on, open_desk, put, read, search
from tests.support.tools import Echo, PutNote
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.builtin.daily_tools import GetCurrentTime
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.execution import ToolFinished, ToolStarted
from vaultdesk.tools.runtime.policy import NotePrivacy, PrivacyStatus
from vaultdesk.tools.runtime.result_cache import CACHED_NOTE
from vaultdesk.tools.tool import ToolResult

BOILER = "Projects/House/Boiler.md"


def is_cached(results: Sequence[ToolResult]) -> list[bool]:
    return [result.metadata.cached for result in results]


def asked(desk: Desk) -> int:
    return len(desk.answers.requests)


async def twice(desk: Desk) -> list[bool]:
    """Whether the first and the second of two equal reads were given again."""
    return is_cached([*await desk.results(read(BOILER)), *await desk.results(read(BOILER))])


async def test_u20_an_equal_read_is_given_its_result_again_and_not_asked_about(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        (first,) = await desk.results(read(BOILER))
        events = await desk.events(read(BOILER, call_id="again"))
        started, finished = events
        assert isinstance(started, ToolStarted)
        assert isinstance(finished, ToolFinished)
        assert asked(desk) == 1
        assert finished.result.data == first.data
        told = json.loads(finished.part.content)
        assert told["metadata"]["cached"] is True
        assert told["metadata"]["note"] == CACHED_NOTE
        assert [source.path for source in finished.part.sources] == [BOILER]
        assert ("started", "again", "program") in desk.told()
        assert ("done", "again", "") in desk.told()


async def test_u20_a_result_that_is_not_repeated_says_nothing_of_it(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        (first,) = await desk.results(read(BOILER))
        assert set(first.as_value()["metadata"]) == {"execution_time_ms", "files_affected", "operation_type"}  # type: ignore[arg-type] # a dictionary


async def test_u20_a_search_is_given_again_however_its_arguments_are_ordered(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        results = [
            *await desk.results(call("vault_search", query="boiler", limit=10)),
            *await desk.results(call("vault_search", limit=10, query="boiler")),
            *await desk.results(search("boiler")),
            *await desk.results(search("pump")),
        ]
        assert is_cached(results) == [False, True, True, False]


async def test_u20_many_equal_reads_are_no_loop(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        results = [(await desk.results(read(BOILER)))[0] for _ in range(5)]
        assert [result.success for result in results] == [True] * 5
        assert asked(desk) == 1


async def test_u20_a_note_that_changed_on_the_disk_is_read_anew(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        await desk.results(read(BOILER))
        (desk.vault.root / BOILER).write_text("another text\n", encoding="utf-8")
        (again,) = await desk.results(read(BOILER))
        assert not again.metadata.cached
        assert "another text" in json.dumps(again.data)
        assert asked(desk) == 2


async def test_u20_after_a_write_nothing_is_given_again(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True, tools=[PutNote()]) as desk:
        await desk.results(search("boiler"))
        await desk.results(put("New.md", "a boiler\n"))
        (again,) = await desk.results(search("boiler"))
        assert not again.metadata.cached


async def test_u20_a_note_is_read_after_each_of_its_changes_and_that_is_no_loop(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=(PutNote(),), cached=True) as desk:
        texts = []
        for number in range(4):
            await desk.results(put(BOILER, f"version {number}\n"))
            first, again = [*await desk.results(read(BOILER)), *await desk.results(read(BOILER))]
            assert is_cached([first, again]) == [False, True]
            texts.append(first.data[0]["content"])  # type: ignore[index, call-overload] # a list of dictionaries
        assert texts == [f"version {number}\n" for number in range(4)]


async def test_u20_reads_and_equal_changes_in_turn_are_a_loop(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=(PutNote(),), cached=True) as desk:
        written = []
        for _ in range(4):
            await desk.results(read(BOILER))
            written += await desk.results(put(BOILER, "the same\n"))
        assert [result.success for result in written] == [True, True, False, False]


async def test_u20_another_chat_destination_or_agent_is_asked_for(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        await desk.results(read(BOILER))
        others = (
            on(chat="chat_2"),
            on(destination=LOCAL),
            on(destination=Destination("Other", "other.example", local=False)),
            on(AgentScope("Writer", ("Projects",))),
        )
        results: list[ToolResult] = []
        for context in others:
            desk.clock.now += 60  # So that it is no loop.
            results += await desk.results(read(BOILER), context=context)
        assert is_cached(results) == [False] * 4
        assert asked(desk) == 5


async def test_u20_a_rule_that_changed_counts(tmp_path: Path) -> None:
    rules: list[PermissionRule] = []
    async with open_desk(tmp_path, YES, cached=True, rules=rules) as desk:
        await desk.results(read(BOILER))
        desk.kept_rules.append(PermissionRule(tool="*", effect="read", folder="Projects", answer="deny"))
        (again,) = await desk.results(read(BOILER))
        assert not again.metadata.cached
        assert again.error is not None
        assert again.error.code == "PERMISSION_DENIED"


async def test_u20_a_note_that_became_private_is_not_given_again(tmp_path: Path) -> None:
    private: set[str] = set()

    def status(path: str, _destination: Destination) -> PrivacyStatus:
        return "closed" if path in private else "open"

    async with open_desk(tmp_path, YES, cached=True, privacy=NotePrivacy(status)) as desk:
        await desk.results(search("boiler"))
        private.add(BOILER)
        (again,) = await desk.results(search("boiler"))
        assert not again.metadata.cached
        assert BOILER not in json.dumps(again.data)


async def test_u20_a_chat_that_took_in_text_of_others_is_asked_again(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        assert await twice(desk) == [False, True]
        await desk.runner.taint.record("chat_1", "network", ())
        desk.clock.now += 60
        assert await twice(desk) == [False, True]


async def test_u20_refusals_failures_clocks_and_other_effects_are_not_kept(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, cached=True, tools=[GetCurrentTime(), Echo()]) as desk:
        refused = [*await desk.results(read(BOILER)), *await desk.results(read(BOILER))]
        clocks = [*await desk.results(call("get_current_time")), *await desk.results(call("get_current_time"))]
        missing = [*await desk.results(read("No.md")), *await desk.results(read("No.md"))]
        assert is_cached([*refused, *clocks]) == [False] * 4
        assert asked(desk) == 2
        assert all(result.data == missing[0].data for result in missing)


async def test_u20_what_the_person_left_out_stays_left_out(tmp_path: Path) -> None:
    one = replace(YES, files=(BOILER,))
    async with open_desk(tmp_path, one, cached=True) as desk:
        both = read(BOILER, "Projects/House/Budget.md")
        (first,) = await desk.results(both)
        (again,) = await desk.results(both)
        assert again.metadata.cached
        assert again.data == first.data
        assert "18,400" not in json.dumps(again.data)
        assert "The user chose not to share 1 of 2 files" in again.metadata.note


async def test_u20_a_call_of_the_person_is_carried_out_each_time(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, cached=True) as desk:
        first = await desk.runner.call("vault_search", {"query": "boiler"})
        again = await desk.runner.call("vault_search", {"query": "boiler"})
        assert is_cached([first, again]) == [False, False]

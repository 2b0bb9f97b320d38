"""Which notes of a folder or tag go with a question where not all can."""

from pathlib import Path

import pytest

from tests.agent.context_desk import open_contexts
from tests.support.desk import LOCAL, REMOTE
from vaultdesk.agent import context_many

MANY = {f"Log/{n:02}.md": f"Entry {n}. Nothing of note.\n" for n in range(40)} | {
    "Log/Pump.md": "The heat pump hums at night.\n",
    "Logs/Else.md": "#log/deep elsewhere\n",
    "Tagged.md": "---\ntags: [Log]\n---\nx\n",
}


async def test_all_of_a_small_folder_goes_in_order(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        chosen = await at.many.choose(False, "House/", "leaks", REMOTE)

        assert chosen.paths == ("House/Boiler.md", "House/Roof.md")
        assert (chosen.left_out, chosen.told("House"), chosen.remark("House")) == (0, "", "")


async def test_of_a_large_folder_what_fits_the_question_goes_first(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MANY) as at:
        chosen = await at.many.choose(False, "Log", "Why does the heat pump hum?", REMOTE)

        assert chosen.paths[0] == "Log/Pump.md"
        assert len(chosen.paths) == context_many.MOST_NOTES
        assert not any(path.startswith("Logs/") for path in chosen.paths)
        assert chosen.told("Log") == "Of Log 30 notes went with the question; 11 more were left out."


async def test_without_a_question_the_newest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_many, "MOST_NOTES", 1)
    async with open_contexts(tmp_path) as at:
        chosen = await at.many.choose(False, "House", "", REMOTE)
        facts = await at.searcher.facts_of(["House/Boiler.md", "House/Roof.md"])

        newest = max(facts.values(), key=lambda one: one.modified_ns).modified_ns
        assert facts[chosen.paths[0]].modified_ns == newest


async def test_large_notes_leave_room_for_none_after_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_many, "MOST_BYTES", 50)
    async with open_contexts(tmp_path) as at:
        chosen = await at.many.choose(False, "House", "slate", REMOTE)

        assert chosen.paths == ("House/Roof.md",)
        assert chosen.left_out == 1


async def test_a_tag_brings_those_nested_in_it(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MANY) as at:
        assert (await at.many.choose(True, "#log", "", REMOTE)).paths == ("Logs/Else.md", "Tagged.md")
        nothing = await at.many.choose(True, "lo", "", LOCAL)
        assert nothing.told("#lo") == "There are no notes in #lo."


async def test_the_whole_vault_is_a_folder_too_and_excluded_notes_are_none(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        assert len((await at.many.choose(False, "", "", REMOTE)).paths) == 4
        assert (await at.many.choose(False, "../House", "", REMOTE)).paths == ()

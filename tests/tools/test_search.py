"""vault_search: the data of the contract over the real index."""

from pathlib import Path

import pytest

from tests.support.desk import YES, call, open_desk, search
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.events import ToolFinished


async def test_names_come_first_and_content_after_with_matches_and_preview(tmp_path: Path) -> None:
    notes = {"Boiler.md": "Nothing.", "Other.md": "a BOILER and a boiler", "None.md": "nothing"}
    async with open_desk(tmp_path, YES, notes=notes) as desk:
        (result,) = await desk.results(search("boiler"))
        assert isinstance(result.data, list)
        assert [hit["path"] for hit in result.data] == ["Boiler.md", "Other.md"]
        assert result.data[1] == {
            "path": "Other.md", "basename": "Other", "matches": 2, "preview": "a BOILER and a boiler",
        }  # fmt: skip


async def test_previews_are_sources(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, notes={"Other.md": "a boiler"}) as desk:
        events = await desk.events(search("boiler"))
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert [(source.path, source.characters) for source in finished.part.sources] == [("Other.md", 8)]


async def test_nothing_found_is_an_empty_list(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        (result,) = await desk.results(search("zzz"))
        assert (result.success, result.data) == (True, [])


async def test_notes_the_agent_may_not_see_take_no_place_among_the_results(tmp_path: Path) -> None:
    notes = {f"Private/Boiler {number}.md": "boiler " * 9 for number in range(8)} | {"Other.md": "a boiler"}
    rules = [PermissionRule(folder="Private", answer="deny")]
    async with open_desk(tmp_path, YES, notes=notes, rules=rules) as desk:
        (result,) = await desk.results(call("vault_search", query="boiler", limit=2))
        assert isinstance(result.data, list)
        assert [hit["path"] for hit in result.data] == ["Other.md"]


@pytest.mark.parametrize("limit", [0, 51, "10", 1.5])
async def test_limits_outside_the_contract_are_wrong(tmp_path: Path, limit: object) -> None:
    async with open_desk(tmp_path, YES) as desk:
        result = await desk.runner.call("vault_search", {"query": "x", "limit": limit})
        assert result.error is not None
        assert result.error.code == "VALIDATION_FAILED"


async def test_hostile_queries_are_plain_in_the_headline(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        await desk.events(search("<b>\u202eboiler</b>\n\n" + "x" * 500))
        request = desk.answers.requests[0]
        assert "“<b><U+202E>boiler</b> xxx" in request.headline
        assert len(request.headline) < 250
        assert any("cannot be seen" in warning for warning in request.calls[0].warnings)
        assert request.folder == ""

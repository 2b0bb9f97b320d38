"""GraphSource: graphs, passages and privacy of a real index."""

from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.graph.vault import BOILER, linked_vault
from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.graph_source import ShownKinds, groups_of, is_daily, wide_scenes
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings


@on_qt_loop
async def test_the_local_graph_has_the_requested_kinds_and_the_passages_of_links(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        graph = await source.local(BOILER, 3, ShownKinds(daily=False, unwritten=True))
        assert graph is not None
        assert [node.name for node in graph.nodes] == ["Boiler", "Survey", "Budget", "Roof"]
        assert await source.private(graph) == {"House/Budget.md"}
        assert await source.passage("House/Budget.md", BOILER) == "Sized by Survey, paid by Budget, see Roof."
        assert await source.passage("Alone.md", BOILER) == ""


@on_qt_loop
async def test_a_query_filters_the_global_graph_and_the_last_scenes_are_cached(tmp_path: Path) -> None:
    async with linked_vault(tmp_path) as (_, source):
        filtered = await source.whole("path:House", daily=True, orphans=True)
        assert [node.name for node in filtered.nodes] == ["Boiler", "Budget", "Survey"]
        graph = await source.whole("", daily=True, orphans=False)
        assert "Alone" not in [node.name for node in graph.nodes]
        shown: list[object] = []
        scenes = await wide_scenes(graph, lambda scene, large_scene: shown.append((scene, large_scene)))
        assert shown[-1] == scenes
        source.cache(*scenes)
        assert source.cached(await source.whole("", daily=True, orphans=False)) == scenes
        assert source.cached(filtered) is None


def test_the_largest_folders_have_their_own_groups_and_the_rest_share_one() -> None:
    nodes = tuple(GraphNode(f"{folder}/{n}.md", "") for folder in "ABCDEFGH" for n in range(ord(folder)))
    groups = groups_of(LinkGraph((*nodes, GraphNode("Root.md", ""))))
    assert groups.names == ("H", "G", "F", "E", "D", "C")
    assert (groups.of[0], groups.of[-2], groups.of[-1]) == (6, 0, 6)


@pytest.mark.parametrize(
    ("path", "daily"),
    [("Daily/2026-11-20.md", True), ("2026-11-20.md", True), ("Boiler.md", False), ("Daily/Boiler.md", False)],
)
def test_daily_notes_are_recognized_by_their_names(path: str, daily: bool) -> None:
    assert is_daily(path, DailyNoteSettings()) is daily
    assert is_daily("Journal/2026-11-20.md", DailyNoteSettings(folder="Daily")) is False

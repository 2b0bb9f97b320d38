"""Data of the graphs from the index: links, passages, privacy, and scenes laid out in a thread."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from vaultdesk.index.link_graph import GraphOptions, LinkGraph, Network, local_graph, whole_graph
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.graph.graph_drawing import GROUP_ROLES, LargeScene
from vaultdesk.ui.graph.graph_layout import Scene, top_folder_of, wide_layout
from vaultdesk.vault.obsidian.daily_notes import daily_note_day
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

MAX_LOCAL_NODES = 300
"""Maximum number of nodes of a local graph."""

SMALL_GRAPH_NODES = 1_000
"""Maximum number of nodes of a whole graph whose intermediate positions are not shown: the layout is fast enough."""

NOTES_PER_CHECK = 300
"""Number of notes whose privacy is checked at a time: some milliseconds."""

NotePredicate = Callable[[str], bool]
"""Predicate on the note at a path."""


class ShownKinds(Struct, frozen=True):
    """Kinds of nodes of a local graph that are shown in addition to notes."""

    daily: bool = True
    tags: bool = False
    unwritten: bool = False


class FolderGroups(Struct, frozen=True):
    """Folders of a whole graph with their own color, largest first, and the index of each node's folder."""

    names: tuple[str, ...]
    of: tuple[int, ...]


class GraphSource:
    """Queries the index of one vault, and caches the last scene of all notes until they change."""

    def __init__(self, searcher: Searcher, is_daily: NotePredicate, is_private: NotePredicate) -> None:
        self._searcher = searcher
        self._is_daily = is_daily
        self._is_private = is_private
        self._cached: tuple[Scene, LargeScene] | None = None

    @property
    def searcher(self) -> Searcher:
        """The searcher, whose `completion` is the state of the index."""
        return self._searcher

    async def local(self, path: str, steps: int, kinds: ShownKinds) -> LinkGraph | None:
        """Return the graph around the note at *path*; None if there is none. Raises `IndexFailed`."""
        options = GraphOptions(None if kinds.daily else self._is_daily, kinds.tags, kinds.unwritten)
        return await self._searcher.read_network(
            lambda network: local_graph(network, path, steps, MAX_LOCAL_NODES, options)
        )

    async def whole(self, query: str, *, daily: bool, orphans: bool) -> LinkGraph:
        """Return the graph of the notes matching *query*, or of all if empty. Raises `IndexFailed`."""
        only = {occurrence.path for occurrence in await self._searcher.occurrences(query)} if query.strip() else None
        options = GraphOptions(None if daily else self._is_daily)
        return await self._searcher.read_network(
            lambda network: whole_graph(network, options, among=only, orphans=orphans)
        )

    async def passage(self, path: str, other: str) -> str:
        """Return the line on which one of two notes links to the other, as plain text; empty if there is none."""

        def targets(network: Network) -> dict[str, set[str]]:
            for source, target in ((path, other), (other, path)):
                found_texts = {link_text for link_text, found in network.links(source) if found == target}
                if found_texts:
                    return {source: found_texts}
            return {}

        link_texts = await self._searcher.read_network(targets)
        lines = await self._searcher.lines_linking(link_texts) if link_texts else []
        return plain_excerpt(lines[0].context).text if lines else ""

    async def private(self, graph: LinkGraph) -> set[str]:
        """Return the paths of the private notes among the nodes; many are checked in batches."""
        found: set[str] = set()
        for first in range(0, len(graph.nodes), NOTES_PER_CHECK):
            batch = graph.nodes[first : first + NOTES_PER_CHECK]
            found.update(node.key for node in batch if node.kind == "note" and self._is_private(node.key))
            await asyncio.sleep(0)
        return found

    def cached(self, graph: LinkGraph) -> tuple[Scene, LargeScene] | None:
        """Return the last scene of all notes if *graph* is unchanged."""
        return self._cached if self._cached is not None and self._cached[0].graph == graph else None

    def cache(self, scene: Scene, large_scene: LargeScene) -> None:
        """Cache the final scene of all notes."""
        self._cached = (scene, large_scene)


async def wide_scenes(graph: LinkGraph, show: Callable[[Scene, LargeScene], object]) -> tuple[Scene, LargeScene]:
    """Lay out *graph* in a thread, show each step (for a small graph only the last), and return the result."""
    steps = wide_layout(graph)
    groups = groups_of(graph).of

    def next_step() -> tuple[Scene, LargeScene] | None:
        positions = next(steps, None)
        if positions is None:
            return None
        scene = Scene(graph, positions, local=False).prepare()
        return scene, LargeScene(scene, groups)

    scenes = await asyncio.to_thread(next_step)
    assert scenes is not None, "there is always a first step"
    last = scenes
    while scenes is not None:
        last = scenes
        if len(graph.nodes) > SMALL_GRAPH_NODES:
            show(*scenes)
        scenes = await asyncio.to_thread(next_step)
    if len(graph.nodes) <= SMALL_GRAPH_NODES:
        show(*last)
    return last


def groups_of(graph: LinkGraph) -> FolderGroups:
    """Return the folders with a color, and each node's index among them; nodes without one have the next index."""
    counts: dict[str, int] = {}
    for node in graph.nodes:
        folder = top_folder_of(node.key)
        counts[folder] = counts.get(folder, 0) + 1
    counts.pop("", None)
    names = tuple(sorted(counts, key=lambda name: (-counts[name], name))[: len(GROUP_ROLES)])
    indexes = {name: index for index, name in enumerate(names)}
    return FolderGroups(names, tuple(indexes.get(top_folder_of(node.key), len(GROUP_ROLES)) for node in graph.nodes))


def is_daily(path: str, settings: DailyNoteSettings) -> bool:
    """Return whether the note at *path* has the name of a daily note according to the vault's settings."""
    folder = f"{settings.folder}/" if settings.folder else ""
    candidates = {path, folder + path.rpartition("/")[2]} if path.startswith(folder) else ()
    return any(daily_note_day(candidate, settings) is not None for candidate in candidates)

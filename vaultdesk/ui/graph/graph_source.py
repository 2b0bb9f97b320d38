"""Data of the graphs from the index: links, passages, privacy, and scenes laid out in a thread."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

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
"""Number of nodes up to which a whole graph is laid out so quickly that intermediate positions need not be shown."""

NOTES_PER_CHECK = 300
"""Number of notes whose privacy is checked at a time: some milliseconds."""

NotePredicate = Callable[[str], bool]
"""Predicate on the note at a path."""


@dataclass(frozen=True, slots=True)
class ShownKinds:
    """Kinds of nodes shown beside the notes of a local graph."""

    daily: bool = True
    tags: bool = False
    unwritten: bool = False


@dataclass(frozen=True, slots=True)
class FolderGroups:
    """Folders of a whole graph with their own colour, largest first, and the index of each node's folder."""

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
        """The searcher, which tells whether the index is complete."""
        return self._searcher

    async def local(self, path: str, steps: int, kinds: ShownKinds) -> LinkGraph | None:
        """Return the graph around the note at *path*; None if there is none. Raises `IndexFailed`."""
        wanted = GraphOptions(None if kinds.daily else self._is_daily, kinds.tags, kinds.unwritten)
        return await self._searcher.read_network(
            lambda network: local_graph(network, path, steps, MAX_LOCAL_NODES, wanted)
        )

    async def whole(self, query: str, *, daily: bool, orphans: bool) -> LinkGraph:
        """Return the graph of the notes matching *query*, or of all if empty. Raises `IndexFailed`."""
        only = {one.path for one in await self._searcher.occurrences(query)} if query.strip() else None
        wanted = GraphOptions(None if daily else self._is_daily)
        return await self._searcher.read_network(
            lambda network: whole_graph(network, wanted, only=only, orphans=orphans)
        )

    async def passage(self, path: str, other: str) -> str:
        """Return the line on which one of two notes links to the other, as plain text; empty if there is none."""

        def targets(network: Network) -> dict[str, set[str]]:
            for source, target in ((path, other), (other, path)):
                written = {words for words, found in network.links(source) if found == target}
                if written:
                    return {source: written}
            return {}

        wanted = await self._searcher.read_network(targets)
        lines = await self._searcher.lines_linking(wanted) if wanted else []
        return plain_excerpt(lines[0].context).text if lines else ""

    async def private(self, graph: LinkGraph) -> set[str]:
        """Return the paths of the private notes among the nodes; many are checked in batches."""
        found: set[str] = set()
        for first in range(0, len(graph.nodes), NOTES_PER_CHECK):
            some = graph.nodes[first : first + NOTES_PER_CHECK]
            found.update(node.key for node in some if node.kind == "note" and self._is_private(node.key))
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
    of = groups_of(graph).of

    def next_step() -> tuple[Scene, LargeScene] | None:
        places = next(steps, None)
        if places is None:
            return None
        scene = Scene(graph, places, local=False).prepare()
        return scene, LargeScene(scene, of)

    made = await asyncio.to_thread(next_step)
    assert made is not None, "there is always a first step"
    last = made
    while made is not None:
        last = made
        if len(graph.nodes) > SMALL_GRAPH_NODES:
            show(*made)
        made = await asyncio.to_thread(next_step)
    if len(graph.nodes) <= SMALL_GRAPH_NODES:
        show(*last)
    return last


def groups_of(graph: LinkGraph) -> FolderGroups:
    """Return the folders with a colour, and each node's index among them; nodes without one have the next index."""
    counts: dict[str, int] = {}
    for node in graph.nodes:
        folder = top_folder_of(node.key)
        counts[folder] = counts.get(folder, 0) + 1
    counts.pop("", None)
    names = tuple(sorted(counts, key=lambda name: (-counts[name], name))[: len(GROUP_ROLES)])
    places = {name: place for place, name in enumerate(names)}
    return FolderGroups(names, tuple(places.get(top_folder_of(node.key), len(GROUP_ROLES)) for node in graph.nodes))


def is_daily(path: str, settings: DailyNoteSettings) -> bool:
    """Return whether the note at *path* has the name of a daily note according to the vault's settings."""
    folder = f"{settings.folder}/" if settings.folder else ""
    places = {path, folder + path.rpartition("/")[2]} if path.startswith(folder) else ()
    return any(daily_note_day(place, settings) is not None for place in places)

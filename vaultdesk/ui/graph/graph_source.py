"""Data of the graphs from the index: links, passages, privacy, and scenes laid out in a thread."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from vaultdesk.index.link_graph import GraphOptions, LinkGraph, Network, local_graph, whole_graph
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.graph.graph_drawing import GROUP_ROLES, LargeScene
from vaultdesk.ui.graph.graph_layout import Scene, top_folder_of, wide_layout
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.vault.obsidian.moment import parse_moment_day
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

MAX_LOCAL_NODES = 300
"""Nodes of a local graph: more cannot be told apart."""

SMALL_GRAPH_NODES = 1_000
"""Nodes up to which a whole graph settles so quickly that its first places need not be seen."""

NOTES_PER_CHECK = 300
"""Notes of which it is asked at a time whether they are private: some milliseconds."""

NotePredicate = Callable[[str], bool]
"""Something about the note at a path."""


@dataclass(frozen=True, slots=True)
class ShownKinds:
    """What is shown beside the notes of a local graph."""

    daily: bool = True
    tags: bool = False
    unwritten: bool = False


@dataclass(frozen=True, slots=True)
class FolderGroups:
    """The folders of a whole graph that have a colour of their own, largest first, and which each node is of."""

    names: tuple[str, ...]
    of: tuple[int, ...]


class GraphSource:
    """Asks the index of one vault, and keeps the last picture of all notes for as long as nothing in it changes."""

    def __init__(self, searcher: Searcher, is_daily: NotePredicate, is_private: NotePredicate) -> None:
        self._searcher = searcher
        self._is_daily = is_daily
        self._is_private = is_private
        self._cached: tuple[Scene, LargeScene] | None = None

    @property
    def searcher(self) -> Searcher:
        """Who knows whether all notes were read."""
        return self._searcher

    async def local(self, path: str, steps: int, kinds: ShownKinds) -> LinkGraph | None:
        """Return the graph around the note at *path*; None where there is none. Raises `IndexFailed`."""
        wanted = GraphOptions(None if kinds.daily else self._is_daily, kinds.tags, kinds.unwritten)
        return await self._searcher.read_network(
            lambda network: local_graph(network, path, steps, MAX_LOCAL_NODES, wanted)
        )

    async def whole(self, query: str, *, daily: bool, orphans: bool) -> LinkGraph:
        """Return the graph of the notes that fit *query*, all without one. Raises `IndexFailed`."""
        only = {one.path for one in await self._searcher.occurrences(query)} if query.strip() else None
        wanted = GraphOptions(None if daily else self._is_daily)
        return await self._searcher.read_network(
            lambda network: whole_graph(network, wanted, only=only, orphans=orphans)
        )

    async def passage(self, path: str, other: str) -> str:
        """Return the line on which one of two notes links to the other, as plain words; empty where none does."""

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
        """Return the paths of the private notes among the nodes; of many some are asked about at a time."""
        found: set[str] = set()
        for first in range(0, len(graph.nodes), NOTES_PER_CHECK):
            some = graph.nodes[first : first + NOTES_PER_CHECK]
            found.update(node.key for node in some if node.kind == "note" and self._is_private(node.key))
            await asyncio.sleep(0)
        return found

    def cached(self, graph: LinkGraph) -> tuple[Scene, LargeScene] | None:
        """Return the picture of all notes as it was left, where *graph* is the same still."""
        return self._cached if self._cached is not None and self._cached[0].graph == graph else None

    def cache(self, scene: Scene, crowd: LargeScene) -> None:
        """Keep the settled picture of all notes."""
        self._cached = (scene, crowd)


async def wide_scenes(graph: LinkGraph, show: Callable[[Scene, LargeScene], object]) -> tuple[Scene, LargeScene]:
    """Lay *graph* out in a thread, show each step of it, of a small one the last only, and return that."""
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
    """Return which folders have a colour, and each node's place among them; those without one come last."""
    counts: dict[str, int] = {}
    for node in graph.nodes:
        folder = top_folder_of(node.key)
        counts[folder] = counts.get(folder, 0) + 1
    counts.pop("", None)
    names = tuple(sorted(counts, key=lambda name: (-counts[name], name))[: len(GROUP_ROLES)])
    places = {name: place for place, name in enumerate(names)}
    return FolderGroups(names, tuple(places.get(top_folder_of(node.key), len(GROUP_ROLES)) for node in graph.nodes))


def is_daily(path: str, settings: DailyNoteSettings) -> bool:
    """Whether the note at *path* is named as one of a day, by the vault's own settings."""
    folder = settings.folder.strip("/")
    if folder and not path.startswith(f"{folder}/"):
        return False
    named = path[len(folder) + 1 if folder else 0 :].removesuffix(NOTE_SUFFIX)
    return any(parse_moment_day(settings.format, words) is not None for words in {named, named.rpartition("/")[2]})

"""Link graph of the notes a reader may see: neighbors, orphans, hubs, shortest paths, and the graph to draw."""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from heapq import nsmallest
from itertools import chain
from typing import Literal, NamedTuple

from msgspec import Struct

from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search_query import storable_text
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

# A hidden note does not exist here: no edge, no position on a path, no count. Links are resolved among the visible
# notes only, so that a link resolved to a hidden note does not disclose it.


class VisibleNames(NoteNames):
    """The names of a vault without hidden notes."""

    def __init__(self, names: NoteNames, is_visible: Callable[[str], bool]) -> None:
        super().__init__()
        self._names = names
        self._is_visible = is_visible

    def at(self, path: str) -> list[str]:
        """Return the visible files at *path*, the exact spelling first."""
        return [found for found in self._names.at(path) if self._is_visible(found)]

    def ending_in(self, path: str) -> list[str]:
        """Return the visible files whose last names are those of *path*."""
        return [found for found in self._names.ending_in(path) if self._is_visible(found)]


class Network:
    """The links between visible notes, for one query. Created and used in the search thread.

    *is_visible* is called for each note at most once. Excluded notes are not part of the network; links may lead there.
    Chats are part of it only *with_chats*.
    """

    def __init__(
        self,
        table: NoteTable,
        is_visible: Callable[[str], bool],
        *,
        with_chats: bool = False,
        daily: DailyNoteSettings | None = None,
    ) -> None:
        self.table = table
        self.daily = daily or DailyNoteSettings()
        """Name format of the vault's daily notes."""
        self.listed: Mapping[str, NoteFacts] = (
            {**table.facts, **table.chats} if with_chats and table.chats else table.facts
        )
        """The facts of all possible notes, by path. Read-only."""
        self._is_visible = is_visible
        self._visibility: dict[str, bool] = {}
        self._names = VisibleNames(table.names, self.is_visible)
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._has_visible_namesake: dict[str, bool] = {}
        self._nodes: set[str] | None = None
        """Every visible note that is not excluded, once all were checked."""
        self._has_all = False
        """Whether these are all notes, so that the table's own links apply."""

    def is_visible(self, path: str) -> bool:
        """Whether the note at *path* is visible to the reader."""
        visible = self._visibility.get(path)
        if visible is None:
            visible = self._visibility[path] = self._is_visible(path)
        return visible

    def load_all_nodes(self) -> set[str]:
        """Return the path of every visible note that is not excluded; later queries about many notes are faster."""
        if self._nodes is None:
            self._nodes = {note.path for note in self.notes()}
            self._has_all = len(self._nodes) == len(self.listed) and self.table.only_notes
        return self._nodes

    def facts(self, path: str) -> NoteFacts | None:
        """Return the facts of the note at *path*, if it is visible."""
        found = self.listed.get(path)
        return found if found is not None and self.is_visible(path) else None

    def known(self, path: str) -> NoteFacts | None:
        """As `facts`, for the note a query is about, which may be a chat."""
        found = self.table.known(path)
        return found if found is not None and self.is_visible(path) else None

    def notes(self) -> Iterator[NoteFacts]:
        """Yield every visible note that is not excluded."""
        return (facts for path, facts in self.listed.items() if not facts.excluded and self.is_visible(path))

    def resolve(self, linkpath: str, source: str = "") -> str | None:
        """Return the visible note that a link in *source* resolves to."""
        return link_resolution.resolve_link(storable_text(linkpath), source, self._names)

    def candidates(self, linkpath: str, source: str = "") -> list[str]:
        """Return every visible note the link may mean, the most likely first."""
        return link_resolution.link_candidates(storable_text(linkpath), source, self._names)

    def links(self, path: str) -> Iterator[tuple[str, str | None]]:
        """Yield each link target in the note at *path*, and the visible note it resolves to; None if there is none."""
        for target, found in self.table.links.of(path):
            yield (
                target,
                found if found is None or self.is_visible(found) else self._resolve_without(found, target, path),
            )

    def outgoing(self, path: str) -> Collection[str]:
        """Return the notes that the one at *path* links to, without itself and excluded ones, in its order."""
        others = self.table.links.outgoing.get(path, ())
        if self._has_all:
            return others
        is_node = self._nodes.__contains__ if self._nodes is not None else self._is_node
        visible = [other for other in others if is_node(other)]
        hidden = [other for other in others if other not in visible]
        if not any(map(self._may_have_other_target, hidden)):
            return visible
        # Links have to be resolved again without the hidden notes among them.
        found = dict.fromkeys(other for _, other in self.links(path) if other is not None and other != path)
        return [other for other in found if self._is_node(other)]

    def incoming(self, path: str) -> Collection[str]:
        """Return the notes that link to the one at *path*, without itself, in no order."""
        sources = self.table.links.incoming(path)
        if self._has_all:
            return sources - {path} if path in sources else sources
        found = {source for source in sources if source != path and self._is_node(source)}
        # A hidden namesake may be the target of a link that, without it, leads here.
        name = path.rpartition("/")[2]
        for other in self._notes_with_names(name, name[: -len(NOTE_SUFFIX)]):
            if other != path and not self.is_visible(other):
                linking = (source for source in self.table.links.incoming(other) if source != path)
                found |= {source for source in linking if self._is_node(source) and path in self.outgoing(source)}
        return found

    def linking(self, path: str) -> dict[str, set[str]]:
        """Return the notes and canvases that link to the one at *path*, each with its link targets as written."""
        canvases = (source for source in self.table.links.incoming(path) if source.lower().endswith(".canvas"))
        sources = {*self.incoming(path), *filter(self.is_visible, canvases)}
        return {source: {target for target, found in self.links(source) if found == path} for source in sources}

    def unresolved(self, path: str) -> list[str]:
        """Return the link targets in the note at *path* that do not exist, in its order."""
        return [target for target, found in self.links(path) if found is None]

    def _resolve_without(self, hidden: str, target: str, source: str) -> str | None:
        """Return the note that the link *target* in *source* resolves to without the note at *hidden*."""
        if not self._may_have_other_target(hidden):
            return None
        key = (target, source.rpartition("/")[0])
        if key not in self._resolved:
            self._resolved[key] = link_resolution.resolve_link(target, source, self._names)
        return self._resolved[key]

    def _may_have_other_target(self, path: str) -> bool:
        """Whether a link to the hidden note at *path* could resolve to a visible one without it."""
        known = self._has_visible_namesake.get(path)
        if known is None:
            name = path.rpartition("/")[2]
            namesakes = self._notes_with_names(name, f"{name}{NOTE_SUFFIX}")
            known = not self.is_visible(path) and any(map(self.is_visible, namesakes))
            self._has_visible_namesake[path] = known
        return known

    def _notes_with_names(self, *names: str) -> Iterator[str]:
        """Yield the notes with these names: those that one link could mean, including hidden ones."""
        return (path for name in names if name for path in self.table.names.ending_in(name))

    def _is_node(self, path: str) -> bool:
        facts = self.listed.get(path)
        return facts is not None and not facts.excluded and self.is_visible(path)


ATTACHMENT_SUFFIXES = (
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif", ".tif", ".tiff", ".heic", ".pdf", ".mp3", ".wav",
    ".m4a", ".ogg", ".opus", ".flac", ".mp4", ".mov", ".mkv", ".webm", ".avi", ".zip", ".csv", ".json", ".txt", ".docx",
    ".xlsx", ".pptx", ".odt", ".ods", ".epub", ".html", ".canvas", ".base",
)  # fmt: skip
"""Suffixes of files that are not notes: a link to a missing one does not propose a new note."""


def find_missing_notes(table: NoteTable) -> list[tuple[str, int]]:
    """Return each missing target in its first spelling, with the number of notes linking to it, most first."""
    counts: Counter[str] = Counter()
    spellings: dict[str, str] = {}
    for path, targets in table.links.missing.items():
        facts = table.facts.get(path)
        if facts is None or facts.excluded:
            continue
        targets_by_key = {
            storable_text(target).casefold(): target for target in reversed(targets) if may_be_note(target)
        }
        counts.update(spellings.setdefault(key, target) for key, target in targets_by_key.items())
    return sorted(counts.items(), key=lambda item: (-item[1], item[0].casefold()))


def may_be_note(target: str) -> bool:
    """Whether a link to the missing *target* may mean a note."""
    return bool(target.strip()) and not target.casefold().endswith(ATTACHMENT_SUFFIXES)


class Hub(NamedTuple):
    """A linked note."""

    path: str
    links_in: int
    """Number of notes that link to it."""
    links_out: int
    """Number of notes it links to."""


def neighbors(network: Network, path: str, depth: int, hides: Callable[[str], bool] | None = None) -> dict[str, int]:
    """Return the notes within *depth* links of *path* in either direction, with their distance, without *path* itself.

    Nearer notes come first, then by path. Notes for which *hides* returns True are left out, and links through them.
    """
    if depth > 1:
        network.load_all_nodes()
    distance = {path: 0}
    frontier = [path]
    for step in range(1, depth + 1):
        reached: set[str] = set()
        for current in frontier:
            reached.update(network.outgoing(current), network.incoming(current))
        reached.difference_update(distance)
        frontier = sorted(reached if hides is None else (other for other in reached if not hides(other)))
        distance.update(dict.fromkeys(frontier, step))
    del distance[path]
    return distance


def orphans(network: Network) -> list[str]:
    """Return the notes without links from or to other notes, by path."""
    edges = _links_by_note(network)
    linked = set().union(*edges.values())
    return sorted(path for path, out in edges.items() if not out and path not in linked)


def hubs(network: Network, limit: int) -> tuple[int, list[Hub]]:
    """Return the number of linked notes, and the first *limit* by links in, then by links out, then by path."""
    edges = _links_by_note(network)
    incoming = Counter(chain.from_iterable(edges.values()))
    linked = [Hub(path, incoming[path], len(out)) for path, out in edges.items() if out or path in incoming]
    return len(linked), nsmallest(limit, linked, key=lambda hub: (-hub.links_in, -hub.links_out, hub.path))


def shortest_path(network: Network, start: str, end: str) -> list[str]:
    """Return a shortest path from *start* to *end* along links in either direction, the first by name; empty if there
    is none.
    """
    network.load_all_nodes()
    previous: dict[str, str] = {start: start}
    queue = deque([start])
    while queue and end not in previous:
        current = queue.popleft()
        for other in sorted({*network.outgoing(current), *network.incoming(current)}.difference(previous)):
            previous[other] = current
            queue.append(other)
    if end not in previous:
        return []
    steps = [end]
    while steps[-1] != start:
        steps.append(previous[steps[-1]])
    return steps[::-1]


def missing_targets(network: Network) -> dict[str, list[str]]:
    """Return the missing link targets, each with the notes that link to it, most links first."""
    sources_by_key: dict[str, dict[str, None]] = {}
    spellings: dict[str, str] = {}
    nodes, links = network.load_all_nodes(), network.table.links
    for path in sorted(nodes):
        if nodes.issuperset(links.outgoing.get(path, ())):
            missing: Collection[str] = links.missing.get(path, ())
        else:
            missing = network.unresolved(path)
        for target in missing:
            sources_by_key.setdefault(spellings.setdefault(storable_text(target).casefold(), target), {})[path] = None
    ordered = sorted(sources_by_key.items(), key=lambda item: (-len(item[1]), item[0].casefold()))
    return {target: list(sources) for target, sources in ordered}


def _links_by_note(network: Network) -> dict[str, Collection[str]]:
    """Return, for each note, the others it links to."""
    nodes, out = network.load_all_nodes(), network.table.links.outgoing
    # Only a note that links to a hidden or excluded one needs a second pass.
    return {path: out[path] if nodes.issuperset(out[path]) else network.outgoing(path) for path in nodes if path in out}


MAX_GRAPH_NOTES = 40_000
"""Maximum number of notes drawn of a whole vault: more are unreadable, and use memory."""

MAX_GRAPH_EDGES = 200_000
"""Maximum number of links drawn of a whole vault."""

NodeKind = Literal["note", "tag", "unwritten"]


class GraphNode(Struct, frozen=True):
    """A point of the graph."""

    key: str
    """A note's path; `#` and the tag; `?` and the missing link target. One node each."""
    name: str
    kind: NodeKind = "note"
    distance: int = 0
    """Number of links from the center, which has 0; 0 for all nodes of a whole graph."""
    links: int = 0
    """Number of other notes of the vault linked with it in either direction."""
    modified_ns: int = 0


class LinkGraph(Struct, frozen=True):
    """Nodes and edges to draw."""

    nodes: tuple[GraphNode, ...] = ()
    """In a local graph the center first, then nearer before farther, and more linked first."""
    edges: tuple[tuple[int, int], ...] = ()
    """Indices of linked nodes, in either direction; each pair once, the smaller index first."""
    direct: int = 0
    """Notes one step from the center."""
    within: int = 0
    """Notes within the steps, including those that exceeded the limit."""
    left_out: int = 0
    """Number of notes that exceeded the limit."""


class GraphOptions(Struct, frozen=True):
    """Nodes shown in addition to the notes."""

    hides: Callable[[str], bool] | None = None
    """Notes for which it returns True are left out, except the center."""
    tags: bool = False
    unwritten: bool = False
    """Whether missing link targets are shown."""


ALL_NODES = GraphOptions()


def local_graph(
    network: Network, path: str, steps: int, limit: int, options: GraphOptions = ALL_NODES
) -> LinkGraph | None:
    """Return the graph around the note at *path*, at most *limit* nodes; None if there is no such note."""
    center = network.known(path)
    if center is None:
        return None
    distance = {path: 0} | neighbors(network, path, steps, options.hides)
    found = [
        _node(facts, steps_away, _degree(network, other))
        for other, steps_away in distance.items()
        if (facts := network.known(other)) is not None
    ]
    found.sort(key=lambda node: (node.distance, -node.links, node.key))
    nodes = found[: max(1, limit)]
    indices = {node.key: index for index, node in enumerate(nodes)}
    edges = set(_edges(network, indices))
    extra = _extra_nodes(network, nodes, options, steps)
    for node, sources in extra[: max(0, limit - len(nodes))]:
        edges.update((indices[source], len(nodes)) for source in sources)
        nodes.append(node)
    direct = sum(node.distance == 1 for node in found)
    notes_included = sum(node.kind == "note" for node in nodes)
    return LinkGraph(tuple(nodes), tuple(sorted(edges)), direct, len(found) - 1, len(found) - notes_included)


def whole_graph(
    network: Network, options: GraphOptions = ALL_NODES, *, among: Collection[str] | None = None, orphans: bool = True
) -> LinkGraph:
    """Return the graph of all notes, or of those at the paths *among*; without *orphans* only of linked ones.

    At most the `MAX_GRAPH_NOTES` notes with the most links; `left_out` counts the others. At most `MAX_GRAPH_EDGES`
    links between them.
    """
    hides = options.hides or (lambda _path: False)
    all_nodes = network.load_all_nodes()
    paths = sorted(path for path in (all_nodes if among is None else all_nodes.intersection(among)) if not hides(path))
    included = set(paths)
    counts = dict.fromkeys(paths, 0)
    for path in paths:
        for other in network.outgoing(path):
            if other in included:
                counts[path] += 1
                counts[other] += 1
    if not orphans:
        paths = [path for path in paths if counts[path]]
    chosen = sorted(paths, key=lambda path: (-counts[path], path))[:MAX_GRAPH_NOTES]
    facts = network.listed
    nodes = tuple(_node(facts[path], 0, counts[path]) for path in sorted(chosen))
    indices = {node.key: index for index, node in enumerate(nodes)}
    edges = tuple(sorted(set(_edges(network, indices))))[:MAX_GRAPH_EDGES]
    return LinkGraph(nodes, edges, within=len(paths), left_out=len(paths) - len(nodes))


def _degree(network: Network, path: str) -> int:
    """Return the number of notes linked with the one at *path*, in either direction."""
    return len({*network.outgoing(path), *network.incoming(path)})


def _node(facts: NoteFacts, distance: int, links: int) -> GraphNode:
    return GraphNode(facts.path, facts.name, "note", distance, links, facts.modified_ns)


def _edges(network: Network, indices: dict[str, int]) -> Iterable[tuple[int, int]]:
    for path, index in list(indices.items()):
        for other in network.outgoing(path):
            other_index = indices.get(other)
            if other_index is not None:
                yield (index, other_index) if index < other_index else (other_index, index)


def _extra_nodes(
    network: Network, nodes: list[GraphNode], options: GraphOptions, steps: int
) -> list[tuple[GraphNode, list[str]]]:
    """Return tags and missing link targets, each with its notes; the nearest and most used first."""
    sources: dict[str, list[str]] = {}
    nodes_by_key: dict[str, GraphNode] = {}

    def add(key: str, name: str, kind: NodeKind, node: GraphNode) -> None:
        if node.key not in sources.setdefault(key, []):
            sources[key].append(node.key)
        nodes_by_key.setdefault(key, GraphNode(key, name, kind, node.distance + 1))

    for node in nodes:
        if node.distance >= steps:
            continue
        facts = network.known(node.key)
        if options.tags and facts is not None:
            for key, tag in zip(facts.tag_keys, facts.tags, strict=True):
                add(f"#{key}", f"#{tag}", "tag", node)
        if options.unwritten:
            for target in network.unresolved(node.key):
                add(f"?{storable_text(target).casefold()}", target, "unwritten", node)
    ordered = sorted(nodes_by_key.values(), key=lambda extra: (extra.distance, -len(sources[extra.key]), extra.key))
    return [(extra, sources[extra.key]) for extra in ordered]

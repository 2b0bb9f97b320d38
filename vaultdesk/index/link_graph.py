"""Link graph of the notes a reader may see: neighbours, orphans, hubs, shortest paths, and the graph to draw."""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from typing import Literal

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
        self._ask = is_visible
        self._seen: dict[str, bool] = {}
        self._names = VisibleNames(table.names, self.is_visible)
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._has_visible_namesake: dict[str, bool] = {}
        self._nodes: set[str] | None = None
        """Every visible note that is not excluded, once all were checked."""
        self._whole = False
        """Whether these are all notes, so that the table's own links apply."""

    def is_visible(self, path: str) -> bool:
        """Whether the note at *path* is visible to the reader."""
        seen = self._seen.get(path)
        if seen is None:
            seen = self._seen[path] = self._ask(path)
        return seen

    def look_at_all(self) -> set[str]:
        """Return the path of every visible note that is not excluded; later queries about many notes are faster."""
        if self._nodes is None:
            self._nodes = {note.path for note in self.notes()}
            self._whole = len(self._nodes) == len(self.listed) and self.table.only_notes
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
            yield target, found if found is None or self.is_visible(found) else self._without(found, target, path)

    def out(self, path: str) -> Collection[str]:
        """Return the notes that the one at *path* links to, without itself and excluded ones, in its order."""
        others = self.table.links.out.get(path, ())
        if self._whole:
            return others
        is_node = self._nodes.__contains__ if self._nodes is not None else self._is_node
        seen = [other for other in others if is_node(other)]
        if len(seen) == len(others) or not any(self._may_be_another(other) for other in others if other not in seen):
            return seen
        # Links have to be resolved again without the hidden notes among them.
        found = dict.fromkeys(other for _, other in self.links(path) if other is not None and other != path)
        return [other for other in found if self._is_node(other)]

    def into(self, path: str) -> Collection[str]:
        """Return the notes that link to the one at *path*, without itself, in no order."""
        sources = self.table.links.into(path)
        if self._whole:
            return sources - {path} if path in sources else sources
        found = {source for source in sources if source != path and self._is_node(source)}
        # A hidden namesake may be the target of a link that, without it, leads here.
        name = path.rpartition("/")[2]
        for other in self._called(name, name[: -len(NOTE_SUFFIX)]):
            if other != path and not self.is_visible(other):
                taken = (source for source in self.table.links.into(other) if source != path and self._is_node(source))
                found |= {source for source in taken if path in self.out(source)}
        return found

    def linking(self, path: str) -> dict[str, set[str]]:
        """Return the notes and canvases that link to the one at *path*, each with its link targets as written."""
        canvases = {one for one in self.table.links.into(path) if one.lower().endswith(".canvas")}
        sources = {*self.into(path), *filter(self.is_visible, canvases)}
        return {source: {target for target, found in self.links(source) if found == path} for source in sources}

    def unresolved(self, path: str) -> list[str]:
        """Return the link targets in the note at *path* that do not exist, in its order."""
        return [target for target, found in self.links(path) if found is None]

    def _without(self, hidden: str, target: str, source: str) -> str | None:
        """Return what the link *target* in *source* resolves to if its note is *hidden*."""
        if not self._may_be_another(hidden):
            return None
        place = (target, source.rpartition("/")[0])
        if place not in self._resolved:
            self._resolved[place] = link_resolution.resolve_link(target, source, self._names)
        return self._resolved[place]

    def _may_be_another(self, path: str) -> bool:
        """Whether a link to the hidden note at *path* could resolve to a visible one without it."""
        known = self._has_visible_namesake.get(path)
        if known is None:
            name = path.rpartition("/")[2]
            known = not self.is_visible(path) and any(map(self.is_visible, self._called(name, f"{name}{NOTE_SUFFIX}")))
            self._has_visible_namesake[path] = known
        return known

    def _called(self, *names: str) -> Iterator[str]:
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
    written: dict[str, str] = {}
    for path, targets in table.links.missing.items():
        facts = table.facts.get(path)
        if facts is None or facts.excluded:
            continue
        meant = {storable_text(target).casefold(): target for target in reversed(targets) if may_be_note(target)}
        counts.update(written.setdefault(key, target) for key, target in meant.items())
    return sorted(counts.items(), key=lambda one: (-one[1], one[0].casefold()))


def may_be_note(target: str) -> bool:
    """Whether a link to the missing *target* may mean a note."""
    return bool(target.strip()) and not target.casefold().endswith(ATTACHMENT_SUFFIXES)


Hub = tuple[str, int, int]
"""A note's path, the number of notes linking to it and the number it links to."""


def neighbours(network: Network, path: str, depth: int) -> dict[str, int]:
    """Return the notes within *depth* links of *path* in either direction, with their distance, without *path* itself.

    Nearer notes come first, then by path.
    """
    if depth > 1:
        network.look_at_all()
    distance = {path: 0}
    edge = [path]
    for step in range(1, depth + 1):
        reached: set[str] = set()
        for one in edge:
            reached.update(network.out(one), network.into(one))
        edge = sorted(reached.difference(distance))
        distance.update(dict.fromkeys(edge, step))
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
    into = Counter(chain.from_iterable(edges.values()))
    linked = [(-into[path], -len(out), path) for path, out in edges.items() if out or path in into]
    return len(linked), [(path, -links_in, -links_out) for links_in, links_out, path in nsmallest(limit, linked)]


def shortest_path(network: Network, start: str, end: str) -> list[str]:
    """Return a shortest path from *start* to *end* along links in either direction, the first by name; empty if there
    is none.
    """
    network.look_at_all()
    came: dict[str, str] = {start: start}
    waiting = deque([start])
    while waiting and end not in came:
        here = waiting.popleft()
        for other in sorted({*network.out(here), *network.into(here)}.difference(came)):
            came[other] = here
            waiting.append(other)
    if end not in came:
        return []
    found = [end]
    while found[-1] != start:
        found.append(came[found[-1]])
    return found[::-1]


def missing_targets(network: Network) -> dict[str, list[str]]:
    """Return the missing link targets, each with the notes that link to it, most links first."""
    found: dict[str, dict[str, None]] = {}
    spelled: dict[str, str] = {}
    nodes, links = network.look_at_all(), network.table.links
    for path in sorted(nodes):
        if nodes.issuperset(links.out.get(path, ())):
            lacking: Collection[str] = links.missing.get(path, ())
        else:
            lacking = network.unresolved(path)
        for target in lacking:
            found.setdefault(spelled.setdefault(storable_text(target).casefold(), target), {})[path] = None
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0].casefold()))
    return {target: list(sources) for target, sources in ordered}


def _links_by_note(network: Network) -> dict[str, Collection[str]]:
    """Return, for each note, the others it links to."""
    nodes, out = network.look_at_all(), network.table.links.out
    # Only a note that links to a hidden or excluded one needs a second pass.
    return {path: out[path] if nodes.issuperset(out[path]) else network.out(path) for path in nodes if path in out}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A note of a local graph."""

    path: str
    title: str
    distance: int
    """Number of links from the centre, which has 0."""
    links: int
    """Number of other notes of the vault linked with it in either direction."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A local graph."""

    notes: tuple[Neighbour, ...]
    """The centre first, then nearer before farther, and more linked before others."""
    links: tuple[tuple[str, str], ...]
    """Pairs of linked notes, each pair once, by path."""
    missing: tuple[str, ...]
    """Missing link targets of the centre, as written."""
    left_out: int
    """Number of notes within the steps that exceeded the limit."""


def neighbourhood(network: Network, path: str, steps: int, limit: int) -> Neighbourhood | None:
    """Return the local graph around the note at *path*, at most *limit* notes; None if there is no such note."""
    if network.known(path) is None:
        return None
    distance = {path: 0} | neighbours(network, path, steps)
    found: list[Neighbour] = []
    for one, away in distance.items():
        facts = network.known(one)
        if facts is not None:
            linked = {*network.out(one), *network.into(one)}
            found.append(Neighbour(one, facts.title, away, len(linked)))
    found.sort(key=lambda one: (one.distance, -one.links, one.path))
    notes = tuple(found[: max(1, limit)])
    shown = {one.path for one in notes}
    links = tuple(
        (one.path, other) for one in sorted(notes, key=lambda one: one.path) for other in sorted(network.out(one.path))
        if other in shown
    )  # fmt: skip
    return Neighbourhood(notes, links, tuple(network.unresolved(path)), len(found) - len(notes))


MAX_GRAPH_NOTES = 40_000
"""Maximum number of notes drawn of a whole vault: more are unreadable, and use memory."""

MAX_GRAPH_EDGES = 200_000
"""Maximum number of links drawn of a whole vault."""

NodeKind = Literal["note", "tag", "unwritten"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A point of the graph."""

    key: str
    """A note's path; `#` and the tag; `?` and the missing link target. One node each."""
    name: str
    kind: NodeKind = "note"
    distance: int = 0
    """Number of links from the centre, which has 0; 0 for all nodes of a whole graph."""
    links: int = 0
    """Number of other notes of the vault linked with it in either direction."""
    modified_ns: int = 0


@dataclass(frozen=True, slots=True)
class LinkGraph:
    """Nodes and edges to draw."""

    nodes: tuple[GraphNode, ...] = ()
    """In a local graph the centre first, then nearer before farther, and more linked first."""
    edges: tuple[tuple[int, int], ...] = ()
    """Indices of linked nodes, in either direction; each pair once, the smaller index first."""
    direct: int = 0
    """Notes one step from the centre."""
    within: int = 0
    """Notes within the steps, including those that exceeded the limit."""
    left_out: int = 0
    """Number of notes that exceeded the limit."""


@dataclass(frozen=True, slots=True)
class GraphOptions:
    """Nodes shown in addition to the notes."""

    hides: Callable[[str], bool] | None = None
    """Notes for which it returns True are left out, except the centre."""
    tags: bool = False
    unwritten: bool = False
    """Whether missing link targets are shown."""


ALL_NODES = GraphOptions()


def local_graph(
    network: Network, path: str, steps: int, limit: int, options: GraphOptions = ALL_NODES
) -> LinkGraph | None:
    """Return the graph around the note at *path*, at most *limit* nodes; None if there is no such note."""
    middle = network.known(path)
    if middle is None:
        return None
    hides = options.hides or (lambda _path: False)
    distance = _reached(network, path, steps, hides)
    found = [_node(facts, away, _linked(network, one)) for one, away in distance.items()
             if (facts := network.known(one)) is not None]  # fmt: skip
    found.sort(key=lambda one: (one.distance, -one.links, one.key))
    nodes = found[: max(1, limit)]
    places = {node.key: place for place, node in enumerate(nodes)}
    edges = set(_edges(network, places))
    room = limit - len(nodes)
    extra = _add_extra_nodes(network, nodes, options, steps)
    for node, sources in extra[: max(0, room)]:
        edges.update((places[source], len(nodes)) for source in sources)
        nodes.append(node)
    direct = sum(one.distance == 1 for one in found)
    shown = sum(node.kind == "note" for node in nodes)
    return LinkGraph(tuple(nodes), tuple(sorted(edges)), direct, len(found) - 1, len(found) - shown)


def whole_graph(
    network: Network, options: GraphOptions = ALL_NODES, *, only: Collection[str] | None = None, orphans: bool = True
) -> LinkGraph:
    """Return the graph of all notes, or of those at the paths *only*; without *orphans* only of linked ones."""
    hides = options.hides or (lambda _path: False)
    seen = network.look_at_all()
    paths = sorted(path for path in (seen if only is None else seen.intersection(only)) if not hides(path))
    kept = set(paths)
    counts = dict.fromkeys(paths, 0)
    for path in paths:
        for other in network.out(path):
            if other in kept:
                counts[path] += 1
                counts[other] += 1
    if not orphans:
        paths = [path for path in paths if counts[path]]
    drawn = sorted(paths, key=lambda path: (-counts[path], path))[:MAX_GRAPH_NOTES]
    facts = network.listed
    nodes = tuple(_node(facts[path], 0, counts[path]) for path in sorted(drawn))
    places = {node.key: place for place, node in enumerate(nodes)}
    edges = tuple(sorted(set(_edges(network, places))))[:MAX_GRAPH_EDGES]
    return LinkGraph(nodes, edges, within=len(paths), left_out=len(paths) - len(nodes))


def _reached(network: Network, path: str, steps: int, hides: Callable[[str], bool]) -> dict[str, int]:
    if steps > 1:
        network.look_at_all()
    distance = {path: 0}
    edge = [path]
    for step in range(1, steps + 1):
        reached = {other for one in edge for other in (*network.out(one), *network.into(one))}
        edge = sorted(one for one in reached if one not in distance and not hides(one))
        distance.update(dict.fromkeys(edge, step))
    return distance


def _linked(network: Network, path: str) -> int:
    return len({*network.out(path), *network.into(path)})


def _node(facts: NoteFacts, distance: int, links: int) -> GraphNode:
    return GraphNode(facts.path, facts.name, "note", distance, links, facts.modified_ns)


def _edges(network: Network, places: dict[str, int]) -> Iterable[tuple[int, int]]:
    for path, place in list(places.items()):
        for other in network.out(path):
            there = places.get(other)
            if there is not None:
                yield (place, there) if place < there else (there, place)


def _add_extra_nodes(
    network: Network, nodes: list[GraphNode], options: GraphOptions, steps: int
) -> list[tuple[GraphNode, list[str]]]:
    """Return tags and missing link targets, each with its notes; the nearest and most used first."""
    sources: dict[str, list[str]] = {}
    made: dict[str, GraphNode] = {}

    def add(key: str, name: str, kind: NodeKind, node: GraphNode) -> None:
        if node.key not in sources.setdefault(key, []):
            sources[key].append(node.key)
        made.setdefault(key, GraphNode(key, name, kind, node.distance + 1))

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
    ordered = sorted(made.values(), key=lambda one: (one.distance, -len(sources[one.key]), one.key))
    return [(one, sources[one.key]) for one in ordered]

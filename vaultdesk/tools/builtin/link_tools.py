"""Link tools: `get_links` and `graph`, answered from the index.

Whether a link leads to a file that is not a note, and so not in the index, is determined by a walk over the vault's
names.
"""

import asyncio
from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, Self

from pydantic import Field, JsonValue, model_validator

from vaultdesk.chat.messages import Source
from vaultdesk.core.phrases import Phrase
from vaultdesk.index import link_graph
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.name_resolver import note_name, resolve_linked_note, resolve_note
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, Visibility
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames, attachment_names, may_be_attachment
from vaultdesk.vault.vault import Vault

MAX_SHOWN_SOURCES = 10
"""Maximum number of linking notes listed for one missing note; the count covers all."""

LinkDirection = Literal["both", "outgoing", "backlinks", "unresolved"]
GraphQuestion = Literal["neighbours", "orphans", "hubs", "path", "unresolved"]


class GetLinksParameters(Parameters):
    """Parameters of `get_links`."""

    path: str = Field(
        min_length=1, max_length=1000, description="The note's path from the vault's root; .md may be left out."
    )
    direction: LinkDirection = Field(
        default="both",
        description="outgoing: links from it, backlinks: links to it, unresolved: its broken links only, both: all of "
        "these.",
    )


class GetLinks(Tool[GetLinksParameters]):
    """The links of one note in both directions (vaultdesk/vault/README.md, "Links")."""

    name: ClassVar[str] = "get_links"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Look at links")
    purpose: ClassVar[Phrase] = Phrase(
        "gives the links of a note, and the lines in other notes that link to it, to the model."
    )
    description: ClassVar[str] = (
        "List the links of one note: where it links to, which notes link to it (with the line of text around each), "
        "and links that lead to no note. For more than one step, orphans, hubs or a path between two notes use graph."
    )
    brief: ClassVar[str] = "List the links and backlinks of a note."
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "direction": {
            "type": "string",
            "enum": ["both", "outgoing", "backlinks", "unresolved"],
            "description": "unresolved: broken links.",
        },
    }
    category: ClassVar[str] = "graph"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = GetLinksParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Projects/Boiler.md"},
        {"path": "Boiler", "direction": "backlinks"},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: GetLinksParameters, visibility: Visibility) -> ToolOutput:
        """Query the index. Notes not visible to *visibility* are neither targets nor sources."""
        path = (await resolve_note(arguments.path, self._vault, visibility, self._searcher)).text
        data: dict[str, JsonValue] = {"path": path}
        sources = [Source(path=path)]
        if arguments.direction != "backlinks":
            outgoing, unresolved = await self._outgoing(path, visibility)
            if arguments.direction != "unresolved":
                data["outgoing"] = outgoing
            if arguments.direction != "outgoing":
                data["unresolved"] = unresolved
        if arguments.direction in ("both", "backlinks"):
            data["backlinks"], backlink_sources = await self._backlinks(path, visibility)
            sources += backlink_sources
        return ToolOutput(data, tuple(sources), tuple(dict.fromkeys(source.path for source in sources)))

    def summary(self, arguments: GetLinksParameters) -> str:
        """Return the note's name."""
        return note_name(arguments.path)

    def action(self, arguments: GetLinksParameters) -> Phrase:
        """Return `Look at the links of “Boiler”`."""
        return Phrase("Look at the links of “{0}”", note_name(arguments.path))

    async def _outgoing(self, path: str, visibility: Visibility) -> tuple[list[JsonValue], list[JsonValue]]:
        links = await self._searcher.outgoing(path)
        targets = await self._searcher.read_note_table(lambda table: dict(Network(table, visibility.sees).links(path)))
        outgoing: list[JsonValue] = []
        unresolved: list[JsonValue] = []
        attachments: NoteNames | None = None
        for link in links:
            target = targets.get(link.target)
            row: dict[str, JsonValue] = {
                "link": f"{link.target}#{link.subpath}" if link.subpath else link.target,
                "line": link.line,
                "embed": link.embed,
            }
            if target is None and may_be_attachment(link.target):
                if attachments is None:
                    attachments = await asyncio.to_thread(attachment_names, self._vault.files, visibility.sees)
                target = link_resolution.resolve_link(link.target, path, attachments)
            if target is None:
                unresolved.append(row)
            else:
                outgoing.append({"path": target, **row})
        return outgoing, unresolved

    async def _backlinks(self, path: str, visibility: Visibility) -> tuple[list[JsonValue], list[Source]]:
        linking = await self._searcher.read_note_table(lambda table: Network(table, visibility.sees).linking(path))
        rows: list[JsonValue] = []
        sources: list[Source] = []
        for link in await self._searcher.lines_linking(linking):
            context = visibility.redact(link.path, link.context)
            rows.append({"path": link.path, "line": link.line, "context": context})
            sources.append(Source(path=link.path, characters=len(context), first_line=link.line, last_line=link.line))
        return rows, sources


class GraphParameters(Parameters):
    """Parameters of `graph`."""

    kind: GraphQuestion = Field(
        description=(
            "neighbours of a note; orphans: notes without any link; hubs: the most linked notes; path: the "
            "shortest path between two notes; unresolved: link targets that do not exist."
        )
    )
    path: str = Field(default="", max_length=1000, description="The note, for neighbours and path.")
    to: str = Field(default="", max_length=1000, description="The other note, for path.")
    depth: int = Field(default=1, ge=1, le=5, description="Steps from the note, for neighbours.")
    limit: int = Field(default=50, ge=1, le=500, description="The most notes to return, 1 to 500.")
    offset: int = Field(default=0, ge=0, description="Results to skip, for paging.")

    @model_validator(mode="after")
    def _has_its_notes(self) -> Self:
        if self.kind in ("neighbours", "path") and not self.path.strip():
            raise ValueError(f"have `path` with {self.kind}")
        if self.kind == "path" and not self.to.strip():
            raise ValueError("have `to` with path")
        return self


class Graph(Tool[GraphParameters]):
    """Queries to the link graph of the notes."""

    name: ClassVar[str] = "graph"
    path_parameters: ClassVar[tuple[str, ...]] = ("path", "to")
    display_name: ClassVar[Phrase] = Phrase("Look at the graph")
    purpose: ClassVar[Phrase] = Phrase("gives the names of notes and how they are linked to the model.")
    description: ClassVar[str] = (
        "Query how notes are linked: neighbours of a note up to five steps away, orphans, hubs, the shortest path "
        "between two notes, or links to notes that do not exist. Links count in both directions for neighbours and "
        "path. Returns names and numbers, no text."
    )
    brief: ClassVar[str] = "Query the link graph: neighbours, orphans, hubs, shortest path, unresolved links."
    category: ClassVar[str] = "graph"
    effect: ClassVar[Effect] = "read"
    result_is_whole: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = GraphParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"kind": "neighbours", "path": "Projects/Boiler.md", "depth": 2},
        {"kind": "path", "path": "Boiler", "to": "Budget"},
        {"kind": "orphans", "limit": 100},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: GraphParameters, visibility: Visibility) -> ToolOutput:
        """Query the table. Only what *visibility* sees is a note or a link."""
        attachments = NoteNames()
        if arguments.kind == "unresolved":
            attachments = await asyncio.to_thread(attachment_names, self._vault.files, visibility.sees)

        def read_table(table: NoteTable) -> tuple[dict[str, JsonValue], list[str]]:
            return _answer(arguments, Network(table, visibility.sees), attachments)

        data, paths = await self._searcher.read_note_table(read_table)
        unique = tuple(dict.fromkeys(paths))
        return ToolOutput(data, tuple(Source(path=path) for path in unique), unique)

    def summary(self, arguments: GraphParameters) -> str:
        """Return the kind of query and its notes."""
        names = [note_name(path) for path in (arguments.path, arguments.to) if path]
        return " ".join([arguments.kind, " to ".join(names)]).strip()

    def action(self, arguments: GraphParameters) -> Phrase:
        """Return the query as the beginning of a sentence."""
        match arguments.kind:
            case "neighbours":
                return Phrase("Look for notes linked with “{0}”", note_name(arguments.path))
            case "path":
                return Phrase(
                    "Look for the path from “{0}” to “{1}”", note_name(arguments.path), note_name(arguments.to)
                )
            case "orphans":
                return Phrase("Look for notes without links")
            case "hubs":
                return Phrase("Look for the most linked notes")
            case "unresolved":
                return Phrase("Look for links to notes that do not exist")


def _answer(
    arguments: GraphParameters, network: Network, attachments: NoteNames
) -> tuple[dict[str, JsonValue], list[str]]:
    """Return the data of one query and the notes it names; *attachments* are the files that are not notes."""
    page = slice(arguments.offset, arguments.offset + arguments.limit)
    match arguments.kind:
        case "neighbours":
            start = resolve_linked_note(arguments.path, network)
            neighbors = list(link_graph.neighbors(network, start, arguments.depth).items())
            rows: list[JsonValue] = [{"path": path, "distance": distance} for path, distance in neighbors[page]]
            return {"path": start, **_paged(rows, len(neighbors))}, [start, *(path for path, _ in neighbors[page])]
        case "path":
            start, end = resolve_linked_note(arguments.path, network), resolve_linked_note(arguments.to, network)
            route = link_graph.shortest_path(network, start, end)
            steps: list[JsonValue] = [*route]
            return {"path": start, "to": end, "way": steps, "found": bool(route), "steps": max(0, len(route) - 1)}, [
                start,
                end,
                *route,
            ]
        case "orphans":
            orphans = link_graph.orphans(network)
            return _paged([{"path": path} for path in orphans[page]], len(orphans)), orphans[page]
        case "hubs":
            count, hubs = link_graph.hubs(network, arguments.offset + arguments.limit)
            rows = [{"path": hub.path, "links_in": hub.links_in, "links_out": hub.links_out} for hub in hubs[page]]
            return _paged(rows, count), [hub.path for hub in hubs[page]]
        case "unresolved":
            missing = list(_without(link_graph.missing_targets(network), attachments))
            rows = [
                {"link": target, "count": len(sources), "linked_from": [*sources[:MAX_SHOWN_SOURCES]]}
                for target, sources in missing[page]
            ]
            return _paged(rows, len(missing)), [
                path for _, found in missing[page] for path in found[:MAX_SHOWN_SOURCES]
            ]


def _without(missing: Mapping[str, list[str]], attachments: NoteNames) -> Iterator[tuple[str, list[str]]]:
    """Yield the *missing* targets with their sources, except links that lead to one of *attachments*."""
    for target, sources in missing.items():
        if may_be_attachment(target):
            sources = [
                source for source in sources if link_resolution.resolve_link(target, source, attachments) is None
            ]
        if sources:
            yield target, sources


def _paged(rows: list[JsonValue], total: int) -> dict[str, JsonValue]:
    return {"results": rows, "total_found": total, "returned": len(rows)}

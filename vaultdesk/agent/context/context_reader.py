"""Reads context items from the vault (notes and parts of notes, folders, tags, selections and files), and tells
which of their notes would reach a destination."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from vaultdesk.agent.context.attached_file import MAX_ATTACHED_PDF_BYTES, as_image_part, attached_file_text
from vaultdesk.chat.attached_text import empty_attached_tag, truncate_with_notice, wrap_attached
from vaultdesk.chat.messages import ContextItem, ImagePart, Source, TextPart
from vaultdesk.core.errors import IndexFailed, UsageError, VaultDeskError, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase, counted
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.index.indexing.canvas_text import canvas_text
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.passage_search import PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.tools.builtin.read_tools import read_note_part
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.tools.runtime.policy import NotePrivacy, PrivacyStatus
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.vault import Vault

Attachment = ContextItem | ImagePart
"""What can be attached to a question."""

MAX_REASONS = 3
"""Maximum number of rules named for one attachment; the notes of a folder may be private by many rules."""


class ContextReach(Struct, frozen=True):
    """How many notes of an attachment a destination receives."""

    notes: int = 0
    """Number of its notes; 0 if they were not counted."""
    withheld: int = 0
    """Number of notes that a rule withholds from the destination."""
    asked: int = 0
    """Number of notes that the user is asked about first."""
    reasons: tuple[Phrase, ...] = ()
    """What makes them private: `in Personal`, `tagged #private`."""

    @property
    def is_withheld(self) -> bool:
        """Whether nothing of it is sent."""
        return 0 < self.notes <= self.withheld

    @property
    def is_private(self) -> bool:
        """Whether some of it is withheld or asked about."""
        return bool(self.withheld or self.asked)


def combined_reach(notes: Iterable[tuple[PrivacyStatus, Phrase]]) -> ContextReach:
    """Return the reach of an attachment of *notes*, each with its status and what makes it private."""
    statuses = tuple(notes)
    closed = [reason for status, reason in statuses if status == "closed"]
    asked = [reason for status, reason in statuses if status == "ask"]
    reasons = tuple(dict.fromkeys(filter(None, closed or asked)))[:MAX_REASONS]
    return ContextReach(len(statuses), len(closed), len(asked), reasons)


def known_reach(paths: Iterable[str], privacy: NotePrivacy, destination: Destination) -> ContextReach:
    """Return the reach of the notes at *paths* from what the index knows, without reading them."""

    def status_of(path: str) -> tuple[PrivacyStatus, Phrase]:
        status = privacy.status(path, destination)
        return status, privacy.reason(path) if status != "open" else NO_PHRASE

    return combined_reach(map(status_of, paths))


async def current_reach(paths: Iterable[str], privacy: NotePrivacy, destination: Destination) -> ContextReach:
    """Return the reach of the notes at *paths* from the current contents of their files."""
    statuses: list[tuple[PrivacyStatus, Phrase]] = []
    for path in paths:
        status = await privacy.current_status(path, destination)
        statuses.append((status, privacy.reason(path) if status != "open" else NO_PHRASE))
    return combined_reach(statuses)


def offered_reach(item: ContextItem, rules: PrivacyRules, destination: Destination) -> ContextReach:
    """Return the reach of *item* while it is only offered, from what the index knows of its notes. Does not block.

    The notes of a folder or tag are not counted unless a rule withholds all of them.
    """
    match item.kind:
        case "folder":
            private = rules.private_in_folder(item.target, destination)
            all_closed = rules.is_folder_closed(item.target, destination)
        case "tag":
            private = rules.private_with_tag(item.target, destination)
            all_closed = rules.is_tag_closed(item.target, destination)
        case _:
            name = item.target.partition("#")[0]
            path = rules.path_of(name) or (name if name.endswith(NOTE_SUFFIX) else f"{name}{NOTE_SUFFIX}")
            return known_reach((path,), rules.note_privacy, destination)
    reach = combined_reach(private)
    return reach if all_closed else replace(reach, notes=0)


MAX_EXCERPT_CHARACTERS = 60_000
"""Maximum number of characters of one piece, the same as of a tool result."""

MAX_CONTEXT_CHARACTERS = 200_000
"""Maximum number of characters of all context of one question: about 50,000 tokens."""

MIN_EXCERPT_CHARACTERS = 500
"""Number of characters below which a truncated piece is left out, because its beginning alone is not useful."""

MAX_CONTEXT_IMAGES = 10
"""Maximum number of images of notes for one question."""


class ContextExcerpt(Struct, frozen=True):
    """One piece of context of a question."""

    text: str = ""
    path: str = ""
    """The note of the text, for the privacy rules and the ledger."""
    kind: str = "note"
    """The kind stated to the model: note, file, selection, page."""
    name: str = ""
    """The name stated to the model."""
    part: str = ""
    """Heading or `^id` of the part of the note; empty for the whole note."""
    heading: str = ""
    first_line: int = 0
    last_line: int = 0
    picture: ImagePart | None = None
    problem: Phrase = NO_PHRASE
    """Why there is no text, as a sentence for users and models."""
    notice: Phrase = NO_PHRASE
    """A notice for the user, although the text is there."""

    @property
    def source(self) -> Source:
        """The origin of the text; the privacy gate decides by it."""
        return Source(
            path=self.path,
            heading=self.heading,
            characters=len(self.text),
            first_line=self.first_line,
            last_line=self.last_line,
        )

    def as_part(self, max_characters: int) -> TextPart | ImagePart | None:
        """Return it as a message part with at most about *max_characters* of text; None for a mere notice."""
        if self.picture is not None:
            return self.picture
        if self.problem:
            # If the note is known, its privacy also applies to the error text about it.
            sources = (self.source,) if self.path else ()
            return TextPart(text=empty_attached_tag(link=self.name, problem=self.problem), sources=sources)
        if not self.path:
            return None
        if len(self.text) > max_characters and max_characters < MIN_EXCERPT_CHARACTERS:
            return TextPart(
                text=empty_attached_tag(left=self.name, problem="There was no space for it."), sources=(self.source,)
            )
        lines = f"{self.first_line}-{self.last_line}" if self.part and self.first_line else ""
        text = wrap_attached(
            truncate_with_notice(self.text, max_characters), **{self.kind: self.name}, part=self.part, lines=lines
        )
        return TextPart(text=text, sources=(self.source,))


class AttachedContext(Struct, frozen=True):
    """All context of one question."""

    parts: tuple[TextPart | ImagePart, ...] = ()
    notices: tuple[Phrase, ...] = ()
    """Notices for the user: broken links, truncated text."""


def attach_excerpts(excerpts: Iterable[ContextExcerpt]) -> AttachedContext:
    """Return *excerpts* as message parts without duplicates, together within the limits."""
    known: set[tuple[str, str, str]] = set()
    parts: list[TextPart | ImagePart] = []
    notices: list[Phrase] = []
    remaining, truncated_names, pictures = MAX_CONTEXT_CHARACTERS, list[str](), 0
    for excerpt in excerpts:
        key = (excerpt.path or excerpt.name, excerpt.part, excerpt.kind)
        whole_key = (key[0], "", excerpt.kind)
        if excerpt.kind != "selection" and (key in known or (whole_key in known and not excerpt.problem)):
            continue
        known.add(key)
        if excerpt.picture is not None:
            pictures += 1
            if pictures > MAX_CONTEXT_IMAGES:
                truncated_names.append(excerpt.name)
                continue
        max_characters = min(MAX_EXCERPT_CHARACTERS, remaining)
        part = excerpt.as_part(max_characters)
        parts += [] if part is None else [part]
        notices += [sentence for sentence in (excerpt.problem, excerpt.notice) if sentence]
        if len(excerpt.text) > max_characters:
            truncated_names.append(excerpt.name)
        remaining -= min(len(excerpt.text), max_characters)
    if truncated_names:
        names = ", ".join(dict.fromkeys(truncated_names))
        notices.append(Phrase("Too long to be sent completely: {0}. The model is told.", names))
    return AttachedContext(tuple(parts), tuple(dict.fromkeys(notices)))


# Only names are read; hidden folders and files outside the vault are never found (vault/note_path.py).

MAX_WALKED_FILES = 200_000
"""Maximum number of files visited to find an attachment that is named without its folder."""


class ContextFileFinder:
    """Finds files of one vault by link paths."""

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def find(self, linkpath: str, source: str = "") -> NotePath | None:
        """Return the file that *linkpath* refers to in the note *source*; None if there is none."""
        try:
            found = await self._searcher.resolve(linkpath, source)
        except IndexFailed:
            found = None  # A path works without the index.
        if found is not None:
            return await self._existing(found)
        for candidate in self._candidate_paths(linkpath, source):
            existing = await self._existing(candidate)
            if existing is not None:
                return existing
        return await self._attachment(linkpath)

    def _candidate_paths(self, linkpath: str, source: str) -> Iterator[str]:
        """Yield candidate paths: as written, beside the note, in the attachment folder (vaultdesk/vault/README.md,
        "Obsidian's settings").
        """
        folder = source.rpartition("/")[0]
        sibling_prefix = f"{folder}/" if folder else ""
        setting = self._vault.settings.attachment_folder
        attachment_prefix = (
            f"{sibling_prefix}{setting[2:]}/"
            if setting.startswith("./") and len(setting) > 2
            else f"{setting.strip('./')}/"
        )
        for candidate in (linkpath, sibling_prefix + linkpath, attachment_prefix.lstrip("/") + linkpath):
            yield candidate
            yield f"{candidate}{NOTE_SUFFIX}"

    async def _existing(self, text: str) -> NotePath | None:
        try:
            return await self._vault.find(NotePath.parse(text))
        except VaultError:
            return None  # A path that may not be named does not exist.

    async def _attachment(self, name: str) -> NotePath | None:
        """Return the file of that name in any folder, as Obsidian embeds images; the shortest path first."""
        try:
            requested = NotePath.parse(name)
        except VaultError:
            return None
        if requested.is_note or not requested.suffix or "/" in name:
            return None
        key = same_name_key(name)

        def read_matches() -> list[NotePath]:
            walk = self._vault.files.walk(suffixes=(requested.suffix,))
            paths = (state.path for _, state in zip(range(MAX_WALKED_FILES), walk, strict=False))
            return [path for path in paths if same_name_key(path.file_name) == key]

        try:
            matches = await run_in_thread(read_matches)
        except VaultError:
            return None
        return min(matches, key=lambda path: (path.text.count("/"), len(path.text), path.text), default=None)


# The notes most relevant to the question come first, then the most recently changed. Notes that the vault excludes, or
# that a privacy rule withholds from the destination, are not offered.

MAX_SELECTED_NOTES = 30
"""Maximum number of notes of one folder or tag: more than that a model does not read carefully."""

MAX_SELECTED_BYTES = 120_000
"""Maximum number of bytes of them all: about 30,000 tokens."""

MAX_QUERY_CHARACTERS = 1_000
"""Maximum number of characters of the question used for ranking."""

SELECTION_PASSAGES = 60
"""Number of passages requested; several may be of one note."""


class ContextSelection(Struct, frozen=True):
    """The notes selected from a folder or tag."""

    paths: tuple[str, ...]
    left_out: int = 0
    """Number of notes left out because of the limits."""
    private: int = 0
    """Number of notes that a privacy rule withholds from the destination."""

    def notice(self, name: str) -> Phrase:
        """Return the notice for the model; empty if no note is left out."""
        if self.left_out:
            return counted(
                len(self.paths),
                "{0} note of {1} was sent with the question; {2} more were left out.",
                "{0} notes of {1} were sent with the question; {2} more were left out.",
                name,
                Number(self.left_out),
            )
        if self.paths:
            return NO_PHRASE
        return Phrase(
            "No note of {0} was sent with the question." if self.private else "There are no notes in {0}.", name
        )

    def private_notice(self, name: str) -> Phrase:
        """Return the notice that is for the user only."""
        if not self.private:
            return NO_PHRASE
        return counted(
            self.private,
            "{0} private note of {1} stayed on this computer.",
            "{0} private notes of {1} stayed on this computer.",
            name,
        )


class ContextSelector:
    """Selects among the notes of one vault."""

    def __init__(self, searcher: Searcher, passages: PassageSearch, privacy: NotePrivacy) -> None:
        self._searcher = searcher
        self._passages = passages
        self._privacy = privacy

    async def choose(self, by_tag: bool, target: str, question: str, destination: Destination) -> ContextSelection:
        """Return the notes of the folder *target*, or with that tag. Raises `IndexFailed`."""
        found = await self._candidates(by_tag, target)
        allowed = [facts for facts in found if self._privacy.status(facts.path, destination) != "closed"]
        selected = _matching_notes(sorted(allowed, key=lambda facts: facts.path_key))
        if len(selected) < len(allowed):
            selected = _matching_notes(await self._by_relevance(allowed, question))
        paths = tuple(facts.path for facts in selected)
        return ContextSelection(paths, len(allowed) - len(paths), len(found) - len(allowed))

    async def reach(self, by_tag: bool, target: str, destination: Destination) -> ContextReach:
        """Return how many of the notes of the folder *target*, or with that tag, a destination gets.

        Raises `IndexFailed`.
        """
        found = await self._candidates(by_tag, target)
        return known_reach((facts.path for facts in found), self._privacy, destination)

    async def _candidates(self, by_tag: bool, target: str) -> list[NoteFacts]:
        is_candidate = _with_tag(target) if by_tag else _in_folder(target)

        def read_table(table: NoteTable) -> list[NoteFacts]:
            with_chats = not by_tag and table.is_chat_folder(target)
            known = table.all_facts() if with_chats else table.facts
            return [facts for facts in known.values() if not facts.excluded and is_candidate(facts)]

        return await self._searcher.read_note_table(read_table)

    async def _by_relevance(self, notes: Sequence[NoteFacts], question: str) -> list[NoteFacts]:
        """Return *notes* ordered by relevance to *question*."""
        by_path = {facts.path: facts for facts in notes}
        newest = sorted(notes, key=lambda facts: -facts.modified_ns)
        query = question.strip()[:MAX_QUERY_CHARACTERS]
        if not query:
            return newest
        passage_query = PassageQuery(query, limit=SELECTION_PASSAGES, may_leave_computer=True)
        found = await self._passages.find(passage_query, by_path.__contains__)
        matching_paths = (passage.path for passage in found)
        return [by_path[path] for path in dict.fromkeys((*matching_paths, *(facts.path for facts in newest)))]


def _matching_notes(notes: Sequence[NoteFacts]) -> list[NoteFacts]:
    """Return the first of *notes* that fit the limits."""
    selected: list[NoteFacts] = []
    remaining = MAX_SELECTED_BYTES
    for facts in notes[:MAX_SELECTED_NOTES]:
        remaining -= facts.size
        if remaining < 0 and selected:
            break
        selected.append(facts)
    return selected


def _in_folder(folder: str) -> Callable[[NoteFacts], bool]:
    parts = folder_parts(folder.strip("/"))
    return lambda facts: parts is not None and is_in_folder(facts.path, parts)


def _with_tag(tag: str) -> Callable[[NoteFacts], bool]:
    key = same_name_key(tag.removeprefix("#").strip("/"))
    return lambda facts: any(other == key or other.startswith(f"{key}/") for other in facts.tag_keys)


# Reads what the user attached. Private notes are left to the privacy gate, which knows them by their source; notes of a
# folder that are withheld from the model's host are not read at all. Comments are removed from whole notes, as in tool
# results.

MAX_SHOWN_NAME = 120
"""Maximum number of characters of a link in a message."""

_PAGE = re.compile(r"page=([1-9][0-9]{0,5})(?!\d)")
"""The page of a PDF that a link names (vaultdesk/vault/README.md, "Links")."""

_FORBIDDEN_IN_SOURCE_NAMES = re.compile(r"[^\w .()+,&@=-]")


class ContextRequest(Struct, frozen=True):
    """What a context item is looked up for."""

    question: str
    """The question; the notes of a folder are ranked by it."""
    destination: Destination
    """The destination of the text."""
    active: str = ""
    """The open note."""


class ContextReader:
    """Reads the context of questions from one vault."""

    def __init__(
        self, vault: Vault, file_finder: ContextFileFinder, selector: ContextSelector, privacy: NotePrivacy
    ) -> None:
        self._vault = vault
        self._file_finder = file_finder
        self._selector = selector
        self._privacy = privacy

    async def read(self, item: ContextItem, request: ContextRequest) -> Sequence[ContextExcerpt]:
        """Return the current text of *item*. What cannot be read becomes a problem; no I/O error is raised."""
        try:
            match item.kind:
                case "note" | "active":
                    return (await self._read_link(item.target, request),) if item.target else ()
                case "folder" | "tag":
                    return await self._read_notes(item, request)
                case "selection":
                    return (await self._read_selection(item),)
                case "file" | "web":
                    return (await self._read_file(item, request),)
        except VaultDeskError as error:
            return (ContextExcerpt(name=item.target, problem=error.message),)

    async def reach(self, item: ContextItem, request: ContextRequest) -> ContextReach:
        """Return how much of *item* the destination of *request* receives. Raises no I/O error."""
        try:
            if item.kind in ("folder", "tag"):
                return await self._selector.reach(item.kind == "tag", item.target, request.destination)
            path = await self._path_of(item, request.active)
        except VaultDeskError:
            return ContextReach()  # The problem is reported with the size.
        return await self.reach_of([path] if path else [], request.destination)

    async def reach_of(self, paths: Sequence[str], destination: Destination) -> ContextReach:
        """Return how many of the files at *paths* a destination receives. Raises nothing."""
        return await current_reach(paths, self._privacy, destination)

    async def _path_of(self, item: ContextItem, active: str) -> str:
        """Return the path that the privacy rules use for the text of *item*; empty if there is no such file."""
        if item.kind in ("file", "web") and (item.text or item.kind == "web"):
            return _outside_source_name(item.target)
        linkpath = item.target.partition("#")[0].strip()
        source = "" if item.kind == "selection" else active
        path = await self._file_finder.find(linkpath, source) if linkpath else None
        if path is None and item.kind == "selection":
            return _outside_source_name(item.target or "selection")
        return path.text if path is not None else ""

    async def _read_link(self, target: str, request: ContextRequest) -> ContextExcerpt:
        linkpath, _, part = target.partition("#")
        path = await self._file_finder.find(linkpath.strip(), request.active) if linkpath.strip() else None
        if path is None:
            shown = sanitize_line(target, MAX_SHOWN_NAME)
            return ContextExcerpt(
                name=target, part=part, problem=Phrase("There is no note or file “{0}” in the vault.", shown)
            )
        try:
            if path.is_note:
                return await self.read_note(path, part.strip(), request.destination)
            return await self._read_vault_file(path, part.strip())
        except (VaultError, UsageError) as error:
            return ContextExcerpt(name=target, path=path.text, part=part, problem=error.message)

    async def read_note(self, path: NotePath, part: str, destination: Destination) -> ContextExcerpt:
        """Return the note at *path*, or its *part*: a heading, or `^id`. Raises `VaultError`."""
        # Imports all formats of chats.
        from vaultdesk.chat.chat_text import chat_message_text, without_blank_runs

        read = await self._vault.read(path)

        def read_part() -> ContextExcerpt:
            # Withheld text is removed from the whole note first, so that no part can contain it.
            text = self._privacy.redact(path.text, read.text, destination)
            chat_text = chat_message_text(text)
            note = parse_note(path, text if chat_text is None else chat_text)
            try:
                excerpt = read_note_part(note, part, True, 0)
            except ToolFailure:
                note_name, part_name = sanitize_line(path.name, MAX_SHOWN_NAME), sanitize_line(part, MAX_SHOWN_NAME)
                problem = (
                    Phrase("The note “{0}” has no block “{1}”.", note_name, part_name)
                    if part.startswith("^")
                    else Phrase("The note “{0}” has no heading “{1}”.", note_name, part_name)
                )
                return ContextExcerpt(name=f"{path.text}#{part}", path=path.text, part=part, problem=problem)
            return ContextExcerpt(
                text=excerpt.text.rstrip("\n") if chat_text is None else without_blank_runs(excerpt.text),
                path=path.text,
                name=path.text,
                part=part,
                heading=excerpt.heading,
                first_line=excerpt.first_line,
                last_line=excerpt.last_line,
            )

        return await run_in_thread(read_part)

    async def _read_notes(self, item: ContextItem, request: ContextRequest) -> Sequence[ContextExcerpt]:
        name = f"#{item.target}" if item.kind == "tag" else item.target or "/"
        selection = await self._selector.choose(item.kind == "tag", item.target, request.question, request.destination)
        excerpts: list[ContextExcerpt] = []
        for path in selection.paths:
            try:
                excerpts.append(await self.read_note(NotePath.parse(path), "", request.destination))
            except VaultDeskError as error:
                excerpts.append(ContextExcerpt(name=path, problem=error.message))
        notice, private_notice = selection.notice(name), selection.private_notice(name)
        return (
            (*excerpts, ContextExcerpt(name=name, kind="list", problem=notice, notice=private_notice))
            if notice or private_notice
            else excerpts
        )

    async def _read_selection(self, item: ContextItem) -> ContextExcerpt:
        path = await self._file_finder.find(item.target.partition("#")[0]) if item.target else None
        source_path = path.text if path is not None else _outside_source_name(item.target or "selection")
        return ContextExcerpt(
            text=item.text, path=source_path, kind="selection", name=path.text if path else item.target or "text"
        )

    async def _read_file(self, item: ContextItem, request: ContextRequest) -> ContextExcerpt:
        kind = "page" if item.kind == "web" else "file"
        if item.text:
            return ContextExcerpt(text=item.text, path=_outside_source_name(item.target), kind=kind, name=item.target)
        if item.kind == "web":
            return ContextExcerpt(
                name=item.target,
                problem=Phrase("The page {0} was not fetched.", sanitize_line(item.target, MAX_SHOWN_NAME)),
            )
        return await self._read_link(item.target, request)

    async def _read_vault_file(self, path: NotePath, part: str) -> ContextExcerpt:
        page = _PAGE.match(part)

        def read() -> ContextExcerpt:
            data = self._vault.files.read(path, MAX_ATTACHED_PDF_BYTES).data
            picture = as_image_part(path.text, data)
            if picture is not None:
                shown = picture.model_copy(update={"sources": (Source(path=path.text),)})
                return ContextExcerpt(path=path.text, kind="file", name=path.text, picture=shown)
            text = attached_file_text(path.file_name, data, int(page[1]) if page else 0)
            if path.suffix == ".canvas":
                canvas = canvas_text(text)
                if canvas.problem:
                    raise UsageError(
                        Phrase("“{0}” cannot be read", sanitize_line(path.text, MAX_SHOWN_NAME)), hint=canvas.problem
                    )
                text = canvas.body
            return ContextExcerpt(text=text, path=path.text, kind="file", name=path.text, part=page[0] if page else "")

        return await run_in_thread(read)


def _outside_source_name(name: str) -> str:
    """Return the source name of text from outside the vault: a file name that no note can have.

    A rule on the whole vault applies to it, and the ledger records it.
    """
    base_name = (
        _FORBIDDEN_IN_SOURCE_NAMES.sub("_", name.rpartition("/")[2])
        .strip(" .")[:MAX_SHOWN_NAME]
        .removesuffix(NOTE_SUFFIX)
    )
    return f"{base_name.strip(' .') or 'text'} (from outside)"

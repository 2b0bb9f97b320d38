"""Embedded notes and files shown inside a note, bounded in depth and size.

Reads only from the vault. A note that embeds itself is shown once, then as a link.
"""

import asyncio
from textwrap import dedent

from msgspec import Struct
from PySide6.QtCore import QObject

from vaultdesk.core.errors import IndexFailed, VaultError
from vaultdesk.core.values import replace
from vaultdesk.index.search.backlinks import resolve_all_in_index
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.editor.attachments import AttachmentNames
from vaultdesk.ui.formatting import format_file_size
from vaultdesk.ui.notes.link_navigation import PDF_PAGE, attachment_kind_of, find_attachment, is_attachment
from vaultdesk.ui.rendering.planner import (
    Embed,
    box_count,
    embed_elements,
    has_embeds,
    map_runs,
    plan_of,
    split_at_embeds,
)
from vaultdesk.ui.rendering.render_plan import (
    RenderElement,
    RenderPlan,
    TextBlock,
    TextRun,
    TextStyle,
    comparable_letters,
    note_href,
    note_target,
    plan_link_targets,
)
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.link_resolution import join_link_path
from vaultdesk.vault.markdown.sections import find_block, find_sections
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault

MAX_EMBEDS = 40
"""Maximum number of embeds shown in one note, including nested ones; the rest are shown as links."""

MAX_DEPTH = 4
"""Maximum nesting depth of embedded notes."""

MAX_EMBED_LENGTH = 20_000
"""Maximum number of characters of one embed, about eight pages."""

MAX_TOTAL_LENGTH = 100_000
"""Maximum number of characters of all embeds of one note: Qt takes noticeable time to lay out more
(vaultdesk/ui/rendering/README.md, "Large notes").
"""

MAX_NOTE_BYTES = 2_000_000
"""Maximum number of bytes of a note from which a part is extracted: more would takes a second."""


class _EmbeddedPart(Struct, frozen=True):
    """The shown part of an embedded note."""

    plan: RenderPlan
    cut: bool = False
    missing: bool = False
    """Whether the note has no such heading or block."""


_Chain = tuple[tuple[str, str], ...]
"""The nested notes, outermost first, each with its shown part."""


class _Allowance(Struct):
    """Remaining limits of embeds for one note."""

    embeds: int = MAX_EMBEDS
    characters: int = MAX_TOTAL_LENGTH

    def take(self) -> bool:
        """Count one more embed and return whether it is within the limits."""
        self.embeds -= 1
        return self.embeds >= 0 and self.characters > 0


class Embeds(QObject):
    """Inserts embedded content into the render plans of one reader."""

    def __init__(
        self, vault: Vault, searcher: Searcher, files: AttachmentNames | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._vault, self._searcher = vault, searcher
        self._files = files or AttachmentNames(vault)
        self._paths: dict[tuple[str, str], str | None] = {}
        """Resolved files by note and name; cached because resolving may search the whole vault."""
        self._parts: dict[tuple[str, str, str], tuple[FileState, _EmbeddedPart]] = {}
        """Parts by embedded note, part and embedding note, with the state of the file, which is compared before
        reuse.
        """

    def forget(self) -> None:
        """Resolve files and read notes again from now on."""
        self._paths.clear()
        self._parts.clear()
        self._files.forget()

    async def with_embeds(self, path: NotePath, plan: RenderPlan) -> RenderPlan:
        """Return *plan* of the note at *path* with its embeds inserted."""
        if not has_embeds(plan):
            return plan
        return await self._with_embeds(plan, path.text, ((path.text, ""),), _Allowance())

    async def _with_embeds(self, plan: RenderPlan, source: str, chain: _Chain, allowance: _Allowance) -> RenderPlan:
        elements: list[RenderElement] = []
        next_box = box_count(plan)
        for element in plan:
            for part in split_at_embeds(element):
                if isinstance(part, Embed):
                    embedded = await self._embed(part, source, chain, allowance, next_box)
                    elements += embedded
                    next_box = max(next_box, box_count(embedded))
                else:
                    elements.append(part)
        return tuple(elements)

    async def _embed(
        self, embed: Embed, source: str, chain: _Chain, allowance: _Allowance, next_box: int
    ) -> RenderPlan:
        """Return the plan that replaces *embed*; its boxes are numbered from *next_box* on."""
        name, _, part = note_target(embed.run.href).partition("#")
        path = await self._find(name.strip(), source) if allowance.take() else None
        if path is None:
            return (embed.line,)
        if not path.lower().endswith(NOTE_SUFFIX):
            return await self._card(embed, path, part, next_box)
        key = (path, comparable_letters(part))
        if key in chain or len(chain) > MAX_DEPTH:
            return (embed.line,)
        host = chain[0][0]
        embedded = await asyncio.to_thread(self._read, path, part.strip(), host)
        if embedded is None:
            return (embed.line,)
        allowance.characters -= sum(len(element.text) for element in embedded.plan)
        linked = await self._linked_from(host, embedded.plan, path)
        inner = await self._with_embeds(linked, path, (*chain, key), allowance)
        return embed_elements(
            embed, "link", _title(embed.run.text, path), (*inner, *self._remark(embedded, embed)), next_box
        )

    async def _linked_from(self, host: str, plan: RenderPlan, source: str) -> RenderPlan:
        """Return *plan* of the note *source* with links rewritten so that they resolve the same in the note *host*."""
        names = {note_target(href).partition("#")[0].strip() for href in plan_link_targets(plan)} - {""}
        if not names or _folder(source) == _folder(host):
            return plan
        try:
            targets = await self._searcher.read_index(resolve_all_in_index, names, source)
            host_targets = await self._searcher.read_index(resolve_all_in_index, names, host)
        except IndexFailed:
            return plan
        for name in names:
            if targets[name] is None and is_attachment(name):
                targets[name] = await self._files.resolve(name, source)
                host_targets[name] = await self._files.resolve(name, host)
            if targets[name] is None and name.startswith("."):
                # No file exists: a note created from the link must get the same path.
                targets[name] = join_link_path(_folder(source), name) or None
        moved = {
            name: path.removesuffix(NOTE_SUFFIX)
            for name, path in targets.items()
            if path and path != host_targets[name]
        }

        def relinked(run: TextRun) -> TextRun:
            name, hash_sign, part = note_target(run.href).partition("#")
            path = moved.get(name.strip())
            return run if path is None else replace(run, href=note_href(f"{path}{hash_sign}{part}"))

        return map_runs(plan, relinked)

    async def _find(self, name: str, source: str) -> str | None:
        if not name:
            return source
        try:
            found = await self._searcher.resolve(name, source)
        except IndexFailed:
            return None  # The status bar shows the error; until the index works again, embeds are shown as links.
        if found is None and is_attachment(name):
            if (name, source) not in self._paths:
                self._paths[name, source] = await asyncio.to_thread(find_attachment, self._vault, source, name)
            found = self._paths[name, source]
        return found

    def _remark(self, embedded: _EmbeddedPart, embed: Embed) -> RenderPlan:
        """Return the remark for a part that is missing or cut off."""
        if embedded.missing:
            return (
                TextBlock("paragraph", (TextRun(self.tr("The note has no such heading or block."), TextStyle.MUTED),)),
            )
        if embedded.cut:
            text = self.tr("Open the note to read more")
            return (TextBlock("paragraph", (replace(embed.run, text=text, embed=False),)),)
        return ()

    def _read(self, source: str, part: str, host: str) -> _EmbeddedPart | None:
        """Return the shown part of the note *source*; None if it cannot be read. Blocks on the disk."""
        try:
            path = NotePath.parse(source)
            state = self._vault.files.state(path)
            cached = self._parts.get((source, part, host))
            if cached is not None and cached[0] == state:
                return cached[1]
            text = self._vault.files.read_text(path, MAX_NOTE_BYTES).text
        except VaultError:
            return None
        embedded = self._part_of(path, text, part, host)
        self._parts[source, part, host] = (state, embedded)
        return embedded

    def _part_of(self, path: NotePath, text: str, part: str, host: str) -> _EmbeddedPart:
        start, end = _part_range(text, part)
        if start < 0:
            return _EmbeddedPart((), missing=True)
        shown = dedent(text[start:end]) if part.startswith("^") else text[start:end]  # A list item may be nested.
        cut = len(shown) > MAX_EMBED_LENGTH
        if cut:
            shown = shown[: shown.rfind("\n", 0, MAX_EMBED_LENGTH) + 1 or MAX_EMBED_LENGTH]
        plan = plan_of(shown)
        if not part and plan and isinstance(plan[0], TextBlock) and plan[0].kind == "h1":
            plan = plan[1:] if comparable_letters(plan[0].text) == comparable_letters(path.name) else plan
        return _EmbeddedPart(map_runs(plan, lambda run: self._relative_to_host(run, path.text, host)), cut)

    def _relative_to_host(self, run: TextRun, source: str, host: str) -> TextRun:
        """Return *run*, a link or image of the note *source*, rewritten to resolve the same in the note *host*."""
        target = note_target(run.href)
        if target.startswith("#"):
            return replace(run, href=note_href(source.removesuffix(NOTE_SUFFIX) + target))
        folder = _folder(source)
        if run.image and folder and folder != _folder(host):
            try:
                sibling = self._vault.files.find(NotePath.parse(f"{folder}/{run.image}"))
            except VaultError:
                return run
            return replace(run, image=sibling.text) if sibling is not None else run
        return run

    async def _card(self, embed: Embed, path: str, part: str, next_box: int) -> RenderPlan:
        """Return a card for a file that is not a note: its name, type and size, and a link to it."""
        try:
            state = await asyncio.to_thread(self._vault.files.state, NotePath.parse(path))
        except VaultError:
            return (embed.line,)
        run = replace(embed.run, href=note_href(path + (f"#{part}" if part else "")), embed=False)
        facts = [self._kind(path), format_file_size(state.size)]
        if page := PDF_PAGE.search(part):
            facts.insert(1, self.tr("page {number}").format(number=page[1]))
        facts_run = TextRun(" · ".join(facts) + " · ", TextStyle.MUTED)
        details = TextBlock("paragraph", (facts_run, replace(run, text=self.tr("Open"))))
        label = embed.run.text
        title = printable(path.rpartition("/")[2]) if _is_path_of(label.partition(" › ")[0], path) else label
        line = replace(embed.line, runs=(run,))
        return embed_elements(Embed(run, line), _icon(path), title, (details,), next_box)

    def _kind(self, path: str) -> str:
        match attachment_kind_of(path):
            case "picture":
                return self.tr("Picture")
            case "sound":
                return self.tr("Sound")
            case "video":
                return self.tr("Video")
            case _:
                suffix = path.rpartition(".")[2]
                names = {"pdf": self.tr("PDF"), "canvas": self.tr("Canvas"), "base": self.tr("Base")}
                return names.get(suffix.lower()) or self.tr("{ending} file").format(ending=printable(suffix.upper()))


def _icon(path: str) -> str:
    icons = {"sound": "play", "video": "play", "picture": "image"}
    suffix_icons = {"canvas": "canvas", "base": "table"}
    return suffix_icons.get(path.rpartition(".")[2].lower()) or icons.get(attachment_kind_of(path), "file")


def _title(label: str, path: str) -> str:
    """Return the title of an embed with the link text *label*, without folders and block ids."""
    shown = label.partition(" › ^")[0]
    if not shown or shown.startswith("^"):
        return printable(path.rpartition("/")[2].removesuffix(NOTE_SUFFIX))
    name, between, part = shown.partition(" › ")
    if not _is_path_of(name, path):
        return shown
    name = name.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
    # A note's first heading often repeats its name.
    return name if comparable_letters(part) == comparable_letters(name) else f"{name}{between}{part}"


def _is_path_of(label: str, path: str) -> bool:
    """Return whether *label* are just the path of the file *path* or its end, not an alias."""
    key = same_name_key(label.replace("../", "").removeprefix("./"))
    file_key = f"/{same_name_key(path)}"
    return file_key.removesuffix(NOTE_SUFFIX).endswith(f"/{key}") or file_key.endswith(f"/{key}")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _part_range(text: str, part: str) -> tuple[int, int]:
    """Return start and end of *part* in a note's *text*, without its heading; (-1, -1) if it has none."""
    if not part:
        return read_frontmatter(text).body_start, len(text)
    if part.startswith("^"):
        return find_block(text, part) or (-1, -1)
    sections = find_sections(text, part)
    return (sections[0].body_start, sections[0].end) if sections else (-1, -1)

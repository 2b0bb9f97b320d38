"""Reading view of a note: rendered text with properties, embeds, images and task check boxes."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from io import StringIO
from itertools import islice

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QMouseEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import IndexFailed, NoteConflict, NoteUnreadable, VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.search.backlinks import resolve_all_in_index
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.editor.attachments import AttachmentNames
from vaultdesk.ui.editor.note_editor import MAX_EDITABLE_LINE
from vaultdesk.ui.notes.embeds import Embeds
from vaultdesk.ui.notes.link_navigation import attachment_candidates, is_attachment
from vaultdesk.ui.notes.note_header import NoteHeader
from vaultdesk.ui.rendering.drawing_process import drawing_processes, unreadable_picture
from vaultdesk.ui.rendering.markdown_parser import is_app_address, is_web_address, parse
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.picture import is_cheap_raster, is_drawable, raster_format, read_raster
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import (
    RenderPlan,
    TextBlock,
    comparable_letters,
    find_passage,
    find_target_element,
    is_embedded_element,
    note_target,
    plan_images,
    plan_line_count,
    plan_link_targets,
    section_elements,
)
from vaultdesk.ui.translation import translate
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

_BOX = re.compile(r"(?P<before>[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+\[)(?P<sign>[^\n])(?=\])")


def task_line(text: str, number: int, limit: int) -> int | None:
    """Return the line, from 0, of task *number* among those shown of *text*; None if there is none.

    The first *limit* characters of the note are searched. Slow for long notes: call it in a thread.
    """
    start = read_frontmatter(text).body_start
    body = text[start : start + limit]
    lines = [
        token.map[0] for token in parse(body) if token.type == "list_item_open" and token.meta.get("task") and token.map
    ]
    if not 0 <= number < len(lines):
        return None
    line = text.count("\n", 0, start) + lines[number]
    note_lines = text.split("\n")
    return line if line < len(note_lines) and _BOX.match(note_lines[line]) else None


def with_box_toggled(text: str, line: int, old_line: str) -> str:
    """Return *text* with the box on *line* ticked, or cleared if it contained any character (vaultdesk/vault/README.md,
    "Markdown the parser leaves alone").

    Raises `NoteConflict` if the line differs from *old_line*.
    """
    lines = text.split("\n")
    found = _BOX.match(lines[line]) if line < len(lines) and lines[line] == old_line else None
    if found is None:
        raise NoteConflict(Phrase("The note has changed since"), hint=Phrase("Try again."))
    character = "x" if found["sign"] == " " else " "
    lines[line] = f"{found['before']}{character}{lines[line][found.end() :]}"
    return "\n".join(lines)


MAX_SHOWN_LENGTH = 250_000
"""Maximum number of characters of a note that are rendered: Qt takes noticeable time to lay out more
(vaultdesk/ui/rendering/README.md, "Large notes"). The editor shows all of it.
"""

MAX_SHOWN_LINES = 5_000
"""Maximum number of lines of a note that are rendered, over a hundred pages: each is a paragraph or row to lay out."""

MAX_IMAGE_BYTES = 20_000_000
"""Maximum number of bytes of an image file that are read."""

MAX_IMAGES = 60
"""Maximum number of images of one note that are read."""

PICTURE_SIDE = 2_000
"""Maximum length in pixels of an image's longer side; a file may declare a size that does not fit into memory."""

DRAWINGS_PER_ROUND = 4
"""Number of vector images rendered by child processes before the text is updated with them."""


class RenderedNote(Struct, frozen=True):
    """A note ready to be shown."""

    note: Note
    plan: RenderPlan
    word_count: int
    is_cut: bool
    """Whether the note is longer than the rendered part."""


def render_note(path: NotePath, text: str) -> RenderedNote:
    """Parse *text* and create its render plan. Slow for long notes: call it in a thread."""
    note = parse_note(path, text)
    body = note.body
    shown = _beginning(body)
    is_cut = len(shown) < len(body)
    plan = plan_of(shown)
    if (
        plan
        and isinstance(plan[0], TextBlock)
        and plan[0].kind == "h1"
        and comparable_letters(plan[0].text) == comparable_letters(path.name)
    ):
        # The file's name is already shown above the text.
        plan = plan[1:]
    return RenderedNote(note, plan, len(body.split()), is_cut)


def _beginning(body: str) -> str:
    """Return the part of *body* that is shown, whole lines if possible."""
    shown = body
    if len(body) > MAX_SHOWN_LENGTH:
        # Not at a line end far before the limit: almost all of a very long line would be missing.
        shown = body[: body.rfind("\n", MAX_SHOWN_LENGTH - MAX_EDITABLE_LINE, MAX_SHOWN_LENGTH) + 1 or MAX_SHOWN_LENGTH]
    if shown.count("\n") > MAX_SHOWN_LINES:
        shown = "".join(islice(StringIO(shown), MAX_SHOWN_LINES))
    return shown


def _names(plan: RenderPlan) -> list[str]:
    """Return the targets of the links in *plan*, without headings and blocks."""
    return sorted({name for href in plan_link_targets(plan) if (name := note_target(href).partition("#")[0].strip())})


class LinkTargets:
    """Cache of the targets of a note's links and images."""

    def __init__(self, vault: Vault, searcher: Searcher, files: AttachmentNames | None = None) -> None:
        self._vault = vault
        self._searcher = searcher
        self._files = files or AttachmentNames(vault)
        self._notes: dict[str, str | None] = {}
        self._missing: set[str] = set()
        """Missing files that are not notes."""
        self._source: NotePath | None = None
        self._pictures: dict[str, QImage | str | None] = {}
        self._undrawn: dict[str, NotePath] = {}
        """Images to be rendered by a child process: vector drawings and very large ones."""

    def resolves(self, target: str) -> bool:
        """Return whether *target* exists; True if unknown."""
        name = target.partition("#")[0].strip()
        return not name or (name not in self._missing and self._notes.get(name, "") is not None)

    def picture(self, target: str) -> QImage | str | None:
        """Return the image if it was read, or a message why it is not shown."""
        return self._pictures.get(target)

    def has_undrawn(self) -> bool:
        """Return whether images wait to be rendered by a child process."""
        return bool(self._undrawn)

    async def learn_links(self, path: NotePath, plan: RenderPlan) -> bool:
        """Resolve all links of *plan*; return True if there is a new result."""
        try:
            names = _names(plan)
            results = await self._searcher.read_index(resolve_all_in_index, names, path.text)
        except IndexFailed:
            return False  # The status bar shows the error; until the index works again all links count as valid.
        # Files that are not notes are resolved after the text is shown: that may search the whole vault.
        results = {name: found for name, found in results.items() if found is not None or not is_attachment(name)}
        if path != self._source:
            self._source, self._missing = path, set()
        changed = any(self._notes.get(name, "") != found for name, found in results.items())
        self._notes = results
        return changed

    async def learn_files(self, path: NotePath, plan: RenderPlan) -> bool:
        """Look for linked files of *plan* that are not in the index; return True if there is a new result."""
        names = [name for name in _names(plan) if name not in self._notes and is_attachment(name)]
        missing = {name for name in names if await self._files.resolve(name, path.text) is None}
        changed = missing != self._missing
        self._missing = missing
        return changed

    async def learn_pictures(self, path: NotePath, plan: RenderPlan) -> bool:
        """Read the images of *plan*; return True if there are any. Images for the child process wait (`draw_some`)."""
        targets = sorted(plan_images(plan) - set(self._pictures))[:MAX_IMAGES]
        if not targets:
            return False
        results = await asyncio.to_thread(self._read_all, path, targets)
        self._undrawn.update({target: result for target, result in results.items() if isinstance(result, NotePath)})
        images = {target: result for target, result in results.items() if not isinstance(result, NotePath)}
        self._pictures |= dict.fromkeys(self._undrawn) | images
        return any(image is not None for image in images.values())

    async def draw_some(self) -> None:
        """Render some of the images that wait for a child process."""
        batch = [(target, self._undrawn.pop(target)) for target in list(self._undrawn)[:DRAWINGS_PER_ROUND]]
        images = await asyncio.gather(*(self._draw(path) for _target, path in batch))
        self._pictures.update({target: image for (target, _path), image in zip(batch, images, strict=True)})

    async def _draw(self, path: NotePath) -> QImage | str | None:
        try:
            data = (await asyncio.to_thread(self._vault.files.read, path, MAX_IMAGE_BYTES)).data
            picture = await drawing_processes().picture(data, PICTURE_SIDE)
        except NoteUnreadable as error:
            return translate(error.title)
        except VaultError:
            return None  # It was moved or deleted in the meantime.
        image = QImage(picture.image)
        # A drawing is rendered larger than its size, to be sharp on every screen.
        image.setDevicePixelRatio(max(1.0, image.width() / picture.size.width()))
        return image

    def _read_all(self, source: NotePath, targets: Iterable[str]) -> "dict[str, QImage | NotePath | str | None]":
        folder = self._vault.settings.attachment_folder
        images = {target: self._read(attachment_candidates(source.text, target, folder)) for target in targets}
        missing = {target for target, image in images.items() if image is None and "/" not in target}
        if missing:
            # By name only, anywhere in the vault: one directory walk for all of them, shortest path first.
            with suppress(VaultError):
                found = [state.path.text for state in self._vault.files.walk_all() if state.path.file_name in missing]
                for path in sorted(found, key=lambda path: (path.count("/"), path), reverse=True):
                    name = path.rpartition("/")[2]
                    images[name] = self._read([path]) or images[name]
        return images

    def _read(self, candidates: Iterable[str]) -> QImage | NotePath | str | None:
        """Return the image at the first existing one of *candidates*, its path if a child process renders it, or why it
        cannot be shown.
        """
        for candidate in candidates:
            try:
                path = NotePath.parse(candidate)
                data = self._vault.files.read(path, MAX_IMAGE_BYTES).data
            except VaultError:
                continue
            if is_cheap_raster(data):
                picture = read_raster(data, raster_format(data), PICTURE_SIDE)
                return picture.image if picture is not None else translate(unreadable_picture().title)
            return path if is_drawable(data) else translate(unreadable_picture().title)
        return None


LINES_PER_SLICE = 200
"""Lines inserted at a time; a longer note is inserted in slices so that the window stays responsive."""


class NoteReader(MarkdownView):
    """Shows one note's text. `note_requested` reports clicked links; web addresses are opened here."""

    def __init__(self, vault: Vault, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__("note", parent)
        self.files = AttachmentNames(vault)
        self._link_targets = LinkTargets(vault, searcher, self.files)
        self._embeds = Embeds(vault, searcher, self.files, self)
        self._own_plan: RenderPlan = ()
        """Plan of the note without embedded content."""
        self._shown_plan: RenderPlan = ()
        self._path: NotePath | None = None
        self._request_id = 0
        self._learning = asyncio.Lock()
        self._drawing: asyncio.Task[None] | None = None
        self.word_count = 0
        self.shortened = False
        self.rendered_document.set_sources(self._link_targets.resolves, self._link_targets.picture)
        self.link_activated.connect(open_web)
        self.setAccessibleName(self.tr("Note"))
        self.head = NoteHeader()
        self.head.setParent(self.viewport())
        self.head.hide()
        self._has_header = False
        self.head.resized.connect(self.lay_out)
        self.head.link_requested.connect(self._follow)

    async def show_note(self, path: NotePath, text: str) -> None:
        self._request_id += 1
        request_id = self._request_id
        rendered = await asyncio.to_thread(render_note, path, text)
        self._embeds.forget()
        plan = await self._embeds.with_embeds(path, rendered.plan)
        linked = await self._link_targets.learn_links(path, plan)
        if request_id != self._request_id:
            return
        unchanged = path == self._path and not linked and tuple(self.rendered_document.elements) == plan
        self._path, self._own_plan, self._shown_plan = path, rendered.plan, plan
        self.word_count, self.shortened = rendered.word_count, rendered.is_cut
        self.clear_passage()
        self._show_head(rendered.note)
        if unchanged:
            return  # Only the properties changed: nothing below them moves.
        if plan_line_count(plan) <= LINES_PER_SLICE:
            self.rendered_document.show_plan(plan)
        else:
            await self.rendered_document.show_in_slices(plan)

    async def learn(self) -> None:
        """Resolve links, embeds and images again and show what changed."""
        async with self._learning:
            await self._learn()
        if self._link_targets.has_undrawn() and (self._drawing is None or self._drawing.done()):
            self._drawing = start(self._draw_pictures(), self)

    async def _draw_pictures(self) -> None:
        """Show images rendered by child processes, some at a time; stop if another note is shown."""
        while self._link_targets.has_undrawn():
            path = self._path
            await self._link_targets.draw_some()
            async with self._learning:
                if path is not None and path == self._path:
                    await self._refresh(self._shown_plan, rewrite_all=True)

    async def _learn(self) -> None:
        path, own_plan, document = self._path, self._own_plan, self.rendered_document
        element_count = len(document.elements)
        if path is None:
            return
        plan = await self._embeds.with_embeds(path, own_plan)
        linked = await self._link_targets.learn_links(path, plan)
        link_targets = self._link_targets
        found, has_pictures = await asyncio.gather(
            link_targets.learn_files(path, plan), link_targets.learn_pictures(path, plan)
        )
        linked = linked or found
        if path != self._path or own_plan is not self._own_plan or len(document.elements) != element_count:
            return
        if plan != self._shown_plan or linked or has_pictures:
            self._shown_plan = plan
            await self._refresh(plan, rewrite_all=linked or has_pictures)

    async def _refresh(self, plan: RenderPlan, *, rewrite_all: bool) -> None:
        """Replace the plan of the same note by *plan*, keeping the visible position."""
        request_id, scroll = self._request_id, self.verticalScrollBar().value()
        if plan_line_count(plan) <= LINES_PER_SLICE:
            self.rendered_document.show_plan(plan)
            if rewrite_all:
                self.rendered_document.rewrite()
        else:
            # Not painted while incomplete: the text is then shorter than the scroll position.
            self.viewport().setUpdatesEnabled(False)
            try:
                await self.rendered_document.show_in_slices(plan, rewrite_all=rewrite_all)
            finally:
                self.viewport().setUpdatesEnabled(True)
        if request_id == self._request_id:
            self.restore_scroll(scroll)

    def go_to(self, subpath: str, passage: str, scroll: int) -> None:
        """Scroll to a heading or block, else to quoted words, else to a scroll position."""
        plan = tuple(self.rendered_document.elements)
        number = find_target_element(plan, subpath) if subpath else None
        found = find_passage(plan, passage, number or 0) if passage else None
        if found is None and number is not None:
            found = section_elements(plan, number)
        if found is not None:
            self.show_elements(found)
        else:
            self.verticalScrollBar().setValue(scroll)

    def scrolled(self) -> int:
        """Return the scroll position in pixels."""
        return self.verticalScrollBar().value()

    def task_at(self, point: QPoint) -> int:
        """Return the index of the task whose box is at *point* of the viewport; -1 if there is none."""
        x, y = point.x() + self.horizontalScrollBar().value(), point.y() + self.verticalScrollBar().value()
        elements = self.rendered_document.elements
        for number in self._decorations.visible(y - 1, y + 1):
            element = elements[number]
            if not isinstance(element, TextBlock) or not is_task(element):
                continue
            if self._decorations.marker_area(number, self.right_edge()).contains(x, y):
                before = (other for other in elements[:number] if isinstance(other, TextBlock))
                return sum(is_task(other) for other in before)
        return -1

    def passage_start(self) -> int | None:
        """Return the start in the document of the passage that was navigated to; None if there is none."""
        passage = self.passage()
        inside = passage is not None and passage.start < len(self.rendered_document.starts)
        return self.rendered_document.starts[passage.start] if passage is not None and inside else None

    def visible_share(self) -> float:
        """Return the share of the note above the view, 0 to 1."""
        bar = self.verticalScrollBar()
        return bar.value() / max(1, bar.maximum() + bar.pageStep())

    def _follow(self, target: str) -> None:
        """Follow a link in a property; tags are handled elsewhere."""
        if target.startswith("[["):
            self.note_requested.emit(target[2:-2], False)
        elif not target.startswith("#"):
            open_web(target)

    def _show_head(self, note: Note) -> None:
        if not self._has_header:
            self._has_header = True
            self.set_header(self.head)
        self.head.show_note(note)


def is_task(element: TextBlock) -> bool:
    """Return whether *element* is one of the note's own tasks with a check box."""
    return element.marker.startswith("[") and not is_embedded_element(element)


def open_web(address: str) -> None:
    """Open a web or mail *address* with the system, and a link to this program within it; ignore others."""
    if is_web_address(address) or is_app_address(address):
        QDesktopServices.openUrl(QUrl(address))


Rewrite = Callable[[Callable[[str], str]], Awaitable[bool]]
"""Changes the note's text and saves it."""


class TaskBoxes(QObject):
    """Handles mouse input on task boxes of the reader that owns this object."""

    def __init__(self, reader: NoteReader, text: Callable[[], str | None], rewrite: Rewrite) -> None:
        """*text* returns the note's current text."""
        super().__init__(reader)
        self._text, self._rewrite = text, rewrite
        self._reader = reader
        self._is_over_box = False
        self._pressed_task = -1
        reader.viewport().setMouseTracking(True)
        reader.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle clicks on a box, and show a pointing cursor over it."""
        if isinstance(event, QMouseEvent):
            match event.type():
                case QEvent.Type.MouseMove if not event.buttons():
                    self._show(self._reader.task_at(event.position().toPoint()) >= 0)
                case QEvent.Type.MouseButtonPress if event.button() == Qt.MouseButton.LeftButton:
                    self._pressed_task = self._reader.task_at(event.position().toPoint())
                    return self._pressed_task >= 0
                case QEvent.Type.MouseButtonRelease if self._pressed_task >= 0:
                    pressed, self._pressed_task = self._pressed_task, -1
                    if self._reader.task_at(event.position().toPoint()) == pressed:
                        start(self.tick(pressed), self)
                    return True
        return super().eventFilter(watched, event)

    async def tick(self, number: int) -> None:
        """Toggle the task with index *number* among those shown."""
        text = self._text() or ""
        line = await asyncio.to_thread(task_line, text, number, MAX_SHOWN_LENGTH)
        if line is not None:
            old_line = text.split("\n")[line]
            await self._rewrite(lambda now: with_box_toggled(now, line, old_line))

    def _show(self, over: bool) -> None:
        if over != self._is_over_box:
            self._is_over_box = over
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
            self._reader.viewport().setCursor(shape)

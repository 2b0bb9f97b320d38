"""Pages of files that are not notes: images, PDF documents, and files of other types with their details."""

import asyncio
from datetime import datetime

from PySide6.QtCore import QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import NoteUnreadable, VaultDeskError
from vaultdesk.core.local_time import in_local_zone, utc_at
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import full_time_text
from vaultdesk.ui.external_programs import open_default
from vaultdesk.ui.formatting import format_file_size
from vaultdesk.ui.notes.link_navigation import PDF_PAGE, attachment_kind_of
from vaultdesk.ui.notes.page_states import PageBackground, PageBanner
from vaultdesk.ui.rendering.drawing_process import drawing_processes
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.vault import Vault


class FilePage(PageBackground):
    """Base of the pages of other files, read-only. The file is checked each time the page is shown; subclasses fill
    `body` and implement `show_file`.
    """

    opens_outside = False
    """Whether to offer another program if the file cannot be shown."""
    has_text_button = False
    """Whether the button that opens another program shows its name."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__()
        self.vault, self.path = vault, path
        self.setAccessibleName(printable(path.rpartition("/")[2]))
        self._state: tuple[int, int] | None = None
        px = theme().px
        self.banner = PageBanner()
        self._header = QWidget()
        self.head = QHBoxLayout(self._header)
        self.head.setContentsMargins(px(16), px(4), px(10), px(4))
        self.head.setSpacing(px(6))
        self._folder_label = ElidedLabel("", Qt.TextElideMode.ElideMiddle, "muted")
        self._folder_label.set_text(printable(path).replace("/", "  ›  "))
        self.head.addWidget(self._folder_label, 1)
        name = self.tr("Open in another program")
        self.outside: PlainButton | IconButton = (
            PlainButton(name, icon_name="arrow-up-right", small=True)
            if self.has_text_button
            else IconButton("arrow-up-right", name)
        )
        self.outside.clicked.connect(self.open_outside)
        self.head.addWidget(self.outside)
        steps = [NextStep(self.tr("Try again"), self.check_file)]
        if self.opens_outside:
            steps.append(NextStep(name, self.open_outside))
        self.error_state = EmptyState("warning", "", "", steps)
        self.body = QStackedWidget()
        # Shown until the file is read, so that opening it does not look like a failure.
        self._loading = QWidget()
        self.body.addWidget(self._loading)
        self.body.addWidget(self.error_state)
        column = column_layout(self)
        column.addWidget(self._header)
        column.addWidget(self.banner)
        column.addWidget(self.body, 1)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        """Show the file, which exists and is new or has changed. Raises `VaultDeskError`."""
        raise NotImplementedError

    def go_to(self, subpath: str) -> None:
        """Show the part *subpath* of the file, such as `page=3`, if the page supports it."""

    def hide_head(self) -> None:
        """Show the content only: another page shows the head."""
        self._header.hide()

    def moved(self, path: str) -> None:
        """Update to the file's new *path*."""
        self.path = path
        self.setObjectName(f"file {path}")
        self._folder_label.set_text(printable(path).replace("/", "  ›  "))
        self.check_file()

    def check_file(self) -> None:
        start(self._check(), self)

    def open_outside(self) -> None:
        """Open the file with the system's default program."""
        self.banner.start_program(open_default(self.vault.files.root / self.path))

    def show_content(self, content: QWidget) -> None:
        """Show *content*, a page of `body`, and hand the focus over to it."""
        self.body.setCurrentWidget(content)
        if self.hasFocus():
            content.setFocus()

    def show_problem(self, title: str, hint: str = "") -> None:
        """Show why the file is not displayed."""
        self._state = None
        self.error_state.set_text(title, hint)
        self.body.setCurrentWidget(self.error_state)

    def showEvent(self, event: QShowEvent) -> None:
        """Check whether the file changed."""
        super().showEvent(event)
        self.check_file()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the shown content."""
        super().focusInEvent(event)
        shown = self.body.currentWidget()
        if shown is not None and shown not in (self._loading, self.error_state):
            shown.setFocus(event.reason())

    async def _check(self) -> None:
        try:
            path = NotePath.parse(self.path)
            state = await self.vault.state(path)
            self.outside.setEnabled(True)
            if self._state != (state.size, state.mtime_ns):
                self._state = (state.size, state.mtime_ns)
                await self.show_file(path, state)
        except VaultDeskError as error:
            self.outside.setEnabled(False)
            self.show_problem(translate(error.title), translate(error.hint))


class OtherFilePage(FilePage):
    """Page for audio, video and other files."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        step = NextStep(self.tr("Open in another program"), self.open_outside)
        self.details = EmptyState(self._icon(path), printable(path.rpartition("/")[2]), "", [step])
        container = QWidget()
        column = QVBoxLayout(container)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.details)
        self.body.addWidget(container)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        """Show the size and modification time."""
        changed = in_local_zone(utc_at(state.mtime_ns / 1e9))
        facts = self.tr("{kind} · {size} · {when}").format(
            kind=self._kind(path.text),
            size=format_file_size(state.size),
            when=full_time_text(changed, datetime.now().astimezone().date()),
        )
        self.details.set_text(printable(path.file_name), facts)
        container = self.details.parentWidget()
        if container is not None:
            self.body.setCurrentWidget(container)

    def _icon(self, path: str) -> str:
        return {"sound": "play", "video": "play"}.get(attachment_kind_of(path), "file")

    def _kind(self, path: str) -> str:
        match attachment_kind_of(path):
            case "sound":
                return self.tr("Sound")
            case "video":
                return self.tr("Video")
            case "pdf":
                return self.tr("PDF")
            case _:
                return self.tr("{ending} file").format(ending=path.rpartition(".")[2].upper())


MAX_IMAGE_BYTES = 60_000_000
"""Maximum number of bytes of an image file; photographs of the largest cameras are smaller."""

MAX_IMAGE_SIDE = 6_000
"""Maximum length in pixels of the longer side after decoding: 144 MB at most, and more than screens show."""

MIN_ZOOM, MAX_ZOOM = 0.05, 16.0
"""Limits of the zoom factor."""

ZOOM_STEP = 1.25
"""Zoom factor of one wheel step or key press."""


class ImageView(QAbstractScrollArea):
    """Shows one centered image."""

    zoomed = Signal(float, bool)
    """Zoom factor relative to the file's pixels, and whether the image is fitted to the view."""

    page_requested = Signal(int)
    """Page Down (1) or Page Up (-1) was pressed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap = self._scaled_cache = QPixmap()
        self._size = QSize()
        self._zoom, self.fitted = 1.0, True
        self._dragged_from: QPointF | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def zoom(self) -> float:
        """Zoom factor relative to the file's pixels."""
        return self._zoom

    def show_image(self, image: QImage, size: QSize) -> None:
        """Show *image*, decoded from a file of *size* pixels; the zoom is kept."""
        self._pixmap, self._scaled_cache, self._size = QPixmap.fromImage(image), QPixmap(), size
        self._update_zoom()

    def fit(self) -> None:
        """Fit the image to the view without enlarging it."""
        self.fitted = True
        self._update_zoom()

    def set_zoom(self, zoom: float, at: QPointF | None = None) -> None:
        """Set the zoom factor; the point *at* of the view stays in place."""
        at = at or QPointF(self.viewport().rect().center())
        image_rect = self._image_rect()
        share = QPointF(
            (at.x() - image_rect.x()) / max(1.0, image_rect.width()),
            (at.y() - image_rect.y()) / max(1.0, image_rect.height()),
        )
        self._zoom, self.fitted = min(MAX_ZOOM, max(MIN_ZOOM, zoom)), False
        self._update_zoom()
        horizontal, vertical = self.horizontalScrollBar(), self.verticalScrollBar()
        horizontal.setValue(round(share.x() * self._size.width() * self._zoom - at.x()))
        vertical.setValue(round(share.y() * self._size.height() * self._zoom - at.y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """+ and - zoom, 0 fits, 1 shows the original size; the page keys turn pages and the arrows scroll."""
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.set_zoom(self._zoom * ZOOM_STEP)
            case Qt.Key.Key_Minus:
                self.set_zoom(self._zoom / ZOOM_STEP)
            case Qt.Key.Key_0:
                self.fit()
            case Qt.Key.Key_1:
                self.set_zoom(1.0)
            case Qt.Key.Key_PageDown | Qt.Key.Key_PageUp:
                self.page_requested.emit(1 if event.key() == Qt.Key.Key_PageDown else -1)
            case _:
                super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, otherwise scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = event.angleDelta().y() / 120
            self.set_zoom(self._zoom * ZOOM_STEP**steps, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged_from = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is not None:
            by = event.position() - self._dragged_from
            self._dragged_from = event.position()
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - round(by.x()))
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - round(by.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = None
        self.viewport().unsetCursor()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Toggle between fitted and original size."""
        if self.fitted:
            self.set_zoom(1.0, event.position())
        else:
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_zoom()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme().color("surface"))
        if not self._pixmap.isNull():
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self._zoom < 4)
            image_rect = self._image_rect()
            pixmap = self._scaled_pixmap(image_rect)
            painter.drawPixmap(image_rect, pixmap, QRectF(pixmap.rect()))

    def _image_rect(self) -> QRectF:
        """Return the rectangle of the image in the view."""
        width, height = self._size.width() * self._zoom, self._size.height() * self._zoom
        viewport = self.viewport().rect()
        left = (viewport.width() - width) / 2 if width <= viewport.width() else -self.horizontalScrollBar().value()
        top = (viewport.height() - height) / 2 if height <= viewport.height() else -self.verticalScrollBar().value()
        return QRectF(left, top, width, height)

    def _scaled_pixmap(self, image_rect: QRectF) -> QPixmap:
        """Return the pixmap, scaled down once if shown much smaller: scaling while drawing would drop thin lines."""
        ratio = self.devicePixelRatioF()
        size = (image_rect.size() * ratio).toSize()
        if size.isEmpty() or size.width() > 0.75 * self._pixmap.width():
            return self._pixmap
        if self._scaled_cache.size() != size:
            smooth = Qt.TransformationMode.SmoothTransformation
            self._scaled_cache = self._pixmap.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
        return self._scaled_cache

    def _update_zoom(self) -> None:
        """Calculate the zoom of a fitted image and the scroll range."""
        viewport_size, edge = self.viewport().size(), 2 * theme().px(16)
        if self.fitted and not self._size.isEmpty():
            horizontal_zoom = (self.width() - edge) / self._size.width()
            vertical_zoom = (self.height() - edge) / self._size.height()
            self._zoom = max(MIN_ZOOM / 10, min(1.0, horizontal_zoom, vertical_zoom))
        width, height = round(self._size.width() * self._zoom), round(self._size.height() * self._zoom)
        for bar, size, visible in (
            (self.horizontalScrollBar(), width, viewport_size.width()),
            (self.verticalScrollBar(), height, viewport_size.height()),
        ):
            bar.setRange(0, 0 if self.fitted else max(0, size - visible))
            bar.setPageStep(visible)
            bar.setSingleStep(theme().px(32))
        self.zoomed.emit(self._zoom, self.fitted)
        self.viewport().update()

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        palette.setColor(QPalette.ColorRole.Window, theme().color("surface"))
        self.setPalette(palette)


class ImageViewPage(FilePage):
    """Base of the pages that show the file in an `ImageView`, with zoom buttons in the head."""

    opens_outside = True

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        self.view = ImageView(printable(path.rpartition("/")[2]))
        self.facts = PlainLabel("", "muted", "small")
        self.smaller = IconButton("minus", self.tr("Smaller"), keys="-")
        self.smaller.clicked.connect(lambda: self.view.set_zoom(self.view.zoom / ZOOM_STEP))
        self.larger = IconButton("plus", self.tr("Larger"), keys="+")
        self.larger.clicked.connect(lambda: self.view.set_zoom(self.view.zoom * ZOOM_STEP))
        self.fit = PlainButton(self.tr("Fit"), small=True, keys="0")
        self.fit.clicked.connect(self.view.fit)
        self.view.zoomed.connect(lambda _zoom, fitted: self.fit.setEnabled(not fitted))
        self.body.addWidget(self.view)
        self._enable_zoom(False)

    def show_content(self, content: QWidget) -> None:
        self._enable_zoom(True)
        super().show_content(content)

    def show_problem(self, title: str, hint: str = "") -> None:
        self._enable_zoom(False)
        super().show_problem(title, hint)

    def _enable_zoom(self, on: bool) -> None:
        for button in (self.smaller, self.larger):
            button.setEnabled(on)
        if not on:
            self.fit.setEnabled(False)

    def fill_head(self, *widgets: QWidget) -> None:
        """Insert *widgets* after the path."""
        for position, widget in enumerate(widgets, start=1):
            self.head.insertWidget(position, widget)


class ImagePage(ImageViewPage):
    """Page of an image, which is decoded in a thread when shown."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        self._zoom_label = PlainLabel("", "muted", "small")
        self._zoom_label.setMinimumWidth(self._zoom_label.fontMetrics().horizontalAdvance("1600 %"))
        self.fill_head(self.facts, self.smaller, self._zoom_label, self.larger, self.fit)
        self.view.zoomed.connect(self._show_zoom)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        data = (await asyncio.to_thread(self.vault.files.read, path, MAX_IMAGE_BYTES)).data
        try:
            picture = await drawing_processes().picture(data, MAX_IMAGE_SIDE)
        except NoteUnreadable as error:
            self.show_problem(translate(error.title), translate(error.hint))
            return
        size = format_file_size(state.size)
        details = self.tr("{width} × {height} · {size}")
        self.facts.setText(details.format(width=picture.size.width(), height=picture.size.height(), size=size))
        self.view.show_image(picture.image, picture.size)
        self.show_content(self.view)

    def _show_zoom(self, zoom: float) -> None:
        self._zoom_label.setText(self.tr("{n} %").format(n=round(zoom * 100)))


MAX_PDF_BYTES = 200_000_000
"""Maximum number of bytes of a document that are read."""

RENDERED_SIDE = 2_400
"""Length in pixels of a rendered page's longer side: sharp up to three times the size of a small window."""

SHOWN_SIDE = 1_600
"""Length of the longer side in pixels at 100 %."""


class PdfPage(ImageViewPage):
    """Page of a PDF document. Page Up and Page Down turn the pages; otherwise as for images."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        self.number, self.pages = 0, 0
        self._request_id = 0
        self._before = IconButton("chevron-left", self.tr("Previous page"), keys=self.tr("Page Up"))
        self._before.clicked.connect(lambda: self.turn(-1))
        self._after = IconButton("chevron-right", self.tr("Next page"), keys=self.tr("Page Down"))
        self._after.clicked.connect(lambda: self.turn(1))
        self.fill_head(self._before, self.facts, self._after, self.smaller, self.larger, self.fit)
        self.view.page_requested.connect(self.turn)

    def turn(self, by: int) -> None:
        """Turn by *by* pages."""
        number = max(0, min(self.number + by, self.pages - 1))
        if self.pages and number != self.number:
            self.number = number
            start(self._draw(), self)

    def go_to(self, subpath: str) -> None:
        """Show the page named in a link: `page=3`."""
        found = PDF_PAGE.search(subpath)
        if found is not None:
            self.number = max(0, int(found[1]) - 1)
            if self.pages:
                start(self._draw(), self)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        """Show the current page."""
        del path, state
        await self._draw()

    async def _draw(self) -> None:
        self._request_id += 1
        request_id = self._request_id
        self._show_page_number()
        try:
            data = (await asyncio.to_thread(self.vault.files.read, NotePath.parse(self.path), MAX_PDF_BYTES)).data
            page = await drawing_processes().pdf_page(data, self.number, RENDERED_SIDE)
        except VaultDeskError as error:
            if request_id == self._request_id:
                self.show_problem(translate(error.title), translate(error.hint))
            return
        if request_id != self._request_id:
            return
        self.number, self.pages = page.number, page.pages
        size = page.image.size().scaled(SHOWN_SIDE, SHOWN_SIDE, Qt.AspectRatioMode.KeepAspectRatio)
        self.view.show_image(page.image, size)
        self.view.verticalScrollBar().setValue(0)
        self._show_page_number()
        self.show_content(self.view)

    def _show_page_number(self) -> None:
        details = self.tr("Page {n} of {pages}").format(
            n=QLocale().toString(self.number + 1), pages=QLocale().toString(self.pages)
        )
        self.facts.setText(details if self.pages else "")
        self._before.setEnabled(self.number > 0)
        self._after.setEnabled(self.number + 1 < self.pages)

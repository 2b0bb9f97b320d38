"""Page of a PDF document, drawn one page at a time."""

import asyncio
import re

from PySide6.QtCore import QLocale, Qt

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.notes.file_page import FilePage
from vaultdesk.ui.notes.image_page import ZOOM_STEP, ImageView
from vaultdesk.ui.rendering.drawing_process import drawing_processes
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.vault import Vault

MAX_PDF_BYTES = 200_000_000
"""Maximum number of bytes of a document that are read."""

RENDERED_SIDE = 2_400
"""Length in pixels of a rendered page's longer side: sharp up to three times the size of a small window."""

SHOWN_SIDE = 1_600
"""Length of the longer side in pixels at 100 %."""

_PAGE = re.compile(r"(?:^|&)page=([0-9]{1,6})")


class PdfPage(FilePage):
    """Page Up and Page Down turn the pages; otherwise as for images."""

    opens_outside = True

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        self.number, self.pages = 0, 0
        self._request_id = 0
        self.view = ImageView(printable(path.rpartition("/")[2]))
        self.facts = PlainLabel("", "muted", "small")
        self._before = IconButton("chevron-left", self.tr("Page before"), keys=self.tr("Page Up"))
        self._before.clicked.connect(lambda: self.turn(-1))
        self._after = IconButton("chevron-right", self.tr("Next page"), keys=self.tr("Page Down"))
        self._after.clicked.connect(lambda: self.turn(1))
        smaller = IconButton("minus", self.tr("Smaller"), keys="-")
        smaller.clicked.connect(lambda: self.view.set_zoom(self.view.zoom / ZOOM_STEP))
        larger = IconButton("plus", self.tr("Larger"), keys="+")
        larger.clicked.connect(lambda: self.view.set_zoom(self.view.zoom * ZOOM_STEP))
        self._fit = PlainButton(self.tr("Fit"), small=True, keys="0")
        self._fit.clicked.connect(self.view.fit)
        widgets = (self._before, self.facts, self._after, smaller, larger, self._fit)
        for place, widget in enumerate(widgets, start=1):
            self.head.insertWidget(place, widget)
        self.view.page_requested.connect(self.turn)
        self.view.zoomed.connect(lambda _zoom, fitted: self._fit.setEnabled(not fitted))
        self.body.addWidget(self.view)

    def turn(self, by: int) -> None:
        """Turn by *by* pages."""
        wanted = max(0, min(self.number + by, self.pages - 1))
        if self.pages and wanted != self.number:
            self.number = wanted
            start(self._draw(), self)

    def go_to(self, place: str) -> None:
        """Show the page named in a link: `page=3`."""
        found = _PAGE.search(place)
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
                self.tell(translate(error.title), translate(error.hint))
            return
        if request_id != self._request_id:
            return
        self.number, self.pages = page.number, page.pages
        size = page.image.size().scaled(SHOWN_SIDE, SHOWN_SIDE, Qt.AspectRatioMode.KeepAspectRatio)
        self.view.show_image(page.image, size)
        self.view.verticalScrollBar().setValue(0)
        self._show_page_number()
        self.body.setCurrentWidget(self.view)

    def _show_page_number(self) -> None:
        words = self.tr("Page {n} of {pages}").format(
            n=QLocale().toString(self.number + 1), pages=QLocale().toString(self.pages)
        )
        self.facts.setText(words if self.pages else "")
        self._before.setEnabled(self.number > 0)
        self._after.setEnabled(self.number + 1 < self.pages)

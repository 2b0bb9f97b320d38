"""PicturePage: a picture of the vault in a tab of its own, to be looked at closely."""

import asyncio

from vaultdesk.ui.facts import file_size
from vaultdesk.ui.note.file_page import FilePage
from vaultdesk.ui.note.picture_reading import MOST_BYTES, ReadPicture, read_picture
from vaultdesk.ui.note.picture_view import STEP, PictureView
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.vault import Vault


class PicturePage(FilePage):
    """Reads the picture in a thread when it is shown."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        self.view = PictureView(printable(path.rpartition("/")[2]))
        self.facts = PlainLabel("", "muted", "small")
        self._share = PlainLabel("", "muted", "small")
        smaller = IconButton("minus", self.tr("Smaller"), keys="-")
        smaller.clicked.connect(lambda: self.view.set_zoom(self.view.zoom / STEP))
        larger = IconButton("plus", self.tr("Larger"), keys="+")
        larger.clicked.connect(lambda: self.view.set_zoom(self.view.zoom * STEP))
        self._fit = PlainButton(self.tr("Fit"), small=True, keys="0")
        self._fit.clicked.connect(self.view.fit)
        for place, widget in enumerate((self.facts, smaller, self._share, larger, self._fit), start=1):
            self.head.insertWidget(place, widget)
        self._share.setMinimumWidth(self._share.fontMetrics().horizontalAdvance("1600 %"))
        self.view.zoomed.connect(self._tell_zoom)
        self.body.addWidget(self.view)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        """Show the picture."""
        read = await asyncio.to_thread(self._read, path)
        if read is None:
            self.tell(
                self.tr("This picture cannot be shown here."),
                self.tr("It is too large, broken, or of a kind this program does not know. Another one may open it."),
            )
            return
        size = file_size(state.size)
        words = self.tr("{width} × {height} · {size}")
        self.facts.setText(words.format(width=read.size.width(), height=read.size.height(), size=size))
        self.view.show_image(read.image, read.size)
        self.body.setCurrentWidget(self.view)
        if self.hasFocus():
            self.view.setFocus()

    def _read(self, path: NotePath) -> ReadPicture | None:
        return read_picture(self.vault.files.read(path, MOST_BYTES).data, path.suffix)

    def _tell_zoom(self, zoom: float, fitted: bool) -> None:
        self._share.setText(self.tr("{n} %").format(n=round(zoom * 100)))
        self._fit.setEnabled(not fitted)

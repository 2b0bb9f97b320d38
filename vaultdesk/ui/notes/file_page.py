"""The frame of pages for files that are not notes, and the page for files of other programs."""

from datetime import datetime

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFocusEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import full_time_text
from vaultdesk.ui.formatting import format_file_size
from vaultdesk.ui.notes.link_navigation import attachment_kind_of
from vaultdesk.ui.notes.page_states import PageBackground, PageBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.labels import ElidedLabel
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.vault import Vault


class FilePage(PageBackground):
    """Looks at the file each time it is shown; subclasses fill `body` and implement `show_file`. Changes nothing."""

    opens_outside = False
    """Whether another program is offered where the file cannot be shown."""

    def __init__(self, vault: Vault, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.vault, self.path = vault, path
        self.setAccessibleName(printable(path.rpartition("/")[2]))
        self._state: tuple[int, int] | None = None
        px = theme().px
        self.banner = PageBanner()
        self.head = QHBoxLayout()
        self.head.setContentsMargins(px(16), px(4), px(10), px(4))
        self.head.setSpacing(px(6))
        self._crumbs = ElidedLabel("", Qt.TextElideMode.ElideMiddle, "muted")
        self._crumbs.set_text(printable(path).replace("/", "  ›  "))
        self.head.addWidget(self._crumbs, 1)
        self.outside = IconButton("arrow-up-right", self.tr("Open in another program"))
        self.outside.clicked.connect(self.open_outside)
        self.head.addWidget(self.outside)
        steps = [NextStep(self.tr("Try again"), self.check_file)]
        if self.opens_outside:
            steps.append(NextStep(self.tr("Open in another program"), self.open_outside))
        self.error_state = EmptyState("warning", "", "", steps)
        self.body = QStackedWidget()
        self.body.addWidget(self.error_state)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self.head)
        column.addWidget(self.banner)
        column.addWidget(self.body, 1)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        """Show the file, which is there and new or another than before. Raises `VaultDeskError`."""
        raise NotImplementedError

    def go_to(self, place: str) -> None:
        """Show *place* of the file, where it has places."""

    def moved(self, path: str) -> None:
        """Show the file at its new *path*."""
        self.path = path
        self.setObjectName(f"file {path}")
        self._crumbs.set_text(printable(path).replace("/", "  ›  "))
        self.check_file()

    def check_file(self) -> None:
        """Look at the file anew."""
        start(self._check(), self)

    def open_outside(self) -> None:
        """Hand the file to the system's program for it."""
        file = self.vault.files.root / self.path
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
            self.banner.tell("missing", "warning", self.tr("No program on this computer opens this file."))

    def tell(self, title: str, hint: str = "") -> None:
        """Say why nothing is shown."""
        self._state = None
        self.error_state.set_text(title, hint)
        self.body.setCurrentWidget(self.error_state)

    def showEvent(self, event: QShowEvent) -> None:
        """See whether the file is another by now."""
        super().showEvent(event)
        self.check_file()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the keys work on what is shown."""
        super().focusInEvent(event)
        shown = self.body.currentWidget()
        if shown is not None and shown is not self.error_state:
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
            self.tell(translate(error.title), translate(error.hint))


class OtherFilePage(FilePage):
    """Sound, video and everything else."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        step = NextStep(self.tr("Open in another program"), self.open_outside)
        self.words = EmptyState(self._icon(path), printable(path.rpartition("/")[2]), "", [step])
        held = QWidget()
        column = QVBoxLayout(held)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.words)
        self.body.addWidget(held)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        """Tell its size and when it was changed."""
        changed = datetime.fromtimestamp(state.mtime_ns / 1e9).astimezone()
        facts = self.tr("{kind} · {size} · {when}").format(
            kind=self._kind(path.text),
            size=format_file_size(state.size),
            when=full_time_text(changed, datetime.now().astimezone().date()),
        )
        self.words.set_text(printable(path.file_name), facts)
        held = self.words.parentWidget()
        if held is not None:
            self.body.setCurrentWidget(held)

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

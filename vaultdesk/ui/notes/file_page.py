"""Base class of pages for files that are not notes, and the page for unsupported file types."""

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
    """Checks the file each time it is shown; subclasses fill `body` and implement `show_file`. Read-only."""

    opens_outside = False
    """Whether to offer another program if the file cannot be shown."""

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
        """Show the file, which exists and is new or has changed. Raises `VaultDeskError`."""
        raise NotImplementedError

    def go_to(self, place: str) -> None:
        """Show *place* of the file, if it supports places."""

    def moved(self, path: str) -> None:
        """Update to the file's new *path*."""
        self.path = path
        self.setObjectName(f"file {path}")
        self._crumbs.set_text(printable(path).replace("/", "  ›  "))
        self.check_file()

    def check_file(self) -> None:
        """Check the file again."""
        start(self._check(), self)

    def open_outside(self) -> None:
        """Open the file with the system's default program."""
        file = self.vault.files.root / self.path
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
            self.banner.tell("missing", "warning", self.tr("No program on this computer opens this file."))

    def tell(self, title: str, hint: str = "") -> None:
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
    """Page for audio, video and other files."""

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
        """Show the size and modification time."""
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

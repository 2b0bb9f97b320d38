"""Settings page about the program: version, folders, licences, and the check for updates."""

import platform

from PySide6.QtCore import QDate, QLocale, Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk import __version__
from vaultdesk.core.errors import WebError
from vaultdesk.core.platform.paths import AppFolders, app_folders, resource_path
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.privacy.ledger import LedgerFiles
from vaultdesk.ui import bridge
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.settings.sheet import GroupForm, SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.web.ssrf_guard import WebAddress
from vaultdesk.web.update_check import UpdateChecker, UpdateCheckResult, update_source


class UpdateCard(Card):
    """The switch; if on, a button and its result. Makes no request before the button is pressed."""

    def __init__(self, writer: SettingsWriter, updates: UpdateChecker | None, parent: QWidget | None = None) -> None:
        """*updates* makes the request; None for a build without an update source."""
        super().__init__(parent=parent)
        self._updates = updates
        self._page = ""
        self._asking = False
        self.form = GroupForm(writer, "desktop", ("updates",))
        self.disclosure = PlainLabel("", role="muted", font="small", wrap=True, selectable=True)
        self.check = PlainButton(self.tr("Check Now"))
        self.glyph = Glyph("", "muted", 14)
        self.result = PlainLabel("", wrap=True, selectable=True)
        self.notes = PlainLabel("", role="muted", wrap=True, selectable=True)
        self.download_button = PlainButton(self.tr("Open Download Page"), icon_name="globe")
        self.browser_hint = PlainLabel("", role="muted", font="small", wrap=True)
        self.details = QWidget()
        """Shown only if the switch is on."""
        self._answer = QWidget()
        self._build_layout()
        self.check.clicked.connect(self._check_now)
        self.download_button.clicked.connect(lambda: open_web(self._page))
        self.refresh(writer.store.settings)

    def refresh(self, settings: Settings) -> None:
        enabled = settings.desktop.updates
        self.form.refresh(settings)
        self.details.setVisible(enabled)
        self.check.setVisible(self._updates is not None)
        self.disclosure.setText(self._disclosure_text())
        if not enabled:
            self._answer.hide()

    def _disclosure_text(self) -> str:
        if self._updates is None:
            return self.tr(
                "Only released builds can check for updates. Look for a newer version where you got this "
                "one; update a checkout with git pull."
            )
        text = self.tr(
            "Check Now fetches only {address} and downloads no program. The request is the same for "
            "every user and contains nothing about you, your notes or your version. The site sees "
            "your IP address."
        )
        return text.format(address=self._updates.source.address.url)

    def _build_layout(self) -> None:
        px = theme().px
        self.content.addWidget(PlainLabel(self.tr("Updates"), font="heading"))
        self.content.addWidget(self.form)
        line = row_layout(spacing=8)
        line.addWidget(self.glyph, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.result, 1)
        footer = row_layout(spacing=8)
        footer.addWidget(self.download_button)
        footer.addWidget(self.browser_hint, 1)
        answer = QVBoxLayout(self._answer)
        answer.setContentsMargins(0, px(4), 0, 0)
        answer.setSpacing(px(8))
        answer.addLayout(line)
        answer.addWidget(self.notes)
        answer.addLayout(footer)
        self._answer.hide()
        details = QVBoxLayout(self.details)
        details.setContentsMargins(0, px(4), 0, 0)
        details.setSpacing(px(8))
        details.addWidget(self.disclosure)
        details.addWidget(self.check)
        details.addWidget(self._answer)
        self.content.addWidget(self.details)

    def _check_now(self) -> None:
        if self._updates is not None and not self._asking:
            self._asking = True
            self._show("refresh", "muted", self.tr("Asking {host}…").format(host=self._updates.source.address.host))
            bridge.start(self._ask(self._updates), owner=self)

    async def _ask(self, updates: UpdateChecker) -> None:
        try:
            answer = await updates.check()
        except WebError as error:
            text = self.tr("VaultDesk could not check for a newer version.")
            self._show("warning", "danger", text, translate_error(error))
        else:
            self._show_answer(answer)
        finally:
            self._asking = False

    def _show_answer(self, answer: UpdateCheckResult) -> None:
        file = answer.file
        date = QDate(file.date.year, file.date.month, file.date.day)
        day = QLocale().toString(date, QLocale.FormatType.LongFormat)
        if not answer.newer:
            text = self.tr("VaultDesk {version} is up to date. The newest version is {newest}, released on {day}.")
            self._show("check", "muted", text.format(version=__version__, newest=file.version, day=day))
            return
        text = self.tr("VaultDesk {newest} was released on {day}. You have {version}.")
        message = text.format(version=__version__, newest=file.version, day=day)
        self._show("info", "accent", message, file.notes, page=file.page)

    def _show(self, icon_name: str, role: str, text: str, notes: str = "", page: str = "") -> None:
        """Show the result: an icon with a sentence, release notes, and a *page* to open."""
        self._page = page
        self.glyph.show_icon(icon_name, role)
        self.result.setText(text)
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        self.download_button.setVisible(bool(page))
        self.browser_hint.setVisible(bool(page))
        if page:
            self.browser_hint.setText(self.tr("In your browser, at {host}").format(host=WebAddress.parse(page).host))
        self._answer.show()
        self.check.setAccessibleDescription(self.result.text())


PROJECT_URL = "https://github.com/vaultdesk/vaultdesk"
"""Project page; the packages for each system link to it too."""


class AboutSheet(Sheet):
    """Version, data folders and updates of the program."""

    def __init__(self, store: SettingsStore, folders: AppFolders | None = None, parent: QWidget | None = None) -> None:
        """*folders* default to the program's own."""
        super().__init__(
            self.tr("About"), self.tr("A local-first assistant for a folder of Markdown notes."), parent=parent
        )
        folders = folders or app_folders()
        lines = (
            f"VaultDesk {__version__}",
            f"Python {platform.python_version()}, Qt {qVersion()}, {platform.system()} {platform.release()}",
            self.tr("Settings: {0}").format(store.file),
            self.tr("Data: {0}").format(folders.data),
            self.tr("Logs: {0}").format(folders.logs),
            self.tr("MIT License"),
        )
        card = Card()
        for line in lines:
            card.content.addWidget(PlainLabel(line, wrap=True, selectable=True))
        self.content.addWidget(card)
        row = row_layout(spacing=8)
        self.project = PlainButton(self.tr("Project Page"), icon_name="globe")
        self.project.setToolTip(PROJECT_URL)
        self.licences = PlainButton(self.tr("Licenses of Components"), icon_name="folder")
        texts = resource_path("..", "licences")
        self.licences.setVisible(texts.is_dir())
        for button in (self.project, self.licences):
            row.addWidget(button)
        row.addStretch(1)
        card.content.addLayout(row)
        self.project.clicked.connect(lambda: open_web(PROJECT_URL))
        self.licences.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(texts.resolve()))))
        source = update_source()
        log = LedgerFiles(folders.data).connection_log
        updates = (
            UpdateChecker(source, JsonStore(folders.data / "updates.json"), log=log) if source is not None else None
        )
        self.updates = UpdateCard(SettingsWriter(store, self.problem), updates)
        self.content.addWidget(self.updates)

    def refresh(self, settings: Settings) -> None:
        self.updates.refresh(settings)

"""Computer sheet: what works on this computer and what does not, tried when the person asks for it."""

import asyncio

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.diagnosis.check import CheckOutcome, CheckProbe, CheckRemedy, run_probes
from vaultdesk.diagnosis.diagnosis import DiagnosisSubject, all_probes, diagnosis_report
from vaultdesk.diagnosis.provider_checks import remote_hosts
from vaultdesk.diagnosis.window_checks import window_checks
from vaultdesk.ui.bridge import start
from vaultdesk.ui.hotkey.hotkeys import hotkeys
from vaultdesk.ui.qt_probe import window_facts, with_speller
from vaultdesk.ui.settings.check_groups import CheckGroups
from vaultdesk.ui.settings.check_words import summary
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, set_tab_order
from vaultdesk.ui.widgets.banner import Banner, BannerKind
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.workspace import Workspace

BANNERS: dict[CheckOutcome, BannerKind] = {"ok": "success", "warning": "info", "failed": "danger"}
"""How the sentence about all of it stands out."""

PAGES: frozenset[CheckRemedy] = frozenset({"providers", "web", "desktop"})
"""What is done by showing another page of the settings; the index has a page of its own in the open vault."""

SIDE_BY_SIDE = 480
"""Pixels of LOOK's drawings from which names and findings stand beside each other."""


class ComputerSheet(Sheet):
    """Begins with a button; the newest press counts."""

    page_asked = Signal(str)
    """Another page is to be shown, by its name among the acts of checks."""

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        workspace: Workspace | None = None,
        where: AppFolders | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*workspace* is the open vault. *where* are the program's places unless told."""
        words = self.tr("What works here and what does not, each tried for real, and what to do about it.")
        super().__init__(self.tr("This computer"), words, parent=parent)
        self._store, self._credentials, self._workspace = store, credentials, workspace
        self._where = where or app_folders()
        self._run: asyncio.Task[None] | None = None
        self.check = PrimaryButton(self.tr("Check This Computer"))
        self.check.clicked.connect(lambda: self.begin())
        self.ask = PlainButton(self.tr("Ask the Providers Too"))
        self.ask.clicked.connect(lambda: self.begin(ask=True))
        self.copy = PlainButton(self.tr("Copy Report"), icon_name="copy")
        self.copy.clicked.connect(self._copy)
        self.asks = PlainLabel(role="muted", font="small", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(theme().step(6))
        self.bar.setAccessibleName(self.tr("Checks done"))
        self.outcome = Banner("info", "")
        self.only = Switch(self.tr("Show only what needs a look"))
        self.groups = CheckGroups()
        self.groups.act_asked.connect(self.page_asked)
        self.only.toggled.connect(self.groups.show_only_open)
        self._lay_out()
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        """Show whom the providers' button would ask now."""
        hosts = remote_hosts(self._store)
        self.ask.setVisible(bool(hosts))
        words = self.tr("“{button}” asks {hosts} for the list of models. No word of a note is sent.")
        self.asks.setText(words.format(button=self.ask.text(), hosts=", ".join(hosts)))
        self.asks.setVisible(bool(hosts))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand what was found below the names where there is no room beside them."""
        super().resizeEvent(event)
        self.groups.set_wide(self.viewport().width() >= theme().step(SIDE_BY_SIDE))

    def begin(self, *, ask: bool = False) -> None:
        """Try everything anew; with *ask* providers away from this computer are asked as well."""
        if self._run is not None:
            self._run.cancel()
        self.groups.clear()
        self.copy.set_why_disabled(self.tr("The checks are not done yet."))
        tried = self._probes(ask=ask)
        self.bar.setRange(0, len(tried))
        self.bar.setValue(0)
        self.bar.show()
        self._tell("info", self.tr("Checking…"))
        self._run = start(self._examine(tried), self)

    def _probes(self, *, ask: bool) -> list[CheckProbe]:
        facts = window_facts(hotkeys())  # Here: Qt is asked on its own thread.
        workspace, recent = self._workspace, self._store.settings.recent_vaults()
        root = workspace.vault.root if workspace is not None else recent[0] if recent else None
        subject = DiagnosisSubject(self._where, self._store, self._credentials, root, held=workspace is not None)
        return all_probes(subject, lambda: window_checks(with_speller(facts)), ask=ask)

    async def _examine(self, tried: list[CheckProbe]) -> None:
        """Show what is found as it comes."""
        done = 0
        async for number, checks in run_probes(tried):
            if not shiboken6.isValid(self):
                return
            done += 1
            self.bar.setValue(done)
            for nth, check in enumerate(checks):
                self.groups.add((number, nth), check, self._can())
                await asyncio.sleep(0)  # A row takes some thousandths of a second; the window is drawn between two.
            self._tell("info", self.tr("Checking… {done} of {total}").format(done=done, total=len(tried)))
        outcome, words = summary(self.groups.checks())
        self.bar.hide()
        self.only.setVisible(outcome != "ok" or self.only.isChecked())
        self._tell(BANNERS[outcome], words)
        self.check.setText(self.tr("Check Again"))
        self.copy.set_why_disabled("")
        buttons = [button for row in self.groups.rows for button in row.buttons]
        set_tab_order((self.check, self.ask, self.copy, self.only, *buttons))
        announce(self, words)

    def _can(self) -> frozenset[CheckRemedy]:
        return PAGES | {"index"} if self._workspace is not None else PAGES

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(diagnosis_report(self.groups.checks()))
        self._tell("success", self.tr("Copied, without keys, names of notes, your name and your home folder."))

    def _tell(self, kind: BannerKind, words: str) -> None:
        self.outcome.set_kind(kind)
        self.outcome.set_text(words)
        self.outcome.show()

    def _lay_out(self) -> None:
        step = theme().step
        buttons = QWidget()
        flow = FlowLayout(buttons, step(8))
        for button in (self.check, self.ask, self.copy):
            flow.addWidget(button)
        self.copy.set_why_disabled(self.tr("Nothing was checked yet."))
        self.content.setSpacing(step(8))
        self.content.addWidget(buttons)
        self.content.addWidget(self.asks)
        for widget in (self.outcome, self.bar, self.only):
            self.content.addWidget(widget)
            widget.hide()
        self._tell("info", self.tr("Nothing was checked yet. It takes a few seconds."))
        self.content.addWidget(self.groups)

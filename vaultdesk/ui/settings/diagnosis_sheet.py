"""Settings page of the diagnosis: checks of this computer, grouped, with remedies."""

import asyncio
from bisect import bisect_left
from collections.abc import Iterable, Sequence

import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QProgressBar, QVBoxLayout, QWidget

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.diagnosis.check import (
    CHECK_GROUPS,
    CheckGroup,
    CheckOutcome,
    CheckProbe,
    CheckRemedy,
    CheckResult,
    run_probes,
)
from vaultdesk.diagnosis.diagnosis import DiagnosisSubject, all_probes, diagnosis_report
from vaultdesk.diagnosis.provider_checks import remote_hosts
from vaultdesk.diagnosis.window_checks import window_checks
from vaultdesk.ui.bridge import start
from vaultdesk.ui.hotkey.hotkeys import hotkeys
from vaultdesk.ui.qt_probe import window_facts, with_speller
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.accessibility import announce, set_tab_order
from vaultdesk.ui.widgets.banner import Banner, BannerKind
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout, column_layout
from vaultdesk.workspace import TOOL_NAMES, Workspace

_tr = translator("DiagnosisSheet")

OUTCOME_SIGNS: dict[CheckOutcome, tuple[str, str]] = {
    "ok": ("check", "success"),
    "warning": ("info", "warning"),
    "failed": ("warning", "danger"),
}
"""Icon and color of each outcome, which the text beside it describes."""


def group_title(group: CheckGroup) -> str:
    return {
        "program": _tr("This program"),
        "folders": _tr("Folders and keys"),
        "window": _tr("Window and desktop"),
        "vault": _tr("The vault"),
        "search": _tr("Search"),
        "models": _tr("Models and the web"),
    }[group]


def check_title(check: CheckResult) -> str:
    """Return the title of a check; a provider has the name given by the user."""
    # Translated here and not as phrases of the core, which would also translate names given by the user.
    names = {
        "program": _tr("VaultDesk"), "resources": _tr("Program files"), "crash": _tr("Last exit"),
        "home": _tr("Folder locations"),
        "settings-folder": _tr("Settings folder"), "data-folder": _tr("Data folder"),
        "cache-folder": _tr("Cache folder"), "log-folder": _tr("Log folder"), "settings": _tr("Settings file"),
        "data-disk": _tr("Disk with the data"), "keys": _tr("API keys"), "qt": _tr("Window toolkit (Qt)"),
        "display": _tr("Display"), "tray": _tr("Tray"), "notifications": _tr("Desktop notifications"),
        "hotkey": _tr("Quick ask shortcut"), "input-method": _tr("Input method"), "speller": _tr("Spelling"),
        "vault": _tr("Vault"), "vault-disk": _tr("Disk with the vault"), "vault-case": _tr("Upper and lower case"),
        "vault-links": _tr("Symbolic links"), "vault-sync": _tr("Sync folder"),
        "vault-obsidian": _tr("Settings of Obsidian"), "toolsets": _tr("Toolsets"),
        "watching": _tr("Change detection"), "full-text": _tr("Full-text search"), "index": _tr("Search index"),
        "meaning": _tr("Search by meaning"), "pdf": _tr("PDF pages"),
        "local-models": _tr("Models on this computer"), "web-search": _tr("Web search"),
    }  # fmt: skip
    return names.get(check.id) or translate(check.name)


def outcome_text(outcome: CheckOutcome) -> str:
    """Return a short text for an outcome."""
    return {"ok": _tr("works"), "warning": _tr("worth knowing"), "failed": _tr("does not work")}[outcome]


def remedy_text(remedy: CheckRemedy) -> str:
    """Return the label of the remedy's button; empty if there is none."""
    if not remedy:
        return ""
    return {
        "index": _tr("Show the Search Index"),
        "providers": _tr("Show the Providers"),
        "web": _tr("Show the Web Settings"),
        "desktop": _tr("Show the Desktop Settings"),
    }[remedy]


def spoken_check(check: CheckResult) -> str:
    """Return the accessible text of *check*."""
    parts = (
        check_title(check),
        outcome_text(check.outcome),
        translate(check.finding),
        translate(check.remedy),
    )
    return ". ".join(part.rstrip(".") for part in parts if part)


def checks_summary(checks: Sequence[CheckResult]) -> tuple[CheckOutcome, str]:
    """Return the most severe outcome of *checks*, and a sentence about all of them."""
    failed = sum(check.outcome == "failed" for check in checks)
    warnings = sum(check.outcome == "warning" for check in checks)
    passed = len(checks) - failed - warnings
    if failed:
        text = _tr("Does not work: {failed}. Worth knowing: {known}. Works: {fine}.")
    elif warnings:
        text = _tr("No failures. Worth knowing: {known}. Works: {fine}.")
    else:
        text = _tr("No problems found. Works: {fine}.")
    summary = text.format(failed=failed, known=warnings, fine=passed)
    return "failed" if failed else "warning" if warnings else "ok", summary


NAME_WIDTH = 148
"""Width in design pixels of the names, so that the results are aligned."""

CheckPosition = tuple[int, int]
"""Display position: index of the probe, and index among the results of that probe."""


class CheckRow(QWidget):
    """Row of a card; a line separates it from the previous one."""

    remedy_requested = Signal(str)
    """The `CheckRemedy` of the pressed button."""

    def __init__(
        self,
        check: CheckResult,
        position: CheckPosition,
        *,
        supported: frozenset[CheckRemedy],
        parent: QWidget | None = None,
    ) -> None:
        """*supported* contains the remedies that the window currently offers."""
        super().__init__(parent)
        self.check, self.position = check, position
        self.first = False
        self.setAccessibleName(spoken_check(check))
        px = theme().px
        self._name = PlainLabel(check_title(check), font="strong", wrap=True)
        self._name.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._result = QWidget()
        column = QVBoxLayout(self._result)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        if check.outcome != "ok":
            column.addWidget(
                PlainLabel(outcome_text(check.outcome), role=OUTCOME_SIGNS[check.outcome][1], font="small_strong")
            )
        for text, role in ((check.finding, "text2"), (check.remedy, "text")):
            if text:
                column.addWidget(_wrapped(PlainLabel(translate(text), role=role, wrap=True, selectable=True)))
        if check.command:
            column.addWidget(
                _wrapped(PlainLabel(check.command, role="muted", font="fixed", wrap=True, selectable=True))
            )
        self.buttons = self._make_buttons(supported)
        if self.buttons:
            button_bar = QWidget()
            flow = FlowLayout(button_bar, px(8))
            for button in self.buttons:
                flow.addWidget(button)
            column.addSpacing(px(2))
            column.addWidget(button_bar)
        column.addStretch(1)  # Otherwise text lower than the name would be centered beside it.
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(px(14), px(9), px(14), px(9))
        self._grid.setHorizontalSpacing(px(10))
        self._grid.setVerticalSpacing(px(2))
        glyph = Glyph(*OUTCOME_SIGNS[check.outcome])
        glyph.setFixedHeight(px(19))
        self._grid.addWidget(glyph, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._wide: bool | None = None
        self.set_wide(True)

    def set_wide(self, wide: bool) -> None:
        """Put the result beside the name, or below it."""
        if wide == self._wide:
            return
        self._wide = wide
        for widget in (self._name, self._result):
            self._grid.removeWidget(widget)
        self._name.setMinimumWidth(theme().px(NAME_WIDTH) if wide else 0)
        self._name.setMaximumWidth(theme().px(NAME_WIDTH) if wide else 16_777_215)
        self._grid.addWidget(self._name, 0, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._result, 0 if wide else 1, 2 if wide else 1)
        self._grid.setColumnStretch(1, 0 if wide else 1)
        self._grid.setColumnStretch(2, 1 if wide else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.first:
            QPainter(self).fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _make_buttons(self, supported: frozenset[CheckRemedy]) -> tuple[PlainButton, ...]:
        check, buttons = self.check, []
        if check.action and check.action in supported:
            button = PlainButton(remedy_text(check.action), small=True)
            button.setAccessibleName(f"{button.text()}: {self._name.text()}")
            button.clicked.connect(lambda: self.remedy_requested.emit(check.action))
            buttons.append(button)
        if check.command:
            button = PlainButton(self.tr("Copy the Command"), icon_name="copy", small=True)
            button.setAccessibleName(f"{button.text()}: {self._name.text()}")
            button.clicked.connect(self._copy)
            buttons.append(button)
        return tuple(buttons)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.check.command)
        announce(self, self.tr("The command was copied."))


def _wrapped(label: PlainLabel) -> PlainLabel:
    """Return *label* with a minimum width of 1 pixel, so that a long path does not widen the page beyond the window."""
    label.setMinimumWidth(1)
    return label


class CheckGroups(QWidget):
    """Initially empty; results can be added in any order."""

    remedy_requested = Signal(str)
    """The `CheckRemedy` to apply."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[CheckRow] = []
        """In display order."""
        self._only_problems, self._wide = False, True
        self._cards: dict[CheckGroup, Card] = {}
        self._headings: dict[CheckGroup, QWidget] = {}
        self._column = column_layout(self, 8)
        for group in CHECK_GROUPS:
            self._build_layout(group)

    def checks(self) -> list[CheckResult]:
        """Return the shown results, in display order."""
        return [row.check for row in self.rows]

    def clear(self) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = []
        for group in CHECK_GROUPS:
            self._show(group, ())

    def show_only_problems(self, only_problems: bool) -> None:
        """Show only results that are not OK, or all."""
        self._only_problems = only_problems
        for group in CHECK_GROUPS:
            self._show(group, [row for row in self.rows if row.check.group == group])

    def add(self, position: CheckPosition, check: CheckResult, supported: frozenset[CheckRemedy]) -> None:
        """Add *check* at *position*; *supported* contains the remedies that the window offers."""
        row = CheckRow(check, position, supported=supported)
        row.remedy_requested.connect(self.remedy_requested)
        row.set_wide(self._wide)
        group_rows = sorted(
            (other for other in self.rows if other.check.group == check.group), key=lambda other: other.position
        )
        index = bisect_left([other.position for other in group_rows], position)
        self._cards[check.group].content.insertWidget(index, row)
        self.rows.append(row)
        self.rows.sort(key=lambda other: (CHECK_GROUPS.index(other.check.group), other.position))
        self._show(check.group, (*group_rows[:index], row, *group_rows[index:]))

    def set_wide(self, wide: bool) -> None:
        """Put the results beside the names, or below them."""
        self._wide = wide
        for row in self.rows:
            row.set_wide(wide)

    def _build_layout(self, group: CheckGroup) -> None:
        heading = PlainLabel(group_title(group), font="heading")
        heading.setContentsMargins(0, theme().px(8), 0, 0)
        card = Card(padding=0)
        card.content.setSpacing(0)
        card.setAccessibleName(heading.text())
        self._headings[group], self._cards[group] = heading, card
        for widget in (heading, card):
            widget.hide()
            self._column.addWidget(widget)

    def _show(self, group: CheckGroup, rows: Iterable[CheckRow]) -> None:
        """Show the heading and the card of *group* if one of its *rows* is visible."""
        any_visible = False
        for row in rows:
            visible = not self._only_problems or row.check.outcome != "ok"
            row.setVisible(visible)
            row.first = visible and not any_visible
            row.update()
            any_visible = any_visible or visible
        self._headings[group].setVisible(any_visible)
        self._cards[group].setVisible(any_visible)


OUTCOME_BANNERS: dict[CheckOutcome, BannerKind] = {"ok": "success", "warning": "info", "failed": "danger"}
"""Banner kind of the summary, by outcome."""

REMEDY_PAGES: frozenset[CheckRemedy] = frozenset({"providers", "web", "desktop"})
"""Remedies that open another settings page; the index has its own page in the open vault."""

SIDE_BY_SIDE_WIDTH = 480
"""Width in design pixels from which names and results are side by side."""


class DiagnosisSheet(Sheet):
    """Starts with a button; only the latest run counts."""

    page_requested = Signal(str)
    """Another page should be shown, named as a check remedy."""

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        workspace: Workspace | None = None,
        folders: AppFolders | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*workspace* is the open vault. *folders* default to the program's own."""
        text = self.tr("Tests what works on this computer and shows how to fix what does not.")
        super().__init__(self.tr("This computer"), text, parent=parent)
        self._store, self._credentials, self._workspace = store, credentials, workspace
        self._folders = folders or app_folders()
        self._run: asyncio.Task[None] | None = None
        self.check = PrimaryButton(self.tr("Check This Computer"))
        self.check.clicked.connect(lambda: self.run_checks())
        self.ask = PlainButton(self.tr("Ask the Providers Too"))
        self.ask.clicked.connect(lambda: self.run_checks(ask=True))
        self.copy = PlainButton(self.tr("Copy Report"), icon_name="copy")
        self.copy.clicked.connect(self._copy)
        self.requests_hint = PlainLabel(role="muted", font="small", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(theme().px(6))
        self.bar.setAccessibleName(self.tr("Checks done"))
        self.outcome = Banner("info", "")
        self.only_problems = Switch(self.tr("Show only what needs attention"))
        self.groups = CheckGroups()
        self.groups.remedy_requested.connect(self.page_requested)
        self.only_problems.toggled.connect(self.groups.show_only_problems)
        self._build_layout()
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        """Show which providers the button would contact."""
        hosts = remote_hosts(self._store)
        self.ask.setVisible(bool(hosts))
        text = self.tr("“{button}” asks {hosts} for the list of models. No note text is sent.")
        self.requests_hint.setText(text.format(button=self.ask.text(), hosts=", ".join(hosts)))
        self.requests_hint.setVisible(bool(hosts))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the results below the names if they do not fit beside them."""
        super().resizeEvent(event)
        self.groups.set_wide(self.viewport().width() >= theme().px(SIDE_BY_SIDE_WIDTH))

    def run_checks(self, *, ask: bool = False) -> None:
        """Run all checks again; *ask* also sends requests to remote providers."""
        if self._run is not None:
            self._run.cancel()
        self.groups.clear()
        self.copy.set_disabled_reason(self.tr("The checks are not finished yet."))
        probes = self._probes(ask=ask)
        self.bar.setRange(0, len(probes))
        self.bar.setValue(0)
        self.bar.show()
        self._show_outcome("info", self.tr("Checking…"))
        self._run = start(self._run_probes(probes), self)

    def _probes(self, *, ask: bool) -> list[CheckProbe]:
        facts = window_facts(hotkeys())  # Here, because Qt must be used on the GUI thread.
        workspace, recent = self._workspace, self._store.settings.recent_vaults()
        root = workspace.vault.root if workspace is not None else recent[0] if recent else None
        subject = DiagnosisSubject(
            self._folders, self._store, self._credentials, TOOL_NAMES, root, is_open=workspace is not None
        )
        return all_probes(subject, lambda: window_checks(with_speller(facts)), ask_providers=ask)

    async def _run_probes(self, probes: list[CheckProbe]) -> None:
        """Show the results as they arrive."""
        done = 0
        async for number, checks in run_probes(probes):
            if not shiboken6.isValid(self):
                return
            done += 1
            self.bar.setValue(done)
            for index, check in enumerate(checks):
                self.groups.add((number, index), check, self._supported_remedies())
                await asyncio.sleep(0)  # Creating a row takes some milliseconds; let the window repaint in between.
            self._show_outcome("info", self.tr("Checking… {done} of {total}").format(done=done, total=len(probes)))
        outcome, summary = checks_summary(self.groups.checks())
        self.bar.hide()
        self.only_problems.setVisible(outcome != "ok" or self.only_problems.isChecked())
        self._show_outcome(OUTCOME_BANNERS[outcome], summary)
        self.check.setText(self.tr("Check Again"))
        self.copy.set_disabled_reason("")
        buttons = [button for row in self.groups.rows for button in row.buttons]
        set_tab_order((self.check, self.ask, self.copy, self.only_problems, *buttons))
        announce(self, summary)

    def _supported_remedies(self) -> frozenset[CheckRemedy]:
        return REMEDY_PAGES | {"index"} if self._workspace is not None else REMEDY_PAGES

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(diagnosis_report(self.groups.checks()))
        self._show_outcome(
            "success", self.tr("Copied. API keys, note names, your name and your home folder are left out.")
        )

    def _show_outcome(self, kind: BannerKind, text: str) -> None:
        self.outcome.set_kind(kind)
        self.outcome.set_text(text)
        self.outcome.show()

    def _build_layout(self) -> None:
        px = theme().px
        buttons = QWidget()
        flow = FlowLayout(buttons, px(8))
        for button in (self.check, self.ask, self.copy):
            flow.addWidget(button)
        self.copy.set_disabled_reason(self.tr("Nothing has been checked yet."))
        self.content.setSpacing(px(8))
        self.content.addWidget(buttons)
        self.content.addWidget(self.requests_hint)
        for widget in (self.outcome, self.bar, self.only_problems):
            self.content.addWidget(widget)
            widget.hide()
        self._show_outcome("info", self.tr("Nothing has been checked yet. Checking takes a few seconds."))
        self.content.addWidget(self.groups)

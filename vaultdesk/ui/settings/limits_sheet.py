"""Settings page of limits: spending caps, today's usage, and retention of changes."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from vaultdesk.agent.token_usage import UsageAmount
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_schema import JournalSettings, SpendingLimits
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui import bridge
from vaultdesk.ui.dates import short_day
from vaultdesk.ui.formatting import dollars, format_number, tenths_text
from vaultdesk.ui.settings.sheet import SettingsForm, SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.form_controls import DecimalField, NumberField, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.workspace import Workspace

MEGABYTE = 1_000_000
"""Bytes per megabyte, as used in the setting."""

MAX_COUNTED_CHANGES = 100_000
"""Maximum number of changes counted; above it the text says "at least"."""


class JournalUsage(Struct, frozen=True):
    """Stored change history."""

    megabytes: float = 0.0
    """Size of earlier versions."""
    changes: int = 0
    oldest: datetime | None = None
    problem: str = ""
    """Why it could not be read, as a sentence."""


def journal_usage(journal: Journal) -> JournalUsage:
    """Return the size in megabytes, the number of changes (at most `MAX_COUNTED_CHANGES`) and the oldest change;
    `problem` if they cannot be read. Blocks on the disk.
    """
    try:
        entries = journal.changes(MAX_COUNTED_CHANGES)
        folder = journal.snapshots.folder
        size = sum(file.stat().st_size for file in folder.iterdir()) if folder.is_dir() else 0
    except (VaultError, OSError) as error:
        return JournalUsage(problem=translate_error(error))
    return JournalUsage(size / MEGABYTE, len(entries), entries[-1].time if entries else None)


MAX_DOLLARS = 100_000.0
"""Maximum cap in US dollars; more is probably a typing error."""

DOLLAR_STEP = 0.5
"""US dollars added by one press of an arrow."""


def money_field(name: str) -> DecimalField:
    """Return a field for dollars and cents."""
    field = DecimalField(name, (0.0, MAX_DOLLARS))
    field.setDecimals(2)
    field.setSingleStep(DOLLAR_STEP)
    field.setPrefix("$")
    return field


LimitScope = Literal["day", "chat", "agent"]

LIMIT_SCOPES: tuple[LimitScope, ...] = ("day", "chat", "agent")
"""Scopes of a cap, in order."""

MIN_SHOWN_MEGABYTES = 0.1
"""Megabytes below which no number is shown."""

TOKEN_STEP = 10_000
"""Tokens added by one press of an arrow: about one question with a few notes."""


class LimitsSheet(Sheet):
    """Caps on tokens and money, and retention of earlier versions."""

    def __init__(self, store: SettingsStore, workspace: Workspace | None = None, parent: QWidget | None = None) -> None:
        """Without a *workspace* usage is not shown."""
        text = self.tr("How much questions may use. A question that would exceed a limit is not sent to any model.")
        super().__init__(self.tr("Limits"), text, parent=parent)
        self._writer = SettingsWriter(store, self.problem)
        self._workspace = workspace
        self._refreshing = False
        self._measurement: asyncio.Task[None] | None = None
        self.tokens: dict[LimitScope, NumberField] = {}
        self.dollars: dict[LimitScope, DecimalField] = {}
        self.used: dict[LimitScope, PlainLabel] = {}
        self.usage_label = PlainLabel(role="muted", font="small", wrap=True)
        self.content.setSpacing(theme().px(8))
        self.content.addWidget(PlainLabel(self.tr("Spending"), font="heading"))
        self.content.addWidget(self._spending_card())
        self.content.addSpacing(theme().px(12))
        self.content.addWidget(PlainLabel(self.tr("Undo"), font="heading"))
        self.journal = SettingsForm(store.settings.journal, ("days", "megabytes"), self._set_journal)
        self.journal_label = PlainLabel(role="muted", font="small", wrap=True)
        card = Card()
        card.content.addWidget(self.journal)
        card.content.addWidget(self.journal_label)
        self.content.addWidget(card)
        self.refresh(store.settings)
        if workspace is not None:
            bridge.follow(workspace.budget.changes, lambda _: self._show_used(), owner=self)
            bridge.follow(workspace.vault.changes, lambda _: self._measure(), owner=self)

    def refresh(self, settings: Settings) -> None:
        spending = settings.spending
        values: Mapping[LimitScope, tuple[int, float]] = {
            "day": (spending.day_tokens, spending.day_dollars),
            "chat": (spending.chat_tokens, spending.chat_dollars),
            "agent": (spending.agent_tokens, spending.agent_dollars),
        }
        self._refreshing = True
        for scope, (tokens, money) in values.items():
            self.tokens[scope].setValue(tokens)
            self.dollars[scope].setValue(money)
        self._refreshing = False
        self.journal.show_values(settings.journal)
        self._show_used()
        self._measure()

    def _spending_card(self) -> Card:
        px = theme().px
        card = Card()
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(10))
        grid.setColumnStretch(3, 1)
        for column, title in enumerate(("", self.tr("Tokens"), self.tr("US dollars"), self.tr("Used"))):
            grid.addWidget(PlainLabel(title, role="muted", font="caption"), 0, column)
        titles: dict[LimitScope, str] = {
            "day": self.tr("Per day"),
            "chat": self.tr("Per chat"),
            "agent": self.tr("Per agent and day"),
        }
        for row, scope in enumerate(LIMIT_SCOPES, start=1):
            title = titles[scope]
            tokens = NumberField(self.tr("{0}: tokens").format(title))
            tokens.setSingleStep(TOKEN_STEP)
            money = money_field(self.tr("{0}: US dollars").format(title))
            for field in (tokens, money):
                field.setSpecialValueText(self.tr("no limit"))
            tokens.valueChanged.connect(self._limit_setter(f"{scope}_tokens"))
            money.valueChanged.connect(self._limit_setter(f"{scope}_dollars"))
            self.tokens[scope], self.dollars[scope] = tokens, money
            self.used[scope] = PlainLabel(role="muted", font="small", wrap=True)
            for column, widget in enumerate((field_label(title), tokens, money, self.used[scope])):
                grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignVCenter)
        card.content.addLayout(grid)
        card.content.addWidget(self.usage_label)
        return card

    def _limit_setter(self, name: str) -> Callable[[float], None]:
        def set_limit(value: float) -> None:
            if not self._refreshing:
                self._set_limit(name, value)

        return set_limit

    def _set_limit(self, name: str, value: float) -> None:
        rounded = int(value) if name.endswith("_tokens") else round(float(value), 2)

        def changed(settings: Settings) -> Settings:
            caps: SpendingLimits = settings.spending.model_copy(update={name: rounded})
            return settings.model_copy(update={"spending": caps})

        self._writer.save(changed)
        self.refresh(self._writer.store.settings)

    def _set_journal(self, name: str, value: object) -> str:
        def changed(settings: Settings) -> Settings:
            journal: JournalSettings = settings.journal.model_copy(update={name: value})
            return settings.model_copy(update={"journal": journal})

        self._writer.save(changed)
        return ""

    def _show_used(self) -> None:
        if self._workspace is None:
            self.usage_label.hide()
            return
        today = self._workspace.budget.state().today
        self.used["day"].setText(self._used_text(today))
        self.used["chat"].setText(self.tr("counted separately for each chat"))
        self.used["agent"].setText(self.tr("counted separately for each agent"))
        text = self.tr("Costs are counted if the price of a model is known. Models on this computer cost nothing.")
        if today.unpriced:
            text += " " + self.tr("The price of {0} of today’s tokens is not known.").format(
                format_number(today.unpriced)
            )
        self.usage_label.setText(text)

    def _used_text(self, used: UsageAmount) -> str:
        if not used.tokens:
            return self.tr("nothing today")
        return self.tr("{0} tokens, {1} today").format(format_number(used.tokens), dollars(used.dollars))

    def _measure(self) -> None:
        if self._workspace is not None and (self._measurement is None or self._measurement.done()):
            self._measurement = bridge.start(self._show_measurement(self._workspace), owner=self)

    async def _show_measurement(self, workspace: Workspace) -> None:
        self.journal_label.setText(
            self._journal_usage_text(await asyncio.to_thread(journal_usage, workspace.vault.journal))
        )

    def _journal_usage_text(self, usage: JournalUsage) -> str:
        if usage.problem:
            return usage.problem
        if usage.oldest is None:
            return self.tr("Stored now: nothing. No note in this vault has been changed here yet.")
        day = usage.oldest.astimezone().date()
        since = short_day(day)
        count = format_number(usage.changes) + ("+" if usage.changes >= MAX_COUNTED_CHANGES else "")
        changes = self.tr("1 change") if usage.changes == 1 else self.tr("{0} changes").format(count)
        size = (
            tenths_text(usage.megabytes)
            if usage.megabytes >= MIN_SHOWN_MEGABYTES
            else self.tr("less than {0}").format(tenths_text(MIN_SHOWN_MEGABYTES))
        )
        text = self.tr("Stored now: {0} since {1}, {2} MB of earlier versions.")
        return text.format(changes, since, size)

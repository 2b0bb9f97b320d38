"""Vault sheet: what holds for the open vault: tools on or off, and the standing answers a person gave."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.settings import PermissionRule, Settings, SettingsStore, VaultSettings
from vaultdesk.tools.visible import visible
from vaultdesk.ui.parts.buttons import LinkButton
from vaultdesk.ui.parts.card import Card, Rule
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.switch import Switch
from vaultdesk.ui.theme.theme import theme


class VaultSheet(Sheet):
    """The page of one vault."""

    def __init__(self, store: SettingsStore, root: Path, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("This vault"), visible(str(root)), parent=parent)
        self._root = root
        self._keeper = Keeper(store, self.problem)
        self._rules: tuple[PermissionRule, ...] | None = None
        self.switch = Switch(self.tr("Assistants may use tools in this vault"))
        self.switch.setToolTip(VaultSettings.model_fields["tool_calling"].title or "")
        self.switch.toggled.connect(self._turn)
        self._effect = PlainLabel(role="text2", wrap=True)
        self._list = Card(padding=0)
        self._list.content.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(self.switch)
        head.addStretch(1)
        head.addWidget(PlainLabel(self.tr("off in a new vault until you turn it on"), role="muted", font="small"))
        card = Card()
        card.content.addLayout(head)
        card.content.addWidget(self._effect)
        self.content.addWidget(card)
        self.content.addSpacing(theme().step(4))
        self.content.addWidget(PlainLabel(self.tr("Standing answers"), font="heading"))
        self.content.addWidget(self._list)
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        vault = settings.vault_settings(self._root)
        self.switch.blockSignals(True)
        self.switch.setChecked(vault.tool_calling)
        self.switch.blockSignals(False)
        self._effect.setText(self._effect_words(vault.tool_calling))
        if vault.rules != self._rules:
            self._rules = vault.rules
            self._show_rules(vault.rules)

    def rules_shown(self) -> list[str]:
        """Return the sentences of the standing answers in the list."""
        return [self._sentence(rule) for rule in self._rules or ()]

    def forget_buttons(self) -> list[LinkButton]:
        """Return the buttons that take a standing answer back, in the order of the list."""
        return self._list.findChildren(LinkButton)

    def _effect_words(self, on: bool) -> str:
        if on:
            return self.tr(
                "The assistant may ask to search and to read notes here. Each time you are asked first and see which "
                "notes, and who would get them, unless a standing answer below allows it."
            )
        return self.tr(
            "The assistant can neither search nor read this vault. It knows only what is written in the chat."
        )

    def _turn(self, on: bool) -> None:
        root = self._root
        self._keeper.keep(lambda settings: settings.with_vault(root, tool_calling=on))
        self.refresh(self._keeper.store.settings)

    def _show_rules(self, rules: tuple[PermissionRule, ...]) -> None:
        while (item := self._list.content.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                # Out of the tree at once: a deleted row would be seen, and found, until the loop turns.
                widget.setParent(None)
                widget.deleteLater()
        for number, rule in enumerate(rules):
            if number:
                self._list.content.addWidget(Rule())
            self._list.content.addWidget(self._rule_row(rule))
        if not rules:
            words = self.tr("None. You are asked about each use of a tool.")
            self._list.content.addWidget(self._row(PlainLabel(words, role="muted", wrap=True)))

    def _rule_row(self, rule: PermissionRule) -> QWidget:
        forget = LinkButton(self.tr("Forget"))
        sentence = self._sentence(rule)
        forget.setAccessibleName(self.tr("Forget: {0}").format(sentence))
        forget.clicked.connect(partial(self._forget, rule))
        return self._row(PlainLabel(sentence, wrap=True), forget)

    def _row(self, label: PlainLabel, button: LinkButton | None = None) -> QWidget:
        step = theme().step
        host = QWidget()
        row = QHBoxLayout(host)
        row.setContentsMargins(step(16), step(8), step(12), step(8))
        row.addWidget(label, 1)
        if button is not None:
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return host

    def _sentence(self, rule: PermissionRule) -> str:
        verbs = {
            "allow": self.tr("{0} in {1} needs no question."),
            "ask": self.tr("{0} in {1} asks each time."),
            "deny": self.tr("{0} in {1} is never allowed."),
        }
        tools = {
            "*": self.tr("Every tool"),
            "file_read": self.tr("Reading notes"),
            "vault_search": self.tr("Searching"),
        }
        effects = {
            "write": self.tr("changing notes"),
            "delete": self.tr("deleting notes"),
            "network": self.tr("using the network"),
            "none": self.tr("touching nothing"),
        }
        where = visible(rule.folder) if rule.folder else self.tr("the whole vault")
        effect = f" ({effects[rule.effect]})" if rule.effect in effects else ""
        return verbs[rule.answer].format(tools.get(rule.tool, visible(rule.tool)) + effect, where)

    def _forget(self, rule: PermissionRule, _checked: bool = False) -> None:
        root = self._root
        place = (self._rules or ()).index(rule)

        def without(settings: Settings) -> Settings:
            rules = tuple(kept for kept in settings.vault_settings(root).rules if kept != rule)
            return settings.with_vault(root, rules=rules)

        if self._keeper.keep(without):
            self.refresh(self._keeper.store.settings)
            left = self.forget_buttons()
            # The button that had the keyboard is gone: the next one takes it, or the switch.
            (left[min(place, len(left) - 1)] if left else self.switch).setFocus()

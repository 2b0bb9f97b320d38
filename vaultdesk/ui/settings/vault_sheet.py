"""Vault sheet: what holds for the open vault: tools on or off, and the standing answers a person gave."""

from functools import partial
from pathlib import Path

from pydantic import JsonValue
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.settings import PermissionRule, Settings, SettingsStore
from vaultdesk.tools.visible import visible
from vaultdesk.ui.parts.buttons import LinkButton
from vaultdesk.ui.parts.card import Card, Rule
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.form import SettingsForm
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme


class VaultSheet(Sheet):
    """The page of one vault."""

    def __init__(self, store: SettingsStore, root: Path, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("This vault"), str(root), parent=parent)
        self._root = root
        self._keeper = Keeper(store, self.problem)
        self._form = SettingsForm(store.settings.vault_settings(root), ("tool_calling",), self._change)
        card = Card()
        card.content.addWidget(self._form)
        self._rules = Card(padding=0)
        self._rules.content.setSpacing(0)
        self.content.addWidget(card)
        self.content.addWidget(PlainLabel(self.tr("Standing answers"), font="heading"))
        self.content.addWidget(self._rules)
        self._show_rules(store.settings)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self._form.show_values(settings.vault_settings(self._root))
        self._show_rules(settings)

    def _change(self, name: str, value: JsonValue) -> None:
        root = self._root
        if not self._keeper.keep(lambda settings: settings.with_vault(root, **{name: value})):
            self.refresh(self._keeper.store.settings)

    def _show_rules(self, settings: Settings) -> None:
        while (item := self._rules.content.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        rules = settings.vault_settings(self._root).rules
        for number, rule in enumerate(rules):
            if number:
                self._rules.content.addWidget(Rule())
            self._rules.content.addWidget(self._rule_row(rule))
        if not rules:
            words = self.tr("None. Each call of a tool is asked, unless you answer “always” once.")
            self._rules.content.addWidget(self._row(PlainLabel(words, role="muted", wrap=True)))

    def _rule_row(self, rule: PermissionRule) -> QWidget:
        forget = LinkButton(self.tr("Forget"), small=True)
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
            row.addWidget(button)
        return host

    def _sentence(self, rule: PermissionRule) -> str:
        verbs = {"allow": self.tr("Allow"), "ask": self.tr("Ask before"), "deny": self.tr("Never allow")}
        tools = {"*": self.tr("every tool"), "file_read": self.tr("reading"), "vault_search": self.tr("searching")}
        where = visible(rule.folder) if rule.folder else self.tr("the whole vault")
        effect = "" if rule.effect in ("*", "read") else f" ({rule.effect})"
        tool = tools.get(rule.tool, visible(rule.tool))
        return self.tr("{0} {1}{2} in {3}").format(verbs[rule.answer], tool, effect, where)

    def _forget(self, rule: PermissionRule, _checked: bool = False) -> None:
        root = self._root

        def without(settings: Settings) -> Settings:
            rules = tuple(kept for kept in settings.vault_settings(root).rules if kept != rule)
            return settings.with_vault(root, rules=rules)

        self._keeper.keep(without)
        self._show_rules(self._keeper.store.settings)

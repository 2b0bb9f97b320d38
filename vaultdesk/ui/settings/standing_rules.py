"""Standing rules: the part of the permission page with the person's own rules: added, changed, forgotten with Undo."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.folder_field import folders_of
from vaultdesk.ui.agents.unreadable import is_unreadable
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.elsewhere import providers_elsewhere
from vaultdesk.ui.settings.kept_rules import KeptRules
from vaultdesk.ui.settings.rule_dialog import RuleDialog
from vaultdesk.ui.settings.rule_list import RuleList, RuleRow
from vaultdesk.ui.settings.rule_words import (
    rule_sentence,
    stands_for_unreadable,
    still_asks,
    written_words,
)
from vaultdesk.ui.settings.undo_banner import UndoBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace import Workspace

ICONS = {"allow": "check", "ask": "info", "deny": "close"}
"""The icon of each answer; the sentence says the same."""


class StandingRules(QWidget):
    """A title, the list, and the button that adds one."""

    def __init__(self, workspace: Workspace, keeper: Keeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._keeper = keeper
        self.undo = UndoBanner()
        self._rules: KeptRules[PermissionRule] = KeptRules(keeper, workspace.vault.root, "rules", self.undo)
        self.list = RuleList(self.tr("None. What the sentences above say holds everywhere."), self.tr("Forget"))
        self.add = PlainButton(self.tr("Add Rule…"), icon_name="plus")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(8))
        column.addWidget(PlainLabel(self.tr("Your standing rules"), font="heading"))
        column.addWidget(self.undo)
        column.addWidget(self.list)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.add.clicked.connect(lambda: bridge.start(self.edit(None), owner=self))
        self.list.edit_requested.connect(lambda place: bridge.start(self.edit(place), owner=self))
        self.list.forget_requested.connect(self._forget)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        rules = settings.vault_settings(self._workspace.vault.root).rules
        self.list.show_rows([self._row(rule) for rule in rules])

    async def edit(self, place: int | None) -> None:
        """Let the person change the rule at *place*, or add one."""
        rules = self._rules.all()
        old = rules[place] if place is not None and place < len(rules) else None
        try:
            folders = folders_of(row.path for row in await self._workspace.searcher.tree())
        except VaultDeskError as problem:
            folders = ()  # The folder can be typed all the same.
            self._keeper.tell(str(problem))
        dialog = RuleDialog(
            self._tools(), folders, providers_elsewhere(self._keeper.store.settings), old, self.window()
        )
        try:
            if await bridge.ask(dialog) == RuleDialog.DialogCode.Accepted:
                new = dialog.rule()
                if old is None:
                    self._rules.add(new)
                else:
                    self._rules.replace(old, new)
                self.refresh(self._keeper.store.settings)
        finally:
            dialog.deleteLater()

    def _row(self, rule: PermissionRule) -> RuleRow:
        lost = stands_for_unreadable(rule) and self._keeper.store.problem is not None
        if is_unreadable(rule) or lost:
            text = self.tr("This rule cannot be read, so it denies everything it may mean.")
            remark = self.tr("In the settings file it says: {0}").format(written_words(rule))
            return RuleRow("warning", text, str(self._keeper.store.problem) if lost else remark, broken=True)
        return RuleRow(ICONS[rule.answer], rule_sentence(rule, self._tools()), still_asks(rule))

    def _forget(self, place: int) -> None:
        rules = self._rules.all()
        if place < len(rules):
            self._rules.remove(place, self.tr("Forgotten: {0}").format(self._row(rules[place]).text))
        self.refresh(self._keeper.store.settings)
        # The button that had the keyboard may be gone.
        if not self.list.buttons:
            self.add.setFocus()

    def _tools(self) -> dict[str, str]:
        return {tool.name: tool.display_name for tool in self._workspace.registry.tools}

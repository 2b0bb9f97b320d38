"""Rule dialog: one standing rule made or changed: what, where, for whom, and the answer; read aloud as it is made."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QWidget

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.policy import THIS_COMPUTER
from vaultdesk.ui.agents.folder_field import FolderField
from vaultdesk.ui.agents.form_dialog import FormDialog
from vaultdesk.ui.settings.elsewhere import Elsewhere
from vaultdesk.ui.settings.rule_words import rule_sentence, still_asks
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel

EFFECT, TOOL = "effect:", "tool:"
"""How the values of the first box begin: every tool with an effect, or one tool."""


class RuleDialog(FormDialog):
    """`rule()` is what was made."""

    def __init__(
        self,
        tools: Mapping[str, str],
        folders: Sequence[str],
        elsewhere: Sequence[Elsewhere],
        rule: PermissionRule | None,
        parent: QWidget,
    ) -> None:
        """*tools* gives what people call each tool; *rule* is the one to change, None for a new one."""
        title = _tr("Add a rule") if rule is None else _tr("Edit the rule")
        words = QCoreApplication.translate(
            "Window", "The narrower folder counts. In one folder never beats asking, and asking beats no question."
        )
        super().__init__(
            title,
            words,
            _tr("Add Rule") if rule is None else _tr("Save"),
            parent,
        )
        self._tools = tools
        shown = rule or PermissionRule(effect="read", answer="allow")
        self._first = shown
        self.what = ExplainedComboBox(self.tr("What"), self._kinds(shown), self._kind(shown))
        self.folder = FolderField(self.tr("Where"), folders, shown.folder)
        self.whom = ExplainedComboBox(self.tr("For"), self._destinations(elsewhere, shown), shown.destination)
        answers = [
            ("allow", self.tr("needs no question")),
            ("ask", self.tr("asks me each time")),
            ("deny", self.tr("is never allowed")),
        ]
        self.answer = ExplainedComboBox(self.tr("Answer"), answers, shown.answer)
        self._sentence = PlainLabel(font="strong", wrap=True)
        self._remark = PlainLabel(role="muted", font="small", wrap=True)
        self._lay_out()
        for box in (self.what, self.whom, self.answer):
            box.chosen.connect(self._renew)
        self.folder.changed.connect(self._renew)
        self.done_button.clicked.connect(self._finish)
        self.done_button.setDefault(True)
        self._renew()
        self.what.setFocus()

    def rule(self) -> PermissionRule:
        """Return the rule as it is chosen now."""
        kind = self.what.value()
        tool = kind.removeprefix(TOOL) if kind.startswith(TOOL) else "*"
        effect = kind.removeprefix(EFFECT) if kind.startswith(EFFECT) else "*"
        if tool == self._first.tool != "*":
            effect = self._first.effect
        return PermissionRule.model_validate(
            {
                "tool": tool,
                "effect": effect,
                "folder": self.folder.folder(),
                "destination": self.whom.value(),
                "answer": self.answer.value(),
            }
        )

    def sentence(self) -> str:
        """Return the rule as it is read aloud."""
        return self._sentence.text()

    def remark(self) -> str:
        """Return what is to be known of it; empty where there is nothing."""
        return self._remark.text() if self._remark.isVisibleTo(self) else ""

    def _lay_out(self) -> None:
        step = theme().step
        grid = QGridLayout()
        grid.setHorizontalSpacing(step(16))
        grid.setVerticalSpacing(step(12))
        grid.setColumnStretch(1, 1)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("What"), self.what),
            (self.tr("Where"), self.folder),
            (self.tr("For"), self.whom),
            (self.tr("Answer"), self.answer),
        )
        for number, (title, field) in enumerate(rows):
            label = field_label(title)
            label.setBuddy(field)
            grid.addWidget(label, number, 0)
            grid.addWidget(field, number, 1)
        self.content.addLayout(grid)
        card = Card(ground="sunken")
        card.content.setSpacing(step(4))
        card.content.addWidget(self._sentence)
        card.content.addWidget(self._remark)
        self.content.addWidget(card)

    def _kinds(self, rule: PermissionRule) -> list[tuple[str, str]]:
        kinds = [
            (f"{EFFECT}read", self.tr("Searching and reading notes")),
            (f"{EFFECT}write", self.tr("Creating, changing and renaming notes")),
            (f"{EFFECT}delete", self.tr("Deleting notes")),
            (f"{EFFECT}network", self.tr("Using the network")),
            (f"{EFFECT}*", self.tr("Every tool")),
        ]
        if rule.tool == "*" and rule.effect == "none":
            kinds.append((f"{EFFECT}none", self.tr("What touches no note")))
        names = dict(self._tools)
        if rule.tool != "*":
            names.setdefault(rule.tool, rule.tool)
        return kinds + [(f"{TOOL}{name}", self.tr("The tool “{0}”").format(title)) for name, title in names.items()]

    def _kind(self, rule: PermissionRule) -> str:
        return f"{EFFECT}{rule.effect}" if rule.tool == "*" else f"{TOOL}{rule.tool}"

    def _destinations(self, elsewhere: Sequence[Elsewhere], rule: PermissionRule) -> list[tuple[str, str]]:
        known = {one.host: f"{one.title} ({one.host})" for one in elsewhere if one.host}
        if rule.destination not in ("*", THIS_COMPUTER):
            known.setdefault(rule.destination, rule.destination)
        return [
            ("*", self.tr("every model")),
            (THIS_COMPUTER, self.tr("models on this computer")),
            *known.items(),
        ]

    def _renew(self) -> None:
        wrong = self.folder.problem()
        self.folder.field.set_problem(wrong)
        self.done_button.setEnabled(not wrong)
        if not wrong:
            rule = self.rule()
            self._sentence.setText(rule_sentence(rule, self._tools))
            remark = still_asks(rule)
            self._remark.setText(remark)
            self._remark.setVisible(bool(remark))

    def _finish(self) -> None:
        if not self.folder.problem():
            self.accept()


def _tr(text: str) -> str:
    return QCoreApplication.translate("RuleDialog", text)

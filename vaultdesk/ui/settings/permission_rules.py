"""The user's permission rules: their sentences, the dialog to edit one, and their section of the page."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.phrases import joined_words
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.policy import THIS_COMPUTER, PolicyRequest, is_first_use_rule, rule_answer
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.agents.agent_reach import is_unreadable
from vaultdesk.ui.settings.provider_list import RemoteProvider, remote_providers
from vaultdesk.ui.settings.rule_list import MAX_RULE_VALUE, RuleDialog, RuleEditor, RuleRow
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox
from vaultdesk.ui.widgets.form_dialog import FolderField
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace import Workspace

_tr = translator("PermissionRuleDialog")

NO_NAMES: Mapping[str, str] = {}
"""Used if there are no display names."""


def rule_sentence(rule: PermissionRule, tools: Mapping[str, str], providers: Mapping[str, str] = NO_NAMES) -> str:
    """Return *rule* as a sentence; *tools* and *providers* map tools and hosts to display names."""
    if is_unreadable(rule):
        return _tr("This rule is not valid, so it denies everything it might cover.")
    if is_first_use_rule(rule):
        return _first_use_sentence(rule.destination, providers)
    verbs = {
        "allow": _tr("{0} is allowed without asking."),
        "ask": _tr("{0} asks me each time."),
        "deny": _tr("{0} is never allowed."),
    }
    where = (
        _tr("in {0}").format(sanitize_line(rule.folder, MAX_RULE_VALUE)) if rule.folder else _tr("in the whole vault")
    )
    return verbs[rule.answer].format(joined_words(_subject_phrase(rule, tools), where, _destination_phrase(rule)))


def represents_unreadable(rule: PermissionRule) -> bool:
    """Return whether *rule* may represent an invalid entry of the file: it has no condition and denies."""
    return rule.answer == "deny" and rule.model_fields_set == {"answer"}


def rule_caveat(rule: PermissionRule) -> str:
    """Return what *rule* does not allow despite its text, because no rule may; empty if there is nothing."""
    if rule.answer != "allow" or is_unreadable(rule):
        return ""
    tool = "" if rule.tool == "*" else rule.tool
    host = "" if rule.destination in ("*", THIS_COMPUTER) else rule.destination
    path = f"{rule.folder}/x.md" if rule.folder else "x.md"
    restricted = (
        (PolicyRequest(tool, "write", host=host, change="modify"), _tr("changing notes")),
        (PolicyRequest(tool, "delete", host=host, change="delete"), _tr("deleting notes")),
        (PolicyRequest(tool, "write", host=host, change="modify", bulk=True), _tr("changing many notes at once")),
        (PolicyRequest(tool, "network", host=host), _tr("using the network")),
    )
    still_asked = [
        action for request, action in restricted if (found := rule_answer(rule, request, path)) and found[0] == "ask"
    ]
    if not still_asked:
        return ""
    listed = (
        still_asked[0]
        if len(still_asked) == 1
        else _tr("{0} and {1}").format(", ".join(still_asked[:-1]), still_asked[-1])
    )
    return _tr("You are still asked before {0}. A rule cannot change that.").format(listed)


def _first_use_sentence(destination: str, providers: Mapping[str, str]) -> str:
    """Return the sentence for the rule created by “Always here” in the first decision."""
    if destination == THIS_COMPUTER:
        return _tr("Search and read without asking · models on this computer")
    host = sanitize_line(destination, MAX_RULE_VALUE)
    title = sanitize_line(providers.get(destination, ""), MAX_RULE_VALUE)
    if not title or title == host:
        return _tr("Search and read without asking · {host}").format(host=host)
    return _tr("Search and read without asking · {who} ({host})").format(who=title, host=host)


def _subject_phrase(rule: PermissionRule, tools: Mapping[str, str]) -> str:
    effects = {
        "read": _tr("Searching and reading notes"),
        "write": _tr("Creating, changing and renaming notes"),
        "delete": _tr("Deleting notes"),
        "network": _tr("Using the network"),
        "none": _tr("Tools that use no notes"),
        "*": _tr("Every tool"),
    }
    if rule.tool == "*":
        return effects[rule.effect]
    name = _tr("“{0}”").format(sanitize_line(tools.get(rule.tool, rule.tool), MAX_RULE_VALUE))
    return name if rule.effect == "*" else f"{name} ({effects[rule.effect]})"


def _destination_phrase(rule: PermissionRule) -> str:
    if rule.destination == "*":
        return ""
    if rule.destination == THIS_COMPUTER:
        return _tr("for a model on this computer")
    return _tr("for {0}").format(sanitize_line(rule.destination, MAX_RULE_VALUE))


EFFECT_PREFIX, TOOL_PREFIX = "effect:", "tool:"
"""Prefixes of the values of the first box: every tool with an effect, or one tool."""


class PermissionRuleDialog(RuleDialog[PermissionRule]):
    """`rule()` returns the result."""

    def __init__(
        self,
        tools: Mapping[str, str],
        folders: Sequence[str],
        remote: Sequence[RemoteProvider],
        rule: PermissionRule | None,
        parent: QWidget,
    ) -> None:
        """*tools* maps tools to display names; *rule* is the one to change, None for a new one."""
        explanation = QCoreApplication.translate(
            "Window", "The rule for the innermost folder applies. For the same folder, the strictest rule applies."
        )
        super().__init__(explanation, parent, is_new=rule is None)
        self._tools = tools
        self._providers = {provider.host: provider.title for provider in remote}
        shown = rule or PermissionRule(effect="read", answer="allow")
        self._original = shown
        self.what = ExplainedComboBox(self.tr("What"), self._kinds(shown), self._kind(shown))
        self.folder = FolderField(self.tr("Where"), folders, shown.folder)
        self.destination = ExplainedComboBox(self.tr("For"), self._destinations(remote, shown), shown.destination)
        answers = [
            ("allow", self.tr("is allowed without asking")),
            ("ask", self.tr("asks me each time")),
            ("deny", self.tr("is never allowed")),
        ]
        self.answer = ExplainedComboBox(self.tr("Answer"), answers, shown.answer)
        self.add_fields(
            [
                (self.tr("What"), self.what),
                (self.tr("Where"), self.folder),
                (self.tr("For"), self.destination),
                (self.tr("Answer"), self.answer),
            ]
        )
        for box in (self.what, self.destination, self.answer):
            box.chosen.connect(self._update)
        self.folder.changed.connect(self._update)
        self.done_button.clicked.connect(self._accept_valid)
        self._update()
        self.what.setFocus()

    def rule(self) -> PermissionRule:
        """Return the rule as currently selected."""
        kind = self.what.value()
        tool = kind.removeprefix(TOOL_PREFIX) if kind.startswith(TOOL_PREFIX) else "*"
        effect = kind.removeprefix(EFFECT_PREFIX) if kind.startswith(EFFECT_PREFIX) else "*"
        if tool == self._original.tool != "*":
            effect = self._original.effect
        return PermissionRule.model_validate(
            {
                "tool": tool,
                "effect": effect,
                "folder": self.folder.folder(),
                "destination": self.destination.value(),
                "answer": self.answer.value(),
            }
        )

    def sentence(self) -> str:
        """Return the rule as a sentence for screen readers."""
        return self._sentence.text()

    def remark(self) -> str:
        """Return the remark about the rule; empty if there is none."""
        return self._remark.text() if self._remark.isVisibleTo(self) else ""

    def _kinds(self, rule: PermissionRule) -> list[tuple[str, str]]:
        kinds = [
            (f"{EFFECT_PREFIX}read", self.tr("Searching and reading notes")),
            (f"{EFFECT_PREFIX}write", self.tr("Creating, changing and renaming notes")),
            (f"{EFFECT_PREFIX}delete", self.tr("Deleting notes")),
            (f"{EFFECT_PREFIX}network", self.tr("Using the network")),
            (f"{EFFECT_PREFIX}*", self.tr("Every tool")),
        ]
        if rule.tool == "*" and rule.effect == "none":
            kinds.append((f"{EFFECT_PREFIX}none", self.tr("Tools that use no notes")))
        names = dict(self._tools)
        if rule.tool != "*":
            names.setdefault(rule.tool, rule.tool)
        return kinds + [
            (f"{TOOL_PREFIX}{name}", self.tr("The tool “{0}”").format(title)) for name, title in names.items()
        ]

    def _kind(self, rule: PermissionRule) -> str:
        return f"{EFFECT_PREFIX}{rule.effect}" if rule.tool == "*" else f"{TOOL_PREFIX}{rule.tool}"

    def _destinations(self, remote: Sequence[RemoteProvider], rule: PermissionRule) -> list[tuple[str, str]]:
        known = {provider.host: f"{provider.title} ({provider.host})" for provider in remote if provider.host}
        if rule.destination not in ("*", THIS_COMPUTER):
            known.setdefault(rule.destination, rule.destination)
        return [
            ("*", self.tr("every model")),
            (THIS_COMPUTER, self.tr("models on this computer")),
            *known.items(),
        ]

    def _update(self) -> None:
        problem = self.folder.problem()
        self.folder.field.set_problem(problem)
        self.done_button.setEnabled(not problem)
        if not problem:
            rule = self.rule()
            self._sentence.setText(rule_sentence(rule, self._tools, self._providers))
            remark = rule_caveat(rule)
            self._remark.setText(remark)
            self._remark.setVisible(bool(remark))

    def _accept_valid(self) -> None:
        if not self.folder.problem():
            self.accept()


ANSWER_ICONS = {"allow": "check", "ask": "info", "deny": "close"}
"""Icon of each answer, which the sentence describes."""


class PermissionRulesSection(RuleEditor[PermissionRule]):
    """A title, the list, and the button that adds a rule."""

    def __init__(self, workspace: Workspace, writer: SettingsWriter) -> None:
        super().__init__(workspace, writer, "rules", self.tr("None. The permissions above apply everywhere."))
        self.column.insertWidget(0, PlainLabel(self.tr("Your rules"), font="heading"))

    def create_row(self, rule: PermissionRule, index: int) -> RuleRow:
        problem = self.writer.store.problem if represents_unreadable(rule) else None
        if is_unreadable(rule) or problem is not None:
            text = self.tr("This rule is not valid, so it denies everything it might cover.")
            return self.unreadable_row(rule, text, problem)
        providers = {provider.host: provider.title for provider in remote_providers(self.writer.store.settings)}
        sentence = rule_sentence(rule, self._tools(), providers)
        return RuleRow(ANSWER_ICONS[rule.answer], sentence, rule_caveat(rule))

    def create_dialog(self, rule: PermissionRule | None, folders: Sequence[str]) -> RuleDialog[PermissionRule]:
        remote = remote_providers(self.writer.store.settings)
        return PermissionRuleDialog(self._tools(), folders, remote, rule, self.window())

    def _tools(self) -> dict[str, str]:
        return {tool.name: translate(tool.display_name) for tool in self.workspace.registry.tools}

"""Rule words: a person's standing rule as one sentence, and what is to be known of it. Decides nothing itself."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.policy import THIS_COMPUTER, PolicyRequest, rule_answer
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.agents.unreadable import is_unreadable

LONGEST = 120
"""Characters of a name in a sentence."""


def rule_sentence(rule: PermissionRule, tools: Mapping[str, str]) -> str:
    """Return *rule* as a sentence; *tools* gives what people call each tool."""
    if is_unreadable(rule):
        return _tr("This rule cannot be read, so it denies everything it may mean.")
    verbs = {
        "allow": _tr("{0} needs no question."),
        "ask": _tr("{0} asks me each time."),
        "deny": _tr("{0} is never allowed."),
    }
    where = _tr("in {0}").format(sanitize_line(rule.folder, LONGEST)) if rule.folder else _tr("in the whole vault")
    return verbs[rule.answer].format(" ".join(part for part in (_what(rule, tools), where, _whom(rule)) if part))


def stands_for_unreadable(rule: PermissionRule) -> bool:
    """Tell whether *rule* may stand for one of the file that is no rule at all: it says nothing but that it denies."""
    return rule.answer == "deny" and rule.model_fields_set == {"answer"}


def written_words(rule: PermissionRule) -> str:
    """Return what a rule says in the settings file, for one that cannot be read."""
    fields = rule.model_dump(exclude_unset=True)
    return ", ".join(
        f"{sanitize_line(str(name), 40)} = {sanitize_line(str(value), LONGEST)}" for name, value in fields.items()
    )


def still_asks(rule: PermissionRule) -> str:
    """Return what *rule* does not allow although it seems to: no rule may; empty where there is nothing to say."""
    if rule.answer != "allow" or is_unreadable(rule):
        return ""
    tool = "" if rule.tool == "*" else rule.tool
    host = "" if rule.destination in ("*", THIS_COMPUTER) else rule.destination
    inside = f"{rule.folder}/x.md" if rule.folder else "x.md"
    held = (
        (PolicyRequest(tool, "write", host=host, change="modify"), _tr("changing notes")),
        (PolicyRequest(tool, "delete", host=host, change="delete"), _tr("deleting notes")),
        (PolicyRequest(tool, "write", host=host, change="modify", bulk=True), _tr("changing many at once")),
        (PolicyRequest(tool, "network", host=host), _tr("using the network")),
    )
    asking = [words for subject, words in held if (found := rule_answer(rule, subject, inside)) and found[0] == "ask"]
    if not asking:
        return ""
    listed = asking[0] if len(asking) == 1 else _tr("{0} and {1}").format(", ".join(asking[:-1]), asking[-1])
    return _tr("It still asks before {0}: no such rule can change that.").format(listed)


def _what(rule: PermissionRule, tools: Mapping[str, str]) -> str:
    effects = {
        "read": _tr("Searching and reading notes"),
        "write": _tr("Creating, changing and renaming notes"),
        "delete": _tr("Deleting notes"),
        "network": _tr("Using the network"),
        "none": _tr("What touches no note"),
        "*": _tr("Every tool"),
    }
    if rule.tool == "*":
        return effects[rule.effect]
    name = _tr("“{0}”").format(sanitize_line(tools.get(rule.tool, rule.tool), LONGEST))
    return name if rule.effect == "*" else f"{name} ({effects[rule.effect].lower()})"


def _whom(rule: PermissionRule) -> str:
    if rule.destination == "*":
        return ""
    if rule.destination == THIS_COMPUTER:
        return _tr("for a model on this computer")
    return _tr("for {0}").format(sanitize_line(rule.destination, LONGEST))


def _tr(text: str) -> str:
    return QCoreApplication.translate("RuleWords", text)

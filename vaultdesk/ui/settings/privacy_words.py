"""Privacy words: a rule on private notes as one sentence, and what it comes to today. Decides nothing."""

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.rule_matcher import PrivacyAnswer, compile_rules
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.formatting import format_number

LONGEST = 120
"""Characters of a value in a sentence."""


def readable(rule: PrivacyRule) -> bool:
    """Tell whether anybody can say what *rule* means; one that nobody can closes every note for every model."""
    return compile_rules((rule,))[0].readable


def privacy_sentence(rule: PrivacyRule) -> str:
    """Return *rule* as a sentence."""
    if not readable(rule):
        return _tr("This rule cannot be read, so no note goes to any model.")
    return f"{_which(rule)} {reach_words(rule.answer, one=rule.kind == 'note')}."


def reach_words(answer: PrivacyAnswer, *, one: bool = False) -> str:
    """Return how far private notes go; *one* for a single note."""
    if one:
        return {
            "never": _tr("goes to no model at all"),
            "local": _tr("goes to no model elsewhere"),
            "ask": _tr("goes to a model elsewhere only if I say so each time"),
        }[answer]
    return {
        "never": _tr("go to no model at all"),
        "local": _tr("go to no model elsewhere"),
        "ask": _tr("go to a model elsewhere only if I say so each time"),
    }[answer]


def today_words(count: int) -> str:
    """Return how many notes that is."""
    return _tr("1 note today") if count == 1 else _tr("{0} notes today").format(format_number(count))


def written_words(rule: PrivacyRule) -> str:
    """Return what a rule says in the settings file, for one that cannot be read."""
    fields = rule.model_dump(exclude_unset=True)
    return ", ".join(
        f"{sanitize_line(str(name), 40)} = {sanitize_line(str(value), LONGEST)}" for name, value in fields.items()
    )


def _which(rule: PrivacyRule) -> str:
    value = sanitize_line(rule.value.strip(), LONGEST)
    match rule.kind:
        case "folder":
            return _tr("Notes in {0}").format(value.removesuffix("/")) if value else _tr("All notes")
        case "tag":
            return _tr("Notes tagged #{0}").format(value.removeprefix("#"))
        case "property":
            return _tr("Notes with {0}").format(value)
        case "note":
            return _tr("The note {0}").format(value)


def _tr(text: str) -> str:
    return QCoreApplication.translate("PrivacyWords", text)

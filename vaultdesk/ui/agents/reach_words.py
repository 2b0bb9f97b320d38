"""Reach words: why an agent could do something with a note, and what each category means, in words. Reckons nothing."""

from PySide6.QtCore import QCoreApplication

from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.tools.runtime.policy import PolicyAnswer
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.agents.reach_tally import Category, Fate, Why


def category_title(category: Category) -> str:
    """Return the name of a category."""
    return {
        "readable": _tr("Readable"),
        "changeable": _tr("Changeable"),
        "invisible": _tr("Invisible"),
        "leaving": _tr("What can leave"),
    }[category]


def category_words(category: Category, *, local: bool, where: str) -> str:
    """Return what a category means; *where* is the agent's model."""
    if category == "leaving" and local:
        return _tr("Nothing: the model runs on this computer. What it reads stays here.")
    return {
        "readable": _tr("Notes it can find and read. Where it says “asks first”, you see each one and may refuse."),
        "changeable": _tr("Notes it can change. Every change is kept and can be undone."),
        "invisible": _tr("Notes that are not there for it: not in lists, not in search, not in links."),
        "leaving": _tr("Notes whose text could be sent to {0} with a question, once it is read.").format(where),
    }[category]


def fate_words(category: Category, fate: Fate) -> str:
    """Return why a note belongs to *category*."""
    match category:
        case "readable":
            return _said(fate.access.readable, fate.reading)
        case "changeable":
            return _said(fate.access.writable, fate.changing)
        case "leaving":
            return _said(fate.access.outbound, fate.reading)
        case "invisible":
            return ground_words(fate.reading)


def ground_words(why: Why) -> str:
    """Return what an answer rests on."""
    match why.ground:
        case "rule":
            folder = sanitize_line(why.rule.folder, 60) if why.rule is not None else ""
            return _tr("your rule for {0}").format(folder) if folder else _tr("your rule for the whole vault")
        case "preset":
            return _tr("your preset")
        case "leash":
            return _tr("outside its folders")
        case "private":
            return _tr("private: {0}").format(rule_text(why.private)) if why.private is not None else _tr("private")
        case "tools":
            return _tr("it has no tool for that")
        case "read-only":
            return _tr("it only reads")
        case "effect" | "":
            return ""


def _said(answer: PolicyAnswer, why: Why) -> str:
    said = _tr("asks first") if answer == "ask" else _tr("needs no question") if answer == "allow" else _tr("never")
    ground = ground_words(why)
    return f"{said} · {ground}" if ground else said


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReachWords", text)

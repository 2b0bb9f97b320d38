"""Entries of the disclosure ledger and privacy rules as text."""

from collections.abc import Mapping

from vaultdesk.core.phrases import recognised
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Purpose
from vaultdesk.privacy.egress_gate import LEDGER_RULE
from vaultdesk.privacy.ledger_entry import Decision, LedgerEntry
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.tools.runtime.policy import ALLOWANCES
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translate, translator

_tr = translator("LedgerText")


def decision_text(entry: LedgerEntry) -> str:
    """Return who or what decided about an entry."""
    if entry.kind == "kept":
        return _withheld_text(entry)
    if entry.decision == "rule" and entry.why:
        return _tr("by your rule: {rule}").format(rule=translate(recognised(entry.why, (*ALLOWANCES, LEDGER_RULE))))
    words: Mapping[Decision, str] = {
        "person": _tr("allowed by you"),
        "rule": _tr("by a rule of yours"),
        "grant": _tr("allowed for that chat"),
        "default": _tr("needed no question"),
        "review": _tr("allowed by you"),
    }
    return words.get(entry.decision, "")


def purpose_text(purpose: Purpose) -> str:
    """Return what was sent, for a request that belongs to no question of the user."""
    words: Mapping[Purpose, str] = {
        "title": _tr("Title for a chat"),
        "summary": _tr("Summary of a chat"),
        "rewrite": _tr("Rewrite of a passage"),
        "definition": _tr("Definition of a word"),
        "program": _tr("Question of another program"),
        "embedding": _tr("Search by meaning"),
        "probe": _tr("Test of a model"),
        "models": _tr("List of models"),
        "update": _tr("Check for updates"),
        "web_search": _tr("Web search"),
        "page": _tr("Web page"),
        "transcript": _tr("Transcript of a video"),
        "tool": _tr("Tool of another package"),
    }
    return words.get(purpose, _tr("An earlier question"))


def note_part_text(entry: LedgerEntry) -> str:
    """Return which part of the note was sent."""
    if entry.whole:
        return _tr("whole note")
    lines = ""
    if entry.first_line:
        several = entry.last_line > entry.first_line
        lines = (
            _tr("lines {first}–{last}").format(first=entry.first_line, last=entry.last_line)
            if several
            else _tr("line {first}").format(first=entry.first_line)
        )
    return ", ".join(part for part in (entry.heading, lines) if part)


def lock_text(rule: PrivacyRule) -> str:
    """Return the explanation of a lock: why the note is private, and to whom it is not sent."""
    reach = {
        "never": _tr("No model reads it."),
        "local": _tr("Only models on this computer read it."),
        "ask": _tr("You are asked each time before it is sent."),
    }[rule.answer]
    return _tr("Private: {why}. {reach}").format(why=rule_text(rule), reach=reach)


def tokens_text(tokens: int) -> str:
    """Return a number of tokens as text."""
    return counted_text(tokens, _tr("1 token"), _tr("{n} tokens"))


def notes_text(notes: int) -> str:
    """Return a number of notes as text."""
    return counted_text(notes, _tr("1 note"), _tr("{n} notes"))


def counted_text(value: int, one: str, many: str, **others: str) -> str:
    """Return *one*, or *many* with the number inserted; *others* are inserted too."""
    return (one if value == 1 else many).format(n=format_number(value), **others)


def _withheld_text(entry: LedgerEntry) -> str:
    match entry.decision:
        case "privacy":
            return _tr("kept back by a rule")
        case "review":
            return _tr("kept back by you")
        case _:
            return _tr("kept back: nobody was asked")

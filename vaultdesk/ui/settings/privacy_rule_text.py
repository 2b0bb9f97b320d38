"""Privacy rules as sentences, and the notes that each covers today."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.known_notes import NoteFactsLookup
from vaultdesk.privacy.rule_matcher import NoteMarks, PrivacyAnswer, compile_rules
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.browser.file_tree_model import natural_key
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translator
from vaultdesk.vault.note_path import same_name_key

_tr = translator("PrivacyRuleDialog")

MAX_RULE_VALUE = 120
"""Maximum number of characters of a value in a sentence."""


def is_readable_rule(rule: PrivacyRule) -> bool:
    """Return whether *rule* can be interpreted; an unreadable one makes every note private for every model."""
    return compile_rules((rule,))[0].is_readable


def privacy_sentence(rule: PrivacyRule) -> str:
    if not is_readable_rule(rule):
        return _tr("This rule cannot be read, so no note goes to any model.")
    return f"{_which(rule)} {rule_reach_text(rule.answer, one=rule.kind == 'note')}."


def rule_reach_text(answer: PrivacyAnswer, *, one: bool = False) -> str:
    """Return how far private notes may be sent; *one* for a single note."""
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


def note_count_text(count: int) -> str:
    """Return the text for a number of notes."""
    return _tr("1 note today") if count == 1 else _tr("{0} notes today").format(format_number(count))


def raw_privacy_rule_text(rule: PrivacyRule) -> str:
    """Return an unreadable rule as written in the settings file."""
    fields = rule.model_dump(exclude_unset=True)
    return ", ".join(
        f"{sanitize_line(str(name), 40)} = {sanitize_line(str(value), MAX_RULE_VALUE)}"
        for name, value in fields.items()
    )


def _which(rule: PrivacyRule) -> str:
    value = sanitize_line(rule.value.strip(), MAX_RULE_VALUE)
    match rule.kind:
        case "folder":
            return _tr("Notes in {0}").format(value.removesuffix("/")) if value else _tr("All notes")
        case "tag":
            return _tr("Notes tagged #{0}").format(value.removeprefix("#"))
        case "property":
            return _tr("Notes with {0}").format(value)
        case "note":
            return _tr("The note {0}").format(value)


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """One private note."""

    path: str
    rule: PrivacyRule
    """The strictest rule that applies to it."""


@dataclass(frozen=True, slots=True)
class PrivateNoteCount:
    """Current effect of the rules."""

    counts: tuple[int, ...] = ()
    """Number of notes to which each rule applies, in the order of the rules."""
    notes: tuple[PrivateNote, ...] = ()
    """Every private note, sorted by path."""
    total: int = 0
    """Number of all known notes."""
    doubted: int = 0
    """Number of unreadable notes: every rule on tags and properties may apply to them."""


def count_private_notes(rules: Sequence[PrivacyRule], marks: Mapping[str, NoteMarks | None]) -> PrivateNoteCount:
    """Return the effect of *rules* on notes with *marks*."""
    matchers = compile_rules(rules)
    places = {id(rule): place for place, rule in enumerate(rules)}
    counts = [0] * len(rules)
    notes = []
    for path in sorted(marks, key=natural_key):
        key, known = same_name_key(path), marks[path]
        found: PrivacyRule | None = None
        for matcher in matchers:  # The strictest first.
            if matcher.matches(key, known):
                counts[places[id(matcher.rule)]] += 1
                found = found or matcher.rule
        if found is not None:
            notes.append(PrivateNote(path, found))
    doubted = sum(1 for known in marks.values() if known is None)
    return PrivateNoteCount(tuple(counts), tuple(notes), len(marks), doubted)


async def count_private_notes_now(rules: Sequence[PrivacyRule], known: NoteFactsLookup) -> PrivateNoteCount:
    """Return the effect of *rules* on the currently *known* notes; calculated in a thread."""
    marks = {path: known.marks(path) for path in known.paths()}
    return await asyncio.to_thread(count_private_notes, tuple(rules), marks)

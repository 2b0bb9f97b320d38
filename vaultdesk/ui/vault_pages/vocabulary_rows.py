"""Words of the vocabulary as list rows, and waiting times as text."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyWord
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.lists.card_list import MENU, CardCell, CardRow, CardSpan, RowAction

_tr = translator("VocabularyPage")

EDIT_ACTION, LOOK_UP_ACTION, OPEN_ACTION, DELETE_ACTION = "edit", "look-up", "open", "delete"
"""Actions of a word."""

MAX_SHOWN_MEANING = 120
"""Maximum number of characters of a meaning in the list."""

WordFilter = str
"""Which words are listed: `all`, `due`, or `bare` for those without a meaning."""


def word_rows(words: Sequence[VocabularyWord], now: datetime) -> list[CardRow]:
    """Return a row for each of *words*."""
    return [_row(word, now) for word in words]


def filtered_words(
    words: Sequence[VocabularyWord], which: WordFilter, typed: str, now: datetime
) -> list[VocabularyWord]:
    """Return those of *words* that match the filter and *typed*, ignoring case and accents."""
    wanted = fold_to_base(" ".join(typed.split()))
    return [
        word
        for word in words
        if (which != "due" or word.review.is_due(now))
        and (which != "bare" or not word.meaning)
        and (not wanted or wanted in fold_to_base(f"{word.word} {word.meaning} {word.source}"))
    ]


def waiting_time_text(wait: timedelta) -> str:
    """Return *wait* as text: `8 min`, `4 days`, `3 months`."""
    minutes = max(1, round(wait.total_seconds() / 60))
    if minutes < 60:
        return _tr("{n} min").format(n=format_number(minutes))
    hours = round(minutes / 60)
    if hours < 24:
        return _counted(_tr("1 hour"), _tr("{n} hours"), hours)
    days = round(hours / 24)
    if days < 60:
        return _counted(_tr("1 day"), _tr("{n} days"), days)
    months = round(days / 30.4)
    if months < 24:
        return _tr("{n} months").format(n=format_number(months))
    return _tr("{n} years").format(n=format_number(round(days / 365)))


def due_text(word: VocabularyWord, now: datetime) -> str:
    """Return when a word is due: `New`, `To review`, `in 4 days`."""
    if word.review.due is None:
        return _tr("New")
    if word.review.is_due(now):
        return _tr("To review")
    return _tr("in {wait}").format(wait=waiting_time_text(word.review.due - now.astimezone(UTC)))


def word_count_text(words: Sequence[VocabularyWord], now: datetime) -> str:
    """Return the number of words, and how many are due."""
    due = sum(word.review.is_due(now) for word in words)
    total = _counted(_tr("1 word"), _tr("{n} words"), len(words))
    return _tr("{total}, {due} to review").format(total=total, due=format_number(due))


def _row(word: VocabularyWord, now: datetime) -> CardRow:
    meaning = " ".join(word.meaning.split())
    shown = meaning if len(meaning) <= MAX_SHOWN_MEANING else f"{meaning[: MAX_SHOWN_MEANING - 1]}…"
    due = word.review.is_due(now) and word.review.due is not None
    look_up = () if word.meaning else (RowAction(LOOK_UP_ACTION, _tr("Look up"), "bulb"),)
    return CardRow(
        id=word.path,
        spans=(
            CardSpan(word.word, "strong"),
            CardSpan(f"   {shown or _tr('no meaning yet')}", role="text2" if shown else "muted"),
        ),
        height=38,
        cells=(
            CardCell(word.added, 84, minimum_width=640),
            CardCell(due_text(word, now), 84, role="text2" if due else "muted", minimum_width=420),
        ),
        actions=(
            RowAction(EDIT_ACTION, _tr("Edit"), "pencil"),
            *look_up,
            RowAction(OPEN_ACTION, _tr("Open its note"), "file", in_menu=True),
            RowAction(DELETE_ACTION, _tr("Delete"), "trash", in_menu=True),
            MENU,
        ),
        actions_width=140,
        detail=word.source,
        subject=word,
    )


def _counted(one: str, many: str, count: int) -> str:
    return one if count == 1 else many.format(n=format_number(count))

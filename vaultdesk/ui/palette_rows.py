"""Palette rows: what the command palette offers for what is typed, as rows. Words only; does nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from vaultdesk.index.search.name_search import NameSpans, find_name_spans, find_scattered, find_word_spans
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui.facts import number
from vaultdesk.ui.widgets.lists.fold_list import FoldRow
from vaultdesk.ui.widgets.lists.fuzzy_match import best_matches

MOST_SHOWN = 200
"""Rows at most: quick commands are notes, and there may be any number of them."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something the palette can do."""

    key: str
    name: str
    group: str
    """What it has to do with, in words."""
    icon: str
    keys: str = ""
    """Its keys as this system writes them."""
    about: str = ""
    """What is told of it beside its name, to the pointer and the voice."""


def rows_for(typed: str, commands: Sequence[Command], recent: Sequence[str]) -> list[FoldRow]:
    """Return what fits *typed*, the best first; where nothing is typed all, those used last (*recent*) first."""
    if typed.strip():
        # The name counts more than what it has to do with: "note" is first of all what has it in its name.
        by_name = best_matches(typed, commands, lambda one: one.name, MOST_SHOWN)
        by_both = best_matches(typed, commands, lambda one: f"{one.name} {one.group}", MOST_SHOWN)
        found = dict.fromkeys([*by_name, *by_both])
        rows = [_row(one, typed) for one in found]
        # Letters that stand in a name by chance, inside its words, light nothing up: nobody would see why it is there.
        return [row for row in rows if row.lit or row.beside_lit][:MOST_SHOWN]
    by_key = {one.key: one for one in commands}
    used = [_row(by_key.pop(key)) for key in recent if key in by_key]
    rest = [_row(one) for one in by_key.values()][: MOST_SHOWN - len(used)]
    if not used:
        return rest
    return [_heading("used", _tr("Used last")), *used, _heading("all", _tr("All commands")), *rest]


def count_words(rows: Sequence[FoldRow], commands: Sequence[Command]) -> str:
    """Return how many of all commands are offered."""
    shown = sum(not row.heading for row in rows)
    return _tr("{some} of {total}").format(some=number(shown), total=number(len(commands)))


def _row(one: Command, typed: str = "") -> FoldRow:
    row = FoldRow(one.key, one.name, one.group, icon=one.icon, cap=one.keys, said=one.about)
    return replace(row, lit=_lit(one.name, typed), beside_lit=_lit(one.group, typed)) if typed else row


def _heading(name: str, title: str) -> FoldRow:
    return FoldRow(f"heading {name}", title, heading=True, stop=False)


def _lit(text: str, typed: str) -> NameSpans:
    """Return where in *text* stands what was typed."""
    words = tuple(fold_to_base(typed).split())
    found = find_name_spans(text, " ".join(words)) or find_word_spans(text, words)
    return found or find_scattered(text, "".join(words))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Palette", text)

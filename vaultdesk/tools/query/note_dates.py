"""The date of a note: the day in its name, else a date among its properties, else the time of its file.

File times change with a copy or clone; the name of a daily note and a date property do not.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from vaultdesk.index.note_table import CREATED_NAMES, NoteFacts
from vaultdesk.tools.query.property_values import Moment, day_of, link_target, moment_at, moment_of
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.vault.obsidian.daily_notes import daily_note_day
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

DATE_PROPERTIES: Final = (
    "date", "day", "datum", "fecha", "日期", *CREATED_NAMES, "created at", "created_at", "creation date",
    "date_created", "erstellt", "erstellt am", "créé", "créé le", "creado", "创建时间", "创建日期",
)  # fmt: skip
"""Properties with the date of a note, the first existing one counts; names are compared without case."""

NAME_CACHE_SIZE = 32_768
"""Number of names whose date is cached: parsing one with the vault's own format takes some 15 µs."""

_DIGITS = re.compile(r"[0-9]")
_SEPARATED = re.compile(r"((?:19|20)[0-9]{2})([-_. ]?)(0[1-9]|1[0-2])\2(0[1-9]|[12][0-9]|3[01])(?![0-9])")
_DAY_FIRST = re.compile(r"(0[1-9]|[12][0-9]|3[01])\.(0[1-9]|1[0-2])\.((?:19|20)[0-9]{2})(?![0-9])")
_WEEK = re.compile(r"((?:19|20)[0-9]{2})[-_ ]?W(0[1-9]|[1-4][0-9]|5[0-3])(?![0-9])")


class DateBounds(NamedTuple):
    """A date range in nanoseconds since 1970; None is open."""

    first: int | None
    last: int | None

    @property
    def is_open(self) -> bool:
        """Whether every date is within."""
        return self.first is None and self.last is None


def note_date(facts: NoteFacts, daily: DailyNoteSettings) -> Moment:
    """Return the date of a note; *daily* are the settings of the vault's daily notes."""
    date_of_name = date_in_name(facts.path, daily)
    if date_of_name is not None:
        return date_of_name
    property_date = _written_date(facts)
    return property_date if property_date is not None else Moment(facts.modified_ns, facts.modified_ns)


def is_dated_within(facts: NoteFacts, bounds: DateBounds, daily: DailyNoteSettings) -> bool:
    """Whether the date of a note, or a part of that day, is within *bounds*."""
    when = note_date(facts, daily)
    end = max(when.start, when.end - 1)
    return (bounds.first is None or end >= bounds.first) and (bounds.last is None or when.start <= bounds.last)


def paths_dated_within(notes: Iterable[NoteFacts], bounds: DateBounds, daily: DailyNoteSettings) -> frozenset[str]:
    """Return the paths of those of *notes* whose date is within *bounds*."""
    return frozenset(note.path for note in notes if is_dated_within(note, bounds, daily))


@lru_cache(NAME_CACHE_SIZE)
def date_in_name(path: str, daily: DailyNoteSettings) -> Moment | None:
    """Return the day or week in the name of the note at *path*: in the vault's own format for daily notes, or in a
    common one at the beginning or the end of its name. None if there is none.
    """
    name = path.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
    prefix = f"{daily.folder}/" if daily.folder else ""
    if path.startswith(prefix) and _DIGITS.search(path, len(prefix)):
        day = daily_note_day(path, daily)
        if day is not None:
            return _whole_days(day, 1)
    if not _DIGITS.search(name):
        return None
    return _usual_date(name, at_end=False) or _usual_date(name, at_end=True)


def _usual_date(name: str, *, at_end: bool) -> Moment | None:
    for pattern in (_WEEK, _SEPARATED, _DAY_FIRST):
        for found in pattern.finditer(name) if at_end else filter(None, [pattern.match(name)]):
            if at_end and (found.end() != len(name) or name[found.start() - 1].isalnum()):
                continue
            try:
                if pattern is _WEEK:
                    return _whole_days(date.fromisocalendar(int(found[1]), int(found[2]), 1), 7)
                year, month, day = (found[1], found[3], found[4]) if pattern is _SEPARATED else found.group(3, 2, 1)
                return _whole_days(date(int(year), int(month), int(day)), 1)
            except ValueError:  # The 31st of a month of 30 days.
                continue
    return None


def _written_date(facts: NoteFacts) -> Moment | None:
    if not facts.properties:
        return None
    values = {name.casefold(): value for name, value in reversed([*facts.properties.items()])}
    for name in DATE_PROPERTIES:
        value = values.get(name)
        if isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str):
            found = moment_of(link_target(value) or value)
            if found is not None:
                return found
    return None


def _whole_days(first: date, count: int) -> Moment:
    begin = datetime.combine(first, time())
    if count == 1:
        return day_of(begin)
    return Moment(moment_at(begin).start, moment_at(begin + timedelta(days=count)).start)

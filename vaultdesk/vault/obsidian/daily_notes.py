"""Paths of daily notes by Obsidian's settings, and the dates that words name."""

import re
from datetime import date, datetime, time

from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.moment import depends_on_language, format_moment, parse_moment_day
from vaultdesk.vault.obsidian.moment_locales import ENGLISH, locale_of
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def daily_note_path(day: date, settings: DailyNoteSettings) -> NotePath:
    """Return the path of the daily note of *day*. Raises `OutsideVault` if the settings lead elsewhere.

    The settings come from the vault, so they are checked like any path (vaultdesk/core/README.md, "Settings never come
    from the vault").
    """
    return _path_in(day, settings, settings.language)


def daily_note_paths(day: date, settings: DailyNoteSettings) -> tuple[NotePath, ...]:
    """Return possible paths of the daily note of *day*: in the vault's language, or in English. Raises `OutsideVault`.

    A new note gets the first of these paths.
    """
    languages = dict.fromkeys((settings.language, ENGLISH.code)) if depends_on_language(settings.format) else ("en",)
    return tuple(dict.fromkeys(_path_in(day, settings, language) for language in languages))


def _path_in(day: date, settings: DailyNoteSettings, language: str) -> NotePath:
    name = format_moment(settings.format, datetime.combine(day, time()), locale_of(language)).strip("/")
    path = "/".join(part for part in (settings.folder, name) if part)
    return NotePath.parse(path if path.lower().endswith(NOTE_SUFFIX) else f"{path}{NOTE_SUFFIX}")


def daily_note_day(path: str, settings: DailyNoteSettings) -> date | None:
    """Return the date of the daily note at *path*, by its name; None if it is not a daily note."""
    before = f"{settings.folder}/" if settings.folder else ""
    if not path.startswith(before) or not path.lower().endswith(NOTE_SUFFIX):
        return None
    return parse_day_name(path[len(before) : -len(NOTE_SUFFIX)], settings)


def parse_day_name(name: str, settings: DailyNoteSettings) -> date | None:
    """Return the date that *name*, the name of a daily note, means; None if it is not a date."""
    found = parse_moment_day(settings.format, name, locale_of(settings.language))
    if found is None and settings.language != ENGLISH.code:
        return parse_moment_day(settings.format, name)
    return found


def parse_day_reference(words: str, today: date, settings: DailyNoteSettings) -> date | None:
    """Return the date that *words* mean: `today`, `yesterday`, `tomorrow`, `2026-11-21`, or a daily note's name."""
    named = {"": 0, "today": 0, "yesterday": -1, "tomorrow": 1}.get(words.strip().casefold())
    if named is not None:
        return date.fromordinal(today.toordinal() + named)
    if _ISO.fullmatch(words.strip()):
        try:
            return date.fromisoformat(words.strip())
        except ValueError:
            return None
    return parse_day_name(words.strip(), settings)

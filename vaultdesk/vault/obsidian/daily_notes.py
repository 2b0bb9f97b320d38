"""Paths of daily notes by Obsidian's settings, and the days that words name."""

import re
from datetime import date, datetime, time

from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.moment import format_moment, parse_moment_day
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def daily_note_path(day: date, settings: DailyNoteSettings) -> NotePath:
    """Return where the note of *day* is, or would be. Raises `OutsideVault` where the settings lead elsewhere.

    The settings come from the vault, so they are checked like any path
    (vaultdesk/core/README.md, "Settings never come from the vault").
    """
    name = format_moment(settings.format, datetime.combine(day, time())).strip("/")
    path = "/".join(part for part in (settings.folder, name) if part)
    return NotePath.parse(path if path.lower().endswith(NOTE_SUFFIX) else f"{path}{NOTE_SUFFIX}")


def parse_day_reference(words: str, today: date, settings: DailyNoteSettings) -> date | None:
    """Return the day that *words* mean: `today`, `yesterday`, `tomorrow`, `2026-11-21`, or a daily note's own name."""
    named = {"": 0, "today": 0, "yesterday": -1, "tomorrow": 1}.get(words.strip().casefold())
    if named is not None:
        return date.fromordinal(today.toordinal() + named)
    if _ISO.fullmatch(words.strip()):
        try:
            return date.fromisoformat(words.strip())
        except ValueError:
            return None
    return parse_moment_day(settings.format, words.strip())

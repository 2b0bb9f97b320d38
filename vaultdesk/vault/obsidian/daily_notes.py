"""Daily notes by Obsidian's settings: their paths, the dates that words name, and templates merged into notes."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Literal

from msgspec import Struct

from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.moment import ENGLISH, depends_on_language, format_moment, locale_of, parse_moment_day
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings, TemplateSettings

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def daily_note_paths(day: date, settings: DailyNoteSettings) -> tuple[NotePath, ...]:
    """Return possible paths of the daily note of *day*: in the vault's language, or in English. Raises `OutsideVault`.

    A new note gets the first of these paths. The settings come from the vault, so they are checked like any path
    (vaultdesk/core/README.md, "Settings never come from the vault").
    """
    languages = dict.fromkeys((settings.language, ENGLISH.code)) if depends_on_language(settings.format) else ("en",)
    return tuple(dict.fromkeys(_path_in(day, settings, language) for language in languages))


def _path_in(day: date, settings: DailyNoteSettings, language: str) -> NotePath:
    name = format_moment(settings.format, datetime.combine(day, time()), locale_of(language)).strip("/")
    path = "/".join(part for part in (settings.folder, name) if part)
    return NotePath.parse(path if path.lower().endswith(NOTE_SUFFIX) else f"{path}{NOTE_SUFFIX}")


def daily_note_day(path: str, settings: DailyNoteSettings) -> date | None:
    """Return the date of the daily note at *path*, by its name; None if it is not a daily note."""
    prefix = f"{settings.folder}/" if settings.folder else ""
    if not path.startswith(prefix) or not path.lower().endswith(NOTE_SUFFIX):
        return None
    return parse_day_name(path[len(prefix) : -len(NOTE_SUFFIX)], settings)


def parse_day_name(name: str, settings: DailyNoteSettings) -> date | None:
    """Return the date that *name*, the name of a daily note, means; None if it is not a date."""
    found = parse_moment_day(settings.format, name, locale_of(settings.language))
    if found is None and settings.language != ENGLISH.code:
        return parse_moment_day(settings.format, name)
    return found


def parse_day_reference(words: str, today: date, settings: DailyNoteSettings) -> date | None:
    """Return the date that *words* mean: `today`, `yesterday`, `tomorrow`, `2026-11-21`, or a daily note's name."""
    offset = {"": 0, "today": 0, "yesterday": -1, "tomorrow": 1}.get(words.strip().casefold())
    if offset is not None:
        return date.fromordinal(today.toordinal() + offset)
    if _ISO.fullmatch(words.strip()):
        try:
            return date.fromisoformat(words.strip())
        except ValueError:
            return None
    return parse_day_name(words.strip(), settings)


# Only Obsidian's own placeholders are filled, each once; Templater's `<% %>` and everything else stays unchanged.

TemplatePosition = Literal["append", "prepend"]

MAX_DATE_OFFSET = 4_000
"""Maximum offset of a placeholder from today: a decade of days. A larger one could exceed the calendar."""

_MONTHS = {"y": 12, "q": 3, "M": 1}
_SECONDS = {"w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1}
# As in Moment: M is a month, m a minute.

_PLACEHOLDER = re.compile(
    r"\{\{[ \t]*+(?P<what>title|date|time|yesterday|tomorrow)[ \t]*+"
    r"(?:(?P<steps>[+-][0-9]{1,5})[ \t]*+(?P<unit>[yqmwdhs]))?+[ \t]*+(?::(?P<format>[^{}\n]{1,200}+))?+\}\}",
    re.IGNORECASE,
)


class TemplateValues(Struct, frozen=True):
    """Values of the placeholders of a template."""

    title: str
    """The new note's name without its suffix."""
    now: datetime
    settings: TemplateSettings
    day: date | None = None
    """Date of a daily note: `{{date}}` is that day, and `{{yesterday}}` the one before."""


def fill_template(template: str, values: TemplateValues) -> str:
    """Return *template* with its placeholders filled; inserted text is not expanded again."""
    return _PLACEHOLDER.sub(lambda found: _value(found, values), template)


def merge_template(note: str, template: str, position: TemplatePosition) -> str:
    """Return *note* with the filled *template* inserted: its text at the end or the beginning, its properties merged.

    Existing values of properties stay; the template sets those that are missing or empty, and adds items to lists.
    Raises `NoteNotWritten` if the properties of the note cannot be read.
    """
    frontmatter = read_frontmatter(template)
    body = template if frontmatter.problem else template[frontmatter.body_start :]
    body = body.strip("\n")
    updates = (
        {} if frontmatter.problem else _merged_properties(read_frontmatter(note).properties, frontmatter.properties)
    )
    if body.strip():
        note = _with_body(note, body, position)
    return with_properties(note, updates) if updates else note


def _value(found: re.Match[str], values: TemplateValues) -> str:
    placeholder = found["what"].lower()
    if placeholder == "title":
        # A title has no format: `{{title:x}}` is not a placeholder.
        return found[0] if found["format"] or found["steps"] else values.title
    when = values.now if values.day is None else datetime.combine(values.day, values.now.timetz())
    if placeholder in ("yesterday", "tomorrow"):
        if values.day is None or found["steps"]:
            return found[0]
        when += timedelta(days=1 if placeholder == "tomorrow" else -1)
    elif found["steps"]:
        shifted = _shift_date(when, int(found["steps"]), found["unit"])
        if shifted is None:
            return found[0]
        when = shifted
    default_format = values.settings.time_format if placeholder == "time" else values.settings.date_format
    return format_moment(found["format"] or default_format, when, locale_of(values.settings.language))


def _shift_date(when: datetime, steps: int, unit: str) -> datetime | None:
    """Return *when* moved by *steps* units; None if the calendar does not extend that far."""
    if abs(steps) > MAX_DATE_OFFSET:
        return None
    try:
        months_each = _MONTHS.get(unit.lower() if unit in "yqYQ" else unit)
        if months_each is not None:
            months = when.year * 12 + when.month - 1 + steps * months_each
            first = when.replace(year=months // 12, month=months % 12 + 1, day=1)
            following = (first + timedelta(days=31)).replace(day=1)
            # The 31st of a shorter month is its last day.
            return first.replace(day=min(when.day, (following - timedelta(days=1)).day))
        return when + timedelta(seconds=steps * _SECONDS[unit.lower()])
    except (ValueError, OverflowError):
        return None


def _merged_properties(
    note_properties: Mapping[str, JsonValue], template_properties: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """Return the properties to set in a note with *note_properties* when a template with *template_properties* is
    inserted.
    """
    existing = {key.casefold(): value for key, value in note_properties.items()}
    updates: dict[str, JsonValue] = {}
    for key, value in template_properties.items():
        old_value = existing.get(key.casefold())
        if key.casefold() not in existing or (old_value in (None, "", []) and value not in (None, "", [])):
            updates[key] = value
        elif isinstance(old_value, list) and isinstance(value, list):
            new_items = [item for item in value if item not in old_value]
            if new_items:
                updates[key] = [*old_value, *new_items]
    return updates


def _with_body(note: str, body: str, position: TemplatePosition) -> str:
    start = read_frontmatter(note).body_start
    frontmatter, text = note[:start], note[start:]
    if not text.strip():
        return f"{frontmatter}{'' if not frontmatter or frontmatter.endswith(chr(10)) else chr(10)}{body}\n"
    if position == "prepend":
        rest = text.lstrip("\n")
        return f"{frontmatter}{text[: len(text) - len(rest)]}{body}\n\n{rest}"
    stripped = note.rstrip("\n")
    return f"{stripped}\n\n{body}{note[len(stripped) :]}"

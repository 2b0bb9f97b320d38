"""Date tools: `get_current_time`, `daily_note` and `apply_template`."""

import asyncio
import difflib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import ClassVar, Literal, Self
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field, JsonValue, model_validator

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import NoteNotFound, OutsideVault
from vaultdesk.core.local_time import local_now
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.builtin.name_resolver import (
    NameIndex,
    find_note,
    new_note_path,
    note_name,
    note_not_found,
    resolve_note,
)
from vaultdesk.tools.builtin.search_tools import excluded_warning
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ChangingTool, Effect, FileChoice, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.markdown.note_edit import append_note_text
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.daily_notes import (
    TemplateValues,
    daily_note_paths,
    fill_template,
    merge_template,
    parse_day_reference,
)
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

MAX_SHOWN_NAME = 60
"""Maximum number of characters of a name in a step line."""


class ApplyTemplateParameters(Parameters):
    """Parameters of `apply_template`."""

    template: str = Field(
        min_length=1,
        max_length=1000,
        description="The template's name in the vault's templates folder, or its path; .md may be left out.",
    )
    target: str = Field(
        min_length=1,
        max_length=1000,
        description="The full path of the note from the vault's root; .md may be left out. A missing note is created.",
    )
    place: Literal["append", "prepend"] = Field(
        default="append", description="Where to put the template's text in an existing note: at its end or beginning."
    )


class ApplyTemplate(ChangingTool[ApplyTemplateParameters]):
    """Creates a note from a template, or inserts one into a note (vaultdesk/vault/README.md, "Obsidian's settings")."""

    name: ClassVar[str] = "apply_template"
    path_parameters: ClassVar[tuple[str, ...]] = ("template", "target")
    display_name: ClassVar[Phrase] = Phrase("Apply a template")
    purpose: ClassVar[Phrase] = Phrase("creates a note from one of your templates, or adds a template to a note.")
    description: ClassVar[str] = (
        "Create a note from a template of the vault, or add the template to an existing note. {{title}}, {{date}} "
        "and {{time}} are filled in; code in a template is not run. Properties are merged: values of the note "
        "stay, missing ones are added, lists are combined."
    )
    brief: ClassVar[str] = "Create a note from a template, or add the template to an existing note."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    copies_text: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = ApplyTemplateParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"template": "Meeting", "target": "Meetings/2026-11-21 Budget.md"},
    )

    def __init__(self, names: NameIndex | None = None, now: Callable[[], datetime] = local_now) -> None:
        self._names = names
        self._now = now

    async def plan(self, arguments: ApplyTemplateParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the note with the template in it."""
        template = await self._template(arguments.template, staging, visibility)
        # By path only: a short name must not resolve to a note the model did not mean.
        target = await find_note(arguments.target, staging, visibility)
        path = target or await new_note_path(arguments.target, staging, visibility)
        text = fill_template(
            await staging.read(template), TemplateValues(path.name, self._now(), staging.vault.settings.templates)
        )
        if target is None:
            await staging.create(path, text)
        else:
            await staging.rewrite(path, merge_template(await staging.read(path), text, arguments.place))
        return {"path": path.text, "action": "updated" if target else "created", "template": template.text}

    def summary(self, arguments: ApplyTemplateParameters) -> str:
        """Return the template and the note."""
        return " → ".join(map(note_name, (arguments.template, arguments.target)))

    def action(self, arguments: ApplyTemplateParameters) -> Phrase:
        return Phrase("Apply the template “{0}” to", sanitize_line(arguments.template, MAX_SHOWN_NAME))

    async def _template(self, name: str, staging: StagingArea, visibility: Visibility) -> NotePath:
        """Return the template called *name*: from the templates folder first."""
        folder = staging.vault.settings.templates.folder
        in_folder = await find_note(f"{folder}/{name}", staging, visibility) if folder else None
        return in_folder or await resolve_note(name, staging, visibility, self._names)


FIRST_YEAR, LAST_YEAR = 1970, 2999
"""Years with daily notes: those that every clock and file system supports."""


class DailyNoteParameters(Parameters):
    """Parameters of `daily_note`."""

    date: str = Field(
        default="today",
        max_length=300,
        description="The day: today, yesterday, tomorrow, or YYYY-MM-DD.",
    )
    action: Literal["read", "create", "append"] = Field(
        default="read",
        description="read: return its text, create: create it from the vault's template, append: add content at its "
        "end, and create it if it is missing.",
    )
    content: str | None = Field(
        default=None, max_length=1_000_000, description="For append and create: Markdown to add at the end."
    )

    @model_validator(mode="after")
    def _check_content(self) -> Self:
        if self.action == "append" and not (self.content or "").strip():
            raise ValueError("give `content` to append")
        if self.action == "read" and self.content is not None:
            raise ValueError("give `content` with `append` or `create` only")
        return self


class DailyNote(ChangingTool[DailyNoteParameters]):
    """Reads, creates or extends the note of a day by the vault's settings (vaultdesk/vault/README.md, "Obsidian's
    settings").
    """

    name: ClassVar[str] = "daily_note"
    display_name: ClassVar[Phrase] = Phrase("Daily note")
    purpose: ClassVar[Phrase] = Phrase(
        "reads, creates or extends the daily note of a day, by your settings for daily notes."
    )
    description: ClassVar[str] = (
        "Read, create or append to the daily note of a day. Its folder, name and template follow the vault's own "
        "settings, so use this instead of guessing a path. Creating a note that exists changes nothing unless "
        "content is given."
    )
    brief: ClassVar[str] = "Read, create or append to the daily note of a day."
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "action": {
            "type": "string", "enum": ["read", "create", "append"], "description": "append creates a missing note.",
        },
    }  # fmt: skip
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    copies_text: ClassVar[bool] = True
    has_lines: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = DailyNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"action": "read", "date": "yesterday"},
        {"action": "append", "content": "- [ ] Call Ada about the heat pump"},
    )

    def __init__(self, vault: Vault, now: Callable[[], datetime] = local_now) -> None:
        self._vault = vault
        self._now = now

    def effect_of(self, arguments: DailyNoteParameters) -> Effect:
        """Return `read` if nothing is written."""
        return "read" if arguments.action == "read" else "write"

    async def run(self, arguments: DailyNoteParameters, visibility: Visibility) -> ToolOutput:
        """Read the note of the day."""
        day, paths = self._day(arguments)
        path = await self._find(paths)
        if path is None or not visibility.sees(path.text):
            raise note_not_found(paths[0].text)
        note = await self._vault.read(path)
        content = visibility.redact(path.text, note.text)
        data: JsonValue = {"path": path.text, "date": day.isoformat(), "content": content}
        source = Source(path=path.text, characters=len(content), first_line=1, last_line=note.text.count("\n") + 1)
        return ToolOutput(data, (source,), (path.text,), {path.text: note.digest})

    async def files(self, arguments: DailyNoteParameters) -> Sequence[FileChoice]:
        """Return the note that would be read, with its current state."""
        if arguments.action != "read":
            return ()
        try:
            _, paths = self._day(arguments)
            path = await self._find(paths)
        except (ToolFailure, OutsideVault):
            return ()  # An invalid day is reported when the tool runs.
        if path is None:
            return (FileChoice(paths[0].text, None, Phrase("the daily note")),)
        note = await self._vault.read(path)
        excluded = self._vault.settings.excluded.matches(path)
        warning = excluded_warning(path.text) if excluded else NO_PHRASE
        reason, tokens = Phrase("the daily note"), text_tokens(note.text)
        choice = FileChoice(path.text, note.size, reason, note.digest, not excluded, warning, counted_tokens=tokens)
        return (choice,)

    async def preview(self, arguments: DailyNoteParameters, path: str) -> str:
        """Return the text that would be read."""
        _, paths = self._day(arguments)
        found = await self._find(paths)
        if found is None or found.text != path:
            raise NoteNotFound(Phrase("There is nothing to preview"), path=path)
        return (await self._vault.read(found)).text

    async def plan(self, arguments: DailyNoteParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the note of the day: created if it is missing, followed by the content."""
        day, paths = self._day(arguments)
        data: dict[str, JsonValue] = {"date": day.isoformat()}
        content = arguments.content or ""
        path = None
        for candidate in paths:
            path = path or await find_note(candidate.text, staging, visibility)
        if path is not None:
            if content:
                await staging.rewrite(path, append_note_text(await staging.read(path), content, {}))
            return {"path": path.text, **data, "action": "appended" if content else "exists"}
        new_path = await new_note_path(paths[0].text, staging, visibility)
        template = self._vault.settings.daily.template
        text = ""
        if template:
            source = await find_note(template, staging, visibility)
            if source is None:
                data["template_missing"] = True
            else:
                values = TemplateValues(new_path.name, self._now(), self._vault.settings.templates, day)
                text = fill_template(await staging.read(source), values)
        await staging.create(new_path, append_note_text(text, content, {}) if content else text)
        return {"path": new_path.text, **data, "action": "created"}

    def summary(self, arguments: DailyNoteParameters) -> str:
        """Return the day."""
        return sanitize_line(arguments.date, 60)

    def action(self, arguments: DailyNoteParameters) -> Phrase:
        return {"read": Phrase("Read"), "create": Phrase("Create"), "append": Phrase("Append to")}[arguments.action]

    async def _find(self, paths: Sequence[NotePath]) -> NotePath | None:
        for path in paths:
            found = await self._vault.find(path)
            if found is not None:
                return found
        return None

    def _day(self, arguments: DailyNoteParameters) -> tuple[date, tuple[NotePath, ...]]:
        """Return the day, and the existing or new paths of its note. Raises `ToolFailure`, `OutsideVault`."""
        settings = self._vault.settings.daily
        day = parse_day_reference(arguments.date, self._now().date(), settings)
        if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise ToolFailure(
                "VALIDATION_FAILED",
                f"date: “{sanitize_line(arguments.date, 60)}” must be today, yesterday, tomorrow, or a day as "
                "YYYY-MM-DD.",
            )
        return day, daily_note_paths(day, settings)


MAX_SUGGESTED_ZONES = 5
"""Maximum number of zones suggested for an unknown one."""


class CurrentTimeParameters(Parameters):
    """Parameters of `get_current_time`."""

    timezone: str | None = Field(
        default=None,
        max_length=100,
        description="An IANA time zone such as Europe/Berlin or UTC. Default: the user's own.",
    )


class GetCurrentTime(Tool[CurrentTimeParameters]):
    """Returns date and time."""

    name: ClassVar[str] = "get_current_time"
    aliases: ClassVar[tuple[str, ...]] = ("getCurrentTime",)
    display_name: ClassVar[Phrase] = Phrase("Get the date and time")
    purpose: ClassVar[Phrase] = Phrase("gives the model the date and time, local or in another time zone.")
    description: ClassVar[str] = (
        "Return the current date, time, weekday and week, in the user's time zone or another one. Use it if the "
        "time of day or another zone matters; today's date is already known. To search notes by time, give words "
        "like “last week” to the search itself."
    )
    brief: ClassVar[str] = "Get the date and time, local or in a time zone."
    category: ClassVar[str] = "time"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = CurrentTimeParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"timezone": "Asia/Tokyo"},)

    def __init__(self, now: Callable[[], datetime] = local_now) -> None:
        self._now = now

    async def run(self, arguments: CurrentTimeParameters, visibility: Visibility) -> ToolOutput:
        """Return the time; an unknown zone fails with similar ones as suggestions."""
        zone_name = (arguments.timezone or "").strip()
        now = self._now()
        name = now.tzname() or ""
        if zone_name:
            # Off the loop: the names of all zones are read from disk.
            name = await asyncio.to_thread(_canonical_zone, zone_name)
            now = now.astimezone(ZoneInfo(name))
        data: dict[str, JsonValue] = {
            "time": now.isoformat(timespec="seconds"),
            "date": now.date().isoformat(),
            "weekday": f"{now:%A}",
            "week": f"{now:%G-W%V}",
            "timezone": name,
            "utc_offset": f"{now:%z}"[:3] + ":" + f"{now:%z}"[3:5],
        }
        return ToolOutput(data)

    def summary(self, arguments: CurrentTimeParameters) -> str:
        """Return the zone."""
        return sanitize_line(arguments.timezone or "", 60)


def _canonical_zone(zone: str) -> str:
    """Return the zone's canonical spelling. Raises `ToolFailure`; the given text is never used as a path on disk."""
    names = available_timezones()
    if zone in names:
        return zone
    zone_key = _zone_key(zone)
    by_key = {_zone_key(name): name for name in names}
    if zone_key in by_key:
        return by_key[zone_key]
    cities = [name for name in names if _zone_key(name).rpartition("/")[2] == zone_key]
    if len(cities) == 1:
        return cities[0]  # Tokyo can only be Asia/Tokyo.
    suggestions = sorted(cities) or [
        by_key[key] for key in difflib.get_close_matches(zone_key, by_key, MAX_SUGGESTED_ZONES, 0.6)
    ]
    hint = (
        f" Did you mean {', '.join(suggestions[:MAX_SUGGESTED_ZONES])}?"
        if suggestions
        else " Write one like Europe/Berlin or UTC."
    )
    message = f"timezone: there is no time zone “{sanitize_line(zone, 60)}”.{hint}"
    raise ToolFailure(
        "VALIDATION_FAILED", message, {"near": [*suggestions[:MAX_SUGGESTED_ZONES]]} if suggestions else None
    )


def _zone_key(name: str) -> str:
    return fold_to_base(name).replace(" ", "_")

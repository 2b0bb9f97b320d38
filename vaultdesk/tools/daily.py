"""Daily: the tool `daily_note`. Where the note of a day is, is vault/obsidian/daily_notes.py's; the runner asks and
writes."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import ClassVar, Literal, Self

from pydantic import Field, JsonValue, model_validator

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import NoteNotFound, OutsideVault
from vaultdesk.tools.naming import not_found, note_named
from vaultdesk.tools.placing import new_place
from vaultdesk.tools.templates import now_here
from vaultdesk.tools.tool import ChangingTool, Effect, FileChoice, Parameters, ToolFailure, ToolOutput, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.markdown.note_edit import append_note_text
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.daily_notes import daily_note_path, parse_day_reference
from vaultdesk.vault.obsidian.templates import TemplateValues, fill_template
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

FIRST_YEAR, LAST_YEAR = 1970, 2999
"""Years whose days have daily notes here: those every clock and file system can count."""


class DailyNoteParameters(Parameters):
    """Which day, and what to do with its note."""

    date: str = Field(
        default="today",
        max_length=300,
        description="The day: today, yesterday, tomorrow, or YYYY-MM-DD.",
    )
    action: Literal["read", "create", "append"] = Field(
        default="read",
        description="read its text, create it from the vault's template, or append content; a missing one is made.",
    )
    content: str | None = Field(
        default=None, max_length=1_000_000, description="For append and create: Markdown to add at the end."
    )

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Self:
        if self.action == "append" and not (self.content or "").strip():
            raise ValueError("give `content` to append")
        if self.action == "read" and self.content is not None:
            raise ValueError("give `content` with `append` or `create` only")
        return self


class DailyNote(ChangingTool[DailyNoteParameters]):
    """Reads, makes or extends the note of a day, as the vault's own settings have it (CONTRACTS; OBSIDIAN E.4)."""

    name: ClassVar[str] = "daily_note"
    display_name: ClassVar[str] = "Daily note"
    purpose: ClassVar[str] = "reads, makes or extends the note of a day, by your settings for daily notes."
    description: ClassVar[str] = (
        "Read, create or append to the daily note of a day. Its folder, name and template follow the vault's own "
        "settings, so use this rather than guessing a path. Creating one that is there changes nothing unless content "
        "is given."
    )
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    copies: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = DailyNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"action": "read", "date": "yesterday"},
        {"action": "append", "content": "- [ ] Call Ada about the heat pump"},
    )

    def __init__(self, vault: Vault, now: Callable[[], datetime] = now_here) -> None:
        self._vault = vault
        self._now = now

    def effect_of(self, arguments: DailyNoteParameters) -> Effect:
        """Return `read` where nothing is written."""
        return "read" if arguments.action == "read" else "write"

    async def run(self, arguments: DailyNoteParameters, view: View) -> ToolOutput:
        """Read the note of the day."""
        day, wanted = self._day(arguments)
        path = await self._vault.find(wanted)
        if path is None or not view.sees(path.text):
            raise not_found(wanted.text)
        note = await self._vault.read(path)
        content = view.shown(path.text, note.text)
        data: JsonValue = {"path": path.text, "date": day.isoformat(), "content": content}
        source = Source(path=path.text, characters=len(content), first_line=1, last_line=note.text.count("\n") + 1)
        return ToolOutput(data, (source,), (path.text,), {path.text: note.digest})

    async def files(self, arguments: DailyNoteParameters) -> Sequence[FileChoice]:
        """Return the note that would be read, with what is there now."""
        if arguments.action != "read":
            return ()
        try:
            _, wanted = self._day(arguments)
            path = await self._vault.find(wanted)
        except (ToolFailure, OutsideVault):
            return ()  # What is wrong with the day is told when it runs.
        if path is None:
            return (FileChoice(wanted.text, None, "the daily note"),)
        note = await self._vault.read(path)
        excluded = self._vault.settings.excluded.matches(path)
        warning = f"“{short(path.text, 120)}” is among the files you excluded in Obsidian." if excluded else ""
        return (FileChoice(path.text, note.size, "the daily note", note.digest, not excluded, warning),)

    async def preview(self, arguments: DailyNoteParameters, path: str) -> str:
        """Return the text that would be read."""
        _, wanted = self._day(arguments)
        found = await self._vault.find(wanted)
        if found is None or found.text != path:
            raise NoteNotFound("There is nothing to preview", path=path)
        return (await self._vault.read(found)).text

    async def plan(self, arguments: DailyNoteParameters, draft: StagingArea, view: View) -> JsonValue:
        """Stage the note of the day: made where it is missing, with the content after it."""
        day, wanted = self._day(arguments)
        data: dict[str, JsonValue] = {"date": day.isoformat()}
        content = arguments.content or ""
        path = await _seen(wanted.text, draft, view)
        if path is not None:
            if content:
                await draft.rewrite(path, append_note_text(await draft.read(path), content, {}))
            return {"path": path.text, **data, "action": "appended" if content else "exists"}
        place = await new_place(wanted.text, draft, view)
        template = self._vault.settings.daily.template
        text = ""
        if template:
            source = await _seen(template, draft, view)
            if source is None:
                data["template_missing"] = True
            else:
                filling = TemplateValues(place.name, self._now(), self._vault.settings.templates, day)
                text = fill_template(await draft.read(source), filling)
        await draft.create(place, append_note_text(text, content, {}) if content else text)
        return {"path": place.text, **data, "action": "created"}

    def summary(self, arguments: DailyNoteParameters) -> str:
        """Return the day."""
        return short(arguments.date, 60)

    def action(self, arguments: DailyNoteParameters) -> str:
        """Return the verb; the note follows it."""
        return {"read": "Read", "create": "Create", "append": "Append to"}[arguments.action]

    def _day(self, arguments: DailyNoteParameters) -> tuple[date, NotePath]:
        """Return the day that is meant and where its note belongs. Raises `ToolFailure`, `OutsideVault`."""
        settings = self._vault.settings.daily
        day = parse_day_reference(arguments.date, self._now().date(), settings)
        if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise ToolFailure(
                "VALIDATION_FAILED",
                f"date: “{short(arguments.date, 60)}” must be today, yesterday, tomorrow, or a day as YYYY-MM-DD.",
            )
        return day, daily_note_path(day, settings)


async def _seen(path: str, draft: StagingArea, view: View) -> NotePath | None:
    """Return the note at exactly *path*; None where there is none for whoever asks."""
    try:
        return await note_named(path, draft, view)
    except ToolFailure as missing:
        if missing.code != "NOTE_NOT_FOUND":
            raise
        return None

"""Templates: the tool `apply_template`. It plans; the runner asks and writes. The text is
vault/obsidian/templates.py's."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from vaultdesk.tools.naming import Names, note_named
from vaultdesk.tools.placing import new_place
from vaultdesk.tools.tool import ChangingTool, Effect, Parameters, ToolFailure, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.templates import TemplateValues, fill_template, merge_template
from vaultdesk.vault.staging import StagingArea

NAME_SHOWN = 60
"""Characters of a name on a step line."""


def now_here() -> datetime:
    """Return the time on this computer's clock, with its zone."""
    return datetime.now().astimezone()


class ApplyTemplateParameters(Parameters):
    """Which template, and for which note."""

    template: str = Field(
        min_length=1,
        max_length=1000,
        description="The template's name in the vault's templates folder, or its path; .md may be left out.",
    )
    target: str = Field(
        min_length=1,
        max_length=1000,
        description="The whole path of the note from the vault's root; .md may be left out. It is made if missing.",
    )
    place: Literal["append", "prepend"] = Field(
        default="append", description="Where the template's text goes in a note that is there: at its end or beginning."
    )


class ApplyTemplate(ChangingTool[ApplyTemplateParameters]):
    """Makes a note of a template, or puts one into a note (CONTRACTS; OBSIDIAN E.4)."""

    name: ClassVar[str] = "apply_template"
    display_name: ClassVar[str] = "Apply a template"
    purpose: ClassVar[str] = "makes a note of one of your templates, or adds it to a note."
    description: ClassVar[str] = (
        "Create a note from a template of the vault, or add the template to a note that is there. {{title}}, {{date}} "
        "and {{time}} are filled; nothing in a template is run. Properties are merged: what the note says stays, "
        "missing ones are added, lists are joined."
    )
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    copies: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = ApplyTemplateParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"template": "Meeting", "target": "Meetings/2026-11-21 Budget.md"},
    )

    def __init__(self, names: Names | None = None, now: Callable[[], datetime] = now_here) -> None:
        self._names = names
        self._now = now

    async def plan(self, arguments: ApplyTemplateParameters, draft: StagingArea, view: View) -> JsonValue:
        """Stage the note with the template in it."""
        template = await self._template(arguments.template, draft, view)
        try:
            # By its path only: a short name must never lead to a note the model did not mean.
            target: NotePath | None = await note_named(arguments.target, draft, view)
        except ToolFailure as missing:
            if missing.code != "NOTE_NOT_FOUND":
                raise
            target = None
        path = target or await new_place(arguments.target, draft, view)
        text = fill_template(
            await draft.read(template), TemplateValues(path.name, self._now(), draft.vault.settings.templates)
        )
        if target is None:
            await draft.create(path, text)
        else:
            await draft.rewrite(path, merge_template(await draft.read(path), text, arguments.place))
        return {"path": path.text, "action": "updated" if target else "created", "template": template.text}

    def summary(self, arguments: ApplyTemplateParameters) -> str:
        """Return the template and the note."""
        names = (path.rpartition("/")[2].removesuffix(".md") for path in (arguments.template, arguments.target))
        return " → ".join(short(name, NAME_SHOWN) for name in names)

    def action(self, arguments: ApplyTemplateParameters) -> str:
        """Return the verb; the note follows it."""
        return f"Apply the template “{short(arguments.template, NAME_SHOWN)}” to"

    async def _template(self, words: str, draft: StagingArea, view: View) -> NotePath:
        """Return the template that *words* name: in the templates folder first."""
        folder = draft.vault.settings.templates.folder
        if folder:
            try:
                return await note_named(f"{folder}/{words}", draft, view)
            except ToolFailure as missing:
                if missing.code != "NOTE_NOT_FOUND":
                    raise
        return await note_named(words, draft, view, self._names)

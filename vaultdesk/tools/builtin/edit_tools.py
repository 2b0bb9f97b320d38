"""Edit tools: `write_note`, `edit_note` and `delete_note`."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, JsonValue, model_validator

from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.builtin.name_resolver import NameIndex, find_note, new_note_path, note_name, resolve_note
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ChangingTool, Effect, Parameters, ToolFailure, Visibility
from vaultdesk.vault.line_diff import unified_diff
from vaultdesk.vault.markdown.markdown_scanner import comments_in
from vaultdesk.vault.markdown.note_edit import (
    BlockReplacement,
    EditRefused,
    append_note_text,
    edit_section,
    new_note_text,
    replace_block,
    replace_note_text,
    replace_once,
)
from vaultdesk.vault.staging import StagingArea

MAX_CONTENT_CHARACTERS = 1_000_000
"""Maximum number of characters of a text in a call, the same as for all its arguments (vaultdesk/tools/README.md,
"Approval rules", 1).
"""

MAX_PROPERTIES = 100
"""Maximum number of properties in one call: no note has as many."""

PathField = Annotated[
    str,
    Field(
        min_length=1,
        max_length=1000,
        description="The note's path from the vault's root, or its name where only one has it; .md may be left out.",
    ),
]


class WriteNoteParameters(Parameters):
    """Parameters of `write_note`."""

    path: str = Field(
        min_length=1,
        max_length=1000,
        description="The note's full path from the vault's root; .md may be left out. Missing folders are created.",
    )
    content: str = Field(max_length=MAX_CONTENT_CHARACTERS, description="The text in Markdown.")
    frontmatter: dict[Annotated[str, Field(min_length=1, max_length=200)], JsonValue] | None = Field(
        default=None,
        max_length=MAX_PROPERTIES,
        description="Properties to set, by name. They override those that content begins with.",
    )
    append: bool = Field(default=False, description="True to add content at the end of the note and keep the rest.")


class WriteNote(ChangingTool[WriteNoteParameters]):
    """Creates a note, replaces its text or appends to it."""

    name: ClassVar[str] = "write_note"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Write a note")
    purpose: ClassVar[Phrase] = Phrase("creates a note, or replaces or extends the text of an existing one.")
    description: ClassVar[str] = (
        "Create a note, or replace the whole text of one. An existing note keeps its properties unless content "
        "begins with properties (--- lines), which then replace them. With append, content is added after the "
        "existing text, separated by an empty line, and properties it begins with are set in the note. To change a "
        "part of a note use edit_note; to change only properties, update_frontmatter."
    )
    brief: ClassVar[str] = "Create a note, replace its whole text, or append to it."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = WriteNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Ideas/Heat pump.md", "content": "# Heat pump\n\nAsk [[Ada]].\n", "frontmatter": {"tags": ["idea"]}},
        {"path": "Meetings/2026-11-20.md", "content": "- [ ] Send the minutes", "append": True},
    )

    async def plan(self, arguments: WriteNoteParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the new text of the note."""
        properties = arguments.frontmatter or {}
        # By path only: a short name must not resolve to a note the model did not mean to replace.
        path = await find_note(arguments.path, staging, visibility)
        if path is None:
            new_path = await new_note_path(arguments.path, staging, visibility)
            await staging.create(new_path, new_note_text(arguments.content, properties))
            return {"path": new_path.text, "action": "created"}
        edit = append_note_text if arguments.append else replace_note_text
        await staging.rewrite(path, edit(await staging.read(path), arguments.content, properties))
        return {"path": path.text, "action": "appended" if arguments.append else "updated"}

    def summary(self, arguments: WriteNoteParameters) -> str:
        """Return the note's name."""
        return note_name(arguments.path)

    def action(self, arguments: WriteNoteParameters) -> Phrase:
        return Phrase("Append to") if arguments.append else Phrase("Write")


class EditNoteParameters(Parameters):
    """Parameters of `edit_note`, which select the part in one of three ways."""

    path: PathField
    old: str | None = Field(
        default=None,
        max_length=MAX_CONTENT_CHARACTERS,
        description="Option 1: the text to replace, copied exactly; it must occur exactly once in the note.",
    )
    new: str | None = Field(default=None, max_length=MAX_CONTENT_CHARACTERS, description="Option 1: the new text.")
    heading: str | None = Field(
        default=None,
        max_length=1000,
        description="Option 2: the heading to edit at: `Tasks`, or `Plan#Tasks` for the one below Plan.",
    )
    place: Literal["replace", "append", "prepend", "before", "after"] = Field(
        default="append",
        description=(
            "Option 2: where content goes. append: at the end of the section; prepend: at its start; replace: "
            "instead of its text, subsections included; before, after: outside the section."
        ),
    )
    block: str | None = Field(
        default=None,
        max_length=200,
        description="Option 3: the id of the block to replace, as in `^id`. The block keeps its id.",
    )
    content: str | None = Field(
        default=None, max_length=MAX_CONTENT_CHARACTERS, description="Options 2 and 3: the new text."
    )

    @model_validator(mode="after")
    def _check_one_target(self) -> Self:
        options = [self.old is not None or self.new is not None, self.heading is not None, self.block is not None]
        if sum(options) != 1:
            raise ValueError("give exactly one of: `old` and `new`; `heading` and `content`; `block` and `content`")
        if options[0] and (self.old is None or self.new is None or self.content is not None):
            raise ValueError("give `old` and `new` together, without `content`")
        if not options[0] and self.content is None:
            raise ValueError("give `content` with `heading` or `block`")
        if "place" in self.model_fields_set and self.heading is None:
            raise ValueError("give `place` with `heading` only")
        return self


class EditNote(ChangingTool[EditNoteParameters]):
    """Changes one part of a note."""

    name: ClassVar[str] = "edit_note"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Edit a note")
    purpose: ClassVar[Phrase] = Phrase("changes one part of a note and leaves the rest as it is.")
    description: ClassVar[str] = (
        "Change one part of a note; read it first. Use exactly one option: `old` and `new` replace a text that "
        "occurs once in the note; `heading`, `content` and `place` insert text at a heading; `block` and `content` "
        "replace the block with that id. Returns the diff."
    )
    brief: ClassVar[str] = (
        "Change one part of a note you have read: old and new; or heading, place and content; or block and content."
    )
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = EditNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Projects/Boiler.md", "old": "due on Monday", "new": "due on Tuesday"},
        {"path": "Projects/Boiler.md", "heading": "Tasks", "content": "- [ ] Call Ada", "place": "append"},
        {"path": "Projects/Boiler.md", "block": "decision", "content": "We take the heat pump."},
    )

    def __init__(self, names: NameIndex | None = None) -> None:
        self._names = names

    async def plan(self, arguments: EditNoteParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the note with its part changed."""
        path = await resolve_note(arguments.path, staging, visibility, self._names)
        text = await staging.read(path)
        visible_text = visibility.redact(path.text, text)
        try:
            # Off the loop: a note may have ten million characters.
            edited = await asyncio.to_thread(_edited, text, visible_text, arguments)
        except EditRefused as error:
            details: JsonValue = {"choices": [*error.choices]} if error.choices else None
            raise ToolFailure("VALIDATION_FAILED", str(error), details, error.explanation) from error
        changed = edited.text
        await staging.rewrite(path, changed)
        # Text hidden from the model is hidden from its diff too.
        diff = await asyncio.to_thread(unified_diff, visible_text, visibility.redact(path.text, changed), path.text)
        extra: dict[str, JsonValue] = {}
        if edited.kept_lines:
            lines = f"{edited.kept_lines} {'line' if edited.kept_lines == 1 else 'lines'}"
            extra["kept"] = f"{lines} below the list item stayed. To replace them too, give the item with them."
        return {"path": path.text, "action": "edited" if changed != text else "unchanged", "diff": diff, **extra}

    def summary(self, arguments: EditNoteParameters) -> str:
        """Return the note's name and the part."""
        part = arguments.heading or (f"^{arguments.block.removeprefix('^')}" if arguments.block else "")
        return f"{note_name(arguments.path)}{f': {sanitize_line(part, 60)}' if part else ''}"

    def action(self, arguments: EditNoteParameters) -> Phrase:
        return Phrase("Edit")


class DeleteNoteParameters(Parameters):
    """Parameters of `delete_note`."""

    path: PathField


class DeleteNote(ChangingTool[DeleteNoteParameters]):
    """Deletes a note, to a trash or from the disk (vaultdesk/vault/README.md, "Obsidian's settings")."""

    name: ClassVar[str] = "delete_note"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Delete a note")
    purpose: ClassVar[Phrase] = Phrase("removes a note from the vault; links to it will be broken.")
    description: ClassVar[str] = (
        "Delete a note, to the trash if the vault has one. Links to it will be broken; check get_links first. Only if "
        "the user asks for it."
    )
    brief: ClassVar[str] = "Delete a note, only if the user asks for it."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "delete"
    dangerous: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = DeleteNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"path": "Inbox/Old draft.md"},)

    def __init__(self, names: NameIndex | None = None) -> None:
        self._names = names

    async def plan(self, arguments: DeleteNoteParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the deletion."""
        path = await resolve_note(arguments.path, staging, visibility, self._names)
        await staging.delete(path)
        return {"path": path.text, "action": "deleted"}

    def summary(self, arguments: DeleteNoteParameters) -> str:
        """Return the note's name."""
        return note_name(arguments.path)

    def action(self, arguments: DeleteNoteParameters) -> Phrase:
        return Phrase("Delete")


def _edited(text: str, visible_text: str, arguments: EditNoteParameters) -> BlockReplacement:
    if arguments.old is not None and arguments.new is not None:
        old, new = arguments.old.replace("\r\n", "\n"), arguments.new.replace("\r\n", "\n")
        return BlockReplacement(_replaced(text, visible_text, old, new))
    content = arguments.content or ""
    if arguments.heading is not None:
        return BlockReplacement(edit_section(text, arguments.heading, content, arguments.place))
    return replace_block(text, arguments.block or "", content)


def _replaced(text: str, visible_text: str, old: str, new: str) -> str:
    """Return *text* with *old* replaced by *new*. *old* is searched in the visible text, so that attempts do not
    disclose the rest.
    """
    if visible_text == text:
        return replace_once(text, old, new)
    replace_once(visible_text, old, new)
    comments = [comment for comment in comments_in(text) if text[comment.start : comment.end] not in visible_text]
    position, positions = text.find(old), list[int]()
    while position >= 0 and len(positions) < 2:
        if not any(comment.start < position + len(old) and position < comment.end for comment in comments):
            positions.append(position)
        position = text.find(old, position + 1)
    if len(positions) != 1:
        raise EditRefused("The old text includes words that are withheld from you. Choose another part of the note.")
    return f"{text[: positions[0]]}{new}{text[positions[0] + len(old) :]}"

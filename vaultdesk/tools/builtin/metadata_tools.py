"""Metadata tools: `update_frontmatter`, `add_tags` and `remove_tags`."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, ClassVar, Self, TypeVar

from pydantic import AfterValidator, Field, JsonValue, model_validator

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.core.phrases import Phrase, clauses
from vaultdesk.tools.builtin.name_resolver import NameIndex, note_name, resolve_note
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ChangingTool, Effect, Parameters, ToolFailure, Visibility
from vaultdesk.vault.frontmatter.frontmatter import DEPRECATED_NAMES, read_frontmatter, read_property_types
from vaultdesk.vault.frontmatter.property_edit import MAX_PROPERTY_NAME, with_properties
from vaultdesk.vault.markdown.tag_edit import tag_name, tags_of, with_tags, without_tags
from vaultdesk.vault.staging import StagingArea

T = TypeVar("T")

MAX_INLINE_CHARACTERS = 50_000
"""Maximum number of characters of a text processed on the loop: a few milliseconds. A larger one would block the
window.
"""

MAX_SHOWN_NAME = 60
"""Maximum number of characters of a note's name in a step line."""


def checked_name(name: str) -> str:
    """Return *name* if it is a valid property name. Raises `ValueError` with a text that follows `must`."""
    if not name.strip() or len(name.strip()) > MAX_PROPERTY_NAME or not name.strip().isprintable():
        raise ValueError(
            f"have names of properties that are short and on one line, at most {MAX_PROPERTY_NAME} characters"
        )
    return name.strip()


def checked_tag(written: str) -> str:
    """Return the tag in *written*, without `#`. Raises `ValueError` with a text that follows `must`."""
    try:
        return tag_name(written)
    except NoteNotWritten:
        visible_text = sanitize_line(written, MAX_SHOWN_NAME)
        words = "letters, digits, _ - and / but no spaces, and not only digits"
        raise ValueError(f"be tags of {words}; “{visible_text}” is not one") from None


PropertyName = Annotated[str, AfterValidator(checked_name)]
TagName = Annotated[str, AfterValidator(checked_tag)]


def checked_properties(text: str, set: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return *set* as it may be written into the note *text*: with valid tags, and without names deprecated in
    Obsidian.

    Raises `ToolFailure`.
    """
    existing = {key.casefold(): value for key, value in read_frontmatter(text).properties.items()}
    checked: dict[str, JsonValue] = {}
    for key, value in set.items():
        name = key.casefold()
        if name in DEPRECATED_NAMES and name not in existing:
            message = f"Obsidian no longer reads the property {name}; set {DEPRECATED_NAMES[name]}, a list, instead."
            raise ToolFailure("VALIDATION_FAILED", message, {"field": "set"})
        if name == "tags" and isinstance(value, list):
            old = existing.get("tags")
            existing_tags = old if isinstance(old, list) else []
            # An existing entry is not changed, even if it is invalid.
            value = [item if item in existing_tags else _tag_in(item) for item in value]
        checked[key] = value
    return checked


def _tag_in(item: JsonValue) -> str:
    try:
        return checked_tag(str(item))
    except ValueError as problem:
        raise ToolFailure("VALIDATION_FAILED", f"tags: must {problem}.", {"field": "set"}) from None


async def property_types(staging: StagingArea) -> dict[str, str]:
    """Return the current property types of the staging area's vault."""
    return await asyncio.to_thread(read_property_types, staging.vault.root / staging.vault.settings.folder)


async def rewrite_text(text: str, change: Callable[[str], T]) -> T:
    """Return the result of *change* for *text*, computed off the loop if the text is long enough to block it."""
    return change(text) if len(text) < MAX_INLINE_CHARACTERS else await asyncio.to_thread(change, text)


def hashed_tags(tags: Sequence[str]) -> str:
    """Return `#a, #b`."""
    return listed_names([f"#{tag.strip().removeprefix('#')}" for tag in tags])


def listed_names(names: Sequence[str]) -> str:
    """Return the first few of *names*, and the number of others."""
    shown = ", ".join(sanitize_line(name, 40) for name in names[:4])
    return shown if len(names) <= 4 else f"{shown} and {len(names) - 4} more"


# Results contain only the properties and tags that the call named: other properties of a note are part of its text,
# which needs approval to be read.

MAX_NAMES = 100
"""Maximum number of properties or tags in one call: no note has as many."""


class UpdateFrontmatterParameters(Parameters):
    """Parameters of `update_frontmatter`."""

    path: str = Field(
        min_length=1, max_length=1000, description="The note's path from the vault's root; .md may be left out."
    )
    set: dict[PropertyName, JsonValue] = Field(
        default_factory=dict,
        max_length=MAX_NAMES,
        description=(
            "Properties to set, by name: text, number, true or false, a list, or null for an empty one. Dates are "
            "text: 2026-11-21, or 2026-11-21T14:30:00. A list is replaced as a whole."
        ),
    )
    remove: tuple[PropertyName, ...] = Field(
        default=(), max_length=MAX_NAMES, description="Names of properties to remove."
    )

    @model_validator(mode="after")
    def _is_a_change(self) -> Self:
        if not self.set and not self.remove:
            raise ValueError("have `set` or `remove`")
        names = [name.casefold() for name in (*self.set, *dict.fromkeys(self.remove))]
        if len({*names}) < len(names):
            raise ValueError("name each property once; case is ignored")
        return self


class UpdateFrontmatter(ChangingTool[UpdateFrontmatterParameters]):
    """Sets and removes properties; only their own lines change (vaultdesk/vault/README.md, "Properties")."""

    name: ClassVar[str] = "update_frontmatter"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Change properties")
    purpose: ClassVar[Phrase] = Phrase("changes properties at the head of a note and leaves every other line as it is.")
    description: ClassVar[str] = (
        "Set or remove properties (frontmatter) of one note. Everything else in the note stays as it is, so use "
        "this instead of rewriting the note. Names ignore case. To add or remove single tags use add_tags and "
        "remove_tags; to change many notes at once use bulk_update."
    )
    brief: ClassVar[str] = "Set or remove properties of one note."
    category: ClassVar[str] = "metadata"
    effect: ClassVar[Effect] = "write"
    removes_properties: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = UpdateFrontmatterParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Projects/Boiler.md", "set": {"status": "done", "finished": "2026-11-21"}},
        {"path": "Projects/Boiler.md", "set": {"aliases": ["Heating"]}, "remove": ["draft"]},
    )

    def __init__(self, names: NameIndex | None = None) -> None:
        self._names = names

    async def plan(
        self, arguments: UpdateFrontmatterParameters, staging: StagingArea, visibility: Visibility
    ) -> JsonValue:
        """Stage the note with its properties changed; the result contains those named in the call."""
        path = await resolve_note(arguments.path, staging, visibility, self._names)
        text = await staging.read(path)
        properties = checked_properties(text, arguments.set)
        types = await property_types(staging)
        new = await rewrite_text(text, lambda text: with_properties(text, properties, arguments.remove, types))
        sets = Phrase("sets {0}", listed_names([*properties])) if properties else None
        removes = Phrase("removes {0}", listed_names(arguments.remove)) if arguments.remove else None
        await staging.rewrite(path, new, reason=clauses([phrase for phrase in (sets, removes) if phrase]))
        old_keys, new_keys = _keys(text), _keys(new)
        new_properties = read_frontmatter(new).properties
        return {
            "path": path.text,
            "action": "updated" if new != text else "unchanged",
            "properties": {
                new_keys[key.casefold()]: new_properties[new_keys[key.casefold()]]
                for key in properties
                if key.casefold() in new_keys
            },
            "removed": [old_keys[key.casefold()] for key in arguments.remove if key.casefold() in old_keys],
        }

    def summary(self, arguments: UpdateFrontmatterParameters) -> str:
        """Return the note's name and the properties."""
        return f"{note_name(arguments.path)}: {listed_names([*arguments.set, *arguments.remove])}"

    def action(self, arguments: UpdateFrontmatterParameters) -> Phrase:
        return Phrase("Change properties of")


class AddTagsParameters(Parameters):
    """Parameters of `add_tags`."""

    path: str = Field(
        min_length=1, max_length=1000, description="The note's path from the vault's root; .md may be left out."
    )
    tags: tuple[TagName, ...] = Field(
        min_length=1,
        max_length=MAX_NAMES,
        description="Tags, with or without #: letters, digits, _ - and / for nested ones; no spaces.",
    )


class AddTags(ChangingTool[AddTagsParameters]):
    """Adds tags to the property `tags` (vaultdesk/vault/README.md, "Tags")."""

    name: ClassVar[str] = "add_tags"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Add tags")
    purpose: ClassVar[Phrase] = Phrase("adds tags to the properties of a note.")
    description: ClassVar[str] = (
        "Add tags to one note, in its property `tags`. A tag the note already has, there or in its text, is not "
        "added again; case is ignored. To tag many notes at once use bulk_update."
    )
    brief: ClassVar[str] = "Add tags to one note."
    category: ClassVar[str] = "metadata"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = AddTagsParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Projects/Boiler.md", "tags": ["heating", "house/repairs"]},
    )

    def __init__(self, names: NameIndex | None = None) -> None:
        self._names = names

    async def plan(self, arguments: AddTagsParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the note with the tags it lacks."""
        path = await resolve_note(arguments.path, staging, visibility, self._names)
        text = await staging.read(path)
        old_tags = {tag.casefold() for tag in tags_of(text)}
        added = [*{tag.casefold(): tag for tag in arguments.tags if tag.casefold() not in old_tags}.values()]
        new = await rewrite_text(text, lambda text: with_tags(text, added))
        await staging.rewrite(path, new, reason=Phrase("adds {0}", hashed_tags(added)))
        return {
            "path": path.text,
            "action": "updated" if added else "unchanged",
            "added": [*added],
            "already_there": [tag for tag in arguments.tags if tag.casefold() in old_tags],
        }

    def summary(self, arguments: AddTagsParameters) -> str:
        """Return the note's name and the tags."""
        return f"{note_name(arguments.path)}: {hashed_tags(arguments.tags)}"

    def action(self, arguments: AddTagsParameters) -> Phrase:
        return Phrase("Tag")


class RemoveTagsParameters(Parameters):
    """Parameters of `remove_tags`."""

    path: str = Field(
        min_length=1, max_length=1000, description="The note's path from the vault's root; .md may be left out."
    )
    tags: tuple[Annotated[str, Field(min_length=1, max_length=200)], ...] = Field(
        min_length=1,
        max_length=MAX_NAMES,
        description="Tags, with or without #. `a` removes #a but neither #a/b nor #ab.",
    )


class RemoveTags(ChangingTool[RemoveTagsParameters]):
    """Removes tags from the properties and from the text (vaultdesk/vault/README.md, "Tags")."""

    name: ClassVar[str] = "remove_tags"
    path_parameters: ClassVar[tuple[str, ...]] = ("path",)
    display_name: ClassVar[Phrase] = Phrase("Remove tags")
    purpose: ClassVar[Phrase] = Phrase("removes tags from the properties and the text of a note.")
    description: ClassVar[str] = (
        "Remove tags from one note, from its properties and from its text. Code, comments and links are not "
        "changed. To change many notes at once use bulk_update."
    )
    brief: ClassVar[str] = "Remove tags from one note."
    category: ClassVar[str] = "metadata"
    effect: ClassVar[Effect] = "write"
    removes_properties: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = RemoveTagsParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"path": "Projects/Boiler.md", "tags": ["todo"]},)

    def __init__(self, names: NameIndex | None = None) -> None:
        self._names = names

    async def plan(self, arguments: RemoveTagsParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the note without the tags."""
        path = await resolve_note(arguments.path, staging, visibility, self._names)
        text = await staging.read(path)
        new = await rewrite_text(text, lambda text: without_tags(text, arguments.tags))
        await staging.rewrite(path, new, reason=Phrase("removes {0}", hashed_tags(arguments.tags)))
        old_tags = {tag.casefold(): tag for tag in tags_of(text)}
        keys_by_tag = {tag: tag.strip().removeprefix("#").strip("/").casefold() for tag in arguments.tags}
        return {
            "path": path.text,
            "action": "updated" if new != text else "unchanged",
            "removed": [*dict.fromkeys(old_tags[key] for key in keys_by_tag.values() if key in old_tags)],
            "not_there": [tag for tag, key in keys_by_tag.items() if key not in old_tags],
        }

    def summary(self, arguments: RemoveTagsParameters) -> str:
        """Return the note's name and the tags."""
        return f"{note_name(arguments.path)}: {hashed_tags(arguments.tags)}"

    def action(self, arguments: RemoveTagsParameters) -> Phrase:
        return Phrase("Remove tags from")


def _keys(text: str) -> dict[str, str]:
    return {key.casefold(): key for key in reversed(read_frontmatter(text).properties)}

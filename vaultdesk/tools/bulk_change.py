"""BulkChange: the one change that is made to many notes, as a call carries it, in words, and made to one text."""

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar, Literal, Self, assert_never

from pydantic import Field, JsonValue, WithJsonSchema, model_validator

from vaultdesk.tools.metadata_arguments import checked_name, checked_properties, checked_tag
from vaultdesk.tools.tool import Parameters
from vaultdesk.tools.visible import short
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.tag_edit import rename_tag, with_tags, without_tags

Kind = Literal["set_property", "remove_property", "add_tag", "remove_tag", "rename_tag", "move"]

NAME_SHOWN = 60
"""Characters of a name in a sentence."""

_TEXT = WithJsonSchema({"type": "string"})
_FIELDS = frozenset(("property", "value", "tag", "new_tag", "folder"))


class BulkChange(Parameters):
    """What is done to every note."""

    NEEDS: ClassVar[Mapping[Kind, tuple[str, ...]]] = {
        "set_property": ("property", "value"),
        "remove_property": ("property",),
        "add_tag": ("tag",),
        "remove_tag": ("tag",),
        "rename_tag": ("tag", "new_tag"),
        "move": ("folder",),
    }
    """What goes with each kind, and nothing else."""

    kind: Kind = Field(
        description=(
            "set_property takes `property` and `value`, remove_property `property`, add_tag and remove_tag `tag`, "
            "rename_tag `tag` and `new_tag` (nested tags follow), move `folder` (links to the notes are repaired)."
        )
    )
    property: Annotated[str | None, _TEXT] = Field(default=None, max_length=300, description="The property's name.")
    value: Annotated[
        JsonValue,
        WithJsonSchema(
            {"description": 'What the property is set to: text, number, true, false, or a list; "" empties it.'}
        ),
    ] = None
    tag: Annotated[str | None, _TEXT] = Field(default=None, max_length=200, description="A tag, with or without #.")
    new_tag: Annotated[str | None, _TEXT] = Field(
        default=None, max_length=200, description="What the tag is called from now on."
    )
    folder: Annotated[str | None, _TEXT] = Field(
        default=None, max_length=1000, description="The folder to move to; empty is the vault's root."
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        # By what is None, not by what was given: a call is frozen with every field in it.
        needs = self.NEEDS[self.kind]
        missing = [name for name in needs if getattr(self, name) is None]
        if missing:
            raise ValueError(f"have {' and '.join(missing)} for {self.kind}")
        # Some models fill every field; an empty text asks for nothing.
        if any(getattr(self, name) not in (None, "") for name in _FIELDS - {*needs}):
            raise ValueError(f"have nothing but {' and '.join(needs)} for {self.kind}")
        if "property" in needs and self.property is not None:
            checked_name(self.property)
        for name, tag in (("add_tag", self.tag), ("rename_tag", self.new_tag)):
            if self.kind == name and tag is not None:
                checked_tag(tag)
        if "tag" in needs and self.tag is not None and not self.tag.strip(" #/"):
            raise ValueError("have a tag that is not empty")
        return self

    def in_words(self) -> str:
        """Return what is done, as in `adds #x`, for the line of a file."""
        match self.kind:
            case "set_property":
                return f"sets {_shown(self.property)}"
            case "remove_property":
                return f"removes {_shown(self.property)}"
            case "add_tag":
                return f"adds {_hashed(self.tag)}"
            case "remove_tag":
                return f"removes {_hashed(self.tag)}"
            case "rename_tag":
                return f"renames {_hashed(self.tag)} to {_hashed(self.new_tag)}"
            case "move":
                return f"moves to {_shown(self.folder) or 'the top folder'}"
            case _:
                assert_never(self.kind)

    def as_question(self) -> str:
        """Return the beginning of the sentence that asks; the number of notes follows."""
        match self.kind:
            case "set_property":
                return f"Set {_shown(self.property)} in"
            case "remove_property":
                return f"Remove {_shown(self.property)} from"
            case "add_tag":
                return f"Add {_hashed(self.tag)} to"
            case "remove_tag":
                return f"Remove {_hashed(self.tag)} from"
            case "rename_tag":
                return f"Rename {_hashed(self.tag)} to {_hashed(self.new_tag)} in"
            case "move":
                return f"Move to {_shown(self.folder) or 'the top folder'}:"
            case _:
                assert_never(self.kind)

    def made_to(self, types: Mapping[str, str]) -> Callable[[str], str]:
        """Return what makes the change to a text; *types* are the vault's kinds of properties. Not for a move."""
        name, tag, new_tag = self.property or "", self.tag or "", self.new_tag or ""
        value = None if self.value == "" else self.value
        match self.kind:
            case "set_property":
                return lambda text: with_properties(text, checked_properties(text, {name: value}), types=types)
            case "remove_property":
                return lambda text: with_properties(text, {}, (name,))
            case "add_tag":
                return lambda text: with_tags(text, (tag,))
            case "remove_tag":
                return lambda text: without_tags(text, (tag,))
            case "rename_tag":
                return lambda text: rename_tag(text, tag, new_tag)
            case "move":
                raise AssertionError("a move changes no text of the note itself")
            case _:
                assert_never(self.kind)


def _shown(name: str | None) -> str:
    return short(name or "", NAME_SHOWN)


def _hashed(tag: str | None) -> str:
    return f"#{_shown((tag or '').strip().removeprefix('#'))}"

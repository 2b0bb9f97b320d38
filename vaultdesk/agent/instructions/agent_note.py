"""The note format of an agent: its properties, reading a note as a profile, and writing one."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from pydantic import JsonValue

from vaultdesk.agent.profile import MAX_DESCRIPTION_CHARACTERS, MAX_INSTRUCTION_CHARACTERS, AgentProfile, Limits
from vaultdesk.core.phrases import Number, Phrase, verbatim
from vaultdesk.providers.provider import Effort
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, folder_parts
from vaultdesk.tools.text_sanitizer import name_warnings, sanitize_line, sanitize_text
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.markdown_scanner import comments_in
from vaultdesk.vault.markdown.note import Note

ProfileField = Literal[
    "description", "model", "tools", "folders", "read_only", "dangerous", "rounds", "result_limit", "calls_a_minute",
    "effort",
]  # fmt: skip
"""What a property of an agent's note can set."""

PROPERTY_FIELDS: Mapping[str, ProfileField] = {
    "description": "description",
    "model": "model",
    "tools": "tools",
    "folders": "folders",
    "folderscope": "folders",
    "readonly": "read_only",
    "dangerous": "dangerous",
    "dangerousoperations": "dangerous",
    "allowdangerousoperations": "dangerous",
    "rounds": "rounds",
    "maxrounds": "rounds",
    "maxresult": "result_limit",
    "maxresultsize": "result_limit",
    "callsaminute": "calls_a_minute",
    "effort": "effort",
}
"""The properties by their normalised spelling: `folderScope`, `folder_scope` and `Folder scope` are the same."""

FIELD_SPELLINGS: Mapping[ProfileField, str] = {
    "description": "description",
    "model": "model",
    "tools": "tools",
    "folders": "folders",
    "read_only": "read_only",
    "dangerous": "dangerous_operations",
    "rounds": "max_rounds",
    "result_limit": "max_result",
    "calls_a_minute": "calls_a_minute",
    "effort": "effort",
}
"""Spellings used in notes that the program writes."""

IGNORED_PROPERTIES = frozenset({
    "tags", "tag", "aliases", "alias", "cssclasses", "cssclass", "title", "name", "id", "icon", "color", "banner",
    "publish", "permalink", "author", "version", "created", "modified", "updated", "edited", "date", "keywords",
})  # fmt: skip
"""Properties every note may have; they have no meaning for agents and need no remark."""

SETTINGS_ONLY_PARTS = (
    "url", "uri", "endpoint", "host", "apikey", "key", "token", "secret", "password", "credential", "command", "args",
    "env", "mcp", "server", "preset", "rule", "permission", "approv", "trust", "grant", "consent", "proxy", "privacy",
    "private", "spending", "budget", "header", "hook", "plugin", "provider", "script", "exec",
)  # fmt: skip
"""Parts of names of values that only settings may contain, never a file that a sync partner can write."""

LIMITING_PARTS = (
    "folder", "scope", "tool", "allow", "deny", "forbid", "block", "restrict", "only", "write", "edit", "delete",
    "danger", "limit", "max", "rate", "round", "exclude", "include", "ignore", "path", "access", "result",
    "call",
)  # fmt: skip
"""Parts of names that may be meant to limit an agent: if ignored, the agent would reach further than intended."""

PropertyMeaning = Literal["quiet", "settings", "limit", "unknown"]
"""Meaning of a property that sets nothing."""


def normalized_key(key: str) -> str:
    """Return *key* in lower case without spaces and separators: `folderScope` and `folder-scope` become the same."""
    return "".join(character for character in key.casefold() if character not in " _-")


def property_meaning(key: str) -> PropertyMeaning:
    """Return the meaning of *key*, a normalised key that is not in `PROPERTY_FIELDS`."""
    if key in IGNORED_PROPERTIES:
        return "quiet"
    if any(piece in key for piece in SETTINGS_ONLY_PARTS):
        return "settings"
    return "limit" if any(piece in key for piece in LIMITING_PARTS) else "unknown"


# A note is data that anyone with write access to the vault controls: it may ask for less than the user's settings
# allow, never for more, and for nothing that belongs in settings (vaultdesk/core/README.md, "Settings never come from
# the vault").

EFFORTS = tuple(word for word in get_args(Effort) if word)
"""Values of the reasoning effort of an agent."""

MIN_RESULT_CHARACTERS = 1_000
"""Minimum number of characters of a tool result; the same as in the settings."""

MAX_QUOTED_VALUE_CHARACTERS = 80
"""Maximum number of characters of a note's value quoted in a message."""


@dataclass(frozen=True, slots=True)
class ProfileBounds:
    """Limits that the values of an agent's note are checked against."""

    registry: ToolRegistry
    limits: Limits
    """The user's own limits."""
    model_problem: Callable[[str], str] = lambda _model: ""
    """Returns why a model cannot be used, as a sentence; empty if it can."""


class _Refused(Exception):
    """Why a value cannot be used: the end of a sentence that begins with the name of its property."""


@dataclass(slots=True)
class _ProfileReader:
    """Reads one note: its values, and remarks about them."""

    note: Note
    bounds: ProfileBounds
    shipped: bool
    keys: dict[ProfileField, str] = field(default_factory=dict)
    problems: list[Phrase] = field(default_factory=list)
    remarks: list[Phrase] = field(default_factory=list)

    def location(self, key: str) -> Phrase:
        """Return the location of *key* for the start of a sentence: `Line 3: “tools”`."""
        head = self.note.text[: self.note.body_start].split("\n")
        for number, line in enumerate(head, start=1):
            name = line.partition(":")[0].strip()
            if name in (key, f'"{key}"', f"'{key}'"):
                return Phrase("Line {0}: “{1}”", number, sanitize_line(key, MAX_QUOTED_VALUE_CHARACTERS))
        return Phrase("“{0}”", sanitize_line(key, MAX_QUOTED_VALUE_CHARACTERS))

    def value(self, profile_field: ProfileField) -> JsonValue:
        """Return the value of *profile_field* in the note; None if it is not set."""
        key = self.keys.get(profile_field)
        return None if key is None else self.note.properties[key]

    def reject(self, profile_field: ProfileField, why: Phrase) -> None:
        """Record that the value of *profile_field* cannot be used."""
        self.problems.append(Phrase("{0} {1}.", self.location(self.keys[profile_field]), why))

    def _sort_keys(self) -> None:
        for key in self.note.properties:
            known = PROPERTY_FIELDS.get(normalized_key(key))
            if known is not None:
                if known in self.keys:
                    self.problems.append(
                        Phrase("{0} says again what “{1}” says.", self.location(key), self.keys[known])
                    )
                self.keys.setdefault(known, key)
                continue
            match property_meaning(normalized_key(key)):
                case "quiet":
                    pass
                case "settings":
                    self.problems.append(
                        Phrase(
                            "{0} cannot be set by a note: addresses, keys, commands, servers, rules and presets are "
                            "set in Settings alone.",
                            self.location(key),
                        )
                    )
                case "limit":
                    known_words = ", ".join(FIELD_SPELLINGS.values())
                    self.problems.append(
                        Phrase(
                            "{0} is not known, and may be meant to limit the agent. Known are {1}.",
                            self.location(key),
                            known_words,
                        )
                    )
                case "unknown":
                    self.remarks.append(Phrase("{0} means nothing to VaultDesk.", self.location(key)))

    def _instructions(self) -> str:
        text = without_note_comments(self.note)
        if not text:
            self.problems.append(Phrase("The note has no instructions: write them under the properties."))
        if len(text) > MAX_INSTRUCTION_CHARACTERS:
            self.problems.append(
                Phrase("The instructions are longer than {0} characters.", Number(MAX_INSTRUCTION_CHARACTERS))
            )
            return ""
        if sanitize_text(text, "\n\t") != text:
            self.remarks.append(Phrase("The instructions contain characters that cannot be seen."))
        return text

    def _text(self, profile_field: ProfileField) -> str:
        value = self.value(profile_field)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.reject(profile_field, Phrase("must be text"))
            return ""
        return " ".join(value.split())

    def _model(self) -> str:
        model = self._text("model")
        if not model:
            return ""
        if " " in model or not model.isprintable():
            self.reject("model", Phrase("must be written as provider/name, or taken out for the chat's model"))
            return ""
        problem = self.bounds.model_problem(model)
        if problem:
            self.reject("model", Phrase("names a model that cannot be asked. {0}", problem.rstrip(".")))
            return ""
        return model

    def _tools(self) -> tuple[str, ...] | None:
        names = self._list("tools")
        if names is None:
            return None
        tools: dict[str, None] = {}
        for name in names:
            tool = self.bounds.registry.get(name)
            if tool is None and self.shipped:
                continue  # A tool that is switched off; a shipped agent works without it.
            if tool is None:
                near = difflib.get_close_matches(name, self.bounds.registry.names, n=1)
                unknown = sanitize_line(name, MAX_QUOTED_VALUE_CHARACTERS)
                self.reject(
                    "tools",
                    Phrase("names a tool that is not there: {0} (did you mean {1}?)", unknown, near[0])
                    if near
                    else Phrase("names a tool that is not there: {0}", unknown),
                )
                continue
            tools[tool.name] = None
        return tuple(tools)

    def _folders(self) -> tuple[str, ...] | None:
        folders = self._list("folders")
        if folders is None:
            return None
        for folder in folders:
            if not folder_parts(folder):
                self.reject(
                    "folders",
                    Phrase("names no folder of the vault: “{0}”", sanitize_line(folder, MAX_QUOTED_VALUE_CHARACTERS)),
                )
        return tuple(dict.fromkeys("/".join(folder_parts(folder) or ()) for folder in folders))

    def _list(self, profile_field: ProfileField) -> list[str] | None:
        """Return a list of names; a text is split at commas. None if the note does not have the property."""
        if profile_field not in self.keys:
            return None
        value = self.value(profile_field)
        if isinstance(value, str):
            value = [piece.strip() for piece in value.split(",") if piece.strip()]
        if isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value):
            names = [item.strip() for item in cast("list[str]", value)]
            if names or self.value(profile_field) == []:
                return names
        # An empty value could mean all or nothing; only an explicitly empty list means nothing.
        everything = Phrase("every tool") if profile_field == "tools" else Phrase("the whole vault")
        self.reject(
            profile_field,
            Phrase("must be a list of names (numbers in quotes). Take it out for {0}, write [] for none", everything),
        )
        return []

    def _flag(self, profile_field: ProfileField) -> bool:
        value = self.value(profile_field)
        if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
            value = value.strip().casefold() == "true"
        if isinstance(value, bool):
            return value
        if profile_field in self.keys:
            self.reject(profile_field, Phrase("must be true or false"))
        return False

    def _number(self, profile_field: ProfileField, minimum: int, maximum: int) -> int:
        """Return a whole number, at most *maximum*, the user's own limit; 0 if the note does not set it."""
        value = self.value(profile_field)
        if value is None:
            return 0
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) <= 15:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
            self.reject(profile_field, Phrase("must be a whole number from {0}", Number(minimum)))
            return 0
        if value > maximum:
            self.remarks.append(
                Phrase(
                    "{0} wishes {1}; it gets {2}.",
                    self.location(self.keys[profile_field]),
                    Number(value),
                    Number(maximum),
                )
            )
        return min(value, maximum)

    def _effort(self) -> Effort:
        word = self._text("effort").casefold()
        if word and word not in EFFORTS:
            self.reject("effort", Phrase("must be one of {0}", ", ".join(EFFORTS)))
            return ""
        return cast("Effort", word)


def read_profile(note: Note, bounds: ProfileBounds, *, shipped: bool = False) -> AgentProfile | tuple[Phrase, ...]:
    """Return the agent that *note* describes, or why it is not valid, as sentences for the user.

    A *shipped* agent may name tools that are not available; they are left out.
    """
    if note.property_problem:
        return (verbatim(note.property_problem),)
    reader = _ProfileReader(note, bounds, shipped)
    reader._sort_keys()
    instructions = reader._instructions()
    profile = AgentProfile(
        name=note.path.name,
        description=reader._text("description")[:MAX_DESCRIPTION_CHARACTERS],
        instructions=instructions,
        model=reader._model(),
        tools=reader._tools(),
        folders=reader._folders(),
        read_only=reader._flag("read_only"),
        dangerous=reader._flag("dangerous"),
        rounds=reader._number("rounds", 1, bounds.limits.rounds),
        result_limit=reader._number("result_limit", MIN_RESULT_CHARACTERS, bounds.limits.result_limit),
        calls_a_minute=reader._number("calls_a_minute", 1, CALLS_A_MINUTE) or CALLS_A_MINUTE,
        effort=reader._effort(),
        path="" if shipped else note.path.text,
        remarks=(*name_warnings([note.path.name]), *reader.remarks),
    )
    return tuple(reader.problems) or profile


def without_note_comments(note: Note) -> str:
    """Return the note's body without its `%% comments %%`, which are not sent to models."""
    pieces, place = list[str](), note.body_start
    for comment in comments_in(note.text, note.body_start):
        pieces.append(note.text[place : comment.start])
        place = comment.end
    return "".join([*pieces, note.text[place:]]).strip()


def agent_note(profile: AgentProfile) -> str:
    """Return the text of a note that describes *profile*; its name is the note's file name."""
    values = {FIELD_SPELLINGS[field]: value for field, value in _values(profile).items()}
    return with_properties(f"\n{profile.instructions.strip()}\n", values)


def _values(profile: AgentProfile) -> dict[ProfileField, JsonValue]:
    """Return the values to write: those that were set, and always those that limit the agent."""
    values: dict[ProfileField, JsonValue] = {}
    if profile.description:
        values["description"] = profile.description
    if profile.model:
        values["model"] = profile.model
    if profile.tools is not None:
        values["tools"] = [*profile.tools]
    if profile.folders is not None:
        values["folders"] = [*profile.folders]
    values["read_only"] = profile.read_only
    values["dangerous"] = profile.dangerous
    if profile.rounds:
        values["rounds"] = profile.rounds
    if profile.result_limit:
        values["result_limit"] = profile.result_limit
    if profile.calls_a_minute != CALLS_A_MINUTE:
        values["calls_a_minute"] = profile.calls_a_minute
    if profile.effort:
        values["effort"] = profile.effort
    return values

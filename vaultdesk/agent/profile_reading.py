"""Profile reading: an agent's note as a profile, or the sentences why it is none. Strict: what is unclear is refused.

A note is data of whoever can write to the vault: it may ask for less than the person's settings, never for more, and
for nothing that belongs into settings (THREATS 0.11, 2.1).
"""

import difflib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast, get_args

from pydantic import JsonValue

from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile import MAX_DESCRIPTION, MAX_INSTRUCTIONS, AgentProfile
from vaultdesk.agent.profile_keys import FIELDS, SPELLINGS, Field, meaning, plain
from vaultdesk.providers.provider import Effort
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, folder_parts
from vaultdesk.tools.text_sanitizer import name_warnings, sanitize_line, sanitize_text
from vaultdesk.vault.markdown.markdown_scanner import comments_in
from vaultdesk.vault.markdown.note import Note

EFFORTS = tuple(word for word in get_args(Effort) if word)
"""How much an agent may be told to think."""

SHORTEST_RESULT = 1_000
"""Characters: below that no tool result is worth reading; the settings allow no less either."""

SHOWN = 80
"""Characters of a note's words that a sentence repeats."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an agent's wishes are held against."""

    registry: ToolRegistry
    limits: Limits
    """The person's own."""
    model_problem: Callable[[str], str] = lambda _model: ""
    """Why a model cannot be asked, in a sentence; empty where it can."""


class _Refused(Exception):
    """Why a value cannot be used: the end of a sentence that begins with its property's name."""


@dataclass(slots=True)
class _Reading:
    """One note being read: what it sets, and what is to be said of it."""

    note: Note
    bounds: Bounds
    shipped: bool
    keys: dict[Field, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def place(self, key: str) -> str:
        """Return where *key* stands, for the start of a sentence: `Line 3: “tools”`."""
        head = self.note.text[: self.note.body_start].split("\n")
        for number, line in enumerate(head, start=1):
            name = line.partition(":")[0].strip()
            if name in (key, f'"{key}"', f"'{key}'"):
                return f"Line {number}: “{sanitize_line(key, SHOWN)}”"
        return f"“{sanitize_line(key, SHOWN)}”"

    def value(self, wanted: Field) -> JsonValue:
        """Return what the note says of *wanted*; None where it says nothing."""
        key = self.keys.get(wanted)
        return None if key is None else self.note.properties[key]

    def refuse(self, wanted: Field, why: str) -> None:
        """Note that the value of *wanted* cannot be used."""
        self.problems.append(f"{self.place(self.keys[wanted])} {why}.")


def read_profile(note: Note, bounds: Bounds, *, shipped: bool = False) -> AgentProfile | tuple[str, ...]:
    """Return the agent that *note* describes, or why it is none, in sentences for people.

    One that is *shipped* with the program may name tools that are not there; it goes without them.
    """
    if note.property_problem:
        return (note.property_problem,)
    reading = _Reading(note, bounds, shipped)
    _sort_keys(reading)
    instructions = _instructions(reading)
    profile = AgentProfile(
        name=note.path.name,
        description=_text(reading, "description")[:MAX_DESCRIPTION],
        instructions=instructions,
        model=_model(reading),
        tools=_tools(reading),
        folders=_folders(reading),
        read_only=_flag(reading, "read_only"),
        dangerous=_flag(reading, "dangerous"),
        rounds=_number(reading, "rounds", 1, bounds.limits.rounds),
        result_limit=_number(reading, "result_limit", SHORTEST_RESULT, bounds.limits.result_limit),
        calls_a_minute=_number(reading, "calls_a_minute", 1, CALLS_A_MINUTE) or CALLS_A_MINUTE,
        effort=_effort(reading),
        path="" if shipped else note.path.text,
        remarks=(*name_warnings([note.path.name]), *reading.remarks),
    )
    return tuple(reading.problems) or profile


def _sort_keys(reading: _Reading) -> None:
    for key in reading.note.properties:
        known = FIELDS.get(plain(key))
        if known is not None:
            if known in reading.keys:
                reading.problems.append(f"{reading.place(key)} says again what “{reading.keys[known]}” says.")
            reading.keys.setdefault(known, key)
            continue
        match meaning(plain(key)):
            case "quiet":
                pass
            case "settings":
                reading.problems.append(
                    f"{reading.place(key)} cannot be set by a note: addresses, keys, commands, servers, rules and"
                    " presets are set in Settings alone."
                )
            case "limit":
                known_words = ", ".join(SPELLINGS.values())
                reading.problems.append(
                    f"{reading.place(key)} is not known, and may be meant to limit the agent. Known are {known_words}."
                )
            case "unknown":
                reading.remarks.append(f"{reading.place(key)} means nothing to VaultDesk.")


def _instructions(reading: _Reading) -> str:
    text = without_remarks(reading.note)
    if not text:
        reading.problems.append("The note has no instructions: write them under the properties.")
    if len(text) > MAX_INSTRUCTIONS:
        reading.problems.append(f"The instructions are longer than {MAX_INSTRUCTIONS:,} characters.")
        return ""
    if sanitize_text(text, "\n\t") != text:
        reading.remarks.append("The instructions contain characters that cannot be seen.")
    return text


def without_remarks(note: Note) -> str:
    """Return the note's body without its `%% comments %%`: those are the person's, for nobody else."""
    pieces, place = list[str](), note.body_start
    for comment in comments_in(note.text, note.body_start):
        pieces.append(note.text[place : comment.start])
        place = comment.end
    return "".join([*pieces, note.text[place:]]).strip()


def _text(reading: _Reading, wanted: Field) -> str:
    value = reading.value(wanted)
    if value is None:
        return ""
    if not isinstance(value, str):
        reading.refuse(wanted, "must be text")
        return ""
    return " ".join(value.split())


def _model(reading: _Reading) -> str:
    model = _text(reading, "model")
    if not model:
        return ""
    if " " in model or not model.isprintable():
        reading.refuse("model", "must be written as provider/name, or taken out for the chat's model")
        return ""
    problem = reading.bounds.model_problem(model)
    if problem:
        reading.refuse("model", f"names a model that cannot be asked. {problem.rstrip('.')}")
        return ""
    return model


def _tools(reading: _Reading) -> tuple[str, ...] | None:
    names = _list(reading, "tools")
    if names is None:
        return None
    tools: dict[str, None] = {}
    for name in names:
        tool = reading.bounds.registry.get(name)
        if tool is None and reading.shipped:
            continue  # A tool that is switched off; ours need not break for it.
        if tool is None:
            near = difflib.get_close_matches(name, reading.bounds.registry.names, n=1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            reading.refuse("tools", f"names a tool that is not there: {sanitize_line(name, SHOWN)}{meant}")
            continue
        tools[tool.name] = None
    return tuple(tools)


def _folders(reading: _Reading) -> tuple[str, ...] | None:
    folders = _list(reading, "folders")
    if folders is None:
        return None
    for folder in folders:
        if not folder_parts(folder):
            reading.refuse("folders", f"names no folder of the vault: “{sanitize_line(folder, SHOWN)}”")
    return tuple(dict.fromkeys("/".join(folder_parts(folder) or ()) for folder in folders))


def _list(reading: _Reading, wanted: Field) -> list[str] | None:
    """Return a list of names; a text is one too, cut at commas. None where the note does not have the property."""
    if wanted not in reading.keys:
        return None
    value = reading.value(wanted)
    if isinstance(value, str):
        value = [piece.strip() for piece in value.split(",") if piece.strip()]
    if isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value):
        names = [item.strip() for item in cast("list[str]", value)]
        if names or reading.value(wanted) == []:
            return names
    # Left empty it could mean all or nothing; only a list that is plainly empty means nothing.
    everything = "every tool" if wanted == "tools" else "the whole vault"
    reading.refuse(
        wanted, f"must be a list of names (numbers in quotes). Take it out for {everything}, write [] for none"
    )
    return []


def _flag(reading: _Reading, wanted: Field) -> bool:
    value = reading.value(wanted)
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        value = value.strip().casefold() == "true"
    if isinstance(value, bool):
        return value
    if wanted in reading.keys:
        reading.refuse(wanted, "must be true or false")
    return False


def _number(reading: _Reading, wanted: Field, least: int, most: int) -> int:
    """Return a whole number, cut to *most*, which is the person's own; 0 where the note says nothing."""
    value = reading.value(wanted)
    if value is None:
        return 0
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) <= 15:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        reading.refuse(wanted, f"must be a whole number from {least:,}")
        return 0
    if value > most:
        reading.remarks.append(f"{reading.place(reading.keys[wanted])} wishes {value:,}; it gets {most:,}.")
    return min(value, most)


def _effort(reading: _Reading) -> Effort:
    word = _text(reading, "effort").casefold()
    if word and word not in EFFORTS:
        reading.refuse("effort", f"must be one of {', '.join(EFFORTS)}")
        return ""
    return cast("Effort", word)

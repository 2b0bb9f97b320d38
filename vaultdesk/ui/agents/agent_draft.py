"""An agent as edited in its dialog, and the resulting changes to its note.

A new note is written as a whole. In an existing note only changed properties are modified, so that unknown ones,
comments, order and quotes are preserved.
"""

from dataclasses import dataclass, replace

from pydantic import JsonValue

from vaultdesk.agent.instructions.agents import (
    FIELD_SPELLINGS,
    PROPERTY_FIELDS,
    ProfileField,
    agent_note,
    normalized_key,
)
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.providers.provider import Effort
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath


@dataclass(frozen=True, slots=True)
class AgentDraft:
    """Values of the editor's fields."""

    name: str = ""
    description: str = ""
    body: str = ""
    """Text of the note after its properties, with the user's comments, without surrounding blank lines."""
    model: str = ""
    tools: tuple[str, ...] | None = None
    folders: tuple[str, ...] | None = None
    read_only: bool = False
    dangerous: bool = False
    rounds: int = 0
    result_limit: int = 0
    calls_a_minute: int = CALLS_A_MINUTE
    effort: Effort = ""

    @property
    def profile(self) -> AgentProfile:
        """Return the resulting agent, for its description and for a new note."""
        return AgentProfile(
            name=self.name or "…",
            description=self.description,
            instructions=self.body,
            model=self.model,
            tools=self.tools,
            folders=self.folders,
            read_only=self.read_only,
            dangerous=self.dangerous,
            rounds=self.rounds,
            result_limit=self.result_limit,
            calls_a_minute=self.calls_a_minute,
            effort=self.effort,
        )


def agent_draft_of(profile: AgentProfile, text: str | None = None) -> AgentDraft:
    """Return the initial values of the editor; *text* is that of the agent's note, if any."""
    body = profile.instructions
    if text is not None:
        body = parse_note(NotePath("x.md"), text).body
    return AgentDraft(
        name=profile.name.rpartition("/")[2],
        description=profile.description,
        body=body.strip("\n"),
        model=profile.model,
        tools=profile.tools,
        folders=profile.folders,
        read_only=profile.read_only,
        dangerous=profile.dangerous,
        rounds=profile.rounds,
        result_limit=profile.result_limit,
        calls_a_minute=profile.calls_a_minute,
        effort=profile.effort,
    )


def new_agent_text(draft: AgentDraft) -> str:
    """Return the text of a new agent's note."""
    return agent_note(replace(draft.profile, name=draft.name))


def edited_agent_text(text: str, before: AgentDraft, after: AgentDraft) -> str:
    """Return *text*, the note of *before*, changed to *after*. Raises `NoteNotWritten` if that is not possible."""
    properties = parse_note(NotePath("x.md"), text).properties
    spelled = {
        PROPERTY_FIELDS[normalized_key(key)]: key
        for key in reversed(properties)
        if normalized_key(key) in PROPERTY_FIELDS
    }
    old, new = _values(before), _values(after)
    wanted: dict[str, JsonValue] = {}
    gone: list[str] = []
    for field, value in new.items():
        if value == old[field]:
            continue
        key = spelled.get(field, FIELD_SPELLINGS[field])
        if value is None:
            gone.append(key)
        else:
            wanted[key] = value
    changed = with_properties(text, wanted, gone)
    return changed if before.body == after.body else _with_body(changed, after.body)


def _values(draft: AgentDraft) -> dict[ProfileField, JsonValue]:
    """Return the value of each property; None to omit it."""
    return {
        "description": draft.description or None,
        "model": draft.model or None,
        "tools": None if draft.tools is None else [*draft.tools],
        "folders": None if draft.folders is None else [*draft.folders],
        "read_only": draft.read_only,
        "dangerous": draft.dangerous,
        "rounds": draft.rounds or None,
        "result_limit": draft.result_limit or None,
        "calls_a_minute": draft.calls_a_minute if draft.calls_a_minute != CALLS_A_MINUTE else None,
        "effort": draft.effort or None,
    }


def _with_body(text: str, body: str) -> str:
    start = parse_note(NotePath("x.md"), text).body_start
    old = text[start:]
    # The blank lines between the properties and the text are preserved.
    lead = old[: len(old) - len(old.lstrip("\n"))] or ("\n" if start else "")
    return f"{text[:start]}{lead}{body.strip(chr(10))}\n"

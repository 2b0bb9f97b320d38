"""Agent note: the text of an agent's note as our own editor writes it. Reading it back gives the same profile."""

import json

from pydantic import JsonValue

from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.profile_keys import SPELLINGS, Field
from vaultdesk.tools.leash import CALLS_A_MINUTE


def agent_note(profile: AgentProfile) -> str:
    """Return the text of a note that describes *profile*; its name is the note's file name."""
    lines = ["---"]
    for field, value in _values(profile).items():
        lines += _lines(SPELLINGS[field], value)
    return "\n".join((*lines, "---", "", profile.instructions.strip(), ""))


def _values(profile: AgentProfile) -> dict[Field, JsonValue]:
    """Return what is to be written: only what was chosen, but always how far the agent may go."""
    values: dict[Field, JsonValue] = {}
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


def _lines(key: str, value: JsonValue) -> list[str]:
    if isinstance(value, list):
        return [f"{key}: []"] if not value else [f"{key}:", *(f"  - {_scalar(item)}" for item in value)]
    return [f"{key}: {_scalar(value)}"]


def _scalar(value: JsonValue) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    if (
        value.replace("_", "a").isascii()
        and value.replace("_", "a").isalpha()
        and value not in ("true", "false", "null")
    ):
        return value
    # JSON's quotes are YAML's; what YAML cannot hold as it is (a joined emoji's joiner) is written by its number.
    quoted = json.dumps(value, ensure_ascii=False)
    return "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in quoted)

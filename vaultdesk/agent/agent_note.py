"""Agent note: the text of an agent's note as our own editor writes it. Reading it back gives the same profile."""

from pydantic import JsonValue

from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.profile_keys import SPELLINGS, Field
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE
from vaultdesk.vault.frontmatter.property_edit import with_properties


def agent_note(profile: AgentProfile) -> str:
    """Return the text of a note that describes *profile*; its name is the note's file name."""
    values = {SPELLINGS[field]: value for field, value in _values(profile).items()}
    return with_properties(f"\n{profile.instructions.strip()}\n", values)


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

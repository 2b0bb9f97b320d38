"""Grant words: what an agent may do, as sentences the person reads before they let it. Made by our code alone."""

from collections.abc import Sequence

from vaultdesk.agent.profile import AgentProfile
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.text_sanitizer import sanitize_line

FOLDERS_NAMED = 5
"""Folders a sentence names; the rest is counted."""

NAME_SHOWN = 120
"""Characters of a name in a sentence."""


def grant_sentences(profile: AgentProfile, registry: ToolRegistry) -> tuple[str, ...]:
    """Return what *profile* covers, the farthest reaching first; nothing of it is in the note's own words."""
    tools = offered_tools(registry, profile.leash, "ask")
    effects: set[str] = {tool.effect for tool in tools}
    sentences = [_reach(profile, effects)]
    if profile.dangerous and any(tool.dangerous for tool in tools):
        sentences.append("May ask to delete notes and to change many notes at once.")
    elif effects & {"write", "delete"}:
        sentences.append("May not delete notes or change many notes at once.")
    if "network" in effects:
        sentences.append("May ask to look things up on the internet.")
    sentences.append(_model(profile))
    names = ", ".join(tool.display_name for tool in tools)
    sentences.append(f"Uses {'every tool' if profile.tools is None else 'these tools'}: {names}." if tools else "")
    sentences.append(_measure(profile))
    ends = " A change of its note ends this." if profile.path else ""
    sentences.append(f"What it asks for is shown to you first, as your permissions say.{ends}")
    return tuple(sentence for sentence in (*sentences, *profile.remarks) if sentence)


def _reach(profile: AgentProfile, effects: set[str]) -> str:
    if not effects - {"none"} or profile.folders == ():
        return "Sees no notes."
    where = "in the whole vault" if profile.folders is None else f"in {_named(profile.folders)}"
    doing = "read and change" if effects & {"write", "delete"} else "read"
    return f"May {doing} notes {where}."


def _named(folders: Sequence[str]) -> str:
    shown = [sanitize_line(folder, NAME_SHOWN) for folder in folders[:FOLDERS_NAMED]]
    more = len(folders) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more {'folder' if more == 1 else 'folders'}"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _model(profile: AgentProfile) -> str:
    who = (
        f"the model {sanitize_line(profile.model, NAME_SHOWN)}, whatever the chat uses"
        if profile.model
        else "the chat's model"
    )
    return f"Uses {who}. Its note is sent along with each question."


def _measure(profile: AgentProfile) -> str:
    told = [f"{profile.calls_a_minute} tool calls a minute"]
    if profile.rounds:
        told.insert(0, f"{profile.rounds} {'round' if profile.rounds == 1 else 'rounds'} of tools for a question")
    if profile.result_limit:
        told.append(f"{profile.result_limit:,} characters of a tool result")
    return f"At most {', '.join(told)}."

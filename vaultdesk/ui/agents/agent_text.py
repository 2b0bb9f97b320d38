"""Names and states of agents as text and list entries."""

import re
from collections.abc import Sequence

from vaultdesk.agent.instructions.agents import AgentStatus, KnownAgent
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

_tr = translator("AgentText")

DEFAULT_AGENT_KEY = ""
"""Represents the default assistant in place of an agent's name, as in the settings."""

STATUS_SIGNS: dict[AgentStatus, tuple[str, str]] = {
    "shipped": ("", "muted"),
    "granted": ("", "muted"),
    "changed": ("warning", "warning"),
    "new": ("lock", "muted"),
    "broken": ("warning", "danger"),
}
"""Icon and colour of each status, which the text beside it describes."""


def default_agent_name() -> str:
    """Return the name of the assistant without an agent."""
    return _tr("Plain assistant")


def agent_title(name: str) -> str:
    """Return the display name of the agent *name*; empty is the default assistant."""
    return name or default_agent_name()


def agent_status_text(status: AgentStatus) -> str:
    """Return a short text for an agent's status."""
    return {
        "shipped": _tr("comes with VaultDesk"),
        "granted": _tr("allowed"),
        "changed": _tr("changed since you allowed it"),
        "new": _tr("not allowed yet"),
        "broken": _tr("cannot be used"),
    }[status]


def agent_entry(known: KnownAgent) -> ListEntry:
    description = known.profile.description if known.profile is not None else ""
    mark, role = STATUS_SIGNS[known.status]
    told = " ".join(map(translate, known.problems)) if known.status == "broken" else description
    first = "" if known.status in ("shipped", "granted") and description else agent_status_text(known.status)
    text = " · ".join(part for part in (first, description) if part)
    return ListEntry(known.name, known.name, text, told or agent_status_text(known.status), "", mark, role)


def agent_entries(agents: Sequence[KnownAgent], wanted: str = "") -> list[ListEntry]:
    """Return entries for the *agents* and the default assistant that contain every word of *wanted*."""
    plain = ListEntry(
        DEFAULT_AGENT_KEY,
        default_agent_name(),
        # Separate parts: if they do not both fit, the first is shown.
        " · ".join(re.split("[,，、] ?", _tr("no instructions of its own, every tool"))),
        _tr("Answers as the model does, with every tool your permissions allow."),
    )
    shipped = [agent_entry(known) for known in agents if known.status == "shipped"]
    own = [agent_entry(known) for known in agents if known.status != "shipped"]
    groups = (("", [plain]), (_tr("Comes with VaultDesk"), shipped), (_tr("In this vault"), own))
    words = wanted.casefold().split()
    lines: list[ListEntry] = []
    for heading, entries in groups:
        found = [entry for entry in entries if _matches(entry, words)]
        if found and heading:
            lines.append(ListEntry("", heading, heading=True))
        lines += found
    return lines


def _matches(entry: ListEntry, words: Sequence[str]) -> bool:
    said = f"{entry.title} {entry.text}".casefold()
    return all(word in said for word in words)

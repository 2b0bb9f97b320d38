"""Names and states of agents as text and list entries."""

import re
from collections.abc import Sequence

from vaultdesk.agent.instructions.agents import AgentStatus, KnownAgent
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.lists.list_row import ListRow

_tr = translator("AgentText")

DEFAULT_AGENT_KEY = ""
"""Represents the default assistant in place of an agent's name, as in the settings."""

STATUS_ICONS: dict[AgentStatus, tuple[str, str]] = {
    "shipped": ("", "muted"),
    "granted": ("", "muted"),
    "changed": ("warning", "warning"),
    "new": ("lock", "muted"),
    "broken": ("warning", "danger"),
}
"""Icon and color of each status, which the text beside it describes."""


def default_agent_name() -> str:
    """Return the name of the assistant without an agent."""
    return _tr("Default assistant")


def agent_label(name: str) -> str:
    """Return a short display name of the agent *name* for narrow places."""
    return name or _tr("Assistant")


def agent_title(name: str) -> str:
    """Return the display name of the agent *name*; empty is the default assistant."""
    return name or default_agent_name()


def agent_status_text(status: AgentStatus) -> str:
    """Return a short text for an agent's status."""
    return {
        "shipped": _tr("included in VaultDesk"),
        "granted": _tr("allowed"),
        "changed": _tr("changed since you allowed it"),
        "new": _tr("not allowed yet"),
        "broken": _tr("cannot be used"),
    }[status]


def agent_entry(agent: KnownAgent) -> ListRow:
    description = translate(agent.profile.description) if agent.profile is not None else ""
    mark, role = STATUS_ICONS[agent.status]
    details = " ".join(map(translate, agent.problems)) if agent.status == "broken" else description
    status_text = "" if agent.status in ("shipped", "granted") and description else agent_status_text(agent.status)
    text = " · ".join(part for part in (status_text, description) if part)
    details = details or agent_status_text(agent.status)
    return ListRow(agent.name, agent.name, text=text, mark=mark, mark_role=role, description=details)


def agent_entries(agents: Sequence[KnownAgent], query: str = "") -> list[ListRow]:
    """Return entries for the *agents* and the default assistant that contain every word of *query*."""
    default = ListRow(
        DEFAULT_AGENT_KEY,
        default_agent_name(),
        # Separate parts: if they do not both fit, the first is shown.
        text=" · ".join(re.split("[,，、] ?", _tr("no extra instructions, all tools"))),
        description=_tr("Answers without extra instructions, with every tool your permissions allow."),
    )
    included = [agent_entry(agent) for agent in agents if agent.status == "shipped"]
    vault_agents = [agent_entry(agent) for agent in agents if agent.status != "shipped"]
    groups = (("", [default]), (_tr("Included in VaultDesk"), included), (_tr("In this vault"), vault_agents))
    words = query.casefold().split()
    rows: list[ListRow] = []
    for heading, entries in groups:
        matches = [entry for entry in entries if _matches(entry, words)]
        if matches and heading:
            rows.append(ListRow("", heading, heading=True))
        rows += matches
    return rows


def _matches(entry: ListRow, query_words: Sequence[str]) -> bool:
    text = f"{entry.title} {entry.text}".casefold()
    return all(word in text for word in query_words)

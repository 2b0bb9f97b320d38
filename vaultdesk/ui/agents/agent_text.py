"""Names and states of agents as text and list entries."""

import re
from collections.abc import Sequence

from vaultdesk.agent.instructions.agents import AgentStatus, KnownAgent
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.lists.list_row import ListRow

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
    return _tr("Default assistant")


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


def agent_entry(known: KnownAgent) -> ListRow:
    description = known.profile.description if known.profile is not None else ""
    mark, role = STATUS_SIGNS[known.status]
    told = " ".join(map(translate, known.problems)) if known.status == "broken" else description
    first = "" if known.status in ("shipped", "granted") and description else agent_status_text(known.status)
    text = " · ".join(part for part in (first, description) if part)
    told = told or agent_status_text(known.status)
    return ListRow(known.name, known.name, text=text, mark=mark, mark_role=role, description=told)


def agent_entries(agents: Sequence[KnownAgent], wanted: str = "") -> list[ListRow]:
    """Return entries for the *agents* and the default assistant that contain every word of *wanted*."""
    plain = ListRow(
        DEFAULT_AGENT_KEY,
        default_agent_name(),
        # Separate parts: if they do not both fit, the first is shown.
        text=" · ".join(re.split("[,，、] ?", _tr("no extra instructions, all tools"))),
        description=_tr("Answers without extra instructions, with every tool your permissions allow."),
    )
    shipped = [agent_entry(known) for known in agents if known.status == "shipped"]
    own = [agent_entry(known) for known in agents if known.status != "shipped"]
    groups = (("", [plain]), (_tr("Included in VaultDesk"), shipped), (_tr("In this vault"), own))
    words = wanted.casefold().split()
    lines: list[ListRow] = []
    for heading, entries in groups:
        found = [entry for entry in entries if _matches(entry, words)]
        if found and heading:
            lines.append(ListRow("", heading, heading=True))
        lines += found
    return lines


def _matches(entry: ListRow, words: Sequence[str]) -> bool:
    said = f"{entry.title} {entry.text}".casefold()
    return all(word in said for word in words)

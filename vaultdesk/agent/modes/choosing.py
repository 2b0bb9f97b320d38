"""Choosing: which way one question is asked in: its own, its conversation's, or that of the settings."""

from collections.abc import Callable
from dataclasses import dataclass, field

from vaultdesk.agent.modes.agent_mode import AgentMode
from vaultdesk.agent.modes.chat import ChatMode
from vaultdesk.agent.modes.mode import Mode, ModeWords
from vaultdesk.agent.modes.plan import PlanFirst
from vaultdesk.agent.modes.plus import PlusMode
from vaultdesk.agent.modes.project_mode import ProjectMode, Projects
from vaultdesk.agent.modes.vault_qa import VaultQaMode
from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.core.errors import UsageError

MODES: tuple[ModeWords, ...] = (
    ModeWords("agent", "Agent", "Works step by step with tools until it can answer."),
    ModeWords(
        "vault-qa", "Notes only", "Searches your notes first and answers only from them, with a source for each claim."
    ),
    ModeWords("plus", "Plus", "Plans what to look up, does that, then answers once; @vault, @web and others force it."),
    ModeWords("project", "Project", "Works among the notes of one project, with the project's own instructions."),
    ModeWords("chat", "Chat", "The model alone: it sees none of your notes and uses no tools."),
)
"""Every way of asking, as menus list them."""

_MODES = {mode.name: mode for mode in (AgentMode(), VaultQaMode(), PlusMode(), ChatMode())}


def _agent() -> str:
    return AgentMode.name


@dataclass(frozen=True, slots=True)
class Usually:
    """What holds where neither a question nor its conversation says."""

    mode: Callable[[], str] = _agent
    """The name of the way of asking, now."""
    project: str = ""
    """The path of the project's note; empty for none."""
    projects: Projects | None = field(default=None, compare=False)
    """Where projects come from."""


def mode_for(usually: Usually, choices: ChatChoices, named: str, *, plan_first: bool = False) -> Mode:
    """Return the way for a question that names *named*, or nothing. Raises `UsageError` for a name nobody knows.

    A chat of a project is asked in it unless its choices or the question name another way.
    """
    project = choices.project or usually.project
    name = named or choices.mode or (ProjectMode.name if project else usually.mode())
    mode = ProjectMode(project, usually.projects) if name == ProjectMode.name else _MODES.get(name)
    if mode is None:
        known = ", ".join(words.name for words in MODES)
        raise UsageError(f"There is no way of asking called {name!r}", hint=f"There are: {known}.")
    return PlanFirst(mode) if plan_first else mode

"""The choice of the mode for a question, and the mode that presents a plan first."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from vaultdesk.agent.modes.answer_modes import (
    ActiveProjectSource,
    AgentMode,
    ChatMode,
    PlusMode,
    ProjectMode,
    VaultQaMode,
)
from vaultdesk.agent.modes.at_commands import without_at_commands
from vaultdesk.agent.modes.mode import Mode, ModeText
from vaultdesk.agent.question import Question
from vaultdesk.agent.request import RequestOptions, RunConfig
from vaultdesk.agent.run_loop import RunLoop, run_tool_loop
from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase

PLAN_PROMPT = """\
The person wants a plan first. Do nothing yet and answer nothing yet: write a short numbered list of what you would do \
for their last message, one step a line: what you would look for, read, change or write, and where. Say what you would \
have to know first. No tool can be called now. The person will read the plan, may change it, and then has it carried \
out.
{tools}"""

PLAN_NO_TOOLS_RESULT = "A plan comes first: no tool can be called yet. Write the plan."
"""Text sent to a model that calls a tool although a plan is required first."""

PLAN_EXECUTION_PROMPT = "Carry out this plan:\n\n{plan}"


class PlanFirstMode(Mode):
    """Wraps another mode and asks for its plan first."""

    name: ClassVar[str] = "plan"

    def __init__(self, mode: Mode) -> None:
        """*mode* is the one in which the plan will be executed."""
        self._mode = mode

    async def narrowed_config(self, config: RunConfig) -> RunConfig:
        """Return *config* as limited by the mode that will execute the plan."""
        return await self._mode.narrowed_config(config)

    def first_request_options(self, config: RunConfig) -> RequestOptions:
        """Return a request without tools that names those available for the execution."""
        names = ", ".join(tool.name for tool in config.available_tools()) if config.supports_tools else ""
        tools = f"The tools there will be: {names}." if names else "There will be no tools: plan without them."
        return RequestOptions(
            offer_tools=False, mode_prompt=PLAN_PROMPT.format(tools=tools), message_filter=without_at_commands
        )

    async def answer(self, run: RunLoop) -> str:
        """Request the plan."""
        run.config = await self.narrowed_config(run.config)
        return await run_tool_loop(run, self.first_request_options(run.config), PLAN_NO_TOOLS_RESULT)


def plan_execution_question(plan_text: str) -> Question:
    """Return the question that executes the plan *plan_text* in the mode of the conversation."""
    return Question(PLAN_EXECUTION_PROMPT.format(plan=plan_text.strip()))


MODES: tuple[ModeText, ...] = (
    ModeText("agent", Phrase("Agent"), Phrase("Works step by step with tools until it can answer.")),
    ModeText(
        "vault-qa",
        Phrase("Notes only"),
        Phrase("Searches your notes first and answers only from them, with a source for each claim."),
    ),
    ModeText(
        "plus",
        Phrase("Plus"),
        Phrase("Plans what to look up, does that, then answers once; @vault, @web and others force it."),
    ),
    ModeText(
        "project",
        Phrase("Project"),
        Phrase("Works among the notes of one project, with the project's own instructions."),
    ),
    ModeText("chat", Phrase("Chat"), Phrase("The model alone: it sees none of your notes and uses no tools.")),
)
"""All modes, in menu order."""

_MODES = {mode.name: mode for mode in (AgentMode(), VaultQaMode(), PlusMode(), ChatMode())}


def _agent() -> str:
    return AgentMode.name


@dataclass(frozen=True, slots=True)
class ModeDefaults:
    """The mode used if neither a question nor its conversation sets one."""

    mode: Callable[[], str] = _agent
    """Returns the name of the current default mode."""
    project: str = ""
    """Path of the project's note; empty for none."""
    projects: ActiveProjectSource | None = field(default=None, compare=False)
    """Source of projects."""


def mode_for(defaults: ModeDefaults, choices: ChatChoices, named: str, *, plan_first: bool = False) -> Mode:
    """Return the mode *named* by a question, which may be empty. Raises `UsageError` for an unknown name.

    A chat of a project uses project mode unless its choices or the question name another mode.
    """
    project = choices.project or defaults.project
    name = named or choices.mode or (ProjectMode.name if project else defaults.mode())
    mode = ProjectMode(project, defaults.projects) if name == ProjectMode.name else _MODES.get(name)
    if mode is None:
        known = ", ".join(words.name for words in MODES)
        raise UsageError(
            Phrase("There is no way of asking called {0}", repr(name)), hint=Phrase("There are: {0}.", known)
        )
    return PlanFirstMode(mode) if plan_first else mode

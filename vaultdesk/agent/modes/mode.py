"""The interface of a mode, and the tool loop that every mode ends in."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from vaultdesk.agent.request import DEFAULT_REQUEST_OPTIONS, RequestOptions, RunConfig
from vaultdesk.agent.round_limit import RunFacts, round_limit_answer
from vaultdesk.agent.run_loop import UNFINISHED_CALL, RunLoop
from vaultdesk.agent.transcript_blocks import ToolOutcome
from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result

TOOLS_OFF_RESULT = Phrase("Tools are switched off for this vault.")
"""What a model reads for a call where the person let none run."""


@dataclass(frozen=True, slots=True)
class ModeText:
    """One way of asking, for menus."""

    name: ModeName
    title: Phrase
    sentence: Phrase
    """What happens, in one sentence."""


class Mode(ABC):
    """Leads runs; holds nothing of them."""

    name: ClassVar[str]
    """What its answers are marked with."""

    async def narrowed_config(self, config: RunConfig) -> RunConfig:
        """Return *config* as this way narrows it. Raises `VaultDeskError` where it cannot be gone."""
        return config

    def first_request_options(self, config: RunConfig) -> RequestOptions:
        """Return how its first request to a model is made: what would be sent can be looked at before."""
        return DEFAULT_REQUEST_OPTIONS

    @abstractmethod
    async def answer(self, run: RunLoop) -> str:
        """Lead *run* to its end and say how it ended. Raises `VaultDeskError`."""


MAX_UNREADABLE_ROUNDS = 3
"""Rounds in a row of which no call could be understood; a model that was told twice what is wrong will not learn it."""

UNREADABLE_CALL_CODES = frozenset({"VALIDATION_FAILED", "UNKNOWN_TOOL"})
"""Error codes of a call that came to nothing because of how it was written."""


class UnreadableCalls(Exception):
    """The model's calls could not be understood, again and again."""


async def run_tool_loop(run: RunLoop, options: RequestOptions, refusal: str = "") -> str:
    """Lead *run* to its answer, each request made in *options*; return how it ended.

    Where no tool may run, *refusal* is what the model reads for a call all the same. Raises `UnreadableCalls`.
    """
    limits = run.config.limits
    rounds = pauses = unreadable_rounds = 0
    while True:
        last = rounds >= limits.rounds
        if last and not refusal:
            run.notice(Phrase("The limit of {0} rounds of tools is reached. This is the last answer.", limits.rounds))
        answer = await run.request_answer(replace(options, offer_tools=not (refusal or last), last_round=last))
        stop = run.keep_answer(answer)
        if stop == "tool_calls" and answer.calls and not last:
            if refusal:
                run.reject_calls(answer.calls, failed_result("PERMISSION_DENIED", refusal))
            else:
                results = await run.run_calls(answer.calls, answer.text)
                unreadable_rounds = 0 if any(map(was_call_understood, results)) else unreadable_rounds + 1
                if unreadable_rounds == MAX_UNREADABLE_ROUNDS:
                    raise UnreadableCalls
            rounds += 1
            continue
        run.reject_calls(answer.calls, cancelled_result(UNFINISHED_CALL))
        if stop == "pause" and pauses < limits.pauses:
            pauses += 1
            continue
        if last and rounds and not refusal and not answer.text.strip():
            _apologize(run)
        return "rounds" if last else "end" if stop == "tool_calls" else stop


def _apologize(run: RunLoop) -> None:
    """Answer in the model's place, from what the run did: it used all its rounds and said nothing."""
    config = run.config
    facts = RunFacts.of(run.messages)
    answer = round_limit_answer(facts, config.limits.rounds, config.executor.registry.tools)
    run.answer_directly(config.translate(answer))


def was_call_understood(result: ToolResultPart) -> bool:
    """Whether the call of *result* was understood, whatever came of it."""
    return not result.is_error or ToolOutcome.from_content(result.content).code not in UNREADABLE_CALL_CODES


def were_all_calls_understood(results: Sequence[ToolResultPart]) -> bool:
    """Whether every call of *results* was."""
    return all(map(was_call_understood, results))

"""Rounds: ask the model, carry out its calls, ask again, until it has answered. What all ways of asking end in."""

from collections.abc import Sequence
from dataclasses import replace

from vaultdesk.agent.answering import ENDED, Answering
from vaultdesk.agent.outcome import Outcome
from vaultdesk.agent.request import Manner
from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result

UNREAD_ROUNDS = 3
"""Rounds in a row of which no call could be understood; a model that was told twice what is wrong will not learn it."""

NOT_UNDERSTOOD = frozenset({"VALIDATION_FAILED", "UNKNOWN_TOOL"})
"""Error codes of a call that came to nothing because of how it was written."""


class CallsUnread(Exception):
    """The model's calls could not be understood, again and again."""


async def rounds(run: Answering, manner: Manner, refusal: str = "") -> str:
    """Lead *run* to its answer, each request made in *manner*; return how it ended.

    Where no tool may run, *refusal* is what the model reads for a call all the same. Raises `CallsUnread`.
    """
    limits = run.asked.limits
    done = pauses = unread = 0
    while True:
        last = done >= limits.rounds
        if last and not refusal:
            run.notice(f"The limit of {limits.rounds} rounds of tools is reached. This is the last answer.")
        turn = await run.ask(replace(manner, offer=not (refusal or last), last_round=last))
        stop = run.keep(turn)
        if stop == "tool_calls" and turn.calls and not last:
            if refusal:
                run.refuse(turn.calls, failed_result("PERMISSION_DENIED", refusal))
            else:
                results = await run.carry_out(turn.calls, turn.text)
                unread = 0 if any(map(understood, results)) else unread + 1
                if unread == UNREAD_ROUNDS:
                    raise CallsUnread
            done += 1
            continue
        run.refuse(turn.calls, cancelled_result(ENDED))
        if stop == "pause" and pauses < limits.pauses:
            pauses += 1
            continue
        return "rounds" if last else "end" if stop == "tool_calls" else stop


def understood(result: ToolResultPart) -> bool:
    """Whether the call of *result* was understood, whatever came of it."""
    return not result.is_error or Outcome.read_back(result.content).code not in NOT_UNDERSTOOD


def all_understood(results: Sequence[ToolResultPart]) -> bool:
    """Whether every call of *results* was."""
    return all(map(understood, results))

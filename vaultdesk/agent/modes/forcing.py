"""Forcing: the tools that signs in a question make run, called by the program where the model did not call them."""

from collections.abc import Mapping

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.modes.forced import ABSENT, address_in, forced_tools
from vaultdesk.agent.modes.mode import TOOLS_OFF
from vaultdesk.agent.modes.rounds import understood
from vaultdesk.agent.modes.salient import LONGEST_QUERY, asked_words, program_call, question_before, search_for
from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.tools.tool import AnyTool

NO_ADDRESS = "Which video is meant? Write its address behind @youtube."
NO_WORDS = "There are no words to look for, so {sign} was not done."
_SIGNS: Mapping[str, str] = {"local_search": "@vault", "web_search": "@web", "recall": "@memory"}


def called(run: Answering) -> set[str]:
    """Return the names of the tools that were called for the question so far, in a way that could be understood."""
    messages = run.conversation.messages
    place = next((place for place, message in enumerate(messages) if message.id == run.question.id), 0)
    parts = (part for message in messages[place:] for part in message.parts)
    return {part.name for part in parts if isinstance(part, ToolResultPart) and understood(part)}


async def force(run: Answering) -> None:
    """Run what the question's signs want and was not called yet; say in a sentence what cannot be run."""
    words, wanted = forced_tools(" ".join(part.text for part in run.question.parts if part.kind == "text"))
    if wanted and not run.asked.tools_offered:
        run.notice(TOOLS_OFF)
        return
    there = {tool.name: tool for tool in run.asked.tools()}
    calls: list[ToolCallPart] = []
    for name in wanted:
        if name in called(run):
            continue
        if name not in there:
            run.notice(ABSENT[name])
            continue
        call = _call(run, there[name], words)
        if isinstance(call, str):
            run.notice(call)
        else:
            calls.append(call)
    if calls:
        await run.call(*calls)


def _call(run: Answering, tool: AnyTool, words: str) -> ToolCallPart | str:
    """Return the call of *tool* for a question of these *words*, or why it cannot be made."""
    if tool.name == "get_current_time":
        return program_call(tool.name, {})
    if tool.name == "youtube_transcription":
        address = address_in(words)
        return program_call(tool.name, {"url": address}) if address else NO_ADDRESS
    search = search_for(asked_words(run.question), question_before(run.conversation.messages, run.question))
    if search is None:
        return NO_WORDS.format(sign=_SIGNS[tool.name])
    if tool.name == "local_search":
        return search.call()
    return program_call(tool.name, {"query": search.query[: _longest(tool)].rstrip()})


def _longest(tool: AnyTool) -> int:
    """Return how many characters *tool* takes as its query."""
    limits = (getattr(rule, "max_length", None) for rule in tool.parameters.model_fields["query"].metadata)
    return next((limit for limit in limits if isinstance(limit, int)), LONGEST_QUERY)

"""Marks on an answer: that it was not taken from the notes, and numbers in it that no passage has."""

import re
from collections.abc import Iterable

from vaultdesk.agent.cited_sources import uncited_statements
from vaultdesk.agent.found_passages import passage_texts
from vaultdesk.agent.run_loop import RunLoop
from vaultdesk.chat.messages import Source, ToolResultPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.offline.keywords import question_keywords
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION

NOT_FROM_NOTES_NOTICE = Phrase("This answer was not taken from your notes.")

UNSUPPORTED_NUMBERS_TEMPLATE = "Not in the passages: {0}."

MAX_NAMED_NUMBERS = 5
"""Numbers that a sentence names."""

MIN_ANSWER_WORDS = 4
"""Words of an answer that says something."""

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_LIST_MARK = re.compile(r"^\s*\d{1,3}[.)]\s+", re.MULTILINE)
_LINK = re.compile(r"\[\[[^\]\n]*\]\]")
_SEPARATORS = re.compile(r"[.,'’\u00a0\u202f ]")


def mark_answer(run: RunLoop, *, wants_sources: bool = False) -> None:
    """Tell the person what they should know of the answer that *run* came to. Calm: one line each.

    With *wants_sources*, and under a small model's answer, also what of it names no source: small models follow the
    passages loosely.
    """
    last = run.conversation.messages[-1]
    # The built-in assistant quotes, each sentence with its link; what it says of itself is no claim.
    if last.role != "assistant" or last.tool_calls or run.config.provider.destination == OFFLINE_DESTINATION:
        return
    sources = note_sources(run, run.sent_sources)
    if not sources:
        says_something = _asks_something(run.question.text) and len(last.text.split()) >= MIN_ANSWER_WORDS
        could_look = run.config.tools_enabled and run.config.has_notes()
        if could_look and says_something and not _did_something(run):
            run.notice(NOT_FROM_NOTES_NOTICE)
        return
    if wants_sources or run.config.is_small_model:
        notice = uncited_statements(last.text, sources)
        if notice:
            run.notice(notice)
    if run.config.provider.destination.local or run.config.is_small_model:
        numbers = unsupported_numbers(last.text, passage_texts(run.sent_messages))
        if numbers:
            run.notice(Phrase("Not in the passages: {0}.", ", ".join(numbers[:MAX_NAMED_NUMBERS])))


def is_answer_mark(notice: Phrase) -> bool:
    """Whether *notice* is one that `mark_answer` gives: the notes may say something else, or more."""
    return notice.template in (NOT_FROM_NOTES_NOTICE.template, UNSUPPORTED_NUMBERS_TEMPLATE)


def note_sources(run: RunLoop, sources: Iterable[Source]) -> list[Source]:
    """Return *sources* without the notes that say how the model works: they are no source of an answer."""
    config = run.config
    ours = {config.profile.path, config.project.project.path if config.project is not None else ""}
    return [source for source in sources if source.path not in ours]


def unsupported_numbers(answer: str, given: str) -> list[str]:
    """Return the numbers in *answer*, as written, that stand nowhere in *given*; numbers of list items are none."""
    known = {_plain(number) for number in _NUMBER.findall(given)}
    said = _NUMBER.findall(_LIST_MARK.sub("", _LINK.sub(" ", answer)))
    return list(dict.fromkeys(number for number in said if _plain(number) not in known and _has_several_digits(number)))


def _plain(number: str) -> str:
    """Return *number* so that 20,000 and 20.000 and 20 000 are one, and 3.50 and 3,5."""
    whole, mark, decimals = number, "", ""
    if (found := re.fullmatch(r"(.*\d)([.,])(\d+)", number)) and len(found[3]) != 3:
        whole, mark, decimals = found[1], ".", found[3].rstrip("0")
    return f"{_SEPARATORS.sub('', whole).lstrip('0') or '0'}{mark if decimals else ''}{decimals}"


def _has_several_digits(number: str) -> bool:
    return len(_SEPARATORS.sub("", number)) > 1


def _did_something(run: RunLoop) -> bool:
    """Whether a tool did something other than reading: the answer tells of that, or of the web or the clock."""
    registry = run.config.executor.registry
    done = {
        part.name
        for message in run.messages
        for part in message.parts
        if isinstance(part, ToolResultPart) and not part.is_error
    }
    tools = [tool for tool in map(registry.get, done) if tool is not None]
    return any(tool.effect != "read" and not tool.lists_tools for tool in tools)


def _asks_something(question: str) -> bool:
    """Whether *question* is more than a greeting or a thank you."""
    return len(question_keywords(question)) > 1 or (len(question.split()) > 2 and bool(question_keywords(question)))

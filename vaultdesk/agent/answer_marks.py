"""Notices under an answer: it is not based on the notes, or it has numbers that no passage contains."""

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

UNSUPPORTED_NUMBERS_TEMPLATE = Phrase("Not in the passages: {0}.").template

MAX_NAMED_NUMBERS = 5
"""Unsupported numbers listed in one notice."""

MIN_ANSWER_WORDS = 4
"""Words below which an answer is too short to be marked as not taken from the notes."""

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_LIST_MARK = re.compile(r"^\s*\d{1,3}[.)]\s+", re.MULTILINE)
_LINK = re.compile(r"\[\[[^\]\n]*\]\]")
_SEPARATORS = re.compile(r"[.,'’\u00a0\u202f ]")


def mark_answer(run: RunLoop, *, wants_sources: bool = False) -> None:
    """Add a notice to *run* for each problem of its last answer: not based on a note, or with unsupported statements or
    numbers.

    Statements without a source are reported with *wants_sources*, and for small models, which follow passages loosely.
    """
    last = run.conversation.messages[-1]
    # The built-in assistant only quotes notes, each sentence with its link.
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
            run.notice(Phrase(UNSUPPORTED_NUMBERS_TEMPLATE, ", ".join(numbers[:MAX_NAMED_NUMBERS])))


def is_answer_mark(notice: Phrase) -> bool:
    """Return whether *notice* comes from `mark_answer`, so that quotes from the notes are worth offering."""
    return notice.template in (NOT_FROM_NOTES_NOTICE.template, UNSUPPORTED_NUMBERS_TEMPLATE)


def note_sources(run: RunLoop, sources: Iterable[Source]) -> list[Source]:
    """Return *sources* without the notes of the agent and project, which instruct the model but support no answer."""
    config = run.config
    ours = {config.profile.path, config.project.project.path if config.project is not None else ""}
    return [source for source in sources if source.path not in ours]


def unsupported_numbers(answer: str, given: str) -> list[str]:
    """Return the numbers in *answer*, as written, that do not occur in *given*; list numbers and links are ignored."""
    known = {_plain(number) for number in _NUMBER.findall(given)}
    said = _NUMBER.findall(_LIST_MARK.sub("", _LINK.sub(" ", answer)))
    return list(dict.fromkeys(number for number in said if _plain(number) not in known and _has_several_digits(number)))


def _plain(number: str) -> str:
    """Return *number* in one form: 20,000, 20.000 and 20 000 become 20000; 3.50 and 3,5 become 3.5."""
    whole, mark, decimals = number, "", ""
    if (found := re.fullmatch(r"(.*\d)([.,])(\d+)", number)) and len(found[3]) != 3:
        whole, mark, decimals = found[1], ".", found[3].rstrip("0")
    return f"{_SEPARATORS.sub('', whole).lstrip('0') or '0'}{mark if decimals else ''}{decimals}"


def _has_several_digits(number: str) -> bool:
    return len(_SEPARATORS.sub("", number)) > 1


def _did_something(run: RunLoop) -> bool:
    """Return whether a tool that does more than read notes succeeded: the answer may report what it did."""
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
    """Return whether *question* is more than a greeting or thanks."""
    return len(question_keywords(question)) > 1 or (len(question.split()) > 2 and bool(question_keywords(question)))

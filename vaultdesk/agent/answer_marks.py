"""Citations of an answer, and the notices under it: no source, not based on the notes, or numbers that no passage
contains."""

import re
from collections.abc import Iterable, Iterator, Sequence

from vaultdesk.agent.found_passages import passage_texts
from vaultdesk.agent.run_loop import RunLoop
from vaultdesk.chat.messages import Source, ToolResultPart
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.providers.offline.keywords import question_keywords
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.vault.markdown.sections import fenced_blocks

WIKILINK = re.compile(r"\[\[([^\[\]|#\n]{1,400})")
"""The target of a wikilink. Bounded, so that a hostile answer takes time proportional to its length."""


def cited_sources_of(text: str, read_sources: Sequence[Source], found_sources: Sequence[Source]) -> tuple[Source, ...]:
    """Return the notes *text* is based on, each once.

    These are the notes it links to, in that order; without links all of *read_sources*. One of *found_sources*, which a
    search found, is a source only if the answer links to it.
    """
    candidates = [*read_sources, *found_sources]
    cited: dict[str, Source] = {}
    for target in WIKILINK.findall(text):
        target_key = _key(target)
        for source in candidates:
            source_key = _key(source.path)
            if target_key in (source_key, source_key.rpartition("/")[2]):
                cited.setdefault(source.path, source)
                break
    if cited:
        return tuple(cited.values())
    return tuple({source.path: source for source in read_sources}.values())


def _key(path: str) -> str:
    return path.strip().casefold().removesuffix(".md")


MIN_STATEMENT_WORDS = 4
"""Minimum words of a statement; shorter text (a greeting, a title) states nothing."""

MAX_NAMED_UNKNOWN_NOTES = 3
"""Maximum number of notes named in a notice."""

MAX_SHOWN_NAME = 80
"""Maximum number of characters of a name in a notice."""

NO_SOURCES_NOTICE = Phrase("This answer names no source from your notes.")

_SEPARATOR = re.compile(r"^\s{0,3}(?:#{1,6}\s|[-*_]{3,}\s*$|$)")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,4}[.)])\s+")
_ROW = re.compile(r"^\s*\|")


def uncited_statements(answer: str, sources: Sequence[Source]) -> Phrase:
    """Return the notice about claims in *answer* that have no source among *sources*; empty if there are none.

    Only links are checked. Whether the note supports the claim is left to the reader.
    """
    claims = [claim for claim in _statements(answer) if _is_claim(claim)]
    uncited = sum(not cited_sources_of(claim, (), sources) for claim in claims)
    sentences = []
    if claims and uncited == len(claims):
        sentences.append(NO_SOURCES_NOTICE)
    elif uncited:
        sentences.append(
            Phrase("{0} of {1} statements in this answer name no source from your notes.", uncited, len(claims))
        )
    unknown_links = list(
        dict.fromkeys(link.strip() for link in WIKILINK.findall(answer) if not _is_known_link(link, sources))
    )
    if unknown_links:
        names = ", ".join(sanitize_line(name, MAX_SHOWN_NAME) for name in unknown_links[:MAX_NAMED_UNKNOWN_NOTES])
        sentences.append(Phrase("It links to notes that it was not given: {0}.", names))
    return Sentences(*sentences)


def _statements(answer: str) -> Iterator[str]:
    """Yield the paragraphs, list items and table rows of *answer*, without code."""
    lines = [*answer.splitlines(), ""]
    for block in [*fenced_blocks(lines)]:
        lines[block.first : block.end] = [""] * (block.end - block.first)
    statement: list[str] = []
    for line in lines:
        is_separator = _SEPARATOR.match(line)
        if statement and (is_separator or _ITEM.match(line) or _ROW.match(line)):
            yield " ".join(statement)
            statement = []
        if not is_separator:
            statement.append(line.strip())


def _is_claim(statement: str) -> bool:
    text = statement.rstrip("*_ \"'”»)")
    return not text.endswith(("?", ":")) and len(re.findall(r"\w+", WIKILINK.sub("", statement))) >= MIN_STATEMENT_WORDS


def _is_known_link(link: str, sources: Sequence[Source]) -> bool:
    return bool(cited_sources_of(f"[[{link}]]", (), sources))


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
        is_substantive = _is_substantive(run.question.text) and len(last.text.split()) >= MIN_ANSWER_WORDS
        can_search = run.config.tools_enabled and run.config.has_notes()
        if can_search and is_substantive and not _had_effects(run):
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
    instruction_paths = {config.profile.path, config.project.project.path if config.project is not None else ""}
    return [source for source in sources if source.path not in instruction_paths]


def unsupported_numbers(answer: str, passages: str) -> list[str]:
    """Return the numbers in *answer*, as written, that do not occur in *passages*, without list numbers and links."""
    supported = {_canonical_number(number) for number in _NUMBER.findall(passages)}
    answer_numbers = _NUMBER.findall(_LIST_MARK.sub("", _LINK.sub(" ", answer)))
    return list(
        dict.fromkeys(
            number
            for number in answer_numbers
            if _canonical_number(number) not in supported and _has_several_digits(number)
        )
    )


def _canonical_number(number: str) -> str:
    """Return *number* in one form: 20,000, 20.000 and 20 000 become 20000; 3.50 and 3,5 become 3.5."""
    integer, point, decimals = number, "", ""
    if (found := re.fullmatch(r"(.*\d)([.,])(\d+)", number)) and len(found[3]) != 3:
        integer, point, decimals = found[1], ".", found[3].rstrip("0")
    return f"{_SEPARATORS.sub('', integer).lstrip('0') or '0'}{point if decimals else ''}{decimals}"


def _has_several_digits(number: str) -> bool:
    return len(_SEPARATORS.sub("", number)) > 1


def _had_effects(run: RunLoop) -> bool:
    """Return whether a tool that does more than read notes succeeded: the answer may report what it did."""
    registry = run.config.executor.registry
    succeeded = {
        part.name
        for message in run.messages
        for part in message.parts
        if isinstance(part, ToolResultPart) and not part.is_error
    }
    tools = [tool for tool in map(registry.get, succeeded) if tool is not None]
    return any(tool.effect != "read" and not tool.lists_tools for tool in tools)


def _is_substantive(question: str) -> bool:
    """Return whether *question* is more than a greeting or thanks."""
    return len(question_keywords(question)) > 1 or (len(question.split()) > 2 and bool(question_keywords(question)))

"""Importer for chat notes of Obsidian Copilot, with their context lines and tool traces."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation import conversation_title as first_question
from vaultdesk.chat.importers.imported_chat import (
    RESULT_NOT_SAVED,
    ImportedChat,
    ImportedTurn,
    NoteFile,
    TurnAssembler,
    clean_text,
    content_id,
    from_epoch,
    from_local,
    from_stamp,
    imported_title,
    plain_id,
    stable_id,
    tool_call_part,
    tool_result_part,
)
from vaultdesk.chat.importers.lenient_frontmatter import LenientFrontmatter, read_lenient_frontmatter
from vaultdesk.chat.messages import ContextItem, ContextKind, Part, ReasoningPart, TextPart
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace


def split_at_marks(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each match of *pattern* in *text*, with the text up to the next one or the end."""
    mark: re.Match[str] | None = None
    for next_mark in pattern.finditer(text):
        if mark is not None:
            yield mark, text[mark.end() : next_mark.start()]
        mark = next_mark
    if mark is not None:
        yield mark, text[mark.end() :]


CONTEXT_LABELS: dict[str, ContextKind] = {
    "notes": "note",
    "urls": "web",
    "web tabs": "web",
    "webtabs": "web",
    "tags": "tag",
    "folders": "folder",
}
"""Kind of the items after each label of the line."""

MAX_LINE = 20_000
"""Maximum number of characters of such a line; two hundred notes fit."""

_LABEL = re.compile(r"(?:^| \| )(Notes|URLs|Web ?Tabs|Tags|Folders): ", re.IGNORECASE)
_FILE = re.compile(r"\.[A-Za-z0-9]{1,6}$")


def split_context_line(words: str) -> tuple[str, tuple[ContextItem, ...]]:
    """Return *words* without the context line at their end, and the items in that line."""
    text, _, line = words.rpartition("\n")
    if len(line) > MAX_LINE or not line.startswith("[Context: ") or not line.endswith("]"):
        return words, ()
    content = line[len("[Context: ") : -1]
    items = [
        ContextItem(kind=CONTEXT_LABELS[label[1].lower()], target=target)
        for label, listed in split_at_marks(_LABEL, content)
        for target in _targets(label[1].lower(), listed)
    ]
    return (text.rstrip(), tuple(items)) if items else (words, ())


def _targets(label: str, listed: str) -> Iterator[str]:
    names = [clean_text(name) for name in listed.split(", ")]
    if label == "notes":
        names = list(_joined_names(names))
    for name in names:
        target = name.strip().removeprefix("#") if label == "tags" else name.strip()
        target = target[:-3] if label == "notes" and target.lower().endswith(".md") else target
        if label == "folders":
            target = target.strip("/")
        if target:
            yield target


def _joined_names(parts: list[str]) -> Iterator[str]:
    """Yield names; if the last one has a suffix all have one, which shows commas that are inside a name."""
    if not _FILE.search(parts[-1]):
        yield from parts
        return
    name = ""
    for part in parts:
        name = f"{name}, {part}" if name else part
        if _FILE.search(part):
            yield name
            name = ""


ENCODED = "ENC:"
"""Prefix of an encoded result."""

_CALL, _RESULT = "<!--TOOL_CALL_START:", "<!--TOOL_CALL_END:"
_MARK = re.compile(f"{_CALL}|{_RESULT}")
_REASONING = re.compile(r"\s*<!--AGENT_REASONING:([\w-]{0,40}):([\d.]{0,20}):")
_TAG = re.compile(r"<(/?)(think|thinking|errorChunk)>")
_MULTI_AGENT = re.compile(r"<!--copilot:multi-agent v=\d{1,4}-->")
_MULTI_AGENT_END = "<!--copilot:multi-agent-end-->"
_SECTION = re.compile(r"<!--copilot:(?:summary|agent ([^\n<]{0,2000}?))-->")
_ATTRIBUTE = re.compile(r'([\w-]{1,40})="([^"\n]{0,500})"')
_HEADING = re.compile(r"\s*#{1,6} ")
_ESCAPED_COLON, _ESCAPED_MARK, _MARKER = "<!--copilot\ue0001", "\ue0000", "\ue000"


class CopilotAnswer(Struct, frozen=True):
    """The parts read from one answer's text."""

    parts: tuple[Part, ...]
    failed: bool = False
    """Whether it ends in an error."""
    remarks: tuple[Phrase, ...] = ()


def read_copilot_answer(text: str) -> CopilotAnswer:
    """Return the parts of an answer: text, reasoning, tool calls with their results, and errors."""
    remarks: list[Phrase] = []
    thoughts, text = _agent_reasoning(text)
    if _MULTI_AGENT.search(text) and _MULTI_AGENT_END in text:
        remarks.append(Phrase("An answer of several agents was imported as one message."))
        text = _joined_text(text)
    parts = [*thoughts, *_parts(text)]
    failed = bool(parts) and isinstance(parts[-1], TextPart) and parts[-1].hidden
    return CopilotAnswer(tuple(parts), failed, tuple(remarks))


def _agent_reasoning(text: str) -> tuple[list[Part], str]:
    """Return the steps an agent wrote at the head of its answer, and the text without them."""
    found = _REASONING.match(text)
    end = text.find("-->", found.end()) if found else -1
    if found is None or end < 0:
        return [], text
    content = text[found.end() : end]
    try:
        steps = json.loads(content)
    except (ValueError, RecursionError):
        steps = None
    lines = [f"- {step}" for step in steps if isinstance(step, str)] if isinstance(steps, list) else [content]
    return [ReasoningPart(text="\n".join(lines))], text[end + 3 :]


def _parts(text: str) -> Iterator[Part]:
    """Yield the text and the tool calls of *text*; each mark is visited once, so the time is linear."""
    marks = list(_MARK.finditer(text))
    index = 0
    for number, mark in enumerate(marks):
        if mark.start() < index:
            continue
        call_end = text.find("-->", mark.end())
        if call_end < 0:
            break
        yield from _words(text[index : mark.start()])
        index = call_end + 3
        if mark[0] != _CALL:
            continue  # A result without its call.
        fields = text[mark.end() : call_end].split(":")
        call = tool_call_part(stable_id("call", fields[0], mark.start()), fields[1] if len(fields) > 1 else "", {})
        yield call
        next_mark = marks[number + 1] if number + 1 < len(marks) else None
        end_mark = f"{_RESULT}{fields[0]}:"
        has_result = next_mark is not None and text.startswith(end_mark, next_mark.start())
        result_end = text.find("-->", next_mark.end()) if next_mark and has_result else -1
        if next_mark is None or result_end < 0:
            yield tool_result_part(call, RESULT_NOT_SAVED, is_error=True)
            continue
        yield tool_result_part(call, _decoded(text[next_mark.start() + len(end_mark) : result_end]) or RESULT_NOT_SAVED)
        index = result_end + 3
    yield from _words(text[index:])


def _decoded(result: str) -> str:
    return unquote(result.removeprefix(ENCODED), errors="replace") if result.startswith(ENCODED) else result


def _words(text: str) -> Iterator[Part]:
    """Yield *text* with tagged sections converted: reasoning, or an error that is not sent to models."""
    open_tag, index = "", 0
    for tag in _TAG.finditer(text):
        is_closing, name = bool(tag[1]), tag[2]
        if is_closing != bool(open_tag) or (open_tag and name != open_tag):
            continue
        yield from _tagged_part(text[index : tag.start()], open_tag)
        open_tag, index = ("" if is_closing else name), tag.end()
    yield from _tagged_part(text[index:], open_tag)


def _tagged_part(text: str, tag: str) -> Iterator[Part]:
    text = text.strip()
    if not text:
        return
    if tag == "errorChunk":
        yield TextPart(text=f"Error: {text}", hidden=True)
    elif tag:
        yield ReasoningPart(text=text)
    else:
        yield TextPart(text=text)


def _joined_text(text: str) -> str:
    """Return the answers of several agents as one text, each with a heading and its outcome."""
    text = _MULTI_AGENT.sub("", text).replace(_MULTI_AGENT_END, "")
    first = _SECTION.search(text)
    sections = [text[: first.start()] if first else text]
    for section, words in split_at_marks(_SECTION, text):
        answer = words.strip()
        attributes = dict(_ATTRIBUTE.findall(section[1] or ""))
        if section[1] is not None and not _HEADING.match(answer):
            answer = f"### {attributes.get('name') or attributes.get('id') or 'Agent'}\n{answer}".strip()
        if attributes.get("status") in ("error", "cancelled"):
            outcome = "stopped" if attributes["status"] == "cancelled" else "failed"
            answer = f"{answer}\n\n*({outcome}{': ' + attributes['note'] if attributes.get('note') else ''})*"
        sections.append(answer)
    joined = "\n\n".join(section_text.strip() for section_text in sections if section_text.strip())
    return joined.replace(_ESCAPED_COLON, "<!--copilot:").replace(_ESCAPED_MARK, _MARKER)


COPILOT_TAGS = ("copilot-conversation", "ai-conversations")
"""Tags of its notes; before version 4 the tag was a setting."""

SPEAKER: Final = re.compile(r"^\*\*(user|ai)\*\*:(?:[ \t]|$)", re.IGNORECASE | re.MULTILINE)
_TIMESTAMP = re.compile(r"\[Timestamp:[ \t]{0,9}([^\]\n]{1,60})\][ \t]{0,9}")
_SESSION_NAME = re.compile(r"(?:agent__)?(?:\d{8}_\d{6})?_*(.*)", re.DOTALL)
_GENERATED_NAME = re.compile(r"chat[-_ ][\d_:.T-]+|untitled", re.IGNORECASE)


def is_copilot(text: str) -> bool:
    """Return whether *text* is a note of Copilot: by its tag or id, and by the marks of its speakers."""
    speakers = {found[1].lower() for found in SPEAKER.finditer(text)}
    if not speakers:
        return False
    head = read_lenient_frontmatter(text)
    tagged = any(tag.lstrip("#") in COPILOT_TAGS for tag in head.list("tags"))
    return tagged or bool(head.text("epoch")) or speakers == {"user", "ai"}


def read_copilot(text: str, file: NoteFile) -> ImportedChat:
    """Return the conversation in *text*. Raises `ImportFailed` if it contains none."""
    head = read_lenient_frontmatter(text)
    epoch = from_epoch(head.text("epoch"))
    start = epoch or from_stamp(file.name.removeprefix("agent__"), file.zone) or file.changed
    is_agent_chat = head.text("mode") == "agent" and bool(head.text("backendId"))
    identity = _identity(head, is_agent_chat)
    turns = TurnAssembler(f"copilot:{identity or file.name}", start)
    model = _model(head)
    agent = imported_title(head.text("backendId")) if is_agent_chat else ""
    for speaker, words in _speaker_sections(head.body):
        turn = _turn(speaker, words, file, turns)
        turns.add(replace(turn, model=model, agent=agent) if turn.role == "assistant" else turn)
    messages = turns.messages()
    if not messages:
        raise ImportFailed(
            Phrase("{0} contains no chat messages.", file.name), hint=Phrase("Choose a chat note of Copilot.")
        )
    origin = f"copilot:{identity or content_id(messages)}"
    conversation = Conversation(
        title=_title(head, file.name) or first_question(messages),
        id=stable_id("chat", origin),
        created=_earliest(epoch, messages[0].created),
        origin=origin,
    )
    conversation.extend(messages)
    if head.text("projectId"):
        turns.add_remark(
            Phrase(
                "It belonged to the project {0}.", imported_title(head.text("projectName") or head.text("projectId"))
            )
        )
    return ImportedChat(conversation, turns.remarks, file.name)


def _identity(head: LenientFrontmatter, is_agent_chat: bool) -> str:
    """Return a permanent id of this chat; an agent session is not identified by its first millisecond alone."""
    if is_agent_chat and head.text("sessionId"):
        return plain_id(f"{head.text('backendId')}/{head.text('sessionId')}")
    epoch = from_epoch(head.text("epoch"))
    return str(round(epoch.timestamp() * 1000)) if epoch else ""


def _model(head: LenientFrontmatter) -> str:
    name, _, provider = head.text("modelKey").partition("|")
    name, provider = clean_text(name).strip()[:200], clean_text(provider).strip().lower()[:100]
    if name and provider:
        return f"{provider}/{name}"
    return name


def _speaker_sections(body: str) -> Iterator[tuple[str, str]]:
    for start, words in split_at_marks(SPEAKER, body):
        yield start[1].lower(), words.strip()


def _turn(speaker: str, words: str, file: NoteFile, turns: TurnAssembler) -> ImportedTurn:
    text_above, _, last = words.rpartition("\n")
    timestamp = _TIMESTAMP.fullmatch(last)
    created: datetime | None = None
    if timestamp:
        created = from_local(timestamp[1], file.zone)
        if created is None and "unknown" not in timestamp[1].lower():
            turns.add_remark(Phrase("A message without a readable time got the time of the message before it."))
        words = text_above.rstrip()
    words, context = split_context_line(words)
    if speaker == "user":
        return ImportedTurn("user", (TextPart(text=words),), created, context=context)
    answer = read_copilot_answer(words)
    for remark in answer.remarks:
        turns.add_remark(remark)
    return ImportedTurn("assistant", answer.parts, created, context=context, cut=answer.failed)


def _title(head: LenientFrontmatter, name: str) -> str:
    if head.text("topic"):
        return imported_title(head.text("topic"))
    if "@" in name and not head.text("epoch"):
        return imported_title(name.rpartition("@")[0])  # TOPIC@DATE, as in 2024
    if _GENERATED_NAME.fullmatch(name):
        return ""
    plain = name.partition("__")[2] if head.text("projectId") and name.startswith(head.text("projectId")) else name
    found = _SESSION_NAME.fullmatch(plain)
    return imported_title((found[1] if found else plain).replace("_", " "))


def _earliest(epoch: datetime | None, message: datetime) -> datetime:
    return min(epoch, message) if epoch else message

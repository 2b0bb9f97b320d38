"""The text of user and assistant in a chat note, without tool data, reasoning and hidden blocks.

Supports the program's own format, ChatGPT MD, Obsidian Copilot and Gemini Scribe. Omitted lines become empty lines, so
that line numbers stay those of the note.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from vaultdesk.chat.chat_markup import scan_structure
from vaultdesk.chat.chatgpt_md import ROLE_HEADER, SEPARATOR, role_of_header
from vaultdesk.chat.conversation_note import VERSION_KEY
from vaultdesk.chat.importers.copilot_note import SPEAKER, is_copilot
from vaultdesk.chat.importers.gemini_scribe_note import is_gemini_scribe
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter

ChatNoteFormat = Literal["vaultdesk", "chatgpt-md", "copilot", "gemini-scribe"]

SPOKEN_ROLES: Final = frozenset({"user", "assistant"})
"""Roles whose text is extracted."""

MAX_COPILOT_LINE = 2_000
"""Maximum number of characters of a line checked for Copilot's trailing remarks."""

_SEPARATOR_LINE = re.compile(rf"^{re.escape(SEPARATOR)}[ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_THOUGHTS = re.compile(r"<(think|thinking|errorChunk)>.*?(?:</\1>|\Z)", re.DOTALL)
_CHATGPT_COMMENT = re.compile(r"^=begin-chatgpt-md-comment.*?(?:^=end-chatgpt-md-comment[^\n]*|\Z)", re.DOTALL | re.M)
_COPILOT_REMARK = re.compile(r"\[(?:Timestamp|Context): .*\][ \t]*")
_CALLOUT = re.compile(r">[ \t]*\[!([A-Za-z-]+)\]")


def chat_note_format(text: str) -> ChatNoteFormat | None:
    """Return the chat format of the note *text*; None if it is not a chat."""
    if VERSION_KEY in text and VERSION_KEY in read_frontmatter(text).properties:
        return "vaultdesk"
    if SEPARATOR in text and _SEPARATOR_LINE.search(text) and ROLE_HEADER.search(text):
        return "chatgpt-md"
    if is_gemini_scribe(text):
        return "gemini-scribe"
    return "copilot" if is_copilot(text) else None


def chat_message_text(text: str) -> str | None:
    """Return the chat note *text* with every line emptied that is neither a property nor text of user or assistant.

    None if it is not a chat. Line ends are `\n`, as in every text of a note.
    """
    match chat_note_format(text):
        case None:
            return None
        case "vaultdesk":
            extract = _messages_in_own_format
        case "chatgpt-md":
            extract = _messages_in_chatgpt_md
        case "copilot":
            extract = _messages_in_copilot
        case "gemini-scribe":
            extract = _messages_in_gemini_scribe
    start = read_frontmatter(text).body_start
    return text[:start] + extract(text[start:])


def without_blank_runs(text: str) -> str:
    """Return *text* with runs of empty lines reduced to one, as an excerpt is shown."""
    return re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", text).strip("\n")


def _messages_in_own_format(body: str) -> str:
    lines = body.split("\n")
    result = [""] * len(lines)
    in_message, start = False, 0
    for element in scan_structure(lines):
        if in_message:
            result[start : element.first] = lines[start : element.first]
        start = element.end
        match element.kind:
            case "message" | "heading":
                in_message = element.marker.kind in SPOKEN_ROLES
                if in_message and lines[element.first].startswith("## "):
                    result[element.first] = lines[element.first]  # The heading names the speaker.
            case "part" if element.marker.kind == "image":
                # The embed below the marker names an image.
                start = next((index + 1 for index in range(start, len(lines)) if lines[index].strip()), len(lines))
            case _:
                pass
    if in_message:
        result[start:] = lines[start:]
    return "\n".join(result)


def _messages_in_chatgpt_md(body: str) -> str:
    body = _with_blank_lines(_CHATGPT_COMMENT, body)
    sections: list[str] = []
    for section in body.split(SEPARATOR):
        header = ROLE_HEADER.search(section)
        if header is None:
            sections.append(section)
        elif role_of_header(header["rest"]) in SPOKEN_ROLES:
            sections.append(section[: header.start()] + section[header.end() :])
        else:
            sections.append(_line_breaks(section))
    return "".join(sections)


def _messages_in_copilot(body: str) -> str:
    first = SPEAKER.search(body)
    preamble = body[: first.start()] if first else ""
    messages = _with_blank_lines(_THOUGHTS, _with_blank_lines(_COMMENT, body[len(preamble) :]))
    return _line_breaks(preamble) + "\n".join(
        "" if _COPILOT_REMARK.fullmatch(line[:MAX_COPILOT_LINE]) else line for line in messages.split("\n")
    )


def _messages_in_gemini_scribe(body: str) -> str:
    return "\n".join(_gemini_lines(body.split("\n")))


def _gemini_lines(lines: list[str]) -> Iterator[str]:
    """Yield the lines of the callouts of user and assistant without the prefix, and an empty line for all others."""
    in_callout = in_message = False
    for line in lines:
        if not line.startswith(">"):
            in_callout = in_message = False
            yield ""
        elif not in_callout:
            in_callout = True
            found = _CALLOUT.match(line)
            in_message = found is not None and found[1].lower() in SPOKEN_ROLES
            yield ""
        else:
            yield line[1:].removeprefix(" ") if in_message else ""


def _with_blank_lines(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: _line_breaks(found[0]), text)


def _line_breaks(text: str) -> str:
    return "\n" * text.count("\n")

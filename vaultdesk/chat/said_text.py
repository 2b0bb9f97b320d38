"""What was said in a chat note: the text of user and assistant, without tool data, reasoning and hidden blocks.

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
"""Roles whose text counts as said."""

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
    """Return the chat note *text* with all other lines emptied; None if it is not a chat.

    The properties are kept. Line ends are `\n`, as in every text of a note.
    """
    match chat_note_format(text):
        case None:
            return None
        case "vaultdesk":
            said = _said_in_own_format
        case "chatgpt-md":
            said = _said_in_chatgpt_md
        case "copilot":
            said = _said_in_copilot
        case "gemini-scribe":
            said = _said_in_gemini_scribe
    start = read_frontmatter(text).body_start
    return text[:start] + said(text[start:])


def without_blank_runs(text: str) -> str:
    """Return *text* with runs of empty lines reduced to one, as an excerpt is shown."""
    return re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", text).strip("\n")


def _said_in_own_format(body: str) -> str:
    lines = body.split("\n")
    kept = [""] * len(lines)
    speaking, start = False, 0
    for element in scan_structure(lines):
        if speaking:
            kept[start : element.first] = lines[start : element.first]
        start = element.end
        match element.kind:
            case "message" | "heading":
                speaking = element.marker.kind in SPOKEN_ROLES
                if speaking and lines[element.first].startswith("## "):
                    kept[element.first] = lines[element.first]  # The heading names the speaker.
            case "part" if element.marker.kind == "image":
                # The embed below the marker names an image.
                start = next((at + 1 for at in range(start, len(lines)) if lines[at].strip()), len(lines))
            case _:
                pass
    if speaking:
        kept[start:] = lines[start:]
    return "\n".join(kept)


def _said_in_chatgpt_md(body: str) -> str:
    body = _blanked(_CHATGPT_COMMENT, body)
    kept: list[str] = []
    for piece in body.split(SEPARATOR):
        header = ROLE_HEADER.search(piece)
        if header is None:
            kept.append(piece)
        elif role_of_header(header["rest"]) in SPOKEN_ROLES:
            kept.append(piece[: header.start()] + piece[header.end() :])
        else:
            kept.append(_only_breaks(piece))
    return "".join(kept)


def _said_in_copilot(body: str) -> str:
    first = SPEAKER.search(body)
    above = body[: first.start()] if first else ""
    said = _blanked(_THOUGHTS, _blanked(_COMMENT, body[len(above) :]))
    return _only_breaks(above) + "\n".join(
        "" if _COPILOT_REMARK.fullmatch(line[:MAX_COPILOT_LINE]) else line for line in said.split("\n")
    )


def _said_in_gemini_scribe(body: str) -> str:
    return "\n".join(_gemini_lines(body.split("\n")))


def _gemini_lines(lines: list[str]) -> Iterator[str]:
    """Yield the lines of the callouts of user and assistant without the prefix, and an empty line for all others."""
    inside = speaking = False
    for line in lines:
        if not line.startswith(">"):
            inside = speaking = False
            yield ""
        elif not inside:
            inside = True
            found = _CALLOUT.match(line)
            speaking = found is not None and found[1].lower() in SPOKEN_ROLES
            yield ""
        else:
            yield line[1:].removeprefix(" ") if speaking else ""


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: _only_breaks(found[0]), text)


def _only_breaks(text: str) -> str:
    return "\n" * text.count("\n")

"""Forced: the signs in a question by which the person makes a tool run, and how they are taken out. Runs nothing."""

import re
from collections.abc import Mapping

from vaultdesk.chat.attached_text import is_attached
from vaultdesk.chat.messages import Message, TextPart

TOOLS: Mapping[str, str] = {
    "vault": "local_search",
    "web": "web_search",
    "websearch": "web_search",
    "memory": "recall",
    "time": "get_current_time",
    "youtube": "youtube_transcription",
}
"""Which tool each sign makes run, by its name."""

ABSENT: Mapping[str, str] = {
    "local_search": "There is no search in notes here, so @vault was not done.",
    "web_search": "There is no web search here, so @web was not done.",
    "recall": "There is no memory here, so @memory was not done.",
    "get_current_time": "There is no clock here, so @time was not done.",
    "youtube_transcription": "Transcripts of videos cannot be fetched here, so @youtube was not done.",
}
"""What the person is told where the tool is not there, or not for whoever is asked."""

# A sign stands alone: the @ of an address or a handle inside a word is none.
_SIGN = re.compile(rf"(?<![\w@./-])@({'|'.join(sorted(TOOLS, key=len, reverse=True))})(?![\w@/-]|\.\w)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"']{4,400}", re.IGNORECASE)


def forced_tools(text: str) -> tuple[str, tuple[str, ...]]:
    """Return *text* without the signs, and the names of the tools they make run, each once, in order."""
    tools = tuple(dict.fromkeys(TOOLS[sign.casefold()] for sign in _SIGN.findall(text)))
    return (_without(text), tools) if tools else (text, ())


def unsigned(message: Message) -> Message:
    """Return *message* as a model reads it: the signs in the person's own words are ours, not the model's."""
    if message.role != "user":
        return message
    parts = tuple(
        part.model_copy(update={"text": _without(part.text)})
        if isinstance(part, TextPart) and not (part.sources or is_attached(part.text)) and _SIGN.search(part.text)
        else part
        for part in message.parts
    )
    return message.model_copy(update={"parts": parts})


def address_in(text: str) -> str:
    """Return the first web address in *text*; empty where there is none."""
    found = _ADDRESS.search(text)
    return found[0].rstrip(".,;:!?") if found else ""


def _without(text: str) -> str:
    lines = (" ".join(_SIGN.sub(" ", line).split()) if _SIGN.search(line) else line for line in text.split("\n"))
    return "\n".join(lines).strip()

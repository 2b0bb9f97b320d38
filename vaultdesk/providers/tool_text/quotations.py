"""Quotations: whether a call in an answer only repeats what the model was given to read. Reads no call.

A note may hold a call, and a model that is asked to quote the note writes it down. Calls are never taken from what
people, notes or results say (PROTOCOLS 5.3), not even by way of the model's mouth.
"""

import re
from collections.abc import Sequence

from vaultdesk.chat.messages import Message, TextPart, ToolResultPart

# Results carry notes as JSON: the same text stands there with more backslashes, and line ends as letters.
_NOT_COMPARED = re.compile(r"\\+[nrt]|\\+|\s+")


class Quotations:
    """What one request gave a model to read."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages
        self._given: list[str] | None = None

    def hold(self, written: str) -> bool:
        """Tell whether *written*, a call with its tags, stands in what was read, but for space and escaping."""
        if self._given is None:
            # Only when the first call comes: most answers have none, and a conversation may carry many notes.
            self._given = [_bare(text) for text in _read(self._messages)]
        wanted = _bare(written)
        return any(wanted in text for text in self._given)


def _read(messages: Sequence[Message]) -> list[str]:
    texts: list[str] = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                texts.append(part.content)
            elif isinstance(part, TextPart) and message.role != "assistant":
                texts.append(part.text)
    return texts


def _bare(text: str) -> str:
    return _NOT_COMPARED.sub("", text)

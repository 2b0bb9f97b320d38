"""Header of a message in gpt-oss's response format (harmony): its channel and its recipient.

    <|start|>assistant<|channel|>analysis<|message|>...<|end|>
    <|start|>assistant<|channel|>commentary to=functions.read_note <|constrain|>json<|message|>{...}<|call|>
    <|start|>assistant<|channel|>final<|message|>...<|return|>

`analysis` is reasoning, a message with a recipient is a tool call, `final` and the rest of `commentary` are text for
the reader. A header may begin with its channel, as the server sends the role, and may name the recipient before it.
"""

import re
from typing import Literal

from vaultdesk.providers.tool_emulation.dialects import HARMONY_OPENINGS

_MESSAGE = "<|message|>"
MAX_HEADER = 300
"""Maximum characters of a header."""

_CHANNELS = ("analysis", "commentary", "final")
_ROLES = ("assistant", "functions.", "user", "system", "developer", "tool", "browser", "python")
_FIRST_WORD = re.compile(r"[ \t]{0,4}([a-z._]*)")
_RECIPIENT = re.compile(r"\bto=([\w.:-]{1,200})")
_CHANNEL = re.compile(r"<\|channel\|>\s*([a-z]+)")
_ENDS = re.compile(r"<\|(?:message|end|return|call|start)\|>|\n|\{")
_NO_RECIPIENTS = frozenset({"assistant", "user", "all"})


class HarmonyHeader:
    """Parser of one header, starting after its first token."""

    def __init__(self, opening: str) -> None:
        self.text = opening
        """The header as written, with its tokens."""
        self.ended = False
        self.channel: Literal["thought", "call", "text"] = "text"
        self.recipient = ""
        """The tool it is sent to."""
        self._words = _CHANNELS if opening == HARMONY_OPENINGS[1] else _ROLES
        """Words that may follow the first token; otherwise the token is not part of a header."""

    def read(self, text: str, position: int, final: bool) -> int:
        """Read *text* from *position* on; return the end of the header, or where to continue with more text."""
        found = _FIRST_WORD.match(text, position)
        word = found[1] if found else ""
        if not word.startswith(self._words):
            begun = found is not None and found.end() == len(text) and any(one.startswith(word) for one in self._words)
            self.ended = final or not begun
            return len(text) if begun and final else position
        end = _ENDS.search(text, position, position + MAX_HEADER)
        if end is None:
            self.ended = final or len(text) - position >= MAX_HEADER
            return len(text) if final else position
        self.ended = True
        self.text += text[position : end.start()]
        self._classify(word)
        if end[0] == _MESSAGE:
            self.text += end[0]
            return end.end()
        if self.channel == "call" and end[0] != "{":
            self.channel = "text"
        # Some servers drop the token before the text.
        return end.start()

    def _classify(self, word: str) -> None:
        recipient, channel = _RECIPIENT.search(self.text), _CHANNEL.search(self.text)
        if self._words is _ROLES and not word.startswith("assistant"):
            # A tool result or user message that the model invented.
            self.channel = "thought"
        elif recipient is not None and recipient[1] not in _NO_RECIPIENTS:
            self.channel, self.recipient = "call", recipient[1]
        elif channel is not None and channel[1] == "analysis":
            self.channel = "thought"

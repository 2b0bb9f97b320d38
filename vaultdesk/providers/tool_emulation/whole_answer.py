"""Detects calls without tags: an answer that consists of nothing but one or more calls.

{"name": "read_note", "arguments": {...}}        also in a list, in a code fence, or several in a row
[read_note(path="..."), list_notes()]            as Llama 4 and others write them
functools[{"name": ...}]                         Phi-4-mini
"""

import re
from collections.abc import Callable, Collection

from vaultdesk.chat.tool_names import match_tool_name
from vaultdesk.providers.call_accumulator import MAX_CHARACTERS
from vaultdesk.providers.tool_emulation.call_parser import ARGUMENT_KEYS, NAME_KEYS
from vaultdesk.providers.tool_emulation.call_tags import CONTROL_TOKEN, CallBlock
from vaultdesk.providers.tool_emulation.dialects import WHOLE_ANSWER

FENCE_LANGUAGES = ("", "json", "tool_code", "tool_call", "tool_calls", "python", "tool", "xml")
"""Language names of code fences around a call."""

_OTHER_KEYS = ("type", "id", "tool_calls", "tool_call_id")
_LEAD_WORDS = ("functools", "Action:")
"""Words that Phi-4-mini and Command R write before a list of calls."""

_NAMESPACES = ("default_api.", "functions.", "tools.", "tool.", "api.", "print(")
_FENCE = re.compile(r"```([A-Za-z_]{0,20})[ \t]{0,8}\r?\n\s*")
_FENCE_BEGINNING = re.compile(r"`{1,2}|```[A-Za-z_]{0,20}[ \t]{0,8}\r?")
_KEY = re.compile(r'(?:\[\s*)?\{\s*"([^"\\\n]{1,40})"\s*:\s*("(?:[^"\\\n]{0,200})"?)?')
_KEY_BEGINNING = re.compile(r'(?:\[\s*)?(?:\{\s*(?:"[^"\\\n]{0,40}(?:"\s*:?\s*)?)?)?')
_PRINTED = re.compile(r"\A(?:\[\s*)?print\(\s*")
_CALLED = re.compile(r"(?:\[\s*)?([A-Za-z_][\w.]{0,100})\(")
_CALLED_BEGINNING = re.compile(r"(?:\[\s*)?([A-Za-z_][\w.]{0,100})?")
_TAIL = re.compile(rf"(?:\s|{CONTROL_TOKEN.pattern}|</s>|<end_of_turn>)+\Z")


class WholeAnswer:
    """Buffers an answer from its beginning as long as it may be a call to one of the tools *names*."""

    def __init__(self, names: Collection[str], is_call: Callable[[CallBlock], bool]) -> None:
        """*is_call* returns whether a complete block consists of calls to these tools."""
        self._names = names
        self._is_call = is_call
        self._parts: list[str] = []

    @property
    def holding(self) -> bool:
        """Whether text is buffered, because the answer began like a call."""
        return bool(self._parts)

    def begins(self, text: str) -> bool | None:
        """Return whether *text*, the whole answer so far, begins a call; None if that takes more text."""
        bare = text.lstrip()
        if not bare:
            return None
        for word in _LEAD_WORDS:
            if word.startswith(bare):
                return None
            if bare.startswith(word):
                bare = bare[len(word) :].lstrip()
                return self._begins_value(bare) if bare[:1] in ("", "[") else self._begins_fence(bare)
        return self._begins_fence(bare) if bare.startswith("`") else self._begins_value(bare)

    def add(self, text: str) -> None:
        """Buffer more text of an answer that began like a call."""
        self._parts.append(text)

    def text(self) -> str:
        """Return the buffered text."""
        return "".join(self._parts)

    def block(self) -> CallBlock | None:
        """Return the complete answer as a block of calls; None if it is not one."""
        text = self.text()
        if len(text) > MAX_CHARACTERS:
            return None
        body = _TAIL.sub("", text).strip()
        for word in _LEAD_WORDS:
            body = body.removeprefix(word).lstrip()
        fence = _FENCE.match(body)
        if fence is not None and body.endswith("```"):
            body = body[fence.end() : -3].strip()
        block = CallBlock(WHOLE_ANSWER, body, text)
        return block if self._is_call(block) else None

    def _begins_fence(self, text: str) -> bool | None:
        fence = _FENCE.match(text)
        if fence is None:
            return None if _FENCE_BEGINNING.fullmatch(text) else False
        return fence[1].lower() in FENCE_LANGUAGES and self._begins_value(text[fence.end() :])

    def _begins_value(self, text: str) -> bool | None:
        key = _KEY.match(text)
        if key is not None:
            if key[1] in (*ARGUMENT_KEYS, *_OTHER_KEYS):
                return True
            if key[1] not in NAME_KEYS:
                return False
            name = key[2] or ""
            if not name.endswith('"') or len(name) == 1:
                undecided = key.end() == len(text) or text[key.end() :].strip() == ""
                # `{"function": {"name": ...}}`
                return None if undecided else text[key.end()] == "{"
            return match_tool_name(name[1:-1], self._names) is not None
        if _KEY_BEGINNING.fullmatch(text):
            return None
        text = _PRINTED.sub("", text)
        called = _CALLED.match(text)
        if called is not None:
            return self._may_name(called[1]) and match_tool_name(called[1], self._names) is not None
        begun = _CALLED_BEGINNING.fullmatch(text)
        if begun is None:
            return False
        return None if self._may_name(begun[1] or "") else False

    def _may_name(self, word: str) -> bool:
        """Return whether *word* is, or is a prefix of, the beginning of a call in Python."""
        known = (*self._names, *_NAMESPACES)
        return any(one.startswith(word) or word.startswith(one.rstrip("(")) for one in known)

"""Input items: the conversation a caller sends, as messages of ours. Knows no provider and no wire but this one."""

import base64
import binascii
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from pydantic import JsonValue

from vaultdesk.chat.messages import (
    ImagePart,
    ImageType,
    Message,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.endpoint.refusal import Refusal
from vaultdesk.endpoint.seal import Kept, Seal
from vaultdesk.providers.call_accumulator import parse_arguments

_DATA_URL = re.compile(r"data:(image/[a-z]+);base64,", re.IGNORECASE)
_IMAGE_TYPES: Mapping[str, ImageType] = {kind: kind for kind in get_args(ImageType)}
_TEXT_PARTS = ("input_text", "output_text", "text")
_FILES = ("input_file", "input_audio")

Item = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A conversation as a provider is given it."""

    system: str
    messages: tuple[Message, ...]


def read_input(given: str | Sequence[Item], instructions: str | None, seal: Seal) -> Spoken:
    """Return the conversation in *given*. Items of unknown types are passed over. Raises `Refusal`.

    What the caller carried for the model under our *seal* is put back; anything else under no seal is passed over.
    """
    if isinstance(given, str):
        return Spoken(instructions or "", (user_message(given),))
    reading = _Reading(instructions or "", seal)
    for place, item in enumerate(given):
        reading.take(item, f"input[{place}]")
    return reading.end()


class _Reading:
    """One conversation being read: what an assistant said and called in a row becomes one message."""

    def __init__(self, instructions: str, seal: Seal) -> None:
        self._seal = seal
        self._system = [instructions] if instructions.strip() else []
        self._messages: list[Message] = []
        self._spoken: list[Part] = []
        self._kept: Kept | None = None
        self._awaited: set[str] = set()
        self._results: list[ToolResultPart] = []
        self._shown: list[ImagePart] = []
        self._calls: dict[str, str] = {}

    def take(self, item: Item, place: str) -> None:
        kind = item.get("type", "message" if "role" in item else None)
        if kind == "message":
            self._message(item, place)
        elif kind == "function_call":
            self._call(_text(item, "call_id", place), _text(item, "name", place), _arguments(item, place))
        elif kind == "function_call_output":
            self._result(item, place)
        elif kind == "reasoning":
            self._reasoning(item.get("encrypted_content"))
        elif kind == "item_reference":
            raise _wrong(
                place, "Nothing is kept here between requests, so items cannot be referred to. Send them whole."
            )
        # What hosted tools did is theirs.

    def end(self) -> Spoken:
        self._close()
        system = "\n\n".join(self._system)
        if not self._messages:
            if not system:
                raise Refusal(400, "The input holds nothing to answer.", code="invalid_value", param="input")
            return Spoken("", (user_message(system),))  # vendors refuse a request in which nobody speaks
        return Spoken(system, tuple(self._messages))

    def _message(self, item: Item, place: str) -> None:
        role, parts = item.get("role"), _parts(item.get("content"), f"{place}.content")
        if role == "assistant":
            self._go_on()
            self._spoken.extend(part for part in parts if isinstance(part, TextPart))
            return
        if role in ("system", "developer"):
            self._system.extend(part.text for part in parts if isinstance(part, TextPart) and part.text.strip())
            return
        if role != "user":
            raise _wrong(f"{place}.role", "A message's role must be user, assistant, system or developer.")
        self._close()
        self._messages.append(Message(role="user", parts=parts))

    def _reasoning(self, hidden: JsonValue) -> None:
        """Take what goes back with an answer: it stands before the answer's calls, or behind one without any.

        A summary comes back as we made it, for people; what another server hid is nothing to any model here.
        """
        kept = self._seal.opened(hidden) if isinstance(hidden, str) else None
        if kept is None:
            return
        if self._results or self._kept is not None:
            self._close()
        self._kept, self._awaited = kept, set(kept.calls)
        if not kept.calls:
            self._close_answer()

    def _call(self, call_id: str, name: str, arguments: str) -> None:
        if call_id in self._awaited:
            self._awaited.remove(call_id)  # of the same answer, also where each call is sent with its result behind it
        else:
            self._go_on()
        parsed = parse_arguments(arguments)
        self._calls[call_id] = name
        self._spoken.append(
            ToolCallPart(
                id=call_id, name=name, arguments_json=arguments, arguments=parsed.value, problem=parsed.problem
            )
        )

    def _result(self, item: Item, place: str) -> None:
        call_id = _text(item, "call_id", place)
        if call_id not in self._calls:
            # Some callers send only the result: without its call no vendor would take it, and the model would miss it.
            name = item.get("name")
            self._call(call_id, name if isinstance(name, str) and name else "unknown_tool", "{}")
        if not self._awaited:
            self._close_answer()
        output = item.get("output")
        parts = _parts(output, f"{place}.output")
        images = [part for part in parts if isinstance(part, ImagePart)]
        text = "".join(part.text for part in parts if isinstance(part, TextPart))
        if images:
            text = f"{text}\n(Pictures of this result: {len(images)}, in the next message.)".strip()
        self._shown.extend(images)
        self._results.append(ToolResultPart(call_id=call_id, name=self._calls[call_id], content=text))

    def _go_on(self) -> None:
        """Begin another answer where results ended the one before."""
        if self._results:
            self._close()

    def _close(self) -> None:
        self._close_answer()
        if self._results:
            self._messages.append(Message(role="tool", parts=tuple(self._results)))
        if self._shown:
            # No wire but OpenAI's takes pictures in a result; every one takes them from a person.
            self._messages.append(Message(role="user", parts=tuple(self._shown)))
        self._results, self._shown = [], []

    def _close_answer(self) -> None:
        if self._spoken:
            said = Message(role="assistant", parts=tuple(self._spoken))
            # Items name calls by their place, so a caller that left one out gets its answer back without them.
            if self._kept is not None and tuple(call.id for call in said.tool_calls) == self._kept.calls:
                said = said.model_copy(update={"parts": (*said.parts, *self._kept.parts)})
            self._messages.append(said)
        self._spoken, self._kept, self._awaited = [], None, set()


def _parts(content: JsonValue, place: str) -> tuple[TextPart | ImagePart, ...]:
    if content is None:
        return ()
    if isinstance(content, str):
        return (TextPart(text=content),)
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        raise _wrong(place, "This must be text or a list of parts.")
    read: list[TextPart | ImagePart] = []
    for number, part in enumerate(content):
        assert isinstance(part, dict)
        where = f"{place}[{number}]"
        kind = part.get("type")
        if kind in _TEXT_PARTS:
            read.append(TextPart(text=_text(part, "text", where)))
        elif kind == "refusal":
            read.append(TextPart(text=_text(part, "refusal", where)))
        elif kind == "input_image":
            read.append(_image(part, where))
        elif kind in _FILES:
            # Passed over, the model would answer as if there were none.
            raise _wrong(where, "Files and sound cannot be given to the model here. Send their text.")
    return tuple(read)


def _image(part: Item, place: str) -> ImagePart:
    url = part.get("image_url")
    if isinstance(url, dict):  # Chat Completions' shape
        url = url.get("url")
    found = _DATA_URL.match(url) if isinstance(url, str) else None
    if not isinstance(url, str) or found is None:
        raise _wrong(place, "Pictures must be in the request itself, as a data: URL; nothing is fetched here.")
    media_type = _IMAGE_TYPES.get(found[1].lower().replace("image/jpg", "image/jpeg"))
    if media_type is None:
        raise _wrong(place, f"Pictures must be one of {', '.join(_IMAGE_TYPES)}.")
    data = url[found.end() :]
    try:
        base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise _wrong(place, "The picture's base64 cannot be read.") from None
    return ImagePart(media_type=media_type, data=data)


def _arguments(item: Item, place: str) -> str:
    arguments = item.get("arguments")
    return json.dumps(arguments) if isinstance(arguments, dict) else _text(item, "arguments", place)


def _text(item: Item, key: str, place: str) -> str:
    value = item.get(key)
    if not isinstance(value, str):
        raise _wrong(f"{place}.{key}", f"{key} must be text.")
    return value


def _wrong(param: str, message: str) -> Refusal:
    return Refusal(400, message, code="invalid_value", param=param)

"""Chat format of the ChatGPT MD plugin inside a note: read as a conversation and continued at its end.

Continuing appends bytes; everything before is unchanged. The format has no ids and times: both are derived from a
message's index. It cannot represent tools and reasoning either, so these are not written.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message, Role, TextPart
from vaultdesk.core.answer_limits import valid_answer_length, valid_temperature
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter

SEPARATOR: Final = '<hr class="__chatgpt_plugin">'
"""Separator of two messages; a note that contains one is a chat."""

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)

MODEL_PREFIXES: Final = {
    "openai": "openai", "anthropic": "anthropic", "gemini": "gemini", "ollama": "ollama", "local": "ollama",
    "lmstudio": "lmstudio", "openrouter": "openrouter", "zai": "zai",
}  # fmt: skip
"""Prefixes before the `@` of a model, and the kind of provider they denote."""

MAX_HEADER_LENGTH = 1_000
"""Maximum number of characters read of a header line: a role and a model."""

ROLE_HEADER = re.compile(r"^(?P<level>#{0,6})[ \t]*role::(?P<rest>[^\n]*)$", re.MULTILINE)
_ROLE = re.compile(r"user|assistant|developer|system", re.IGNORECASE)
_MODEL = re.compile(r"<span[^>]{0,200}>\s{0,9}\((?P<model>[^<>]{0,300})\)\s{0,9}</span>", re.IGNORECASE)
_COMMENT_BEGINS, _COMMENT_ENDS = "=begin-chatgpt-md-comment", "=end-chatgpt-md-comment"
_APPROVAL_LINE = re.compile(r"^_\[Tool approval required\.\.\.\]_[ \t]*\n?", re.MULTILINE)
_ERROR_TEXT = re.compile(r"Error(?: \([^)\n]*\))?:|I am sorry[^\n]*\Z")
_BARE_SPAN = '<span style="font-size: small;"> ({model})</span>'


class ChatgptMdMessage(Struct, frozen=True):
    """One message of the note."""

    role: str
    """`user`, `assistant`, `developer` or `system`; empty for a section without a header."""
    model: str
    """As spelled in the note: `openai@gpt-5`."""
    text: str
    header: bool = False
    level: int = 3


def is_chatgpt_md(text: str) -> bool:
    """Return whether the note *text* is a chat of ChatGPT MD."""
    return SEPARATOR in text


def read_note_messages(text: str) -> Iterator[ChatgptMdMessage]:
    """Yield the messages of a note in order, including empty ones. Code fences are ignored, as in the plugin."""
    body = text[read_frontmatter(text).body_start :]
    for section in body.split(SEPARATOR):
        header = ROLE_HEADER.search(section)
        if header is None:
            yield ChatgptMdMessage("", "", section.strip())
            continue
        model = _MODEL.search(header["rest"][:MAX_HEADER_LENGTH])
        message_text = _APPROVAL_LINE.sub("", section[header.end() :]).strip()
        text_before = section[: header.start()].strip()
        yield ChatgptMdMessage(
            role_of_header(header["rest"]),
            model["model"].strip() if model else "",
            f"{text_before}\n\n{message_text}" if text_before else message_text,
            header=True,
            level=len(header["level"]),
        )


def role_of_header(rest: str) -> str:
    """Return the role in a header, *rest* being the text after `role::`; `user` if there is none."""
    role = _ROLE.search(_MODEL.sub("", rest[:MAX_HEADER_LENGTH]))
    return role[0].lower() if role else "user"


def model_label(model: str) -> str:
    """Return `provider/name` for a model as spelled in the note; the name alone if it has no provider."""
    family, at, name = model.partition("@")
    return f"{MODEL_PREFIXES.get(family.lower(), family)}/{name}" if at else model


def chatgpt_md_spelling(label: str, kind: str) -> str:
    """Return `provider/name` as ChatGPT MD spells it; *kind* is the provider's kind."""
    name = label.partition("/")[2] or label
    return f"{kind}@{name}" if kind in MODEL_PREFIXES else name


def read_chatgpt_md(text: str, path: str = "") -> Conversation:
    """Return the conversation in the note *text* at *path*. The same note always gives the same ids."""
    properties = read_frontmatter(text).properties
    model = properties.get("model")
    conversation = Conversation(
        title=path.rpartition("/")[2].removesuffix(".md"),
        created=UNKNOWN_TIME,
        choices=ChatChoices(model=model_label(model) if isinstance(model, str) and model else None),
    )
    conversation.id = _id("chat", path)
    conversation.extend(_messages(text, path))
    return conversation


def system_commands(text: str) -> str:
    """Return the system commands in the note's properties."""
    return "\n".join(_system_commands(read_frontmatter(text).properties))


def _system_commands(properties: Mapping[str, JsonValue]) -> tuple[str, ...]:
    value = properties.get("system_commands")
    lines = value if isinstance(value, list) else [value]
    return tuple(line for line in lines if isinstance(line, str) and line.strip())


class NoteSettings(Struct, frozen=True):
    """Settings for answers in the head of a chat note, for the user to read before they are used."""

    instructions: str = ""
    """The system commands, one per line."""
    temperature: float | None = None
    max_tokens: int | None = None
    """Maximum number of tokens of one answer."""
    model: str = ""
    """As spelled in the note."""
    ignored: tuple[str, ...] = ()
    """Properties of the plugin that are ignored: addresses, and values without a setting here."""

    @property
    def is_empty(self) -> bool:
        """Whether there are no settings."""
        return not self.instructions and self.temperature is None and self.max_tokens is None

    @property
    def digest(self) -> str:
        """SHA-256 of the values; acceptance is bound to it."""
        values = (self.instructions, self.temperature, self.max_tokens, self.model)
        return hashlib.sha256(json.dumps(values).encode("utf-8")).hexdigest()


MAX_INSTRUCTIONS = 20_000
"""Maximum number of characters of system commands; longer ones are ignored completely."""

_IGNORED: Final = (
    "top_p", "presence_penalty", "frequency_penalty", "stop", "n", "logit_bias", "agent", "aiService", "url",
    "openaiUrl", "anthropicUrl", "geminiUrl", "openrouterUrl", "ollamaUrl", "lmstudioUrl", "zaiUrl",
)  # fmt: skip
"""Properties of the plugin that a note cannot set here. An address in a note could send the chat to an attacker."""

_LENGTH_KEYS: Final = ("max_tokens", "max_completion_tokens", "max_output_tokens")


def read_note_settings(text: str) -> NoteSettings:
    """Return the settings in the head of the note *text*; empty if it is not a chat of ChatGPT MD."""
    if not is_chatgpt_md(text):
        return NoteSettings()
    properties = read_frontmatter(text).properties
    instructions = "\n".join(_system_commands(properties))
    temperature = valid_temperature(properties.get("temperature"))
    lengths = (valid_answer_length(properties.get(key)) for key in _LENGTH_KEYS)
    max_tokens = next((length for length in lengths if length is not None), None)
    ignored = [key for key in _IGNORED if properties.get(key) not in (None, "", [], {})]
    if temperature is None and properties.get("temperature") is not None:
        ignored.append("temperature")
    if max_tokens is None:
        ignored += [key for key in _LENGTH_KEYS if properties.get(key) is not None]
    if len(instructions) > MAX_INSTRUCTIONS:
        instructions = ""
        ignored.append("system_commands")
    model = properties.get("model")
    return NoteSettings(instructions, temperature, max_tokens, model if isinstance(model, str) else "", tuple(ignored))


def append_messages(note: str, messages: Sequence[Message], spellings: dict[str, str], *, finished: bool) -> str:
    """Return the text *note* with *messages* appended; *spellings* maps their models to the note's spelling.

    If the last answer is *finished*, an empty question is added below it, as ChatGPT MD does.
    """
    appended = [message for message in messages if message.role != "tool" and message.text.strip()]
    if not appended:
        return note
    existing = list(read_note_messages(note))
    last, level = existing[-1], next((message.level for message in reversed(existing) if message.header), 3)
    text = note
    has_open_question = last.header and last.role == "user" and not last.text
    for index, new_message in enumerate(appended):
        if index == 0 and new_message.role == "user" and has_open_question:
            text = f"{_with_blank_line(text)}{_text(new_message)}"
            continue
        model_span = ""
        if new_message.role == "assistant" and (model := spellings.get(new_message.model, new_message.model)):
            model_span = _BARE_SPAN.format(model=model.replace("<", "").replace("\n", " "))
        header = f"{_header(level, new_message.role)}{model_span}"
        text = f"{_with_blank_line(text)}{SEPARATOR}\n\n{header}\n\n{_text(new_message)}"
    if finished and appended[-1].role == "assistant":
        text = f"{_with_blank_line(text)}{SEPARATOR}\n\n{_header(level, 'user')}\n"
    return f"{text}\n"


def _text(message: Message) -> str:
    """Return the text of *message* without lines that would be read as a separator of messages."""
    return message.text.strip().replace(SEPARATOR, SEPARATOR.replace("<", "&lt;", 1))


def _with_blank_line(text: str) -> str:
    """Return *text* with one blank line at its end; existing bytes are not changed."""
    return text + "\n" * max(0, 2 - (len(text) - len(text.rstrip("\n"))))


def _header(level: int, role: str) -> str:
    return f"{'#' * level}{' ' if level else ''}role::{role}"


def _messages(text: str, path: str) -> Iterator[Message]:
    entries = list(read_note_messages(text))
    if entries and not entries[-1].text:
        entries.pop()  # The empty question below each answer.
    for index, entry in enumerate(entries):
        if not entry.text:
            continue
        role: Role = "assistant" if entry.role == "assistant" else "user"
        yield Message(
            id=_id("msg", f"{path}\n{index}"),
            role=role,
            parts=tuple(_parts(entry.text, failed=role == "assistant" and _ERROR_TEXT.match(entry.text) is not None)),
            created=UNKNOWN_TIME,
            model=model_label(entry.model) if role == "assistant" else "",
        )


def _parts(text: str, *, failed: bool) -> Iterator[TextPart]:
    """Yield the text of a message; its first comment, and an error, are not sent to models, as in ChatGPT MD."""
    start = text.find(_COMMENT_BEGINS)
    end = text.find(_COMMENT_ENDS, start) if start >= 0 else -1
    if end < 0 or failed:
        yield TextPart(text=text, hidden=failed)
        return
    end += len(_COMMENT_ENDS)
    for words, hidden in ((text[:start], False), (text[start:end], True), (text[end:], False)):
        if words.strip():
            yield TextPart(text=words, hidden=hidden)


def _id(prefix: str, of: str) -> str:
    return f"{prefix}_{hashlib.sha256(of.encode('utf-8', 'surrogatepass')).hexdigest()[:20]}"

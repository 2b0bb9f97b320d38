"""Conversations rendered as lines to compare, and the fixtures with their expected lines."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers.imported_chat import ImportedChat, NoteFile
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

FIXTURES = Path(__file__).parent / "fixtures"
CHANGED = datetime(2026, 10, 1, 8, 0, tzinfo=UTC)
"""The modification time of every fixture."""

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)
"""A PNG image of one pixel."""


def fixture(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


def note_file(name: str) -> NoteFile:
    return NoteFile(name, CHANGED, ZoneInfo("Europe/Berlin"))


def drawn_import(imported: ImportedChat) -> str:
    rendered_lines = [drawn(imported.conversation)]
    rendered_lines += [f"remark: {remark}" for remark in imported.remarks]
    if imported.branch_of:
        branch_position = [message.id for message in imported.conversation.messages].index(imported.branch_at)
        rendered_lines.append(f"branch of {imported.branch_of} after message {branch_position + 1}")
    return "\n".join(rendered_lines) + "\n"


def drawn(conversation: Conversation) -> str:
    pinned = " (pinned)" if conversation.pinned else ""
    head = f"# {conversation.title}{pinned}\n{conversation.origin}  {_time(conversation.created)}"
    return "\n".join([head, *(_message(message) for message in conversation.messages)])


def _message(message: Message) -> str:
    about = [_time(message.created), message.agent, message.model, message.mode, "cut" if message.cut else ""]
    lines = [f"{message.role}  {'  '.join(word for word in about if word)}"]
    lines += [f"  + {item.kind} {item.target}{f': {item.text}' if item.text else ''}" for item in message.context]
    for part in message.parts:
        lines += [f"  {line}" for line in _part(part).split("\n")]
    return "\n".join(lines)


def _part(part: Part) -> str:
    match part:
        case TextPart(text=text, hidden=hidden):
            return f"hidden: {text}" if hidden else text
        case ReasoningPart(text=text):
            return f"thinks: {text}"
        case ToolCallPart(name=name, arguments_json=arguments):
            return f"calls {name} {arguments}"
        case ToolResultPart(name=name, content=content):
            return f"{name} answers {content}"
        case ImagePart(media_type=kind, name=name, data=data):
            return f"picture {kind} {name} of {len(data)} characters"
        case _:
            raise AssertionError(part)


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")

"""Importer for notes of the ChatGPT MD plugin."""

import re
from collections.abc import Iterator

from vaultdesk.chat.chatgpt_md import (
    ROLE_HEADER,
    ChatgptMdMessage,
    is_chatgpt_md,
    model_label,
    read_note_messages,
    system_commands,
)
from vaultdesk.chat.conversation import Conversation, conversation_title
from vaultdesk.chat.importers.imported_chat import (
    ImportedChat,
    ImportedTurn,
    NoteFile,
    TurnAssembler,
    clean_text,
    content_id,
    from_stamp,
    spoken_text,
    stable_id,
)
from vaultdesk.chat.messages import Part, TextPart
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace

_SPEAKER = re.compile(r"user|assistant|developer|system", re.IGNORECASE)
_COMMENT, _COMMENT_END = "=begin-chatgpt-md-comment", "=end-chatgpt-md-comment"
_ERROR = re.compile(r"(?:Error(?: \([^)\n]{1,100}\))?:|I am sorry\b)")
_STAMP_NAME = re.compile(r"\d{8}[T_]?\d{6}")


def is_chatgpt_note(text: str) -> bool:
    """Return whether *text* is such a note."""
    return is_chatgpt_md(text)


def read_chatgpt_note(text: str, file: NoteFile) -> ImportedChat:
    """Return the conversation in *text*. Raises `ImportFailed` if it contains none."""
    text = text.replace("\r\n", "\n").lstrip("\ufeff \t\n")
    start = from_stamp(file.name, file.zone) or file.changed
    assembler = TurnAssembler(f"chatgpt-md:{file.name}", start)
    instructions = system_commands(text)
    instruction_parts: tuple[Part, ...] = (_instruction(instructions),) if instructions else ()
    for turn in read_note_messages(text):
        if turn.role in ("developer", "system"):
            instruction_parts = (*instruction_parts, _instruction(turn.text))
        elif turn.text:
            # Instructions to the model are stored with the next message, and not sent again.
            imported_turn = _imported_turn(turn)
            assembler.add(replace(imported_turn, parts=(*instruction_parts, *imported_turn.parts)))
            instruction_parts = ()
    if any(_SPEAKER.search(header["rest"][:1000]) is None for header in ROLE_HEADER.finditer(text)):
        assembler.add_remark(Phrase("A message from an unknown sender was imported as yours."))
    messages = assembler.messages()
    if not any(spoken_text(message) for message in messages):
        raise ImportFailed(
            Phrase("{0} contains no chat messages.", file.name), hint=Phrase("Choose a chat note of ChatGPT MD.")
        )
    origin = f"chatgpt-md:{content_id(messages)}"
    conversation = Conversation(
        title=conversation_title(messages) if _STAMP_NAME.fullmatch(file.name) else file.name,
        id=stable_id("chat", origin),
        created=start,
        origin=origin,
    )
    conversation.extend(messages)
    return ImportedChat(conversation, assembler.remarks, file.name)


def _imported_turn(turn: ChatgptMdMessage) -> ImportedTurn:
    if turn.role != "assistant":
        return ImportedTurn("user", tuple(_parts(turn.text)))
    model = clean_text(model_label(turn.model))[:300]
    if _ERROR.match(turn.text):
        return ImportedTurn("assistant", (TextPart(text=turn.text, hidden=True),), model=model, cut=True)
    return ImportedTurn("assistant", tuple(_parts(turn.text)), model=model)


def _instruction(words: str) -> TextPart:
    return TextPart(text=f"Instructions: {words}" if words else "", hidden=True)


def _parts(text: str) -> Iterator[Part]:
    """Yield the text and comments of *text*; comments are stored and not sent."""
    index = 0
    while (start := text.find(_COMMENT, index)) >= 0:
        yield TextPart(text=text[index:start])
        end = text.find(_COMMENT_END, start)
        yield TextPart(text=text[start + len(_COMMENT) : end if end >= 0 else len(text)], hidden=True)
        index = end + len(_COMMENT_END) if end >= 0 else len(text)
    yield TextPart(text=text[index:])

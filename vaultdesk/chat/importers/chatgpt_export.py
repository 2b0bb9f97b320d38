"""Importer for the data export of ChatGPT."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct, field

from vaultdesk.chat.importers.export_archive import ChatPictures, PictureLibrary, as_object, as_objects, as_text
from vaultdesk.chat.importers.imported_chat import (
    RESULT_NOT_SAVED,
    ImportedChat,
    ImportedTurn,
    ReadBranch,
    TreeBranch,
    TurnAssembler,
    clean_text,
    conversations_of,
    from_epoch,
    imported_title,
    plain_id,
    stable_id,
    tool_call_part,
    tool_result_part,
    tree_branches,
)
from vaultdesk.chat.messages import ImagePart, Part, ReasoningPart, TextPart, ToolCallPart
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Phrase

MAX_REFERENCES = 500
"""Maximum number of references of one answer; a long research report has a hundred."""

_MARK = re.compile("([ \t]?)\ue200([^\ue200\ue201]{0,10000})\ue201")
_REMAINING_MARK = re.compile("[\ue200-\ue2ff]")
_OLD_CITATION = re.compile(r"[ \t]?【[0-9:]{1,12}†[^】\n]{0,300}】")
_LINK = re.compile(r"\(?\[[^\]\n]{1,300}\]\(https?://[^)\s]{1,2000}\)\)?")


def resolve_citations(text: str, metadata: Mapping[str, object]) -> str:
    """Return *text* with each citation mark replaced by the links the export gives for it, or removed."""
    if "\ue200" in text:
        for reference in as_objects(metadata.get("content_references"))[:MAX_REFERENCES]:
            matched, replacement = as_text(reference.get("matched_text")), as_text(reference.get("alt"))
            if matched.startswith("\ue200") and replacement and len(replacement) < 5000:
                text = text.replace(
                    matched, replacement if _LINK.search(replacement) else _name_in(matched) or replacement
                )
        text = _MARK.sub(lambda found: _citation_text(found[1], found[2]), text)
    text = _REMAINING_MARK.sub("", text)
    return _OLD_CITATION.sub("", text)


def _citation_text(gap: str, mark: str) -> str:
    """Return the name of a named item; a mere reference is removed with the space before it."""
    kind, _, rest = mark.partition("\ue202")
    name = _name_in(rest) if kind == "entity" else ""
    return f"{gap}{name}" if name else ""


def _name_in(mark: str) -> str:
    start = mark.find("[")
    end = mark.rfind("]")
    if start < 0 or end < start:
        return ""
    try:
        entity = json.loads(mark[start : end + 1])
    except (ValueError, RecursionError):
        return ""
    return entity[1] if isinstance(entity, list) and len(entity) > 1 and isinstance(entity[1], str) else ""


HIDDEN_CONTENT_TYPES = (
    "reasoning_recap",
    "user_editable_context",
    "model_editable_context",
    "app_pairing_content",
)
"""Content types for the web page, not for the user."""

AUDIO_VIDEO_TYPES = ("audio_asset_pointer", "real_time_user_audio_video_asset_pointer", "video_container_asset_pointer")
"""Content types that a note cannot contain."""


class ChatgptContent(Struct):
    """The parts read from one message."""

    parts: list[Part] = field(default_factory=list)
    remarks: list[Phrase] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text only, for a tool's result."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, TextPart))


def read_chatgpt_content(message: Mapping[str, object], pictures: ChatPictures) -> ChatgptContent:
    """Return the contents of *message*."""
    content, metadata = as_object(message.get("content")), as_object(message.get("metadata"))
    kind = as_text(content.get("content_type")) or "text"
    result = ChatgptContent()
    if kind in HIDDEN_CONTENT_TYPES:
        return result
    if kind in ("text", "multimodal_text"):
        for part in _list(content.get("parts")):
            _add_part(part, metadata, pictures, result)
    elif kind == "thoughts":
        thoughts = "\n\n".join(_thoughts(content))
        result.parts.append(ReasoningPart(text=thoughts))
    elif kind == "code":
        language = as_text(content.get("language"))
        code = as_text(content.get("text"))
        result.parts.append(TextPart(text=fence_code(code, "" if language == "unknown" else language)))
    else:
        plain_text = _other_text(content)
        if plain_text:
            result.parts.append(TextPart(text=resolve_citations(plain_text, metadata)))
        else:
            result.remarks.append(Phrase("A part of an unknown kind was left out."))
    return result


def fence_code(code: str, language: str = "") -> str:
    """Return *code* in a fence that nothing inside it closes."""
    fence = "```"
    while fence in code:
        fence += "`"
    word = language if language.replace("+", "").replace("#", "").isalnum() else ""
    return f"{fence}{word}\n{code}\n{fence}" if code.strip() else ""


def _add_part(part: object, metadata: Mapping[str, object], pictures: ChatPictures, result: ChatgptContent) -> None:
    if isinstance(part, str):
        result.parts.append(TextPart(text=resolve_citations(part, metadata)))
        return
    value = as_object(part)
    kind = as_text(value.get("content_type"))
    if kind == "image_asset_pointer":
        pointer = as_text(value.get("asset_pointer"))
        picture = pictures.find(pointer, _attached_name(pointer, metadata))
        if picture is not None:
            result.parts.append(picture)
        else:
            result.parts.append(TextPart(text="[A picture that was not imported]", hidden=True))
            result.remarks.append(Phrase("A picture was not imported: it is too large or not in the export."))
    elif kind in AUDIO_VIDEO_TYPES:
        result.remarks.append(Phrase("A recording was left out; its text is included."))
    elif as_text(value.get("text")):
        result.parts.append(TextPart(text=resolve_citations(as_text(value.get("text")), metadata)))
    elif value:
        result.remarks.append(Phrase("A part of an unknown kind was left out."))


def _attached_name(pointer: str, metadata: Mapping[str, object]) -> str:
    for attachment in as_objects(metadata.get("attachments"))[:100]:
        if as_text(attachment.get("id")) and as_text(attachment.get("id")) in pointer:
            return as_text(attachment.get("name"))
    return ""


def _thoughts(content: Mapping[str, object]) -> Iterator[str]:
    for thought in as_objects(content.get("thoughts")):
        summary, body = as_text(thought.get("summary")).strip(), as_text(thought.get("content")).strip()
        yield "\n\n".join(text for text in (f"**{summary}**" if summary else "", body) if text)


def _other_text(content: Mapping[str, object]) -> str:
    """Return the text of a page, a quotation, a tool's output, an error, or an unknown type."""
    head = " ".join(word for word in (as_text(content.get("title")), as_text(content.get("url"))) if word)
    body = as_text(content.get("text")) or as_text(content.get("result")) or as_text(content.get("content"))
    if not body:
        body = "\n\n".join(part for part in _list(content.get("parts")) if isinstance(part, str))
    return f"{head}\n{body}".strip()


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


ALL_RECIPIENTS = ("", "all")
"""Recipients of an answer to the user; any other one is a tool."""


def is_chatgpt(item: object) -> bool:
    """Return whether *item* is a conversation of this export."""
    return isinstance(item, dict) and isinstance(item.get("mapping"), dict)


def read_chatgpt(item: object, library: PictureLibrary, changed: datetime) -> Iterator[ImportedChat]:
    """Yield the conversation *item*, and one for each branch. Raises `ImportFailed` if it is not one.

    *changed* is the default time.
    """
    value, nodes = as_object(item), as_object(as_object(item).get("mapping"))
    title = imported_title(as_text(value.get("title")))
    if not is_chatgpt(item):
        raise ImportFailed(
            Phrase("An entry of the export is not a conversation."), hint=Phrase("The other entries were read.")
        )
    identity = plain_id(as_text(value.get("conversation_id")) or as_text(value.get("id")))
    identity = identity or stable_id("chat", title, value.get("create_time"))
    start = from_epoch(value.get("create_time")) or _first_time(nodes) or changed
    parents = {name: as_text(as_object(node).get("parent")) or None for name, node in nodes.items()}
    seed, model = f"chatgpt:{identity}", _model(as_text(value.get("default_model_slug")))
    reads = [
        _read(branch, nodes, TurnAssembler(seed, start), ChatPictures(library), model)
        for branch in tree_branches(parents, as_text(value.get("current_node")), list(nodes))
    ]
    pinned = bool(value.get("pinned_time")) or value.get("is_starred") is True
    yield from conversations_of(reads, title, seed, start, pinned=pinned)


def _first_time(nodes: Mapping[str, object]) -> datetime | None:
    times = (from_epoch(as_object(as_object(node).get("message")).get("create_time")) for node in nodes.values())
    return min((time for time in times if time is not None), default=None)


class _PendingCall(Struct):
    """A tool call whose results are still to come."""

    call: ToolCallPart
    turn: ImportedTurn
    results: list[str] = field(default_factory=list)
    failed: bool = False
    pictures: list[ImagePart] = field(default_factory=list)


class _ThreadReader:
    """Converts the messages of one branch to turns."""

    def __init__(self, turns: TurnAssembler, pictures: ChatPictures, model: str) -> None:
        """*model* is that of the conversation, for answers without one."""
        self._model = model
        self._turns = turns
        self._pictures = pictures
        self._pending_call: _PendingCall | None = None

    def add(self, node: str, message: Mapping[str, object]) -> None:
        author, metadata = as_object(message.get("author")), as_object(message.get("metadata"))
        role, hidden = as_text(author.get("role")), metadata.get("is_visually_hidden_from_conversation") is True
        if role == "tool":
            self._add_tool_result(node, message, as_text(author.get("name")), hidden=hidden)
        elif role == "system" or (hidden and role == "user"):
            if metadata.get("is_user_system_message") is True:
                self._turns.add_remark(Phrase("The custom instructions of that time were left out."))
        elif role in ("user", "assistant"):
            self._add_message(node, message, role)
        elif role:
            self._turns.add_remark(Phrase("A message from an unknown sender was left out."))

    def end(self) -> None:
        """Finish pending turns."""
        if self._pending_call is None:
            return
        pending, self._pending_call = self._pending_call, None
        text = "\n\n".join(result_text for result_text in pending.results if result_text.strip())
        result = tool_result_part(
            pending.call, text or RESULT_NOT_SAVED, is_error=pending.failed or not pending.results
        )
        self._turns.add(
            ImportedTurn(
                "assistant", (pending.call, result), pending.turn.created, pending.turn.model, key=pending.turn.key
            )
        )
        if pending.pictures:
            key = f"{pending.turn.key}:made"
            self._turns.add(
                ImportedTurn("assistant", tuple(pending.pictures), pending.turn.created, pending.turn.model, key=key)
            )

    def _add_message(self, node: str, message: Mapping[str, object], role: str) -> None:
        self.end()
        content, metadata = read_chatgpt_content(message, self._pictures), as_object(message.get("metadata"))
        for sentence in content.remarks:
            self._turns.add_remark(sentence)
        created = from_epoch(message.get("create_time"))
        model = (_model(as_text(metadata.get("model_slug"))) or self._model) if role == "assistant" else ""
        recipient = as_text(message.get("recipient"))
        if role == "assistant" and recipient not in ALL_RECIPIENTS:
            call = tool_call_part(stable_id("call", node), recipient, _arguments(message, content.text))
            self._pending_call = _PendingCall(call, ImportedTurn("assistant", (), created, model, key=node))
            return
        cut = role == "assistant" and _was_cut(message, metadata)
        parts = tuple(content.parts)
        self._turns.add(
            ImportedTurn("user" if role == "user" else "assistant", parts, created, model, cut=cut, key=node)
        )

    def _add_tool_result(self, node: str, message: Mapping[str, object], tool: str, *, hidden: bool) -> None:
        content = read_chatgpt_content(message, self._pictures)
        pictures = [part for part in content.parts if isinstance(part, ImagePart)]
        if self._pending_call is None:
            if not pictures and (hidden or not content.text.strip()):
                return
            call = tool_call_part(stable_id("call", node), tool, {})
            self._pending_call = _PendingCall(
                call, ImportedTurn("assistant", (), from_epoch(message.get("create_time")), self._model, key=node)
            )
        self._pending_call.results.append(
            "\n\n".join(part.text for part in content.parts if isinstance(part, TextPart) and not part.hidden)
        )
        self._pending_call.pictures.extend(pictures)
        self._pending_call.failed |= as_text(as_object(message.get("content")).get("content_type")) == "system_error"
        for sentence in content.remarks:
            self._turns.add_remark(sentence)


def _model(slug: str) -> str:
    """Return the model label for a name in the export; empty for no name and for `auto`."""
    return f"openai/{clean_text(slug)[:100]}" if slug not in ("", "auto") else ""


def _read(
    branch: TreeBranch, nodes: Mapping[str, object], turns: TurnAssembler, pictures: ChatPictures, model: str
) -> ReadBranch:
    thread = _ThreadReader(turns, pictures, model)
    for node in branch:
        message = as_object(as_object(nodes.get(node)).get("message"))
        if message:
            thread.add(node, message)
    thread.end()
    return ReadBranch(turns.messages(), turns.remarks, branch[-1])


def _arguments(message: Mapping[str, object], default: str) -> object:
    """Return the arguments of a tool call: an object if it was written as one, else the text."""
    text = as_text(as_object(message.get("content")).get("text")) or default
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {"input": text}
    return value if isinstance(value, dict) else {"input": text}


def _was_cut(message: Mapping[str, object], metadata: Mapping[str, object]) -> bool:
    finish_type = as_text(as_object(metadata.get("finish_details")).get("type"))
    return finish_type in ("interrupted", "max_tokens") or as_text(message.get("status")) in ("in_progress", "error")

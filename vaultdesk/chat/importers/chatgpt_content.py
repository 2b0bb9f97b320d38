"""ChatGPT's content: what one message of its export says, as parts of ours, whatever kind of content it is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from vaultdesk.chat.importers.citations import without_marks
from vaultdesk.chat.importers.json_values import items, mapping, text
from vaultdesk.chat.importers.pictures import Pictures
from vaultdesk.chat.messages import Part, ReasoningPart, TextPart

SILENT = (
    "reasoning_recap",
    "user_editable_context",
    "model_editable_context",
    "app_pairing_content",
)
"""Kinds that tell the page something, not the person."""

SOUNDS = ("audio_asset_pointer", "real_time_user_audio_video_asset_pointer", "video_container_asset_pointer")
"""What no note can hold."""


@dataclass(slots=True)
class Content:
    """What one message comes to."""

    parts: list[Part] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Its text alone: what a tool answered."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, TextPart))


def content_of(message: Mapping[str, object], pictures: Pictures) -> Content:
    """Return what *message* says."""
    content, metadata = mapping(message.get("content")), mapping(message.get("metadata"))
    kind = text(content.get("content_type")) or "text"
    found = Content()
    if kind in SILENT:
        return found
    if kind in ("text", "multimodal_text"):
        for piece in _list(content.get("parts")):
            _add_piece(piece, metadata, pictures, found)
    elif kind == "thoughts":
        thoughts = "\n\n".join(_thoughts(content))
        found.parts.append(ReasoningPart(text=thoughts))
    elif kind == "code":
        language = text(content.get("language"))
        written = text(content.get("text"))
        found.parts.append(TextPart(text=fenced(written, "" if language == "unknown" else language)))
    else:
        said = _other(content)
        if said:
            found.parts.append(TextPart(text=without_marks(said, metadata)))
        else:
            found.remarks.append("Something of a kind that is not known here was left out.")
    return found


def fenced(code: str, language: str = "") -> str:
    """Return *code* in a fence that nothing inside it closes."""
    fence = "```"
    while fence in code:
        fence += "`"
    word = language if language.replace("+", "").replace("#", "").isalnum() else ""
    return f"{fence}{word}\n{code}\n{fence}" if code.strip() else ""


def _add_piece(piece: object, metadata: Mapping[str, object], pictures: Pictures, found: Content) -> None:
    if isinstance(piece, str):
        found.parts.append(TextPart(text=without_marks(piece, metadata)))
        return
    value = mapping(piece)
    kind = text(value.get("content_type"))
    if kind == "image_asset_pointer":
        pointer = text(value.get("asset_pointer"))
        picture = pictures.find(pointer, _attached_name(pointer, metadata))
        if picture is not None:
            found.parts.append(picture)
        else:
            found.parts.append(TextPart(text="[A picture that was not brought along]", hidden=True))
            found.remarks.append("A picture was not brought along: it is too large or not in the export.")
    elif kind in SOUNDS:
        found.remarks.append("A recording was left out; what was said stays as text.")
    elif text(value.get("text")):
        found.parts.append(TextPart(text=without_marks(text(value.get("text")), metadata)))
    elif value:
        found.remarks.append("Something of a kind that is not known here was left out.")


def _attached_name(pointer: str, metadata: Mapping[str, object]) -> str:
    for attachment in items(metadata.get("attachments"))[:100]:
        if text(attachment.get("id")) and text(attachment.get("id")) in pointer:
            return text(attachment.get("name"))
    return ""


def _thoughts(content: Mapping[str, object]) -> Iterator[str]:
    for thought in items(content.get("thoughts")):
        summary, said = text(thought.get("summary")).strip(), text(thought.get("content")).strip()
        yield "\n\n".join(piece for piece in (f"**{summary}**" if summary else "", said) if piece)


def _other(content: Mapping[str, object]) -> str:
    """Return the words of a page, a quotation, a tool's output, an error, or of what is new since."""
    head = " ".join(word for word in (text(content.get("title")), text(content.get("url"))) if word)
    body = text(content.get("text")) or text(content.get("result")) or text(content.get("content"))
    if not body:
        body = "\n\n".join(piece for piece in _list(content.get("parts")) if isinstance(piece, str))
    return f"{head}\n{body}".strip()


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []

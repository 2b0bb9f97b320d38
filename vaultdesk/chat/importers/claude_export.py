"""Importer for the data export of Claude."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from vaultdesk.chat.importers.chatgpt_export import fence_code
from vaultdesk.chat.importers.export_archive import as_object, as_objects, as_text
from vaultdesk.chat.importers.imported_chat import (
    ImportedChat,
    ImportedTurn,
    ReadBranch,
    TreeBranch,
    TurnAssembler,
    clean_text,
    conversations_of,
    from_iso,
    imported_title,
    plain_id,
    stable_id,
    tool_call_part,
    tool_result_part,
    tree_branches,
)
from vaultdesk.chat.messages import ContextItem, Part, ReasoningPart, TextPart, ToolCallPart
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.phrases import Phrase

ROOT_PARENT_ID = "00000000-0000-4000-8000-000000000000"
"""Parent id of a first message."""

HIDDEN_BLOCK_TYPES = ("token_budget", "flag", "redacted_thinking")
"""Block types without content for the user."""

_WORD_KEYS = ("text", "transcript", "content", "message")
"""Keys under which a block may contain text."""

MAX_CITATIONS = 500
"""Maximum citations read of one text; a long research report has a hundred."""

_WEB_ADDRESS = re.compile(r"https?://[^\s<>\"\[\]]{1,2000}")

MAX_ATTACHED = 400_000
"""Maximum number of characters stored of one attached file: a book of 200 pages."""

_UNSUPPORTED = re.compile(r"```\s*This block is not supported on your current device yet\.\s*```")
_ARTIFACT = re.compile(r"<antArtifact\b([^<>]{0,2000})>|</antArtifact>")
_ATTRIBUTE = re.compile(r'(\w{1,40})="([^"\n]{0,500})"')


def is_claude(item: object) -> bool:
    """Return whether *item* is a conversation of this export."""
    return isinstance(item, dict) and isinstance(item.get("chat_messages"), list)


def read_claude(item: object, changed: datetime) -> Iterator[ImportedChat]:
    """Yield the conversation *item*, and one for each branch. Raises `ImportFailed` if it is not one.

    *changed* is the default time.
    """
    value = as_object(item)
    if not is_claude(item):
        raise ImportFailed(
            Phrase("An entry of the export is not a conversation."), hint=Phrase("The other entries were read.")
        )
    title = imported_title(as_text(value.get("name")))
    identity = plain_id(as_text(value.get("uuid"))) or stable_id("chat", title, as_text(value.get("created_at")))
    start = from_iso(value.get("created_at")) or changed
    nodes = {
        as_text(message.get("uuid")) or str(index): message
        for index, message in enumerate(as_objects(value.get("chat_messages")))
    }
    seed, model = f"claude:{identity}", _model(as_text(value.get("model")))
    leaf = as_text(value.get("current_leaf_message_uuid"))
    branches = tree_branches(_parents(nodes), leaf or next(reversed(nodes), ""), list(nodes))
    reads = [_read(branch, nodes, TurnAssembler(seed, start), model) for branch in branches]
    yield from conversations_of(reads, title, seed, start, pinned=value.get("is_starred") is True)


def _model(slug: str) -> str:
    return f"anthropic/{clean_text(slug)[:100]}" if slug else ""


def _parents(nodes: Mapping[str, Mapping[str, object]]) -> dict[str, str | None]:
    """Return each message's parent; where the export names none, messages follow each other."""
    parents: dict[str, str | None] = {}
    previous: str | None = None
    for name, message in nodes.items():
        parent = as_text(message.get("parent_message_uuid"))
        parents[name] = (
            (parent if parent != ROOT_PARENT_ID else None) if parent in nodes or parent == ROOT_PARENT_ID else previous
        )
        previous = name
    return parents


def _read(
    branch: TreeBranch, nodes: Mapping[str, Mapping[str, object]], turns: TurnAssembler, model: str
) -> ReadBranch:
    for node in branch:
        message = nodes[node]
        from_user = as_text(message.get("sender")) in ("human", "user")
        parts = tuple(_parts(message, node, turns))
        context = tuple(_attached(message)) if from_user else ()
        created = from_iso(message.get("created_at"))
        cut = not from_user and (
            message.get("truncated") is True or as_text(message.get("stop_reason")) == "user_canceled"
        )
        if from_user:
            turns.add(ImportedTurn("user", parts, created, context=context, key=node))
        else:
            model_name = as_text(message.get("model"))
            turns.add(ImportedTurn("assistant", parts, created, _model(model_name) or model, cut=cut, key=node))
    return ReadBranch(turns.messages(), turns.remarks, branch[-1])


def _parts(message: Mapping[str, object], node: str, turns: TurnAssembler) -> Iterator[Part]:
    has_text = False
    calls: dict[str, ToolCallPart] = {}
    for index, block in enumerate(as_objects(message.get("content"))):
        kind = as_text(block.get("type"))
        if kind == "text":
            text = _without_artifacts(as_text(block.get("text")))
            has_text = has_text or bool(text)
            yield TextPart(text=text + _cited_links(block.get("citations")))
        elif kind == "thinking":
            yield ReasoningPart(text=as_text(block.get("thinking")))
        elif kind == "tool_use":
            call = tool_call_part(stable_id("call", node, index), as_text(block.get("name")), block.get("input"))
            calls[as_text(block.get("id")) or call.id] = call
            yield call
        elif kind == "tool_result":
            answered_call = calls.pop(as_text(block.get("tool_use_id")), None) or _oldest(calls)
            if answered_call is not None:
                yield tool_result_part(
                    answered_call, _result(block.get("content")), is_error=block.get("is_error") is True
                )
        elif kind in HIDDEN_BLOCK_TYPES:
            pass
        elif words := _words(block):
            has_text = True
            yield TextPart(text=words)
        else:
            turns.add_remark(Phrase("A part of an unknown kind was left out."))
    if not has_text:
        yield TextPart(text=_without_artifacts(as_text(message.get("text"))))
    for file in as_objects(message.get("files")) + _empty(message):
        name = imported_title(as_text(file.get("file_name"))) or "a file"
        yield TextPart(text=f"[Attached: {name}. Its content is not in the export.]", hidden=True)


def _words(block: Mapping[str, object]) -> str:
    """Return the text of a block of an unknown kind, such as a voice note; empty if it has none."""
    for key in _WORD_KEYS:
        value = block.get(key)
        text = as_text(value) or "\n\n".join(as_text(item.get("text")) for item in as_objects(value))
        if text.strip():
            return _without_artifacts(text) + _cited_links(block.get("citations"))
    return ""


def _cited_links(citations: object) -> str:
    """Return *citations* as Markdown links to append to a text; empty if there are none."""
    links: dict[str, str] = {}
    for citation in as_objects(citations)[:MAX_CITATIONS]:
        details = as_object(citation.get("details"))
        address = next((found for source in (details, citation) if (found := as_text(source.get("url")).strip())), "")
        if _WEB_ADDRESS.fullmatch(address) and address not in links:
            title = imported_title(as_text(details.get("title")) or as_text(citation.get("title")))
            label = title.replace("[", "(").replace("]", ")") or address.split("/")[2]
            links[address] = f"[{label}]({address.replace('(', '%28').replace(')', '%29')})"
    return f"\n\n({', '.join(links.values())})" if links else ""


def _oldest(calls: dict[str, ToolCallPart]) -> ToolCallPart | None:
    return calls.pop(next(iter(calls))) if calls else None


def _without_artifacts(text: str) -> str:
    """Return *text* with its generated documents shown by their type."""
    if "antArtifact" not in text:
        return _UNSUPPORTED.sub("", text).strip()
    parts: list[str] = []
    index, opened = 0, None
    for mark in _ARTIFACT.finditer(text):
        section, index = text[index : mark.start()], mark.end()
        parts.append(section.strip() if opened is None else _document(opened, section))
        opened = mark[1]  # None for the closing tag
    parts.append(text[index:].strip() if opened is None else _document(opened, text[index:]))
    return "\n\n".join(part for part in parts if part)


def _document(attributes: str, body: str) -> str:
    values = dict(_ATTRIBUTE.findall(attributes))
    title = values.get("title", "").strip()
    plain = values.get("type", "") == "text/markdown"
    content = body.strip() if plain else fence_code(body.strip("\n"), values.get("language", ""))
    return f"**{title}**\n\n{content}" if title else content


def _result(content: object) -> str:
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for item in as_objects(content):
        head = " ".join(word for word in (as_text(item.get("title")), as_text(item.get("url"))) if word)
        parts.append(f"{head}\n{as_text(item.get('text'))}".strip())
    return "\n\n".join(item for item in parts if item)


def _attached(message: Mapping[str, object]) -> Iterator[ContextItem]:
    for attachment in as_objects(message.get("attachments")):
        text = clean_text(as_text(attachment.get("extracted_content")))
        if text.strip():
            name = imported_title(as_text(attachment.get("file_name"))) or "Attached text"
            yield ContextItem(kind="file", target=name, text=text[:MAX_ATTACHED])


def _empty(message: Mapping[str, object]) -> list[Mapping[str, object]]:
    return [
        file for file in as_objects(message.get("attachments")) if not as_text(file.get("extracted_content")).strip()
    ]

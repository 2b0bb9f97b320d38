"""Command "chats": lists, searches, shows, renames and deletes the chats of a vault."""

import argparse
import json
from collections.abc import Sequence

from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.cli.chat import chat_key, short_key
from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import print_notice, print_text
from vaultdesk.workspace import Workspace

SPEAKERS = {"user": "You", "assistant": "Assistant"}


def run(options: argparse.Namespace) -> int:
    """Perform `options.action`; without one, list the chats."""
    return run_async(_run(CommandSession(), options))


async def _run(session: CommandSession, options: argparse.Namespace) -> int:
    async with session.workspace(options.vault) as workspace:
        await workspace.indexer.settled()
        await workspace.chats.refresh()
        match options.action:
            case "search":
                await _search(workspace, options)
            case "show":
                await _show(workspace, options)
            case "rename":
                key = await workspace.chats.rename(await chat_key(workspace, options.chat), options.title)
                print_notice(f"Renamed: {_title(workspace, key)}")
            case "delete":
                await _delete(workspace, options)
            case _:
                _list(workspace.chats.entries()[: options.limit], as_json=options.json)
    return 0


def _list(entries: Sequence[ChatEntry], *, as_json: bool) -> None:
    for entry in entries:
        if as_json:
            print(json.dumps(_entry_value(entry), ensure_ascii=False))
        else:
            changed = entry.modified.astimezone().strftime("%Y-%m-%d %H:%M")
            note = f"  ({entry.path})" if entry.path else ""
            print_text(f"{short_key(entry)}  {changed}  {entry.title or 'New chat'}{note}")


async def _search(workspace: Workspace, options: argparse.Namespace) -> None:
    words = options.query.casefold().split()
    title_matches = [
        ChatPassage(chat.key, chat.title, chat.preview)
        for chat in workspace.chats.entries()
        if words and all(word in chat.title.casefold() for word in words)
    ]
    known = {passage.key for passage in title_matches}
    text_matches = await workspace.chats.search(options.query, options.limit)
    for passage in (*title_matches, *(match for match in text_matches if match.key not in known))[: options.limit]:
        if options.json:
            value = {"key": passage.key, "title": passage.title, "text": passage.text, "message": passage.message_id}
            print(json.dumps(value, ensure_ascii=False))
        else:
            entry = next((chat for chat in workspace.chats.entries() if chat.key == passage.key), None)
            key = short_key(entry) if entry is not None else passage.key
            print_text(f"{key}  {passage.title or 'New chat'}")
            print_text(f"    {passage.text}")


async def _show(workspace: Workspace, options: argparse.Namespace) -> None:
    conversation = await workspace.chats.open(await chat_key(workspace, options.chat))
    if not options.json:
        print_text(f"# {conversation.title or 'New chat'}")
    for message in conversation.messages:
        text = _message_text(message)
        if options.json:
            value = {
                "id": message.id, "role": message.role, "text": text, "created": message.created.isoformat(),
                "model": message.model, "cut": message.cut, "tools": [call.name for call in message.tool_calls],
            }  # fmt: skip
            print(json.dumps(value, ensure_ascii=False))
        elif text and message.role in SPEAKERS:
            cut = " (cut off)" if message.cut else ""
            print_text(f"\n## {SPEAKERS[message.role]}{cut}\n")
            for line in text.split("\n"):
                print_text(line)


async def _delete(workspace: Workspace, options: argparse.Namespace) -> None:
    key = await chat_key(workspace, options.chat)
    title = _title(workspace, key)
    group = await workspace.chats.delete(key)
    print_notice(f"Deleted: {title}")
    if group:
        print_notice(f"Its note was deleted ({await workspace.vault.deletion_text()}). vaultdesk undo restores it.")


def _title(workspace: Workspace, key: str) -> str:
    return next((entry.title for entry in workspace.chats.entries() if entry.key == key), key) or "New chat"


def _message_text(message: Message) -> str:
    if message.role == "tool":
        return ""
    return "".join(part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden).strip()


def _entry_value(entry: ChatEntry) -> dict[str, object]:
    return {
        "key": entry.key, "id": entry.id, "title": entry.title, "created": entry.created.isoformat(),
        "modified": entry.modified.isoformat(), "pinned": entry.pinned, "note": entry.path, "model": entry.model,
        "preview": entry.preview,
    }  # fmt: skip

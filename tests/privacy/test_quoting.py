"""Quoting: a chat is as private as the most private note whose text is in it, wherever it is asked about."""

import json
from pathlib import Path

from tests.privacy.scene import HERE, NOTES, open_scene, question, request, result, wire
from tests.support.desk import REMOTE, write_notes
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart
from vaultdesk.chat.note_format import write_chat
from vaultdesk.privacy.quoting import path_of, stricter


def chat_of(*paths: str) -> str:
    """The note of a chat in which these notes were read and talked about."""
    conversation = Conversation(title="A chat")
    content = json.dumps({"data": [{"path": path, "content": NOTES.get(path, "")} for path in paths]})
    sources = tuple(Source(path=path, characters=10) for path in paths)
    conversation.append(
        Message(role="tool", parts=(ToolResultPart(call_id="c", name="file_read", content=content, sources=sources),))
    )
    said = " ".join(NOTES.get(path, "") for path in paths)
    conversation.append(Message(role="assistant", parts=(TextPart(text=f"You wrote: {said}"),)))
    return write_chat(conversation)


CHATS = {
    "Chats/Open.md": chat_of("Open.md"),
    "Chats/Diary.md": chat_of("Open.md", "Personal/Diary.md"),
    "Chats/Tagged.md": chat_of("Tagged.md"),
    "Chats/Asked.md": chat_of("Asked.md"),
    "Chats/Gone.md": chat_of("Was deleted.md"),
    "Chats/Picture.md": chat_of("Pictures/a.png"),
    "Chats/Unnamed.md": chat_of("strange#name.md"),
    "Chats/Of a chat.md": chat_of("Chats/Diary.md"),
    "Chats/Ring.md": chat_of("Chats/Ring.md", "Open.md"),
    "No chat.md": "---\nsources:\n  - '[[Personal/Diary]]'\n---\nMine.\n",
}
WANTED = {
    "Chats/Open.md": "open",
    "Chats/Diary.md": "closed",
    "Chats/Tagged.md": "closed",
    "Chats/Asked.md": "ask",
    "Chats/Gone.md": "closed",
    "Chats/Picture.md": "open",
    "Chats/Unnamed.md": "closed",
    "Chats/Of a chat.md": "closed",
    "Chats/Ring.md": "open",
    "No chat.md": "open",
}


async def test_a_chat_is_what_its_most_private_source_is_by_what_is_known_and_by_the_files(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        assert {path: scene.rules.standing(path, REMOTE) for path in CHATS} == WANTED
        assert {path: await scene.rules.exact(path, REMOTE) for path in CHATS} == WANTED
        assert {scene.rules.standing(path, HERE) for path in CHATS} == {"open"}
        assert scene.rules.hides("Chats/Diary", REMOTE)
        assert not scene.rules.hides("Chats/Open", REMOTE)


async def test_a_note_that_becomes_private_takes_its_chats_with_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        write_notes(scene.root, {"Open.md": "---\nprivate: true\n---\n"})
        assert await scene.rules.exact("Chats/Open.md", REMOTE) == "closed"
        scene.table.learn()
        assert scene.rules.standing("Chats/Open.md", REMOTE) == "closed"


async def test_what_a_chat_quotes_of_a_private_note_does_not_pass_the_gate(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        for path, leaves in (("Chats/Open.md", True), ("Chats/Diary.md", False), ("Chats/Of a chat.md", False)):
            text = CHATS[path]
            source = Source(path=path, characters=len(text))
            read = result("file_read", "c1", [{"path": path, "content": text}], source)
            sent = wire(await scene.sent(request(question(), read, conversation=path)))
            assert ("18,400" in sent) is leaves
            assert "CANARY-DIARY" not in sent


async def test_taking_the_sources_out_of_a_chat_loosens_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        path, text = "Chats/Diary.md", CHATS["Chats/Diary.md"]
        bare = text.replace('  - "[[Personal/Diary]]"\n', "")
        assert bare != text
        assert scene.rules.loosens(path, text, path, bare)
        assert scene.rules.loosens(path, text, path, text.replace("vaultdesk-chat: 1\n", ""))
        assert not scene.rules.loosens(path, text, "Elsewhere/Diary.md", text + "More.\n")


async def test_a_chat_whose_head_is_broken_may_quote_anything(tmp_path: Path) -> None:
    broken = CHATS["Chats/Open.md"].replace("title: A chat", "title: [A chat")
    async with open_scene(tmp_path, {**NOTES, "Chats/Broken.md": broken}) as scene:
        assert scene.rules.standing("Chats/Broken.md", REMOTE) == "closed"
        assert await scene.rules.exact("Chats/Broken.md", REMOTE) == "closed"


def test_a_source_without_an_ending_is_a_note() -> None:
    assert [path_of(name) for name in ("", "A/b", "A/b.md", "a.png", "Dr. House")] == [
        "",
        "A/b.md",
        "A/b.md",
        "a.png",
        "Dr. House.md",
    ]
    assert stricter(None, None) is None

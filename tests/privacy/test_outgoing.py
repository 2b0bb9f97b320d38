"""Outgoing: what may leave of a request, and what is written down of it."""

from pathlib import Path

from tests.privacy.scene import HERE, NOTES, call, open_scene, question, read, request, wire
from tests.support.desk import REMOTE
from vaultdesk.chat.attached_text import empty_attached_tag, wrap_attached
from vaultdesk.chat.messages import ImagePart, Message, Source, TextPart
from vaultdesk.privacy.dealings import Dealings
from vaultdesk.privacy.inspection import inspect
from vaultdesk.privacy.outgoing import asked_for, outgoing, pieces_of, question_of, size_of
from vaultdesk.providers.provider import ToolSpec

SAID = Message(id="said", role="assistant", parts=(TextPart(text="The diary says CANARY-DIARY."),))


async def test_only_what_is_open_leaves(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        asked = request(question(), *read(*NOTES), SAID, question("And?"))
        seen = await inspect(asked, scene.rules, REMOTE, Dealings())
        leaving = outgoing(asked, seen, scene.rules, REMOTE, Dealings())
        assert "18,400" in wire(leaving.request)
        assert "Then we order." in wire(leaving.request)
        assert "CANARY" not in wire(leaving.request)
        assert leaving.answers == ("said",)
        assert "Personal" not in wire(leaving.request)


async def test_a_request_with_nothing_private_leaves_as_it_is(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        asked = request(question(), *read("Open.md"), SAID)
        seen = await inspect(asked, scene.rules, REMOTE, Dealings())
        assert wire(outgoing(asked, seen, scene.rules, REMOTE, Dealings()).request) == wire(asked)


async def test_each_passage_is_written_down_with_what_became_of_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        asked = request(question(), *read(*NOTES, allowed="grant"))
        size = len(NOTES["Open.md"])
        dealings = Dealings(kept={("Open.md", size): "Cut."})
        seen = await inspect(asked, scene.rules, REMOTE, dealings)
        pieces = [(one.source.path, one.kind, one.decision, one.why) for one in pieces_of(seen, dealings, REMOTE)]
        assert pieces == [
            ("Open.md", "kept", "review", ""),
            ("Open.md", "sent", "review", ""),
            ("Plan.md", "sent", "grant", ""),
            ("Personal/Diary.md", "kept", "privacy", "in personal"),
            ("Tagged.md", "kept", "privacy", "tagged #private"),
            ("Marked.md", "kept", "privacy", "with private: true"),
            ("Asked.md", "kept", "nobody", "with team"),
        ]
        assert [one.source.characters for one in pieces_of(seen, dealings, REMOTE)][:2] == [size, len("Cut.")]
        here = await inspect(asked, scene.rules, HERE, Dealings())
        assert {one.kind for one in pieces_of(here, Dealings(), HERE)} == {"stayed"}


async def test_a_private_note_that_was_asked_for_by_name_is_told(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        host = Dealings().host(REMOTE.host)
        asked = request(
            call("file_read", "c1", file_paths=["personal/diary.md", "Open.md"]),
            call("read_note", "c2", path="Tagged"),
            call("vault_search", "c3", query="Marked"),
            call("file_read", "c4", file_paths=["Marked.md"]),
        )
        host.calls.update({"c1", "c2", "c3"})
        pieces = asked_for(asked, scene.rules, REMOTE, host)
        assert [(one.source.path, one.kind, one.why) for one in pieces] == [
            ("Personal/Diary.md", "kept", "in personal"),
            ("Tagged.md", "kept", "tagged #private"),
        ]
        assert asked_for(asked, scene.rules, HERE, host) == []


def test_the_question_is_what_the_person_typed_last() -> None:
    note = TextPart(text="<agent>be kind</agent>", sources=(Source(path="Agents/Kind.md", characters=7),))
    typed = Message(role="user", parts=(note, TextPart(text="  What\nabout   it?" + "x" * 200)))
    asked = request(question("Before"), typed, SAID)
    assert question_of(asked) == ("What about it?" + "x" * 200)[:80]
    assert question_of(request(SAID)) == ""


def test_what_lies_beside_a_question_is_not_the_question() -> None:
    told_of = TextPart(text=empty_attached_tag(link="Nowhere", problem="There is no such note."))
    beside = TextPart(text=wrap_attached("A note.", note="A.md"), sources=(Source(path="A.md", characters=7),))
    message = Message(role="user", parts=(told_of, beside, TextPart(text="So what?")))
    assert question_of(request(message)) == "So what?"


def test_the_size_counts_everything_but_pictures() -> None:
    picture = ImagePart(media_type="image/png", data="A" * 4000)
    bare = request(question("a" * 400))
    assert size_of(bare) == (400 + len("Be brief.") + 3) // 4
    assert size_of(request(Message(role="user", parts=(picture, TextPart(text="a" * 400))))) == size_of(bare)
    assert size_of(request(*read("Open.md"))) > len(NOTES["Open.md"]) // 4
    tools = bare.__class__(bare.model, bare.system, bare.messages, (ToolSpec("t", "does", {"type": "object"}),))
    assert size_of(tools) > size_of(bare)

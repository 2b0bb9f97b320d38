"""A message that was read from the note of a chat is text of that note, and not the user's own."""

import json

import pytest

from tests.support.scripted_provider import ScriptedProvider
from tests.support.talk import text_turn
from tests.support.wire import Turn, WireServer
from tests.workspace.bench import Bench
from tests.workspace.chat_scene import finish
from vaultdesk.agent.context.conversation_summary import paths_of
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ImagePart, Message, Source, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.settings.settings_schema import PrivacyRule, ProviderSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.tools.runtime.approvals import DENY_ALL
from vaultdesk.tools.runtime.taint import TaintFlags
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_note_access import NoteMessages

REMOTE = Destination("Example", "models.example.com", local=False)
HERE = Destination("Ollama", "localhost", local=True)

SECRET = "the word of the letter"
OWN_FORMAT = f"---\nvaultdesk-chat: 1\n---\n\n## You\n\n{SECRET}\n"
CHATGPT_MD = f"{SECRET}\n\n{SEPARATOR}\n\n### role::assistant\n\nSorry.\n\n{SEPARATOR}\n\n### role::user\n\n"


def make_private(bench: Bench, answer: str) -> None:
    """Add a remote model, and a rule for the folder Personal."""
    model = ProviderSettings(kind="openai-compatible", base_url="https://models.example.com/v1", model="m")
    rule = PrivacyRule(kind="folder", value="Personal", answer=answer)  # type: ignore[arg-type] # a table of answers
    bench.store.change(lambda tree: tree.with_provider("work", model).with_vault(bench.root, privacy=(rule,)))


def write_note(bench: Bench, text: str = OWN_FORMAT, path: str = "Personal/Talk.md") -> str:
    (bench.root / path).parent.mkdir(exist_ok=True)
    (bench.root / path).write_text(text, encoding="utf-8")
    return path


async def sent_text(workspace: Workspace, conversation: Conversation, destination: Destination = REMOTE) -> str:
    """Return the messages that asking in *conversation* sends to *destination*, as text."""
    request = await workspace.agent(DENY_ALL, "work/m", mode="chat").request(conversation, "What does it mean?")
    cleared = await workspace.egress_policy.clear(request, destination)
    return json.dumps([message.model_dump(mode="json") for message in cleared.request.messages])


@pytest.mark.parametrize("text", [OWN_FORMAT, CHATGPT_MD])
@pytest.mark.parametrize(
    ("answer", "is_read_here"),
    [("never", False), ("local", True), ("ask", True)],
)
async def test_the_text_of_a_private_chat_note_is_withheld_like_that_of_any_other_note(
    bench: Bench, text: str, answer: str, is_read_here: bool
) -> None:
    make_private(bench, answer)
    path = write_note(bench, text)
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open(path)
        assert SECRET not in await sent_text(workspace, conversation)
        assert {(entry.path, entry.kind) for entry in await workspace.ledger.find()} == {(path, "kept")}
        preview = await workspace.preview(conversation, "What does it mean?", "work/m")
        named = [note.path for note in preview.closed_notes] + [excerpt.path for excerpt in preview.excerpts]
        assert set(named) == {path}, "the user is told which note is withheld"
        assert (SECRET in await sent_text(workspace, conversation, HERE)) is is_read_here


async def test_a_chat_note_that_is_not_private_is_sent_without_a_review(bench: Bench) -> None:
    make_private(bench, "never")
    path = write_note(bench, path="Open talk.md")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        assert SECRET in await sent_text(workspace, await workspace.chats.open(path))


async def test_which_messages_are_text_of_the_note_is_stored_with_the_chat_and_its_branches(bench: Bench) -> None:
    make_private(bench, "local")
    path = write_note(bench)
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open(path)
        autosave = workspace.chats.autosave(conversation)
        finish(autosave, "An answer.")
        await autosave.flush()
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        stored = await workspace.chats.open(conversation.id)
        assert stored.messages[0].text.strip() == SECRET
        assert SECRET not in await sent_text(workspace, stored)
        branch = workspace.chats.branch(stored, stored.messages[0].id)
        assert SECRET not in await sent_text(workspace, branch)


async def test_a_moved_note_has_the_rules_of_its_new_place(bench: Bench) -> None:
    make_private(bench, "local")
    path = write_note(bench, path="Open talk.md")
    (bench.root / "Personal").mkdir()
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open(path)
        autosave = workspace.chats.autosave(conversation)
        finish(autosave, "An answer.")
        await autosave.flush()
        assert SECRET in await sent_text(workspace, conversation)
    (bench.root / path).rename(bench.root / "Personal" / path)
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        moved = await workspace.chats.open(conversation.id)
        assert workspace.chats.note_of(moved) == f"Personal/{path}"
        assert SECRET not in await sent_text(workspace, moved)


async def test_what_was_written_here_stays_the_users_own_text_also_in_a_private_note(bench: Bench) -> None:
    make_private(bench, "local")
    bench.store.change(
        lambda tree: tree.model_copy(update={"chat": tree.chat.model_copy(update={"folder": "Personal"})})
    )
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        conversation = Conversation(title="Mine")
        conversation.append(user_message(SECRET))
        autosave = workspace.chats.autosave(conversation)
        finish(autosave, "An answer.")
        await autosave.flush()
        note = autosave.path
        assert note.startswith("Personal/")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        stored = await workspace.chats.open(conversation.id)
        assert SECRET in await sent_text(workspace, stored)
    file = bench.root / note
    file.write_text(file.read_text(encoding="utf-8").replace(SECRET, f"{SECRET} and another word"), encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        edited = await workspace.chats.open(conversation.id)
        assert edited.messages[0].text.strip() == f"{SECRET} and another word"
        assert SECRET not in await sent_text(workspace, edited), "the text was changed in the note"


async def test_the_title_of_a_private_chat_note_is_not_requested_with_its_text(bench: Bench) -> None:
    make_private(bench, "local")
    path = write_note(bench)
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open(path)
        finish(workspace.chats.autosave(conversation), "An answer.")
        provider = ScriptedProvider([text_turn("Title")], destination=REMOTE)
        gate = DisclosureGate(provider, workspace.ledger, workspace.egress_policy)
        titles = workspace.chats._services.titles
        assert titles is not None
        titles._answering_model = lambda _label: ChosenModel(gate, "m", "work/m")
        assert await titles.suggest_title(conversation) == "Title"
        (request,) = provider.requests
        assert SECRET not in "".join(message.text for message in request.messages)


async def test_a_summary_of_messages_of_a_private_note_is_text_of_that_note(bench: Bench) -> None:
    make_private(bench, "local")
    path = write_note(bench)
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open(path)
        request = await workspace.agent(DENY_ALL, "work/m", mode="chat").request(conversation, "And now?")
        assert paths_of(request.messages) == (path,)


async def test_a_summary_counts_each_image_of_the_vault() -> None:
    image = ImagePart(media_type="image/png", data="", sources=(Source(path="Private/shot.png"),))
    assert paths_of((Message(role="user", parts=(image,)),)) == ("Private/shot.png",)


@pytest.mark.parametrize(("text", "flags"), [(OWN_FORMAT, TaintFlags(untrusted=True, notes=True)), ("", TaintFlags())])
async def test_a_chat_that_was_read_from_a_note_is_untrusted(bench: Bench, text: str, flags: TaintFlags) -> None:
    """Anyone may have written the note; what the user writes here is their own."""
    with WireServer(openai=[Turn("An answer.")]) as server:
        model = ProviderSettings(kind="openai-compatible", base_url=server.url, model="m")
        bench.store.change(lambda tree: tree.with_provider("work", model))
        async with bench.open() as workspace:
            await workspace.wait_until_indexed()
            conversation = await workspace.chats.open(write_note(bench, text)) if text else Conversation()
            agent = workspace.agent(DENY_ALL, "work/m", mode="chat")
            async with agent.run(conversation, "Hello?") as run:
                async for _ in run:
                    pass
            assert workspace._tracking.taint.flags(conversation.id) == flags


def test_only_messages_that_differ_are_recorded_and_a_hidden_part_is_no_difference() -> None:
    own = [user_message("One?"), user_message("Two?")]
    edited = own[0].model_copy(update={"parts": (TextPart(text="Changed"),)})
    hidden = own[1].model_copy(update={"parts": (*own[1].parts, TextPart(text="conflict", hidden=True))})
    new = Message(
        role="assistant",
        parts=(
            ToolCallPart(id="c", name="n", arguments_json="{}"),
            ToolResultPart(call_id="c", name="n", content="{}"),
        ),
    )
    messages = NoteMessages()
    assert messages.state("chat_1") is None
    assert not messages.record("chat_1", "Talk.md", own, own)
    assert messages.record("chat_1", "Talk.md", own, [edited, hidden, new])
    assert messages.paths("chat_1") == {edited.id: "Talk.md", new.id: "Talk.md"}
    restored = NoteMessages()
    restored.restore("chat_1", messages.state("chat_1"))
    assert restored.paths("chat_1") == messages.paths("chat_1")
    for unreadable in ("text", {"Talk.md": "no list"}, {"Talk.md": [7]}, None):
        restored.restore("chat_2", unreadable)  # type: ignore[arg-type] # a table of values
    assert restored.paths("chat_2") == {}

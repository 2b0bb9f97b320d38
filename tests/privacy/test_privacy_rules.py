"""Tests of privacy/privacy_rules.py."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Collection
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, NOTES, RULES, open_scene, question, request, result, wire
from tests.support.desk import REMOTE, write_notes
from tests.workspace.bench import Bench
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import write_chat
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart
from vaultdesk.core.settings.settings_schema import PrivacyRule, VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules, never_send_rule, rules_after_move, source_path, stricter_rule
from vaultdesk.privacy.rule_matcher import NoteMarks
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Move, Origin

# Quoting: a chat is as private as the most private note whose text is in it, wherever it is asked about.


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
        assert {path: scene.rules.status(path, REMOTE) for path in CHATS} == WANTED
        assert {path: await scene.rules.current_status(path, REMOTE) for path in CHATS} == WANTED
        assert {scene.rules.status(path, HERE) for path in CHATS} == {"open"}
        assert scene.rules.hides_name("Chats/Diary", REMOTE)
        assert not scene.rules.hides_name("Chats/Open", REMOTE)


async def test_a_note_that_becomes_private_takes_its_chats_with_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        write_notes(scene.root, {"Open.md": "---\nprivate: true\n---\n"})
        assert await scene.rules.current_status("Chats/Open.md", REMOTE) == "closed"
        scene.table.learn()
        assert scene.rules.status("Chats/Open.md", REMOTE) == "closed"


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
        assert scene.rules.is_loosened(path, text, path, bare)
        assert scene.rules.is_loosened(path, text, path, text.replace("vaultdesk-chat: 1\n", ""))
        assert not scene.rules.is_loosened(path, text, "Elsewhere/Diary.md", text + "More.\n")


async def test_a_chat_whose_head_is_broken_may_quote_anything(tmp_path: Path) -> None:
    broken = CHATS["Chats/Open.md"].replace("title: A chat", "title: [A chat")
    async with open_scene(tmp_path, {**NOTES, "Chats/Broken.md": broken}) as scene:
        assert scene.rules.status("Chats/Broken.md", REMOTE) == "closed"
        assert await scene.rules.current_status("Chats/Broken.md", REMOTE) == "closed"


def test_a_source_without_an_ending_is_a_note() -> None:
    assert [source_path(name) for name in ("", "A/b", "A/b.md", "a.png", "Dr. House")] == [
        "",
        "A/b.md",
        "A/b.md",
        "a.png",
        "Dr. House.md",
    ]
    assert stricter_rule(None, None) is None


# Rules: what a note is for whom, quickly from what is known and exactly from the file as it is.

NEVER = PrivacyRule(kind="folder", value="Personal", answer="never")


async def test_each_note_is_what_its_strictest_rule_says(tmp_path: Path) -> None:
    expected = {
        "Open.md": "open",
        "Plan.md": "open",
        "Personal/Diary.md": "closed",
        "Tagged.md": "closed",
        "Marked.md": "closed",
        "Asked.md": "ask",
    }
    async with open_scene(tmp_path) as scene:
        assert {path: scene.rules.status(path, REMOTE) for path in NOTES} == expected
        assert {path: await scene.rules.current_status(path, REMOTE) for path in NOTES} == expected
        assert {scene.rules.status(path, HERE) for path in NOTES} == {"open"}
        scene.set(privacy=(NEVER,))
        assert scene.rules.status("Personal/Diary.md", HERE) == "closed"
        assert scene.rules.status("Tagged.md", REMOTE) == "open"


async def test_exact_knows_what_the_index_does_not_know_yet(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Open.md").write_text("---\nprivate: true\n---\nNow secret.\n", encoding="utf-8")
        assert scene.rules.status("Open.md", REMOTE) == "open"
        assert await scene.rules.current_status("Open.md", REMOTE) == "closed"
        (scene.root / "Marked.md").write_text("No more.\n", encoding="utf-8")
        assert scene.rules.status("Marked.md", REMOTE) == "closed"
        assert await scene.rules.current_status("Marked.md", REMOTE) == "open"
        assert scene.rules.status("Brand new.md", REMOTE) == "closed", "a note nobody knows may be private"


async def test_what_cannot_be_read_may_be_private(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Binary.md").write_bytes(b"\0\1\2")
        assert await scene.rules.current_status("Binary.md", REMOTE) == "closed"
        assert await scene.rules.current_status("Binary.md", HERE) == "open"
        look = await scene.rules.exact_privacy("Gone.md", REMOTE)
        assert (look.status, look.is_missing, look.is_unreadable) == ("closed", True, True)
        assert not (await scene.rules.exact_privacy("Personal/Gone.md", REMOTE)).is_unreadable
        assert not scene.rules.is_closed_by_path("Gone.md", REMOTE)
        assert scene.rules.is_closed_by_path("Personal/Gone.md", REMOTE)
        for outside in ("../x.md", ".obsidian/app.json", "Personal/../Open.md", "/etc/hosts"):
            assert await scene.rules.current_status(outside, HERE) == "closed"
        assert await scene.rules.current_status("picture.png", REMOTE) == "open", "a picture has no properties"
        assert await scene.rules.current_status("Personal/picture.png", REMOTE) == "closed"
        scene.set(privacy=())
        assert await scene.rules.current_status("Binary.md", REMOTE) == "open"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="rights do not bind this user")
async def test_a_note_without_rights_may_be_private(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Open.md").chmod(0)
        assert await scene.rules.current_status("Open.md", REMOTE) == "closed"


async def test_names_are_hidden_by_what_is_known(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        hides = scene.rules.hides_name
        assert hides("tagged", REMOTE)
        assert hides("Personal/anything.md", REMOTE)
        assert hides("Personal", REMOTE)
        assert not hides("Missing.md", REMOTE)
        assert not hides("Asked.md", REMOTE)
        assert not hides("Tagged.md", HERE)
        assert scene.rules.closed_note("TAGGED", REMOTE) == ("Tagged.md", RULES[1])
        assert scene.rules.closed_note("Open.md", REMOTE) == ("Open.md", None)
        assert scene.rules.closed_note("Nothing", REMOTE) == ("Nothing", None)


async def test_the_lock_tells_its_rule_and_rules_are_counted(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        assert scene.rules.strictest_rule("Personal/Diary.md") == RULES[0]
        assert scene.rules.strictest_rule("Open.md") is None
        assert sum(scene.rules.strictest_rule(path) is not None for path in NOTES) == 4


async def test_comments_go_nowhere_but_here_unless_the_person_says_so(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        shown = scene.rules.note_privacy.redact
        assert "CANARY" not in shown("Plan.md", NOTES["Plan.md"], REMOTE)
        assert shown("Plan.md", NOTES["Plan.md"], HERE) == NOTES["Plan.md"]
        scene.set(comments="send")
        assert shown("Plan.md", NOTES["Plan.md"], REMOTE) == NOTES["Plan.md"]


async def test_whoever_shows_locks_is_told(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        with scene.rules.changes.subscribe() as heard:
            scene.rules.publish_change()
            assert await anext(heard) is None


def test_never_again_keeps_one_note_here_wherever_it_moves() -> None:
    rules = (NEVER, never_send_rule("A/b.md"))
    assert rules[1] == PrivacyRule(kind="note", value="A/b.md", answer="local")
    moved = rules_after_move(rules, "a/B.md", "C/d.md")
    assert moved == (*rules, never_send_rule("C/d.md"))
    assert rules_after_move(moved, "A/b.md", "C/d.md") == moved
    assert rules_after_move(rules, "Other.md", "X.md") == rules


class Many:
    """15,000 notes with the facts of a real vault."""

    def __init__(self) -> None:
        self.known = {
            f"Folder {n % 40}/Note {n}.md": NoteMarks(("a", "b/c"), {"status": "x", "created": "y", "n": n})
            for n in range(15_000)
        }

    def marks(self, path: str) -> NoteMarks | None:
        return self.known.get(path)

    def is_unread(self, path: str) -> bool:
        return path not in self.known

    def paths(self) -> Collection[str]:
        return self.known.keys()

    def spelling(self, name: str) -> str | None:
        return None

    def candidates(self, name: str) -> tuple[str, ...]:
        return ()


async def test_a_list_of_a_big_vault_is_judged_at_once(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        settings = VaultSettings(privacy=RULES)
        many = Many()
        rules = PrivacyRules(lambda: settings, many, scene.vault)
        took = []
        for _ in range(2):
            began = time.process_time()
            assert all(rules.status(path, REMOTE) == "open" for path in many.known)
            took.append(time.process_time() - began)
        print(f"15,000 standings under {len(RULES)} rules: {took[0] * 1000:.0f} ms, again {took[1] * 1000:.0f} ms")
        assert took[1] < 1


async def test_what_makes_a_note_less_private_loosens(tmp_path: Path) -> None:
    marked, bare = "---\nprivate: true\n---\nText.\n", "Text.\n"
    async with open_scene(tmp_path) as scene:
        loosens = scene.rules.is_loosened
        assert loosens("Marked.md", marked, "Marked.md", bare)
        assert loosens("Personal/Diary.md", bare, "Diary.md", bare)
        assert loosens("Marked.md", marked, "Marked.md", marked.replace("true", "false"))
        for path, text, new_path, new_text in (
            ("Marked.md", marked, "Marked.md", marked + "more\n"),
            ("Open.md", bare, "Open.md", marked),
            ("Open.md", bare, "Personal/Open.md", bare),
            ("Personal/Diary.md", marked, "Diary.md", marked),
            ("board.canvas", "{}", "board.canvas", "{ }"),
        ):
            assert not loosens(path, text, new_path, new_text)
        scene.set(privacy=(NEVER, *RULES))
        assert loosens("Personal/Diary.md", marked, "Diary.md", marked), "never is more than here only"


# Private notes: which ones are is known from the start, and told anew when notes, rules or the index change.

ELSEWHERE = Destination("Anthropic", "api.anthropic.com", local=False)


async def test_a_note_that_becomes_private_is_known_and_told(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        assert workspace.privacy.status("Budget.md", ELSEWHERE) == "open"
        with workspace.privacy.changes.subscribe() as changes:
            path = NotePath("Budget.md")
            before = await workspace.vault.read(path)
            await workspace.vault.write(path, f"---\nprivate: true\n---\n{before.text}", before.digest)
            async for _ in changes:
                if workspace.privacy.status("Budget.md", ELSEWHERE) == "closed":
                    break


async def test_another_rule_is_told(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        with workspace.privacy.changes.subscribe() as changes:
            rule = PrivacyRule(kind="folder", value="Garden", answer="local")
            bench.store.change(lambda settings: settings.with_vault(bench.root, privacy=(rule,)))
            async for _ in changes:
                break
        assert workspace.privacy.status("Garden/Apples.md", ELSEWHERE) == "closed"


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no file that is open")
async def test_after_the_index_was_lost_what_is_private_is_known_again(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(20):
        await workspace.wait_until_indexed()
        workspace.index.file.unlink()
        await workspace.indexer.rescan()
        with workspace.privacy.changes.subscribe() as changes:
            path = NotePath("Secret.md")
            await workspace.vault.create(path, "#private\n")
            async for _ in changes:
                if workspace.known_notes.marks("Secret.md") is not None:
                    break
        assert workspace.privacy.status("Secret.md", ELSEWHERE) == "closed"


async def test_a_note_whose_head_is_broken_is_private_by_what_stands_there(bench: Bench) -> None:
    """A list, a tree or a graph would tell its name otherwise: they ask what is known, not the file."""
    broken = {"Broken.md": "---\nprivate: true\nprivate: [\n---\nx\n", "Late.md": "\n---\nprivate: true\n---\nx\n"}
    for name, text in broken.items():
        (bench.root / name).write_text(text, encoding="utf-8")
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        assert {name: workspace.privacy.status(name, ELSEWHERE) for name in broken} == dict.fromkeys(broken, "closed")
        assert workspace.privacy.status("Budget.md", ELSEWHERE) == "open"


async def test_a_rule_by_name_goes_along_when_its_note_is_renamed(bench: Bench) -> None:
    rule = PrivacyRule(kind="note", value="Budget.md", answer="local")
    bench.store.change(lambda settings: settings.with_vault(bench.root, privacy=(rule,)))
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        with workspace.privacy.changes.subscribe() as changes:
            path = NotePath("Budget.md")
            digest = (await workspace.vault.read(path)).digest
            await workspace.vault.apply([Move(path, NotePath("Money.md"), digest)], Origin("renaming"))
            async for _ in changes:
                if len(bench.store.settings.vault_settings(bench.root).privacy) == 2:
                    break
        assert await workspace.privacy.current_status("Money.md", ELSEWHERE) == "closed"
    bench.store.load()
    assert [one.value for one in bench.store.settings.vault_settings(bench.root).privacy] == ["Budget.md", "Money.md"]

"""Tests of privacy/privacy_rules.py."""

import asyncio
import json
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, NOTES, RULES, open_scene, question, request, request_text, result
from tests.support.growth import check_linear
from tests.support.tool_env import REMOTE
from tests.support.vaults import write_vault
from tests.support.written_chat import write_chat
from tests.workspace.bench import Bench
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart
from vaultdesk.core.settings.settings_schema import PrivacyRule, VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules, never_send_rule, rules_after_move, source_path, stricter_rule
from vaultdesk.privacy.rule_matcher import NoteMarks
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Move, Origin

# Quoting: a chat is as private as the most private note whose text it contains.


def chat_of(*paths: str) -> str:
    """Return the note of a chat in which these notes were read and quoted."""
    conversation = Conversation(title="A chat")
    content = json.dumps({"data": [{"path": path, "content": NOTES.get(path, "")} for path in paths]})
    sources = tuple(Source(path=path, characters=10) for path in paths)
    conversation.append(
        Message(role="tool", parts=(ToolResultPart(call_id="c", name="file_read", content=content, sources=sources),))
    )
    quotes = " ".join(NOTES.get(path, "") for path in paths)
    conversation.append(Message(role="assistant", parts=(TextPart(text=f"You wrote: {quotes}"),)))
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
EXPECTED = {
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


async def test_a_chat_has_the_status_of_its_most_private_source(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        assert {path: scene.rules.status(path, REMOTE) for path in CHATS} == EXPECTED
        assert {path: await scene.rules.current_status(path, REMOTE) for path in CHATS} == EXPECTED
        assert {scene.rules.status(path, HERE) for path in CHATS} == {"open"}
        assert scene.rules.hides_name("Chats/Diary", REMOTE)
        assert not scene.rules.hides_name("Chats/Open", REMOTE)


async def test_chats_that_quote_a_note_become_private_with_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        write_vault(scene.root, {"Open.md": "---\nprivate: true\n---\n"})
        assert await scene.rules.current_status("Chats/Open.md", REMOTE) == "closed"
        scene.table.learn()
        assert scene.rules.status("Chats/Open.md", REMOTE) == "closed"


async def test_quotes_of_a_private_note_in_a_chat_are_not_sent(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        for path, is_sent in (("Chats/Open.md", True), ("Chats/Diary.md", False), ("Chats/Of a chat.md", False)):
            text = CHATS[path]
            source = Source(path=path, characters=len(text))
            file_read_result = result("file_read", "c1", [{"path": path, "content": text}], source)
            sent = request_text(await scene.sent(request(question(), file_read_result, conversation=path)))
            assert ("18,400" in sent) is is_sent
            assert "CANARY-DIARY" not in sent


async def test_removing_the_sources_of_a_chat_loosens_its_privacy(tmp_path: Path) -> None:
    async with open_scene(tmp_path, {**NOTES, **CHATS}) as scene:
        path, text = "Chats/Diary.md", CHATS["Chats/Diary.md"]
        without_source = text.replace('  - "[[Personal/Diary]]"\n', "")
        assert without_source != text
        assert scene.rules.is_loosened(path, text, path, without_source)
        assert scene.rules.is_loosened(path, text, path, text.replace("vaultdesk-chat: 1\n", ""))
        assert not scene.rules.is_loosened(path, text, "Elsewhere/Diary.md", text + "More.\n")


async def test_a_chat_with_invalid_frontmatter_is_private(tmp_path: Path) -> None:
    broken = CHATS["Chats/Open.md"].replace("title: A chat", "title: [A chat")
    async with open_scene(tmp_path, {**NOTES, "Chats/Broken.md": broken}) as scene:
        assert scene.rules.status("Chats/Broken.md", REMOTE) == "closed"
        assert await scene.rules.current_status("Chats/Broken.md", REMOTE) == "closed"


def test_a_source_without_an_extension_is_a_note() -> None:
    assert [source_path(name) for name in ("", "A/b", "A/b.md", "a.png", "Dr. House")] == [
        "",
        "A/b.md",
        "A/b.md",
        "a.png",
        "Dr. House.md",
    ]
    assert stricter_rule(None, None) is None


# Rules: the status of a note for a destination, quickly from the known marks and exactly from the current file.

NEVER = PrivacyRule(kind="folder", value="Personal", answer="never")


async def test_the_strictest_rule_determines_the_status_of_a_note(tmp_path: Path) -> None:
    statuses = {
        "Open.md": "open",
        "Plan.md": "open",
        "Personal/Diary.md": "closed",
        "Tagged.md": "closed",
        "Marked.md": "closed",
        "Asked.md": "ask",
    }
    async with open_scene(tmp_path) as scene:
        assert {path: scene.rules.status(path, REMOTE) for path in NOTES} == statuses
        assert {path: await scene.rules.current_status(path, REMOTE) for path in NOTES} == statuses
        assert {scene.rules.status(path, HERE) for path in NOTES} == {"open"}
        scene.set(privacy=(NEVER,))
        assert scene.rules.status("Personal/Diary.md", HERE) == "closed"
        assert scene.rules.status("Tagged.md", REMOTE) == "open"


async def test_the_current_status_reflects_changes_that_are_not_indexed_yet(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Open.md").write_text("---\nprivate: true\n---\nNow secret.\n", encoding="utf-8")
        assert scene.rules.status("Open.md", REMOTE) == "open"
        assert await scene.rules.current_status("Open.md", REMOTE) == "closed"
        (scene.root / "Marked.md").write_text("No more.\n", encoding="utf-8")
        assert scene.rules.status("Marked.md", REMOTE) == "closed"
        assert await scene.rules.current_status("Marked.md", REMOTE) == "open"
        assert scene.rules.status("Brand new.md", REMOTE) == "closed", "an unknown note may be private"


async def test_a_note_that_cannot_be_read_is_private(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Binary.md").write_bytes(b"\0\1\2")
        assert await scene.rules.current_status("Binary.md", REMOTE) == "closed"
        assert await scene.rules.current_status("Binary.md", HERE) == "open"
        privacy = await scene.rules.exact_privacy("Gone.md", REMOTE)
        assert (privacy.status, privacy.is_missing, privacy.is_unreadable) == ("closed", True, True)
        assert not (await scene.rules.exact_privacy("Personal/Gone.md", REMOTE)).is_unreadable
        assert not scene.rules.is_closed_by_path("Gone.md", REMOTE)
        assert scene.rules.is_closed_by_path("Personal/Gone.md", REMOTE)
        for outside in ("../x.md", ".obsidian/app.json", "Personal/../Open.md", "/etc/hosts"):
            assert await scene.rules.current_status(outside, HERE) == "closed"
        assert await scene.rules.current_status("picture.png", REMOTE) == "open", "a picture has no properties"
        assert await scene.rules.current_status("Personal/picture.png", REMOTE) == "closed"
        scene.set(privacy=())
        assert await scene.rules.current_status("Binary.md", REMOTE) == "open"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="permissions are not enforced for this user")
async def test_a_note_without_read_permission_is_private(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Open.md").chmod(0)
        assert await scene.rules.current_status("Open.md", REMOTE) == "closed"


async def test_names_of_private_notes_are_hidden(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        hides_name = scene.rules.hides_name
        assert hides_name("tagged", REMOTE)
        assert hides_name("Personal/anything.md", REMOTE)
        assert hides_name("Personal", REMOTE)
        assert not hides_name("Missing.md", REMOTE)
        assert not hides_name("Asked.md", REMOTE)
        assert not hides_name("Tagged.md", HERE)
        assert scene.rules.closed_note("TAGGED", REMOTE) == ("Tagged.md", RULES[1])
        assert scene.rules.closed_note("Open.md", REMOTE) == ("Open.md", None)
        assert scene.rules.closed_note("Nothing", REMOTE) == ("Nothing", None)


async def test_the_strictest_rule_of_a_note_is_returned(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        assert scene.rules.strictest_rule("Personal/Diary.md") == RULES[0]
        assert scene.rules.strictest_rule("Open.md") is None
        assert sum(scene.rules.strictest_rule(path) is not None for path in NOTES) == 4


async def test_comments_are_redacted_for_remote_destinations_unless_the_setting_allows_them(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        redact = scene.rules.note_privacy.redact
        assert "CANARY" not in redact("Plan.md", NOTES["Plan.md"], REMOTE)
        assert redact("Plan.md", NOTES["Plan.md"], HERE) == NOTES["Plan.md"]
        scene.set(comments="send")
        assert redact("Plan.md", NOTES["Plan.md"], REMOTE) == NOTES["Plan.md"]


async def test_changes_are_published_to_subscribers(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        with scene.rules.changes.subscribe() as changes:
            scene.rules.publish_change()
            assert await anext(changes) is None


def test_a_never_send_rule_follows_its_note_when_it_moves() -> None:
    rules = (NEVER, never_send_rule("A/b.md"))
    assert rules[1] == PrivacyRule(kind="note", value="A/b.md", answer="local")
    moved = rules_after_move(rules, "a/B.md", "C/d.md")
    assert moved == (*rules, never_send_rule("C/d.md"))
    assert rules_after_move(moved, "A/b.md", "C/d.md") == moved
    assert rules_after_move(rules, "Other.md", "X.md") == rules


class ManyNotes:
    """15,000 notes with the marks of a real vault."""

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


async def test_the_notes_of_a_large_vault_are_judged_in_linear_time(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        settings = VaultSettings(privacy=RULES)
        notes = ManyNotes()
        rules = PrivacyRules(lambda: settings, notes, scene.vault)
        paths = list(notes.known)

        def judge(paths: Sequence[str]) -> None:
            assert all(rules.status(path, REMOTE) == "open" for path in paths)

        judge(paths)
        check_linear(judge, lambda size: paths[:size], len(paths))


async def test_edits_and_moves_that_make_a_note_less_private_are_detected(tmp_path: Path) -> None:
    marked, without_rule_mark = "---\nprivate: true\n---\nText.\n", "Text.\n"
    async with open_scene(tmp_path) as scene:
        is_loosened = scene.rules.is_loosened
        assert is_loosened("Marked.md", marked, "Marked.md", without_rule_mark)
        assert is_loosened("Personal/Diary.md", without_rule_mark, "Diary.md", without_rule_mark)
        assert is_loosened("Marked.md", marked, "Marked.md", marked.replace("true", "false"))
        for path, text, new_path, new_text in (
            ("Marked.md", marked, "Marked.md", marked + "more\n"),
            ("Open.md", without_rule_mark, "Open.md", marked),
            ("Open.md", without_rule_mark, "Personal/Open.md", without_rule_mark),
            ("Personal/Diary.md", marked, "Diary.md", marked),
            ("board.canvas", "{}", "board.canvas", "{ }"),
        ):
            assert not is_loosened(path, text, new_path, new_text)
        scene.set(privacy=(NEVER, *RULES))
        assert is_loosened("Personal/Diary.md", marked, "Diary.md", marked), "never is stricter than local"


# Private notes are known from the start, and changes of notes, rules and the index are published.

ELSEWHERE = Destination("Anthropic", "api.anthropic.com", local=False)


async def test_a_note_that_becomes_private_is_published(bench: Bench) -> None:
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


async def test_a_changed_rule_is_published(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        with workspace.privacy.changes.subscribe() as changes:
            rule = PrivacyRule(kind="folder", value="Garden", answer="local")
            bench.store.change(lambda settings: settings.with_vault(bench.root, privacy=(rule,)))
            async for _ in changes:
                break
        assert workspace.privacy.status("Garden/Apples.md", ELSEWHERE) == "closed"


@pytest.mark.skipif(os.name == "nt", reason="Windows does not delete open files")
async def test_private_notes_are_known_again_after_the_index_was_lost(bench: Bench) -> None:
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


async def test_a_note_with_invalid_frontmatter_is_private_by_its_raw_lines(bench: Bench) -> None:
    """Lists, trees and the graph use the known marks, not the file, and would show its name otherwise."""
    broken = {"Broken.md": "---\nprivate: true\nprivate: [\n---\nx\n", "Late.md": "\n---\nprivate: true\n---\nx\n"}
    for name, text in broken.items():
        (bench.root / name).write_text(text, encoding="utf-8")
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        assert {name: workspace.privacy.status(name, ELSEWHERE) for name in broken} == dict.fromkeys(broken, "closed")
        assert workspace.privacy.status("Budget.md", ELSEWHERE) == "open"


async def test_a_rule_by_name_is_extended_when_its_note_is_renamed(bench: Bench) -> None:
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
    assert [rule.value for rule in bench.store.settings.vault_settings(bench.root).privacy] == ["Budget.md", "Money.md"]

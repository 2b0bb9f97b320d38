"""Inspection: each passage is judged by its note as it is now."""

from pathlib import Path

from tests.privacy.scene import HERE, NOTES, open_scene, question, read, request, result
from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.privacy.dealings import Dealings, passage_digest
from vaultdesk.privacy.inspection import inspect
from vaultdesk.privacy.passages import passages
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_PLACEHOLDER


async def test_each_passage_has_its_standing_its_reason_and_its_place(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        asked = request(question(), *read("Open.md", "Personal/Diary.md", "Asked.md"))
        open_note, diary, team = await inspect(asked, scene.rules, REMOTE, Dealings())
        assert (open_note.standing, open_note.whole, open_note.first_line, open_note.last_line) == ("open", True, 1, 3)
        assert (diary.closed, diary.why) == (True, "in personal")
        assert (team.waits, team.why) == (True, "with team")
        assert not any(one.closed or one.waits for one in await inspect(asked, scene.rules, HERE, Dealings()))


async def test_comments_are_taken_out_of_a_piece_that_begins_inside_one(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        data = [{"path": "Plan.md", "preview": "...COMMENT: not the cheap one%% Then we..."}]
        asked = request(result("vault_search", "c1", data, Source(path="Plan.md", characters=42)))
        (one,) = await inspect(asked, scene.rules, REMOTE, Dealings())
        assert one.text == f"...{COMMENT_PLACEHOLDER} Then we..."
        assert (one.changed, one.characters, one.first_line) == (True, len(one.text), 3)
        (here,) = await inspect(asked, scene.rules, HERE, Dealings())
        assert not here.changed


async def test_a_yes_holds_for_the_host_that_asked_and_the_text_that_was_shown(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        asked = request(question(), *read("Asked.md", allowed="person"))
        dealings = Dealings()
        assert (await inspect(asked, scene.rules, REMOTE, dealings))[0].waits, "another model had asked for it"
        dealings.host(REMOTE.host).calls.add("c1")
        assert not (await inspect(asked, scene.rules, REMOTE, dealings))[0].waits
        by_rule = request(question(), *read("Asked.md", allowed="rule"))
        assert (await inspect(by_rule, scene.rules, REMOTE, dealings))[0].waits, "a rule is no yes"
        dealings.host(REMOTE.host).allowed.add(passage_digest(passages(by_rule)[0]))
        assert not (await inspect(by_rule, scene.rules, REMOTE, dealings))[0].waits


async def test_a_note_that_is_gone_is_no_secret_from_who_was_sent_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        asked, dealings = request(question(), *read("Open.md")), Dealings()
        (scene.root / "Open.md").unlink()
        (gone,) = await inspect(asked, scene.rules, REMOTE, dealings)
        assert (gone.closed, gone.why) == (True, "perhaps: it is no longer there")
        (scene.root / "Open.md").write_bytes(b"\0")
        (unread,) = await inspect(asked, scene.rules, REMOTE, dealings)
        assert (unread.closed, unread.why) == (True, "perhaps: it cannot be read")
        (scene.root / "Open.md").unlink()
        dealings.host(REMOTE.host).sent.add(passage_digest(passages(asked)[0]))
        assert not (await inspect(asked, scene.rules, REMOTE, dealings))[0].closed
        asked = request(question(), *read("Personal/Diary.md"))
        dealings.host(REMOTE.host).sent.add(passage_digest(passages(asked)[0]))
        (scene.root / "Personal/Diary.md").unlink()
        assert (await inspect(asked, scene.rules, REMOTE, dealings))[0].closed


async def test_what_was_kept_back_stays_known(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        dealings = Dealings(kept={("Asked.md", len(NOTES["Asked.md"])): None})
        (one,) = await inspect(request(question(), *read("Asked.md")), scene.rules, REMOTE, dealings)
        assert (one.kept, one.waits) == (True, False)

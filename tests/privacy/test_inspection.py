"""Tests of privacy/inspection.py."""

import time
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, NOTES, OTHER, open_scene, question, read, request, result
from tests.support.desk import REMOTE
from vaultdesk.chat.attached_text import wrap_attached
from vaultdesk.chat.messages import Source
from vaultdesk.privacy.disclosure_history import ConversationDisclosures, passage_digest
from vaultdesk.privacy.inspection import EgressRequest, inspect_request
from vaultdesk.privacy.passages import request_passages
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.note_excerpts import ExcerptLines, is_whole_note, locate_excerpt, redact_comments
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_PLACEHOLDER, without_comments

# Excerpt: a piece of a note shows nothing of a comment, however it was cut, and knows where it stands.

NOTE = """# A

Visible words here %%the secret divorce lawyer is Ms Karg%% and more text.

%%
block secret
%%
End of it.
"""


@pytest.mark.parametrize(
    ("piece", "shown"),
    [
        ("Visible words here", "Visible words here"),
        ("...secret divorce lawyer is Ms Karg%% and more...", f"...{COMMENT_PLACEHOLDER} and more..."),
        ("words here %%the secret", f"words here {COMMENT_PLACEHOLDER}"),
        ("the secret divorce", COMMENT_PLACEHOLDER),
        ("divorce", COMMENT_PLACEHOLDER),
        ("the  secret\ndivorce lawyer", COMMENT_PLACEHOLDER),
        ("words here %%the secret divorce lawyer is Ms Karg%% and", f"words here {COMMENT_PLACEHOLDER} and"),
        ("Somebody wrote: secret divorce lawyer is it", f"Somebody wrote:{COMMENT_PLACEHOLDER}it"),
        (without_comments(NOTE), without_comments(NOTE)),
        ("… block secret … [cut: 1,234 more characters]", f"… {COMMENT_PLACEHOLDER} … [cut: 1,234 more characters]"),
    ],
)
def test_nothing_of_a_comment_is_shown(piece: str, shown: str) -> None:
    assert redact_comments(piece, NOTE) == shown


def test_the_common_way_of_stripping_pairs_of_marks_shows_them() -> None:
    piece = "...secret divorce lawyer is Ms Karg%% and more..."
    assert "divorce" in without_comments(piece)


def test_what_stands_outside_too_may_be_read() -> None:
    assert redact_comments("heat pump", "A heat pump. %%no heat pump%%") == "heat pump"


def test_a_note_that_cannot_be_read_loses_the_comments_a_piece_shows_whole() -> None:
    assert redact_comments("a %%b%% c", None) == f"a {COMMENT_PLACEHOLDER} c"


def test_a_piece_knows_its_lines() -> None:
    assert locate_excerpt("block secret", NOTE) == ExcerptLines(6, 6)
    assert locate_excerpt("...text.\n\n%% kept back", NOTE) == ExcerptLines(3, 5)
    assert locate_excerpt("block secret %% End", NOTE) == ExcerptLines(6, 8)
    assert locate_excerpt("not there", NOTE) is None
    assert locate_excerpt("...", NOTE) is None


def test_a_whole_note_is_known_with_and_without_properties_and_comments() -> None:
    note = "---\na: 1\n---\nBody %%x%%\n"
    assert all(
        is_whole_note(piece, note)
        for piece in (note, "Body %%x%%", without_comments(note), f"Body {COMMENT_PLACEHOLDER}\n")
    )
    assert not is_whole_note("Body", note)


def test_hostile_pieces_take_no_time() -> None:
    began = time.process_time()
    redact_comments("x" * 60_000, "y" * 200_000 + "%%a" + "x" * 12 + "%%" + "z " * 50_000)
    redact_comments("x " * 30_000, "y" * 200_000 + "%%a%%" + "x" * 50_000)
    redact_comments(" " * 60_000 + "...", "%%" * 100_000)
    assert time.process_time() - began < 3


def test_a_piece_between_tags_is_judged_by_what_stands_between_them() -> None:
    shown = without_comments(NOTE)
    # What may be read of it is left as it is, though it shares words with what is hidden.
    assert redact_comments(wrap_attached(shown, note="A.md"), NOTE) == wrap_attached(shown, note="A.md")
    assert redact_comments(wrap_attached(NOTE.strip(), note="A.md"), NOTE) == wrap_attached(shown.strip(), note="A.md")
    assert is_whole_note(wrap_attached(shown.rstrip(), note="A.md"), NOTE)
    assert locate_excerpt(wrap_attached("End of it.", note="A.md"), NOTE) == ExcerptLines(8, 8)
    assert "divorce" not in redact_comments(wrap_attached("the secret divorce lawyer", note="A.md"), NOTE)


# Inspection: each passage is judged by its note as it is now.


async def test_each_passage_has_its_standing_its_reason_and_its_place(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read("Open.md", "Personal/Diary.md", "Asked.md"))
        open_note, diary, team = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        )
        assert (open_note.status, open_note.is_whole_note, open_note.first_line, open_note.last_line) == (
            "open",
            True,
            1,
            3,
        )
        assert (diary.is_closed, diary.reason) == (True, "in personal")
        assert (team.needs_approval, team.reason) == (True, "with team")
        assert not any(
            one.is_closed or one.needs_approval
            for one in await inspect_request(
                EgressRequest(model_request, scene.rules, HERE, ConversationDisclosures(), scene.permissions)
            )
        )


async def test_comments_are_taken_out_of_a_piece_that_begins_inside_one(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        data = [{"path": "Plan.md", "preview": "...COMMENT: not the cheap one%% Then we..."}]
        model_request = request(result("vault_search", "c1", data, Source(path="Plan.md", characters=42)))
        (one,) = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        )
        assert one.text == f"...{COMMENT_PLACEHOLDER} Then we..."
        assert (one.has_redacted_comments, one.characters, one.first_line) == (True, len(one.text), 3)
        (here,) = await inspect_request(
            EgressRequest(model_request, scene.rules, HERE, ConversationDisclosures(), scene.permissions)
        )
        assert not here.has_redacted_comments


async def test_a_yes_holds_for_the_host_that_asked_and_the_text_that_was_shown(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read("Asked.md", allowed="person"))
        disclosures = ConversationDisclosures()

        async def needs_approval() -> bool:
            (one,) = await inspect_request(
                EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions)
            )
            return one.needs_approval

        (passage,) = request_passages(model_request)
        assert await needs_approval(), "what a message says of itself is no yes"
        disclosures.host(OTHER.host).allow(passage, passage.atoms, "person")
        assert await needs_approval(), "a yes for another host"
        disclosures.host(REMOTE.host).allow(passage, passage.atoms, "rule")
        assert await needs_approval(), "a rule is no yes for a note that asks each time"
        disclosures.host(REMOTE.host).allow(passage, passage.atoms, "person")
        assert not await needs_approval()


def digest_of(asked: ModelRequest) -> str:
    (passage,) = request_passages(asked)
    return passage_digest(passage.path, passage.atoms)


async def test_a_note_that_is_gone_is_no_secret_from_who_was_sent_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request, disclosures = request(question(), *read("Open.md")), ConversationDisclosures()
        (scene.root / "Open.md").unlink()
        (deleted,) = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions)
        )
        assert (deleted.is_closed, deleted.reason) == (True, "perhaps: the note no longer exists")
        (scene.root / "Open.md").write_bytes(b"\0")
        (unread,) = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions)
        )
        assert (unread.is_closed, unread.reason) == (True, "perhaps: the note cannot be read")
        (scene.root / "Open.md").unlink()
        disclosures.host(REMOTE.host).sent_passages.add(digest_of(model_request))
        assert not (
            await inspect_request(EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions))
        )[0].is_closed
        model_request = request(question(), *read("Personal/Diary.md"))
        disclosures.host(REMOTE.host).sent_passages.add(digest_of(model_request))
        (scene.root / "Personal/Diary.md").unlink()
        assert (
            await inspect_request(EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions))
        )[0].is_closed


async def test_what_was_kept_back_stays_known(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        disclosures = ConversationDisclosures(withheld={("Asked.md", len(NOTES["Asked.md"])): None})
        (one,) = await inspect_request(
            EgressRequest(request(question(), *read("Asked.md")), scene.rules, REMOTE, disclosures, scene.permissions)
        )
        assert (one.withheld_before, one.needs_approval) == (True, False)

"""Tests of privacy/inspection.py."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, NOTES, OTHER, open_scene, question, read, request, result
from tests.support.growth import check_linear
from tests.support.tool_env import REMOTE
from vaultdesk.chat.attached_text import wrap_attached
from vaultdesk.chat.messages import Source
from vaultdesk.privacy.disclosure_history import ConversationDisclosures, passage_digest
from vaultdesk.privacy.inspection import EgressRequest, inspect_request
from vaultdesk.privacy.passages import request_passages
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.note_excerpts import ExcerptLines, is_whole_note, locate_excerpt, redact_comments
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_PLACEHOLDER, without_comments

# Excerpts: a part of a note shows no comment text, wherever it was cut, and its lines are found.

NOTE = """# A

Visible words here %%the secret divorce lawyer is Ms Karg%% and more text.

%%
block secret
%%
End of it.
"""


@pytest.mark.parametrize(
    ("excerpt", "expected"),
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
def test_no_comment_text_is_shown(excerpt: str, expected: str) -> None:
    assert redact_comments(excerpt, NOTE) == expected


def test_removing_pairs_of_marks_alone_would_show_a_cut_comment() -> None:
    excerpt = "...secret divorce lawyer is Ms Karg%% and more..."
    assert "divorce" in without_comments(excerpt)


def test_words_that_also_occur_outside_of_comments_are_shown() -> None:
    assert redact_comments("heat pump", "A heat pump. %%no heat pump%%") == "heat pump"


def test_complete_comments_are_removed_if_the_note_cannot_be_read() -> None:
    assert redact_comments("a %%b%% c", None) == f"a {COMMENT_PLACEHOLDER} c"


def test_an_excerpt_is_located_by_its_lines() -> None:
    assert locate_excerpt("block secret", NOTE) == ExcerptLines(6, 6)
    assert locate_excerpt("...text.\n\n%% kept back", NOTE) == ExcerptLines(3, 5)
    assert locate_excerpt("block secret %% End", NOTE) == ExcerptLines(6, 8)
    assert locate_excerpt("not there", NOTE) is None
    assert locate_excerpt("...", NOTE) is None


def test_a_whole_note_is_recognized_without_its_properties_and_comments() -> None:
    note = "---\na: 1\n---\nBody %%x%%\n"
    assert all(
        is_whole_note(excerpt, note)
        for excerpt in (note, "Body %%x%%", without_comments(note), f"Body {COMMENT_PLACEHOLDER}\n")
    )
    assert not is_whole_note("Body", note)


@pytest.mark.parametrize(
    "texts_of",
    [
        lambda size: ("x" * (3 * size), "y" * (10 * size) + "%%a" + "x" * 12 + "%%" + "z " * (2 * size)),
        lambda size: ("x " * size, "y" * (10 * size) + "%%a%%" + "x" * (2 * size)),
        lambda size: (" " * (3 * size) + "...", "%%" * (5 * size)),
    ],
)
def test_hostile_excerpts_are_processed_in_linear_time(texts_of: Callable[[int], tuple[str, str]]) -> None:
    check_linear(lambda texts: redact_comments(*texts), texts_of, 16_000)


def test_an_excerpt_in_tags_is_judged_by_its_content() -> None:
    redacted = without_comments(NOTE)
    # Visible text is unchanged, although it shares words with the comments.
    assert redact_comments(wrap_attached(redacted, note="A.md"), NOTE) == wrap_attached(redacted, note="A.md")
    assert redact_comments(wrap_attached(NOTE.strip(), note="A.md"), NOTE) == wrap_attached(
        redacted.strip(), note="A.md"
    )
    assert is_whole_note(wrap_attached(redacted.rstrip(), note="A.md"), NOTE)
    assert locate_excerpt(wrap_attached("End of it.", note="A.md"), NOTE) == ExcerptLines(8, 8)
    assert "divorce" not in redact_comments(wrap_attached("the secret divorce lawyer", note="A.md"), NOTE)


# Inspection: each passage is judged by the current state of its note.


async def test_each_passage_has_a_status_a_reason_and_line_numbers(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read("Open.md", "Personal/Diary.md", "Asked.md"))
        open_note, private_note, asked_note = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        )
        assert (open_note.status, open_note.is_whole_note, open_note.first_line, open_note.last_line) == (
            "open",
            True,
            1,
            3,
        )
        assert (private_note.is_closed, private_note.reason) == (True, "in personal")
        assert (asked_note.needs_approval, asked_note.reason) == (True, "with team")
        assert not any(
            passage.is_closed or passage.needs_approval
            for passage in await inspect_request(
                EgressRequest(model_request, scene.rules, HERE, ConversationDisclosures(), scene.permissions)
            )
        )


async def test_a_comment_is_removed_from_an_excerpt_that_begins_inside_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        data = [{"path": "Plan.md", "preview": "...COMMENT: not the cheap one%% Then we..."}]
        model_request = request(result("vault_search", "c1", data, Source(path="Plan.md", characters=42)))
        (inspected,) = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        )
        assert inspected.text == f"...{COMMENT_PLACEHOLDER} Then we..."
        assert (inspected.has_redacted_comments, inspected.characters, inspected.first_line) == (
            True,
            len(inspected.text),
            3,
        )
        (local,) = await inspect_request(
            EgressRequest(model_request, scene.rules, HERE, ConversationDisclosures(), scene.permissions)
        )
        assert not local.has_redacted_comments


async def test_an_approval_applies_to_its_host_and_its_text_only(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read("Asked.md", allowed="person"))
        disclosures = ConversationDisclosures()

        async def needs_approval() -> bool:
            (inspected,) = await inspect_request(
                EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions)
            )
            return inspected.needs_approval

        (passage,) = request_passages(model_request)
        assert await needs_approval(), "a permission claimed by the message is no approval"
        disclosures.host(OTHER.host).allow(passage, passage.atoms, "person")
        assert await needs_approval(), "an approval for another host"
        disclosures.host(REMOTE.host).allow(passage, passage.atoms, "rule")
        assert await needs_approval(), "a rule is no approval for a note that requires one each time"
        disclosures.host(REMOTE.host).allow(passage, passage.atoms, "person")
        assert not await needs_approval()


def digest_of(model_request: ModelRequest) -> str:
    (passage,) = request_passages(model_request)
    return passage_digest(passage.path, passage.atoms)


async def test_a_deleted_note_is_not_withheld_from_a_host_that_received_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request, disclosures = request(question(), *read("Open.md")), ConversationDisclosures()
        (scene.root / "Open.md").unlink()
        (deleted,) = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions)
        )
        assert (deleted.is_closed, deleted.reason) == (True, "perhaps: the note no longer exists")
        (scene.root / "Open.md").write_bytes(b"\0")
        (unreadable,) = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions)
        )
        assert (unreadable.is_closed, unreadable.reason) == (True, "perhaps: the note cannot be read")
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


async def test_a_withheld_passage_is_recognized_again(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        disclosures = ConversationDisclosures(withheld={("Asked.md", len(NOTES["Asked.md"])): None})
        (inspected,) = await inspect_request(
            EgressRequest(request(question(), *read("Asked.md")), scene.rules, REMOTE, disclosures, scene.permissions)
        )
        assert (inspected.withheld_before, inspected.needs_approval) == (True, False)

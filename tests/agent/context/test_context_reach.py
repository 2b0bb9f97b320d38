"""Tests of agent/context/context_reach.py: private notes are known before anything is sent, by rule and receiver."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.agent.context_desk import ContextDesk, note, open_contexts
from tests.privacy.scene import HERE, NOTES, RULES, Table
from tests.support.desk import REMOTE
from vaultdesk.agent.context.context_reach import ContextReach, combined_reach, offered_reach
from vaultdesk.chat.messages import ContextItem, ImagePart, Source
from vaultdesk.core.settings.settings_schema import PrivacyRule, VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

SETTINGS = [VaultSettings(privacy=RULES)]
"""The rules of now, to be changed by a test."""


@asynccontextmanager
async def private_vault(folder: Path, *rules: PrivacyRule) -> AsyncIterator[tuple[ContextDesk, PrivacyRules]]:
    """Open the notes of the privacy scene with *rules*, else with the scene's own."""
    SETTINGS[0] = VaultSettings(privacy=rules or RULES)
    root = folder / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    known = PrivacyRules(lambda: SETTINGS[0], Table(root), Vault(root, watch=False))
    async with open_contexts(folder, NOTES, known.note_privacy) as at:
        yield at, known


def kept(reach: ContextReach) -> tuple[int, int, int]:
    return reach.notes, reach.withheld, reach.asked


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (note("Personal/Diary"), "in personal"),
        (note("Diary"), "in personal"),
        (note("Diary#Diary"), "in personal"),
        (ContextItem(kind="active", target="Tagged.md"), "tagged #private"),
        (ContextItem(kind="selection", target="Marked.md#Letter", text="the letter"), "with private: true"),
    ],
)
async def test_t7_a_private_note_does_not_reach_a_host_and_the_rule_is_named(
    tmp_path: Path, item: ContextItem, reason: str
) -> None:
    async with private_vault(tmp_path) as (at, rules):
        reach = await at.contexts.reach(item, REMOTE)
        assert reach == ContextReach(1, 1, 0, (reason,))
        assert reach.is_withheld
        assert await at.contexts.reach(item, HERE) == ContextReach(1)
        if item.target in ("Personal/Diary", "Tagged.md"):
            assert offered_reach(item, rules, REMOTE) == reach


async def test_t7_an_open_note_reaches_it_and_one_that_is_asked_about_is_told_apart(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, rules):
        assert await at.contexts.reach(note("Open"), REMOTE) == ContextReach(1)
        asked = await at.contexts.reach(note("Asked"), REMOTE)
        assert (kept(asked), asked.is_withheld, asked.is_private, asked.reasons) == (
            (1, 0, 1), False, True, ("with team",)
        )  # fmt: skip
        assert offered_reach(note("Asked"), rules, REMOTE) == asked
        assert await at.contexts.reach(note("Nowhere"), REMOTE) == ContextReach()


async def test_t7_of_a_folder_and_a_tag_is_counted_what_is_not_sent(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, rules):
        whole = await at.contexts.reach(ContextItem(kind="folder", target=""), REMOTE)
        assert kept(whole) == (6, 3, 1)
        assert set(whole.reasons) == {"in personal", "tagged #private", "with private: true"}
        tagged = await at.contexts.reach(ContextItem(kind="tag", target="private"), REMOTE)
        assert kept(tagged) == (1, 1, 0)
        # Offered, they are not counted unless a rule closes all of them.
        assert kept(offered_reach(ContextItem(kind="folder", target=""), rules, REMOTE)) == (0, 3, 1)
        assert offered_reach(ContextItem(kind="folder", target="Personal"), rules, REMOTE).is_withheld
        assert offered_reach(ContextItem(kind="tag", target="private"), rules, REMOTE).is_withheld
        assert not offered_reach(ContextItem(kind="tag", target="private"), rules, HERE).is_private


async def test_t7_no_model_gets_what_never_goes_and_a_rule_counts_at_once(tmp_path: Path) -> None:
    async with private_vault(tmp_path, PrivacyRule(kind="note", value="Open.md", answer="never")) as (at, rules):
        folder = ContextItem(kind="folder", target="")
        assert (await at.contexts.reach(note("Open"), HERE)).reasons == ("by name",)
        assert kept(offered_reach(folder, rules, HERE)) == (0, 1, 0)
        SETTINGS[0] = VaultSettings(privacy=())
        assert await at.contexts.reach(note("Open"), HERE) == ContextReach(1)
        assert not offered_reach(folder, rules, HERE).is_private


async def test_t7_a_note_that_changes_counts_as_it_is_now(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, rules):
        folder = ContextItem(kind="folder", target="")
        assert kept(offered_reach(folder, rules, REMOTE)) == (0, 3, 1)
        path = at.vault.root / "Open.md"
        path.write_text("---\ntags: [private]\n---\nNow a secret.\n", encoding="utf-8")
        assert (await at.contexts.reach(note("Open"), REMOTE)).is_withheld, "the file is read, not the index"
        rules._known.learn()  # type: ignore[attr-defined]  # the table of the scene
        rules.publish_change()
        assert kept(offered_reach(folder, rules, REMOTE)) == (0, 4, 1)


async def test_t7_pictures_and_files_are_held_against_the_rules_too(tmp_path: Path) -> None:
    everything = PrivacyRule(kind="folder", value="", answer="local")
    async with private_vault(tmp_path, everything) as (at, _):
        picture = ImagePart(media_type="image/png", data="", sources=(Source(path="Plans/Roof.png"),))
        assert (await at.contexts.reach(picture, REMOTE)).is_withheld
        outside = ContextItem(kind="file", target="offer.pdf", text="We offer.")
        assert (await at.contexts.reach(outside, REMOTE)).reasons == ("in this vault",)
        pasted = ImagePart(media_type="image/png", data="")
        assert await at.contexts.reach(pasted, REMOTE) == ContextReach()


async def test_t7_the_size_is_that_of_what_is_sent_and_private_notes_are_no_problem_of_it(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, _):
        folder = ContextItem(kind="folder", target="")
        sent, here = await at.contexts.size(folder, REMOTE), await at.contexts.size(folder, HERE)
        assert (sent.notes, here.notes, sent.problem, here.problem) == (3, 6, "", "")
        assert sent.tokens < here.tokens
        closed = await at.contexts.size(ContextItem(kind="folder", target="Personal"), REMOTE)
        assert closed.problem == "No note of Personal went with the question."


def test_the_strictest_reasons_are_told_each_once() -> None:
    reach = combined_reach([("ask", "a"), ("closed", "b"), ("closed", "b"), ("open", "")])  # type: ignore[list-item]
    assert reach == ContextReach(4, 2, 1, ("b",))  # type: ignore[arg-type]


def test_the_path_of_a_note_is_known_by_any_of_its_names(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    (root / "A").mkdir(parents=True)
    (root / "A/Note.md").write_text("x", encoding="utf-8")
    rules = PrivacyRules(VaultSettings, Table(root), Vault(root, watch=False))
    assert (rules.path_of("a/note"), rules.path_of("B")) == (NotePath("A/Note.md").text, None)
    assert not offered_reach(note("A/Note"), rules, Destination("X", "x", local=False)).is_private

"""Tests of agent/context/context_reader.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.agent.context.test_attached_file import a_pdf
from tests.agent.context_desk import ANY, ContextDesk, note, open_contexts
from tests.privacy.scene import HERE, NOTES, RULES, Table
from tests.support.desk import LOCAL, REMOTE
from vaultdesk.agent.context import context_reader
from vaultdesk.agent.context.context_reader import (
    ContextExcerpt,
    ContextReach,
    attach_excerpts,
    combined_reach,
    offered_reach,
)
from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.chat.messages import ContextItem, ImagePart, Source, TextPart
from vaultdesk.core.settings.settings_schema import PrivacyRule, VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

# Context reach: private notes are known before anything is sent, by rule and receiver.

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
        assert closed.problem == "No note of Personal was sent with the question."


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


# Pieces beside a question keep within limits, and both sides are told of what was cut.


def of(path: str, text: str = "Words.", **more: object) -> ContextExcerpt:
    return ContextExcerpt(text=text, path=path, name=path, **more)  # type: ignore[arg-type] # a test's shorthand


def shown(pieces: list[ContextExcerpt]) -> list[str]:
    return [
        unwrap_attached(part.text) if isinstance(part, TextPart) else part.name
        for part in attach_excerpts(pieces).parts
    ]


def test_a_long_piece_is_cut_and_both_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_EXCERPT_CHARACTERS", 600)
    laid = attach_excerpts([of("A.md", "x" * 625)])

    assert shown([of("A.md", "x" * 625)]) == ["x" * 600 + " [cut: 25 more characters]"]
    assert laid.notices == ("Too long to be sent completely: A.md. The model is told.",)


def test_together_they_keep_within_the_limit_of_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_CONTEXT_CHARACTERS", 1_000)
    laid = attach_excerpts([of("A.md", "x" * 900), of("B.md", "y" * 900), of("C.md", "z" * 90)])

    kept = [part for part in laid.parts if isinstance(part, TextPart)]
    assert "x" * 900 in kept[0].text
    assert kept[1].text == '<attached left="B.md" problem="There was no space for it."/>'
    assert [source.path for source in kept[1].sources] == ["B.md"]
    assert "C.md" in kept[2].text
    assert "B.md, C.md" in laid.notices[0] or "B.md" in laid.notices[0]


def test_a_part_of_a_note_that_goes_whole_does_not_go_again() -> None:
    assert len(attach_excerpts([of("A.md"), of("A.md", part="Costs"), of("A.md")]).parts) == 1
    assert len(attach_excerpts([of("A.md", part="Costs"), of("A.md", part="Grants")]).parts) == 2


def test_a_selection_goes_beside_its_note() -> None:
    assert len(attach_excerpts([of("A.md"), of("A.md", kind="selection")]).parts) == 2


def test_a_remark_is_for_the_person_alone() -> None:
    laid = attach_excerpts([ContextExcerpt(name="House", notice="2 private notes of House stayed on this computer.")])

    assert laid.parts == ()
    assert laid.notices == ("2 private notes of House stayed on this computer.",)


def test_only_so_many_pictures_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_CONTEXT_IMAGES", 1)
    pictures = [
        ContextExcerpt(
            path=f"{n}.png", name=f"{n}.png", picture=ImagePart(media_type="image/png", data="", name=f"{n}.png")
        )
        for n in range(3)
    ]

    assert shown(pictures) == ["0.png"]
    assert "1.png, 2.png" in attach_excerpts(pictures).notices[0]


# Which file a link beside a question means.


@pytest.mark.parametrize(
    ("link", "source", "found"),
    [
        ("Boiler", "", "House/Boiler.md"),
        ("house/boiler.md", "", "House/Boiler.md"),
        ("Roof", "House/Boiler.md", "House/Roof.md"),
        ("Nowhere", "", None),
        ("../../etc/hosts", "", None),
        (".obsidian/app.json", "", None),
        ("plan.png", "", "Files/Deep/plan.png"),
        ("Files/Deep/plan.png", "", "Files/Deep/plan.png"),
        ("Deep/plan.png", "Files/N.md", "Files/Deep/plan.png"),
        ("other.png", "", None),
    ],
)
async def test_links_lead_where_obsidian_leads(tmp_path: Path, link: str, source: str, found: str | None) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "Files" / "Deep").mkdir(parents=True)
        (at.vault.root / "Files" / "Deep" / "plan.png").write_bytes(b"x")
        (at.vault.root / ".obsidian").mkdir()
        (at.vault.root / ".obsidian" / "app.json").write_text("{}")
        path = await at.places.find(link, source)

        assert (path.text if path is not None else None) == found


async def test_a_note_the_index_does_not_know_yet_is_found_by_its_path(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "New.md").write_text("Fresh.\n")
        path = await at.places.find("New")

        assert path is not None
        assert path.text == "New.md"


async def test_a_link_out_of_the_vault_is_not_followed(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (tmp_path / "secret.md").write_text("Secret.\n")
        (at.vault.root / "Out.md").symlink_to(tmp_path / "secret.md")
        path = await at.places.find("Out")
        piece = await at.reader.read(note("Out"), ANY)

        assert path is None or piece[0].problem
        assert "Secret" not in piece[0].text


# Which notes of a folder or tag go with a question where not all can.

MANY = {f"Log/{n:02}.md": f"Entry {n}. Nothing of note.\n" for n in range(40)} | {
    "Log/Pump.md": "The heat pump hums at night.\n",
    "Logs/Else.md": "#log/deep elsewhere\n",
    "Tagged.md": "---\ntags: [Log]\n---\nx\n",
}


async def test_all_of_a_small_folder_goes_in_order(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        chosen = await at.many.choose(False, "House/", "leaks", REMOTE)

        assert chosen.paths == ("House/Boiler.md", "House/Roof.md")
        assert (chosen.left_out, chosen.notice("House"), chosen.private_notice("House")) == (0, "", "")


async def test_of_a_large_folder_what_fits_the_question_goes_first(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MANY) as at:
        chosen = await at.many.choose(False, "Log", "Why does the heat pump hum?", REMOTE)

        assert chosen.paths[0] == "Log/Pump.md"
        assert len(chosen.paths) == context_reader.MAX_SELECTED_NOTES
        assert not any(path.startswith("Logs/") for path in chosen.paths)
        assert chosen.notice("Log") == "30 notes of Log were sent with the question; 11 more were left out."


async def test_without_a_question_the_newest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_SELECTED_NOTES", 1)
    async with open_contexts(tmp_path) as at:
        chosen = await at.many.choose(False, "House", "", REMOTE)
        facts = await at.searcher.facts_of(["House/Boiler.md", "House/Roof.md"])

        newest = max(facts.values(), key=lambda one: one.modified_ns).modified_ns
        assert facts[chosen.paths[0]].modified_ns == newest


async def test_large_notes_leave_room_for_none_after_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_SELECTED_BYTES", 50)
    async with open_contexts(tmp_path) as at:
        chosen = await at.many.choose(False, "House", "slate", REMOTE)

        assert chosen.paths == ("House/Roof.md",)
        assert chosen.left_out == 1


async def test_a_tag_brings_those_nested_in_it(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MANY) as at:
        assert (await at.many.choose(True, "#log", "", REMOTE)).paths == ("Logs/Else.md", "Tagged.md")
        nothing = await at.many.choose(True, "lo", "", LOCAL)
        assert nothing.notice("#lo") == "There are no notes in #lo."


async def test_the_whole_vault_is_a_folder_too_and_excluded_notes_are_none(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        assert len((await at.many.choose(False, "", "", REMOTE)).paths) == 4
        assert (await at.many.choose(False, "../House", "", REMOTE)).paths == ()


# What one thing beside a question says, and under which source.


async def test_a_whole_note_comes_with_its_properties(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (piece,) = await at.reader.read(note("Boiler"), ANY)

        assert piece.text.startswith("---\ntags: [heating]\n---\n# Boiler")
        assert (piece.path, piece.part, piece.first_line, piece.last_line) == ("House/Boiler.md", "", 1, 18)


async def test_a_pdf_a_canvas_and_a_text_of_the_vault_are_read(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "plan.pdf").write_bytes(a_pdf("The plan."))
        (at.vault.root / "list.csv").write_text("a,b\n1,2\n")
        node = '{"id": "1", "type": "text", "text": "A card", "x": 0, "y": 0, "width": 1, "height": 1}'
        (at.vault.root / "Board.canvas").write_text(f'{{"nodes": [{node}]}}')
        (at.vault.root / "Broken.canvas").write_text("{")
        pieces = [
            (await at.reader.read(note(name), ANY))[0]
            for name in ("plan.pdf", "list.csv", "Board.canvas", "Broken.canvas")
        ]

        assert [piece.kind for piece in pieces[:3]] == ["file"] * 3
        assert pieces[0].text == "[Page 1]\nThe plan."
        assert pieces[1].text == "a,b\n1,2\n"
        assert "A card" in pieces[2].text
        assert "not valid JSON" in pieces[3].problem
        assert [piece.path for piece in pieces] == ["plan.pdf", "list.csv", "Board.canvas", "Broken.canvas"]


async def test_a_link_to_a_page_brings_that_page(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "plan.pdf").write_bytes(a_pdf("One.", "Two."))
        (piece,) = await at.reader.read(note("plan.pdf#page=2"), ANY)
        (none,) = await at.reader.read(note("plan.pdf#page=9"), ANY)

        assert (piece.text, piece.part) == ("[Page 2]\nTwo.", "page=2")
        assert "has no page 9" in none.problem


async def test_what_cannot_be_read_is_a_problem_under_its_own_source(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "House/Roof.md").write_bytes(b"\xff\xfe\x00x")
        (piece,) = await at.reader.read(note("Roof"), ANY)

        assert piece.problem
        assert piece.path == "House/Roof.md"


async def test_a_file_from_outside_never_passes_for_a_note(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        for name in ("Diary.md", "../Diary.md", "a/b:c?.pdf", "", "%%x%%"):
            item = ContextItem(kind="file", target=name, text="Words.")
            (piece,) = await at.reader.read(item, ANY)

            assert piece.path.endswith(" (from outside)"), name
            assert "/" not in piece.path


async def test_a_page_that_nobody_fetched_is_told(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (piece,) = await at.reader.read(ContextItem(kind="web", target="https://example.org"), ANY)

        assert "was not fetched" in piece.problem


async def test_nothing_open_is_nothing_beside(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        assert await at.reader.read(ContextItem(kind="active", target=""), ANY) == ()


async def test_of_a_folder_the_private_notes_stay_and_only_the_person_is_told(tmp_path: Path) -> None:
    privacy = NotePrivacy(status=lambda path, to: "closed" if "Roof" in path and not to.local else "open")
    async with open_contexts(tmp_path, privacy=privacy) as at:
        pieces = await at.reader.read(ContextItem(kind="folder", target="House"), ANY)

        assert [piece.path for piece in pieces] == ["House/Boiler.md", ""]
        assert pieces[-1].problem == ""
        assert pieces[-1].notice == "1 private note of House stayed on this computer."

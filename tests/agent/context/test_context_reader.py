"""Tests of agent/context/context_reader.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.agent.context.test_attached_file import a_pdf
from tests.agent.context_env import ANY, ContextEnv, note, open_contexts
from tests.privacy.scene import HERE, NOTES, RULES, Table
from tests.support.tool_env import LOCAL, REMOTE
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

# Context reach: private notes are recognized before sending, by rule and destination.

SETTINGS = [VaultSettings(privacy=RULES)]
"""The current rules; tests replace them."""


@asynccontextmanager
async def private_vault(folder: Path, *rules: PrivacyRule) -> AsyncIterator[tuple[ContextEnv, PrivacyRules]]:
    """Open the notes of the privacy scene with *rules*, or with its default rules."""
    SETTINGS[0] = VaultSettings(privacy=rules or RULES)
    root = folder / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    privacy_rules = PrivacyRules(lambda: SETTINGS[0], Table(root), Vault(root, watch=False))
    async with open_contexts(folder, NOTES, privacy_rules.note_privacy) as at:
        yield at, privacy_rules


def counts(reach: ContextReach) -> tuple[int, int, int]:
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
async def test_t7_a_private_note_is_withheld_from_a_remote_host_and_the_rule_is_named(
    tmp_path: Path, item: ContextItem, reason: str
) -> None:
    async with private_vault(tmp_path) as (at, rules):
        reach = await at.contexts.reach(item, REMOTE)
        assert reach == ContextReach(1, 1, 0, (reason,))
        assert reach.is_withheld
        assert await at.contexts.reach(item, HERE) == ContextReach(1)
        if item.target in ("Personal/Diary", "Tagged.md"):
            assert offered_reach(item, rules, REMOTE) == reach


async def test_t7_an_open_note_is_sent_and_a_note_that_needs_approval_is_distinguished(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, rules):
        assert await at.contexts.reach(note("Open"), REMOTE) == ContextReach(1)
        reach = await at.contexts.reach(note("Asked"), REMOTE)
        assert (counts(reach), reach.is_withheld, reach.is_private, reach.reasons) == (
            (1, 0, 1), False, True, ("with team",)
        )  # fmt: skip
        assert offered_reach(note("Asked"), rules, REMOTE) == reach
        assert await at.contexts.reach(note("Nowhere"), REMOTE) == ContextReach()


async def test_t7_withheld_notes_of_folders_and_tags_are_counted(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, rules):
        folder_reach = await at.contexts.reach(ContextItem(kind="folder", target=""), REMOTE)
        assert counts(folder_reach) == (6, 3, 1)
        assert set(folder_reach.reasons) == {"in personal", "tagged #private", "with private: true"}
        tagged = await at.contexts.reach(ContextItem(kind="tag", target="private"), REMOTE)
        assert counts(tagged) == (1, 1, 0)
        # As suggestions they are counted only if a rule withholds all of them.
        assert counts(offered_reach(ContextItem(kind="folder", target=""), rules, REMOTE)) == (0, 3, 1)
        assert offered_reach(ContextItem(kind="folder", target="Personal"), rules, REMOTE).is_withheld
        assert offered_reach(ContextItem(kind="tag", target="private"), rules, REMOTE).is_withheld
        assert not offered_reach(ContextItem(kind="tag", target="private"), rules, HERE).is_private


async def test_t7_a_never_rule_applies_to_every_model_immediately(tmp_path: Path) -> None:
    async with private_vault(tmp_path, PrivacyRule(kind="note", value="Open.md", answer="never")) as (at, rules):
        folder = ContextItem(kind="folder", target="")
        assert (await at.contexts.reach(note("Open"), HERE)).reasons == ("by name",)
        assert counts(offered_reach(folder, rules, HERE)) == (0, 1, 0)
        SETTINGS[0] = VaultSettings(privacy=())
        assert await at.contexts.reach(note("Open"), HERE) == ContextReach(1)
        assert not offered_reach(folder, rules, HERE).is_private


async def test_t7_the_current_text_of_a_note_decides(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, rules):
        folder = ContextItem(kind="folder", target="")
        assert counts(offered_reach(folder, rules, REMOTE)) == (0, 3, 1)
        path = at.vault.root / "Open.md"
        path.write_text("---\ntags: [private]\n---\nNow a secret.\n", encoding="utf-8")
        assert (await at.contexts.reach(note("Open"), REMOTE)).is_withheld, "the file is read, not the index"
        rules._known.learn()  # type: ignore[attr-defined]  # a table of the privacy scene
        rules.publish_change()
        assert counts(offered_reach(folder, rules, REMOTE)) == (0, 4, 1)


async def test_t7_rules_apply_to_pictures_and_files(tmp_path: Path) -> None:
    everything = PrivacyRule(kind="folder", value="", answer="local")
    async with private_vault(tmp_path, everything) as (at, _):
        picture = ImagePart(media_type="image/png", data="", sources=(Source(path="Plans/Roof.png"),))
        assert (await at.contexts.reach(picture, REMOTE)).is_withheld
        outside = ContextItem(kind="file", target="offer.pdf", text="We offer.")
        assert (await at.contexts.reach(outside, REMOTE)).reasons == ("in this vault",)
        pasted = ImagePart(media_type="image/png", data="")
        assert await at.contexts.reach(pasted, REMOTE) == ContextReach()


async def test_t7_the_size_counts_what_is_sent_and_private_notes_are_no_problem(tmp_path: Path) -> None:
    async with private_vault(tmp_path) as (at, _):
        folder = ContextItem(kind="folder", target="")
        sent, here = await at.contexts.size(folder, REMOTE), await at.contexts.size(folder, HERE)
        assert (sent.notes, here.notes, sent.problem, here.problem) == (3, 6, "", "")
        assert sent.tokens < here.tokens
        closed = await at.contexts.size(ContextItem(kind="folder", target="Personal"), REMOTE)
        assert closed.problem == "No note of Personal was sent with the question."


def test_the_strictest_reasons_are_listed_once() -> None:
    reach = combined_reach([("ask", "a"), ("closed", "b"), ("closed", "b"), ("open", "")])  # type: ignore[list-item]
    assert reach == ContextReach(4, 2, 1, ("b",))  # type: ignore[arg-type]


def test_the_path_of_a_note_is_found_by_any_of_its_names(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    (root / "A").mkdir(parents=True)
    (root / "A/Note.md").write_text("x", encoding="utf-8")
    rules = PrivacyRules(VaultSettings, Table(root), Vault(root, watch=False))
    assert (rules.path_of("a/note"), rules.path_of("B")) == (NotePath("A/Note.md").text, None)
    assert not offered_reach(note("A/Note"), rules, Destination("X", "x", local=False)).is_private


# Excerpts respect limits, and both the user and the model are informed about truncation.


def excerpt(path: str, text: str = "Words.", **more: object) -> ContextExcerpt:
    return ContextExcerpt(text=text, path=path, name=path, **more)  # type: ignore[arg-type] # a test's shorthand


def attached_texts(excerpts: list[ContextExcerpt]) -> list[str]:
    return [
        unwrap_attached(part.text) if isinstance(part, TextPart) else part.name
        for part in attach_excerpts(excerpts).parts
    ]


def test_a_long_excerpt_is_truncated_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_EXCERPT_CHARACTERS", 600)
    attached = attach_excerpts([excerpt("A.md", "x" * 625)])

    assert attached_texts([excerpt("A.md", "x" * 625)]) == ["x" * 600 + " [cut: 25 more characters]"]
    assert attached.notices == ("Too long to be sent completely: A.md. The model is told.",)


def test_excerpts_together_respect_the_limit_of_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_CONTEXT_CHARACTERS", 1_000)
    attached = attach_excerpts([excerpt("A.md", "x" * 900), excerpt("B.md", "y" * 900), excerpt("C.md", "z" * 90)])

    texts = [part for part in attached.parts if isinstance(part, TextPart)]
    assert "x" * 900 in texts[0].text
    assert texts[1].text == '<attached left="B.md" problem="There was no space for it."/>'
    assert [source.path for source in texts[1].sources] == ["B.md"]
    assert "C.md" in texts[2].text
    assert "B.md, C.md" in attached.notices[0] or "B.md" in attached.notices[0]


def test_a_part_of_a_completely_attached_note_is_not_repeated() -> None:
    assert len(attach_excerpts([excerpt("A.md"), excerpt("A.md", part="Costs"), excerpt("A.md")]).parts) == 1
    assert len(attach_excerpts([excerpt("A.md", part="Costs"), excerpt("A.md", part="Grants")]).parts) == 2


def test_a_selection_is_attached_in_addition_to_its_note() -> None:
    assert len(attach_excerpts([excerpt("A.md"), excerpt("A.md", kind="selection")]).parts) == 2


def test_a_notice_is_shown_to_the_user_only() -> None:
    attached = attach_excerpts(
        [ContextExcerpt(name="House", notice="2 private notes of House stayed on this computer.")]
    )

    assert attached.parts == ()
    assert attached.notices == ("2 private notes of House stayed on this computer.",)


def test_the_number_of_pictures_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_CONTEXT_IMAGES", 1)
    pictures = [
        ContextExcerpt(
            path=f"{n}.png", name=f"{n}.png", picture=ImagePart(media_type="image/png", data="", name=f"{n}.png")
        )
        for n in range(3)
    ]

    assert attached_texts(pictures) == ["0.png"]
    assert "1.png, 2.png" in attach_excerpts(pictures).notices[0]


# Resolution of links in questions.


@pytest.mark.parametrize(
    ("link", "source", "expected"),
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
async def test_links_are_resolved_as_by_obsidian(tmp_path: Path, link: str, source: str, expected: str | None) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "Files" / "Deep").mkdir(parents=True)
        (at.vault.root / "Files" / "Deep" / "plan.png").write_bytes(b"x")
        (at.vault.root / ".obsidian").mkdir()
        (at.vault.root / ".obsidian" / "app.json").write_text("{}")
        path = await at.file_finder.find(link, source)

        assert (path.text if path is not None else None) == expected


async def test_a_note_not_yet_indexed_is_found_by_its_path(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "New.md").write_text("Fresh.\n")
        path = await at.file_finder.find("New")

        assert path is not None
        assert path.text == "New.md"


async def test_a_link_outside_the_vault_is_not_followed(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (tmp_path / "secret.md").write_text("Secret.\n")
        (at.vault.root / "Out.md").symlink_to(tmp_path / "secret.md")
        path = await at.file_finder.find("Out")
        found = await at.reader.read(note("Out"), ANY)

        assert path is None or found[0].problem
        assert "Secret" not in found[0].text


# Selection of notes from a folder or tag.

MANY = {f"Log/{n:02}.md": f"Entry {n}. Nothing of note.\n" for n in range(40)} | {
    "Log/Pump.md": "The heat pump hums at night.\n",
    "Logs/Else.md": "#log/deep elsewhere\n",
    "Tagged.md": "---\ntags: [Log]\n---\nx\n",
}


async def test_all_notes_of_a_small_folder_are_selected_in_order(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        selection = await at.selector.choose(False, "House/", "leaks", REMOTE)

        assert selection.paths == ("House/Boiler.md", "House/Roof.md")
        assert (selection.left_out, selection.notice("House"), selection.private_notice("House")) == (0, "", "")


async def test_notes_of_a_large_folder_are_selected_by_relevance(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MANY) as at:
        selection = await at.selector.choose(False, "Log", "Why does the heat pump hum?", REMOTE)

        assert selection.paths[0] == "Log/Pump.md"
        assert len(selection.paths) == context_reader.MAX_SELECTED_NOTES
        assert not any(path.startswith("Logs/") for path in selection.paths)
        assert selection.notice("Log") == "30 notes of Log were sent with the question; 11 more were left out."


async def test_the_newest_notes_are_selected_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_reader, "MAX_SELECTED_NOTES", 1)
    async with open_contexts(tmp_path) as at:
        selection = await at.selector.choose(False, "House", "", REMOTE)
        facts = await at.searcher.facts_of(["House/Boiler.md", "House/Roof.md"])

        newest = max(facts.values(), key=lambda note_facts: note_facts.modified_ns).modified_ns
        assert facts[selection.paths[0]].modified_ns == newest


async def test_the_total_size_of_selected_notes_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context_reader, "MAX_SELECTED_BYTES", 50)
    async with open_contexts(tmp_path) as at:
        selection = await at.selector.choose(False, "House", "slate", REMOTE)

        assert selection.paths == ("House/Roof.md",)
        assert selection.left_out == 1


async def test_a_tag_includes_nested_tags(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MANY) as at:
        assert (await at.selector.choose(True, "#log", "", REMOTE)).paths == ("Logs/Else.md", "Tagged.md")
        nothing = await at.selector.choose(True, "lo", "", LOCAL)
        assert nothing.notice("#lo") == "There are no notes in #lo."


async def test_the_whole_vault_can_be_selected_and_invalid_folders_are_empty(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        assert len((await at.selector.choose(False, "", "", REMOTE)).paths) == 4
        assert (await at.selector.choose(False, "../House", "", REMOTE)).paths == ()


# Reading a context item with its source.


async def test_a_complete_note_is_read_with_its_properties(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (found,) = await at.reader.read(note("Boiler"), ANY)

        assert found.text.startswith("---\ntags: [heating]\n---\n# Boiler")
        assert (found.path, found.part, found.first_line, found.last_line) == (
            "House/Boiler.md",
            "",
            1,
            18,
        )


async def test_pdf_canvas_and_text_files_of_the_vault_are_read(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "plan.pdf").write_bytes(a_pdf("The plan."))
        (at.vault.root / "list.csv").write_text("a,b\n1,2\n")
        node = '{"id": "1", "type": "text", "text": "A card", "x": 0, "y": 0, "width": 1, "height": 1}'
        (at.vault.root / "Board.canvas").write_text(f'{{"nodes": [{node}]}}')
        (at.vault.root / "Broken.canvas").write_text("{")
        excerpts = [
            (await at.reader.read(note(name), ANY))[0]
            for name in ("plan.pdf", "list.csv", "Board.canvas", "Broken.canvas")
        ]

        assert [found.kind for found in excerpts[:3]] == ["file"] * 3
        assert excerpts[0].text == "[Page 1]\nThe plan."
        assert excerpts[1].text == "a,b\n1,2\n"
        assert "A card" in excerpts[2].text
        assert "not valid JSON" in excerpts[3].problem
        assert [found.path for found in excerpts] == ["plan.pdf", "list.csv", "Board.canvas", "Broken.canvas"]


async def test_a_link_to_a_pdf_page_reads_that_page(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "plan.pdf").write_bytes(a_pdf("One.", "Two."))
        (found,) = await at.reader.read(note("plan.pdf#page=2"), ANY)
        (none,) = await at.reader.read(note("plan.pdf#page=9"), ANY)

        assert (found.text, found.part) == ("[Page 2]\nTwo.", "page=2")
        assert "has no page 9" in none.problem


async def test_an_unreadable_file_is_a_problem_with_its_source(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (at.vault.root / "House/Roof.md").write_bytes(b"\xff\xfe\x00x")
        (found,) = await at.reader.read(note("Roof"), ANY)

        assert found.problem
        assert found.path == "House/Roof.md"


async def test_a_file_from_outside_is_never_mistaken_for_a_note(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        for name in ("Diary.md", "../Diary.md", "a/b:c?.pdf", "", "%%x%%"):
            item = ContextItem(kind="file", target=name, text="Words.")
            (found,) = await at.reader.read(item, ANY)

            assert found.path.endswith(" (from outside)"), name
            assert "/" not in found.path


async def test_a_web_page_not_fetched_is_reported(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        (found,) = await at.reader.read(ContextItem(kind="web", target="https://example.org"), ANY)

        assert "was not fetched" in found.problem


async def test_an_empty_active_note_gives_no_context(tmp_path: Path) -> None:
    async with open_contexts(tmp_path) as at:
        assert await at.reader.read(ContextItem(kind="active", target=""), ANY) == ()


async def test_private_notes_of_a_folder_are_withheld_and_only_the_user_is_informed(tmp_path: Path) -> None:
    privacy = NotePrivacy(status=lambda path, to: "closed" if "Roof" in path and not to.local else "open")
    async with open_contexts(tmp_path, privacy=privacy) as at:
        excerpts = await at.reader.read(ContextItem(kind="folder", target="House"), ANY)

        assert [found.path for found in excerpts] == ["House/Boiler.md", ""]
        assert excerpts[-1].problem == ""
        assert excerpts[-1].notice == "1 private note of House stayed on this computer."

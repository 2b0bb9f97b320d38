"""What one thing beside a question says, and under which source."""

from pathlib import Path

from tests.agent.context_desk import ANY, note, open_contexts
from tests.agent.test_file_text import a_pdf
from vaultdesk.chat.messages import ContextItem
from vaultdesk.tools.runtime.policy import NotePrivacy


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
    privacy = NotePrivacy(standing=lambda path, to: "closed" if "Roof" in path and not to.local else "open")
    async with open_contexts(tmp_path, privacy=privacy) as at:
        pieces = await at.reader.read(ContextItem(kind="folder", target="House"), ANY)

        assert [piece.path for piece in pieces] == ["House/Boiler.md", ""]
        assert pieces[-1].problem == ""
        assert pieces[-1].remark == "1 private note of House stayed on this computer."

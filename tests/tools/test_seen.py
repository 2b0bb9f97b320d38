"""What a model was given stands guard over what it writes."""

from pathlib import Path

from tests.support.desk import YES, move, open_desk, put, read
from tests.support.tools import MoveNote, PutNote
from vaultdesk.tools.seen import REMEMBERED, Seen

BOILER, BUDGET = "Projects/House/Boiler.md", "Projects/House/Budget.md"


async def test_a_note_that_changed_since_it_was_read_is_not_written_and_nobody_is_asked(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote()]) as desk:
        await desk.events(read(BOILER))
        (desk.vault.root / BOILER).write_text("mine\n", encoding="utf-8")
        (stale,) = await desk.results(put(BOILER, "of what I read\n"))
        assert stale.error is not None
        assert (stale.error.code, "read it again" in stale.error.message) == ("CONFLICT", True)
        assert len(desk.answers.requests) == 1
        assert desk.text(BOILER) == "mine\n"
        await desk.events(read(BOILER))
        assert (await desk.results(put(BOILER, "of what I read\n")))[0].success


async def test_an_applied_write_is_known_and_what_follows_needs_no_reading(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote(), MoveNote()]) as desk:
        await desk.events(read(BOILER))
        assert [(await desk.results(put(BOILER, text)))[0].success for text in ("one\n", "two\n")] == [True, True]
        assert (await desk.results(move(BOILER, "Boiler.md")))[0].success
        assert (await desk.results(put("Boiler.md", "three\n")))[0].success
        (desk.vault.root / "Boiler.md").write_text("mine\n", encoding="utf-8")
        assert not (await desk.results(put("Boiler.md", "four\n")))[0].success


async def test_a_link_repair_is_made_of_the_note_as_it_is(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[MoveNote()]) as desk:
        await desk.events(read(BUDGET))
        (desk.vault.root / BUDGET).write_text(f"mine now, see {BOILER}\n", encoding="utf-8")
        assert (await desk.results(move(BOILER, "Boiler.md")))[0].success
        assert desk.text(BUDGET) == "mine now, see Boiler.md\n"


def test_seen_is_kept_by_conversation_and_not_for_ever() -> None:
    seen = Seen()
    seen.note("chat", {"a.md": "1"})
    assert (seen.is_stale("chat", "a.md", "2"), seen.is_stale("chat", "a.md", "1")) == (True, False)
    assert (seen.is_stale("other", "a.md", "2"), seen.knows("chat", "a.md")) == (False, True)
    seen.gone("chat", "a.md")
    assert not seen.knows("chat", "a.md")
    seen.note("chat", {"first.md": "1"})
    seen.note("chat", {f"{number}.md": "1" for number in range(REMEMBERED)})
    assert not seen.knows("chat", "first.md")


def test_a_note_written_at_one_place_was_not_given() -> None:
    seen = Seen()
    seen.note("chat", {"a.md": "1"}, given=False)
    assert (seen.knows("chat", "a.md"), seen.has_text("chat", "a.md")) == (True, False)
    seen.note("chat", {"a.md": "2"})
    seen.note("chat", {"a.md": "3"}, given=False)
    assert (seen.has_text("chat", "a.md"), seen.has_text("other", "a.md")) == (True, False)
    seen.gone("chat", "a.md")
    assert not seen.has_text("chat", "a.md")
    seen.note("chat", {"b.md": "1"})
    seen.note("chat", {f"{number}.md": "1" for number in range(REMEMBERED)})
    assert not seen.has_text("chat", "b.md")

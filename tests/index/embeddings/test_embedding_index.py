"""The embedding index: notes are embedded in the background, found by meaning, and updated after every change."""

import asyncio
import os
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.meaning.hashing import Hashing, embedding_scene, hashed
from tests.index.scene import at_work, filled
from tests.support.vaults import write_vault
from vaultdesk.core.errors import EmbeddingFailed, ProviderUnreachable
from vaultdesk.index import Index
from vaultdesk.index.embeddings import embedding_worker
from vaultdesk.index.embeddings.embedder import SimilarityScale
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.embeddings.throttle import ThrottleOptions

NOTES = {
    "Boiler.md": "# Boiler\nThe heating was repaired in May by the plumber.\n",
    "Garden/Roses.md": "# Roses\nThey need sun and water every morning.\n",
    "Garden/Soil.md": "# Soil\nClay holds water, sand lets it through.\n",
    "Money.md": "# Money\nThe bank wants the tax number before July.\n",
}
NUMBERED_NOTES = {f"N{nth:02}.md": f"# Number {nth}\nWord{nth} stands here alone.\n" for nth in range(40)}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault", NOTES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "index.sqlite"


def query_index(file: Path, sql: str = "SELECT count(*) FROM vector") -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


async def test_a_note_is_found_by_meaning_with_its_location(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        state = await at.meaning.settled()
        passages = await at.meaning.nearest("heating repaired by the plumber", 2)
        assert state == EmbeddingState("ready", 4, 4, "Hashing", passages=4)
        assert at.meaning.ready
        best = passages[0]
        text = NOTES["Boiler.md"]
        assert (best.path, best.heading, best.first_line, best.last_line) == ("Boiler.md", "Boiler", 1, 2)
        assert text[best.start : best.end] == text.strip()
        embedded_text = "Boiler › Boiler\n# Boiler\nThe heating was repaired in May by the plumber."
        expected = float(hashed("heating repaired by the plumber") @ hashed(embedded_text))
        assert best.similarity == pytest.approx(expected, abs=2e-3)
        assert passages[0].similarity > passages[1].similarity


async def test_nothing_is_found_and_no_query_is_embedded_before_a_note_was_embedded(root: Path, file: Path) -> None:
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        assert not at.meaning.ready
        assert await at.near("heating") == []
        assert await at.meaning.near_note("Boiler.md") == []
        assert model.questions == []


async def test_only_visible_notes_are_found_even_if_others_are_nearer(tmp_path: Path, file: Path) -> None:
    root = write_vault(tmp_path / "vault", {f"Near{nth}.md": "water in the garden\n" for nth in range(60)} | NOTES)
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        passages = await at.meaning.nearest("water in the garden", 2, lambda path: path in ("Money.md", "Boiler.md"))
        assert sorted(passage.path for passage in passages) == ["Boiler.md", "Money.md"]


async def test_after_an_edit_only_changed_passages_are_embedded(tmp_path: Path, file: Path) -> None:
    text_of_long = "\n\n".join(f"## Part {nth}\n" + f"word{nth} " * 150 for nth in range(4))
    root = write_vault(tmp_path / "vault", {"Long.md": text_of_long})
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
        assert len(model.embedded) == 4
        write_vault(root, {"Long.md": "A new beginning.\n\n" + text_of_long.replace("word2 ", "other ")})
        await at.follow()
        assert len(model.embedded) == 6
        assert all("new beginning" in text or "other" in text for text in model.embedded[4:])
        passages = await at.meaning.nearest("word3 " * 20, 1)
        assert (passages[0].heading, passages[0].first_line) == ("Part 3", 12)
        assert (await at.meaning.nearest("word2", 1))[0].similarity < 0.3


async def test_a_moved_note_retains_its_vectors(root: Path, file: Path) -> None:
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
        (root / "Boiler.md").rename(root / "Garden" / "Boiler.md")
        embedded_before = len(model.embedded)
        await at.follow()
        assert await at.near("heating repaired", 1) == ["Garden/Boiler.md"]
        assert len(model.embedded) == embedded_before


async def test_a_deleted_note_is_no_longer_found_and_its_vectors_are_deleted(
    root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_worker, "UNLOAD_AFTER", 0.0)
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        (root / "Boiler.md").unlink()
        await at.follow()
        assert "Boiler.md" not in await at.near("heating repaired", 4)
        assert at.meaning.state.total == 3
        async with asyncio.timeout(10):
            while query_index(file) != [(3,)]:
                at.meaning.resume()
                await asyncio.sleep(0)
    assert query_index(file, "SELECT count(*) FROM passage") == [(3,)]


async def test_a_note_excluded_later_is_no_longer_found(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Garden/"]}'})
    async with embedding_scene(root, file, Hashing) as at:
        state = await at.meaning.settled()
        assert sorted(await at.near("water", 9)) == ["Boiler.md", "Money.md"]
        assert (state.total, state.passages) == (2, 2)
    assert query_index(file) == [(2,)]


async def test_comments_and_queries_are_not_embedded(tmp_path: Path, file: Path) -> None:
    text = "# A\nOpen. %%hidden remark%%\n\n```dataview\nLIST FROM secretquery\n```\nEnd.\n"
    root = write_vault(tmp_path / "vault", {"A.md": text, "Only.md": "%%nothing but this%%\n"})
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        state = await at.meaning.settled()
        assert state.total == 1
    assert len(model.embedded) == 1
    assert "hidden" not in model.embedded[0]
    assert "secretquery" not in model.embedded[0]
    assert "End." in model.embedded[0]


async def test_embedding_continues_where_it_was_interrupted(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_worker, "VECTORS_PER_WRITE", 8)
    root = write_vault(tmp_path / "vault", NUMBERED_NOTES)
    first = Hashing()
    async with embedding_scene(root, file, lambda: first) as at:
        with at.meaning.progress.subscribe() as states:
            settling = asyncio.create_task(at.meaning.settled())
            async for state in states:
                if state.done >= 20:
                    break
            settling.cancel()
    assert 20 <= len(first.embedded) < 40
    second = Hashing()
    async with embedding_scene(root, file, lambda: second) as at:
        assert (await at.meaning.settled()).done == 40
    assert sorted(first.embedded + second.embedded) == sorted(set(first.embedded + second.embedded))


async def test_a_kill_between_two_commits_loses_only_uncommitted_vectors(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_worker, "VECTORS_PER_WRITE", 8)
    root = write_vault(tmp_path / "vault", NUMBERED_NOTES)
    first = Hashing()
    async with embedding_scene(root, file, lambda: first) as at:
        with at.meaning.progress.subscribe() as states:
            settling = asyncio.create_task(at.meaning.settled())
            async for state in states:
                if state.done >= 20:
                    break
            settling.cancel()
            # The files at this moment are what a kill would leave.
            copy = tmp_path / "killed" / "index.sqlite"
            copy.parent.mkdir()
            with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
    saved = query_index(copy)[0][0]
    assert isinstance(saved, int)
    assert 16 <= saved < 40
    second = Hashing()
    async with embedding_scene(root, copy, lambda: second) as at:
        assert (await at.meaning.settled()).phase == "ready"
    assert len(second.embedded) == 40 - saved


async def test_the_newest_notes_are_embedded_first(tmp_path: Path, file: Path) -> None:
    root = write_vault(tmp_path / "vault", NUMBERED_NOTES)
    for modified, path in enumerate(NUMBERED_NOTES):
        os.utime(root / path, (modified, modified))
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
    first = [int(text.split("Number ")[1].split()[0]) for text in model.embedded[:8]]
    assert sorted(first) == list(range(32, 40))


async def test_a_pause_stops_embedding_but_not_search(tmp_path: Path, file: Path) -> None:
    root = write_vault(tmp_path / "vault", NUMBERED_NOTES)
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        model.gate.clear()
        settling = asyncio.create_task(at.meaning.settled())
        with at.meaning.progress.subscribe() as states:
            async for state in states:
                if state.phase == "reading":
                    break
        at.meaning.pause()
        model.gate.set()
        state = await settling
        assert (state.phase, state.reason) == ("paused", "Paused.")
        assert 0 < state.done < 40
        assert await at.near(model.embedded[0], 1) != []
        at.meaning.resume()
        assert (await at.meaning.settled()).phase == "ready"


async def test_settings_and_battery_pause_embedding(root: Path, file: Path) -> None:
    chosen, on_battery = [ThrottleOptions(paused=True)], True
    async with embedding_scene(root, file, Hashing, options=lambda: chosen[0], battery=lambda: on_battery) as at:
        assert (await at.meaning.settled()).reason == "Paused."
        chosen[0] = ThrottleOptions()
        assert (await at.meaning.settled()).reason == "Paused on battery."
        chosen[0] = ThrottleOptions(on_battery=True)
        assert (await at.meaning.settled()).phase == "ready"


async def test_after_a_model_change_the_older_model_answers_until_all_notes_are_embedded(
    root: Path, file: Path
) -> None:
    old, new = Hashing(), Hashing("hashing-2", "Newer", dimensions=128)
    chosen = [old]
    async with embedding_scene(root, file, lambda: chosen[0]) as at:
        await at.meaning.settled()
        chosen[0] = new
        new.gate.clear()
        with at.meaning.progress.subscribe() as states:
            at.meaning.settings_changed()
            async for state in states:
                if state.phase == "reading":
                    break
        assert (state.model, state.older_model, state.done, state.passages) == ("Newer", "Hashing", 0, 4)
        assert await at.near("heating repaired", 1) == ["Boiler.md"]
        assert (old.questions, new.questions) == (["heating repaired"], [])
        new.gate.set()
        state = await at.meaning.settled()
        assert state == EmbeddingState("ready", 4, 4, "Newer", passages=4)
        assert await at.near("heating repaired", 1) == ["Boiler.md"]
        assert new.questions == ["heating repaired"]
        assert old.closed
    assert query_index(file, "SELECT name, dimensions FROM model") == [("hashing-2", 128)]
    assert query_index(file) == [(4,)]


async def test_after_a_restart_the_older_model_is_loaded_by_its_name(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
    new, old = Hashing("hashing-2", "Newer"), Hashing()
    new.gate.clear()
    async with embedding_scene(root, file, lambda: new, {"hashing-1": old}.get) as at:
        with at.meaning.progress.subscribe() as states:
            settling = asyncio.create_task(at.meaning.settled())
            async for state in states:
                if state.phase == "reading":
                    break
        assert await at.near("heating repaired", 1) == ["Boiler.md"]
        assert old.questions == ["heating repaired"]
        new.gate.set()
        assert (await settling).older_model == ""


async def test_an_unavailable_older_model_is_reported(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
    new = Hashing("hashing-2", "Newer")
    new.gate.clear()
    async with embedding_scene(root, file, lambda: new) as at:
        with at.meaning.progress.subscribe() as states:
            settling = asyncio.create_task(at.meaning.settled())
            async for state in states:
                if state.phase == "reading":
                    break
        assert state.reason == "The model Hashing, which indexed the notes before, is no longer available."
        new.gate.set()
        assert (await settling).reason == ""


async def test_selecting_the_previous_model_again_embeds_nothing(root: Path, file: Path) -> None:
    old, new = Hashing(), Hashing("hashing-2", "Newer", problem=ProviderUnreachable("Away", kind="network"))
    chosen = [old]
    async with embedding_scene(root, file, lambda: chosen[0]) as at:
        await at.meaning.settled()
        chosen[0] = new
        at.meaning.settings_changed()
        assert (await at.meaning.settled()).phase == "failed"
        chosen[0] = old
        at.meaning.settings_changed()
        assert (await at.meaning.settled()).phase == "ready"
    assert len(old.embedded) == 4


async def test_switched_off_nothing_is_embedded_and_nothing_deleted(root: Path, file: Path) -> None:
    model = Hashing()
    chosen: list[Hashing | None] = [model]
    async with embedding_scene(root, file, lambda: chosen[0]) as at:
        await at.meaning.settled()
        chosen[0] = None
        at.meaning.settings_changed()
        assert await at.meaning.settled() == EmbeddingState("off")
        assert (at.meaning.ready, await at.near("heating")) == (False, [])
        chosen[0] = model
        at.meaning.settings_changed()
        assert (await at.meaning.settled()).passages == 4
        assert await at.near("heating repaired", 1) == ["Boiler.md"]
    assert len(model.embedded) == 4


async def test_a_missing_installation_is_reported(root: Path, file: Path) -> None:
    def absent() -> Hashing:
        raise EmbeddingFailed("Search by meaning is not installed", hint="Install it.", absent=True)

    async with embedding_scene(root, file, absent) as at:
        assert await at.meaning.settled() == EmbeddingState(
            "absent", reason="Search by meaning is not installed. Install it."
        )
        assert await at.near("heating") == []


async def test_an_unreachable_server_is_requested_again(root: Path, file: Path) -> None:
    model = Hashing(problem=ProviderUnreachable("The server does not answer", kind="network"))
    async with embedding_scene(root, file, lambda: model) as at:
        state = await at.meaning.settled()
        assert (state.phase, state.reason) == ("failed", "The server does not answer")
        model.problem = None
        assert (await at.meaning.settled()).phase == "ready"
        model.problem = ProviderUnreachable("Away", kind="network")
        assert await at.near("heating") == []


async def test_refused_passages_are_embedded_again_only_after_a_change_of_rules_or_note(root: Path, file: Path) -> None:
    model = Hashing(is_local=False)
    model.refuses = lambda text: text.path.startswith("Garden/")
    async with embedding_scene(root, file, lambda: model) as at:
        state = await at.meaning.settled()
        assert (state.phase, state.done, state.total, state.passages) == ("ready", 4, 4, 2)
        near_passages = await at.meaning.nearest("water", 9, may_leave_computer=True)
        assert sorted(passage.path for passage in near_passages) == ["Boiler.md", "Money.md"]
        await at.meaning.settled()
        assert len(model.embedded) == 4
        write_vault(root, {"Garden/Soil.md": NOTES["Garden/Soil.md"] + "\n"})
        await at.follow()
        assert len(model.embedded) == 5
        model.refuses = lambda text: False
        at.meaning.privacy_rules_changed()
        assert (await at.meaning.settled()).passages == 4
        assert len(model.embedded) == 7


async def test_texts_are_compared_with_a_question_only_by_a_local_model_with_a_scale(root: Path, file: Path) -> None:
    model = Hashing(similarity_scale=SimilarityScale(unrelated=0.25, answering=0.75), has_tokens=True)
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
        near, half, far = await at.meaning.nearness("old boiler", ["the old boiler", "boiler", "some roses"]) or ()
        assert near == pytest.approx(1.5)
        assert 0.3 < half < 0.7
        assert far == 0.0
        both, none = await at.meaning.passage_similarities("old boiler", ["boiler the old one", "roses"]) or ()
        assert both == pytest.approx(1.0)
        assert none < 0.3
        model.similarity_scale = None
        assert await at.meaning.nearness("old boiler", ["boiler"]) is None
        model.similarity_scale, model.is_local = SimilarityScale(0.2, 0.6), False
        assert await at.meaning.nearness("old boiler", ["boiler"]) is None
        assert await at.meaning.passage_similarities("old boiler", ["boiler"]) is None
        model.is_local, model.has_tokens = True, False
        assert await at.meaning.nearness("old boiler", ["boiler"]) is None


async def test_a_remote_model_embeds_only_queries_that_may_leave_the_computer(root: Path, file: Path) -> None:
    model = Hashing(is_local=False)
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
        assert await at.meaning.nearest("CANARY lymphoma") == []
        assert model.questions == []
        assert await at.meaning.nearest("water", may_leave_computer=True)
        assert model.questions == ["water"]


async def test_embedding_ends_if_every_passage_is_refused(root: Path, file: Path) -> None:
    model = Hashing(is_local=False, refuses=lambda text: True)
    async with embedding_scene(root, file, lambda: model) as at:
        state = await at.meaning.settled()
        assert (state.phase, state.done, state.passages, at.meaning.ready) == ("ready", 4, 0, False)


async def test_invalid_vectors_are_stored_as_refused_and_not_found(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, lambda: Hashing(spoilt=True)) as at:
        state = await at.meaning.settled()
        assert (state.phase, state.passages) == ("ready", 0)


@pytest.mark.parametrize(
    "damage", ["X'00'", "zeroblob(512)", "randomblob(511)", "CAST(replace(hex(zeroblob(256)), '00', 'ÿ') AS BLOB)"]
)
async def test_a_damaged_vector_is_detected_and_embedded_again(root: Path, file: Path, damage: str) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
    key = query_index(file, "SELECT key FROM passage JOIN note ON note.id = note WHERE path = 'Boiler.md'")[0][0]
    index = Index(file)
    with index.writing() as db:
        db.execute(f"UPDATE vector SET vector = {damage} WHERE key = ?", (key,))
    index.close()
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
        assert "Boiler.md" not in await at.near("heating repaired", 4)
        await at.meaning.settled()
        assert await at.near("heating repaired", 1) == ["Boiler.md"]
    assert len(model.embedded) == 1


async def test_a_model_with_other_dimensions_under_the_same_name_embeds_everything_again(
    root: Path, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
    write_vault(root, {"New.md": "Something new."})
    model = Hashing(dimensions=320)
    async with embedding_scene(root, file, lambda: model) as at:
        state = await at.meaning.settled()
        assert (state.phase, state.passages) == ("ready", 5)
        assert await at.near("heating repaired", 1) == ["Boiler.md"]
    assert "has other dimensions" in caplog.text
    caplog.clear()


async def test_a_rebuilt_index_is_embedded_again(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        assert await at.near("heating repaired", 1) == ["Boiler.md"]
        (root / "Boiler.md").unlink()
        await at.scene.indexer.rebuild()
        state = await at.meaning.settled()
        assert (state.phase, state.passages) == ("ready", 3)
        assert "Boiler.md" not in await at.near("heating repaired", 4)
        assert await at.near("bank tax number", 1) == ["Money.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete an open file")
async def test_an_index_lost_while_embedding_is_rebuilt_and_embedded(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        await asyncio.to_thread(file.unlink)
        await at.follow()
        state = await at.meaning.settled()
        assert (state.phase, state.passages) == ("ready", 4)
        assert await at.near("heating repaired", 1) == ["Boiler.md"]


async def test_notes_similar_to_the_passages_of_a_note_are_found(tmp_path: Path, file: Path) -> None:
    text_of_two = "# Two\n## Heat\n" + "heating boiler plumber " * 40 + "\n## Plants\n" + "roses water sun " * 40 + "\n"
    root = write_vault(tmp_path / "vault", {"Two.md": text_of_two} | NOTES)
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
        similar = [passage.path for passage in await at.meaning.near_note("Two.md", 2)]
        assert sorted(similar) == ["Boiler.md", "Garden/Roses.md"]
        assert await at.meaning.near_note("Nowhere.md") == []
        assert model.questions == []


async def test_notes_with_the_same_text_are_a_pair(root: Path, file: Path) -> None:
    write_vault(root, {"Copy.md": NOTES["Boiler.md"]})
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        pairs = await at.meaning.similar_notes(0.8)
        assert [pair[:2] for pair in pairs] == [("Boiler.md", "Copy.md")]
        assert pairs[0][2] > 0.8


async def test_embedding_waits_during_a_search(tmp_path: Path, file: Path) -> None:
    root = write_vault(tmp_path / "vault", NUMBERED_NOTES)
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        with at.meaning._throttle.searching():
            settling = asyncio.create_task(at.meaning.settled())
            for _ in range(50):
                await asyncio.sleep(0)
            assert model.embedded == []
        assert (await settling).phase == "ready"


async def test_the_model_is_unloaded_after_a_delay(root: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_worker, "UNLOAD_AFTER", 0.0)
    model = Hashing()
    async with embedding_scene(root, file, lambda: model) as at:
        await at.meaning.settled()
        async with asyncio.timeout(10):
            while not model.closed:
                await asyncio.sleep(0)
        assert await at.near("heating repaired", 1) == ["Boiler.md"]


async def test_closing_immediately_embeds_nothing(root: Path, file: Path) -> None:
    model = Hashing()
    async with at_work(root, file) as scene, EmbeddingIndex(scene.index, scene.indexer, lambda: model) as meaning:
        with meaning.progress.subscribe() as states:
            state = meaning.state if meaning.state.model else await anext(states)
        assert state.phase == "waiting"
    assert model.embedded == []
    assert query_index(file, "SELECT count(*) FROM cut") == [(0,)]


async def test_embedding_starts_automatically(root: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_worker, "START_DELAY", 0.0)
    async with embedding_scene(root, file, Hashing) as at:
        with at.meaning.progress.subscribe() as states:
            async with asyncio.timeout(10):
                while at.meaning.state.phase != "ready":
                    await anext(states)
        assert at.meaning.state.passages == 4


async def test_changes_are_embedded_automatically(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        with at.meaning.progress.subscribe() as states:
            write_vault(root, {"New.md": "A submarine dives below the ice."})
            await at.scene.indexer.rescan()
            async with asyncio.timeout(10):
                async for state in states:
                    if (state.phase, state.passages) == ("ready", 5):
                        break
        assert await at.near("submarine below ice", 1) == ["New.md"]


async def test_closing_leaves_no_thread(root: Path, file: Path) -> None:
    async with embedding_scene(root, file, Hashing) as at:
        await at.meaning.settled()
        await at.near("heating")
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("meaning")]
    for thread in threads:
        thread.join(5)
    assert not [thread for thread in threads if thread.is_alive()]


async def test_without_notes_nothing_is_embedded(tmp_path: Path, file: Path) -> None:
    filled(file, tmp_path / "vault", {}).close()
    async with embedding_scene(write_vault(tmp_path / "vault", {".obsidian/app.json": "{}"}), file, Hashing) as at:
        assert (await at.meaning.settled()).phase == "ready"
        assert await at.near("anything") == []

"""IndexReader: facts of all notes, asked off the loop's thread, after each commit as they then are."""

import threading
from pathlib import Path

from tests.index.scene import at_work, lay
from vaultdesk.index.note_table import NoteTable


async def test_questions_to_the_facts_run_in_one_thread_that_is_not_the_loops(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", {"A.md": ""}), tmp_path / "index.sqlite") as scene:

        def ask(table: NoteTable) -> tuple[str, int]:
            return threading.current_thread().name, len(table.facts)

        first, second = await scene.searcher.over_facts(ask), await scene.searcher.over_facts(ask)
        assert first == second
        assert first[0] != threading.current_thread().name


async def test_facts_follow_each_change_that_is_told(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "#one", "B.md": "#two"})
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        before = await scene.searcher.all_facts()
        (root / "A.md").write_text("#three")
        (root / "B.md").unlink()
        with scene.indexer.events.subscribe() as commits:
            await scene.indexer.rescan()
            told = [await anext(commits), await anext(commits)]
        changed = [path for commit in told for path in commit.paths]
        gone = [path for commit in told for path in commit.removed]
        assert (changed, gone) == (["A.md"], ["B.md"])
        assert {path: facts.tags for path, facts in (await scene.searcher.facts_of(changed)).items()} == {
            "A.md": ("three",)
        }
        assert before["A.md"].tags == ("one",), "what was handed out stays what it was"
        assert set(before) == {"A.md", "B.md"}

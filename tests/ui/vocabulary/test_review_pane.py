"""The review by keys: on real notes, with ratings written and taken back."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.drafting import Scene, scene
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyNotes
from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.vocabulary.review_pane import ReviewPane
from vaultdesk.vault.undo import undo

NOTES = {f"V/{name}.md": f"---\nmeaning: the meaning of {name}\n---\n" for name in ("alpha", "beta", "gamma")}


async def pane_of(bench: Scene) -> tuple[ReviewPane, tuple[VocabularyWord, ...]]:
    notes = VocabularyNotes(bench.vault, bench.searcher, lambda: "V")
    words = await notes.words()
    pane = ReviewPane(notes)
    pane.resize(700, 500)
    pane.show()
    pane.begin(words)
    return pane, words


@on_qt_loop
async def test_space_shows_the_meaning_and_a_number_rates_it(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        pane, _ = await pane_of(bench)
        ended: list[bool] = []
        pane.left.connect(lambda: ended.append(True))
        assert (pane.card.word.text(), pane.standing.text()) == ("alpha", "1 of 3")
        QTest.keyClick(pane, Qt.Key.Key_4)
        assert not pane.card.is_open, "nothing is rated before the meaning was seen"
        QTest.keyClick(pane, Qt.Key.Key_Space)
        assert pane.card.is_open
        assert "again in 8 days" in pane.ratings["easy"].accessibleName()
        QTest.keyClick(pane, Qt.Key.Key_4)
        await until(lambda: pane.card.word.text() == "beta")
        assert "review_state: review" in (bench.root / "V/alpha.md").read_text(encoding="utf-8")
        pane.reveal.click()
        pane.ratings["again"].click()
        await until(lambda: pane.card.word.text() == "gamma")
        assert pane.standing.text() == "2 of 3 · 1 again"
        for _ in range(2):
            QTest.keyClick(pane, Qt.Key.Key_Space)
            word = pane.card.word.text()
            QTest.keyClick(pane, Qt.Key.Key_4)
            await until(lambda word=word: ended or pane.card.word.text() != word)  # type: ignore[misc] # a lambda's default
        assert ended == [True]
        pane.deleteLater()


@on_qt_loop
async def test_a_rating_is_taken_back(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        pane, _ = await pane_of(bench)
        groups: list[str] = []
        pane.take_back_asked.connect(groups.append)
        pane.take_back()
        assert groups == []
        QTest.keyClick(pane, Qt.Key.Key_Space)
        QTest.keyClick(pane, Qt.Key.Key_3)
        await until(lambda: pane.card.word.text() == "beta")
        QTest.keyClick(pane, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert pane.card.word.text() == "alpha"
        await undo(bench.vault, groups[0])
        assert (bench.root / "V/alpha.md").read_text(encoding="utf-8") == NOTES["V/alpha.md"]
        pane.deleteLater()


@on_qt_loop
async def test_a_word_deleted_meanwhile_is_passed_over_and_trouble_is_told(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        pane, _ = await pane_of(bench)
        (bench.root / "V/alpha.md").unlink()
        QTest.keyClick(pane, Qt.Key.Key_Space)
        QTest.keyClick(pane, Qt.Key.Key_1)
        await until(lambda: pane.card.word.text() == "beta")
        assert pane.standing.text() == "1 of 2"
        (bench.root / "V/beta.md").write_text("---\n- broken: [\n---\n", encoding="utf-8")
        QTest.keyClick(pane, Qt.Key.Key_Space)
        QTest.keyClick(pane, Qt.Key.Key_1)
        await until(lambda: "properties" in pane.hint.text())
        assert pane.card.word.text() == "beta"
        QTest.keyClick(pane, Qt.Key.Key_Escape)
        pane.deleteLater()

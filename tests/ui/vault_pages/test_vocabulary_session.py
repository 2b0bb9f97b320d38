"""Tests of ui/vault_pages/vocabulary_session.py."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from tests.support.drafting import Scene, scene
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.tools.builtin.spaced_repetition import WordReview
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyNotes, VocabularyWord
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.vault_pages.vocabulary_session import USUAL_RATING, RatingButton, ReviewCard, ReviewPane, ReviewRound
from vaultdesk.vault.undo import undo

# One sitting: words come in order, some once more, and each answer can be taken back.

A, B, C = (VocabularyWord(f"{name}.md", name) for name in "abc")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def after(word: VocabularyWord) -> VocabularyWord:
    return replace(word, review=WordReview(phase="learning"))


def test_a_word_that_rests_for_minutes_comes_once_more() -> None:
    one = ReviewRound((A, B))
    one.rate(after(A), MINUTE, "g1")
    assert (one.current, one.finished, one.again) == (B, 0, 1)
    one.rate(after(B), DAY, "g2")
    assert (one.current, one.finished, one.again) == (after(A), 1, 1)
    one.rate(after(A), DAY, "g3")
    assert (one.current, one.finished, one.again, one.total) == (None, 2, 0, 2)


def test_each_answer_can_be_taken_back_down_to_the_first() -> None:
    one = ReviewRound((A, B, C))
    one.rate(after(A), MINUTE, "g1")
    one.rate(after(B), DAY, "g2")
    assert one.undo() == "g2"
    assert one.current == B
    assert one.undo() == "g1"
    assert (one.current, one.finished, one.again) == (A, 0, 0)
    assert one.undo() == ""
    for word in (A, B, C):
        assert one.current == word
        one.rate(after(word), DAY, "g")
    assert one.current is None


def test_a_word_whose_note_is_gone_is_left_out() -> None:
    one = ReviewRound((A, B))
    one.drop()
    assert (one.current, one.total) == (B, 1)


# The buttons that rate a word: told by name, key and rest, one of them standing out.


def test_a_button_says_its_rest_and_has_its_key() -> None:
    made = RatingButton("hard", "Hard")
    made.show_wait("6 min")
    assert made.key == "2"
    assert made.accessibleName() == "Hard, again in 6 min"


def test_only_the_usual_answer_is_filled() -> None:
    def ground(button: RatingButton) -> QColor:
        button.resize(button.sizeHint())
        return button.grab().toImage().pixelColor(button.width() // 2, 4)

    usual, other = RatingButton(USUAL_RATING, "Good"), RatingButton("easy", "Easy")
    assert ground(usual) == theme().color("accent")
    assert ground(other) == theme().color("raised")


# The card: the meaning is hidden until it is asked for, from the eye and from a screen reader.


def test_the_meaning_is_shown_only_when_asked_for_and_nothing_moves() -> None:
    card = ReviewCard()
    card.resize(560, 300)
    card.show()
    card.show_word(VocabularyWord("V/x.md", "<b>nuances</b>", "small differences", source="[[Letter]]"))
    place = card.word.geometry()
    assert (card.is_open, card.meaning.isVisible(), card.source.isVisible()) == (False, False, False)
    assert (card.accessibleName(), card.accessibleDescription()) == ("<b>nuances</b>", "Its meaning is hidden.")
    card.open()
    assert abs(card.word.geometry().top() - place.top()) <= 1
    assert (card.is_open, card.meaning.isVisible(), card.source.text()) == (True, True, "Letter")
    assert card.accessibleDescription() == "small differences"
    card.show_word(VocabularyWord("V/y.md", "other"))
    assert not card.is_open
    card.open()
    assert card.meaning.text() == "This word has no meaning yet."
    assert not card.source.isVisible()
    card.deleteLater()


# The review by keys: on real notes, with ratings written and taken back.

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
        pane.closed.connect(lambda: ended.append(True))
        assert (pane.card.word.text(), pane.status.text()) == ("alpha", "1 of 3")
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
        assert pane.status.text() == "2 of 3 · 1 again"
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
        pane.undo_requested.connect(groups.append)
        pane.undo()
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
        assert pane.status.text() == "1 of 2"
        (bench.root / "V/beta.md").write_text("---\n- broken: [\n---\n", encoding="utf-8")
        QTest.keyClick(pane, Qt.Key.Key_Space)
        QTest.keyClick(pane, Qt.Key.Key_1)
        await until(lambda: "properties" in pane.hint.text())
        assert pane.card.word.text() == "beta"
        QTest.keyClick(pane, Qt.Key.Key_Escape)
        pane.deleteLater()

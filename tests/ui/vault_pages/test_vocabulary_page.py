"""Tests of ui/vault_pages/vocabulary_page.py."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.drafting import Scene, scene
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.errors import ProviderUnreachable, UsageError
from vaultdesk.tools.builtin.spaced_repetition import WordReview, next_review
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyNotes, VocabularyWord
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.vault_pages.vocabulary_page import (
    DEFAULT_RATING,
    DELETE_ACTION,
    EDIT_ACTION,
    LOOK_UP_ACTION,
    OPEN_ACTION,
    RatingButton,
    ReviewCard,
    ReviewPane,
    ReviewRound,
    VocabularyPage,
    WordForm,
    due_text,
    filtered_words,
    waiting_time_text,
    word_count_text,
    word_rows,
)
from vaultdesk.vault.undo import undo

# What the list of words says.

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
BARE = VocabularyWord("V/nuances.md", "nuances", added="2026-11-20")
KNOWN = VocabularyWord("V/résumé.md", "résumé", "a summary", review=next_review(WordReview(), "easy", NOW))
LATE = VocabularyWord(
    "V/late.md", "late", "x" * 500, review=next_review(WordReview(), "easy", NOW - timedelta(days=30))
)
WORDS = (BARE, KNOWN, LATE)


def test_a_row_has_the_word_its_meaning_and_when_it_is_due() -> None:
    rows = word_rows(WORDS, NOW)
    assert [row.key for row in rows] == ["V/nuances.md", "V/résumé.md", "V/late.md"]
    assert [[span.text.strip() for span in row.spans] for row in rows[:2]] == [
        ["nuances", "no meaning yet"],
        ["résumé", "a summary"],
    ]
    assert len(rows[2].spans[1].text) < 130
    assert [[cell.text for cell in row.cells] for row in rows] == [
        ["2026-11-20", "New"],
        ["", "in 8 days"],
        ["", "To review"],
    ]
    offered = [[action.id for action in row.actions] for row in rows]
    assert offered[0][:2] == [EDIT_ACTION, LOOK_UP_ACTION]
    assert LOOK_UP_ACTION not in offered[1]


@pytest.mark.parametrize(
    ("which", "typed", "found"),
    [
        ("all", "", ["nuances", "résumé", "late"]), ("due", "", ["nuances", "late"]), ("bare", "", ["nuances"]),
        ("all", "RESUME", ["résumé"]), ("all", "summ", ["résumé"]), ("due", "summ", []), ("all", "  nu ", ["nuances"]),
    ],
)  # fmt: skip
def test_words_are_chosen_without_regard_to_case_and_accents(which: str, typed: str, found: list[str]) -> None:
    assert [word.word for word in filtered_words(WORDS, which, typed, NOW)] == found


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (timedelta(), "1 min"), (timedelta(minutes=10), "10 min"), (timedelta(minutes=61), "1 hour"),
        (timedelta(hours=5), "5 hours"), (timedelta(hours=24), "1 day"), (timedelta(days=8), "8 days"),
        (timedelta(days=90), "3 months"), (timedelta(days=3650), "10 years"),
    ],
)  # fmt: skip
def test_a_rest_is_told_in_a_word_or_two(wait: timedelta, words: str) -> None:
    assert waiting_time_text(wait) == words


def test_how_many_there_are_and_how_many_are_due() -> None:
    assert word_count_text(WORDS, NOW) == "3 words, 2 to review"
    assert word_count_text(WORDS[1:2], NOW) == "1 word, 0 to review"
    assert due_text(BARE, NOW) == "New"


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
    made.show_interval("6 min")
    assert made.key == "2"
    assert made.accessibleName() == "Hard, again in 6 min"


def test_only_the_usual_answer_is_filled() -> None:
    def background(button: RatingButton) -> QColor:
        button.resize(button.sizeHint())
        return button.grab().toImage().pixelColor(button.width() // 2, 4)

    usual, other = RatingButton(DEFAULT_RATING, "Good"), RatingButton("easy", "Easy")
    assert background(usual) == theme().color("accent")
    assert background(other) == theme().color("raised")


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


# The form for a word: what was filled in is told; a proposal is never saved by itself.

WORD = VocabularyWord("V/nuances.md", "nuances")


class Heard:
    def __init__(self, form: WordForm) -> None:
        self.saved: list[tuple[str, str]] = []
        self.asked: list[VocabularyWord] = []
        self.left = 0
        form.saved.connect(lambda word, meaning: self.saved.append((word, meaning)))
        form.lookup_requested.connect(self.asked.append)
        form.closed.connect(self._leave)

    def _leave(self) -> None:
        self.left += 1


def shown(word: VocabularyWord | None) -> tuple[WordForm, Heard]:
    form = WordForm()
    form.resize(600, 200)
    form.show()
    form.show_word(word)
    return form, Heard(form)


def test_a_word_is_typed_and_saved_by_enter() -> None:
    form, heard = shown(None)
    assert not form.look_up.isVisible()
    QTest.keyClick(form.word.edit, Qt.Key.Key_Return)
    assert (heard.saved, form.word.problem()) == ([], "Type a word.")
    QTest.keyClicks(form.word.edit, " petit  four ")
    assert form.word.problem() == ""
    QTest.keyClicks(form.meaning.edit, "a small cake")
    QTest.keyClick(form.meaning.edit, Qt.Key.Key_Return)
    assert heard.saved == [("petit four", "a small cake")]
    QTest.keyClick(form.meaning.edit, Qt.Key.Key_Escape)
    assert heard.left == 1
    form.deleteLater()


def test_a_proposal_is_looked_at_before_it_is_saved() -> None:
    form, heard = shown(WORD)
    assert not form.word.isVisible()
    form.look_up.click()
    assert heard.asked == [WORD]
    form.show_lookup_progress("work/model")
    assert (form.state.text(), form.look_up.isEnabled()) == ("Asking work/model…", False)
    form.propose("small\ndifferences")
    assert (form.meaning.text(), heard.saved, form.look_up.isEnabled()) == ("small differences", [], True)
    form.save.click()
    assert heard.saved == [("nuances", "small differences")]
    form.show_message("It failed.", problem=True)
    assert form.state.text() == "It failed."
    form.show_word(None)
    assert (form.word.text(), form.meaning.text(), form.state.isVisible()) == ("", "", False)
    form.deleteLater()


# The page of words: found, added, changed, looked up, deleted, on real notes.

TWO_WORDS = {"V/nuances.md": "", "V/résumé.md": "---\nmeaning: a summary\n---\n"}


class Model:
    """Says meanings, when let; or fails."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.asked: list[str] = []
        self.failing = False

    async def __call__(self, word: VocabularyWord) -> str:
        self.asked.append(word.word)
        await self.let.wait()
        if self.failing:
            raise ProviderUnreachable("No answer", hint="Try later.", kind="network")
        return f"what {word.word} means"


async def page_of(bench: Scene, model: Model | None = None) -> VocabularyPage:
    notes = VocabularyNotes(bench.vault, bench.searcher, lambda: "V")
    page = VocabularyPage(notes, model or Model(), lambda: "work/model")
    page.resize(800, 600)
    page.show()
    await until(lambda: bool(page.lead.text()))
    return page


def listed(page: VocabularyPage) -> list[str]:
    cards = page.list.cards
    rows = [cards.index(number).data(Qt.ItemDataRole.UserRole) for number in range(cards.rowCount())]
    return [row.subject.word for row in rows]


def act(page: VocabularyPage, word: str, action: str) -> None:
    cards = page.list.cards
    for number in range(cards.rowCount()):
        row = cards.index(number).data(Qt.ItemDataRole.UserRole)
        if row.subject.word == word:
            page.list.acted.emit(row, action)


@on_qt_loop
async def test_words_are_listed_searched_and_narrowed_down(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as bench:
        page = await page_of(bench)
        assert listed(page) == ["nuances", "résumé"]
        assert (page.lead.text(), page.begin.text()) == ("2 words, 2 to review", "Review 2")
        QTest.keyClicks(page.search, "RESU")
        assert listed(page) == ["résumé"]
        page.search.clear()
        page.word_filter.set_value("bare")
        page.word_filter.chosen.emit()
        assert listed(page) == ["nuances"]
        QTest.keyClicks(page.search, "zzz")
        assert page.empty.isVisible()
        opened: list[str] = []
        page.note_opened.connect(opened.append)
        page.search.clear()
        act(page, "nuances", OPEN_ACTION)
        assert opened == ["V/nuances.md"]
        page.deleteLater()


@on_qt_loop
async def test_a_word_is_added_once(tmp_path: Path) -> None:
    async with scene(tmp_path, {"A.md": ""}) as bench:
        page = await page_of(bench)
        assert page.empty.isVisible()
        assert not page.begin.isEnabled()
        told: list[tuple[str, str]] = []
        page.notice.connect(lambda words, group: told.append((words, group)))
        page.add.click()
        QTest.keyClicks(page.form.word.edit, "petit four")
        QTest.keyClick(page.form.word.edit, Qt.Key.Key_Return)
        await until(lambda: listed(page) == ["petit four"])
        assert not page.form.isVisible()
        assert told[0][0] == "Added “petit four” to the vocabulary."
        page.add.click()
        QTest.keyClicks(page.form.word.edit, "Petit Four")
        QTest.keyClick(page.form.word.edit, Qt.Key.Key_Return)
        await until(lambda: bool(page.form.word.problem()))
        assert page.form.word.problem() == "“petit four” already exists."
        await undo(bench.vault, told[0][1])
        page.reload_soon()
        await until(lambda: listed(page) == [])
        page.deleteLater()


@on_qt_loop
async def test_a_meaning_is_changed_and_a_missing_one_is_looked_up(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as bench:
        model = Model()
        page = await page_of(bench, model)
        act(page, "résumé", EDIT_ACTION)
        assert page.form.meaning.text() == "a summary"
        page.form.meaning.set_text("a short account")
        page.form.save.click()
        await until(lambda: "short account" in (bench.root / "V/résumé.md").read_text(encoding="utf-8"))
        act(page, "nuances", LOOK_UP_ACTION)
        await until(lambda: model.asked)
        assert page.form.state.text() == "Asking work/model…"
        model.let.set()
        await until(lambda: bool(page.form.meaning.text()))
        assert page.form.meaning.text() == "what nuances means"
        assert (bench.root / "V/nuances.md").read_text(encoding="utf-8") == "", "a proposal is not written"
        page.form.save.click()
        await until(lambda: "what nuances means" in (bench.root / "V/nuances.md").read_text(encoding="utf-8"))
        await until(lambda: "what nuances means" in [word.meaning for word in page.words])
        page.deleteLater()


@on_qt_loop
async def test_a_model_that_fails_is_told_and_one_that_is_late_is_not_heard(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as bench:
        model = Model()
        model.failing = True
        page = await page_of(bench, model)
        act(page, "nuances", LOOK_UP_ACTION)
        model.let.set()
        await until(lambda: "No answer" in page.form.state.text())
        model.failing, model.let = False, asyncio.Event()
        act(page, "nuances", LOOK_UP_ACTION)
        await until(lambda: len(model.asked) == 2)
        act(page, "résumé", EDIT_ACTION)
        model.let.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert page.form.meaning.text() == "a summary"
        page.deleteLater()


@on_qt_loop
async def test_a_word_is_deleted_with_its_way_back(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as bench:
        page = await page_of(bench)
        told: list[tuple[str, str]] = []
        page.notice.connect(lambda words, group: told.append((words, group)))
        act(page, "nuances", DELETE_ACTION)
        await until(lambda: listed(page) == ["résumé"])
        assert told[0][0] == "Deleted “nuances”."
        await undo(bench.vault, told[0][1])
        assert (bench.root / "V/nuances.md").is_file()
        page.deleteLater()


@on_qt_loop
async def test_the_review_covers_the_list_and_gives_it_back(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as bench:
        page = await page_of(bench)
        page.begin.click()
        assert page.is_reviewing
        assert page.review.geometry() == page.rect()
        page.resize(500, 400)
        assert page.review.geometry() == page.rect()
        rated: Callable[[], bool] = lambda: page.lead.text() == "2 words, 1 to review"  # noqa: E731 - waited for below
        QTest.keyClick(page.review, Qt.Key.Key_Space)
        QTest.keyClick(page.review, Qt.Key.Key_4)
        await until(lambda: page.review.card.word.text() == "résumé")
        QTest.keyClick(page.review, Qt.Key.Key_Escape)
        assert not page.is_reviewing
        await until(rated)
        page.deleteLater()


# The vocabulary in the window: its command, its changes with their way back, a meaning from the scripted model.


@on_qt_loop
async def test_the_command_shows_the_words_and_a_deletion_is_undone_from_its_notice(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["vocabulary"].trigger()
        page = views.vocabulary.show()
        assert views.notes.page_at(views.notes.tabs.current()) is page
        await views.workspace.vocabulary.add("nuances", "small differences")
        await until(lambda: [word.word for word in page.words] == ["nuances"])
        file = views.workspace.vault.root / "Vocabulary/nuances.md"
        row = page.list.cards.index(0).data(0x0100)
        page.list.acted.emit(row, "delete")
        await until(lambda: not file.exists())
        await until(lambda: desktop.window._notice is not None)
        notice = desktop.window._notice
        assert notice is not None
        assert notice.text() == "Deleted “nuances”."
        notice._action_button.click()
        await until(file.exists)
        await until(lambda: [word.word for word in page.words] == ["nuances"])


@on_qt_loop
async def test_the_offline_assistant_is_not_asked_for_meanings(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        with pytest.raises(UsageError, match="offline assistant cannot look up words"):
            await views.vocabulary._look_up(VocabularyWord("V/x.md", "x"))

"""Tests of ui/vault_pages/vocabulary_page.py."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.drafting import Scene
from tests.support.drafting import scene as drafting_scene
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.errors import ProviderUnreachable, UsageError
from vaultdesk.core.values import replace
from vaultdesk.tools.builtin.spaced_repetition import WordReview, next_review
from vaultdesk.tools.builtin.vocabulary_notes import ReviewRound, VocabularyNotes, VocabularyWord
from vaultdesk.ui.bridge import cancel_all
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
    VocabularyPage,
    WordForm,
    due_text,
    filtered_words,
    waiting_time_text,
    word_count_text,
    word_row,
)
from vaultdesk.vault.undo import undo

# Rows of the word list.

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
WITHOUT_MEANING = VocabularyWord("V/nuances.md", "nuances", added="2026-11-20")
REVIEWED = VocabularyWord("V/résumé.md", "résumé", "a summary", review=next_review(WordReview(), "easy", NOW))
OVERDUE = VocabularyWord(
    "V/late.md", "late", "x" * 500, review=next_review(WordReview(), "easy", NOW - timedelta(days=30))
)
WORDS = (WITHOUT_MEANING, REVIEWED, OVERDUE)


def test_row_has_word_meaning_and_due_date() -> None:
    rows = [word_row(word, NOW) for word in WORDS]
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
    action_ids = [[action.id for action in row.actions] for row in rows]
    assert action_ids[0][:2] == [EDIT_ACTION, LOOK_UP_ACTION]
    assert LOOK_UP_ACTION not in action_ids[1]


@pytest.mark.parametrize(
    ("which", "query", "expected"),
    [
        ("all", "", ["nuances", "résumé", "late"]), ("due", "", ["nuances", "late"]), ("bare", "", ["nuances"]),
        ("all", "RESUME", ["résumé"]), ("all", "summ", ["résumé"]), ("due", "summ", []), ("all", "  nu ", ["nuances"]),
    ],
)  # fmt: skip
def test_words_are_filtered_ignoring_case_and_accents(which: str, query: str, expected: list[str]) -> None:
    assert [word.word for word in filtered_words(WORDS, which, query, NOW)] == expected


@pytest.mark.parametrize(
    ("wait", "text"),
    [
        (timedelta(), "1 min"), (timedelta(minutes=10), "10 min"), (timedelta(minutes=61), "1 hour"),
        (timedelta(hours=5), "5 hours"), (timedelta(hours=24), "1 day"), (timedelta(days=8), "8 days"),
        (timedelta(days=90), "3 months"), (timedelta(days=3650), "10 years"),
    ],
)  # fmt: skip
def test_interval_is_shortened_to_its_largest_unit(wait: timedelta, text: str) -> None:
    assert waiting_time_text(wait) == text


def test_word_count_text_states_total_and_due() -> None:
    assert word_count_text(3, 2) == "3 words, 2 to review"
    assert word_count_text(1, 0) == "1 word, 0 to review"
    assert due_text(WITHOUT_MEANING, NOW) == "New"


# Review round: words in order, some repeated, and each rating can be undone.

A, B, C = (VocabularyWord(f"{name}.md", name) for name in "abc")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def reviewed_word(word: VocabularyWord) -> VocabularyWord:
    return replace(word, review=WordReview(phase="learning"))


def test_word_with_a_short_interval_is_repeated_in_the_round() -> None:
    review_round = ReviewRound((A, B))
    review_round.rate(reviewed_word(A), MINUTE, "g1")
    assert (review_round.current, review_round.finished, review_round.again) == (B, 0, 1)
    review_round.rate(reviewed_word(B), DAY, "g2")
    assert (review_round.current, review_round.finished, review_round.again) == (reviewed_word(A), 1, 1)
    review_round.rate(reviewed_word(A), DAY, "g3")
    assert (review_round.current, review_round.finished, review_round.again, review_round.total) == (None, 2, 0, 2)


def test_each_rating_can_be_undone_back_to_the_first() -> None:
    review_round = ReviewRound((A, B, C))
    review_round.rate(reviewed_word(A), MINUTE, "g1")
    review_round.rate(reviewed_word(B), DAY, "g2")
    assert review_round.undo() == "g2"
    assert review_round.current == B
    assert review_round.undo() == "g1"
    assert (review_round.current, review_round.finished, review_round.again) == (A, 0, 0)
    assert review_round.undo() == ""
    for word in (A, B, C):
        assert review_round.current == word
        review_round.rate(reviewed_word(word), DAY, "g")
    assert review_round.current is None


def test_word_of_a_deleted_note_is_dropped() -> None:
    review_round = ReviewRound((A, B))
    review_round.drop()
    assert (review_round.current, review_round.total) == (B, 1)


# Rating buttons: name, shortcut and interval; the default one is highlighted.


def test_rating_button_has_a_shortcut_and_names_its_interval() -> None:
    button = RatingButton("hard", "Hard")
    button.show_interval("6 min")
    assert button.key == "2"
    assert button.accessibleName() == "Hard, again in 6 min"


def test_only_the_default_rating_button_is_filled() -> None:
    def background(button: RatingButton) -> QColor:
        button.resize(button.sizeHint())
        return button.grab().toImage().pixelColor(button.width() // 2, 4)

    default, other = RatingButton(DEFAULT_RATING, "Good"), RatingButton("easy", "Easy")
    assert background(default) == theme().color("accent")
    assert background(other) == theme().color("raised")


# Card: the meaning is hidden until requested, also for screen readers.


def test_meaning_is_shown_only_on_request_without_moving_the_word() -> None:
    card = ReviewCard()
    card.resize(560, 300)
    card.show()
    card.show_word(VocabularyWord("V/x.md", "<b>nuances</b>", "small differences", source="[[Letter]]"))
    geometry = card.word.geometry()
    assert (card.is_open, card.meaning.isVisible(), card.source.isVisible()) == (False, False, False)
    assert (card.accessibleName(), card.accessibleDescription()) == ("<b>nuances</b>", "Its meaning is hidden.")
    card.open()
    assert abs(card.word.geometry().top() - geometry.top()) <= 1
    assert (card.is_open, card.meaning.isVisible(), card.source.text()) == (True, True, "Letter")
    assert card.accessibleDescription() == "small differences"
    card.show_word(VocabularyWord("V/y.md", "other"))
    assert not card.is_open
    card.open()
    assert card.meaning.text() == "This word has no meaning yet."
    assert not card.source.isVisible()
    card.deleteLater()


# Review by keyboard: on real notes, with ratings written and undone.

NOTES = {f"V/{name}.md": f"---\nmeaning: the meaning of {name}\n---\n" for name in ("alpha", "beta", "gamma")}


async def pane_of(env: Scene) -> tuple[ReviewPane, tuple[VocabularyWord, ...]]:
    notes = VocabularyNotes(env.vault, env.searcher, lambda: "V")
    words = await notes.words()
    pane = ReviewPane(notes)
    pane.resize(700, 500)
    pane.show()
    pane.begin(words)
    return pane, words


@on_qt_loop
async def test_space_shows_the_meaning_and_a_number_rates_the_word(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as env:
        pane, _ = await pane_of(env)
        closed: list[bool] = []
        pane.closed.connect(lambda: closed.append(True))
        assert (pane.card.word.text(), pane.status.text()) == ("alpha", "1 of 3")
        QTest.keyClick(pane, Qt.Key.Key_4)
        assert not pane.card.is_open, "a word cannot be rated before its meaning was shown"
        QTest.keyClick(pane, Qt.Key.Key_Space)
        assert pane.card.is_open
        assert "again in 8 days" in pane.ratings["easy"].accessibleName()
        QTest.keyClick(pane, Qt.Key.Key_4)
        await until(lambda: pane.card.word.text() == "beta")
        assert "review_state: review" in (env.root / "V/alpha.md").read_text(encoding="utf-8")
        pane.reveal.click()
        pane.ratings["again"].click()
        await until(lambda: pane.card.word.text() == "gamma")
        assert pane.status.text() == "2 of 3 · 1 again"
        for _ in range(2):
            QTest.keyClick(pane, Qt.Key.Key_Space)
            word = pane.card.word.text()
            QTest.keyClick(pane, Qt.Key.Key_4)
            await until(lambda word=word: closed or pane.card.word.text() != word)  # type: ignore[misc] # a lambda's default
        assert closed == [True]
        pane.deleteLater()


@on_qt_loop
async def test_rating_can_be_undone(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as env:
        pane, _ = await pane_of(env)
        groups: list[str] = []
        pane.undo_requested.connect(groups.append)
        pane.undo()
        assert groups == []
        QTest.keyClick(pane, Qt.Key.Key_Space)
        QTest.keyClick(pane, Qt.Key.Key_3)
        await until(lambda: pane.card.word.text() == "beta")
        QTest.keyClick(pane, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert pane.card.word.text() == "alpha"
        await undo(env.vault, groups[0])
        assert (env.root / "V/alpha.md").read_text(encoding="utf-8") == NOTES["V/alpha.md"]
        pane.deleteLater()


@on_qt_loop
async def test_word_deleted_during_the_review_is_skipped_and_errors_are_shown(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as env:
        pane, _ = await pane_of(env)
        (env.root / "V/alpha.md").unlink()
        QTest.keyClick(pane, Qt.Key.Key_Space)
        QTest.keyClick(pane, Qt.Key.Key_1)
        await until(lambda: pane.card.word.text() == "beta")
        assert pane.status.text() == "1 of 2"
        (env.root / "V/beta.md").write_text("---\n- broken: [\n---\n", encoding="utf-8")
        QTest.keyClick(pane, Qt.Key.Key_Space)
        QTest.keyClick(pane, Qt.Key.Key_1)
        await until(lambda: "properties" in pane.hint.text())
        assert pane.card.word.text() == "beta"
        QTest.keyClick(pane, Qt.Key.Key_Escape)
        pane.deleteLater()


# Word form: entered values are emitted; a proposal is never saved automatically.

WORD = VocabularyWord("V/nuances.md", "nuances")


class RecordedSignals:
    def __init__(self, form: WordForm) -> None:
        self.saved: list[tuple[str, str]] = []
        self.requests: list[VocabularyWord] = []
        self.closed_count = 0
        form.saved.connect(lambda word, meaning: self.saved.append((word, meaning)))
        form.lookup_requested.connect(self.requests.append)
        form.closed.connect(self._leave)

    def _leave(self) -> None:
        self.closed_count += 1


def show_form(word: VocabularyWord | None) -> tuple[WordForm, RecordedSignals]:
    form = WordForm()
    form.resize(600, 200)
    form.show()
    form.show_word(word)
    return form, RecordedSignals(form)


def test_typed_word_is_saved_by_enter() -> None:
    form, signals = show_form(None)
    assert not form.look_up.isVisible()
    QTest.keyClick(form.word.edit, Qt.Key.Key_Return)
    assert (signals.saved, form.word.problem()) == ([], "Type a word.")
    QTest.keyClicks(form.word.edit, " petit  four ")
    assert form.word.problem() == ""
    QTest.keyClicks(form.meaning.edit, "a small cake")
    QTest.keyClick(form.meaning.edit, Qt.Key.Key_Return)
    assert signals.saved == [("petit four", "a small cake")]
    QTest.keyClick(form.meaning.edit, Qt.Key.Key_Escape)
    assert signals.closed_count == 1
    form.deleteLater()


def test_proposal_is_shown_before_it_is_saved() -> None:
    form, signals = show_form(WORD)
    assert not form.word.isVisible()
    form.look_up.click()
    assert signals.requests == [WORD]
    form.show_lookup_progress("work/model")
    assert (form.state.text(), form.look_up.isEnabled()) == ("Asking work/model…", False)
    form.propose("small\ndifferences")
    assert (form.meaning.text(), signals.saved, form.look_up.isEnabled()) == ("small differences", [], True)
    form.save.click()
    assert signals.saved == [("nuances", "small differences")]
    form.show_message("It failed.", problem=True)
    assert form.state.text() == "It failed."
    form.show_word(None)
    assert (form.word.text(), form.meaning.text(), form.state.isVisible()) == ("", "", False)
    form.deleteLater()


# Vocabulary page: words are filtered, added, edited, looked up and deleted, on real notes.

TWO_WORDS = {"V/nuances.md": "", "V/résumé.md": "---\nmeaning: a summary\n---\n"}


class LookUpStandIn:
    """Look-up stand-in that returns or fails after `release` was set."""

    def __init__(self) -> None:
        self.release = asyncio.Event()
        self.requests: list[str] = []
        self.failing = False

    async def __call__(self, word: VocabularyWord) -> str:
        self.requests.append(word.word)
        await self.release.wait()
        if self.failing:
            raise ProviderUnreachable("No answer", hint="Try later.", kind="network")
        return f"what {word.word} means"


@asynccontextmanager
async def scene(folder: Path, notes: Mapping[str, str]) -> AsyncIterator[Scene]:
    """Open a vault of *notes* in *folder*; tasks of its pages end before it is closed, as when a window is closed."""
    async with drafting_scene(folder, notes) as env:
        try:
            yield env
        finally:
            await cancel_all()


async def page_of(env: Scene, model: LookUpStandIn | None = None) -> VocabularyPage:
    notes = VocabularyNotes(env.vault, env.searcher, lambda: "V")
    page = VocabularyPage(notes, model or LookUpStandIn(), lambda: "work/model")
    page.resize(800, 600)
    page.show()
    await until(lambda: bool(page.lead.text()))
    return page


def listed_words(page: VocabularyPage) -> list[str]:
    cards = page.list.cards
    rows = [cards.index(number).data(Qt.ItemDataRole.UserRole) for number in range(cards.rowCount())]
    return [row.subject.word for row in rows]


def trigger_action(page: VocabularyPage, word: str, action: str) -> None:
    cards = page.list.cards
    for number in range(cards.rowCount()):
        row = cards.index(number).data(Qt.ItemDataRole.UserRole)
        if row.subject.word == word:
            page.list.acted.emit(row, action)


@on_qt_loop
async def test_words_are_listed_searched_and_filtered(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as env:
        page = await page_of(env)
        assert listed_words(page) == ["nuances", "résumé"]
        assert (page.lead.text(), page.begin.text()) == ("2 words, 2 to review", "Review 2")
        QTest.keyClicks(page.search, "RESU")
        assert listed_words(page) == ["résumé"]
        page.search.clear()
        page.word_filter.set_value("bare")
        page.word_filter.chosen.emit()
        assert listed_words(page) == ["nuances"]
        QTest.keyClicks(page.search, "zzz")
        assert page.empty.isVisible()
        opened: list[str] = []
        page.note_opened.connect(opened.append)
        page.search.clear()
        trigger_action(page, "nuances", OPEN_ACTION)
        assert opened == ["V/nuances.md"]
        page.deleteLater()


@on_qt_loop
async def test_word_is_added_only_once(tmp_path: Path) -> None:
    async with scene(tmp_path, {"A.md": ""}) as env:
        page = await page_of(env)
        assert page.empty.isVisible()
        assert not page.begin.isEnabled()
        notices: list[tuple[str, str]] = []
        page.notice.connect(lambda text, group: notices.append((text, group)))
        page.add.click()
        QTest.keyClicks(page.form.word.edit, "petit four")
        QTest.keyClick(page.form.word.edit, Qt.Key.Key_Return)
        await until(lambda: listed_words(page) == ["petit four"])
        assert not page.form.isVisible()
        assert notices[0][0] == "Added “petit four” to the vocabulary."
        page.add.click()
        QTest.keyClicks(page.form.word.edit, "Petit Four")
        QTest.keyClick(page.form.word.edit, Qt.Key.Key_Return)
        await until(lambda: bool(page.form.word.problem()))
        assert page.form.word.problem() == "“petit four” already exists."
        await undo(env.vault, notices[0][1])
        page.reload_soon()
        await until(lambda: listed_words(page) == [])
        page.deleteLater()


@on_qt_loop
async def test_meaning_is_edited_and_a_missing_one_is_looked_up(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as env:
        model = LookUpStandIn()
        page = await page_of(env, model)
        trigger_action(page, "résumé", EDIT_ACTION)
        assert page.form.meaning.text() == "a summary"
        page.form.meaning.set_text("a short account")
        page.form.save.click()
        await until(lambda: "short account" in (env.root / "V/résumé.md").read_text(encoding="utf-8"))
        trigger_action(page, "nuances", LOOK_UP_ACTION)
        await until(lambda: model.requests)
        assert page.form.state.text() == "Asking work/model…"
        model.release.set()
        await until(lambda: bool(page.form.meaning.text()))
        assert page.form.meaning.text() == "what nuances means"
        assert (env.root / "V/nuances.md").read_text(encoding="utf-8") == "", "a proposal is not written"
        page.form.save.click()
        await until(lambda: "what nuances means" in (env.root / "V/nuances.md").read_text(encoding="utf-8"))
        await until(lambda: "what nuances means" in [word.meaning for word in page.words])
        page.deleteLater()


@on_qt_loop
async def test_lookup_error_is_shown_and_a_late_answer_ignored(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as env:
        model = LookUpStandIn()
        model.failing = True
        page = await page_of(env, model)
        trigger_action(page, "nuances", LOOK_UP_ACTION)
        model.release.set()
        await until(lambda: "No answer" in page.form.state.text())
        model.failing, model.release = False, asyncio.Event()
        trigger_action(page, "nuances", LOOK_UP_ACTION)
        await until(lambda: len(model.requests) == 2)
        trigger_action(page, "résumé", EDIT_ACTION)
        model.release.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert page.form.meaning.text() == "a summary"
        page.deleteLater()


@on_qt_loop
async def test_word_is_deleted_and_the_deletion_can_be_undone(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as env:
        page = await page_of(env)
        notices: list[tuple[str, str]] = []
        page.notice.connect(lambda text, group: notices.append((text, group)))
        trigger_action(page, "nuances", DELETE_ACTION)
        await until(lambda: listed_words(page) == ["résumé"])
        assert notices[0][0] == "Deleted “nuances”."
        await undo(env.vault, notices[0][1])
        assert (env.root / "V/nuances.md").is_file()
        page.deleteLater()


@on_qt_loop
async def test_review_covers_the_list_until_it_is_closed(tmp_path: Path) -> None:
    async with scene(tmp_path, TWO_WORDS) as env:
        page = await page_of(env)
        page.begin.click()
        assert page.is_reviewing
        assert page.review.geometry() == page.rect()
        page.resize(500, 400)
        assert page.review.geometry() == page.rect()
        is_updated: Callable[[], bool] = lambda: page.lead.text() == "2 words, 1 to review"  # noqa: E731 - waited for below
        QTest.keyClick(page.review, Qt.Key.Key_Space)
        QTest.keyClick(page.review, Qt.Key.Key_4)
        await until(lambda: page.review.card.word.text() == "résumé")
        QTest.keyClick(page.review, Qt.Key.Key_Escape)
        assert not page.is_reviewing
        await until(is_updated)
        page.deleteLater()


# Vocabulary in the window: command, undo of changes, and the offline assistant.


@on_qt_loop
async def test_command_shows_the_words_and_a_deletion_is_undone_from_its_notice(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["vocabulary"].trigger()
        page = views.vocabulary.show()
        assert views.notes.split_view.group.page_at(views.notes.tabs.current()) is page
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
async def test_offline_assistant_is_not_used_for_lookups(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        with pytest.raises(UsageError, match="offline assistant cannot look up words"):
            await views.vocabulary._look_up(VocabularyWord("V/x.md", "x"))

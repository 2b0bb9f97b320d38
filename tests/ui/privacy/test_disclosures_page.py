"""Tests of ui/privacy/disclosures_page.py."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.scene import LOCAL, open_vault, sent
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.ledger_entry import (
    LedgerEntry,
    LedgerQuery,
    TextAmount,
    Transmission,
    TransmittedNote,
    by_question,
)
from vaultdesk.ui import bridge
from vaultdesk.ui.privacy import disclosures_page as module
from vaultdesk.ui.privacy.disclosures_page import (
    MAX_OFFERED_MONTHS,
    DisclosureContext,
    DisclosureFilters,
    DisclosuresPage,
    disclosure_rows,
    withheld_count_text,
)
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.workspace import Workspace

# Left filters: what is chosen is what the ledger is asked.


def test_this_month_is_asked_first_and_the_last_twelve_are_offered(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = DisclosureFilters(date(2026, 2, 20), host)
    query = filters.query("boiler", "")

    assert (query.text, query.kinds, query.decisions) == ("boiler", (), ())
    assert query.since is not None
    assert query.until is not None
    assert (query.since.month, query.until.month) == (2, 3)
    months = [filters.month.itemText(index) for index in range(filters.month.count())]
    assert months[:3] == ["February 2026", "January 2026", "December 2025"]
    assert (len(months), months[-1]) == (MAX_OFFERED_MONTHS + 1, "All months")


def test_everything_that_is_chosen_counts(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = DisclosureFilters(date(2026, 11, 20), host)
    filters.offer([("Anthropic", "api.anthropic.com"), ("OpenAI", "api.openai.com")])
    filters.month.set_value("")
    assert not filters.is_active()
    filters.receiver.set_value("OpenAI")
    filters.decision.set_value("you")

    assert filters.query("", "a.md") == LedgerQuery(
        note="a.md", provider="OpenAI", decisions=("person", "review"), kinds=("sent", "stayed")
    )
    assert filters.is_active()
    filters.decision.set_value("kept")
    assert filters.query("", "").kinds == ("kept",)


# Left rows: days, questions, notes; what stayed here and what was kept back say so.

TODAY = date(2026, 11, 20)


def line(number: int, path: str, question: str = "Compare the quotes", day: int = 20, **more: object) -> LedgerEntry:
    facts: dict[str, object] = {"kind": "sent", "decision": "person", "tokens": 100, "whole": True, "host": "h", **more}
    time = datetime(2026, 11, day, 12, number, tzinfo=UTC)
    provider = "Anthropic" if facts["host"] else "Ollama"
    return LedgerEntry(
        number, time, f"c{day}", provider, facts.pop("host"), "m", path, "", 400, question=question, **facts  # type: ignore[arg-type] # named facts
    )  # fmt: skip


def drawn(row: CardRow) -> tuple[str, ...]:
    return ("".join(span.text for span in row.spans), *(cell.text for cell in row.cells))


NEWS = DisclosureContext(TODAY)


def test_a_day_has_its_questions_and_a_question_its_notes() -> None:
    rows = disclosure_rows(by_question([line(1, "House/Boiler.md"), line(2, "Budget.md", decision="rule")]), NEWS)

    assert [drawn(row) for row in rows] == [
        ("Today, 20 November", "2 notes · 200 tokens"),
        ("Compare the quotes", "Anthropic", "2 notes · 200 tokens"),
        ("Boiler  House", "whole note", "allowed by you", "100 tokens"),
        ("Budget", "whole note", "allowed by a rule", "100 tokens"),
    ]


def test_questions_of_other_days_begin_folded_and_can_be_opened() -> None:
    questions = by_question([line(1, "a.md", day=19)])
    closed = disclosure_rows(questions, NEWS)
    opened = disclosure_rows(questions, DisclosureContext(TODAY, frozenset({closed[1].key})))

    assert (closed[1].is_open, len(closed)) == (False, 2)
    assert (opened[1].is_open, len(opened)) == (True, 3)
    assert len(disclosure_rows(questions, DisclosureContext(TODAY, all_open=True))) == 3


def test_what_stayed_here_says_so() -> None:
    rows = disclosure_rows(by_question([line(1, "a.md", kind="stayed", host="")]), NEWS)

    assert [drawn(row) for row in rows] == [
        ("Today, 20 November", "stayed here"),
        ("Compare the quotes", "Ollama", "stayed here"),
        ("a", "whole note", "allowed by you", "stayed here"),
    ]
    assert rows[1].cells[0].icon == "chip"


def test_a_server_of_ones_own_that_has_an_address_is_not_shown_as_elsewhere() -> None:
    here = disclosure_rows(by_question([line(1, "a.md", kind="stayed", host="127.0.0.1:8080")]), NEWS)
    there = disclosure_rows(by_question([line(1, "a.md")]), NEWS)

    assert (here[1].cells[0].icon, there[1].cells[0].icon) == ("chip", "cloud")


def test_what_was_kept_back_has_a_lock() -> None:
    alone = disclosure_rows(by_question([line(1, "House/Mortgage.md", kind="kept", decision="privacy")]), NEWS)
    among = disclosure_rows(by_question([line(1, "a.md"), line(2, "b.md", kind="kept", decision="review")]), NEWS)

    assert [drawn(alone[1]), alone[1].icon] == [
        ("Mortgage was requested, and withheld by the rule for private notes", "stayed here"), "lock",
    ]  # fmt: skip
    assert [drawn(among[3]), among[3].icon] == [("b", "whole note", "withheld by you", "stayed here"), "lock"]
    assert drawn(among[1])[2] == "1 note · 100 tokens"


def test_never_again_is_offered_where_the_note_is_not_private_yet() -> None:
    questions = by_question([line(1, "a.md")])
    free, private = (
        disclosure_rows(questions, DisclosureContext(TODAY, private=lambda _path, said=said: said))
        for said in (False, True)
    )

    assert [action.id for action in free[2].actions] == ["open", "never", "history", "copy", "menu"]
    assert [action.id for action in private[2].actions] == ["open", "history", "copy", "menu"]


def test_columns_stand_below_each_other() -> None:
    rows = disclosure_rows(by_question([line(1, "a.md")]), NEWS)

    assert len({row.actions_width for row in rows}) == 1


def test_what_was_kept_back_is_counted() -> None:
    assert [withheld_count_text(1), withheld_count_text(3)] == ["1 note was withheld", "3 notes were withheld"]


# What left page: the month in a sentence, the lines of it by question, searched, narrowed down and exported.


class Scene:
    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.page = DisclosuresPage(workspace.ledger, workspace.account, lambda path: path.startswith("Personal"))
        self.page.resize(1000, 700)
        self.page.show()

    def rows(self) -> list[str]:
        return ["".join(span.text for span in row.spans) for row in self.page.list.cards.rows]

    def row(self, words: str) -> CardRow:
        return next(row for row in self.page.list.cards.rows if words in row.text)


@asynccontextmanager
async def scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    async with open_vault(home, root) as workspace:
        scene = Scene(workspace)
        yield scene
        await bridge.cancel_all()
        scene.page.deleteLater()


@on_qt_loop
async def test_what_leaves_appears_by_itself_under_a_sentence_of_the_month(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await until(lambda: at.page.lead.text() == "Nothing has left this computer this month.")
        assert at.page.empty.isVisible()
        await sent(at.workspace, "What of the boiler?", "Boiler.md", "Budget.md")
        await until(lambda: len(at.rows()) == 4)

        assert at.rows()[1:] == ["What of the boiler?", "Boiler", "Budget"]
        assert at.page.lead.text() == "This month: 2 notes in 1 question, 200 tokens. No private notes."
        await sent(at.workspace, "And the rest?", "Personal/Diary.md", chat="d")
        await until(lambda: "1 of them would not be sent" in at.page.lead.text())


@on_qt_loop
async def test_a_search_asks_for_notes_and_questions_and_filters_narrow_it(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What of the boiler?", "Boiler.md")
        await sent(at.workspace, "How much?", "Budget.md", destination=LOCAL, chat="d")
        await until(lambda: len(at.rows()) == 5)
        at.page.search.setText("BUDG")
        await until(lambda: at.rows()[1:] == ["How much?", "Budget"])
        at.page.search.setText("")
        at.page.ledger_filters.receiver.set_value("Anthropic")
        at.page.ledger_filters.changed.emit()
        await until(lambda: at.rows()[1:] == ["What of the boiler?", "Boiler"])
        at.page.ledger_filters.decision.set_value("kept")
        at.page.ledger_filters.changed.emit()
        await until(lambda: at.page.empty.isVisible())


@on_qt_loop
async def test_one_note_s_way_can_be_followed_and_left_again(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What of the boiler?", "Boiler.md", "Budget.md")
        await until(lambda: len(at.rows()) == 4)
        at.page.list.acted.emit(at.row("Budget"), "history")
        await until(lambda: at.rows()[1:] == ["What of the boiler?", "Budget"])
        assert (at.page.title.text(), at.page.note) == ("Where “Budget” was sent", "Budget.md")
        assert at.page.scope_banner.isVisible()

        at.page.scope_banner.links[0].click()
        await until(lambda: len(at.rows()) == 4)
        assert at.page.title.text() == "What left this computer"


@on_qt_loop
async def test_a_row_s_menu_does_what_it_says(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What?", "Boiler.md", "Personal/Diary.md")
        await until(lambda: len(at.rows()) == 4)
        opened: list[str] = []
        closed: list[str] = []
        at.page.note_opened.connect(opened.append)
        at.page.exclude_requested.connect(closed.append)
        menu = at.page.list.menu_of(at.row("Boiler"))
        for action in menu.actions():
            action.trigger()

        assert [action.text() for action in menu.actions()] == [
            "Open note", "Never send it again", "Where this note was sent", "Copy path",
        ]  # fmt: skip
        assert (opened, closed, QApplication.clipboard().text()) == (["Boiler.md"], ["Boiler.md"], "Boiler.md")
        assert "Never send it again" not in [
            action.text for row in at.page.list.cards.rows for action in row.actions if "Diary" in row.text
        ]


@on_qt_loop
async def test_a_question_can_be_folded_and_rules_redraw(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What?", "Boiler.md")
        await until(lambda: len(at.rows()) == 3)
        at.page.list.folded.emit(at.row("What?"))
        assert len(at.rows()) == 2
        at.page.redraw()
        assert len(at.rows()) == 2
        at.page.show_question("What?")
        await until(lambda: at.page.search.text() == "What?")


@on_qt_loop
async def test_what_is_listed_is_exported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({ending: scene() for ending, (_, scene) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "left.csv"

    monkeypatch.setattr(module, "save_as", save)
    async with scene(home, tmp_path / "vault") as at:
        emitted: list[str] = []
        at.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        await sent(at.workspace, "What?", "Boiler.md")
        await until(lambda: len(at.rows()) == 3)
        at.page.export.click()
        await until(lambda: emitted)

        assert emitted == ["Written to left.csv."]
        assert "Boiler.md" in written["csv"]
        assert '"path": "Boiler.md"' in written["json"]


@on_qt_loop
async def test_a_place_that_cannot_be_written_is_told(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def save(*_rest: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "save_as", save)
    async with scene(home, tmp_path / "vault") as at:
        emitted: list[str] = []
        at.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        at.page.export.click()
        await until(lambda: emitted)

        assert emitted == ["The file could not be written: No space left on device."]


# Requests: what went besides notes, and what no note went with.

SENT = Transmission(
    7, datetime(2026, 11, 20, 9, 41, tzinfo=UTC), "c", "Anthropic", "api.anthropic.com", "m", "question",
    "Compare the quotes", note_count=2, passages=2, note_text=TextAmount(300, 1_200), words=TextAmount(20, 80),
    instructions=TextAmount(1_000, 4_000), requests=1, notes=(
        TransmittedNote("a.md", TextAmount(100, 400)), TransmittedNote("b.md", TextAmount(200, 800), repeated=True),
    ),
)  # fmt: skip


def test_t1_a_question_lists_its_shares_and_what_went_again() -> None:
    rows = disclosure_rows(by_question([], [SENT, replace(SENT, id=8, time=SENT.time + timedelta(minutes=1))]), NEWS)
    assert [drawn(row) for row in rows] == [
        ("Today, 20 November", "2 notes · 2,640 tokens"),
        ("Compare the quotes", "Anthropic", "2 notes · 2,640 tokens"),
        ("b", "", "sent before", "400 tokens"),
        ("Your words", "40 tokens"),
        ("Instructions and tools", "2,000 tokens"),
    ]
    assert "in 2 requests" in rows[1].detail


def test_t1_what_carries_no_question_is_named_by_its_purpose() -> None:
    alone = {"conversation_id": "", "question": "", "notes": (), "note_count": 0}
    shown = [
        replace(SENT, **{**alone, "id": number, "purpose": purpose, **more})  # type: ignore[arg-type]  # its fields
        for number, (purpose, more) in enumerate(
            (
                ("models", {"words": TextAmount(), "instructions": TextAmount(), "note_text": TextAmount()}),
                ("web_search", {"instructions": TextAmount(), "note_text": TextAmount()}),
                ("program", {"program": "Zed", "question": "Hello", "note_text": TextAmount()}),
                ("rewrite", {"notes": SENT.notes[:1]}),
            )
        )
    ]
    rows = disclosure_rows(
        by_question([], shown), DisclosureContext(TODAY, frozenset(f"request {n}" for n in range(4)))
    )
    assert [drawn(row) for row in rows[1:]] == [
        ("Rewrite of a", "Anthropic", "1 note · 1,320 tokens"),
        ("Zed: Hello", "Anthropic", "1,020 tokens"),
        ("Web search", "Anthropic", "20 tokens"),
        ("List of models", "Anthropic", "nothing of yours"),
    ]
    assert [row.is_open for row in rows[1:]] == [False, False, None, None]


@on_qt_loop
async def test_t1_kinds_are_chosen_and_every_request_is_exported(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({ending: scene() for ending, (_, scene) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "left.csv"

    monkeypatch.setattr(module, "save_as", save)
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What?", "Boiler.md")
        await at.workspace.ledger.record_connection(Destination("Duck", "duck.example", False), "web_search", 400)
        await until(lambda: {"Web search", "What?"} <= set(at.rows()))
        at.page.ledger_filters.purpose.set_value("web")
        at.page.ledger_filters.changed.emit()
        await until(lambda: at.rows()[1:] == ["Web search"])
        at.page.export.click()
        await until(lambda: written)
        assert [(line["kind"], line["purpose"]) for line in json.loads(written["json"])] == [("request", "web_search")]
        at.page.ledger_filters.purpose.set_value("connections")
        at.page.ledger_filters.changed.emit()
        await until(at.page.empty.isVisible)


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "zh"])
@on_qt_loop
async def test_the_filters_take_two_rows_at_most_beside_the_chat(home: Path, tmp_path: Path, language: str) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    install_language(application, language, [resource_path("translations")])
    try:
        async with scene(home, tmp_path) as shown:
            page = shown.page
            page.resize(680, 700)
            boxes = (page.search, *page.ledger_filters.boxes)
            await until(lambda: page.width() == 680 and boxes[-1].x() > 0)
            assert len({box.y() for box in boxes}) <= 2
            assert all(box.width() >= box.sizeHint().width() for box in page.ledger_filters.boxes)
            assert page.rect().contains(page.export.geometry())
    finally:
        install_language(application, "en", [])

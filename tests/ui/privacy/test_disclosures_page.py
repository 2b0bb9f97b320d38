"""Tests of ui/privacy/disclosures_page.py."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.scene import LOCAL, open_vault, record_sent
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
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

# Disclosure filters: the selection determines the ledger query.


def test_current_month_is_the_default_and_twelve_months_are_offered(qtbot: QtBot) -> None:
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


def test_every_selected_filter_is_part_of_the_query(qtbot: QtBot) -> None:
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


# Disclosure rows: days, questions and notes; local and withheld entries are marked.

TODAY = date(2026, 11, 20)


def line(number: int, path: str, question: str = "Compare the quotes", day: int = 20, **more: object) -> LedgerEntry:
    fields: dict[str, object] = {
        "kind": "sent",
        "decision": "person",
        "tokens": 100,
        "whole": True,
        "host": "h",
        **more,
    }
    time = datetime(2026, 11, day, 12, number, tzinfo=UTC)
    provider = "Anthropic" if fields["host"] else "Ollama"
    return LedgerEntry(
        number, time, f"c{day}", provider, fields.pop("host"), "m", path, "", 400, question=question, **fields  # type: ignore[arg-type] # named fields
    )  # fmt: skip


def row_texts(row: CardRow) -> tuple[str, ...]:
    return ("".join(span.text for span in row.spans), *(cell.text for cell in row.cells))


CONTEXT = DisclosureContext(TODAY)


def test_rows_list_questions_under_days_and_notes_under_questions() -> None:
    rows = disclosure_rows(by_question([line(1, "House/Boiler.md"), line(2, "Budget.md", decision="rule")]), CONTEXT)

    assert [row_texts(row) for row in rows] == [
        ("Today, 20 November", "2 notes · 200 tokens"),
        ("Compare the quotes", "Anthropic", "2 notes · 200 tokens"),
        ("Boiler  House", "whole note", "allowed by you", "100 tokens"),
        ("Budget", "whole note", "allowed by a rule", "100 tokens"),
    ]


def test_questions_of_earlier_days_are_collapsed_and_can_be_expanded() -> None:
    questions = by_question([line(1, "a.md", day=19)])
    collapsed = disclosure_rows(questions, CONTEXT)
    expanded = disclosure_rows(questions, DisclosureContext(TODAY, frozenset({collapsed[1].key})))

    assert (collapsed[1].is_open, len(collapsed)) == (False, 2)
    assert (expanded[1].is_open, len(expanded)) == (True, 3)
    assert len(disclosure_rows(questions, DisclosureContext(TODAY, all_open=True))) == 3


def test_entries_of_a_local_model_are_marked_as_local() -> None:
    rows = disclosure_rows(by_question([line(1, "a.md", kind="stayed", host="")]), CONTEXT)

    assert [row_texts(row) for row in rows] == [
        ("Today, 20 November", "stayed here"),
        ("Compare the quotes", "Ollama", "stayed here"),
        ("a", "whole note", "allowed by you", "stayed here"),
    ]
    assert rows[1].cells[0].icon == "chip"


def test_local_server_with_an_address_has_the_local_icon() -> None:
    local = disclosure_rows(by_question([line(1, "a.md", kind="stayed", host="127.0.0.1:8080")]), CONTEXT)
    remote = disclosure_rows(by_question([line(1, "a.md")]), CONTEXT)

    assert (local[1].cells[0].icon, remote[1].cells[0].icon) == ("chip", "cloud")


def test_withheld_notes_have_a_lock_icon() -> None:
    withheld = disclosure_rows(by_question([line(1, "House/Mortgage.md", kind="kept", decision="privacy")]), CONTEXT)
    mixed = disclosure_rows(by_question([line(1, "a.md"), line(2, "b.md", kind="kept", decision="review")]), CONTEXT)

    assert [row_texts(withheld[1]), withheld[1].icon] == [
        ("Mortgage was requested, and withheld by the rule for private notes", "stayed here"), "lock",
    ]  # fmt: skip
    assert [row_texts(mixed[3]), mixed[3].icon] == [("b", "whole note", "withheld by you", "stayed here"), "lock"]
    assert row_texts(mixed[1])[2] == "1 note · 100 tokens"


def test_never_send_again_is_offered_only_for_notes_that_are_not_private() -> None:
    questions = by_question([line(1, "a.md")])
    free, private = (
        disclosure_rows(questions, DisclosureContext(TODAY, private=lambda _path, is_private=is_private: is_private))
        for is_private in (False, True)
    )

    assert [action.id for action in free[2].actions] == ["open", "never", "history", "copy", "menu"]
    assert [action.id for action in private[2].actions] == ["open", "history", "copy", "menu"]


def test_actions_column_has_the_same_width_in_every_row() -> None:
    rows = disclosure_rows(by_question([line(1, "a.md")]), CONTEXT)

    assert len({row.actions_width for row in rows}) == 1


def test_withheld_count_text_has_plural_forms() -> None:
    assert [withheld_count_text(1), withheld_count_text(3)] == ["1 note was withheld", "3 notes were withheld"]


# Disclosures page: a summary of the month, and entries by question that can be searched, filtered and exported.


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
async def open_scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    async with open_vault(home, root) as workspace:
        scene = Scene(workspace)
        yield scene
        await bridge.cancel_all()
        scene.page.deleteLater()


@on_qt_loop
async def test_new_disclosures_appear_under_the_summary_of_the_month(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        await until(lambda: scene.page.lead.text() == "Nothing has left this computer this month.")
        assert scene.page.empty.isVisible()
        await record_sent(scene.workspace, "What of the boiler?", "Boiler.md", "Budget.md")
        await until(lambda: len(scene.rows()) == 4)

        assert scene.rows()[1:] == ["What of the boiler?", "Boiler", "Budget"]
        assert scene.page.lead.text() == "This month: 2 notes in 1 question, 200 tokens. No private notes."
        await record_sent(scene.workspace, "And the rest?", "Personal/Diary.md", chat="d")
        await until(lambda: "1 of them would not be sent" in scene.page.lead.text())


@on_qt_loop
async def test_search_matches_notes_and_questions_and_filters_narrow_it(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        await record_sent(scene.workspace, "What of the boiler?", "Boiler.md")
        await record_sent(scene.workspace, "How much?", "Budget.md", destination=LOCAL, chat="d")
        await until(lambda: len(scene.rows()) == 5)
        scene.page.search.setText("BUDG")
        await until(lambda: scene.rows()[1:] == ["How much?", "Budget"])
        scene.page.search.setText("")
        scene.page.ledger_filters.receiver.set_value("Anthropic")
        scene.page.ledger_filters.changed.emit()
        await until(lambda: scene.rows()[1:] == ["What of the boiler?", "Boiler"])
        scene.page.ledger_filters.decision.set_value("kept")
        scene.page.ledger_filters.changed.emit()
        await until(lambda: scene.page.empty.isVisible())


@on_qt_loop
async def test_history_of_a_note_can_be_shown_and_left(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        await record_sent(scene.workspace, "What of the boiler?", "Boiler.md", "Budget.md")
        await until(lambda: len(scene.rows()) == 4)
        scene.page.list.acted.emit(scene.row("Budget"), "history")
        await until(lambda: scene.rows()[1:] == ["What of the boiler?", "Budget"])
        assert (scene.page.title.text(), scene.page.note) == ("Where “Budget” was sent", "Budget.md")
        assert scene.page.scope_banner.isVisible()

        scene.page.scope_banner.links[0].click()
        await until(lambda: len(scene.rows()) == 4)
        assert scene.page.title.text() == "What left this computer"


@on_qt_loop
async def test_row_menu_opens_excludes_and_copies(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        await record_sent(scene.workspace, "What?", "Boiler.md", "Personal/Diary.md")
        await until(lambda: len(scene.rows()) == 4)
        opened: list[str] = []
        closed: list[str] = []
        scene.page.note_opened.connect(opened.append)
        scene.page.exclude_requested.connect(closed.append)
        menu = scene.page.list.menu_of(scene.row("Boiler"))
        for action in menu.actions():
            action.trigger()

        assert [action.text() for action in menu.actions()] == [
            "Open note", "Never send it again", "Where this note was sent", "Copy path",
        ]  # fmt: skip
        assert (opened, closed, QApplication.clipboard().text()) == (["Boiler.md"], ["Boiler.md"], "Boiler.md")
        assert "Never send it again" not in [
            action.text for row in scene.page.list.cards.rows for action in row.actions if "Diary" in row.text
        ]


@on_qt_loop
async def test_collapsed_question_stays_collapsed_after_a_redraw(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        await record_sent(scene.workspace, "What?", "Boiler.md")
        await until(lambda: len(scene.rows()) == 3)
        scene.page.list.folded.emit(scene.row("What?"))
        assert len(scene.rows()) == 2
        scene.page.redraw()
        assert len(scene.rows()) == 2
        scene.page.show_question("What?")
        await until(lambda: scene.page.search.text() == "What?")


@on_qt_loop
async def test_listed_entries_are_exported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({suffix: content() for suffix, (_, content) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "left.csv"

    monkeypatch.setattr(module, "save_as", save)
    async with open_scene(home, tmp_path / "vault") as scene:
        emitted: list[str] = []
        scene.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        await record_sent(scene.workspace, "What?", "Boiler.md")
        await until(lambda: len(scene.rows()) == 3)
        scene.page.export.click()
        await until(lambda: emitted)

        assert emitted == ["Written to left.csv."]
        assert "Boiler.md" in written["csv"]
        assert '"path": "Boiler.md"' in written["json"]


@on_qt_loop
async def test_export_error_is_reported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def save(*_rest: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "save_as", save)
    async with open_scene(home, tmp_path / "vault") as scene:
        emitted: list[str] = []
        scene.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        scene.page.export.click()
        await until(lambda: emitted)

        assert emitted == ["The file could not be written: No space left on device."]


# Transmissions: shares other than notes, and requests without notes.

SENT = Transmission(
    7, datetime(2026, 11, 20, 9, 41, tzinfo=UTC), "c", "Anthropic", "api.anthropic.com", "m", "question",
    "Compare the quotes", note_count=2, passages=2, note_text=TextAmount(300, 1_200), words=TextAmount(20, 80),
    instructions=TextAmount(1_000, 4_000), requests=1, notes=(
        TransmittedNote("a.md", TextAmount(100, 400)), TransmittedNote("b.md", TextAmount(200, 800), repeated=True),
    ),
)  # fmt: skip


def test_t1_question_lists_its_shares_and_notes_sent_again() -> None:
    rows = disclosure_rows(by_question([], [SENT, replace(SENT, id=8, time=SENT.time + timedelta(minutes=1))]), CONTEXT)
    assert [row_texts(row) for row in rows] == [
        ("Today, 20 November", "2 notes · 2,640 tokens"),
        ("Compare the quotes", "Anthropic", "2 notes · 2,640 tokens"),
        ("b", "", "sent before", "400 tokens"),
        ("Your words", "40 tokens"),
        ("Instructions and tools", "2,000 tokens"),
    ]
    assert "in 2 requests" in rows[1].detail


def test_t1_request_without_a_question_is_named_by_its_purpose() -> None:
    without_question = {"conversation_id": "", "question": "", "notes": (), "note_count": 0}
    transmissions = [
        replace(SENT, **{**without_question, "id": number, "purpose": purpose, **more})  # type: ignore[arg-type]  # its fields
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
        by_question([], transmissions), DisclosureContext(TODAY, frozenset(f"request {n}" for n in range(4)))
    )
    assert [row_texts(row) for row in rows[1:]] == [
        ("Rewrite of a", "Anthropic", "1 note · 1,320 tokens"),
        ("Zed: Hello", "Anthropic", "1,020 tokens"),
        ("Web search", "Anthropic", "20 tokens"),
        ("List of models", "Anthropic", "nothing of yours"),
    ]
    assert [row.is_open for row in rows[1:]] == [False, False, None, None]
    connections = disclosure_rows(by_question([], transmissions[:1]), DisclosureContext(TODAY))
    assert row_texts(connections[0])[1:] == ("nothing of yours",)


@on_qt_loop
async def test_t1_entries_are_filtered_by_purpose_and_requests_are_exported(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({suffix: content() for suffix, (_, content) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "left.csv"

    monkeypatch.setattr(module, "save_as", save)
    async with open_scene(home, tmp_path / "vault") as scene:
        await record_sent(scene.workspace, "What?", "Boiler.md")
        await scene.workspace.ledger.record_connection(Destination("Duck", "duck.example", False), "web_search", 400)
        await until(lambda: {"Web search", "What?"} <= set(scene.rows()))
        scene.page.ledger_filters.purpose.set_value("web")
        scene.page.ledger_filters.changed.emit()
        await until(lambda: scene.rows()[1:] == ["Web search"])
        scene.page.export.click()
        await until(lambda: written)
        assert [(line["kind"], line["purpose"]) for line in json.loads(written["json"])] == [("request", "web_search")]
        scene.page.ledger_filters.purpose.set_value("connections")
        scene.page.ledger_filters.changed.emit()
        await until(scene.page.empty.isVisible)


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "zh"])
@on_qt_loop
async def test_filters_take_at_most_two_rows_beside_the_chat(home: Path, tmp_path: Path, language: str) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    install_language(application, language, [resource_path("translations")])
    try:
        async with open_scene(home, tmp_path) as scene:
            page = scene.page
            page.resize(680, 700)
            boxes = (page.search, *page.ledger_filters.boxes)
            await until(lambda: page.width() == 680 and boxes[-1].x() > 0)
            assert len({box.y() for box in boxes}) <= 2
            assert all(box.width() >= box.sizeHint().width() for box in page.ledger_filters.boxes)
            assert page.rect().contains(page.export.geometry())
    finally:
        install_language(application, "en", [])

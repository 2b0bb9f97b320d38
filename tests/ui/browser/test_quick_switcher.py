"""Tests of ui/browser/quick_switcher.py."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import Desk, desk
from vaultdesk.index.index_results import NameHit
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.browser.quick_switcher import (
    SwitcherChoice,
    SwitcherPopup,
    SwitcherQuery,
    SwitcherRow,
    SwitcherSearch,
    SwitcherSources,
    create_choice,
    heading_choice,
    matching_names,
    missing_note_choice,
    name_of_new,
    note_choice,
    parse_switcher_query,
    switcher_count_text,
    tag_choice,
)
from vaultdesk.ui.notes.outline import NoteHeading
from vaultdesk.ui.widgets.lists.list_row import ListRow

# Asked: what a text in the switcher means, and which names fit it.


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("heat", SwitcherQuery("names", "heat")),
        ("  heat   loss ", SwitcherQuery("names", "heat loss")),
        ("#heating", SwitcherQuery("tags", "heating")),
        ("@Deci", SwitcherQuery("headings", "Deci")),
        ("boiler@deci", SwitcherQuery("headings", "deci", "boiler")),
        ("boiler#deci", SwitcherQuery("headings", "deci", "boiler")),
        ("me@home#Top#Deci", SwitcherQuery("headings", "Deci", "me@home")),
        ("", SwitcherQuery("names", "")),
    ],
)
def test_a_sign_says_what_is_looked_for(typed: str, wanted: SwitcherQuery) -> None:
    assert parse_switcher_query(typed) == wanted


def test_a_new_note_is_called_what_was_typed_without_its_ending() -> None:
    assert name_of_new(" Heat loss.md ") == "Heat loss"
    assert name_of_new("Projects/Pump") == "Projects/Pump"
    assert name_of_new("#tag") == ""
    assert name_of_new("  ") == ""


def test_names_that_begin_so_come_first_then_words_then_what_holds_the_letters() -> None:
    names = ["unheated", "How Buildings Learn", "the heat", "Heat", "Garden", "Heater"]
    found = matching_names("hea", ((name, name) for name in names), 10)
    assert [name for name, _ in found] == ["Heat", "Heater", "the heat", "unheated"]
    assert found[2] == ("the heat", ((4, 7),))


def test_scattered_letters_and_accents_fit_too() -> None:
    assert [name for name, _ in matching_names("qdc", [("Quick decision", 1), ("Garden", 2)], 5)] == [1]
    assert matching_names("cafe", [("Café", 1)], 5) == [(1, ((0, 4),))]


def test_nothing_typed_keeps_the_order_and_the_limit() -> None:
    assert [one for one, _ in matching_names("", [("b", 1), ("a", 2), ("c", 3)], 2)] == [1, 2]


# Choices: what a row of the switcher says, and where it leads.

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_an_alias_that_fits_is_told_beside_the_folder_with_its_letters_lit() -> None:
    hit = NameHit("Projects/Boiler.md", "Boiler", "Heating", ((0, 3),), NOW - timedelta(minutes=2))
    row = note_choice(hit, lambda _path: "", NOW).row
    assert row.detail == "Projects › also called “Heating”"
    assert [row.detail[start:end] for start, end in row.detail_marks] == ["Hea"]
    assert (row.title, row.title_marks, row.right) == ("Boiler", (), "2 min ago")


def test_a_private_note_has_a_lock_that_says_why() -> None:
    hit = NameHit("Tax.md", "Tax", "", (), NOW)
    row = note_choice(hit, lambda _path: "It is private.", NOW).row
    assert row.badge == "lock"
    assert "It is private." in row.description


def test_each_choice_leads_where_it_says() -> None:
    assert heading_choice("A.md", NoteHeading(2, "Costs", 9, "Costs"), 3, (), 1).choice == SwitcherChoice(
        "heading", "A.md", line=9, heading="Costs", index=3
    )
    assert tag_choice("heating", 1, ()).row.right == "1 note"
    assert missing_note_choice("Pump", 3, (), "Pump.md").choice == SwitcherChoice("create", "Pump.md")
    row = create_choice("Pump", "Projects/Pump.md", has_rule=True).row
    assert (row.title, row.detail, row.keys) == ("Create note “Pump”", "in Projects", "Shift+Enter")


def test_the_count_says_how_many_of_how_many() -> None:
    assert switcher_count_text(7, 50, 1204) == "7 of 1,204"
    assert switcher_count_text(50, 50, 1204) == "50+ of 1,204"
    assert switcher_count_text(0, 50, 0) == ""


# Offering: what fits what is typed, from a real index.

NOTES = {
    "Boiler.md": "---\naliases: [Heating]\ntags: [heating]\n---\n# Boiler\n\nSee [[Meter cupboard]] and [[plan.png]].\n"
    "\n## Costs\n",
    "Projects/Heat-loss survey.md": "## Result\n\n## How it was measured\n\n#heating/survey\n",
    "Garden/Apples.md": "Prune the Boskoop.\n",
}


def offering(at: Desk, here: tuple[str, str] | None = None, recent: Sequence[str] = ()) -> SwitcherSearch:
    return SwitcherSearch(
        at.searcher, at.vault, SwitcherSources(lambda: here, lambda: recent, lambda _path: "", lambda: 3)
    )


async def titles(made: SwitcherSearch, typed: str) -> list[str]:
    return [one.row.title for one in (await made.find_rows(typed))[0]]


@on_qt_loop
async def test_names_and_aliases_fit_and_the_note_may_be_made(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, told = await offering(at, ("Projects/Heat-loss survey.md", "")).find_rows("hea")
        assert [one.row.title for one in offered][:2] == ["Heat-loss survey", "Boiler"]
        assert [one.choice.kind for one in offered] == ["open", "open", "create", "search"]
        assert told == "2 of 3"


@on_qt_loop
async def test_what_is_there_by_that_very_name_is_not_made_again(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, _ = await offering(at).find_rows("boiler")
        assert [one.choice.kind for one in offered] == ["open", "search"]


@on_qt_loop
async def test_where_nothing_fits_the_note_comes_first(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, _ = await offering(at).find_rows("Zinc roof")
        assert offered[0].choice.kind == "create"
        assert offered[0].choice.path == "Zinc roof.md"


@on_qt_loop
async def test_nothing_typed_offers_the_notes_opened_last_but_not_the_open_one(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        recent = ("Boiler.md", "Garden/Apples.md", "Gone.md")
        assert await titles(offering(at, ("Boiler.md", ""), recent), "") == ["Apples", "Heat-loss survey"]


@on_qt_loop
async def test_canvases_and_bases_are_offered_below_the_notes_and_among_those_opened_last(tmp_path: Path) -> None:
    files = {"Boiler.md": "x", "House/Boiler plan.canvas": "{}", "Boilers.base": "a: 1"}
    async with desk(tmp_path, files) as at:
        made = offering(at, recent=("House/Boiler plan.canvas", "Boiler.md"))
        offered, told = await made.find_rows("boiler")
        shown = [(one.row.title, one.row.icon, one.choice.path) for one in offered[:3]]
        assert shown == [
            ("Boiler", "file", "Boiler.md"), ("Boilers.base", "table", "Boilers.base"),
            ("Boiler plan.canvas", "canvas", "House/Boiler plan.canvas"),
        ]  # fmt: skip
        assert told == "1 of 3"
        assert (await titles(made, "plan.can"))[0] == "Boiler plan.canvas"
        assert (await titles(made, ""))[:2] == ["Boiler plan.canvas", "Boiler"]


@on_qt_loop
async def test_notes_that_are_only_linked_to_are_offered_and_pictures_are_not(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        made = offering(at)
        await made.load_missing()
        offered, _ = await made.find_rows("meter")
        assert (offered[0].row.title, offered[0].row.detail) == ("Meter cupboard", "not created yet")
        assert offered[0].choice.path == "Meter cupboard.md"
        assert all(one.row.detail != "not created yet" for one in (await made.find_rows("plan"))[0])


@on_qt_loop
async def test_headings_of_the_open_text_and_of_another_note(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        made = offering(at, ("Boiler.md", "# Unsaved heading\n\n## Second\n"))
        assert await titles(made, "@") == ["Unsaved heading", "Second"]
        assert await titles(made, "@sec") == ["Second"]
        assert await titles(made, "survey@meas") == ["How it was measured"]
        assert await titles(made, "survey#meas") == ["How it was measured"]


@on_qt_loop
async def test_tags_with_their_notes_the_commonest_first(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        offered, told = await offering(at).find_rows("#heat")
        assert [(one.choice.kind, one.choice.term) for one in offered] == [
            ("tag", "heating"),
            ("tag", "heating/survey"),
        ]
        assert told == "2 of 2"


# Switcher popup: the newest text wins, Enter means what is typed, other keys say how.


def note(path: str) -> SwitcherRow:
    return SwitcherRow(ListRow(f"note {path}", path.removesuffix(".md")), SwitcherChoice("open", path))


OFFERED = [note("Boiler.md"), note("Budget.md"), create_choice("bo", "bo.md", has_rule=True)]


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[SwitcherPopup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    made = SwitcherPopup(window, 50, side=True)
    made.open()
    yield made
    window.close()


def told(popup: SwitcherPopup) -> list[tuple[str, str]]:
    chosen: list[tuple[str, str]] = []
    popup.chosen.connect(lambda choice, open_mode: chosen.append((choice.path, open_mode)))
    return chosen


@pytest.mark.parametrize(
    ("held", "wanted"),
    [
        (Qt.KeyboardModifier.NoModifier, ("Boiler.md", "here")),
        (Qt.KeyboardModifier.ControlModifier, ("Boiler.md", "tab")),
        (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, ("Boiler.md", "side")),
        (Qt.KeyboardModifier.ShiftModifier, ("bo.md", "create")),
    ],
)
def test_enter_with_other_keys_says_how(
    popup: SwitcherPopup, held: Qt.KeyboardModifier, wanted: tuple[str, str]
) -> None:
    chosen = told(popup)
    popup.show_offered("", OFFERED, "2 of 9")
    QTest.keyClick(popup.field, Qt.Key.Key_Return, held)
    assert chosen == [wanted]


def test_an_old_answer_is_not_shown_and_enter_waits_for_the_new_one(popup: SwitcherPopup) -> None:
    chosen = told(popup)
    popup.show_offered("", OFFERED[:1], "")
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("b", OFFERED[:1], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    popup.show_offered("bud", [note("Budget.md")], "1 of 9")
    assert chosen == [("Budget.md", "here")]


def test_nothing_is_said_where_nothing_fits_and_esc_closes(popup: SwitcherPopup, qtbot: QtBot) -> None:
    popup.show_offered("", [], "")
    assert popup.field.accessibleDescription() == "There are no other notes yet. Type a name to create one."
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("bud", [], "")
    assert popup.field.accessibleDescription() == "No matches."
    chosen = told(popup)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    QTest.keyClick(popup.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup))


# Switcher wiring: what is chosen is opened, made or searched for; the notes opened last are kept.


def opened(views: VaultViews, typed: str) -> SwitcherPopup:
    popup = views.search_commands.switcher.open()
    QTest.keyClicks(popup.field, typed)
    return popup


def switcher_titles(popup: SwitcherPopup) -> list[str]:
    return [row.title for row in popup.list.row_model.rows]


async def enter(popup: SwitcherPopup, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(popup.field, Qt.Key.Key_Return, held)


@on_qt_loop
async def test_a_few_letters_and_enter_lead_to_the_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["jump"].trigger()
        popup = views.search_commands.switcher.popup
        assert popup is not None
        QTest.keyClicks(popup.field, "surv")
        await enter(popup)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        await until(lambda: views.search_commands.switcher.popup is None)
        await until(lambda: views.search_commands.history.visited[:1] == ("Projects/Heat-loss survey.md",))


@on_qt_loop
async def test_the_keys_that_open_it_close_it_again(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "boil")
        QTest.keyClick(popup.field, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: views.search_commands.switcher.popup is None)


@on_qt_loop
async def test_where_nothing_fits_enter_makes_the_note(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await enter(opened(views, "Zinc roof"))
        await until(lambda: (vault / "Zinc roof.md").exists())
        await until(lambda: views.notes.current_path == "Zinc roof.md")


@on_qt_loop
async def test_a_tag_is_searched_for(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    (vault / "Log.md").write_text("warm #heating\n")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "#hea")
        await until(lambda: switcher_titles(popup) == ["heating"])
        await enter(popup)
        assert views.browser.search_pane.field.text() == "tag:#heating"


@on_qt_loop
async def test_a_heading_of_another_note_is_gone_to(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "survey@res")
        await until(lambda: switcher_titles(popup) == ["Result"])
        await enter(popup)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.reader.passage() is not None)


@on_qt_loop
async def test_a_note_opens_in_a_tab_or_at_the_side(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        popup = opened(views, "2026")
        await enter(popup, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(views.notes.pages) == 2)
        popup = opened(views, "survey")
        await enter(popup, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        await until(lambda: views.notes.split_view.other is not None)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_it_opens_in_a_narrow_window_too(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.resize(600, 500)
        await until(lambda: desktop.window.panes.narrow)
        desktop.window.commands["jump"].trigger()
        popup = views.search_commands.switcher.popup
        assert popup is not None
        await until(lambda: "Boiler" in switcher_titles(popup))
        assert popup.width() <= 600
        popup.close()

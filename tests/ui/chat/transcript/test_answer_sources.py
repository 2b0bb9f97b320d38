"""Tests of ui/chat/transcript/answer_sources.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDrag, QGuiApplication

from vaultdesk.chat.messages import ContextItem, Source
from vaultdesk.ui.browser.file_tree_model import dragged_paths
from vaultdesk.ui.chat.composer.question_field import dragged_items, is_attachable
from vaultdesk.ui.chat.transcript.answer_sources import (
    MAX_SOURCES,
    AnswerSource,
    SourceNumbers,
    SourceRow,
    cited_text_at,
    first_cited_text,
    link_to,
    note_and_heading,
    read_sources,
    source_drag_data,
)
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.widgets.chips import SourceChip

# Tests of answer_sources.py.

TEXT = "a [[Boiler#Decision]] `[[x]]` [[B|see]] [[Boiler#Decision]]\n```\n[[no]]\n```\n[[Z]] [[open"
SHOWN = "a [[Boiler#Decision]][^1] `[[x]]` [[B|see]][^2] [[Boiler#Decision]][^1]\n```\n[[no]]\n```\n[[Z]][^3] [[open"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_links_are_numbered_the_same_in_whatever_pieces_they_come(size: int) -> None:
    sources: list[AnswerSource] = []
    numbers = SourceNumbers(sources)
    shown = "".join(numbers.feed(TEXT[start : start + size]) for start in range(0, len(TEXT), size)) + numbers.finish()
    assert shown == SHOWN
    assert sources == [AnswerSource(1, "Boiler", "Decision"), AnswerSource(2, "B"), AnswerSource(3, "Z")]


@pytest.mark.parametrize(
    "text", ["[[", "[[]]", "[[ ]]", "[[#x]]", "[[a\nb]]", "[[" * 500, "]]" * 50, "[" * 999, "[[a[[b"]
)
def test_what_is_no_link_is_shown_as_it_came(text: str) -> None:
    sources: list[AnswerSource] = []
    numbers = SourceNumbers(sources)
    assert numbers.feed(text) + numbers.finish() == text
    assert sources == []


def test_a_text_of_only_links_stays_cheap_and_counts_few() -> None:
    sources: list[AnswerSource] = []
    text = "".join(f"[[n{number}]]" for number in range(20_000))
    shown = SourceNumbers(sources).feed(text)
    assert len(sources) == MAX_SOURCES
    assert shown.count("[^") == MAX_SOURCES


def test_two_texts_of_one_answer_share_their_numbers() -> None:
    sources: list[AnswerSource] = []
    SourceNumbers(sources).feed("[[A]] ")
    assert SourceNumbers(sources).feed("[[B]] [[A]]") == "[[B]][^2] [[A]][^1]"


def test_notes_that_were_read_are_named_once_each() -> None:
    read = [Source(path="a.md", characters=5), Source(path="b.md"), Source(path="a.md", characters=2)]
    assert read_sources(read) == (AnswerSource(1, "a.md"),)


# Cited words.


def first(text: str, note: str, heading: str = "") -> str:
    return first_cited_text(plan_of(text), note, heading)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("> We chose **the pump**. — [[Boiler]][^1]", "We chose the pump."),
        ("[[Boiler]][^1]: we chose the pump.", ": we chose the pump."),
        ("It is cold, [[Survey]][^1]. We chose the pump, [[Boiler]][^2].", ". We chose the pump,"),
        ("| what | where |\n|---|---|\n| We chose the pump | [[Boiler]][^1] |\n", "We chose the pump"),
    ],
)
def test_the_words_are_those_the_link_is_the_source_of(text: str, words: str) -> None:
    assert first(text, "Boiler") == words


@pytest.mark.parametrize(
    "text", ["See [[Boiler]][^1].", "- [[Boiler]][^1]", "```\n[[Boiler]] is old and leaks\n```", "None."]
)
def test_too_few_words_are_none(text: str) -> None:
    assert first(text, "Boiler") == ""


def test_a_link_to_another_heading_is_another_source() -> None:
    text = "The pump is loud. [[Boiler#Noise]]\n\nIt is paid by three. [[Boiler#Project#Costs]]"
    assert first(text, "Boiler", "Costs") == "It is paid by three."
    assert note_and_heading(" A/Boiler #Project# Costs") == ("A/Boiler", "Costs")


def test_of_two_links_in_one_place_the_one_at_the_offset_counts() -> None:
    (lines,) = plan_of("> The old boiler leaks. — [[Boiler]]\n> The fitter comes on Friday. — [[Boiler]]")
    second = lines.text.rindex("Boiler")
    assert cited_text_at(lines, "Boiler", "") == "The old boiler leaks."
    assert cited_text_at(lines, "Boiler", "", offset=second) == "The fitter comes on Friday."


def test_of_two_rows_the_one_that_is_meant_counts() -> None:
    (table,) = plan_of(
        "| fact | note |\n|---|---|\n| The old boiler leaks | [[Boiler]] |\n| It is paid by three | [[Boiler]] |\n"
    )
    assert cited_text_at(table, "Boiler", "", row=2) == "It is paid by three"


# Source row.


def test_each_source_is_a_chip_that_opens_it() -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision"), AnswerSource(2, "Budget", "Budget")])
    opened: list[tuple[str, str]] = []
    row.opened.connect(lambda note, heading: opened.append((note, heading)))
    chips = row.findChildren(SourceChip)
    for chip in chips:
        chip.click()
    assert [chip.accessibleName() for chip in chips] == ["1 Boiler Decision", "2 Budget"]
    assert opened == [("A/Boiler.md", "Decision"), ("Budget", "Budget")]


def test_a_source_is_taken_along_as_a_link() -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision"), AnswerSource(2, "Budget")])
    assert link_to(AnswerSource(2, "Budget")) == "[[Budget]]"
    menu = row.open_menu(row.findChildren(SourceChip)[0], AnswerSource(1, "A/Boiler.md", "Decision"), QPoint(0, 0))
    next(action for action in menu.actions() if action.text() == "Copy link").trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "[[A/Boiler#Decision]]"


def test_a_source_is_dragged_as_a_link_for_texts_and_never_as_a_note_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    row = SourceRow([AnswerSource(1, "A/Boiler.md", "Decision")])
    dragged: list[tuple[str, list[str], Qt.DropAction]] = []
    monkeypatch.setattr(
        QDrag, "exec", lambda drag, how: dragged.append((drag.mimeData().text(), dragged_paths(drag.mimeData()), how))
    )
    row.findChildren(SourceChip)[0].drag_started.emit()
    assert dragged == [("[[A/Boiler#Decision]]", [], Qt.DropAction.CopyAction)]


def test_a_dragged_source_goes_beside_a_question_as_its_note() -> None:
    data = source_drag_data(AnswerSource(1, "A/Boiler.md", "Decision"))
    assert is_attachable(data)
    assert dragged_items(data) == (ContextItem(kind="note", target="A/Boiler#Decision"),)

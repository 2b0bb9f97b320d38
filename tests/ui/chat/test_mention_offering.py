"""Tests of mention_offering.py."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from tests.ui.chat.names_at_hand import Names
from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.chat.mention_offering import LinkOffering, MentionOffering, ToolSign
from vaultdesk.ui.chat.unfinished_name import Unfinished

OPEN = ContextItem(kind="active", target="House/Boiler.md")
SELECTED = ContextItem(kind="selection", target="House/Boiler.md", text="it leaks")


@pytest.fixture
def owner() -> Iterator[QObject]:
    made = QObject()
    yield made
    made.deleteLater()


def mentions(owner: QObject) -> MentionOffering:
    offering = MentionOffering(Names(), owner)
    offering.at_hand = lambda: (OPEN, SELECTED)
    offering.tools = lambda: (ToolSign("vault", "search notes"), ToolSign("web", "search the web"))
    return offering


def titles(offering: MentionOffering | LinkOffering, typed: str) -> list[str]:
    sign = "@" if isinstance(offering, MentionOffering) else "[["
    return [entry.title for entry in asyncio.run(offering.find(Unfinished(sign, typed)))]


def test_nothing_typed_offers_what_is_at_hand_then_names_then_tools(owner: QObject) -> None:
    assert titles(mentions(owner), "") == [
        "Open note", "Selection", "Boiler", "Budget", "#heating", "House", "@vault", "@web",
    ]  # fmt: skip


def test_letters_narrow_all_of_it_down(owner: QObject) -> None:
    offering = mentions(owner)
    assert titles(offering, "boi") == ["Boiler"]
    assert titles(offering, "sel") == ["Selection"]
    assert titles(offering, "web") == ["@web"]
    assert titles(offering, "#hea") == ["#heating"]
    assert titles(offering, "Boiler#") == ["Cost", "^a1"]


def test_a_sentence_behind_a_sign_names_nothing(owner: QObject) -> None:
    assert titles(mentions(owner), "b o") == []


def test_what_is_taken_is_told_and_leaves_the_words_a_tool_stays_in_them(owner: QObject) -> None:
    offering = mentions(owner)
    told: list[ContextItem] = []
    offering.taken.connect(told.append)
    entries = asyncio.run(offering.find(Unfinished("@", "")))
    assert [offering.take(entries[place].key) for place in (0, 1, 2, 6)] == ["", "", "", "@vault "]
    assert told == [OPEN, SELECTED, ContextItem(kind="note", target="House/Boiler")]


def test_a_link_leads_to_a_note_or_a_place_in_one(owner: QObject) -> None:
    offering = LinkOffering(Names(), owner)
    assert titles(offering, "b") == ["Boiler", "Budget"]
    entries = asyncio.run(offering.find(Unfinished("[[", "boiler#c")))
    assert [offering.take(entry.key) for entry in entries] == ["[[House/Boiler#Cost]]"]
    assert (entries[0].icon, offering.hint(Unfinished("[[", "x"))) == ("hash", "")


def test_an_index_that_fails_offers_what_needs_none(owner: QObject) -> None:
    offering = MentionOffering(Names(broken=True), owner)
    offering.at_hand = lambda: (OPEN,)
    assert titles(offering, "") == ["Open note"]
    assert titles(LinkOffering(Names(broken=True), owner), "") == []

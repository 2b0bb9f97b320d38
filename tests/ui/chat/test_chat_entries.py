"""Tests of the entries of the list of chats in ui/chat/chat_library.py."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.ui.chat.chat_library import MAX_LISTED_CHATS, ChatItem, chat_entries, chat_key_of_row, passage_entries
from vaultdesk.ui.widgets.lists.list_row import ListRow

NOW = datetime.fromisoformat("2026-11-20T12:00").astimezone(UTC)
TODAY = NOW.astimezone().date()


def item(title: str, days: float = 0, **more: bool) -> ChatItem:
    return ChatItem(f"Chats/{title}.md", title, NOW - timedelta(days=days), preview=f"Why {title}?", **more)


def row_texts(rows: Sequence[ListRow]) -> list[str]:
    return [f"-- {row.title}" if row.heading else f"{row.title} | {row.text} | {row.icon}" for row in rows]


def test_pinned_chats_come_first_and_the_others_are_grouped_by_day() -> None:
    items = [item("Pump", 9, pinned=True), item("Now"), item("Before", 1), item("Week", 4), item("Old", 40)]
    now = chat_entries(items, "", TODAY)[3].text
    assert row_texts(chat_entries(items, "", TODAY)) == [
        "-- Pinned",
        "Pump | 11 Nov · Why Pump? | pin",
        "-- Today",
        f"Now | {now} | chat",
        "-- Yesterday",
        "Before | Yesterday · Why Before? | chat",
        "-- Last 7 days",
        "Week | 16 Nov · Why Week? | chat",
        "-- October 2026",
        "Old | 11 Oct · Why Old? | chat",
    ]


def test_search_matches_titles_without_day_headings() -> None:
    rows = chat_entries([item("Boiler"), item("Garden"), item("Old boiler", 40)], "boil", TODAY)
    assert [row.title for row in rows] == ["Boiler", "Old boiler"]


def test_newest_chats_are_listed_and_the_rest_is_counted() -> None:
    rows = chat_entries([item(f"Chat {number}") for number in range(MAX_LISTED_CHATS + 1234)], "", TODAY)
    assert (len(rows), rows[-1].title) == (MAX_LISTED_CHATS + 2, "Type to find 1,234 older chats")


def test_running_and_private_chats_are_marked() -> None:
    (_, row) = chat_entries([item("Now", running=True, private=True)], "", TODAY)
    assert (row.text, row.icon) == ("answering… · Private · Why Now?", "chat-private")
    assert row.description_text.endswith("\nThis chat is not saved.")


def test_passages_are_listed_under_a_heading_and_refer_to_their_chat() -> None:
    passage = ChatPassage("chat_1", "The pump", "the heat pump costs", "msg_1")
    assert row_texts(passage_entries([passage])) == [
        "-- Found in chats",
        "The pump | the heat pump costs | search",
    ]
    assert chat_key_of_row(passage_entries([passage])[1].key) == "chat_1"
    assert passage_entries([]) == []


def test_preview_equal_to_the_title_is_omitted() -> None:
    chat = ChatItem("Chats/A.md", "What does the heat pump…", NOW, preview="What does the heat pump cost us?")
    (_, row) = chat_entries([chat], "", TODAY)
    assert "cost us" not in row.text

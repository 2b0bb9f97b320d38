"""Chat lines: chats as the lines of a list: by their days, or what fits the words typed. Words only, no widget."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from PySide6.QtCore import QCoreApplication

from vaultdesk.index.index_results import Hit
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.title_match import best_matches
from vaultdesk.ui.facts import number
from vaultdesk.ui.when import month_words, short_when, whole_when
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

MOST_LINES = 150
"""Chats listed at once: more is found by typing, and drawing a list of thousands would be felt at each key."""

WEEK = timedelta(days=7)

PREVIEW = 120
"""Characters of the first question that a list tells of a chat without a note."""

MARKERS = re.compile(r"^[^<]*-->|<!--.*?(?:-->|$)")
"""Comments of a note, and the rest of one that a passage begins in the middle of."""

PLACE = "\n"
"""Parts the key of a chat from the line of a passage in it; no path has one."""


@dataclass(frozen=True, slots=True)
class ChatItem:
    """One chat, kept or only of this session, as the list needs it."""

    key: str
    """The path of its note; the conversation's id where it has none."""
    title: str
    changed: datetime
    pinned: bool = False
    preview: str = ""
    running: bool = False
    """True while an answer is on its way."""
    kept: bool = True


def item_of(talk: Talk) -> ChatItem:
    """Return the item of a chat without a note."""
    conversation = talk.conversation
    last = conversation.messages[-1].created if conversation.messages else datetime.now(UTC)
    preview = " ".join(talk.exchanges[0].question[:PREVIEW].split())
    return ChatItem(conversation.id, talk.title, last, conversation.pinned, preview, running=talk.running, kept=False)


def chat_lines(items: Sequence[ChatItem], typed: str, today: date) -> list[ListEntry]:
    """Return the lines for *items*, which are in their order; with words *typed* those whose title fits."""
    if typed.strip():
        return [_line(item, today) for item in best_matches(typed, items, lambda item: item.title, MOST_LINES)]
    lines: list[ListEntry] = []
    heading = ""
    for item in items[:MOST_LINES]:
        group = _tr("Pinned") if item.pinned else _day_of(item.changed.astimezone().date(), today)
        if group != heading:
            heading = group
            lines.append(ListEntry("", group, heading=True))
        lines.append(_line(item, today))
    older = len(items) - MOST_LINES
    if older > 0:
        lines.append(ListEntry("", _tr("{0} older chats are found by typing").format(number(older)), heading=True))
    return lines


def passage_lines(hits: Iterable[Hit], titles: dict[str, str]) -> list[ListEntry]:
    """Return the lines for what was found in the chats' words, under a heading; none for nothing."""
    lines = [
        ListEntry(f"{hit.path}{PLACE}{hit.line}", titles.get(hit.path, hit.title), _words_of(hit), icon="search")
        for hit in hits
    ]
    return [ListEntry("", _tr("Found in chats"), heading=True), *lines] if lines else []


def key_of(line: str) -> str:
    """Return the key of the chat that the line with the key *line* is of."""
    return line.partition(PLACE)[0]


def _line(item: ChatItem, today: date) -> ListEntry:
    # A title made of the first question says all that its first words do.
    same = item.preview.casefold().startswith(item.title.rstrip("…").casefold())
    preview = "" if item.title and same else item.preview
    words = [_tr("answering…") if item.running else short_when(item.changed, today), preview]
    told = [whole_when(item.changed, today), "" if item.kept else _tr("Not kept as a note.")]
    return ListEntry(
        item.key,
        item.title or _tr("New chat"),
        " · ".join(word for word in words if word),
        "\n".join(line for line in told if line),
        icon="pin" if item.pinned else "chat",
    )


def _words_of(hit: Hit) -> str:
    """Return the passage without the signs a chat's note keeps between its words."""
    words = MARKERS.sub(" ", hit.snippet)
    return " ".join(words.split()) or hit.heading


def _day_of(day: date, today: date) -> str:
    if day >= today:
        return _tr("Today")
    if day == today - timedelta(days=1):
        return _tr("Yesterday")
    return _tr("Last 7 days") if day > today - WEEK else month_words(day)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChatLines", text)

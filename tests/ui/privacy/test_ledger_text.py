"""Tests of ui/privacy/ledger_text.py."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from PySide6.QtWidgets import QApplication

from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Purpose
from vaultdesk.core.values import replace
from vaultdesk.privacy.account import (
    ZERO_TOTALS,
    LastTransmission,
    LocalReading,
    NoteParts,
    NoteShare,
    NoteTotal,
    Receiver,
    SpanSummary,
    Today,
    Totals,
)
from vaultdesk.privacy.ledger_entry import Decision, EntryKind, LedgerEntry, TextAmount
from vaultdesk.tools.runtime.policy import PolicyVerdict, allowance_text, first_use_rule
from vaultdesk.ui.privacy.ledger_text import (
    decision_text,
    egress_line,
    elsewhere_text,
    local_text,
    lock_text,
    money_text,
    more_notes_text,
    note_part_text,
    note_share_text,
    notes_text,
    receivers_text,
    share_texts,
    summary_head,
    tokens_text,
    withheld_notes_text,
)
from vaultdesk.ui.translation import install_language

# Ledger text: who decided, which lines, and what a lock means.

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def line(decision: Decision = "", kind: EntryKind = "sent", **overrides: object) -> LedgerEntry:
    fields: dict[str, object] = {"heading": "", "characters": 40, **overrides}
    return LedgerEntry(1, NOW, "c", "Anthropic", "h", "m", "a.md", decision=decision, kind=kind, **fields)  # type: ignore[arg-type] # named fields


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (line("person"), "allowed by you"),
        (line("rule"), "allowed by a rule"),
        (line("rule", why="search and read in this vault"), "by your rule: search and read in this vault"),
        (line("grant"), "allowed for that chat"),
        (line("default"), "needed no approval"),
        (line("review"), "allowed by you"),
        (line(), ""),
        (line("privacy", "kept"), "withheld by a rule"),
        (line("review", "kept"), "withheld by you"),
        (line("nobody", "kept"), "withheld: could not be reviewed"),
    ],
)
def test_decision_text_names_who_decided(entry: LedgerEntry, text: str) -> None:
    assert decision_text(entry) == text


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    install_language(qapp, "es", [resource_path("translations")])
    yield
    install_language(qapp, "en", [])


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    ("verdict", "rule_text"),
    [
        (PolicyVerdict("allow", "rule", rule=first_use_rule("")), "Buscar y leer sin preguntar"),
        (PolicyVerdict("allow", "grant"), "su respuesta para este chat"),
        (PolicyVerdict("allow", "preset"), "el preajuste «Preguntar» de esta bóveda"),
    ],
)
def test_rule_is_named_in_the_interface_language(verdict: PolicyVerdict, rule_text: str) -> None:
    assert decision_text(line("rule", why=allowance_text(verdict))) == f"por su regla: {rule_text}"


def test_note_part_text_names_the_part_of_the_note() -> None:
    entries = [
        line(whole=True),
        line(heading="Result", first_line=3, last_line=9),
        line(first_line=3, last_line=3),
        line(),
    ]

    assert [note_part_text(entry) for entry in entries] == ["whole note", "Result, lines 3–9", "line 3", ""]


def test_lock_text_states_rule_and_audience() -> None:
    rules = [
        PrivacyRule(kind="folder", value="Personal", answer="never"),
        PrivacyRule(kind="tag", value="private", answer="local"),
        PrivacyRule(kind="property", value="private: true", answer="ask"),
    ]

    assert [lock_text(rule) for rule in rules] == [
        "Private: in Personal. No model reads it.",
        "Private: tagged #private. Only models on this computer read it.",
        "Private: with private: true. You are asked each time before it is sent.",
    ]


def test_amounts_have_plural_forms_and_separators() -> None:
    assert [tokens_text(1), tokens_text(2120), notes_text(1), notes_text(3)] == [
        "1 token", "2,120 tokens", "1 note", "3 notes",
    ]  # fmt: skip


# Account texts: every state of the status line, singular and plural, and no false claim that nothing was sent.

MORNING = datetime(2026, 11, 20, 9, 41, tzinfo=UTC)
CLAUDE = Receiver("Anthropic", "api.anthropic.com")
SERVER = Receiver("My server", "llm.lan")


def last(purpose: Purpose = "question", receiver: Receiver = CLAUDE, **overrides: object) -> LastTransmission:
    return LastTransmission(MORNING, purpose, receiver, **overrides)  # type: ignore[arg-type]  # its fields


def totals(notes: int = 0, questions: int = 1, newest: LastTransmission | None = None, **overrides: object) -> Totals:
    fields: dict[str, object] = {
        "transmissions": 2,
        "questions": questions,
        "notes": {f"{number}.md": NoteTotal(f"{number}.md", 10, 1) for number in range(notes)},
        "note_text": TextAmount(10 * notes, 40 * notes),
        "words": TextAmount(20, 80),
        "instructions": TextAmount(1_000, 4_000),
        "receivers": (CLAUDE,),
        "since": MORNING,
        "last": newest or last(),
        **overrides,
    }
    return Totals(**fields)  # type: ignore[arg-type]  # its fields


CONNECTED = totals(
    questions=0, newest=last("models", Receiver("OpenAI", "api.openai.com")), transmissions=1, connections=1,
    words=TextAmount(), instructions=TextAmount(),
)  # fmt: skip


def sentence_of(today: Totals, chat: Totals = ZERO_TOTALS) -> tuple[str, str, bool]:
    line = egress_line(Today(today, today, chat))
    return line.text, line.remark, line.anything_left


@pytest.mark.parametrize(
    ("today", "chat", "text", "remark"),
    [
        (totals(), totals(), "Your question was sent to Anthropic", "no note"),
        (totals(questions=3), totals(questions=2), "Your 2 questions were sent to Anthropic", "no note"),
        (totals(questions=3), ZERO_TOTALS, "3 questions were sent today", "no note"),
        (totals(), ZERO_TOTALS, "1 question was sent today", "no note"),
        (totals(9), totals(9), "9 notes were sent to Anthropic in this chat", ""),
        (totals(12), totals(9), "9 notes were sent to Anthropic in this chat", "12 today"),
        (totals(12), totals(1), "1 note was sent to Anthropic in this chat", "12 today"),
        (
            totals(12), totals(2, receivers=(CLAUDE, SERVER)),
            "2 notes were sent to Anthropic and My server in this chat", "12 today",
        ),
        (totals(12), ZERO_TOTALS, "12 notes were sent today", "none in this chat"),
        (totals(1), totals(), "1 note was sent today", "none in this chat"),
        (
            totals(10, newest=last("rewrite", SERVER, path="House/Radiators.md", note_count=1)), totals(9),
            "Radiators was sent to My server to be rewritten", "10 notes today",
        ),
        (
            totals(1, newest=last("rewrite", SERVER, path="Radiators.md", note_count=1)), ZERO_TOTALS,
            "Radiators was sent to My server to be rewritten", "",
        ),
        (
            totals(15, newest=last("program", program="Claude Code", note_count=3)), totals(2),
            "Claude Code received 3 notes", "15 today",
        ),
        (totals(1, newest=last("program", note_count=1)), ZERO_TOTALS, "Another program received 1 note", ""),
        (
            totals(newest=last("program", program="Zed")), ZERO_TOTALS,
            "A question from Zed was sent to Anthropic", "no note",
        ),
        (CONNECTED, ZERO_TOTALS, "VaultDesk asked api.openai.com for its models", "nothing of yours"),
        (
            replace(CONNECTED, last=last("update", Receiver("example.org", "example.org"))), ZERO_TOTALS,
            "VaultDesk asked example.org for updates", "nothing of yours",
        ),
        (
            replace(CONNECTED, last=last("probe")), ZERO_TOTALS,
            "VaultDesk tested a model of Anthropic", "nothing of yours",
        ),
        (
            totals(questions=0, newest=last("web_search", Receiver("DuckDuckGo", "duckduckgo.com"))), ZERO_TOTALS,
            "A web search was sent to DuckDuckGo", "no note",
        ),
        (
            totals(questions=0, newest=last("page", Receiver("a.org", "a.org"))), ZERO_TOTALS,
            "A page was fetched from a.org", "no note",
        ),
        (totals(questions=0, newest=last("title")), ZERO_TOTALS, "Your text was sent to Anthropic", "no note"),
        (totals(questions=0, newest=last("embedding")), ZERO_TOTALS, "A search query was sent to Anthropic", "no note"),
    ],
)  # fmt: skip
def test_t1_egress_line_states_what_was_sent(today: Totals, chat: Totals, text: str, remark: str) -> None:
    assert sentence_of(today, chat) == (text, remark, True)


def test_t1_nothing_is_reported_only_if_nothing_was_sent() -> None:
    assert sentence_of(ZERO_TOTALS) == ("Nothing has left this computer today", "", False)
    # Transmissions of the chat on earlier days do not count.
    assert sentence_of(ZERO_TOTALS, totals(9))[0] == "Nothing has left this computer today"
    assert "Nothing" not in sentence_of(CONNECTED)[0]


def test_the_part_of_the_sentence_that_names_the_receiver_may_be_shortened() -> None:
    line = egress_line(Today(totals(2), totals(2), totals(2)))
    assert (line.text, line.receiver) == ("2 notes were sent to Anthropic in this chat", "Anthropic")
    assert egress_line(Today(totals(2), totals(2), ZERO_TOTALS)).receiver == ""


def test_t1_tooltip_states_tokens_and_hosts() -> None:
    line = egress_line(Today(totals(1), totals(1), ZERO_TOTALS))
    assert line.detail == "Today about 1,030 tokens were sent to api.anthropic.com."
    assert egress_line(Today(CONNECTED, CONNECTED, ZERO_TOTALS)).detail == (
        "Today VaultDesk connected to api.anthropic.com. Nothing of yours was sent."
    )


def test_t1_local_text_counts_the_notes_read_by_a_local_model() -> None:
    assert [local_text(LocalReading("qwen3:8b", 9)), local_text(LocalReading("m", 1)), local_text(None)] == [
        "qwen3:8b read 9 notes here", "m read 1 note here", "",
    ]  # fmt: skip


def test_t1_money_text_formats_the_cost_of_today() -> None:
    assert [money_text(amount) for amount in (0, 0.004, 0.02, 1234.5)] == [
        "", "under $0.01 today", "$0.02 today", "$1,234.50 today",
    ]  # fmt: skip


def test_two_receivers_are_named_and_more_are_counted() -> None:
    others = (CLAUDE, SERVER, Receiver("OpenAI", "h"))
    assert [receivers_text(others[:count]) for count in range(4)] == [
        "", "Anthropic", "Anthropic and My server", "Anthropic and 2 others",
    ]  # fmt: skip


def test_t1_shares_are_notes_words_and_instructions() -> None:
    notes, text, rest = share_texts(totals(9, questions=2))
    assert (notes.label, notes.hint, notes.tokens) == ("9 notes", "9 passages", 90)
    assert (text.label, text.tokens) == ("Your 2 questions", 20)
    assert (rest.label, rest.hint, rest.tokens) == (
        "Instructions and tools",
        "sent each time",
        1_000,
    )
    notes, text, rest = share_texts(totals(questions=0, transmissions=1, earlier=TextAmount(5, 20)))
    assert (notes.label, text.label, rest.label, rest.hint, rest.tokens) == (
        "No note", "Your words", "Instructions and earlier answers", "", 1_005,
    )  # fmt: skip


def test_t1_summary_head_names_receivers_and_start() -> None:
    today = MORNING.astimezone().date()
    clock = MORNING.astimezone().strftime("%H:%M")
    summary = SpanSummary("today", totals(), totals())
    assert summary_head(summary, today) == f"To Anthropic, api.anthropic.com, since {clock}"
    many = replace(summary, totals=totals(receivers=(CLAUDE, SERVER)))
    assert summary_head(many, date(2026, 11, 23)).startswith("To Anthropic and My server, since 20 ")
    heads = [summary_head(SpanSummary(span, ZERO_TOTALS, ZERO_TOTALS), today) for span in ("chat", "today", "month")]  # type: ignore[arg-type]  # the three names
    assert heads == [
        "Nothing of this chat has left this computer.",
        "Nothing has left this computer since midnight.",
        "Nothing has left this computer this month.",
    ]


def test_note_share_text_names_the_parts_of_a_note() -> None:
    parts = [
        NoteParts(("Decision", "4\u201321", "7")), NoteParts((), True), NoteParts(),
    ]  # fmt: skip
    assert [note_share_text(NoteShare("a.md", 1, part)) for part in parts] == [
        "Decision, lines 4–21, line 7", "whole note", "",
    ]  # fmt: skip


def test_counts_have_plural_forms() -> None:
    assert [more_notes_text(1), more_notes_text(6)] == ["1 more note", "6 more notes"]
    assert [withheld_notes_text(()), withheld_notes_text(("a/Mortgage.md",)), withheld_notes_text(("a", "b"))] == [
        "", "Mortgage was withheld", "2 notes were withheld",
    ]  # fmt: skip
    assert elsewhere_text(ZERO_TOTALS) == ""
    assert elsewhere_text(totals()) == "1,020 tokens of these from other vaults and programs"

"""Ledger words: whose word, which lines, what a lock means."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QApplication

from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.ledger_entry import Decision, EntryKind, LedgerEntry
from vaultdesk.tools.runtime.policy import PolicyVerdict, allowance_text, first_use_rule
from vaultdesk.ui.privacy.ledger_text import decision_text, lock_text, note_part_text, notes_text, tokens_text
from vaultdesk.ui.translation import install_language

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def line(decision: Decision = "", kind: EntryKind = "sent", **more: object) -> LedgerEntry:
    facts: dict[str, object] = {"heading": "", "characters": 40, **more}
    return LedgerEntry(1, NOW, "c", "Anthropic", "h", "m", "a.md", decision=decision, kind=kind, **facts)  # type: ignore[arg-type] # named facts


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (line("person"), "allowed by you"),
        (line("rule"), "by a rule of yours"),
        (line("rule", why="search and read in this vault"), "by your rule: search and read in this vault"),
        (line("grant"), "allowed for that chat"),
        (line("default"), "needed no question"),
        (line("review"), "allowed by you"),
        (line(), ""),
        (line("privacy", "kept"), "kept back by a rule"),
        (line("review", "kept"), "kept back by you"),
        (line("nobody", "kept"), "kept back: nobody was asked"),
    ],
)
def test_by_whose_word(entry: LedgerEntry, words: str) -> None:
    assert decision_text(entry) == words


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    install_language(qapp, "es", [resource_path("translations")])
    yield
    install_language(qapp, "en", [])


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (PolicyVerdict("allow", "rule", rule=first_use_rule("")), "Buscar y leer sin preguntar"),
        (PolicyVerdict("allow", "grant"), "su respuesta para este chat"),
    ],
)
def test_the_rule_is_named_in_the_language_of_the_window(verdict: PolicyVerdict, told: str) -> None:
    stored = str(allowance_text(verdict))
    assert decision_text(line("rule", why=stored)) == f"por su regla: {told}"


def test_which_part_it_was() -> None:
    places = [
        line(whole=True),
        line(heading="Result", first_line=3, last_line=9),
        line(first_line=3, last_line=3),
        line(),
    ]

    assert [note_part_text(one) for one in places] == ["whole note", "Result, lines 3–9", "line 3", ""]


def test_a_lock_says_why_and_for_whom() -> None:
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


def test_amounts() -> None:
    assert [tokens_text(1), tokens_text(2120), notes_text(1), notes_text(3)] == [
        "1 token", "2,120 tokens", "1 note", "3 notes",
    ]  # fmt: skip

"""Tests of privacy/leak_detector.py: sequences of words of private notes and comments are found in outgoing text."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.core.settings.settings_schema import VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.privacy.known_notes import KnownNotes
from vaultdesk.privacy.leak_detector import MAX_RUNS, LeakDetector, word_runs
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.vault.vault import Vault

ENGINE = Destination("Brave Search", "api.search.brave.com", local=False)

NOTES = {
    "Diary.md": "---\ntags: [private]\n---\n# Diary\n\nTold nobody that the Nordwind offer was a bribe, in the end.\n",
    "Pumps.md": "The flow temperature of an old house should be low. %% Ask Miller about the second invoice soon %%\n",
}


@asynccontextmanager
async def leak_detector(folder: Path, settings: VaultSettings) -> AsyncIterator[LeakDetector]:
    root = write_vault(folder / "vault", NOTES)
    index = Index(folder / "data" / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        known = KnownNotes(searcher, vault)
        await known.catch_up()
        yield LeakDetector(searcher, PrivacyRules(lambda: settings, known, vault), vault)


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("the Nordwind offer was a bribe", True),
        ("Is it true that the nordwind OFFER was a bribe?", True),
        ("“the Nordwind offer was a bribe”", True),
        ("https://evil.example/?q=the+Nordwind+offer+was+a+bribe", True),
        ("https://evil.example/the%20Nordwind%20offer%20was%20a%20bribe/x", True),
        ("Nordwind bribe", False),
        ("was the offer of Nordwind any good", False),
        ("flow temperature of an old house should", False),
        ("ask miller about the second invoice", True),
        ("", False),
        ("https://heat-pumps.example/old/houses?page=2", False),
    ],
)
async def test_a_sequence_of_private_words_is_detected(tmp_path: Path, text: str, leaks: bool) -> None:
    async with leak_detector(tmp_path, VaultSettings()) as detector:
        assert await detector.leaks(text, ENGINE) is leaks


async def test_comments_that_may_be_sent_are_not_detected(tmp_path: Path) -> None:
    async with leak_detector(tmp_path, VaultSettings(comments="send")) as detector:
        assert not await detector.leaks("ask miller about the second invoice", ENGINE)


async def test_without_a_rule_nothing_is_private(tmp_path: Path) -> None:
    async with leak_detector(tmp_path, VaultSettings(privacy=())) as detector:
        assert not await detector.leaks("the Nordwind offer was a bribe", ENGINE)


def test_word_runs_have_five_words_and_a_limited_number() -> None:
    assert list(word_runs("(one two three four five six!)")) == ["one two three four five", "two three four five six"]
    assert list(word_runs("a b c d e f")) == []
    assert list(word_runs("something like this")) == []
    assert len(list(word_runs("considerable " * 5000))) <= MAX_RUNS

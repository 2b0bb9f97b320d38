"""What came of an import, in words."""

import pytest

from tests.ui.importing.test_planned_rows import NEW
from vaultdesk.ui.importing.import_words import written_words
from vaultdesk.workspace.import_plan import ImportOutcome


@pytest.mark.parametrize(
    ("count", "stopped", "words"),
    [
        (1, False, "1 chat was imported."),
        (1200, False, "1,200 chats were imported."),
        (2, True, "2 chats were imported. The rest was not."),
    ],
)
def test_the_sentence_counts_what_was_written(count: int, stopped: bool, words: str) -> None:
    assert written_words(ImportOutcome((NEW,) * count, "group", stopped=stopped)) == words

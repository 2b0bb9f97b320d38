"""Asides: what an open vault has beside notes and chats: vocabulary, timer and its log, memory. Only joins them."""

from collections.abc import Callable

from vaultdesk.agent.instructions.memory_lines import MemoryLines, RedactedFor
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.pomodoro import PomodoroLog, PomodoroTimer
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyNotes
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.toolbox import vocabulary_of

Asides = tuple[VocabularyNotes, PomodoroTimer, PomodoroLog, MemoryLines]


def asides(vault: Vault, searcher: Searcher, settings: Callable[[], Settings], shown: RedactedFor) -> Asides:
    """Return them, each following *settings* as they are at the moment; the log is to be entered."""
    timer = PomodoroTimer()
    log = PomodoroLog(vault, timer, lambda: settings().pomodoro.log)
    return (
        vocabulary_of(vault, searcher, settings),
        timer,
        log,
        MemoryLines(vault, lambda: settings().memory.note, shown),
    )

"""ChatPrivacy: keeps the text of private notes out of notes that are less private than they. Reads no note's text.

A chat in the program's own format names its sources and is as private as they are (privacy/privacy_rules.py). A note of
another format cannot say so: what was made with a private note is not written into it.
"""

from collections.abc import Callable
from typing import Final

from vaultdesk.chat.messages import Message
from vaultdesk.core.destination import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.tools.runtime.policy import PrivacyStanding

ELSEWHERE: Final = Destination("another computer", "elsewhere", local=False)
"""Stands for every place that is not this computer."""

_STRICTNESS: Final[dict[PrivacyStanding, int]] = {"open": 0, "ask": 1, "closed": 2}


class ChatPrivacy:
    """Asks the rules of one vault."""

    def __init__(self, rules: PrivacyRules, called: Callable[[str], tuple[str, ...]]) -> None:
        """*called* returns the notes that a link may mean."""
        self._rules = rules
        self._called = called

    def refuses(self, path: str, messages: tuple[Message, ...]) -> str:
        """Return why *messages* must not be written into the note at *path*, in a sentence; empty where they may."""
        here = _STRICTNESS[self._rules.standing(path, ELSEWHERE)]
        beside = [item.target.partition("#")[0] for message in messages for item in message.context]
        named = [found for name in beside for found in self._called(name)]
        for source in (*named, *(source.path for message in messages for source in message.sources)):
            if source != path and _STRICTNESS[self._rules.standing(source, ELSEWHERE)] > here:
                return "This answer was made with a private note, and the note of this chat is not private"
        return ""

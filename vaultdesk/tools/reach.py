"""Reach: what an agent could do with one note, for the page that shows it over the whole vault. Decides as the runner.

A worst case: over every tool a rule names, the freest answer counts. What was answered in a conversation does not.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from vaultdesk.core.destination import Destination
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.permissions import Permissions
from vaultdesk.tools.subject import STRENGTH, Answer, Subject
from vaultdesk.tools.tool import Effect

ANY_TOOL = ""
"""Stands for every tool that no rule names."""


@dataclass(frozen=True, slots=True)
class Access:
    """What could happen to one note. `deny` in `readable` is: for this agent the note is not there."""

    readable: Answer
    writable: Answer
    outbound: Answer
    """Whether its text could leave this computer; `deny` where the model runs here."""


def reach(permissions: Permissions, path: str, leash: Leash, destination: Destination) -> Access:
    """Return what the agent on *leash*, answering by a model at *destination*, could do with the note at *path*."""
    standing = permissions.privacy.standing(path, destination)
    if standing == "closed" or not leash.reaches(path):
        return Access("deny", "deny", "deny")
    readable = _freest(permissions, path, leash, destination, "read")
    writable: Answer = "deny" if leash.read_only else _freest(permissions, path, leash, destination, "write")
    if standing == "ask":
        readable, writable = _at_least_asked(readable), _at_least_asked(writable)
    return Access(readable, writable, "deny" if destination.local else readable)


def _freest(permissions: Permissions, path: str, leash: Leash, destination: Destination, effect: Effect) -> Answer:
    host = "" if destination.local else destination.host
    answers: list[Answer] = []
    for tool in _tools(permissions, leash):
        subject = Subject(tool, effect, host=host, leash=leash, change="modify" if effect == "write" else None)
        answers.append(permissions.decide(subject, path).answer)
    return min(answers, key=STRENGTH.__getitem__, default="deny")


def _tools(permissions: Permissions, leash: Leash) -> Iterable[str]:
    named = {rule.tool for rule in permissions.rules()} - {"*"}
    if leash.tools is None:
        return {ANY_TOOL, *named}
    return {tool if tool in named else ANY_TOOL for tool in leash.tools}


def _at_least_asked(answer: Answer) -> Answer:
    return "ask" if answer == "allow" else answer

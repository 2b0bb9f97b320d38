"""Check: one thing that was tried, in words for people and in values for scripts. Tries nothing."""

from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["ok", "warning", "failed"]
"""`warning`: the program works, with something less. `failed`: a main part of it cannot."""

Group = Literal["program", "folders", "window", "vault", "search", "models"]
"""What a check has to do with; in this order they are read."""

GROUPS: tuple[Group, ...] = ("program", "folders", "window", "vault", "search", "models")

Act = Literal["", "index", "providers", "web", "desktop"]
"""What the window can do about it: show the page of the index, where it is built again, or one of the settings."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What is tried. Its id and its name stay as they are: scripts rely on them."""

    name: str
    id: str = field(kw_only=True)
    group: Group = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Check:
    """What came of it."""

    name: str
    outcome: Outcome
    finding: str
    """One or two sentences."""
    remedy: str = ""
    """What to do; never empty where the outcome is not `ok`."""
    id: str = ""
    group: Group = "program"
    command: str = ""
    """What to type in a terminal for the remedy, where there is such a thing."""
    act: Act = ""


def fine(topic: Topic, finding: str) -> Check:
    """Return that all is as it should be."""
    return Check(topic.name, "ok", finding, id=topic.id, group=topic.group)


def lacking(topic: Topic, finding: str, remedy: str, command: str = "", act: Act = "") -> Check:
    """Return that the program works with something less."""
    return Check(topic.name, "warning", finding, remedy, topic.id, topic.group, command, act)


def broken(topic: Topic, finding: str, remedy: str, command: str = "", act: Act = "") -> Check:
    """Return that a main part cannot work."""
    return Check(topic.name, "failed", finding, remedy, topic.id, topic.group, command, act)

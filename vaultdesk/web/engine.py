"""Engine: what a search engine is asked and what its answer says, each in a module of its own. Opens no connection."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pydantic import JsonValue

from vaultdesk.core.errors import WebRefused

LONGEST_TITLE, LONGEST_TEXT = 300, 2_000
"""Characters of one result's title and text."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result, as the engine tells it. All of it is a stranger's words."""

    title: str
    address: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """What is sent."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """A key may stand in them."""
    query: Mapping[str, str] = field(default_factory=dict)
    json: JsonValue = None
    form: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class EngineReply:
    """What came back."""

    status: int
    content_type: str
    text: str

    @property
    def is_page(self) -> bool:
        """Whether it is a web page, where data was asked for."""
        return "html" in self.content_type or self.text.lstrip()[:1] == "<"


class Engine(ABC):
    """One search engine's wire format."""

    kind: ClassVar[str]
    """As the settings call it."""
    name: ClassVar[str]
    """As people call it."""
    url: ClassVar[str] = ""
    """Where it is asked unless the settings say otherwise; empty where they must."""
    wants_key: ClassVar[bool] = False
    most: ClassVar[int] = 20
    """Results one question may ask for."""

    @abstractmethod
    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return what to ask at *base* for *query*."""

    @abstractmethod
    def hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results in an answer with status 200. Raises `WebRefused` where it is none of this engine's."""

    def refusal(self, reply: EngineReply) -> WebRefused | None:
        """Return what an answer means that only this engine gives; None for what every engine means by its status."""
        return None


def as_hit(title: object, address: object, text: object) -> SearchHit | None:
    """Return a result made of what an answer holds; None where it has no address of a page."""
    if not isinstance(address, str) or not address.startswith(("http://", "https://")):
        return None
    words = str(title or "").split()
    return SearchHit(
        " ".join(words)[:LONGEST_TITLE] or address[:LONGEST_TITLE],
        address[:2_048],
        " ".join(str(text or "").split())[:LONGEST_TEXT],
    )


def not_understood(engine: Engine) -> WebRefused:
    """Return what an answer in another shape than the engine's own means."""
    return WebRefused(
        f"{engine.name} answered something that cannot be understood", hint="Check its address in Settings, Web."
    )

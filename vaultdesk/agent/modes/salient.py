"""Salient: what to look for in the notes, taken from a question by our own code. Asks no model and no vault."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.agent.modes.forced import forced_tools
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, new_id
from vaultdesk.providers.offline.keywords import STOP_WORDS, question_keywords

LONGEST_QUERY = 1_000
"""Characters a search takes."""

LONGEST_TERM = 200
"""Characters of one salient term."""

ENOUGH = 2
"""Telling words by which a question stands alone; one with fewer leans on the one before."""

_ENGLISH = "it its they them their theirs he him his she her hers that those these there then"
_GERMAN = "es ihn ihm ihnen davon dazu dafür dagegen darüber damit daran darauf dort diese diesen dieser dieses"

_POINTING = frozenset(f"{_ENGLISH} {_GERMAN}".split())
"""Words that point at what was asked before."""

_MARKS = "?!.,;:()\"'“”„«»*_"
"""What may stand around a word and is none of it."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Search:
    """One search in the notes."""

    query: str
    terms: tuple[str, ...]

    def call(self) -> ToolCallPart:
        """Return it as a call."""
        return program_call("local_search", {"query": self.query, "salient_terms": list(self.terms)})


def search_for(question: str, before: str = "") -> Search | None:
    """Return what to look for to answer *question*; None where it says nothing.

    One that leans on the question *before* it is looked for with its words too.
    """
    own = question_keywords(question)
    if not question.strip():
        return None
    if before.strip() and (len(own) < ENOUGH or _points(question)):
        terms = (*own, *(word for word in question_keywords(before) if word not in own))
        return Search(_query(f"{question} {before}"), _short(terms))
    return Search(_query(question), _short(own))


def _query(text: str) -> str:
    """Return *text* without the words that tell nothing: a search would find notes by them, and these would go out."""
    words = text.split()
    kept = [word for word in words if word.strip(_MARKS).casefold() not in STOP_WORDS and word.strip(_MARKS)]
    return (" ".join(word.rstrip("?!.,;:") for word in kept) or " ".join(words))[:LONGEST_QUERY]


def asked_words(message: Message) -> str:
    """Return what the person wrote in *message*, without signs and without the text of notes that came with it."""
    own = (part.text for part in message.parts if isinstance(part, TextPart) and not part.sources and not part.hidden)
    return forced_tools(" ".join(own))[0].strip()


def question_before(messages: Sequence[Message], question: Message) -> str:
    """Return the words of the last question before *question*; empty where it is the first."""
    earlier = [message for message in messages if message.role == "user" and message.id != question.id]
    return asked_words(earlier[-1]) if earlier else ""


def program_call(name: str, arguments: dict[str, JsonValue]) -> ToolCallPart:
    """Return a call that we make ourselves; to all who read the chat it is a call like a model's."""
    written = json.dumps(arguments, ensure_ascii=False)
    return ToolCallPart(id=new_id("call"), name=name, arguments_json=written, arguments=arguments)


def _points(question: str) -> bool:
    return any(word.casefold() in _POINTING for word in _WORD.findall(question))


def _short(terms: Sequence[str]) -> tuple[str, ...]:
    return tuple(term[:LONGEST_TERM] for term in terms)

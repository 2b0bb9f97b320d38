"""Refusal words: what a server's "no" says, whichever vendor's shape it has. Judges nothing: refusals.py does."""

import re
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.providers.loose_json import entries, fields, read_value, words

LONGEST = 4000
"""Characters of a refusal that are looked at: some echo the whole request."""

_WAIT = re.compile(
    r"(?:retry|try again) in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?"
    r"(?:(\d{1,6}(?:\.\d{1,12})?) ?(ms|s)(?:ec(?:onds?)?)?\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A server's words, whatever shape they came in."""

    kind: str = ""
    message: str = ""
    place: str = ""
    """The part of the request it names."""
    status: int = 0
    """The status it gives inside the body; the one that counts where the stream itself was a 200."""

    @property
    def words(self) -> str:
        """Everything, in lower case, to look for words in."""
        return f"{self.kind} {self.message} {self.place}".lower()

    @property
    def wait(self) -> float | None:
        """The seconds it asks to wait in its sentence, as Gemini and Groq do."""
        found = _WAIT.search(self.message)
        if found is None or not any(found.groups()):
            return None
        hours, minutes, seconds, unit = found.groups()
        rest = float(seconds or 0) * (0.001 if unit == "ms" else 1)
        return float(hours or 0) * 3600 + float(minutes or 0) * 60 + rest


def said(body: object) -> Said:
    """Read `{"error": {...}}`, `{"error": "text"}`, the inner object alone, `{"detail": ...}`, or plain text."""
    if isinstance(body, list) and body:
        body = body[0]  # Gemini's compatible endpoint wraps its errors in a list
    if isinstance(body, str):
        return Said(message=body[:LONGEST])
    outer = fields(body)
    inner = outer.get("error", outer)
    if isinstance(inner, str):
        return Said(message=inner[:LONGEST])
    told = fields(inner)
    kinds = [fields(told.get("details")).get("error_code"), told.get("code"), told.get("type")]
    code = told.get("code")
    return Said(
        kind=" ".join(str(kind)[:100] for kind in kinds if isinstance(kind, str | int)),
        message=_message(told)[:LONGEST],
        place=words(told.get("param"))[:200],
        status=code if isinstance(code, int) and 400 <= code < 600 else 0,
    )


def _message(told: dict[str, JsonValue]) -> str:
    given = told.get("message") or told.get("detail") or ""
    if isinstance(given, list):
        # pydantic's: only where and what, for its `input` repeats what was sent.
        told_of = [fields(problem) for problem in given if isinstance(problem, dict)]
        return "; ".join(
            f"{' '.join(str(step) for step in entries(one.get('loc')))}: {words(one.get('msg'))}" for one in told_of
        )
    message = given if isinstance(given, str) else str(given)[:500]
    behind = _behind(words(fields(told.get("metadata")).get("raw")))
    return f"{message}: {behind}" if behind and behind not in message else message


def _behind(raw: str) -> str:
    """Return what the server behind OpenRouter said, which "Provider returned error" keeps to itself."""
    try:
        value = read_value(raw)
    except ValueError:
        return raw
    return said(value).message if isinstance(value, dict | list) and "raw" not in str(value)[:LONGEST] else ""

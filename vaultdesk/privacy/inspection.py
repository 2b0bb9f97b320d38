"""Inspection: every passage of one request held against the rules and the notes as they are now. Changes nothing."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vaultdesk.core.destination import Destination
from vaultdesk.privacy.dealings import Dealings, HostDealings, passage_digest, piece_key
from vaultdesk.privacy.excerpt import is_whole, place_of, uncommented
from vaultdesk.privacy.fitting import rule_words
from vaultdesk.privacy.passages import Passage, passages
from vaultdesk.privacy.rules import Look, PrivacyRules
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.policy import PrivacyStanding


@dataclass(frozen=True, slots=True)
class Inspected:
    """One passage and what is to become of it."""

    passage: Passage
    standing: PrivacyStanding
    text: str = field(repr=False)
    """What may be read of it: comments taken out."""
    answered: bool = False
    """Whether the person let this very host have it before."""
    sent: bool = False
    """Whether this host was sent it before."""
    kept: bool = False
    """Whether the person kept it back earlier in the conversation."""
    whole: bool = False
    first_line: int = 0
    last_line: int = 0
    why: str = ""
    """What makes the note private, in words."""
    note: str | None = field(default=None, repr=False)
    """The note's text now."""

    @property
    def changed(self) -> bool:
        """Whether comments are taken out of it."""
        return self.text != self.passage.text

    @property
    def closed(self) -> bool:
        """Whether a rule keeps it here, whatever the person says now."""
        return self.standing == "closed"

    @property
    def waits(self) -> bool:
        """Whether it goes only if the person says yes."""
        return self.standing == "ask" and not (self.answered or self.kept)

    @property
    def characters(self) -> int:
        """How much of the note would be read."""
        return len(self.text) if self.changed else self.passage.characters


async def inspect(
    request: ModelRequest, rules: PrivacyRules, destination: Destination, dealings: Dealings
) -> tuple[Inspected, ...]:
    """Return every passage of *request* with what holds for it at *destination* this moment. Raises nothing."""
    found = passages(request)
    paths = list(dict.fromkeys(passage.path for passage in found))
    looks = await asyncio.gather(*(rules.look(path, destination) for path in paths))
    known = dict(zip(paths, looks, strict=True))
    return tuple(_inspected(passage, known, rules, destination, dealings) for passage in found)


def _inspected(
    passage: Passage, looks: Mapping[str, Look], rules: PrivacyRules, destination: Destination, dealings: Dealings
) -> Inspected:
    look, host = looks[passage.path], dealings.host(destination.host)
    sent = passage_digest(passage) in host.sent
    standing = look.standing
    if look.gone and sent and not rules.closes_by_path(passage.path, destination):
        # It was open when it was sent; that its file was moved or deleted since makes it no secret from this host.
        standing = "open"
    text = passage.text
    for piece in passage.pieces if rules.keeps_comments(destination) else ():
        text = text.replace(piece, uncommented(piece, look.text), 1)
    seen = Inspected(
        passage,
        standing,
        text,
        answered=_answered(passage, host),
        sent=sent,
        kept=piece_key(passage) in dealings.kept,
        first_line=passage.first_line,
        last_line=passage.last_line,
        why=_why(look),
        note=look.text,
    )
    return seen if look.text is None else _placed(seen, look.text)


def _why(look: Look) -> str:
    if look.rule is None:
        return ""
    if look.doubted:
        return "perhaps: it is no longer there" if look.gone else "perhaps: it cannot be read"
    return rule_words(look.rule)


def _answered(passage: Passage, host: HostDealings) -> bool:
    """Whether the person said yes to this host: in a review, or at the dialog of the call it had made itself."""
    by_dialog = bool(passage.sources) and all(source.allowed == "person" for source in passage.sources)
    return passage_digest(passage) in host.allowed or (by_dialog and passage.call_id in host.calls)


def _placed(seen: Inspected, text: str) -> Inspected:
    """Return *seen* with where it stands in its note, as far as nobody has said so."""
    pieces = seen.passage.pieces
    whole = any(is_whole(piece, text) for piece in pieces)
    if seen.first_line or not pieces:
        return replace(seen, whole=whole)
    if whole:
        return replace(seen, whole=True, first_line=1, last_line=text.rstrip("\n").count("\n") + 1)
    place = place_of(pieces[0], text)
    return seen if place is None else replace(seen, first_line=place.first_line, last_line=place.last_line)

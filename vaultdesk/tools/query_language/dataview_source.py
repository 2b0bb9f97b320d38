"""Dataview source: what stands after `FROM`: tags, folders, notes that link or are linked to, joined by and, or."""

from vaultdesk.tools.query_language.criteria import (
    Criterion,
    Either,
    Every,
    LinkedFrom,
    LinksTo,
    Not,
    Tagged,
    Under,
)
from vaultdesk.tools.query_language.refusal import cannot_evaluate
from vaultdesk.tools.query_language.scanner import Scanner


def dataview_source(words: Scanner) -> Criterion:
    """Return the source at the present word; `and` and `or` bind alike, from left to right, as in Dataview."""
    words.deeper()
    found = _atom(words)
    while words.has("&", "|") or words.says("and", "or"):
        joins = words.take().text.lower()
        right = _atom(words)
        found = Every((found, right)) if joins in ("and", "&") else Either((found, right))
    words.shallower()
    return found


def _atom(words: Scanner) -> Criterion:
    word = words.take()
    match word.kind:
        case "tag" if len(word.text) > 1:
            return Tagged(word.text)
        case "text":
            return Under(word.text.strip("/"))
        case "link" if word.text:
            return LinksTo(word.text)
        case "sign" if word.text in "-!":
            words.deeper()
            inner = Not(_atom(words))
            words.shallower()
            return inner
        case "sign" if word.text == "(":
            inner_source = dataview_source(words)
            words.expect(")")
            return inner_source
        case "name" if word.text == "outgoing" and words.skip("("):
            target = words.take()
            if target.kind != "link" or not target.text:
                raise cannot_evaluate(words.rest_of(word.start))
            words.expect(")")
            return LinkedFrom(target.text)
        case _:
            raise cannot_evaluate(words.rest_of(word.start) or "a FROM with nothing after it")

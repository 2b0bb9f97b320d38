"""Orders: words in a stranger's text that are meant for an assistant and not for a reader. Only noticed, never obeyed.

A help for whoever looks at it before a model does. No guard rests on it: an order can be put in any words.
"""

import re2

from vaultdesk.tools.visible import short

SHOWN = 120
"""Characters of the words that are quoted."""

LOOKED_AT = 400_000
"""Characters of a text that are looked through; a page that is handed on is shorter."""

_PATTERN = re2.compile(
    r"(?i)(?:"
    r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|any|your|system)\b"
    r"[^.\n]{0,30}\b(?:instruction|instructions|prompt|prompts|rules|guidelines|directions|context)\b"
    r"|\b(?:system|developer)\s+(?:prompt|message|instruction|instructions)\b"
    r"|<\|?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[/?INST\]|<</?SYS>>"
    r"|\b(?:you are|act as|pretend to be)\b[^.\n]{0,20}"
    r"\b(?:an? (?:ai|assistant|language model)|chatgpt|claude|gemini|dan)\b"
    r"|\b(?:ai|assistant|language model|llm|chatbot)s?\b[^.\n]{0,30}\b(?:must|should|shall|have to|has to)\b"
    r"|\b(?:new|important|secret|hidden)\s+instructions?\b[^.\n]{0,40}\b(?:for|to)\b"
    r"[^.\n]{0,20}\b(?:ai|assistant|model|llm|agent)"
    r"|\bdo not (?:tell|inform|mention|ask)\b[^.\n]{0,20}\b(?:the )?user\b"
    r"|\bwithout (?:asking|telling|informing)\b[^.\n]{0,20}\buser\b"
    r"|\balready (?:approved|authorized|authorised|confirmed) by the user\b"
    r"|\bignorier\w*\b[^.\n]{0,40}\b(?:anweisung|anweisungen|vorgaben|regeln)\b"
    r")"
)


def order_in(text: str) -> str:
    """Return the words in *text* that read like an order to an assistant, short and visible; empty where none do."""
    found = _PATTERN.search(text[:LOOKED_AT])
    return short(found[0], SHOWN) if found else ""

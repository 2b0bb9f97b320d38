"""Carrying out: words of private notes on their way out of this computer as somebody's search or address.

The way round that two permitted steps make together, as in laundering.py: a model that may read a note on this
computer asks the web for its words. Whatever goes out is shown whole to the person besides.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.schema import canonical

KEPT_HERE = "These words stay on this computer: the user's privacy rules say so. Use other words, of your own."
"""What a model reads; not which note they are in."""


async def carries_out(conditions: Conditions, call: FrozenCall) -> bool:
    """Whether *call* would send words out that a privacy rule keeps from whoever it sends them to."""
    repeats = conditions.permissions.privacy.repeats
    if call.receiver is None or repeats is None:
        return False
    for text in _texts(canonical(call.arguments)):
        # What the person wrote in the question they decided about themselves.
        if text.strip().casefold() in conditions.context.question.casefold():
            continue
        try:
            if await repeats(text, call.receiver):
                return True
        except VaultDeskError:
            return True  # What cannot be looked for may be there: a limit closes.
    return False


def _texts(value: JsonValue) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)

"""Which calls of an answer go together."""

import pytest

from tests.support.desk import call, put
from tests.support.tools import DropNote, Echo, Fetch, PutNote, StampAll, WriteNote
from vaultdesk.tools.batches import batches
from vaultdesk.tools.registry import ToolRegistry

REGISTRY = ToolRegistry((Echo(), Fetch(), PutNote(), DropNote(), StampAll(), WriteNote()))
CALLS = {
    "e": call("echo", text="x"),
    "p": put("a.md", "x"),
    "d": call("drop_note", path="a.md"),
    "s": call("stamp_all", text="x"),
    "l": call("stamp_all", text="x", only_look=True),
    "n": call("fetch", text="x"),
    "w": call("write_note", path="a.md"),
    "?": call("nothing"),
    "!": call("put_note", wrong=1),
}


@pytest.mark.parametrize(
    ("asked", "together"),
    [
        ("", []),
        ("eee", ["reads eee"]),
        ("ppd", ["changes ppd"]),
        ("epe", ["reads e", "changes p", "reads e"]),
        ("psp", ["changes psp"]),
        ("plp", ["changes p", "reads l", "changes p"]),
        ("nn", ["alone n", "alone n"]),
        ("wp", ["alone w", "changes p"]),
        ("p?p!p", ["changes p?p!p"]),
        ("?!", ["any ?!"]),
        ("?p", ["changes ?p"]),
        ("?ep", ["reads ?e", "changes p"]),
        ("n?", ["alone n", "any ?"]),
    ],
)
def test_neighbours_go_together_and_order_is_kept(asked: str, together: list[str]) -> None:
    letters = {id(part): letter for letter, part in CALLS.items()}
    found = batches([CALLS[letter] for letter in asked], REGISTRY)
    assert [f"{batch.kind} {''.join(letters[id(part)] for part in batch.calls)}" for batch in found] == together
    assert [batch.changes for batch in found] == [text.startswith("changes") for text in together]

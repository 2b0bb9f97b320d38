"""Conditions: a call as permissions see it."""

from pathlib import Path

from tests.support.desk import Desk, on, open_desk
from tests.support.tools import DropNote, PutNote
from vaultdesk.chat.messages import Source
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.seen import Seen
from vaultdesk.tools.subject import Subject
from vaultdesk.tools.trail import Trail


def conditions_of(desk: Desk, leash: Leash) -> Conditions:
    context = on(leash)
    trail = Trail(desk.audit, desk.runner._thread, context)
    return Conditions(
        desk.registry, desk.permissions, desk.answers, desk.vault, context, trail, Seen(), desk.runner.taint
    )


async def test_a_subject_carries_whose_call_it_is_and_what_the_chat_holds(tmp_path: Path) -> None:
    leash = Leash("Writer", ("work",))
    async with open_desk(tmp_path, notes={"Clippings/a.md": "x"}) as desk:
        conditions = conditions_of(desk, leash)
        host = "api.anthropic.com"
        assert conditions.subject(PutNote(), "write", "create") == Subject(
            "put_note", "write", "chat_1", host, leash, "create"
        )
        await desk.runner.taint.note("chat_1", "read", [Source(path="Clippings/a.md", characters=1)])
        assert conditions.subject(DropNote(), "delete") == Subject(
            "drop_note", "delete", "chat_1", host, leash, bulk=True, tainted=True
        )
        assert conditions.subject(DropNote(), "read").bulk is False

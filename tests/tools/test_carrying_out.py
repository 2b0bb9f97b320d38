"""Carrying out: words of private notes do not leave in somebody's search."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.desk import REMOTE, YES, call, open_desk, read
from tests.support.outside import Postman
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import IndexFailed
from vaultdesk.tools.carrying_out import KEPT_HERE
from vaultdesk.tools.privacy_standing import NotePrivacy
from vaultdesk.tools.trail import CallContext

SECRET = "nobody knows of the boiler plan"


async def secret(text: str, destination: Destination) -> bool:
    assert destination.host == "post.example"
    return SECRET in text.casefold()


async def broken(_text: str, _destination: Destination) -> bool:
    raise IndexFailed("The search index is in use")


CONTEXT = CallContext(REMOTE, "chat_1", "run_1", question="What about the boiler?")


async def test_words_of_a_private_note_are_not_sent_and_nobody_is_asked(tmp_path: Path) -> None:
    postman = Postman("First.")
    async with open_desk(tmp_path, YES, tools=[postman], privacy=NotePrivacy(repeats=secret)) as desk:
        (kept,) = await desk.results(call("postman", query=f"Is it true that {SECRET}?"), context=CONTEXT)
        (sent,) = await desk.results(call("postman", "call_2", query="boiler plan"), context=CONTEXT)

        assert (kept.error and kept.error.code, kept.error and kept.error.message) == ("PERMISSION_DENIED", KEPT_HERE)
        assert (sent.success, postman.sent) == (True, ["boiler plan"])
        assert len(desk.answers.requests) == 2
        assert [line for line in desk.told() if line[1] == "call_1"][-1][0] == "refused"


async def test_what_the_person_wrote_in_the_question_may_go(tmp_path: Path) -> None:
    postman = Postman()
    own = replace(CONTEXT, question=f"Search the web for: {SECRET}")
    async with open_desk(tmp_path, YES, tools=[postman], privacy=NotePrivacy(repeats=secret)) as desk:
        await desk.results(call("postman", query=SECRET), context=own)

    assert postman.sent == [SECRET]


@pytest.mark.parametrize("privacy", [NotePrivacy(repeats=broken)])
async def test_what_cannot_be_looked_for_stays(tmp_path: Path, privacy: NotePrivacy) -> None:
    postman = Postman()
    async with open_desk(tmp_path, YES, tools=[postman], privacy=privacy) as desk:
        (result,) = await desk.results(call("postman", query="pumps"), context=CONTEXT)

    assert (result.success, postman.sent) == (False, [])


async def test_reading_notes_is_none_of_its_business(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, privacy=NotePrivacy(repeats=broken)) as desk:
        (result,) = await desk.results(read("Top.md"), context=CONTEXT)

    assert result.success

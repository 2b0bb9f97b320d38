"""Reviewers: private text is shown in the terminal before it leaves, and stays here without a plain yes."""

import pytest

from vaultdesk.cli.disclosure_prompt import TerminalReviewer, disclosure_lines, selected_reviewer
from vaultdesk.core.destination import Destination
from vaultdesk.core.phrases import Phrase
from vaultdesk.privacy.disclosure_review import DisclosureExcerpt, DisclosureRequest

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
ASKED = DisclosureExcerpt(
    "e1", "Diary.md", "Slept\u202e badly.", first_line=3, last_line=4, characters=12, state="ask", reason=Phrase("rule")
)
OPEN = DisclosureExcerpt("e2", "Boiler.md", "It leaks.", characters=9)


def request(*excerpts: DisclosureExcerpt) -> DisclosureRequest:
    return DisclosureRequest(CLOUD, "claude", "chat_1", "How did I sleep?", excerpts)


def typing(line: str | None) -> TerminalReviewer:
    async def read(_prompt: str) -> str | None:
        return line

    return TerminalReviewer(read)


@pytest.mark.parametrize("line", ["y", " YES "])
async def test_a_plain_yes_sends_everything(line: str) -> None:
    decision = await typing(line).review(request(ASKED, OPEN))
    assert (decision.send, dict(decision.cut)) == (True, {})


@pytest.mark.parametrize("line", ["", "no", "yes please", "1", None])
async def test_anything_else_keeps_the_private_piece_and_sends_the_rest(line: str | None) -> None:
    decision = await typing(line).review(request(ASKED, OPEN))
    assert (decision.send, dict(decision.cut)) == (True, {"e1": None})


async def test_without_private_text_nobody_is_asked() -> None:
    class Nobody:
        async def __call__(self, _prompt: str) -> str:
            raise AssertionError("asked")

    assert (await TerminalReviewer(Nobody()).review(request(OPEN))).send


def test_receiver_note_lines_and_words_are_shown_with_invisible_characters_spelled_out() -> None:
    lines = disclosure_lines(request(ASKED, OPEN))
    assert lines[1] == "── Send 1 piece of private notes to Anthropic (api.anthropic.com), model claude?"
    assert lines[2:] == ["   Diary.md, lines 3-4 (3 tokens; rule)", "      Slept<U+202E> badly."]


@pytest.mark.parametrize("choice", ["reads", "all", "none", None])
def test_where_nobody_can_be_asked_there_is_no_reviewer(choice: str | None) -> None:
    assert selected_reviewer(choice) is None  # type: ignore[arg-type]  # the words of the option

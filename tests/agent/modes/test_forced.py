"""Signs in a question: found where they stand alone, and taken out."""

import pytest

from vaultdesk.agent.modes.forced import ABSENT, TOOLS, address_in, forced_tools, unsigned
from vaultdesk.chat.messages import Message, Source, TextPart, user_message


@pytest.mark.parametrize(
    ("text", "words", "tools"),
    [
        ("@vault what about the boiler?", "what about the boiler?", ("local_search",)),
        ("What did I write about it @Vault", "What did I write about it", ("local_search",)),
        ("@web and @vault: heat pumps", "and : heat pumps", ("web_search", "local_search")),
        ("@websearch heat pumps @web", "heat pumps", ("web_search",)),
        ("@memory my name\n@time now", "my name\nnow", ("recall", "get_current_time")),
        ("@youtube https://youtu.be/x", "https://youtu.be/x", ("youtube_transcription",)),
        ("(@vault) boiler", "( ) boiler", ("local_search",)),
        ("write to ann@web.de", "write to ann@web.de", ()),
        ("@webmaster and @vaults and @time-table", "@webmaster and @vaults and @time-table", ()),
        ("see https://example.org/@web", "see https://example.org/@web", ()),
        ("@web.de is a host", "@web.de is a host", ()),
        ("no sign  here", "no sign  here", ()),
        ("", "", ()),
    ],
)
def test_signs_are_found_where_they_stand_alone(text: str, words: str, tools: tuple[str, ...]) -> None:
    assert forced_tools(text) == (words, tools)


def test_every_tool_a_sign_wants_has_its_sentence_for_when_it_is_not_there() -> None:
    assert set(TOOLS.values()) == set(ABSENT)


def test_only_the_persons_own_words_lose_their_signs() -> None:
    note = TextPart(text="@vault of a note", sources=(Source(path="A.md"),))
    asked = user_message("@vault why?")
    message = asked.model_copy(update={"parts": (note, *asked.parts)})

    assert [part.text for part in unsigned(message).parts if part.kind == "text"] == ["@vault of a note", "why?"]
    assert asked.text == "@vault why?", "what was written stays as it is"
    answer = Message(role="assistant", parts=(TextPart(text="@vault"),))
    assert unsigned(answer) == answer


def test_an_address_ends_before_the_sentence_does() -> None:
    assert address_in("What is https://youtu.be/abc?t=3, really?") == "https://youtu.be/abc?t=3"
    assert address_in("nothing here") == ""

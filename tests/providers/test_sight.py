from tests.providers.asking import ask, request
from vaultdesk.chat.messages import ImagePart, TextPart, user_message
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.events import Noticed, TurnEnded
from vaultdesk.providers.scripted import ScriptedProvider
from vaultdesk.providers.sight import Sight

PICTURE = ImagePart(media_type="image/png", data="AAAA", name="boiler.png")


async def test_a_model_that_sees_is_shown_the_picture() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    asked = request(user_message("What is it?", (PICTURE,)))
    outcome = await ask(Sight(inner, lambda: False), asked)

    assert inner.requests == [asked]
    assert outcome.events == [TurnEnded("end")]


async def test_a_blind_model_is_told_that_there_was_one_and_so_is_the_person() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    outcome = await ask(Sight(inner, lambda: True), request(user_message("What is it?", (PICTURE,))))

    assert inner.requests[0].messages[0].parts == (
        TextPart(text="[A picture was left out: boiler.png]"),
        TextPart(text="What is it?"),
    )
    assert outcome.events[0] == Noticed("scripted cannot see pictures, so they were left out.")


async def test_a_question_without_a_picture_passes_untouched() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    outcome = await ask(Sight(inner, lambda: True), request())

    assert inner.requests == [request(*inner.requests[0].messages)]
    assert outcome.events == [TurnEnded("end")]


async def test_a_refused_picture_is_left_out_and_the_question_goes_through() -> None:
    refusal = ProviderRefused("This model sees no pictures", trouble="bad_request", code="no_images")
    inner = ScriptedProvider([refusal, [TurnEnded("end")]])
    learned: list[bool] = []

    async def learn() -> None:
        learned.append(True)

    outcome = await ask(Sight(inner, lambda: False, learn), request(user_message("What is it?", (PICTURE,))))

    assert outcome.error is None
    assert learned == [True]
    assert [len(asked.messages[0].images) for asked in inner.requests] == [1, 0]


async def test_any_other_refusal_is_the_persons_to_see() -> None:
    refusal = ProviderRefused("No key", trouble="auth")
    inner = ScriptedProvider([refusal])

    assert (await ask(Sight(inner, lambda: False), request(user_message("What?", (PICTURE,))))).error is refusal

"""Tests of providers/self_hosted/repetition_guard.py."""

from pathlib import Path

import pytest

from tests.providers.asking import ask
from tests.support.scripted_provider import HangStep, ScriptedProvider
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.self_hosted.repetition_guard import RepetitionDetector, RepetitionGuard

REPOSITORY = Path(__file__).parents[3]
PACKAGES = REPOSITORY / "vaultdesk"


def detect(text: str, step: int) -> tuple[str, bool]:
    """Return what is shown of *text* in chunks of *step* characters, and whether a repetition was detected."""
    detector = RepetitionDetector()
    shown = "".join(detector.feed(text[start : start + step]) for start in range(0, len(text), step))
    return shown + detector.release(), detector.looping


@pytest.mark.parametrize("step", [1, 3, 9, 100_000])
@pytest.mark.parametrize(
    "unit",
    [
        "The new heat pump costs $20,000. ",
        "I am sorry, but I do not know. ",
        "x y x y The heron stood in the water. ",
        "La chaudière est dans la cave.\n",
        "Ich weiß es leider nicht, aber die Wärmepumpe kostet vermutlich zwanzigtausend Euro, sagt der Händler. Die "
        "Quelle dafür habe ich nicht gefunden, und ich bitte um Verzeihung dafür, dass ich nicht mehr sagen kann. ",
        "这个问题的答案我不知道，请您再问一次好不好。",
    ],
)
def test_r5_repeated_text_is_stopped_and_shown_once(unit: str, step: int) -> None:
    introduction = "Here is what I found:\n\n"

    shown, looping = detect(introduction + unit * 50, step)

    assert looping
    assert shown.startswith(introduction)
    assert (introduction + unit * 2).startswith(shown)
    assert -3 <= len(shown) - len(introduction + unit) <= 16, (
        "not exactly one copy and the first letters of the next are shown"
    )


@pytest.mark.parametrize("step", [1, 5])
@pytest.mark.parametrize("unit", ["_hook", "no ", "the the ", "ведь ", "我不知道，"])
def test_r5_short_units_may_be_repeated_more_often(unit: str, step: int) -> None:
    repeated = f"Well: {unit * 11} and so on."

    assert detect(repeated, step) == (repeated, False)
    assert detect("Well: " + unit * 200, step)[1]


@pytest.mark.parametrize("step", [1, 4, 100_000])
@pytest.mark.parametrize(
    "text",
    [
        "-" * 500,
        "=====\n" * 50,
        "| Day | Note |\n" + "| --- | --- |\n" * 30,
        "|   |   |   |\n" * 40,
        "| 0 | 0 | 0 |\n" * 40,
        "- [ ] \n" * 60,
        "\n" * 300,
        "        \n" * 60,
        "iVBORw0KGgo" + "A" * 600,
        "0x00, " * 100,
        "Row, row, row your boat, gently down the stream.\n" * 3 + "Life is but a dream.\n",
    ],
)
def test_r5_repetitions_usual_in_notes_are_not_detected(text: str, step: int) -> None:
    full_text = f"A note.\n\n{text}\n\nThe end."

    assert detect(full_text, step) == (full_text, False)


def test_r5_no_repetition_is_detected_in_the_documentation() -> None:
    pages = [*resource_path("welcome-vault").rglob("*.md"), *REPOSITORY.glob("*.md"), *PACKAGES.rglob("README.md")]

    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert detect(text, 7) == (text, False), page


async def guarded_events(*events: ModelEvent | HangStep) -> list[ModelEvent]:
    return (await ask(RepetitionGuard(ScriptedProvider([events])))).events


SENTENCE = "The heron stood in the shallow water. "


async def test_r5_a_repetition_ends_the_turn_and_closes_the_connection() -> None:
    events_ = [TextArrived(f"{word} ") for word in (SENTENCE * 6).split()]

    events = await guarded_events(*events_, HangStep(), TurnEnded("end"))

    assert events[-1] == TurnEnded("repetition")
    shown = "".join(event.text for event in events if isinstance(event, TextArrived))
    assert shown in (SENTENCE, f"{SENTENCE}The ", f"{SENTENCE}The heron ")


async def test_r5_reasoning_is_checked_separately_from_text() -> None:
    looping = await guarded_events(ReasoningArrived(SENTENCE * 6), TextArrived("Yes."), TurnEnded("end"))
    separate = await guarded_events(ReasoningArrived(SENTENCE * 2), TextArrived(SENTENCE * 2), TurnEnded("end"))

    assert looping[-1] == TurnEnded("repetition")
    assert "".join(event.text for event in separate if isinstance(event, ReasoningArrived)) == SENTENCE * 2
    assert "".join(event.text for event in separate if isinstance(event, TextArrived)) == SENTENCE * 2
    assert separate[-1] == TurnEnded("end")


async def test_withheld_text_is_released_before_the_next_event() -> None:
    call = CallReady(ToolCallPart(id="c", name="read_note", arguments_json="{}", arguments={}))
    text = f"{SENTENCE}{SENTENCE}The heron"
    events = await guarded_events(
        TextArrived(text), Noticed(Phrase("Note.")), UsageReported(5, 5), call, TurnEnded("tool_calls")
    )

    shown = [event for event in events if not isinstance(event, TextArrived)]
    assert shown == [Noticed(Phrase("Note.")), UsageReported(5, 5), call, TurnEnded("tool_calls")]
    before = events[: events.index(call)]
    assert "".join(event.text for event in before if isinstance(event, TextArrived)) == text


async def test_text_without_repetition_is_released_immediately() -> None:
    detector = RepetitionDetector()

    for word in ["You ", "chose ", "the ", "Nord", "wind ", "heat ", "pump."]:
        assert detector.feed(word) == word


async def test_withheld_text_is_released_when_the_stream_fails() -> None:
    error = ProviderBroken("It broke off", kind="protocol")
    outcome = await ask(RepetitionGuard(ScriptedProvider([(TextArrived(f"{SENTENCE}{SENTENCE}The"), error)])))

    assert outcome.error is error
    assert outcome.text == f"{SENTENCE}{SENTENCE}The"

import pytest

from tests.providers.asking import MAKERS, SHORT, answering, ask
from tests.providers.transcripts import ANTHROPIC_CASES, HELLO, OPENAI_CASES, Case, chunks
from vaultdesk.providers import answer
from vaultdesk.providers.events import CallStarted, TurnEnded

CASES = [("openai", case) for case in OPENAI_CASES] + [("anthropic", case) for case in ANTHROPIC_CASES]


@pytest.mark.parametrize("size", [0, 1, 7], ids=["in one gulp", "byte by byte", "by seven bytes"])
@pytest.mark.parametrize(("wire", "case"), CASES, ids=[f"{wire}: {case.name}" for wire, case in CASES])
async def test_each_transcript_ends_right_or_in_a_plain_sentence(wire: str, case: Case, size: int) -> None:
    provider = MAKERS[wire](transport=answering(case.body, size=size), patience=SHORT)

    came = await ask(provider)

    assert type(came.error).__name__ == (case.error or "NoneType"), came.error
    assert came.text == case.text
    assert came.stop == case.stop
    assert [(call.name, call.arguments_json) for call in came.calls] == list(case.calls)
    assert sum(bool(call.problem) for call in came.calls) == case.problems
    assert all((call.arguments is None) == bool(call.problem) for call in came.calls)
    assert case.said in (came.error.title if came.error else "")
    if came.error is None:
        assert isinstance(came.events[-1], TurnEnded)
    await provider.aclose()


@pytest.mark.parametrize(("wire", "case"), CASES, ids=[f"{wire}: {case.name}" for wire, case in CASES])
async def test_our_call_ids_are_fresh_whatever_the_server_sends(wire: str, case: Case) -> None:
    provider = MAKERS[wire](transport=answering(case.body), patience=SHORT)

    first, second = await ask(provider), await ask(provider)

    ids = [event.call_id for came in (first, second) for event in came.events if isinstance(event, CallStarted)]
    assert len(ids) == len(set(ids))
    assert all(call_id.startswith("call_") for call_id in ids)
    await provider.aclose()


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_comments_that_come_faster_than_time_passes_end_too(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "MAX_WITHOUT_CONTENT", 10_000)
    provider = MAKERS[wire](transport=answering(b": thinking\n\n" * 2000, size=100))

    came = await ask(provider)

    assert came.error is not None
    assert "without saying anything" in came.error.title
    await provider.aclose()


async def test_an_answer_in_one_piece_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "MAX_PLAIN_BODY", 1000)
    provider = MAKERS["openai"](transport=answering(b'{"choices": "' + b"x" * 2000, size=100))

    came = await ask(provider)

    assert came.error is not None
    assert "too long" in came.error.title
    await provider.aclose()


async def test_blank_pieces_before_the_stream_are_passed_over() -> None:
    provider = MAKERS["openai"](transport=answering(b"\r\n\r\n" + chunks(HELLO), size=1))

    assert (await ask(provider)).text == "Hello"
    await provider.aclose()

import pytest

from vaultdesk.providers.refusal_words import LONGEST, Said, said


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({"error": {"message": "No.", "code": "c", "type": "t", "param": "p"}}, Said("c t", "No.", "p")),
        ({"error": "No."}, Said(message="No.")),
        ({"message": "No.", "code": 400, "type": "t"}, Said("400 t", "No.", status=400)),
        ([{"error": {"code": 429, "message": "No."}}], Said("429", "No.", status=429)),
        ("No.", Said(message="No.")),
        ({"detail": "No."}, Said(message="No.")),
        ({"detail": [{"loc": ["body", 1], "msg": "No.", "input": "all of it"}, 7]}, Said(message="body 1: No.")),
        ({"error": {"message": "x", "details": {"error_code": "spent"}}}, Said("spent", "x")),
        (None, Said()),
        (7, Said()),
        ([], Said()),
    ],
)
def test_every_shape_is_read(body: object, wanted: Said) -> None:
    assert said(body) == wanted


def test_what_the_server_behind_openrouter_said_is_read_too() -> None:
    raw = '{"error": {"message": "prompt is too long"}}'

    assert said({"error": {"message": "Provider returned error", "metadata": {"raw": raw}}}).message == (
        "Provider returned error: prompt is too long"
    )
    assert said({"error": {"message": "E", "metadata": {"raw": "plain"}}}).message == "E: plain"


def test_a_refusal_that_repeats_the_request_is_cut() -> None:
    assert len(said("x" * 100_000).message) == LONGEST
    assert len(said({"error": {"message": "x" * 100_000, "code": "y" * 9999}}).words) < LONGEST + 200


@pytest.mark.parametrize(
    ("message", "wait"),
    [
        ("Please retry in 35.8s.", 35.8),
        ("Please try again in 7.66s. Visit", 7.66),
        ("Please try again in 2m59.56s.", 179.56),
        ("Please try again in 1h2m3s", 3723.0),
        ("try again in 20 seconds", 20.0),
        ("try again in 500ms", 0.5),
        ("Please try again in a moment", None),
        ("try again in 5 minutes", None),
    ],
)
def test_the_wish_to_wait_is_found_in_the_sentence(message: str, wait: float | None) -> None:
    assert said(message).wait == pytest.approx(wait)

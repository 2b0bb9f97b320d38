"""Spaced repetition of vocabulary: due dates by FSRS, stored in the properties of each note.

The library fsrs computes the schedule and is independent of notes. Properties may have been edited by hand: invalid
ones count as never reviewed.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct

from vaultdesk.vault.frontmatter.frontmatter import JsonValue, properties_named

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

Rating = Literal["again", "hard", "good", "easy"]
"""How well a word was known."""

RATINGS: tuple[Rating, ...] = get_args(Rating)

ReviewPhase = Literal["new", "learning", "review", "relearning"]
"""`new`: never reviewed. `learning`, `relearning`: again within minutes. `review`: after days."""

REVIEW_PROPERTIES = (
    "last_reviewed",
    "review_due",
    "review_state",
    "review_step",
    "review_stability",
    "review_difficulty",
)
"""The properties of a reviewed word, in their order."""

MAX_LEARNING_STEPS = 10
"""Maximum learning step accepted from a note; there are two."""

MAX_STABILITY_DAYS = 36_500.0
"""Days: a century."""


class WordReview(Struct, frozen=True):
    """Review state of a word."""

    phase: ReviewPhase = "new"
    due: datetime | None = None
    """When the next review is due; None for a new word, which is always due."""
    last_reviewed: datetime | None = None
    step: int | None = None
    stability: float | None = None
    """Days after which nine of ten such words are still known."""
    difficulty: float | None = None
    """1 to 10."""

    def is_due(self, now: datetime) -> bool:
        """Whether a review is due."""
        return self.due is None or self.due <= now


def read_word_review(properties: Mapping[str, JsonValue]) -> WordReview:
    """Return the review state in the properties of a note."""
    values = {name: next(properties_named(dict(properties), name), None) for name in REVIEW_PROPERTIES}
    last, due = _time(values["last_reviewed"]), _time(values["review_due"])
    phase = values["review_state"]
    stability = _number(values["review_stability"], 0.001, MAX_STABILITY_DAYS)
    difficulty = _number(values["review_difficulty"], 1.0, 10.0)
    if due is None or last is None or stability is None or difficulty is None:
        return WordReview(last_reviewed=last)
    step = values["review_step"]
    within = isinstance(step, int) and not isinstance(step, bool) and 0 <= step < MAX_LEARNING_STEPS
    match phase:
        case "review":
            return WordReview("review", due, last, None, stability, difficulty)
        case "learning" | "relearning" if within and isinstance(step, int):
            return WordReview(
                "learning" if phase == "learning" else "relearning", due, last, step, stability, difficulty
            )
        case _:
            return WordReview(last_reviewed=last)


def review_properties(review: WordReview) -> dict[str, JsonValue]:
    """Return *review* as properties of its note; None for one without a value."""
    return {
        "last_reviewed": _written(review.last_reviewed),
        "review_due": _written(review.due),
        "review_state": review.phase,
        "review_step": review.step,
        "review_stability": None if review.stability is None else round(review.stability, 4),
        "review_difficulty": None if review.difficulty is None else round(review.difficulty, 4),
    }


def next_review(review: WordReview, rating: Rating, now: datetime) -> WordReview:
    """Return the state of a word after a review at *now* with *rating*."""
    from fsrs import Rating as Grade  # Imported here, since it takes 16 ms and is rarely needed.
    from fsrs import State

    grades = {"again": Grade.Again, "hard": Grade.Hard, "good": Grade.Good, "easy": Grade.Easy}
    moment = now.astimezone(UTC).replace(microsecond=0)
    card, _ = _scheduler().review_card(_card(review, moment), grades[rating], moment)
    phases: dict[State, ReviewPhase] = {
        State.Learning: "learning",
        State.Review: "review",
        State.Relearning: "relearning",
    }
    # A word known for a century would exceed the limit for values read from a note.
    stability = None if card.stability is None else min(card.stability, MAX_STABILITY_DAYS)
    return WordReview(phases[card.state], card.due, card.last_review, card.step, stability, card.difficulty)


def review_interval(review: WordReview, rating: Rating, now: datetime) -> timedelta:
    """Return the interval after *rating*, as shown on a button."""
    due = next_review(review, rating, now).due
    assert due is not None
    return due - now.astimezone(UTC).replace(microsecond=0)


def _card(review: WordReview, now: datetime) -> "Card":
    from fsrs import Card, State

    if review.phase == "new":
        return Card(card_id=0, due=now)
    states = {"learning": State.Learning, "review": State.Review, "relearning": State.Relearning}
    # If the clock was set back, the time since then must not be negative.
    last = min(review.last_reviewed or now, now)
    return Card(
        card_id=0,
        state=states[review.phase],
        step=review.step,
        stability=review.stability,
        difficulty=review.difficulty,
        due=review.due,
        last_review=last,
    )


@cache
def _scheduler() -> "Scheduler":
    from fsrs import Scheduler

    # Without fuzzing, so that the interval on a button is the actual one.
    return Scheduler(enable_fuzzing=False, maximum_interval=int(MAX_STABILITY_DAYS))


def _time(value: JsonValue) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _written(when: datetime | None) -> str | None:
    return None if when is None else f"{when.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _number(value: JsonValue, minimum: float, maximum: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return None
    return float(value) if minimum <= value <= maximum else None

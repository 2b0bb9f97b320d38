"""Model list: goes from model to model, past the names of providers, and draws only what is in sight."""

import time

from tests.ui.chat.models import GEMMA, MODELS, OFFLINE, SONNET, TINY, many
from vaultdesk.ui.chat.model_entries import model_entries
from vaultdesk.ui.chat.model_list import ModelList
from vaultdesk.workspace import ModelChoice

ENOUGH = 0.25
"""Seconds for 500 models from values to pixels: far over what it takes, and under what feels slow."""


def list_of(*models: ModelChoice, chosen: str = "", current: str = "") -> ModelList:
    view = ModelList()
    view.resize(400, 300)
    view.show_entries(model_entries(models), chosen, current)
    view.show()
    return view


def current(view: ModelList) -> object:
    entry = view.current()
    return entry.model if entry is not None else None


def test_steps_go_from_model_to_model_and_stop_at_the_ends() -> None:
    view = list_of(*MODELS)
    walked = [current(view)]
    for by in (1, 1, 1, 1, -2, -9, 99):
        view.step(by)
        walked.append(current(view))
    assert walked == [SONNET, GEMMA, TINY, OFFLINE, OFFLINE, GEMMA, SONNET, OFFLINE]


def test_it_begins_at_the_one_asked_for() -> None:
    assert current(list_of(*MODELS, current=GEMMA.label)) is GEMMA
    assert current(list_of(*MODELS, current="gone/model")) is SONNET
    assert current(list_of()) is None


def test_the_current_one_is_told_when_chosen() -> None:
    view = list_of(*MODELS, current=TINY.label)
    told: list[str] = []
    view.chosen.connect(told.append)
    view.choose_current()
    assert told == [TINY.label]


def test_an_empty_list_can_be_stepped_and_chosen_without_harm() -> None:
    view = list_of()
    view.step(1)
    view.choose_current()
    assert view.count() == 0


def test_five_hundred_models_are_there_at_once() -> None:
    models = many(500)
    view = list_of()
    began = time.process_time()
    view.show_entries(model_entries(models), "", models[400].label)
    view.grab()
    assert time.process_time() - began < ENOUGH
    assert current(view) is models[400]

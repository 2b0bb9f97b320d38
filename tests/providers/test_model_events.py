import dataclasses
import typing

import pytest

from vaultdesk.providers import model_events
from vaultdesk.providers.model_events import ModelEvent, TextArrived


def test_the_union_holds_every_event_there_is() -> None:
    defined = {
        value for value in vars(model_events).values() if dataclasses.is_dataclass(value) and isinstance(value, type)
    }
    ours = {cls for cls in defined if cls.__module__ == model_events.__name__}

    assert set(typing.get_args(ModelEvent)) == ours


def test_events_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TextArrived("a").text = "b"  # type: ignore[misc]

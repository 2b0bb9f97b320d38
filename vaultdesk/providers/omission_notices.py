"""Notices about parameters of a request that its model does not accept, each shown once in a conversation."""

from collections.abc import Iterable
from typing import Literal, assert_never

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.model_events import Noticed
from vaultdesk.providers.provider import ModelRequest

OmittedParameter = Literal["temperature", "high temperature", "length"]
"""No temperature is accepted; not such a high one; no limit on the length of an answer."""


class OmissionNotices:
    """The notices already shown, by conversation and model."""

    def __init__(self) -> None:
        self._told: set[tuple[str, str, OmittedParameter]] = set()

    def notices(self, request: ModelRequest, parameters: Iterable[OmittedParameter], name: str = "") -> list[Noticed]:
        """Return the new notices about *parameters*; *name* is the display name of the model if it is not its id."""
        keys = {one: (request.conversation_id, request.model, one) for one in parameters}
        new = [one for one, key in keys.items() if key not in self._told]
        self._told.update(keys.values())
        return [Noticed(_sentence(one, name or request.model)) for one in new]


def _sentence(parameter: OmittedParameter, model: str) -> Phrase:
    match parameter:
        case "temperature":
            return Phrase("{0} takes no temperature, so it is asked without one.", model)
        case "high temperature":
            return Phrase("{0} takes no temperature above 1, so it is asked with 1.", model)
        case "length":
            return Phrase("{0} takes no limit on the length of an answer, so it is asked without one.", model)
        case _:
            assert_never(parameter)

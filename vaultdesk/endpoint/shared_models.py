"""The models that clients may use, each provider kept open between requests."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct

from vaultdesk.core.errors import UsageError
from vaultdesk.endpoint.http_error import EndpointError
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.provider import ModelInfo

MAX_OPEN_MODELS = 32
"""Maximum number of models kept ready with their connections."""

MAX_LISTED_MODELS = 20
"""Maximum number of names listed to a client whose model is unknown."""

DEFAULT_ANSWER_TOKENS = 32_000
"""Tokens of an answer if neither the client nor the model's list sets a limit: the limit of most current models."""

OpenModel = Callable[[str], ChosenModel]
"""Returns the model `provider/name`. Raises `UsageError` for an unknown one."""

ListedModel = Callable[[str], ModelInfo | None]
"""Returns what the cached list says about the model `provider/name`; sends nothing."""


def no_listed_model(label: str) -> ModelInfo | None:
    """Return None for every model."""
    return None


class _OpenModel(Struct):
    chosen: ChosenModel
    users: int = 0


class SharedModels:
    """Provides models by the names clients use. Owns their providers; must be closed."""

    def __init__(
        self,
        open_model: OpenModel,
        known_labels: Callable[[], Sequence[str]],
        default: str = "",
        model_info: ListedModel = no_listed_model,
    ) -> None:
        """*known_labels* lists the names without a request; *default* is used when a client gives only its model id."""
        self._open = open_model
        self._known_labels = known_labels
        self._default = default
        self._model_info = model_info
        self._open_models: dict[str, _OpenModel] = {}

    def labels(self) -> tuple[str, ...]:
        """Return the available names, the default first."""
        return tuple(dict.fromkeys([self._default, *self._known_labels()] if self._default else self._known_labels()))

    def label_of(self, name: str | None) -> str:
        """Return the label of the model that a client calls *name*. Raises `EndpointError` if a required name is
        missing.
        """
        if not name:
            if self._default:
                return self._default
            raise EndpointError(
                400, "Missing required parameter: 'model'.", code="missing_required_parameter", param="model"
            )
        return self._default if name == self._default.partition("/")[2] and self._default else name

    def ensure_open(self, label: str) -> ChosenModel:
        """Return the model *label*, opening it if necessary. Raises `EndpointError` for an unknown one."""
        if label not in self._open_models:
            try:
                self._open_models[label] = _OpenModel(self._open(label))
            except UsageError as error:
                raise self._unknown_model(label, error) from None
        return self._open_models[label].chosen

    def max_answer_tokens(self, label: str) -> int:
        """Return the maximum number of tokens of an answer of the model *label*, if its client sets none."""
        info = self._model_info(label)
        limit = (info.max_output if info else 0) or DEFAULT_ANSWER_TOKENS
        # The request needs a part of the context window: servers reject a limit that leaves none.
        return min(limit, info.usable_context // 2) if info and info.usable_context > 1 else limit

    @asynccontextmanager
    async def use(self, label: str) -> AsyncIterator[ChosenModel]:
        """Provide the model *label* for the block. Raises `EndpointError`."""
        chosen = self.ensure_open(label)
        entry = self._open_models.pop(label)
        self._open_models[label] = entry  # the most recently used one is closed last
        entry.users += 1
        try:
            yield chosen
        finally:
            entry.users -= 1
            await self._close_idle(MAX_OPEN_MODELS)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._close_idle(0)

    async def _close_idle(self, limit: int) -> None:
        idle = [label for label, entry in self._open_models.items() if not entry.users]
        for label in idle[: max(0, len(self._open_models) - limit)]:
            await self._open_models.pop(label).chosen.provider.aclose()

    def _unknown_model(self, label: str, error: UsageError) -> EndpointError:
        labels = self.labels()
        known = ", ".join(labels[:MAX_LISTED_MODELS]) + (", ..." if len(labels) > MAX_LISTED_MODELS else "")
        return EndpointError(
            404,
            f"The model {label[:200]!r} is not known. {error.title.rstrip('.')}. There are: {known or 'none'}.",
            code="model_not_found",
            param="model",
        )

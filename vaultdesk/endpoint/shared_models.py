"""The models that clients may use, each provider kept open between requests."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from vaultdesk.core.errors import UsageError
from vaultdesk.endpoint.http_error import EndpointError
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.provider import ModelInfo

MAX_OPEN_MODELS = 32
"""Models kept ready with their connections; more names than a person has models."""

MAX_LISTED_MODELS = 20
"""Names told to a caller whose model is unknown."""

DEFAULT_ANSWER_TOKENS = 32_000
"""Tokens of an answer where neither the caller nor the model's list says: what most models of today allow."""

OpenModel = Callable[[str], ChosenModel]
"""Returns the model `provider/name`. Raises `UsageError` for an unknown one."""

ListedModel = Callable[[str], ModelInfo | None]
"""Returns what the cached list says about the model `provider/name`; sends nothing."""


def no_listed_model(label: str) -> ModelInfo | None:
    """Tell nothing of any model."""
    return None


@dataclass(slots=True)
class _OpenModel:
    chosen: ChosenModel
    users: int = 0


class SharedModels:
    """Lends models by the names callers use. Owns their providers; close it."""

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
        self._opened: dict[str, _OpenModel] = {}

    def labels(self) -> tuple[str, ...]:
        """Return the names to choose from, the default first."""
        return tuple(dict.fromkeys([self._default, *self._known_labels()] if self._default else self._known_labels()))

    def label_of(self, name: str | None) -> str:
        """Return the model that a caller calls *name*. Raises `EndpointError` for one it must name and does not."""
        if not name:
            if self._default:
                return self._default
            raise EndpointError(
                400, "Missing required parameter: 'model'.", code="missing_required_parameter", param="model"
            )
        return self._default if name == self._default.partition("/")[2] and self._default else name

    def ensure_open(self, label: str) -> ChosenModel:
        """Return the model *label*, opened if it was not. Raises `EndpointError` for an unknown one."""
        if label not in self._opened:
            try:
                self._opened[label] = _OpenModel(self._open(label))
            except UsageError as error:
                raise self._unknown_model(label, error) from None
        return self._opened[label].chosen

    def max_answer_tokens(self, label: str) -> int:
        """Return how many tokens an answer of the model *label* has at most, where its caller does not say."""
        info = self._model_info(label)
        limit = (info.max_output if info else 0) or DEFAULT_ANSWER_TOKENS
        # The question needs its share of the window: servers refuse a limit that leaves it none.
        return min(limit, info.usable_context // 2) if info and info.usable_context > 1 else limit

    @asynccontextmanager
    async def use(self, label: str) -> AsyncIterator[ChosenModel]:
        """Lend the model *label* for the length of the block. Raises `EndpointError`."""
        chosen = self.ensure_open(label)
        kept = self._opened.pop(label)
        self._opened[label] = kept  # the one used last is given up last
        kept.users += 1
        try:
            yield chosen
        finally:
            kept.users -= 1
            await self._close_idle(MAX_OPEN_MODELS)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._close_idle(0)

    async def _close_idle(self, keep: int) -> None:
        idle = [label for label, kept in self._opened.items() if not kept.users]
        for label in idle[: max(0, len(self._opened) - keep)]:
            await self._opened.pop(label).chosen.provider.aclose()

    def _unknown_model(self, label: str, error: UsageError) -> EndpointError:
        labels = self.labels()
        known = ", ".join(labels[:MAX_LISTED_MODELS]) + (", ..." if len(labels) > MAX_LISTED_MODELS else "")
        return EndpointError(
            404,
            f"The model {label[:200]!r} is not known. {error.title.rstrip('.')}. There are: {known or 'none'}.",
            code="model_not_found",
            param="model",
        )

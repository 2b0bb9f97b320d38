"""Claude models: thinking, output limits and accepted parameters by version, and Anthropic's model list.

The API refuses with status 400 what a version does not know, and versions differ in opposite directions
(vaultdesk/providers/README.md, "Anthropic Messages").
"""

from typing import Literal

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, text_of
from vaultdesk.providers.model_list import MAX_MODELS, listed_models
from vaultdesk.providers.provider import Effort, ModelInfo


class ClaudeVersion(Struct, frozen=True):
    """The parameters that one version accepts."""

    thinking: Literal["adaptive", "budget", "never"] = "adaptive"
    """How reasoning is requested: by an effort, by a number of tokens, or not at all."""
    thinking_off: Literal["default", "disabled", "between_tools", "lowest_effort"] = "default"
    """How reasoning is switched off: it is off by default, by a separate type, or only reduced to the lowest effort."""
    forced_tools: bool = True
    """Whether a tool call can be forced."""
    temperature: bool = False
    """Whether it accepts a temperature, on servers that still do."""

    @property
    def reasons_by_default(self) -> bool:
        """True if it reasons by default; reasoning then counts as output."""
        return self.thinking_off != "default"


_NEWER_THAN_TABLE = ClaudeVersion(thinking_off="lowest_effort", forced_tools=False)
_THINKING_CAN_BE_OFF = ClaudeVersion(thinking_off="disabled")
_THINKING_BY_BUDGET = ClaudeVersion("budget", temperature=True)

_VERSIONS: tuple[tuple[str, ClaudeVersion], ...] = (
    ("claude-sonnet-5-", ClaudeVersion(thinking_off="between_tools", forced_tools=False)),
    ("claude-sonnet-5", _THINKING_CAN_BE_OFF),
    ("claude-haiku-5", _THINKING_CAN_BE_OFF),
    ("claude-opus-5-", _NEWER_THAN_TABLE),
    ("claude-opus-5", _THINKING_CAN_BE_OFF),
    ("claude-fable-5-", _NEWER_THAN_TABLE),
    ("claude-fable-5", ClaudeVersion(thinking_off="lowest_effort")),
    ("claude-mythos-5-", _NEWER_THAN_TABLE),
    ("claude-mythos", ClaudeVersion(thinking_off="lowest_effort")),
    ("claude-opus-4-8", ClaudeVersion()),
    ("claude-opus-4-7", ClaudeVersion()),
    ("claude-opus-4-6", ClaudeVersion(temperature=True)),
    ("claude-sonnet-4-6", ClaudeVersion(temperature=True)),
    ("claude-opus-4", _THINKING_BY_BUDGET),
    ("claude-sonnet-4", _THINKING_BY_BUDGET),
    ("claude-haiku-4", _THINKING_BY_BUDGET),
    ("claude-3-7", _THINKING_BY_BUDGET),
    ("claude-3", ClaudeVersion("never", temperature=True)),
    ("claude-2", ClaudeVersion("never", temperature=True)),
    ("claude-instant", ClaudeVersion("never", temperature=True)),
    ("claude", _NEWER_THAN_TABLE),  # one that is newer than this table
)
"""The first matching prefix is used. `claude-opus-5-` are the versions after 5."""

_UNKNOWN_MODEL = ClaudeVersion("budget", temperature=True)
"""Another vendor's model on the same API: such servers support the API's first reasoning parameter, if any."""

THINKING_BUDGETS = {"low": 2048, "medium": 6144, "high": 16384}
"""Tokens for reasoning. The API requires at least 1024; above 16k there is little gain in a chat about notes."""

MAX_OUTPUT_TOKENS = 32_000
"""Maximum tokens of reasoning and answer together that every version with a budget allows."""


def claude_version(model: str) -> ClaudeVersion:
    """Return the parameters *model* accepts, also by resellers' names (`us.anthropic.claude-...`,
    `claude-opus-4.7`).
    """
    name = model.lower().replace(".", "-")
    start = name.find("claude")
    if start < 0:
        return _UNKNOWN_MODEL
    return next(version for prefix, version in _VERSIONS if name.startswith(prefix, start))


def thinking_fields(model: str, effort: Effort) -> dict[str, JsonValue]:
    """Return the reasoning fields for *model*; none if its default is used."""
    version = claude_version(model)
    if effort == "" or version.thinking == "never":
        return {}
    if effort == "off":
        return _thinking_off_fields(version)
    if version.thinking == "budget":
        return {"thinking": {"type": "enabled", "budget_tokens": THINKING_BUDGETS[effort]}}
    # Newer versions do not show reasoning unless requested.
    return {"thinking": {"type": "adaptive", "display": "summarized"}, "output_config": {"effort": effort}}


def output_token_limit(model: str, effort: Effort, answer: int) -> int:
    """Return the limit to send for an answer of *answer* tokens: reasoning counts against it
    (vaultdesk/providers/README.md, "Anthropic Messages").
    """
    version = claude_version(model)
    thinking_requested = effort not in ("", "off") and version.thinking != "never"
    if not thinking_requested and (effort == "off" or not version.reasons_by_default):
        return answer
    return max(answer, min(answer + THINKING_BUDGETS[effort if thinking_requested else "high"], MAX_OUTPUT_TOKENS))


def listed_claude_models(body: JsonValue, error_context: ErrorContext) -> tuple[ModelInfo, ...]:
    """Return the models in Anthropic's list with their facts. Raises `ProviderBroken` if it is not a list."""
    models = listed_models(body, error_context)
    entries = {
        text_of(object_of(entry).get("id")): object_of(entry)
        for entry in list_of(object_of(body).get("data"))[:MAX_MODELS]
    }
    return tuple(
        _with_details(model, entries.get(model.id, {})) for model in models if not _retired(entries.get(model.id, {}))
    )


def _thinking_off_fields(version: ClaudeVersion) -> dict[str, JsonValue]:
    match version.thinking_off:
        case "default":
            return {}
        case "lowest_effort":
            return {"output_config": {"effort": "low"}}
        case kind:
            return {"thinking": {"type": kind}}


def _with_details(model: ModelInfo, entry: dict[str, JsonValue]) -> ModelInfo:
    capabilities = object_of(entry.get("capabilities"))
    return ModelInfo(
        id=model.id,
        name=model.name,
        context=count_of(entry.get("max_input_tokens")),
        max_output=count_of(entry.get("max_tokens")),
        images=_supported(capabilities.get("image_input")),
        reasoning=_supported(capabilities.get("thinking")),
    )


def _supported(capability: JsonValue) -> bool | None:
    supported = object_of(capability).get("supported")
    return supported if isinstance(supported, bool) else None


def _retired(entry: dict[str, JsonValue]) -> bool:
    return entry.get("lifecycle") == "retired"

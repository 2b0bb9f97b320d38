"""Model choices for the tests of the model menu."""

from vaultdesk.core.phrases import Phrase
from vaultdesk.workspace import ModelChoice

OFFLINE = ModelChoice(
    "offline/offline", Phrase("Offline assistant"), True, Phrase("Offline assistant"), reason=Phrase("It is built in.")
)
SONNET = ModelChoice(
    "anthropic/sonnet",
    "Anthropic · sonnet",
    False,
    "Anthropic",
    reason="sonnet called a tool when it was tested.",
    images=True,
    reasoning=True,
    context=200_000,
    price="$3 in, $15 out per million tokens",
)
GEMMA = ModelChoice(
    "ollama/gemma3:4b",
    "Ollama · gemma3:4b",
    True,
    "Ollama",
    "sentinel",
    "Ollama reports that gemma3:4b does not support tools. VaultDesk uses text-based tools with it.",
    reasoning=False,
    context=131_072,
)
TINY = ModelChoice("ollama/tiny", "Ollama · tiny", True, "Ollama", "none", "tiny called no tool in any way.")
MODELS = (OFFLINE, SONNET, GEMMA, TINY)


def many(count: int) -> tuple[ModelChoice, ...]:
    """Return *count* models of one provider."""
    return tuple(
        ModelChoice(f"router/vendor/model-{number}", f"Router · vendor/model-{number}", False, "Router")
        for number in range(count)
    )

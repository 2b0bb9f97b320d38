import json

import pytest

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.providers.json_reply import Reply
from vaultdesk.providers.ollama_refusals import ollama_interruption, ollama_refusal
from vaultdesk.providers.peer import Peer

PEER = Peer("Ollama", "127.0.0.1:11434", "Ollama")
LONG = (
    "the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the "
    "context length in settings, or use a model with a longer context length"
)


def refusal(status: int, error: str, **fields: object) -> ProviderError:
    body = json.dumps({"error": error, **fields})
    return ollama_refusal(PEER, Reply(status, {"content-type": "application/json"}, body), "qwen3:8b", 16_384)


@pytest.mark.parametrize("words", ["model 'qwen3:8b' not found", 'model "qwen3:8b" not found, try pulling it first'])
def test_a_model_that_is_not_there_can_be_fetched(words: str) -> None:
    error = refusal(404, words)

    assert isinstance(error, ProviderRefused)
    assert error.title == "Ollama (127.0.0.1:11434) does not have the model qwen3:8b"
    assert error.hint == "Fetch it with: ollama pull qwen3:8b"


def test_a_model_without_tools_is_told_by_its_trouble() -> None:
    error = refusal(400, "registry.ollama.ai/library/gemma3:4b does not support tools")

    assert (type(error), error.trouble) == (ProviderRefused, "no_tools")


@pytest.mark.parametrize(
    "words",
    ["model requires more system memory (9.1 GiB) than is available (4.2 GiB)", "CUDA error: out of memory"],
)
def test_too_little_memory_is_not_asked_again(words: str) -> None:
    error = refusal(500, words)

    assert isinstance(error, ProviderRefused)
    assert "not enough memory" in error.title
    assert "16,384 tokens" in error.hint


@pytest.mark.parametrize(("status", "words"), [(500, "no user query found in messages"), (400, LONG)])
def test_a_chat_that_does_not_fit_names_the_setting(status: int, words: str) -> None:
    error = refusal(status, words)

    assert (type(error), error.trouble) == (ProviderRefused, "context")
    assert error.hint == "Raise Context window in Settings (it is 16,384 tokens now), or start a new chat."


def test_a_model_that_runs_elsewhere_wants_a_sign_in() -> None:
    error = refusal(401, "unauthorized", signin_url="https://ollama.example/connect?key=abc")

    assert error.trouble == "auth"
    assert error.hint.startswith("Run: ollama signin")
    assert "abc" not in str(error)


def test_everything_else_is_judged_as_everywhere() -> None:
    assert isinstance(refusal(503, "server busy, please try again.  maximum pending requests exceeded"),
                      ProviderUnreachable)  # fmt: skip
    assert "does not answer like" in refusal(404, "page not found").title
    assert "refused the request" in refusal(400, "invalid options").title


def test_an_error_line_keeps_what_came_before_it() -> None:
    line = {"error": "llama runner process: out of memory"}

    assert type(ollama_interruption(PEER, {**line}, 0, begun=False)) is ProviderRefused
    assert type(ollama_interruption(PEER, {**line}, 0, begun=True)) is ProviderBroken
    assert type(ollama_interruption(PEER, {"error": LONG}, 4096, begun=True)) is ProviderBroken
    assert type(ollama_interruption(PEER, {"error": {"message": "Overloaded"}}, 0, begun=False)) is ProviderUnreachable

"""Tests of providers/error_causes.py: at least one row for each cause, with messages of real servers."""

from typing import get_args

import pytest

from tests.providers.asking import SECRET
from vaultdesk.core.errors import ProviderRefused, ProviderUnreachable
from vaultdesk.providers.error_causes import CAUSES, CauseName, cause_of, read_server_message
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.provider_errors import error_for_status

CONTEXT = ErrorContext("Work", "llm.example", "OpenAI", SECRET)


def error(message: str, **fields: object) -> dict[str, object]:
    return {"error": {"message": message, **fields}}


ROWS: list[tuple[CauseName, int, object]] = [
    # OpenAI
    ("country", 403, error("Country, region, or territory not supported", code="unsupported_country_region_territory",
                           type="request_forbidden")),
    ("verification", 403, error("Your organization must be verified to stream this model. Go to platform settings, "
                                "then Verify Organization.", type="invalid_request_error", param="stream")),
    ("verification", 400, error("Your organization must be verified to generate reasoning summaries.")),
    ("rejected_key", 401, error("Incorrect API key provided.", code="invalid_api_key")),
    ("no_credit", 429, error("You exceeded your current quota, please check your plan and billing details.",
                             code="insufficient_quota")),
    ("no_credit", 429, error("Your account is not active, please check your billing details on our website.",
                             code="billing_not_active")),
    ("request_over_minute_limit", 429, error("Request too large for gpt-6 in organization o on tokens per min (TPM): "
                                             "Limit 30000, Requested 41000. The input or output tokens must be "
                                             "reduced.", type="tokens", code="rate_limit_exceeded")),
    ("rate_limit", 429, error("Rate limit reached for gpt-6 in organization o on tokens per min (TPM): Limit 30000, "
                              "Used 29000, Requested 4000. Please try again in 6s.", code="rate_limit_exceeded")),
    ("account_disabled", 401, error("The OpenAI account associated with this API key has been deactivated.",
                                    code="account_deactivated")),
    ("network_not_allowed", 401, error("Your IP is not allowed. ip_not_authorized", code="ip_not_authorized")),
    ("model_access", 403, error("Project `p` does not have access to model `gpt-6`", code="model_not_found")),
    ("retired_model", 404, error("The model `gpt-3` has been deprecated, learn more here", code="model_not_found")),
    ("no_model", 404, error("The model `gpt-9` does not exist", code="model_not_found")),
    ("not_allowed", 403, error("You have insufficient permissions for this operation. Missing scopes: model.request")),
    ("responses_only", 400, error("This model is only supported in v1/responses and not in v1/chat/completions.")),
    ("responses_only", 400, error("Function tools with reasoning_effort are not supported for gpt-6-astra in "
                                  "/v1/chat/completions. Use /v1/responses for function tools.")),
    ("moderation", 400, error("Invalid prompt: we've limited access to this content for safety reasons.",
                              code="invalid_prompt")),
    ("context", 400, error("This model's maximum context length is 8192 tokens.", code="context_length_exceeded")),
    ("overloaded", 503, error("The engine is currently overloaded, please try again later")),
    ("server_error", 500, error("The server had an error while processing your request. Sorry about that!")),
    # Azure
    ("moderation", 400, error("The response was filtered due to the prompt triggering Azure OpenAI's content "
                              "management policy.", code="content_filter")),
    ("no_model", 404, error("The API deployment for this resource does not exist.", code="DeploymentNotFound")),
    # Anthropic
    ("context", 400, error("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease "
                           "input length or `max_tokens` and try again", type="invalid_request_error")),
    ("context", 400, error("prompt is too long: 210000 tokens > 200000 maximum", type="invalid_request_error")),
    ("no_credit", 400, error("Your credit balance is too low to access the Anthropic API.")),
    ("period_limit", 400, error("You have reached your specified API usage limits. You will regain access on "
                                "2026-12-01 at 00:00 UTC.", type="invalid_request_error")),
    ("account_disabled", 400, error("This organization has been disabled.", type="invalid_request_error")),
    ("overloaded", 529, error("Overloaded", type="overloaded_error")),
    ("request_too_large", 413, error("Request exceeds the maximum size", type="request_too_large")),
    ("not_allowed", 403, error("Your API key does not have permission to use the specified resource.",
                               type="permission_error")),
    ("moderation", 400, error("Output blocked by content filtering policy", type="invalid_request_error")),
    # Gemini
    ("country", 400, [error("User location is not supported for the API use.", code=400)]),
    ("rejected_key", 400, [error("API key not valid. Please pass a valid API key.", code=400)]),
    ("context", 400, [error("The input token count (1200000) exceeds the maximum number of tokens allowed.")]),
    ("period_limit", 429, [error(
        "You exceeded your current quota, please check your plan and billing details. Please retry in 35.8s.",
        code=429,
        details=[{"violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}],
    )]),
    ("rate_limit", 429, [error(
        "You exceeded your current quota, please check your plan and billing details. Please retry in 35.8s.",
        code=429,
        details=[{"violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]}],
    )]),
    ("not_allowed", 403, [error("Generative Language API has not been used in project 1 before or it is disabled.")]),
    ("no_system_role", 400, [error("Developer instruction is not enabled for models/gemma-3-27b-it")]),
    ("overloaded", 503, [error("The model is overloaded. Please try again later.", code=503)]),
    # OpenRouter
    ("moderation", 403, error("Your chosen model requires moderation and your input was flagged.",
                              metadata={"reasons": ["violence"]})),
    ("in_flight", 402, error("In-flight spending budget reached.",
                             metadata={"limit_source": "openrouter_in_flight_budget"})),
    ("no_credit", 402, error("This request requires more credits, or fewer max_tokens.")),
    ("data_policy", 404, error("No endpoints found matching your data policy.")),
    ("no_model", 404, error("No endpoints found for anthropic/claude-9.")),
    ("period_limit", 429, error("Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model "
                                "requests per day")),
    ("rate_limit", 429, error("Provider returned error", metadata={"raw": "x is temporarily rate-limited upstream."})),
    ("gateway", 502, None),
    ("server_error", 502, error("Provider disconnected", code=502)),
    # Groq
    ("request_over_minute_limit", 413, error("Request too large for model `x` on tokens per minute (TPM): Limit 6000, "
                                             "Requested 14000, please reduce your message size and try again.")),
    ("period_limit", 429, error("Rate limit reached for model `x` on tokens per day (TPD): Limit 100000, Used 99000, "
                                "Requested 4000. Please try again in 1h10m.")),
    ("retired_model", 400, error("The model `llama-2` has been decommissioned and is no longer supported.",
                                 code="model_decommissioned")),
    ("unreadable_answer", 400, error("Failed to call a function. Please adjust your prompt.", code="tool_use_failed")),
    # Ollama
    ("period_limit", 429, {"error": "you (name) have reached your weekly usage limit, upgrade for higher limits: "
                                    "https://ollama.com/upgrade"}),
    ("out_of_memory", 500, {"error": "model requires more system memory (5.6 GiB) than is available (3.1 GiB)"}),
    ("model_not_loaded", 500, {"error": "llama runner process has terminated: exit status 2"}),
    ("no_tools", 400, {"error": "registry.ollama.ai/library/x does not support tools"}),
    ("unreadable_answer", 500, {"error": "error parsing tool call: raw='{', err=unexpected end of JSON input"}),
    # llama.cpp
    ("model_loading", 503, error("Loading model", code=503, type="unavailable_error")),
    ("template", 500, error("Value is not callable: null at row 1, column 72", code=500, type="server_error")),
    ("unreadable_answer", 500, error("Failed to parse input at pos 12: <tool_call>", code=500, type="server_error")),
    ("no_tools", 500, error("tools param requires --jinja flag", code=500)),
    ("context", 400, error("the request exceeds the available context size, try increasing it",
                           type="exceed_context_size_error", n_ctx=4096)),
    ("no_images", 500, error("image input is not supported - hint: you may need to provide the mmproj")),
    # vLLM, SGLang, TGI
    ("server_error", 500, error("EngineCore encountered an issue. See stack trace above", code=500)),
    ("out_of_memory", 500, error("CUDA out of memory while answering; lower max_model_len.", code=500)),
    ("refused", 400, error("`temperature` is deprecated for this setting.")),
    ("no_system_role", 400, error("System role not supported", type="BadRequestError", code=400)),
    ("no_system_role", 400, error("Conversation roles must alternate user/assistant/user/assistant/...", code=400)),
    ("no_tools", 400, error('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')),
    ("template", 400, error("As of transformers v4.44, default chat template is no longer allowed")),
    ("context", 400, error("The decoder prompt (length 9000) is longer than the maximum model length of 8192.")),
    # LM Studio
    ("model_not_loaded", 400, error("Failed to load model \"qwen\". Error: unknown architecture")),
    ("out_of_memory", 400, error("Model loading was stopped due to insufficient system resources.")),
    ("context", 400, error("Trying to keep the first 9000 tokens when context the overflows. However, the model is "
                           "loaded with context length of only 4096 tokens")),
    ("context", 400, error("The number of tokens to keep from the initial prompt is greater than the context length")),
    # Hugging Face, MiniMax, DashScope, Zhipu, DeepSeek, Moonshot
    ("model_loading", 503, {"error": "Model x/y is currently loading", "estimated_time": 20.0}),
    ("no_credit", 0, {"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}),
    ("rejected_key", 0, {"base_resp": {"status_code": 2049, "status_msg": "invalid api key"}}),
    ("moderation", 400, error("Input data may contain inappropriate content.", code="data_inspection_failed")),
    ("context", 400, error("Range of input length should be [1, 30720]")),
    ("no_credit", 402, error("Insufficient Balance")),
    ("overloaded", 429, error("The engine is currently overloaded, please try again later",
                              type="engine_overloaded_error")),
    ("context", 400, error("Invalid request: Your request exceeded model token limit: 8192")),
    # Proxies, gateways and servers without a message
    ("proxy_login", 407, None),
    ("timeout", 504, None),
    ("timeout", 408, None),
    ("overloaded", 503, None),
    ("server_error", 500, None),
    ("not_allowed", 403, error("Origin not allowed")),
    ("refused", 400, error("bad schema")),
    ("refused", 501, None),
]  # fmt: skip


@pytest.mark.parametrize(("cause", "status", "body"), ROWS)
def test_m8_each_cause_is_recognized_and_the_message_of_the_server_is_quoted(
    cause: CauseName, status: int, body: object
) -> None:
    message = read_server_message(body)
    refusal = error_for_status(CONTEXT, status=status or message.status, body=body)

    assert refusal.facts["reason"] == cause
    assert "Work (llm.example)" in refusal.title
    assert refusal.hint
    assert ("It said: " in refusal.hint) == bool(message.message)
    assert CONTEXT.quotable_text(message.message) in refusal.hint


def test_m8_every_cause_is_tested() -> None:
    causes = {cause for cause, _, _ in ROWS} | {"missing_key"}

    assert causes == set(get_args(CauseName))
    assert {cause.name for cause in CAUSES} | {"missing_key"} == causes


def test_m8_an_unknown_cause_is_quoted_with_a_neutral_title() -> None:
    refusal = error_for_status(CONTEXT, status=418, body=error("Teapots brew no coffee."))

    assert refusal.title == "Work (llm.example) refused the request (status 418)"
    assert "It said: Teapots brew no coffee." in refusal.hint


def test_m8_a_message_with_a_tag_is_quoted_and_a_web_page_is_not() -> None:
    assert CONTEXT.quotable_text("Failed to parse input at pos 12: <tool_call>").endswith("<tool_call>")
    assert CONTEXT.quotable_text("<!DOCTYPE html><html><body>502 Bad Gateway</body></html>") == ""


def test_m8_the_reasons_of_a_content_check_are_quoted() -> None:
    flagged = error("Your input was flagged.", metadata={"reasons": ["violence", "self-harm"]})
    filtered = error(
        "Filtered by the content management policy.",
        innererror={"content_filter_result": {"hate": {"filtered": False}, "violence": {"filtered": True}}},
    )

    assert "(violence, self-harm)" in error_for_status(CONTEXT, status=403, body=flagged).hint
    assert "(violence)" in error_for_status(CONTEXT, status=400, body=filtered).hint


@pytest.mark.parametrize(
    ("status", "wait", "cause", "retried"),
    [
        (402, 1.0, "in_flight", True),  # OpenRouter's requests in progress end in seconds
        (402, 86_400.0, "no_credit", False),
        (402, None, "no_credit", False),
        (429, None, "rate_limit", True),
    ],
)
def test_m8_a_short_wait_distinguishes_requests_in_progress_from_missing_credit(
    status: int, wait: float | None, cause: str, retried: bool
) -> None:
    refusal = error_for_status(CONTEXT, status=status, body=error("No."), wait=wait)

    assert (refusal.facts["reason"], isinstance(refusal, ProviderUnreachable)) == (cause, retried)


def test_m8_a_daily_limit_is_reported_with_its_end_and_not_retried() -> None:
    body = error("Rate limit reached on tokens per day (TPD). Please try again in 5h10m.")

    refusal = error_for_status(CONTEXT, status=429, body=body)

    assert isinstance(refusal, ProviderRefused)
    assert "Ask again in 5 h." in refusal.hint


def test_m8_without_a_key_the_error_asks_for_one_and_the_message_of_a_403_is_quoted() -> None:
    without_key = ErrorContext("Work", "llm.example", "OpenAI")

    assert (
        error_for_status(without_key, status=401, body=error("No auth.")).title == "Work (llm.example) requires a key"
    )
    assert error_for_status(without_key, status=403, body=None).title == "Work (llm.example) requires a key"
    forbidden = error_for_status(without_key, status=403, body=error("Origin not allowed"))
    assert forbidden.title == "Work (llm.example) does not allow this request"
    assert forbidden.hint == "If it requires a key, enter one in Settings. It said: Origin not allowed."


def test_m8_the_first_matching_row_is_used() -> None:
    message = read_server_message(error("Slow down", type="rate_limit_error"))

    assert cause_of(429, message, None, has_key=True).name == "rate_limit"
    assert cause_of(200, read_server_message(None), None, has_key=True).name == "refused"


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("you (name) have reached your weekly usage limit", "The weekly limit of the account at {} is reached"),
        ("Rate limit reached on tokens per day (TPD): Limit 1", "The daily limit of the account at {} is reached"),
        ("Your monthly quota is used up", "The monthly limit of the account at {} is reached"),
        ("5-hour limit reached", "The usage limit of the account at {} is reached"),
        ("Rate limit reached on requests per min (RPM): Limit 3", "{} received too many requests from this account"),
    ],
)
def test_m8_the_period_of_a_limit_is_in_the_title(message: str, title: str) -> None:
    assert error_for_status(CONTEXT, status=429, body=error(message)).title == title.format("Work (llm.example)")

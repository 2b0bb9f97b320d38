"""Tests of providers/provider_errors.py."""

import importlib
import inspect
import pkgutil
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime

import anthropic
import httpx2
import openai
import pytest

from tests.providers.asking import SECRET
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.providers.error_causes import MAX_ERROR_TEXT, ServerMessage, read_server_message
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.provider_errors import (
    FOREIGN_ERROR_KINDS,
    error_for_status,
    error_in_stream,
    is_foreign_error,
    retry_after,
    translate_error,
)

ECHOED_REQUEST = {"model": "m", "messages": [{"role": "user", "content": "zqsecret"}]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"error": {"message": "No.", "code": "c", "type": "t", "param": "p"}}, ServerMessage("c t", "No.", "p")),
        ({"error": "No."}, ServerMessage(message="No.")),
        ({"message": "No.", "code": 400, "type": "t"}, ServerMessage("400 t", "No.", status=400)),
        ([{"error": {"code": 429, "message": "No."}}], ServerMessage("429", "No.", status=429)),
        ("No.", ServerMessage(message="No.")),
        ({"detail": "No."}, ServerMessage(message="No.")),
        (
            {"detail": [{"loc": ["body", 1], "msg": "No.", "input": "all of it"}, 7]},
            ServerMessage(message="body 1: No."),
        ),
        ({"detail": ["No.", "Never."]}, ServerMessage(message="No.; Never.")),
        ({"error": {"message": "x", "details": {"error_code": "spent"}}}, ServerMessage("spent", "x")),
        (None, ServerMessage()),
        (7, ServerMessage()),
        ([], ServerMessage()),
    ],
)
def test_every_form_of_an_error_body_is_read(body: object, expected: ServerMessage) -> None:
    assert read_server_message(body) == expected


def test_the_message_of_the_server_behind_openrouter_is_read() -> None:
    raw = '{"error": {"message": "prompt is too long"}}'

    assert read_server_message({"error": {"message": "Provider returned error", "metadata": {"raw": raw}}}).message == (
        "Provider returned error: prompt is too long"
    )
    assert read_server_message({"error": {"message": "E", "metadata": {"raw": "plain"}}}).message == "E: plain"


@pytest.mark.parametrize(
    ("message", "quoted"),
    [
        ({"detail": "No such model.", "request": ECHOED_REQUEST}, "No such model."),
        ({"message": {"error": "Too long.", "input": ECHOED_REQUEST}}, "Too long."),
        (
            {"detail": [{"loc": ["body", "tools"], "msg": "Not permitted", "input": ECHOED_REQUEST}]},
            "body tools: Not permitted",
        ),
        ([{"loc": ["body", ECHOED_REQUEST], "msg": "Invalid", "ctx": ECHOED_REQUEST}], "body: Invalid"),
        (ECHOED_REQUEST, ""),
    ],
)
def test_only_the_text_of_a_message_object_is_quoted(message: object, quoted: str) -> None:
    """Servers include the request that they refuse, which contains notes."""
    for body in ({"error": {"message": message}}, {"message": message}, {"detail": message}):
        assert read_server_message(body).message == quoted
    error = error_for_status(CONTEXT, status=400, body={"error": {"message": message}})
    assert quoted in str(error.message)
    assert "zqsecret" not in str(error.message)


def test_a_long_refusal_is_truncated() -> None:
    assert len(read_server_message("x" * 100_000).message) == MAX_ERROR_TEXT
    assert (
        len(read_server_message({"error": {"message": "x" * 100_000, "code": "y" * 9999}}).search_text)
        < MAX_ERROR_TEXT + 200
    )


@pytest.mark.parametrize(
    ("message", "wait"),
    [
        ("Please retry in 35.8s.", 35.8),
        ("Please try again in 7.66s. Visit", 7.66),
        ("Please try again in 2m59.56s.", 179.56),
        ("Please try again in 1h2m3s", 3723.0),
        ("try again in 20 seconds", 20.0),
        ("try again in 500ms", 0.5),
        ("Please try again in a moment", None),
        ("try again in 5 minutes", None),
    ],
)
def test_the_retry_delay_is_read_from_the_message(message: str, wait: float | None) -> None:
    assert read_server_message(message).retry_delay == pytest.approx(wait)


CONTEXT = ErrorContext("Work", "llm.example", "OpenAI", SECRET)


def error_body(message: str, **fields: str) -> dict[str, object]:
    return {"error": {"message": message, **fields}}


@pytest.mark.parametrize(
    ("status", "body", "error_kind", "error_type", "title"),
    [
        (401, error_body("Incorrect API key"), "auth", ProviderRefused, "does not accept the key"),
        (403, error_body("No."), "auth", ProviderRefused, "does not allow this request (status 403)"),
        (402, error_body("Payment required"), "quota", ProviderRefused, "no credit left"),
        (400, error_body("Your credit balance is too low"), "quota", ProviderRefused, "no credit left"),
        (
            429,
            error_body("You exceeded your current quota", code="insufficient_quota"),
            "quota",
            ProviderRefused,
            "no credit",
        ),
        (
            429,
            {"error": {"message": "x", "details": {"error_code": "enforced_spend_limit_reached"}}},
            "quota",
            ProviderRefused,
            "no credit left",
        ),
        (429, error_body("Slow down"), "rate_limit", ProviderUnreachable, "too many requests"),
        (529, error_body("Overloaded", type="overloaded_error"), "overloaded", ProviderUnreachable, "overloaded"),
        (500, "oops", "overloaded", ProviderUnreachable, "reports an error of its own (status 500)"),
        (503, None, "overloaded", ProviderUnreachable, "overloaded"),
        (408, None, "network", ProviderUnreachable, "timed out"),
        (413, error_body("request_too_large"), "context", ProviderRefused, "request is too large"),
        (400, error_body("x", code="context_length_exceeded"), "context", ProviderRefused, "too long"),
        (400, error_body("prompt is too long: 210000 tokens > 200000"), "context", ProviderRefused, "too long"),
        (500, error_body("the request exceeds the available context size"), "context", ProviderRefused, "too long"),
        (
            400,
            error_body("registry.ollama.ai/x does not support tools"),
            "no_tools",
            ProviderRefused,
            "cannot use tools",
        ),
        (
            404,
            error_body("The model `gpt-9` does not exist", code="model_not_found"),
            "bad_request",
            ProviderRefused,
            "this model",
        ),
        (
            404,
            error_body('model "x" not found, try pulling it', type="api_error"),
            "bad_request",
            ProviderRefused,
            "this model",
        ),
        (404, error_body("model: claude-9", type="not_found_error"), "bad_request", ProviderRefused, "this model"),
        (400, error_body("invalid model ID"), "bad_request", ProviderRefused, "this model"),
        (
            400,
            [error_body("API key not valid. Please pass a valid API key.")],
            "auth",
            ProviderRefused,
            "accept the key",
        ),
        (400, error_body("bad schema"), "bad_request", ProviderRefused, "refused the request (status 400)"),
        (422, {"detail": "bad schema"}, "bad_request", ProviderRefused, "refused the request (status 422)"),
        (404, "Not Found", "protocol", ProviderBroken, "does not use the OpenAI protocol"),
        (405, None, "bad_request", ProviderRefused, "refused"),
        (307, None, "bad_request", ProviderRefused, "another address"),
    ],
)
def test_each_refusal_is_translated(
    status: int, body: object, error_kind: str, error_type: type[Exception], title: str
) -> None:
    error = error_for_status(CONTEXT, status=status, body=body)

    assert (error.kind, type(error)) == (error_kind, error_type)
    assert title in error.title
    assert "Work (llm.example)" in error.title
    assert error.hint


@pytest.mark.parametrize(
    ("status", "message", "error_kind"),
    [
        # Messages of vLLM, llama.cpp, LM Studio, OpenRouter, Gemini and others.
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', "no_tools"),
        (500, "tools param requires --jinja flag", "no_tools"),
        (404, "No endpoints found that support tool use. Try disabling \"vault_search\".", "no_tools"),
        (400, "`tool calling` is not supported with this model", "no_tools"),
        (400, "Function calling is not enabled for models/gemma-3-27b-it", "no_tools"),
        (400, "This model does not support tool use.", "no_tools"),
        (400, "tools.0.function.parameters: oneOf is not supported", "bad_request"),
        (400, "Tool schema keyword 'format' is not supported", "bad_request"),
        (400, "This model's maximum context length is 8192 tokens. However, you requested 9000", "context"),
        (400, "The decoder prompt (length 9000) is longer than the maximum model length of 8192.", "context"),
        (400, "the request (9000 tokens) exceeds the available context size (8192 tokens)", "context"),
        (400, "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with"
              " context length of only 4096 tokens", "context"),
        (400, "The number of tokens to keep from the initial prompt is greater (n_keep: 9>= n_ctx: 4)", "context"),
        (400, "This endpoint's maximum context length is 131072 tokens. However, you requested 141607", "context"),
        (400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", "context"),
        (400, "This model's maximum prompt length is 131072 but the request contains 150000 tokens.", "context"),
        (400, "Prompt exceeds max length", "context"),
        (400, "Invalid request: Your request exceeded model token limit: 8192", "context"),
        (400, "The name exceeds the maximum length of 64", "bad_request"),
        (402, "This request requires more credits, or fewer max_tokens.", "quota"),
    ],
)  # fmt: skip
def test_messages_of_each_server_are_mapped_to_error_kinds(status: int, message: str, error_kind: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 19."""
    error = error_for_status(CONTEXT, status=status, body=error_body(message))

    assert (error.kind, type(error)) == (error_kind, ProviderRefused)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
        (404, "No endpoints found that support image input"),
        (400, "Model does not support images. Please use a model that does."),
        (400, "x is not a multimodal model"),
        (400, "At most 0 image(s) may be provided in one prompt."),
        (400, "Invalid content type. image_url is only supported by certain models."),
        (400, "Failed to deserialize: messages[1]: unknown variant `image_url`, expected `text`"),
        (400, "Image input modality is not enabled for models/gemma-3-1b-it"),
    ],
)
def test_a_model_without_vision_is_reported_and_not_retried(status: int, message: str) -> None:
    error = error_for_status(CONTEXT, status=status, body=error_body(message, type="server_error"))

    assert isinstance(error, ProviderRefused)
    assert error.title == "This model of Work (llm.example) cannot see pictures"
    assert (error.kind, error.facts["code"]) == ("bad_request", "no_images")


def test_a_model_without_endpoints_is_reported_as_not_offered() -> None:
    error = error_for_status(CONTEXT, status=404, body=error_body("No endpoints found for anthropic/claude-9."))

    assert "does not offer this model" in error.title


def test_a_limit_per_minute_is_distinguished_from_missing_credit() -> None:
    message = "You exceeded your current quota, please check your plan and billing details. Please retry in 35.8s."

    error = error_for_status(CONTEXT, status=429, body=[{"error": {"code": 429, "message": message}}])

    assert isinstance(error, ProviderUnreachable)
    assert (error.kind, error.retry_after) == ("rate_limit", 35.8)
    out_of_credit = error_body("insufficient_quota: retry in 5s", type="insufficient_quota")
    assert error_for_status(CONTEXT, status=429, body=out_of_credit).kind == "quota"


def test_the_error_kind_depends_on_the_message_of_the_upstream_server() -> None:
    body = {"error": {"code": 400, "message": "Provider returned error", "metadata": {"raw": "prompt is too long"}}}

    assert error_for_status(CONTEXT, status=400, body=body).kind == "context"


@pytest.mark.parametrize(
    ("code", "error_kind"),
    [(401, "auth"), (402, "quota"), (429, "rate_limit"), (502, "overloaded"), (400, "bad_request")],
)
def test_the_status_inside_a_stream_determines_the_error_kind(code: int, error_kind: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 12."""
    assert error_in_stream(CONTEXT, {"error": {"code": code, "message": "x"}}, begun=False).kind == error_kind


def test_a_web_page_is_reported_as_a_wrong_address() -> None:
    error = error_for_status(CONTEXT, status=404, body="<html>", is_web_page=True)

    assert "does not use the OpenAI protocol" in error.title
    assert "address" in error.hint


def test_a_401_without_a_key_asks_for_one() -> None:
    error = error_for_status(ErrorContext("Work", "llm.example", "OpenAI"), status=401, body=None)

    assert "requires a key" in error.title


def test_the_message_of_a_server_is_quoted_unless_it_contains_a_key() -> None:
    assert "It said: bad schema" in error_for_status(CONTEXT, status=400, body=error_body("bad schema")).hint
    assert "It said" not in error_for_status(CONTEXT, status=400, body=error_body(f"bad {SECRET}")).hint
    assert SECRET not in str(error_for_status(CONTEXT, status=401, body=error_body(SECRET, code=SECRET)))


def test_the_retry_delay_is_stored_and_shown() -> None:
    error = error_for_status(CONTEXT, status=429, body=None, wait=7.0)

    assert error.retry_after == 7.0
    assert "in 7 s" in error.hint
    assert "in 10 min" in error_for_status(CONTEXT, status=429, body=None, wait=600).hint


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:30 GMT"}, 30.0),
        ({"retry-after": "Wed, 31 Dec 2025 00:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
    ],
)
def test_the_retry_delay_is_read_from_every_header(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, now=datetime(2026, 1, 1, tzinfo=UTC)) == seconds


def test_an_error_inside_an_answer_is_a_broken_answer() -> None:
    body = error_body("Overloaded")

    assert isinstance(error_in_stream(CONTEXT, body, begun=False), ProviderUnreachable)
    error = error_in_stream(CONTEXT, body, begun=True)
    assert isinstance(error, ProviderBroken)
    assert error.kind == "overloaded"


UNUSED_MODULES = {
    # Parts of the SDKs that the program never imports: tools, uploads, files, other clouds.
    "openai": (
        "openai.lib.",
        "openai.cli",
        "openai.auth",
        "openai.resources",
        "openai.types",
        "openai.helpers",
        "openai._vendor",
    ),
    "anthropic": ("anthropic.lib.", "anthropic.resources", "anthropic.types", "anthropic.helpers", "anthropic._vendor"),
    "httpx2": ("httpx2.websockets", "httpx2._main"),
}


def exception_classes(package_name: str) -> Iterator[type[Exception]]:
    package = importlib.import_module(package_name)
    modules_found = pkgutil.walk_packages(package.__path__, f"{package_name}.", onerror=lambda _: None)
    names = [
        module_info.name
        for module_info in modules_found
        if not module_info.name.startswith(UNUSED_MODULES[package_name])
    ]
    modules = [package, *(importlib.import_module(name) for name in names if not name.endswith("__main__"))]
    seen: set[type[Exception]] = set()
    for module in modules:
        for _, value in inspect.getmembers(module, inspect.isclass):
            is_vendor_error = issubclass(value, Exception) and value.__module__.startswith(package_name)
            if (
                is_vendor_error
                and not issubclass(value, Warning)
                and value not in seen
                and not value.__name__.startswith("_")
            ):
                seen.add(value)
                yield value


GENERIC_BASES = ("OpenAIError", "AnthropicError", "APIError", "HTTPError")
"""Base classes without a meaning: a class derived from these only needs an entry of its own."""


def needs_entry(cls: type[Exception]) -> bool:
    """Return whether *cls* needs an entry. Subclasses of status errors do not: status and body are read anyway."""
    nearest = next((base.__name__ for base in cls.__mro__ if base.__name__ in FOREIGN_ERROR_KINDS), "")
    return cls.__name__ not in FOREIGN_ERROR_KINDS and (not nearest or nearest in GENERIC_BASES)


@pytest.mark.parametrize("package", ["openai", "anthropic", "httpx2"])
def test_every_exception_class_has_a_translation(package: str) -> None:
    classes = list(exception_classes(package))

    assert len(classes) > 20
    assert [cls.__qualname__ for cls in classes if needs_entry(cls)] == []


def test_a_class_without_an_entry_is_detected() -> None:
    class NewError(openai.OpenAIError):
        """A class of a later version."""

    class NewStatusError(openai.BadRequestError):
        """A status error of a later version."""

    assert [needs_entry(NewError), needs_entry(NewStatusError), needs_entry(KeyError)] == [True, False, True]


def test_exceptions_of_the_program_are_not_foreign_errors() -> None:
    assert not is_foreign_error(KeyError("x"))
    assert not is_foreign_error(ValueError("ours"))
    assert is_foreign_error(openai.APIError("x", request(), body=None))


def request() -> httpx2.Request:
    return httpx2.Request("POST", "https://llm.example/v1/chat/completions")


def connection_error(cause: BaseException) -> openai.APIConnectionError:
    outer, inner = openai.APIConnectionError(request=request()), httpx2.ConnectError(str(cause))
    inner.__cause__ = cause
    outer.__cause__ = inner
    return outer


@pytest.mark.parametrize(
    ("cause", "error_type", "title"),
    [
        (socket.gaierror(-2, "Name or service not known"), ProviderUnreachable, "name llm.example cannot be found"),
        (ConnectionRefusedError(111, "Connection refused"), ProviderUnreachable, "Nothing answers at llm.example"),
        (ssl.SSLCertVerificationError("certificate verify failed"), ProviderRefused, "certificate of llm.example"),
        (ssl.SSLError("wrong version number"), ProviderRefused, "No secure connection"),
        (ExceptionGroup("all", [OSError(101, "Network is unreachable")]), ProviderUnreachable, "cannot be reached"),
        (TimeoutError(), ProviderUnreachable, "cannot be reached"),
        (httpx2.RemoteProtocolError("Server disconnected"), ProviderUnreachable, "closed the connection"),
    ],
)
def test_network_errors_are_translated(cause: BaseException, error_type: type[ProviderError], title: str) -> None:
    error = translate_error(connection_error(cause), CONTEXT)

    assert type(error) is error_type
    assert title in error.title
    assert error.kind == "network"
    assert error.hint


def test_m18_the_hint_for_a_certificate_names_the_variable_that_helps() -> None:
    error = translate_error(connection_error(ssl.SSLCertVerificationError("certificate verify failed")), CONTEXT)

    assert "SSL_CERT_FILE" in error.hint


@pytest.mark.parametrize(
    "cause",
    [
        ConnectionRefusedError(111, "Connection refused"),
        socket.gaierror(-2, "Name or service not known"),
        OSError(113, "No route to host"),
    ],
)
def test_m18_an_unreachable_proxy_is_named_instead_of_the_server(cause: OSError) -> None:
    behind_proxy = ErrorContext("Work", "llm.example", "OpenAI", SECRET, "proxy.example:3128")

    error = translate_error(connection_error(cause), behind_proxy)

    assert error.title == "The proxy proxy.example:3128 cannot be reached, so llm.example was not asked"
    assert "HTTPS_PROXY" in error.hint


def test_m18_a_working_proxy_is_not_named() -> None:
    behind_proxy = ErrorContext("Work", "llm.example", "OpenAI", SECRET, "proxy.example:3128")

    assert "llm.example" in translate_error(httpx2.ReadTimeout("slow"), behind_proxy).title
    assert "certificate" in translate_error(connection_error(ssl.SSLCertVerificationError("x")), behind_proxy).title


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8080", "localhost:1234", "[::1]:80", "192.168.1.5:11434", "nas", "b.local"]
)
@pytest.mark.parametrize(
    "raised", [httpx2.ReadTimeout("slow"), httpx2.ConnectTimeout("slow"), httpx2.ConnectError("x")]
)
def test_r9_hints_for_local_servers_do_not_mention_the_internet(host: str, raised: Exception) -> None:
    assert "online" not in translate_error(raised, ErrorContext("Local", host, "OpenAI")).hint


@pytest.mark.parametrize(
    ("raised", "error_type"),
    [
        (openai.APITimeoutError(request()), ProviderUnreachable),
        (httpx2.ReadTimeout("slow"), ProviderUnreachable),
        (httpx2.ProxyError("407"), ProviderUnreachable),
        (httpx2.InvalidURL("bad"), ProviderRefused),
        (httpx2.UnsupportedProtocol("gopher"), ProviderRefused),
        (httpx2.DecodingError("gzip"), ProviderBroken),
        (httpx2.RemoteProtocolError("incomplete chunked read"), ProviderUnreachable),
        (openai.OpenAIError("Missing credentials"), ProviderRefused),
        (anthropic.CredentialsError("no file"), ProviderRefused),
        (ssl.SSLError("eof"), ProviderRefused),
    ],
)
def test_each_kind_of_exception_is_translated(raised: Exception, error_type: type[ProviderError]) -> None:
    error = translate_error(raised, CONTEXT)

    assert type(error) is error_type
    assert "llm.example" in error.title


def test_an_interruption_after_the_beginning_is_a_broken_answer() -> None:
    error = translate_error(httpx2.ReadError("reset"), CONTEXT, begun=True)

    assert isinstance(error, ProviderBroken)
    assert "was interrupted" in error.title


@pytest.mark.parametrize("sdk", [openai, anthropic])
def test_a_401_that_repeats_the_key_is_reported_without_it(sdk: object) -> None:
    body = {"error": {"message": f"Incorrect API key provided: {SECRET}", "type": "authentication_error"}}
    response = httpx2.Response(401, request=request(), json=body)

    raised = sdk.AuthenticationError(f"401 {SECRET}", response=response, body=body)  # type: ignore[attr-defined]
    error = translate_error(raised, CONTEXT)

    assert isinstance(error, ProviderRefused)
    assert error.kind == "auth"
    assert SECRET not in f"{error} {error.facts} {error!r}"

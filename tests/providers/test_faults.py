import importlib
import inspect
import pkgutil
import socket
import ssl
from collections.abc import Iterator

import anthropic
import httpx2
import openai
import pytest

from tests.providers.asking import SECRET
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.providers.faults import FAULTS, is_foreign, translated
from vaultdesk.providers.peer import Peer

PEER = Peer("Work", "llm.example", "OpenAI", SECRET)

NEVER_MET = {
    # Parts of the SDKs that are never imported by what we call: tools, uploads, files, other clouds.
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
    found = pkgutil.walk_packages(package.__path__, f"{package_name}.", onerror=lambda _: None)
    met = [one.name for one in found if not one.name.startswith(NEVER_MET[package_name])]
    modules = [package, *(importlib.import_module(name) for name in met if not name.endswith("__main__"))]
    seen: set[type[Exception]] = set()
    for module in modules:
        for _, value in inspect.getmembers(module, inspect.isclass):
            ours = issubclass(value, Exception) and value.__module__.startswith(package_name)
            if ours and not issubclass(value, Warning) and value not in seen and not value.__name__.startswith("_"):
                seen.add(value)
                yield value


ROOTS = ("OpenAIError", "AnthropicError", "APIError", "HTTPError")
"""Bases that say nothing of what happened: what is only one of these by birth needs a line of its own."""


def unmapped(cls: type[Exception]) -> bool:
    """A refinement of a status error says no more than the status and the body that we read ourselves."""
    nearest = next((base.__name__ for base in cls.__mro__ if base.__name__ in FAULTS), "")
    return cls.__name__ not in FAULTS and (not nearest or nearest in ROOTS)


@pytest.mark.parametrize("package", ["openai", "anthropic", "httpx2"])
def test_every_exception_class_has_its_translation(package: str) -> None:
    classes = list(exception_classes(package))

    assert len(classes) > 20
    assert [cls.__qualname__ for cls in classes if unmapped(cls)] == []


def test_a_class_without_a_line_of_its_own_bites() -> None:
    class Novel(openai.OpenAIError):
        """What a later version may bring."""

    class Finer(openai.BadRequestError):
        """What a later version may bring, too."""

    assert [unmapped(Novel), unmapped(Finer), unmapped(KeyError)] == [True, False, True]


def test_a_bug_of_ours_is_no_failure_of_the_world() -> None:
    assert not is_foreign(KeyError("x"))
    assert not is_foreign(ValueError("ours"))
    assert is_foreign(openai.APIError("x", request(), body=None))


def request() -> httpx2.Request:
    return httpx2.Request("POST", "https://llm.example/v1/chat/completions")


def connection_error(cause: BaseException) -> openai.APIConnectionError:
    outer, inner = openai.APIConnectionError(request=request()), httpx2.ConnectError(str(cause))
    inner.__cause__ = cause
    outer.__cause__ = inner
    return outer


@pytest.mark.parametrize(
    ("cause", "kind", "said"),
    [
        (socket.gaierror(-2, "Name or service not known"), ProviderUnreachable, "name llm.example cannot be found"),
        (ConnectionRefusedError(111, "Connection refused"), ProviderUnreachable, "Nothing answers at llm.example"),
        (ssl.SSLCertVerificationError("certificate verify failed"), ProviderRefused, "certificate of llm.example"),
        (ssl.SSLError("wrong version number"), ProviderRefused, "No secure connection"),
        (ExceptionGroup("all", [OSError(101, "Network is unreachable")]), ProviderUnreachable, "cannot be reached"),
        (TimeoutError(), ProviderUnreachable, "cannot be reached"),
    ],
)
def test_what_the_network_says_becomes_a_plain_sentence(
    cause: BaseException, kind: type[ProviderError], said: str
) -> None:
    error = translated(connection_error(cause), PEER)

    assert type(error) is kind
    assert said in error.title
    assert error.trouble == "network"
    assert error.hint


@pytest.mark.parametrize(
    ("raised", "kind"),
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
def test_each_kind_of_failure_says_whether_to_ask_again(raised: Exception, kind: type[ProviderError]) -> None:
    error = translated(raised, PEER)

    assert type(error) is kind
    assert "llm.example" in error.title


def test_a_break_in_the_middle_is_a_broken_answer() -> None:
    error = translated(httpx2.ReadError("reset"), PEER, begun=True)

    assert isinstance(error, ProviderBroken)
    assert "broke off" in error.title


@pytest.mark.parametrize("sdk", [openai, anthropic])
def test_a_401_that_repeats_the_key_is_told_without_it(sdk: object) -> None:
    body = {"error": {"message": f"Incorrect API key provided: {SECRET}", "type": "authentication_error"}}
    response = httpx2.Response(401, request=request(), json=body)

    raised = sdk.AuthenticationError(f"401 {SECRET}", response=response, body=body)  # type: ignore[attr-defined]
    error = translated(raised, PEER)

    assert isinstance(error, ProviderRefused)
    assert error.trouble == "auth"
    assert SECRET not in f"{error} {error.facts} {error!r}"

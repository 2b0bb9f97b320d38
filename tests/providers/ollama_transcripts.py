"""Valid and broken streams of Ollama, with the expected outcome of each
(vaultdesk/providers/README.md, "Complete answers")."""

from typing import Any

from tests.providers.transcripts import READ_CALL, Case
from tests.support.wire_ollama import chunk, encoded, ndjson
from tests.support.wire_turns import Call, Turn


def lines(*messages: dict[str, Any], stop: str | None = "stop", **last: Any) -> bytes:
    """Return a stream of *messages*, with its last line unless *stop* is None."""
    body = b"".join(ndjson(chunk(message)) for message in messages)
    return body if stop is None else body + ndjson(chunk({}, done=True, done_reason=stop, **last))


def call(name: str = "read", arguments: Any = None, **fields: Any) -> dict[str, Any]:
    """Return a call in the format of a line."""
    return {"function": {"name": name, "arguments": {"p": 1} if arguments is None else arguments}, **fields}


HELLO = {"content": "Hello"}
CALL_MESSAGE = {"tool_calls": [call()]}
FULL = b"".join(encoded(Turn("A b", [Call("read", {"p": 1})], reasoning="Hm.")))
TWO_CALLS = (("read", '{"p": 1}'), ("read", '{"p": 2}'))
FINAL: dict[str, Any] = {"done": True, "done_reason": "stop"}

OLLAMA_CASES = (
    Case("a text", lines(HELLO), text="Hello", stop="end"),
    Case("a call with done_reason stop", FULL, text="A b", stop="tool_calls", calls=READ_CALL),
    Case(
        "two calls in one line",
        lines({"tool_calls": [call(), call(arguments={"p": 2})]}),
        stop="tool_calls",
        calls=TWO_CALLS,
    ),
    Case(
        "two calls in two lines",
        lines(CALL_MESSAGE, {"tool_calls": [call(arguments={"p": 2})]}),
        stop="tool_calls",
        calls=TWO_CALLS,
    ),
    Case("the same call twice is two calls", lines(CALL_MESSAGE, CALL_MESSAGE), "", "", "tool_calls", READ_CALL * 2),
    Case(
        "two calls, both index 0",
        lines(*({"tool_calls": [{"function": {"index": 0, "name": "read", "arguments": {"p": n}}}]} for n in (1, 2))),
        stop="tool_calls",
        calls=TWO_CALLS,
    ),
    Case(
        "calls without arguments",
        lines({"tool_calls": [{"function": {"name": "now"}}, {"function": {"name": "now", "arguments": {}}}]}),
        stop="tool_calls",
        calls=(("now", "{}"), ("now", "{}")),
    ),
    Case("arguments as text", lines({"tool_calls": [call(arguments='{"p": 1}')]}), "", "", "tool_calls", READ_CALL),
    Case(
        "arguments as unreadable text",
        lines({"tool_calls": [call(arguments='{"p')]}),
        stop="tool_calls",
        calls=(("read", '{"p'),),
        problems=1,
    ),
    Case(
        "arguments that are a list",
        lines({"tool_calls": [call(arguments=[1])]}),
        stop="tool_calls",
        calls=(("read", "[1]"),),
        problems=1,
    ),
    Case(
        "a number that is NaN",
        lines({"tool_calls": [call(arguments={"p": float("nan")})]}),
        stop="tool_calls",
        calls=(("read", '{"p": NaN}'),),
        problems=1,
    ),
    Case("a call on the last line", ndjson(chunk(CALL_MESSAGE, **FINAL)), "", "", "tool_calls", READ_CALL),
    Case("a call and text in one line", lines({**HELLO, **CALL_MESSAGE}), "", "Hello", "tool_calls", READ_CALL),
    Case("a call cut by length", lines(HELLO, CALL_MESSAGE, stop="length"), text="Hello", stop="length"),
    Case("text cut by length", lines(HELLO, stop="length"), text="Hello", stop="length"),
    Case("no done_reason, as in the first versions", ndjson(chunk(HELLO, done=True)), text="Hello", stop="end"),
    Case("text with done_reason load", lines(HELLO, stop="load"), text="Hello", stop="end"),
    Case("an empty answer", lines(), stop="end"),
    Case("CR LF, blank lines and a byte order mark", b"\xef\xbb\xbf\r\n" + lines(HELLO).replace(b"\n", b"\r\n\r\n"), "",
         "Hello", "end"),
    Case("no line end at the end", lines(HELLO).rstrip(), text="Hello", stop="end"),
    Case("umlauts and emoji", lines({"content": "größer 🎉"}), text="größer 🎉", stop="end"),
    Case("lines of a later version", lines(HELLO, stop=None) + ndjson({"news": 1}) + lines(), "", "Hello", "end"),
    Case("lines after the last", lines(HELLO) + lines({"content": "!"}), text="Hello", stop="end"),
    Case("invalid bytes after the last", lines(HELLO) + b"\xff{oops\n", text="Hello", stop="end"),
    # Broken streams
    Case("cut after text", lines(HELLO, stop=None), "ProviderBroken", text="Hello", error_title="was interrupted"),
    Case("cut after a complete call", lines(CALL_MESSAGE, stop=None), "ProviderBroken", error_title="was interrupted"),
    Case(
        "cut inside a line", lines(HELLO, HELLO, stop=None)[:-20], "ProviderBroken",
        text="Hello", error_title="was interrupted",
    ),
    Case("cut inside the last line", lines(HELLO)[:-20], "ProviderBroken", text="Hello", error_title="was interrupted"),
    Case("an empty body", b"", "ProviderBroken", error_title="empty"),
    Case("only blank lines", b"\n\r\n\n", "ProviderBroken", error_title="empty"),
    Case("unloaded after a call", lines(CALL_MESSAGE, stop="unload"), "ProviderBroken", error_title="unloaded"),
    Case("only loaded", lines(stop="load"), "ProviderBroken", error_title="loaded"),
    Case("bad JSON", lines(HELLO, stop=None) + b"{oops\n", "ProviderBroken", text="Hello", error_title="not JSON"),
    Case("a list for an object", b"[1]\n", "ProviderBroken", error_title="not an object"),
    Case("deep nesting", b"[" * 100_000 + b"\n", "ProviderBroken", error_title="not JSON"),
    Case("bad UTF-8", lines(HELLO, stop=None) + b"\xff\xfe\n", "ProviderBroken", text="Hello", error_title="UTF-8"),
    Case("HTML", b"<!DOCTYPE html><p>Hi", "ProviderBroken", error_title="does not use the Ollama protocol"),
    Case("plain text", b"404 page not found\n", "ProviderBroken", error_title="not JSON"),
    Case("another server's JSON", b'{"object": "list"}\n', "ProviderBroken", error_title="does not use the"),
    Case("another server's stream", b'data: {"choices": []}\n\n', "ProviderBroken", error_title="not JSON"),
    Case("a call without a name", lines({"tool_calls": [call("")]}), "ProviderBroken", error_title="names no tool"),
    Case(
        "two calls with one id",
        lines({"tool_calls": [call(id="a"), call(id="a", arguments={"p": 2})]}),
        stop="tool_calls",
        calls=TWO_CALLS,
    ),
    Case("201 calls", lines({"tool_calls": [call()] * 201}), "ProviderBroken", error_title="more than 200"),
    Case("an unknown end", lines(HELLO, stop="tired"), "ProviderBroken", text="Hello", error_title="'tired'"),
    Case(
        "an error after text",
        lines(HELLO, stop=None) + ndjson({"error": "an error was encountered while running the model"}),
        "ProviderBroken",
        text="Hello",
        error_title="refused the request",
    ),
    Case("overload after text", lines(HELLO, stop=None) + ndjson({"error": "Overloaded"}), "ProviderBroken", "Hello",
         error_title="overloaded"),
    Case("overload first", ndjson({"error": "Overloaded"}), "ProviderUnreachable", error_title="overloaded"),
    Case(
        "out of memory first",
        ndjson({"error": "model requires more system memory (9.1 GiB) than is available (4.2 GiB)"}),
        "ProviderRefused",
        error_title="enough memory",
    ),
    Case(
        "out of memory after text",
        lines(HELLO, stop=None) + ndjson({"error": "CUDA error: out of memory"}),
        "ProviderBroken",
        text="Hello",
        error_title="enough memory",
    ),
)  # fmt: skip

"""Ollama transcripts: streams as Ollama sends them, honest and broken, and what must come of each
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
    """Return a call as a line holds it."""
    return {"function": {"name": name, "arguments": {"p": 1} if arguments is None else arguments}, **fields}


HELLO = {"content": "Hello"}
ONE = {"tool_calls": [call()]}
FULL = b"".join(encoded(Turn("A b", [Call("read", {"p": 1})], reasoning="Hm.")))
TWO = (("read", '{"p": 1}'), ("read", '{"p": 2}'))
FINAL: dict[str, Any] = {"done": True, "done_reason": "stop"}

OLLAMA_CASES = (
    Case("an honest text", lines(HELLO), text="Hello", stop="end"),
    Case("an honest call, done_reason stop", FULL, text="A b", stop="tool_calls", calls=READ_CALL),
    Case("two calls in one line", lines({"tool_calls": [call(), call(arguments={"p": 2})]}), "", "", "tool_calls", TWO),
    Case("two calls in two lines", lines(ONE, {"tool_calls": [call(arguments={"p": 2})]}), "", "", "tool_calls", TWO),
    Case("the same call twice is two calls", lines(ONE, ONE), "", "", "tool_calls", READ_CALL * 2),
    Case(
        "two calls, both index 0",
        lines(*({"tool_calls": [{"function": {"index": 0, "name": "read", "arguments": {"p": n}}}]} for n in (1, 2))),
        stop="tool_calls",
        calls=TWO,
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
        "a number that is none",
        lines({"tool_calls": [call(arguments={"p": float("nan")})]}),
        stop="tool_calls",
        calls=(("read", '{"p": NaN}'),),
        problems=1,
    ),
    Case("a call on the last line", ndjson(chunk(ONE, **FINAL)), "", "", "tool_calls", READ_CALL),
    Case("a call and text in one line", lines({**HELLO, **ONE}), "", "Hello", "tool_calls", READ_CALL),
    Case("a call cut by length", lines(HELLO, ONE, stop="length"), text="Hello", stop="length"),
    Case("text cut by length", lines(HELLO, stop="length"), text="Hello", stop="length"),
    Case("no done_reason, as the first versions", ndjson(chunk(HELLO, done=True)), text="Hello", stop="end"),
    Case("loaded, and spoken", lines(HELLO, stop="load"), text="Hello", stop="end"),
    Case("nothing to say", lines(), stop="end"),
    Case("CR LF, blank lines and a byte order mark", b"\xef\xbb\xbf\r\n" + lines(HELLO).replace(b"\n", b"\r\n\r\n"), "",
         "Hello", "end"),
    Case("no line end at the end", lines(HELLO).rstrip(), text="Hello", stop="end"),
    Case("umlauts and signs beyond", lines({"content": "größer 🎉"}), text="größer 🎉", stop="end"),
    Case("lines of a later version", lines(HELLO, stop=None) + ndjson({"news": 1}) + lines(), "", "Hello", "end"),
    Case("lines after the last", lines(HELLO) + lines({"content": "!"}), text="Hello", stop="end"),
    Case("rubbish after the last", lines(HELLO) + b"\xff{oops\n", text="Hello", stop="end"),
    # Broken ones.
    Case("cut after text", lines(HELLO, stop=None), "ProviderBroken", text="Hello", said="was interrupted"),
    Case("cut after a call that is whole", lines(ONE, stop=None), "ProviderBroken", said="was interrupted"),
    Case(
        "cut inside a line", lines(HELLO, HELLO, stop=None)[:-20], "ProviderBroken",
        text="Hello", said="was interrupted",
    ),
    Case("cut inside the last line", lines(HELLO)[:-20], "ProviderBroken", text="Hello", said="was interrupted"),
    Case("an empty body", b"", "ProviderBroken", said="empty"),
    Case("only blank lines", b"\n\r\n\n", "ProviderBroken", said="empty"),
    Case("unloaded after a call", lines(ONE, stop="unload"), "ProviderBroken", said="unloaded"),
    Case("only loaded", lines(stop="load"), "ProviderBroken", said="loaded"),
    Case("bad JSON", lines(HELLO, stop=None) + b"{oops\n", "ProviderBroken", text="Hello", said="not JSON"),
    Case("a list for an object", b"[1]\n", "ProviderBroken", said="not an object"),
    Case("deep nesting", b"[" * 100_000 + b"\n", "ProviderBroken", said="not JSON"),
    Case("bad UTF-8", lines(HELLO, stop=None) + b"\xff\xfe\n", "ProviderBroken", text="Hello", said="UTF-8"),
    Case("HTML", b"<!DOCTYPE html><p>Hi", "ProviderBroken", said="does not answer like an Ollama server"),
    Case("plain words", b"404 page not found\n", "ProviderBroken", said="not JSON"),
    Case("another server's JSON", b'{"object": "list"}\n', "ProviderBroken", said="does not answer like"),
    Case("another server's stream", b'data: {"choices": []}\n\n', "ProviderBroken", said="not JSON"),
    Case("a call without a name", lines({"tool_calls": [call("")]}), "ProviderBroken", said="names no tool"),
    Case(
        "two calls with one id",
        lines({"tool_calls": [call(id="a"), call(id="a", arguments={"p": 2})]}),
        stop="tool_calls",
        calls=TWO,
    ),
    Case("201 calls", lines({"tool_calls": [call()] * 201}), "ProviderBroken", said="more than 200"),
    Case("an unknown end", lines(HELLO, stop="tired"), "ProviderBroken", text="Hello", said="'tired'"),
    Case(
        "an error after text",
        lines(HELLO, stop=None) + ndjson({"error": "an error was encountered while running the model"}),
        "ProviderBroken",
        text="Hello",
        said="refused the request",
    ),
    Case("overload after text", lines(HELLO, stop=None) + ndjson({"error": "Overloaded"}), "ProviderBroken", "Hello",
         said="overloaded"),
    Case("overload first", ndjson({"error": "Overloaded"}), "ProviderUnreachable", said="overloaded"),
    Case(
        "out of memory first",
        ndjson({"error": "model requires more system memory (9.1 GiB) than is available (4.2 GiB)"}),
        "ProviderRefused",
        said="enough memory",
    ),
    Case(
        "out of memory after text",
        lines(HELLO, stop=None) + ndjson({"error": "CUDA error: out of memory"}),
        "ProviderBroken",
        text="Hello",
        said="enough memory",
    ),
)  # fmt: skip

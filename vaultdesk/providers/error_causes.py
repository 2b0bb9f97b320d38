"""Refusals of servers: error bodies in their various shapes, and the table of causes with message and remedy."""

import re
from collections.abc import Iterator, Mapping, Set
from typing import Literal

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.errors import ProviderErrorKind
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.values import replace
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_json, text_of

MAX_ERROR_TEXT = 4000
"""Characters of a refusal that are read: some servers echo the whole request."""

MAX_MESSAGE_DEPTH = 4
"""Levels of lists and objects inside a message that are read."""

_MESSAGE_FIELDS = ("message", "msg", "detail", "error", "title", "reason")
"""Fields of an error that may contain a human-readable sentence."""

_RETRY_IN = re.compile(
    r"(?:retry|try again) in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?"
    r"(?:(\d{1,6}(?:\.\d{1,12})?) ?(ms|s)(?:ec(?:onds?)?)?\b)?",
    re.IGNORECASE,
)

_SUCCESS_CODES = frozenset({0, 200, 20000})
"""Codes in a body that report no error."""

_MINIMAX_STATUS: Mapping[int, int] = {
    1001: 504, 1002: 429, 1004: 401, 1008: 402, 1013: 500, 1024: 500, 1026: 400, 1027: 400, 1033: 503, 1039: 429,
    2013: 400, 2049: 401, 2056: 429,
}  # fmt: skip
"""Equivalent HTTP statuses for MiniMax's error codes, which are sent with status 200."""


class ServerMessage(Struct, frozen=True):
    """An error message of a server."""

    kind: str = ""
    """Its `type` and `code` fields, joined by spaces."""
    message: str = ""
    parameter: str = ""
    """The request parameter it names."""
    status: int = 0
    """The status inside the body, for errors sent with HTTP status 200; 0 if there is none."""
    details: str = ""
    """Machine-readable names besides the message: exceeded quotas, sources of a limit."""

    @property
    def search_text(self) -> str:
        """All fields in lower case, for pattern matching."""
        return f"{self.kind} {self.message} {self.parameter} {self.details}".lower()

    @property
    def retry_delay(self) -> float | None:
        """Seconds to wait that the message states, as those of Gemini and Groq do; None if it states none."""
        match = _RETRY_IN.search(self.message)
        if match is None or not any(match.groups()):
            return None
        hours, minutes, seconds, unit = match.groups()
        total_seconds = float(seconds or 0) * (0.001 if unit == "ms" else 1)
        return float(hours or 0) * 3600 + float(minutes or 0) * 60 + total_seconds


def read_server_message(body: object) -> ServerMessage:
    """Read `{"error": {...}}`, `{"error": "text"}`, the inner object alone, `{"detail": ...}`, or plain text."""
    if isinstance(body, list) and body:
        body = body[0]  # Gemini's compatible endpoint wraps its errors in a list
    if isinstance(body, str):
        return ServerMessage(message=body[:MAX_ERROR_TEXT])
    outer = object_of(body)
    if base := object_of(outer.get("base_resp")):
        return _minimax_message(base)
    inner = outer.get("error", outer)
    if isinstance(inner, str):
        # Some put a name into `error` and the text next to it: {"error": "unavailable", "message": "..."}.
        sibling = text_of(outer.get("message"))
        return ServerMessage(kind=inner[:100] if sibling else "", message=(sibling or inner)[:MAX_ERROR_TEXT])
    fields = object_of(inner)
    kinds = [object_of(fields.get("details")).get("error_code"), fields.get("code"), fields.get("type")]
    code = fields.get("code")
    return ServerMessage(
        kind=" ".join(str(kind)[:100] for kind in kinds if isinstance(kind, str | int)),
        message=_message(fields)[:MAX_ERROR_TEXT],
        parameter=text_of(fields.get("param"))[:200],
        status=code if isinstance(code, int) and 400 <= code < 600 else 0,
        details=" ".join(_details(fields))[:MAX_ERROR_TEXT],
    )


def error_body_in(value: Mapping[str, JsonValue]) -> JsonValue:
    """Return the error body in *value*, which was sent with status 200; None if it reports no error.

    Servers write errors into a stream, or send one JSON object instead of an answer: `{"error": ...}`,
    `{"object": "error", "message": ...}`, MiniMax's `base_resp`, `{"code": ..., "message": ...}`.
    """
    if value.get("error"):
        return dict(value)
    if count_of(object_of(value.get("base_resp")).get("status_code")):
        return {"base_resp": value["base_resp"]}
    answers = any(value.get(name) for name in ("choices", "content", "output", "usage", "delta", "response"))
    if answers or not _sentence_of(value):
        return None
    named_error = value.get("object") == "error" or value.get("type") == "error"
    code = value.get("code")
    failed = (
        (isinstance(code, int) and code not in _SUCCESS_CODES and not isinstance(code, bool))
        or (isinstance(code, str) and code not in ("", "0", "200"))
        or value.get("success") is False
        or "detail" in value
    )
    return dict(value) if named_error or failed else None


def _sentence_of(value: Mapping[str, JsonValue]) -> str:
    return next((text for name in ("message", "msg", "detail") if (text := text_of(value.get(name)))), "")


def _minimax_message(base: Mapping[str, JsonValue]) -> ServerMessage:
    code = count_of(base.get("status_code"))
    return ServerMessage(
        kind=str(code), message=text_of(base.get("status_msg"))[:MAX_ERROR_TEXT], status=_MINIMAX_STATUS.get(code, 0)
    )


def _message(fields: dict[str, JsonValue]) -> str:
    message = _quoted_text(fields)
    metadata = object_of(fields.get("metadata"))
    upstream_message = _upstream_message(text_of(metadata.get("raw")))
    message = f"{message}: {upstream_message}" if upstream_message and upstream_message not in message else message
    reasons = [reason for reason in _moderation_reasons(fields, metadata) if reason not in message]
    return f"{message} ({', '.join(reasons)})" if reasons else message


def _quoted_text(value: JsonValue, depth: int = MAX_MESSAGE_DEPTH) -> str:
    """Return the sentences in *value*, the message of an error.

    Of an object only its own message is read, because its other fields may repeat the request.
    """
    if isinstance(value, str):
        return value
    if not depth:
        return ""
    if isinstance(value, list):
        return "; ".join(text for item in value if (text := _quoted_text(item, depth - 1)))
    fields = object_of(value)
    text = next((text for name in _MESSAGE_FIELDS if (text := _quoted_text(fields.get(name), depth - 1))), "")
    # pydantic names the field that is wrong.
    location = " ".join(str(part) for part in list_of(fields.get("loc")) if isinstance(part, str | int))
    return f"{location}: {text}" if location and text else text


def _moderation_reasons(fields: dict[str, JsonValue], metadata: dict[str, JsonValue]) -> list[str]:
    """Return the reasons of a content check: OpenRouter's `reasons` and Azure's triggered filters."""
    inner = object_of(fields.get("innererror")) or object_of(fields.get("inner_error"))
    filters = object_of(inner.get("content_filter_result")) or object_of(inner.get("content_filter_results"))
    triggered = [
        name
        for name, result in filters.items()
        if object_of(result).get("filtered") is True or object_of(result).get("detected") is True
    ]
    reported = [text_of(reason)[:60] for reason in list_of(metadata.get("reasons"))]
    return [reason for reason in (*reported, *triggered) if reason]


def _details(fields: dict[str, JsonValue]) -> Iterator[str]:
    """Yield OpenRouter's source of a limit, Google's reasons and the ids of the quotas that are used up."""
    metadata = object_of(fields.get("metadata"))
    yield from (text for name in ("limit_source", "error_type") if (text := text_of(metadata.get(name))[:100]))
    for detail in map(object_of, list_of(fields.get("details"))):
        yield text_of(detail.get("reason"))[:100]
        for violation in map(object_of, list_of(detail.get("violations"))):
            yield text_of(violation.get("quotaId"))[:200]


def _upstream_message(raw: str) -> str:
    """Return the upstream server's message from OpenRouter, whose own is only "Provider returned error"."""
    try:
        value = parse_json(raw)
    except ValueError:
        return raw
    return (
        read_server_message(value).message
        if isinstance(value, dict | list) and "raw" not in str(value)[:MAX_ERROR_TEXT]
        else ""
    )


NO_IMAGES_CODE = "no_images"
"""`code` of the error for a model that does not accept images."""

NO_SYSTEM_ROLE_CODE = "no_system_role"
"""`code` of the error for a model that does not accept a system message."""

RESPONSES_ONLY_CODE = "responses_only"
"""`code` of the error for a model that is available through the Responses API only."""

CauseName = Literal[
    "moderation", "country", "verification", "in_flight", "period_limit", "request_over_minute_limit", "no_credit",
    "account_disabled", "data_policy", "network_not_allowed", "no_images", "no_system_role", "responses_only",
    "no_tools", "template", "unreadable_answer", "out_of_memory", "model_not_loaded", "model_loading", "context",
    "model_access", "retired_model", "no_model", "proxy_login", "rejected_key", "missing_key", "not_allowed",
    "rate_limit", "timeout", "gateway", "overloaded", "request_too_large", "server_error", "refused",
]  # fmt: skip
"""Names of causes, as `reason` in the facts of an error."""

_CLIENT_ERRORS = frozenset({0, *range(400, 500)}) - {401, 402, 407, 429}
_SERVER_ERRORS = frozenset({0, *range(500, 600)})
_ANY_BUT_LOGIN = _CLIENT_ERRORS | _SERVER_ERRORS
"""Statuses of such errors. 0 is for an error inside a stream that has no status."""


class ErrorCause(Struct, frozen=True):
    """One cause: how it appears on the wire, and how it is reported."""

    name: CauseName
    kind: ProviderErrorKind
    title: Phrase
    """`{0}` is the provider, `{1}` the status."""
    hint: Phrase
    """What the user can do; empty if it is only to ask again later."""
    pattern: str | None = None
    """Pattern searched in type, code and message, in lower case; None if the status alone decides."""
    statuses: Set[int] = frozenset()
    """Statuses to which it applies; empty for any."""
    transient: bool = False
    """Whether a retry may succeed."""
    code: str = ""
    """Value of `code` in the facts of the error, for code that handles this cause."""

    def matches(self, status: int, text: str) -> bool:
        """Return whether a refusal with *status* and *text* has this cause."""
        if self.statuses and status not in self.statuses:
            return False
        # Compiled here, since most sessions see no error: thirty patterns take ten milliseconds.
        return self.pattern is None or re.search(self.pattern, text, re.DOTALL) is not None


def _any_of(*alternatives: str) -> str:
    return "|".join(alternatives)


def _period_limit(title: Phrase, *period: str) -> ErrorCause:
    """Return the cause for a limit over a period of an hour or more; *period* are patterns that name it."""
    return ErrorCause(
        "period_limit",
        "quota",
        title,
        Phrase("Ask again after the limit is renewed, or choose another model or provider."),
        rf"(?=.*(limit|quota|allowance|\b[tr]pd\b)).*({'|'.join(period)})",
        {0, 400, 402, 403, 429},
    )


_REJECTED_KEY = ErrorCause(
    "rejected_key",
    "auth",
    Phrase("{0} does not accept the key"),
    Phrase("Check it in Settings: it may be mistyped or no longer valid."),
)
_NO_CREDIT = ErrorCause(
    "no_credit",
    "quota",
    Phrase("The account at {0} has no credit left"),
    Phrase("Add credit there, or choose another provider."),
)
_OVERLOADED = ErrorCause("overloaded", "overloaded", Phrase("{0} is overloaded"), NO_PHRASE, transient=True)
_RATE_LIMIT = ErrorCause(
    "rate_limit",
    "rate_limit",
    Phrase("{0} received too many requests from this account"),
    NO_PHRASE,
    transient=True,
)
# A cause that is recognized by a status alone, or by words with other statuses, has a row for each.

CAUSES: tuple[ErrorCause, ...] = (
    ErrorCause(
        "moderation",
        "bad_request",
        Phrase("The content check of {0} rejected the question"),
        Phrase("Ask in other words, or choose another model."),
        _any_of(
            r"requires moderation|input was flagged|flagged as|content.?(management|filtering).?policy",
            r"content_filter|content_policy|responsibleaipolicy|data_?inspection_?failed|prohibited.?content",
            r"inappropriate content|sensitive content|safety system|usage polic|moderation_blocked|invalid_prompt",
            r"(input|output) new_sensitive",
        ),
        _CLIENT_ERRORS | {429},
    ),
    ErrorCause(
        "country",
        "bad_request",
        Phrase("{0} is not offered in this country or region"),
        Phrase("Choose another provider. A proxy or VPN can also make this computer appear to be in another country."),
        _any_of(
            r"unsupported_country|country, region|location is not supported|unsupported.{0,10}(country|region)",
            r"not (available|supported|allowed|offered).{0,30} (country|region|location)\b",
        ),
        _CLIENT_ERRORS,
    ),
    ErrorCause(
        "verification",
        "bad_request",
        Phrase("{0} offers this model to verified organizations only"),
        Phrase("Verify the organization in the account at the provider, or choose another model."),
        _any_of(r"organi[sz]ation must be verified|verify (your )?organi[sz]ation"),
        _CLIENT_ERRORS | {401},
    ),
    ErrorCause(
        "in_flight",
        "rate_limit",
        Phrase("{0} reserves the account's credit for earlier requests that still run"),
        NO_PHRASE,
        _any_of(r"in.?flight"),
        {402, 429},
        transient=True,
    ),
    _period_limit(
        Phrase("The daily limit of the account at {0} is reached"),
        r"\bdaily\b",
        r"per.?day",
        r"\b[tr]pd\b",
        r"(for the|for this|this) day",
    ),
    _period_limit(
        Phrase("The weekly limit of the account at {0} is reached"), r"\bweekly\b", r"per.?week", r"(for|this) week"
    ),
    _period_limit(
        Phrase("The monthly limit of the account at {0} is reached"), r"\bmonthly\b", r"per.?month", r"(for|this) month"
    ),
    _period_limit(
        Phrase("The usage limit of the account at {0} is reached"),
        r"usage.?limit",
        r"\bhourly\b",
        r"\b\d.?hour limit",
        r"session limit",
        r"plan.?limit",
    ),
    ErrorCause(
        "request_over_minute_limit",
        "context",
        Phrase("The request is larger than {0} lets this account send in one minute"),
        Phrase("Attach less, start a new chat, or choose another model."),
        _any_of(
            r"(request too large|must be reduced|reduce your (message|prompt|request)).{0,200}(per.?min|\btpm\b)",
            r"(per.?min|\btpm\b).{0,200}(request too large|must be reduced|reduce your (message|prompt|request))",
        ),
        {0, 413, 429},
    ),
    replace(
        _NO_CREDIT,
        pattern=_any_of(
            r"insufficient_quota|insufficient.{0,20}(credit|balance|funds)|credit balance|billing|spend.?limit",
            r"exceeded your current quota|more credits|out of credits|payment required|no credits?\b",
        ),
        statuses=frozenset({0, *range(400, 600)}) - {401, 413},
    ),
    ErrorCause(
        "account_disabled",
        "auth",
        Phrase("The account at {0} is disabled"),
        Phrase("Check the account at the provider, or choose another one."),
        _any_of(r"(account|organi[sz]ation|user).{0,40}(deactivated|disabled|suspended|banned|terminated|archived)"),
        {400, 401, 403},
    ),
    ErrorCause(
        "data_policy",
        "bad_request",
        Phrase("No server behind {0} fits the privacy settings of the account"),
        Phrase("Change these settings in the account at the provider, or choose another model."),
        _any_of(r"data policy|zero data retention|guardrail restrictions"),
        {403, 404},
    ),
    ErrorCause(
        "network_not_allowed",
        "auth",
        Phrase("{0} does not accept requests from this network"),
        Phrase("Allow the address of this network in the account at the provider, or use another network."),
        _any_of(r"ip_not_authorized|\bip\b.{0,30}(not (allowed|authori[sz]ed|in the)|blocked|denied)|allow.?list"),
        {401, 403},
    ),
    ErrorCause(
        "no_images",
        "bad_request",
        Phrase("This model of {0} cannot see pictures"),
        Phrase("Choose another model, or leave the picture out."),
        _any_of(
            r"(does|do) not support (images?|vision|multimodal)|not a multimodal model",
            r"no endpoints found that support image|image input is not supported|modality is not (enabled|supported)",
            r"images? (is|are|inputs? (is|are)) not supported|unknown variant `image_url`|at most 0 image",
            r"image_url.{0,30}(not supported|only supported|expected `?text)",
        ),
        _ANY_BUT_LOGIN,
        code=NO_IMAGES_CODE,
    ),
    ErrorCause(
        "no_system_role",
        "bad_request",
        Phrase("This model of {0} does not support system messages"),
        Phrase("Choose another model."),
        _any_of(
            r"(system|developer) (role|message|prompt|instruction)s?.{0,40}(not|un).?(supported|allowed|enabled)",
            r"(does not|doesn't|do not) support.{0,25}(system|developer) (role|message|prompt|instruction)",
            r"does not support [\"'`](system|developer)[\"'`]",
            r"only user(,)? (and|or) (assistant|model) roles? (is|are) supported",
            r"(unknown|unexpected|invalid|unsupported) (message )?role:? ?[\"'`]?(system|developer)",
            r"conversation roles must alternate",
        ),
        _ANY_BUT_LOGIN,
        code=NO_SYSTEM_ROLE_CODE,
    ),
    ErrorCause(
        "responses_only",
        "bad_request",
        Phrase("This model of {0} is available through the Responses API only"),
        Phrase("Choose Responses under API in the settings of the provider."),
        _any_of(
            r"(use|try|call|via|through|in|with) (the )?[`'\"]?/?v1/responses",
            r"(use|only (available|supported) (in|through|via)) the responses (api|endpoint)",
        ),
        _CLIENT_ERRORS,
        code=RESPONSES_ONLY_CODE,
    ),
    ErrorCause(
        "no_tools",
        "no_tools",
        Phrase("This model of {0} cannot use tools"),
        Phrase("Choose another model, or switch tool calling off."),
        _any_of(
            r"(does|do) not support (tool|function)|tool use is not|no endpoints found that support tool",
            # Not "tools.0: the schema's oneOf is not supported": that is about one tool.
            r"(tool|function call)(?:(?!schema|parameters|[.\[{]).){0,30}not (supported|enabled)",
            r"--tool-call-parser|requires --jinja",
        ),
        _ANY_BUT_LOGIN,
    ),
    ErrorCause(
        "context",
        "context",
        Phrase("The chat is too long for this model of {0}"),
        Phrase("Start a new chat, attach less, or choose a model with a larger context window."),
        _any_of(
            r"context_length|context.{0,10}(length|window|size|limit)|maximum context|prompt is too long|n_ctx",
            r"too many (input )?tokens|maximum (model|prompt|sequence) length|prompt.{0,20}exceeds (the )?max",
            r"exceeded model token limit|maximum number of tokens|input is too long|exceed_context",
            r"input tokens exceed|range of input length|reduce the length of (the|your) (messages|prompt|input)",
            r"longer than the (maximum|model's) (model )?(length|context)",
        ),
        _ANY_BUT_LOGIN,
    ),
    ErrorCause(
        "template",
        "bad_request",
        Phrase("The chat template of this model fails at {0}"),
        Phrase("Update the server or the model, or choose another model."),
        _any_of(r"chat.?template|jinja|at row \d+, column \d+|template (render|error|fail)|apply.{0,10} template"),
        _ANY_BUT_LOGIN,
    ),
    ErrorCause(
        "unreadable_answer",
        "protocol",
        Phrase("{0} could not read the answer of its model"),
        Phrase("Ask again. If this repeats, choose another tool mode in the settings of the provider."),
        _any_of(
            r"failed to parse (input|tool|the (model|output|generated))|error parsing tool call|tool call.{0,20}pars",
            r"unexpected tokens remaining|failed to generate.{0,20}tool call|tool_use_failed",
        ),
        _ANY_BUT_LOGIN,
        transient=True,
    ),
    ErrorCause(
        "out_of_memory",
        "overloaded",
        Phrase("{0} does not have enough memory for this model"),
        Phrase("Choose a smaller model, or give the server a smaller context window."),
        _any_of(
            r"out of memory|\boom\b|more (system )?memory|(failed|unable) to allocate|cudamalloc",
            r"(not enough|insufficient).{0,15}(memory|vram|\bram\b|system resources)",
        ),
        _ANY_BUT_LOGIN,
    ),
    ErrorCause(
        "model_not_loaded",
        "overloaded",
        Phrase("{0} could not load the model"),
        Phrase("Load it in the server's own program to see the reason, or choose another model."),
        _any_of(
            r"\b(error|failed|failure|unable|cannot|could not) (to )?load(ing)?.{0,20} model",
            r"model.{0,40}failed to load|runner process has terminated|runner has unexpectedly stopped",
        ),
        _ANY_BUT_LOGIN,
    ),
    ErrorCause(
        "model_loading",
        "overloaded",
        Phrase("{0} is still loading the model"),
        NO_PHRASE,
        _any_of(
            r"loading (the )?model|model.{0,80} is (currently |still )?(loading|being loaded|starting|warming)",
            r"(currently|still) (loading|starting)|model.{0,40}not (yet )?ready|warming up",
        ),
        _SERVER_ERRORS | {409, 425, 429},
        transient=True,
    ),
    ErrorCause(
        "model_access",
        "bad_request",
        Phrase("The account at {0} may not use this model"),
        Phrase("Choose another model, or ask for access in the account at the provider."),
        _any_of(
            r"(not|n't|no) (have )?(access|permission)s?.{0,40}\bmodel|model.{0,80}(not enabled for|no access)",
            r"model.{0,60}(not have access|is restricted|subscription)|access.{0,20}model.{0,20}denied",
        ),
        _CLIENT_ERRORS,
    ),
    ErrorCause(
        "retired_model",
        "bad_request",
        Phrase("{0} no longer offers this model"),
        Phrase("Choose another one in Settings."),
        _any_of(r"model.{0,100}(decommissioned|deprecated|retired|no longer|been (removed|shut ?down|sunset))"),
        _CLIENT_ERRORS,
    ),
    ErrorCause(
        "no_model",
        "bad_request",
        Phrase("{0} does not offer this model"),
        Phrase("Choose another one in Settings."),
        _any_of(
            r"model.{0,80}(not found|does not exist|not exist|unknown|invalid|not supported|not available)",
            r"model_not_found|invalid.{0,10}model|no such model|unknown model|^[^:]{0,30}\bmodel:",
            r"no endpoints found|deploymentnotfound|deployment.{0,40}does not exist",
        ),
        _CLIENT_ERRORS,
    ),
    ErrorCause(
        "proxy_login",
        "network",
        Phrase("The proxy for {0} requires a user name and password"),
        Phrase("Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY)."),
        statuses={407},
    ),
    replace(_REJECTED_KEY, statuses={401}),
    replace(
        _REJECTED_KEY,
        pattern=_any_of(
            r"authentication_error|(invalid|incorrect|expired|revoked).{0,20}api.?key",
            r"api.?key.{0,20}(not valid|expired|invalid)",
            r"unauthori[sz]ed|invalid.{0,10}(auth|bearer|access) ?(token|entication)|authentication (failed|fails)",
        ),
        statuses={0, 400, 403},
    ),
    replace(_NO_CREDIT, statuses={402}),
    ErrorCause(
        "not_allowed",
        "auth",
        Phrase("{0} does not allow this request (status {1})"),
        Phrase("Check the permissions of the key and the account at the provider."),
        statuses={403},
    ),
    ErrorCause(
        "not_allowed",
        "auth",
        Phrase("{0} does not allow this request"),
        Phrase("Check the permissions of the key and the account at the provider."),
        _any_of(r"permission_(error|denied)|insufficient permission|missing scopes"),
        {0, 400},
    ),
    replace(
        _OVERLOADED,
        pattern=_any_of(
            r"overload|at capacity|(server|too) busy|try again later|temporarily(?! rate)|high demand",
            r"no available (server|capacity)",
        ),
        statuses=_SERVER_ERRORS | {409, 425, 429},
    ),
    replace(_RATE_LIMIT, statuses={429}),
    replace(_RATE_LIMIT, pattern=_any_of(r"rate.?limit|too many requests"), statuses=_SERVER_ERRORS),
    ErrorCause(
        "timeout",
        "network",
        Phrase("The connection to {0} timed out or was interrupted"),
        NO_PHRASE,
        statuses={408, 499, 504, 522, 524},
        transient=True,
    ),
    ErrorCause(
        "gateway",
        "overloaded",
        Phrase("A gateway in front of {0} cannot reach the server (status {1})"),
        NO_PHRASE,
        # With other text, such a status is from a model server and about the model behind it.
        _any_of(r"^\s*$|gateway|cloudflare|<html|<!doctype"),
        {502, 520, 521, 523, 525, 526, 530},
        transient=True,
    ),
    replace(_OVERLOADED, statuses={503, 529}),
    ErrorCause(
        "request_too_large",
        "context",
        Phrase("The request is too large for {0}"),
        Phrase("Start a new chat, or attach less."),
        statuses={413},
    ),
    ErrorCause(
        "refused",
        "bad_request",
        Phrase("{0} refused the request (status {1})"),
        Phrase("Check the model and the provider in Settings."),
        statuses={501, 505},
    ),
    ErrorCause(
        "server_error",
        "overloaded",
        Phrase("{0} reports an error of its own (status {1})"),
        NO_PHRASE,
        statuses=frozenset({409, 425, *range(500, 600)}),
        transient=True,
    ),
    ErrorCause(
        "server_error",
        "overloaded",
        Phrase("{0} reports an error of its own"),
        NO_PHRASE,
        _any_of(r"server.?error|internal.?error|api_error|timeout_error"),
        {0},
        transient=True,
    ),
    ErrorCause(
        "refused",
        "bad_request",
        Phrase("{0} refused the request (status {1})"),
        Phrase("Check the model and the provider in Settings."),
        statuses=frozenset(range(400, 500)),
    ),
    ErrorCause(
        "refused",
        "bad_request",
        Phrase("{0} refused the request"),
        Phrase("Check the model and the provider in Settings."),
    ),
)
"""Every cause, specific before general; the first match counts."""

MISSING_KEY = ErrorCause("missing_key", "auth", Phrase("{0} requires a key"), Phrase("Enter one in Settings."))
"""Replaces `rejected_key` if no key was sent."""

NOT_ALLOWED_WITHOUT_KEY = ErrorCause(
    "not_allowed",
    "auth",
    Phrase("{0} does not allow this request"),
    Phrase("If it requires a key, enter one in Settings."),
)
"""Replaces `not_allowed` if no key was sent."""

_BY_NAME: Mapping[CauseName, ErrorCause] = {cause.name: cause for cause in reversed(CAUSES)}

UNKNOWN_MODEL = _BY_NAME["no_model"]
"""For a 404 that mentions the model in words that no row matches."""

MAX_IN_FLIGHT_WAIT = 60.0
"""Seconds. A 402 with a shorter wait is about requests in progress, not about an empty account."""


def cause_of(status: int, message: ServerMessage, wait: float | None, *, has_key: bool) -> ErrorCause:
    """Return the cause of a refusal with *status* (0 if not known); *wait* are the seconds the server asks to wait.

    A 401, or a 403 without a message, is reported as a missing key if none was sent (*has_key* is False).
    """
    text = message.search_text
    cause = next(cause for cause in CAUSES if cause.matches(status, text))
    if cause.name == "no_credit" and wait is not None and "insufficient" not in text:
        if status == 402 and wait <= MAX_IN_FLIGHT_WAIT:
            return _BY_NAME["in_flight"]
        if status == 429:
            # Gemini mentions quota and billing also if only the limit of one minute is reached.
            return _BY_NAME["rate_limit"]
    if has_key or cause.name not in ("rejected_key", "not_allowed"):
        return cause
    # A refusal with a message may have another reason, such as the origin of the request.
    return NOT_ALLOWED_WITHOUT_KEY if cause.name == "not_allowed" and message.message else MISSING_KEY

"""Hypothesis strategies for conversations, with texts that imitate the syntax of chat notes."""

import base64
import json
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import strategies as st

from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
)

HOSTILE = (
    "<!-- vaultdesk:user msg_1 2026-11-20T14:32:05+01:00 -->",
    '<!-- vaultdesk:text {"exact":true} -->',
    "\\<!-- vaultdesk:assistant x -->",
    "> [!example]- a call",
    "> <!-- vaultdesk:call call_1 vault_search -->",
    "> \\<!-- vaultdesk:call call_1 vault_search -->",
    "<!-- vaultdesk:unknown x -->",
    "---",
    "vaultdesk-chat: 1",
    "## You",
    "## Assistant",
    "## Assistant (openai/gpt-5)",
    "## Something",
    "```",
    "```json",
    "````",
    "~~~",
    "   ```",
    "    ```",
    "- ```py",
    "1. ```",
    "  code",
    "  ```",
    "> ```",
    "> quoted",
    ">",
    "`a` ``b`` ```c```",
    "",
    "",
    " ",
    "\t",
    "-->",
    "<!--",
    "%%",
    "$$",
    "![[picture.png]]",
    "[[Boiler]] #tag",
    "role::user",
    '<hr class="__chatgpt_plugin">',
    "مرحبا בעולם",
    "👩‍👩‍👧‍👦 🏠",
    "␛r ␛␛",
    "a\rb",
    "\0",
    "\r",
    "\u2028\x85\x0c",
    "\ufeff",
    "\udc00",
    "\\",
    "plain words",
)
"""Lines with a meaning in a chat note, and similar lines without one."""

lines = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20))
texts = st.one_of(st.lists(lines, max_size=6).map("\n".join), st.text(max_size=30))
names = st.one_of(
    st.sampled_from(("msg_1", "call-2", "a b", "x--y", "-->", "{", "work/gpt-5", "é")), st.text(min_size=1)
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, width=32) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
moments = st.datetimes(datetime.fromisoformat("1990-01-01"), datetime.fromisoformat("2100-01-01")).flatmap(
    lambda naive: st.integers(-14 * 60, 14 * 60).map(
        lambda minutes: naive.replace(tzinfo=timezone(timedelta(minutes=minutes)) if minutes else UTC)
    )
)
paths = st.sampled_from(("Boiler.md", "Projects/House/Boiler.md", "a/b c.png", "strange#name|x.md", "x.canvas", "é.md"))
sources = st.lists(
    st.builds(
        Source,
        path=paths,
        heading=texts,
        characters=st.integers(0, 9_999),
        first_line=st.integers(0, 99),
        last_line=st.integers(0, 99),
        allowed=st.sampled_from(("", "person", "rule", "grant", "default")),
    ),
    max_size=3,
).map(tuple)
arguments = st.dictionaries(st.text(max_size=8), json_values, max_size=3)
calls = st.one_of(
    st.builds(
        lambda id, name, values: ToolCallPart(id=id, name=name, arguments_json=json.dumps(values), arguments=values),
        names,
        names,
        arguments,
    ),
    st.builds(
        ToolCallPart,
        id=names,
        name=names,
        arguments_json=texts,
        arguments=st.none() | arguments,
        problem=texts,
    ),
)
images = st.builds(
    ImagePart,
    media_type=st.sampled_from(("image/png", "image/jpeg", "image/webp", "image/gif")),
    data=st.binary(max_size=30).map(lambda data: base64.b64encode(data).decode())
    | st.sampled_from(("no base64", "YQ")),
    name=texts,
    sources=sources,
)
parts = st.one_of(
    st.builds(TextPart, text=texts, hidden=st.booleans(), sources=sources | st.just(())),
    st.builds(TextPart, text=texts),
    images,
    st.builds(ReasoningPart, text=texts),
    calls,
    st.builds(ToolResultPart, call_id=names, name=names, content=texts, is_error=st.booleans(), sources=sources),
    st.builds(ProviderPart, family=names, item=json_values),
)
contexts = st.lists(
    st.builds(
        ContextItem,
        kind=st.sampled_from(("note", "folder", "tag", "active", "selection", "file", "web")),
        target=paths | texts,
        text=texts,
    ),
    max_size=2,
).map(tuple)
usages = st.builds(
    Usage,
    input_tokens=st.integers(0, 10**6),
    output_tokens=st.integers(0, 10**6),
    cost=st.none() | st.floats(0, 10),
    seconds=st.floats(0, 1000),
)
messages = st.lists(
    st.builds(
        Message,
        id=names,
        role=st.sampled_from(("user", "assistant", "tool")),
        parts=st.lists(parts, max_size=4).map(tuple),
        created=moments,
        model=st.just("") | names,
        agent=st.just("") | names,
        mode=st.sampled_from(("", "chat", "agent")),
        context=contexts,
        usage=st.none() | usages,
        cut=st.booleans(),
        refused=st.booleans(),
    ),
    max_size=6,
    unique_by=lambda message: message.id,
)
words = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
chosen = st.none() | st.just("") | words
conversations = st.builds(
    lambda history, **fields: _with(Conversation(**fields), history),
    messages,
    title=words,
    id=st.sampled_from(("chat_1", "12", "true", "chat-2")) | words.filter(bool),
    created=moments,
    choices=st.builds(
        ChatChoices,
        model=chosen,
        agent=chosen,
        mode=chosen,
        project=st.sampled_from(("", "Projects/House.md", "x")),
        temperature=st.none() | st.sampled_from((0.0, 0.7, 2.0)),
        max_tokens=st.none() | st.integers(16, 200_000),
        rounds=st.none() | st.integers(1, 50),
    ),
    pinned=st.booleans(),
    parent=st.sampled_from(("", "Chats/Heating", "Chats/Heating#^msg-1")),
    origin=st.sampled_from(("", "copilot:1724315523000")),
    checkpoints=st.lists(
        st.builds(Checkpoint, message_id=names, summary=texts, created=moments, model=st.just("") | names), max_size=2
    ).map(tuple),
)


def _with(conversation: Conversation, history: list[Message]) -> Conversation:
    conversation.extend(history)
    return conversation


def facts(conversation: Conversation) -> tuple[object, ...]:
    """Return all data of a conversation for comparison, including time zones."""
    return (
        conversation.title,
        conversation.id,
        conversation.created.isoformat(),
        conversation.choices,
        conversation.pinned,
        conversation.parent,
        conversation.origin,
        [
            (point.message_id, point.summary, point.created.isoformat(), point.model)
            for point in conversation.checkpoints
        ],
        [_json(message) for message in conversation.messages],
    )


def _json(message: Message) -> str:
    # JSON distinguishes 1, 1.0 and true, and escapes lone surrogates.
    return json.dumps(message.model_dump() | {"created": message.created.isoformat()})


def unanswered_calls(conversation: Conversation) -> tuple[ToolCallPart, ...]:
    """Return the calls without a result, which no request may contain (vaultdesk/providers/README.md, "History")."""
    parts = [part for message in conversation.messages for part in message.parts]
    answered = {part.call_id for part in parts if isinstance(part, ToolResultPart)}
    return tuple(part for part in parts if isinstance(part, ToolCallPart) and part.id not in answered)

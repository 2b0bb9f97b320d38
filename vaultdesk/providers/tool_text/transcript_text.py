"""Transcript text: a conversation with calls and results as one without, for a model that knows neither. Sends nothing.

What goes on has users and assistants by turns, text and pictures only. Notes travel on as `Source`s of the text that
carries them: the gate counts what leaves.
"""

from collections.abc import Iterable

from vaultdesk.chat.messages import ImagePart, Message, Part, ProviderPart, TextPart, ToolResultPart
from vaultdesk.providers.capabilities import TextWay
from vaultdesk.providers.history import sendable
from vaultdesk.providers.tool_text.escaping import escaped
from vaultdesk.providers.tool_text.framing import Framing


def flattened(messages: Iterable[Message], framing: Framing, dialect: TextWay) -> tuple[Message, ...]:
    """Return *messages* without a call or a result that is not text."""
    flat: list[Message] = []
    for message in sendable(messages):
        match message.role:
            case "assistant":
                written = _answer(message, framing, dialect)
            case "tool":
                written = message.model_copy(update={"role": "user", "parts": (_results(message, framing),)})
            case _:
                written = message.model_copy(update={"parts": tuple(_asked(part) for part in message.parts)})
        if flat and flat[-1].role == written.role:
            flat[-1] = _joined(flat[-1], written)
        else:
            flat.append(written)
    return tuple(flat)


def _answer(message: Message, framing: Framing, dialect: TextWay) -> Message:
    """Return an answer with its calls written out. Items only its provider understands stay where no call is lost."""
    if not message.tool_calls:
        return message
    # What belonged to the native calls (a signature, hidden reasoning) would be refused without them.
    said = message.text.rstrip()
    calls = "\n".join(framing.call(call, dialect) for call in message.tool_calls)
    sources = tuple(source for part in message.parts if isinstance(part, TextPart) for source in part.sources)
    text = TextPart(text=f"{said}\n\n{calls}" if said else calls, sources=sources)
    return message.model_copy(update={"parts": (text,)})


def _results(message: Message, framing: Framing) -> TextPart:
    results = [part for part in message.parts if isinstance(part, ToolResultPart)]
    return TextPart(
        text="\n".join(framing.result(part) for part in results),
        sources=tuple(source for part in results for source in part.sources),
    )


def _asked(part: Part) -> Part:
    # A person may paste anything: a false result in a question must not pass for a true one.
    return part.model_copy(update={"text": escaped(part.text)}) if isinstance(part, TextPart) else part


def _joined(first: Message, second: Message) -> Message:
    """Return two messages of one speaker as one, their texts a paragraph apart."""
    parts = [part for part in (*first.parts, *second.parts) if not isinstance(part, TextPart | ImagePart)]
    pictures = [part for part in (*first.parts, *second.parts) if isinstance(part, ImagePart)]
    texts = [part for part in (*first.parts, *second.parts) if isinstance(part, TextPart)]
    text = TextPart(
        text="\n\n".join(part.text.strip("\n") for part in texts),
        sources=tuple(source for part in texts for source in part.sources),
    )
    kept = [part for part in parts if isinstance(part, ProviderPart)] if first.role == "assistant" else []
    return second.model_copy(update={"parts": (*pictures, text, *kept)})

"""StreamedAnswer: the answer that is being made, as far as it came, as a message that can be kept. Keeps nothing."""

from vaultdesk.agent.run import RunStarted
from vaultdesk.agent.run_loop import AnswerAssembler
from vaultdesk.chat.chat_format import CONFLICTING_EDIT_LABEL
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, new_id
from vaultdesk.providers.model_events import ReasoningArrived, TextArrived


class StreamedAnswer:
    """One after the other; between two there is none."""

    def __init__(self) -> None:
        self.run: RunStarted | None = None
        """The run it is an answer of; None where none goes on."""
        self._turn: AnswerAssembler | None = None
        self._message: Message | None = None
        self._meanwhile: tuple[TextPart, ...] = ()
        """What somebody wrote into the note of it."""

    @property
    def streams(self) -> bool:
        """Whether there is one."""
        return self._turn is not None

    def take(self, event: TextArrived | ReasoningArrived) -> None:
        """Take in one more piece."""
        if self._turn is None:
            mode, model = (self.run.question.mode, self.run.model) if self.run is not None else ("", "")
            self._turn = AnswerAssembler()
            self._message = Message(id=new_id("msg"), role="assistant", parts=(), model=model, mode=mode, cut=True)
        self._turn.take(event)

    def end(self) -> None:
        """Know that it is over: it is in the conversation now, or never will be."""
        self._turn = self._message = None

    def after(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return *messages* and this one as far as it came, marked as cut."""
        if self._turn is None or self._message is None:
            return messages
        grown = self._turn.message(self._message.model, cut=True)
        if grown is None:
            return messages
        same = {"id": self._message.id, "created": self._message.created, "mode": self._message.mode}
        self._message = grown.model_copy(update={**same, "parts": (*grown.parts, *self._meanwhile)})
        return (*messages, self._message)

    def without(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return *messages*, put together with the note's, without this one; what somebody wrote into it is kept."""
        mine = self._message
        for message in messages:
            if mine is not None and message.id == mine.id:
                hidden = (part for part in message.parts if isinstance(part, TextPart) and part.hidden)
                self._meanwhile = tuple(part for part in hidden if part.text.startswith(CONFLICTING_EDIT_LABEL))
        return tuple(message for message in messages if mine is None or message.id != mine.id)

    def settle_into(self, conversation: Conversation, message: Message) -> None:
        """Put what somebody wrote into the note of it into *message*, which it became."""
        if self._meanwhile and message.role == "assistant":
            conversation.replace(message.model_copy(update={"parts": (*message.parts, *self._meanwhile)}))
            self._meanwhile = ()

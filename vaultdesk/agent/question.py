"""A question of the user with its context items, images and mode."""

from msgspec import Struct

from vaultdesk.chat.messages import ContextItem, ImagePart, Message, user_message
from vaultdesk.core.values import replace


class Question(Struct, frozen=True):
    """One question before it becomes a message of a conversation."""

    text: str
    context: tuple[ContextItem, ...] = ()
    """The attached items, in order."""
    images: tuple[ImagePart, ...] = ()
    mode: str = ""
    """A `settings_schema.ModeName`; empty for that of the conversation, then of the settings."""
    plan_first: bool = False
    """True if a plan is wanted before anything is done."""

    @classmethod
    def of(cls, question: "Question | str") -> "Question":
        """Return *question*, made from its text if it is a string."""
        return cls(question) if isinstance(question, str) else question

    @property
    def is_empty(self) -> bool:
        """Whether it has neither text nor attachments."""
        return not (self.text.strip() or self.context or self.images)

    def merged_after(self, earlier: "Question") -> "Question":
        """Return one question made of *earlier* followed by this one, for text typed in two steps."""
        return replace(
            self,
            text="\n".join(part for part in (earlier.text, self.text) if part),
            context=tuple(dict.fromkeys((*earlier.context, *self.context))),
            images=(*earlier.images, *self.images),
            mode=self.mode or earlier.mode,
            plan_first=self.plan_first or earlier.plan_first,
        )

    @classmethod
    def from_message(cls, message: Message, *, plan_first: bool = False) -> "Question":
        return cls(message.text, message.context, message.images, message.mode, plan_first)

    def message(self) -> Message:
        return user_message(self.text, self.images, self.context, self.mode)

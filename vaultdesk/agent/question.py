"""A question of the user with its context items, images and mode."""

from dataclasses import dataclass, replace

from vaultdesk.chat.messages import ContextItem, ImagePart, Message, user_message


@dataclass(frozen=True, slots=True)
class Question:
    """One question, before it is a message of a conversation."""

    text: str
    context: tuple[ContextItem, ...] = ()
    """What was laid beside it, in the order it was."""
    images: tuple[ImagePart, ...] = ()
    mode: str = ""
    """A `settings_groups.ModeName`; empty follows the conversation, then the settings."""
    plan_first: bool = False
    """True where a plan is wanted before anything is done."""

    @classmethod
    def of(cls, question: "Question | str") -> "Question":
        """Return *question*, or the question that is only these words."""
        return cls(question) if isinstance(question, str) else question

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked."""
        return not (self.text.strip() or self.context or self.images)

    def merged_after(self, other: "Question") -> "Question":
        """Return one question of both, *other* before this: what was typed in two goes is asked as one."""
        return replace(
            self,
            text="\n".join(part for part in (other.text, self.text) if part),
            context=tuple(dict.fromkeys((*other.context, *self.context))),
            images=(*other.images, *self.images),
            mode=self.mode or other.mode,
            plan_first=self.plan_first or other.plan_first,
        )

    @classmethod
    def from_message(cls, message: Message, *, plan_first: bool = False) -> "Question":
        """Return the question in *message*."""
        return cls(message.text, message.context, message.images, message.mode, plan_first)

    def message(self) -> Message:
        """Return it as a new message."""
        return user_message(self.text, self.images, self.context, self.mode)

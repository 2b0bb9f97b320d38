"""The definition of a word for a vocabulary card, requested from a model."""

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.run import RunFailed
from vaultdesk.chat.attached_text import wrap_attached
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.core.errors import ProviderBroken, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.builtin.vocabulary_word import MAX_MEANING_CHARACTERS, VocabularyWord

DEFINITION_QUESTION = (
    "What does the word or phrase above mean? It is for a card to learn it by. Answer with its meaning alone: one or "
    "two short phrases of at most 200 characters, plain text without quotes or Markdown, no sentence around it. If it "
    "is a word of another language than English, give the English meaning."
)
"""The question to the model; the word is placed before it, as text of its note."""

QUOTE_CHARACTERS = "\"'“”„«»*_` "


async def define_word(word: VocabularyWord, agent: Agent) -> str:
    """Return *agent*'s definition of *word*, under the privacy rules of its note. Raises `VaultDeskError`."""
    conversation = Conversation(title=word.word, choices=ChatChoices(mode="chat"))
    source = Source(path=word.path, characters=len(word.word))
    shown = TextPart(text=wrap_attached(word.word, word=word.path), sources=(source,))
    conversation.append(Message(role="user", parts=(shown, TextPart(text=DEFINITION_QUESTION)), mode="chat"))
    failed: VaultDeskError | None = None
    async with agent.with_purpose("definition").retry(conversation) as run:
        async for event in run:
            if isinstance(event, RunFailed):
                failed = event.error
    if failed is not None:
        raise failed
    answer = conversation.messages[-1]
    text = answer.text.strip() if answer.role == "assistant" else ""
    meaning = "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip()).strip(QUOTE_CHARACTERS)
    if not meaning or answer.cut:
        raise ProviderBroken(
            Phrase("The model gave no meaning."), hint=Phrase("Ask again, or write it yourself."), kind="protocol"
        )
    return meaning[:MAX_MEANING_CHARACTERS]

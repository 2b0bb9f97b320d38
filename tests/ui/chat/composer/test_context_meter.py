"""Tests of ui/chat/composer/context_meter.py."""

import asyncio
from dataclasses import dataclass, field

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import UsageError
from vaultdesk.ui.chat.composer.context_meter import ContextRing, ContextWindowMeter, LongConversationBanner

# Context ring.


@dataclass(frozen=True)
class Fill:
    used: int
    window: int
    summarized_messages: int = 0
    is_nearly_full: bool = False


def test_ring_states_its_numbers_and_is_hidden_without_any() -> None:
    ring = ContextRing()
    assert ring.isHidden()
    ring.show_fill(Fill(12_400, 128_000))
    assert ring.toolTip() == "12k of 128k tokens of the model’s context window (10 %)"
    assert ring.accessibleName() == "Context: 12k of 128k tokens of the model’s context window (10 %)"
    ring.show_fill(Fill(900, 0, summarized_messages=12))
    assert ring.toolTip() == (
        "About 900 tokens. The size of the model’s context window is not known.\n12 messages are summarized"
    )
    ring.show_fill(None)
    assert ring.isHidden()


def test_ring_is_painted_differently_as_it_fills() -> None:
    ring = ContextRing()
    images = set()
    for used in (0, 300, 850, 1_200):
        ring.show_fill(Fill(used, 1_000))
        image = ring.grab().toImage()
        images.add(bytes(image.constBits()))
    assert len(images) == 4


# Context window meter: it measures after a pause in typing, the latest question wins, and a closed banner stays closed.


@dataclass
class Draft:
    """The question that would be sent."""

    conversation: Conversation = field(default_factory=Conversation)
    question: Question = field(default_factory=lambda: Question("why"))
    model: str | None = None

    async def profile(self) -> AgentProfile:
        return DEFAULT_PROFILE


class CharacterCounter:
    """Counts each character as a token."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.measured: list[str] = []
        self.broken = False

    async def measure(
        self, conversation: Conversation, question: Question, model: str | None, profile: AgentProfile
    ) -> Fill:
        self.measured.append(question.text)
        await self.gate.wait()
        if self.broken:
            raise UsageError("There is no such model")
        used = len(question.text)
        return Fill(used, 10, summarized_messages=len(conversation.checkpoints), is_nearly_full=used >= 8)


class Scene:
    """A ring, a banner, and a meter over a fake token counter."""

    def __init__(self) -> None:
        self.draft, self.counter = Draft(), CharacterCounter()
        self.ring, self.banner = ContextRing(), LongConversationBanner()
        self.meter = ContextWindowMeter(self.counter, lambda: self.draft, self.ring, self.banner)


@on_qt_loop
async def test_context_is_measured_after_a_pause_in_typing() -> None:
    scene = Scene()
    for text in ("w", "wh", "why?"):
        scene.draft.question = Question(text)
        scene.meter.measure_soon()
    await until(lambda: not scene.ring.isHidden())
    assert scene.counter.measured == ["why?"]
    assert scene.ring.fill_share == 0.4


@on_qt_loop
async def test_only_the_latest_question_waits_during_a_measurement() -> None:
    scene = Scene()
    scene.counter.gate.clear()
    scene.meter.measure()
    await until(lambda: scene.counter.measured == ["why"])
    for text in ("a", "ab", "abcdef"):
        scene.draft.question = Question(text)
        scene.meter.measure()
    scene.counter.gate.set()
    await until(lambda: scene.ring.fill_share == 0.6)
    assert scene.counter.measured == ["why", "abcdef"]


@on_qt_loop
async def test_long_conversation_shows_a_banner_until_it_is_closed() -> None:
    scene, emitted = Scene(), []
    scene.banner.new_chat_requested.connect(lambda: emitted.append(True))
    scene.draft.question = Question("12345678")
    scene.meter.measure()
    await until(lambda: not scene.banner.isHidden())
    assert scene.banner.text() == "This conversation is getting long. Older parts will be summarized."
    scene.banner.links[0].click()
    assert emitted == [True]
    assert scene.banner._close_button is not None
    scene.banner._close_button.click()
    scene.meter.measure()
    await until(lambda: len(scene.counter.measured) == 2 and not scene.meter._busy)
    assert scene.banner.isHidden()
    scene.banner.show_fill("another", Fill(9, 10, is_nearly_full=True))
    assert not scene.banner.isHidden()
    scene.banner.show_fill("another", Fill(3, 10, summarized_messages=12))
    assert scene.banner.text() == "12 messages are summarized for the model. The chat itself is unchanged."
    scene.banner.show_fill("another", Fill(3, 10))
    assert scene.banner.isHidden()


@on_qt_loop
async def test_meter_is_hidden_if_the_model_is_unavailable() -> None:
    scene = Scene()
    scene.meter.measure()
    await until(lambda: not scene.ring.isHidden())
    scene.counter.broken = True
    scene.meter.measure()
    await until(scene.ring.isHidden)

"""Tests of ui/chat/composer/context_meter.py."""

import asyncio
from dataclasses import dataclass, field

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import UsageError
from vaultdesk.ui.chat.composer.context_meter import ContextRing, ContextWindowMeter, LongConversationBanner

# Meter ring.


@dataclass(frozen=True)
class Fill:
    used: int
    window: int
    summarized_messages: int = 0
    is_nearly_full: bool = False


def test_the_ring_tells_its_numbers_and_is_out_of_sight_without_any() -> None:
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


def test_it_is_drawn_fuller_and_in_other_colours_the_nearer_the_end_is() -> None:
    ring = ContextRing()
    pictures = set()
    for used in (0, 300, 850, 1_200):
        ring.show_fill(Fill(used, 1_000))
        picture = ring.grab().toImage()
        pictures.add(bytes(picture.constBits()))
    assert len(pictures) == 4


# Window meter: typing comes to a rest first, the newest question wins, and a closed banner stays away.


@dataclass
class Asked:
    """What would be asked."""

    conversation: Conversation = field(default_factory=Conversation)
    question: Question = field(default_factory=lambda: Question("why"))
    model: str | None = None

    async def profile(self) -> AgentProfile:
        return DEFAULT_PROFILE


class Counting:
    """A meter that tells a letter as a token."""

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
    """A ring, a banner, and something to measure."""

    def __init__(self) -> None:
        self.asked, self.counting = Asked(), Counting()
        self.ring, self.banner = ContextRing(), LongConversationBanner()
        self.meter = ContextWindowMeter(self.counting, lambda: self.asked, self.ring, self.banner)


@on_qt_loop
async def test_it_is_measured_when_typing_rests() -> None:
    scene = Scene()
    for text in ("w", "wh", "why?"):
        scene.asked.question = Question(text)
        scene.meter.measure_soon()
    await until(lambda: not scene.ring.isHidden())
    assert scene.counting.measured == ["why?"]
    assert scene.ring.fill_share == 0.4


@on_qt_loop
async def test_while_one_is_measured_only_the_newest_waits() -> None:
    scene = Scene()
    scene.counting.gate.clear()
    scene.meter.measure()
    await until(lambda: scene.counting.measured == ["why"])
    for text in ("a", "ab", "abcdef"):
        scene.asked.question = Question(text)
        scene.meter.measure()
    scene.counting.gate.set()
    await until(lambda: scene.ring.fill_share == 0.6)
    assert scene.counting.measured == ["why", "abcdef"]


@on_qt_loop
async def test_a_long_conversation_is_said_and_once_closed_not_again() -> None:
    scene, emitted = Scene(), []
    scene.banner.new_chat_requested.connect(lambda: emitted.append(True))
    scene.asked.question = Question("12345678")
    scene.meter.measure()
    await until(lambda: not scene.banner.isHidden())
    assert scene.banner.text() == "This conversation is getting long. Older parts will be summarized."
    scene.banner.links[0].click()
    assert emitted == [True]
    assert scene.banner._close_button is not None
    scene.banner._close_button.click()
    scene.meter.measure()
    await until(lambda: len(scene.counting.measured) == 2 and not scene.meter._busy)
    assert scene.banner.isHidden()
    scene.banner.show_fill("another", Fill(9, 10, is_nearly_full=True))
    assert not scene.banner.isHidden()
    scene.banner.show_fill("another", Fill(3, 10, summarized_messages=12))
    assert scene.banner.text() == "12 messages are summarized for the model. The chat itself is unchanged."
    scene.banner.show_fill("another", Fill(3, 10))
    assert scene.banner.isHidden()


@on_qt_loop
async def test_who_cannot_be_asked_has_no_numbers() -> None:
    scene = Scene()
    scene.meter.measure()
    await until(lambda: not scene.ring.isHidden())
    scene.counting.broken = True
    scene.meter.measure()
    await until(scene.ring.isHidden)

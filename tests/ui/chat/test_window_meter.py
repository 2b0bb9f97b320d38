"""Window meter: typing comes to a rest first, the newest question wins, and a closed banner stays away."""

import asyncio
from dataclasses import dataclass, field

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.test_meter_ring import Fill
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import UsageError
from vaultdesk.ui.chat.meter_ring import MeterRing
from vaultdesk.ui.chat.window_meter import LongBanner, WindowMeter


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
        return Fill(used, 10, summed_up=len(conversation.checkpoints), near=used >= 8)


class Scene:
    """A ring, a banner, and something to measure."""

    def __init__(self) -> None:
        self.asked, self.counting = Asked(), Counting()
        self.ring, self.banner = MeterRing(), LongBanner()
        self.meter = WindowMeter(self.counting, lambda: self.asked, self.ring, self.banner)


@on_qt_loop
async def test_it_is_measured_when_typing_rests() -> None:
    scene = Scene()
    for words in ("w", "wh", "why?"):
        scene.asked.question = Question(words)
        scene.meter.measure_soon()
    await until(lambda: not scene.ring.isHidden())
    assert scene.counting.measured == ["why?"]
    assert scene.ring.part == 0.4


@on_qt_loop
async def test_while_one_is_measured_only_the_newest_waits() -> None:
    scene = Scene()
    scene.counting.gate.clear()
    scene.meter.measure()
    await until(lambda: scene.counting.measured == ["why"])
    for words in ("a", "ab", "abcdef"):
        scene.asked.question = Question(words)
        scene.meter.measure()
    scene.counting.gate.set()
    await until(lambda: scene.ring.part == 0.6)
    assert scene.counting.measured == ["why", "abcdef"]


@on_qt_loop
async def test_a_long_conversation_is_said_and_once_closed_not_again() -> None:
    scene, wanted = Scene(), []
    scene.banner.fresh_requested.connect(lambda: wanted.append(True))
    scene.asked.question = Question("12345678")
    scene.meter.measure()
    await until(lambda: not scene.banner.isHidden())
    assert scene.banner.text() == "This conversation is getting long: older parts will be summed up."
    scene.banner.links[0].click()
    assert wanted == [True]
    assert scene.banner._cross is not None
    scene.banner._cross.click()
    scene.meter.measure()
    await until(lambda: len(scene.counting.measured) == 2 and not scene.meter._busy)
    assert scene.banner.isHidden()
    scene.banner.show_fill("another", Fill(9, 10, near=True))
    assert not scene.banner.isHidden()
    scene.banner.show_fill("another", Fill(3, 10, summed_up=12))
    assert scene.banner.text() == "12 messages are summed up for the model; the chat is whole."
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

from collections.abc import AsyncGenerator

from tests.providers.asking import ask, request
from vaultdesk.core.destination import Destination
from vaultdesk.providers.events import ModelEvent, TextArrived, TurnEnded
from vaultdesk.providers.onward import HandsOn, Onward
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Provider

HERE = Destination("Ollama", "127.0.0.1:11434", local=True)
CLOUD = Destination("Ollama", "ollama.com", local=False)


class Server:
    """A server on this computer, which hands some models' questions on."""

    destination = HERE

    def __init__(self, **elsewhere: str) -> None:
        self.elsewhere_by_model = elsewhere
        self.closed = False

    async def elsewhere(self, model: str) -> str:
        return self.elsewhere_by_model.get(model, "")

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        yield TextArrived("Hello")
        yield TurnEnded("end")

    async def models(self) -> tuple[ModelInfo, ...]:
        return (ModelInfo("a"),)

    async def aclose(self) -> None:
        self.closed = True


class Gate:
    """Notes where to it let something go."""

    passed: list[Destination]

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.destination = provider.destination
        self.passed = []

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        self.passed.append(self.provider.destination)
        async for event in self.provider.stream(request):
            yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        raise AssertionError("a list carries no note text")

    async def aclose(self) -> None:
        await self.provider.aclose()


def onward(server: Server, known: str = "") -> tuple[Onward, Gate]:
    gates: list[Gate] = []

    def gate(provider: Provider) -> Provider:
        gates.append(Gate(provider))
        return gates[-1]

    return Onward(server, server, known, gate), gates[0]


async def test_what_a_server_here_hands_on_passes_the_gate_with_the_name_of_who_gets_it() -> None:
    provider, gate = onward(Server(scripted="ollama.com"))
    assert provider.destination == HERE

    outcome = await ask(provider, request())

    assert (outcome.text, outcome.stop) == ("Hello", "end")
    assert gate.passed == [CLOUD]
    assert provider.destination == CLOUD


async def test_what_stays_on_this_computer_passes_it_as_such() -> None:
    provider, gate = onward(Server(), known="ollama.com")
    assert provider.destination == CLOUD

    assert (await ask(provider, request())).stop == "end"
    assert gate.passed == [HERE]
    assert provider.destination == HERE


async def test_all_else_is_the_servers_own() -> None:
    server = Server()
    provider, _ = onward(server)

    assert isinstance(server, HandsOn)
    assert await provider.models() == (ModelInfo("a"),)
    await provider.aclose()
    assert server.closed

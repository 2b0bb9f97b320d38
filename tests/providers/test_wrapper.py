from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.scripted import ScriptedProvider
from vaultdesk.providers.wrapper import Wrapper


async def test_what_a_wrapper_does_not_change_is_the_wrapped_ones() -> None:
    inner = ScriptedProvider([])
    wrapper = Wrapper(inner)

    assert wrapper.destination == inner.destination
    assert await wrapper.models() == (ModelInfo("scripted"),)
    await wrapper.aclose()
    assert inner.closed

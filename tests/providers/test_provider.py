from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart, user_message
from vaultdesk.privacy.gate import DisclosureGate
from vaultdesk.providers.adaptive_tools import AdaptiveTools
from vaultdesk.providers.anthropic import AnthropicMessages
from vaultdesk.providers.codex.provider import Codex
from vaultdesk.providers.lmstudio import LMStudio
from vaultdesk.providers.offline import OfflineAssistant
from vaultdesk.providers.ollama import Ollama
from vaultdesk.providers.onward import Onward
from vaultdesk.providers.openai_chat import OpenAIChat
from vaultdesk.providers.openai_responses import OpenAIResponses
from vaultdesk.providers.priced import Priced
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.retry import Retrying
from vaultdesk.providers.scripted import ScriptedProvider
from vaultdesk.providers.sight import Sight
from vaultdesk.providers.tool_text.emulation import ToolEmulation
from vaultdesk.providers.unstreamed import Unstreamed

PROVIDERS = (
    OpenAIChat,
    OpenAIResponses,
    AnthropicMessages,
    Ollama,
    LMStudio,
    Codex,
    OfflineAssistant,
    ScriptedProvider,
)
WRAPPERS = (Retrying, AdaptiveTools, ToolEmulation, Sight, Priced, Unstreamed, Onward, DisclosureGate)


def test_every_provider_and_wrapper_has_the_shape() -> None:
    shape = {name for name in vars(Provider) if not name.startswith("_")}

    for cls in (*PROVIDERS, *WRAPPERS):
        assert shape <= set(dir(cls))


def test_a_request_knows_whose_text_it_carries() -> None:
    note, other = Source(path="a.md", characters=5), Source(path="b.md", characters=7)
    attached = Message(role="user", parts=(TextPart(text="Q"), TextPart(text="note", sources=(note,))))
    found = Message(role="tool", parts=(ToolResultPart(call_id="a", name="file_read", content="", sources=(other,)),))

    assert ModelRequest("m", "", (attached, found, user_message("R"))).sources == (note, other)

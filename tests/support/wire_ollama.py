"""Wire ollama: what a scripted server answers over Ollama's /api/chat, as bytes. Serves nothing."""

from tests.support.wire_turns import Turn


def encoded(turn: Turn) -> list[bytes]:
    """Return the events of *turn*."""
    raise NotImplementedError(turn)

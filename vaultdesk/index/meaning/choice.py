"""Choice: the embedder that reads, and the one that answers while the first is not done. Embeds nothing itself."""

from collections.abc import Callable

from vaultdesk.core.errors import MeaningFailed
from vaultdesk.index.meaning.embedder import Embedder
from vaultdesk.index.meaning.model_store import Model

Chosen = Callable[[], Embedder | None]
"""The embedder by the settings; None: switched off. Raises `MeaningFailed` with `absent` where it is not here."""

Named = Callable[[str], Embedder | None]
"""The embedder of that `Embedder.name`, as it was used before; None where it can no longer be had."""


class Choice:
    """Belongs to the loop."""

    def __init__(self, chosen: Chosen, named: Named) -> None:
        self._chosen, self._named = chosen, named
        self.reader: Embedder | None = None
        """Reads the notes."""
        self.answerer: Embedder | None = None
        """Reads the questions."""
        self.answering: Model | None = None
        """Whose vectors answer."""
        self.in_use = False
        """Whether one of them may be in memory."""

    async def renew(self) -> Embedder | None:
        """Look again at what is chosen. Raises `VaultDeskError`, and reads for nobody then."""
        before, self.reader = self.reader, None
        try:
            chosen = self._chosen()
            # The one in memory goes on where the same is chosen.
            self.reader = before if before is not None and chosen is not None and before.name == chosen.name else chosen
        finally:
            if before is not None and self.reader is not before and self.answerer is not before:
                await before.aclose()
        return self.reader

    def older_of(self, models: list[Model], mine: Model) -> tuple[Model, Embedder] | None:
        """Return the complete model that is to answer until *mine* is complete, and its embedder."""
        if mine.complete:
            return None
        for model in reversed([model for model in models if model.complete and model.id != mine.id]):
            embedder = self._known(model.name)
            if embedder is not None:
                return model, embedder
        return None

    async def answer_with(self, model: Model | None, embedder: Embedder | None) -> None:
        """Have questions answered by this model from now on."""
        before, self.answerer, self.answering = self.answerer, embedder, model
        if before is not None and before is not embedder and before is not self.reader:
            await before.aclose()

    async def rest(self) -> None:
        """Free the memory; what is asked next loads its model again."""
        self.in_use = False
        for embedder in {id(one): one for one in (self.reader, self.answerer) if one is not None}.values():
            await embedder.aclose()

    def _known(self, name: str) -> Embedder | None:
        for embedder in (self.answerer, self.reader):
            if embedder is not None and embedder.name == name:
                return embedder
        try:
            return self._named(name)
        except MeaningFailed:
            return None

"""EmbeddingTrial: does a model make embeddings? Asks it once with words of ours; sends no note."""

import time
from dataclasses import dataclass

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import ProviderError, UsageError
from vaultdesk.providers.catalog import Catalog

TRIAL = ("Where did I note the price of the heat pump?", "Heating")
"""What is sent: ours, and never a person's."""


@dataclass(frozen=True, slots=True)
class EmbeddingTrial:
    """What the trial came to."""

    ok: bool
    message: str
    """One or two sentences for people."""
    destination: Destination | None = None
    """Where texts would go; None where nobody was asked."""


async def tried(catalog: Catalog, label: str) -> EmbeddingTrial:
    """Ask the model *label*, `provider/model`, for two vectors. Raises nothing for the world's doing."""
    began = time.monotonic()
    try:
        source = catalog.embeddings(label, lambda bare, _label: bare)
    except UsageError as problem:
        return EmbeddingTrial(False, str(problem))
    try:
        destination = await source.settle()
        vectors = await source.vectors(TRIAL)
    except ProviderError as problem:
        return EmbeddingTrial(False, str(problem), source.destination)
    finally:
        await source.aclose()
    seconds = time.monotonic() - began
    where = "on this computer" if destination.local else f"at {destination.host}"
    told = f"It answered {where} in {seconds:.1f} s with {len(vectors[0]):,} numbers a text."
    return EmbeddingTrial(True, told, destination)

"""Model entries: the models to choose from as the lines of a list: under their providers, kept to the words typed."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.chat.chat_vault import NamedModel
from vaultdesk.ui.core_words import in_words
from vaultdesk.ui.model_words import ability_words

BUILT_IN = "offline/"
"""How the label of the assistant without a model begins."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One line: a model, or a provider's name over its models."""

    title: str
    words: str = ""
    """What it can do, in a few words."""
    model: NamedModel | None = None
    """None for a provider's name."""

    @property
    def why(self) -> str:
        """Why it is given tools as it is; empty for a provider."""
        return self.model.why if self.model is not None else ""

    @property
    def downgraded(self) -> bool:
        """Whether it is given tools otherwise than by its own means."""
        return self.model is not None and self.model.way != "native"


def is_built_in(model: NamedModel) -> bool:
    """Tell whether *model* is the assistant without a model."""
    return model.label.startswith(BUILT_IN)


def model_words(model: NamedModel) -> str:
    """Return what *model* can do, in one line."""
    return ability_words(model.way, sees=model.sees, thinks=model.thinks, context=model.context, local=model.local)


def model_name(model: NamedModel) -> str:
    """Return how *model* is called where its provider is named beside it."""
    return in_words(model.title) if is_built_in(model) else model.label.partition("/")[2] or model.title


def model_entries(models: Sequence[NamedModel], wanted: str = "") -> list[ModelEntry]:
    """Return the lines for *models*: those in whose names and abilities every word of *wanted* stands."""
    words = wanted.casefold().split()
    groups: dict[str, list[ModelEntry]] = {}
    for model in models:
        entry = ModelEntry(model_name(model), model_words(model), model)
        said = f"{model.label} {model.title} {entry.title} {entry.words}".casefold()
        if all(word in said for word in words):
            groups.setdefault(_heading(model), []).append(entry)
    # What is always there comes last: who looks through the list looks for another one.
    ordered = sorted(groups.items(), key=lambda group: group[0] == _built_in())
    return [line for heading, lines in ordered for line in (ModelEntry(heading), *lines)]


def _heading(model: NamedModel) -> str:
    if is_built_in(model):
        return _built_in()
    return in_words(model.provider)


def _built_in() -> str:
    return QCoreApplication.translate("ModelEntries", "Built in")

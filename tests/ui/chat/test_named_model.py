"""Tests of named_model.py."""

from vaultdesk.ui.chat.named_model import NamedModel
from vaultdesk.workspace import ModelChoice


def test_the_models_of_a_workspace_are_named_models() -> None:
    choice = ModelChoice("a/b", "A", local=True)
    assert all(hasattr(choice, name) for name in vars(NamedModel) if not name.startswith("_"))

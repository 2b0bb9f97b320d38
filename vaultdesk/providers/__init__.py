"""Model providers behind one interface. The only package that imports vendor SDKs."""

from vaultdesk.providers.catalog import Catalog, ChosenModel, KeyTest
from vaultdesk.providers.provider import ModelRequest, Provider, ToolSpec

__all__ = ["Catalog", "ChosenModel", "KeyTest", "ModelRequest", "Provider", "ToolSpec"]

"""Providers: everyone a question can be put to, behind one shape; the only room that knows a vendor's SDK."""

from vaultdesk.providers.catalog import Catalog, ChosenModel, KeyTest
from vaultdesk.providers.provider import ModelRequest, Provider, ToolSpec

__all__ = ["Catalog", "ChosenModel", "KeyTest", "ModelRequest", "Provider", "ToolSpec"]

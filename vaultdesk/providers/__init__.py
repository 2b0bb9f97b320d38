"""Model providers behind one interface. The only package that imports vendor SDKs."""

from vaultdesk.providers.catalog import Catalog, ChosenModel, KeyTestResult
from vaultdesk.providers.provider import ModelRequest, Provider, ToolSpec

__all__ = ["Catalog", "ChosenModel", "KeyTestResult", "ModelRequest", "Provider", "ToolSpec"]

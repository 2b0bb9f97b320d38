"""Endpoint: the local OpenAI-Responses endpoint, so that other programs can use every model the person set up."""

from vaultdesk.endpoint.models import LentModels
from vaultdesk.endpoint.seal import Seal
from vaultdesk.endpoint.server import serve_responses
from vaultdesk.endpoint.token import secret_in, token_in

__all__ = ["LentModels", "Seal", "secret_in", "serve_responses", "token_in"]

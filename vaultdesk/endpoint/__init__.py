"""Local endpoint with the OpenAI Responses API, through which other programs use the configured models."""

from vaultdesk.endpoint.access_guard import endpoint_secret, endpoint_token
from vaultdesk.endpoint.lent_models import LentModels
from vaultdesk.endpoint.sealed_state import StateSeal
from vaultdesk.endpoint.server import serve_responses

__all__ = ["LentModels", "StateSeal", "endpoint_secret", "endpoint_token", "serve_responses"]

"""Local endpoint with the OpenAI Responses API, through which other programs use the configured models."""

from vaultdesk.endpoint.access_guard import endpoint_secret, endpoint_token
from vaultdesk.endpoint.endpoint_request import StateSigner
from vaultdesk.endpoint.server import serve_responses
from vaultdesk.endpoint.shared_models import SharedModels

__all__ = ["SharedModels", "StateSigner", "endpoint_secret", "endpoint_token", "serve_responses"]

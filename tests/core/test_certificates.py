"""Tests of core/certificates.py."""

import os
import ssl
from pathlib import Path

import pytest
import trustme

from vaultdesk.core.certificates import ssl_context_for
from vaultdesk.core.errors import ProviderRefused, WebUnreachable
from vaultdesk.providers.http_connection import Timeouts, http_client, openai_address
from vaultdesk.web.web_client import preload_http


@pytest.fixture(autouse=True)
def no_named_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


def test_connections_share_the_certificates_of_this_computer() -> None:
    context = ssl_context_for("https://api.example.com")
    assert context is ssl_context_for("HTTPS://pages.example.com")
    assert context.check_hostname
    assert context.verify_mode == ssl.CERT_REQUIRED


def test_named_certificates_are_used_and_loaded_again_when_their_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "company.pem"
    trustme.CA(organization_name="First").cert_pem.write_to_path(file)
    of_computer = ssl_context_for("https:")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    first = ssl_context_for("https:")
    assert first is not of_computer
    assert len(first.get_ca_certs()) == 1
    trustme.CA(organization_name="Second").cert_pem.write_to_path(file)
    os.utime(file, ns=(0, 1))
    assert "Second" in str(ssl_context_for("https:").get_ca_certs())


def test_a_connection_without_encryption_needs_no_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))
    context = ssl_context_for("http://localhost:11434")
    assert (context.get_ca_certs(), context.verify_mode) == ([], ssl.CERT_REQUIRED)
    http_client(openai_address("http://localhost:1234"), {}, Timeouts())


async def test_a_missing_file_of_certificates_is_reported_for_web_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))
    await preload_http("http://localhost:8080")
    with pytest.raises(WebUnreachable, match="cannot be read"):
        await preload_http("https://pages.example.com")


def test_a_missing_file_of_certificates_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))
    with pytest.raises(ProviderRefused, match="cannot be read") as caught:
        http_client(openai_address("https://api.example.com"), {}, Timeouts())
    assert "SSL_CERT_FILE" in str(caught.value.hint)

"""The certificates that this computer trusts, loaded once for all connections."""

import functools
import os
import ssl
from pathlib import Path

from vaultdesk.core.phrases import Phrase

CERTIFICATES_UNREADABLE = Phrase("The certificates for encrypted connections cannot be read")
CERTIFICATES_HINT = Phrase("The variables SSL_CERT_FILE and SSL_CERT_DIR must name existing certificates, or be unset.")


def ssl_context_for(url: str) -> ssl.SSLContext:
    """Return the shared context of connections to *url*.

    For `https:` it has the certificates that `SSL_CERT_FILE` or `SSL_CERT_DIR` name, else those of this computer, and
    they are loaded again if they have changed. Loading takes 30 ms, and every client without a given context would load
    its own. For `http:` it trusts no certificate, so that a server on this computer can be used without any. Raises
    `OSError` if certificates cannot be read.
    """
    if not url.lower().startswith("https:"):
        return _empty_context()
    paths = ssl.get_default_verify_paths()
    named = [path for path in map(os.environ.get, ("SSL_CERT_FILE", "SSL_CERT_DIR")) if path]
    return _loaded_context(
        tuple((path, _modified(path)) for path in (*named, paths.openssl_cafile, paths.openssl_capath))
    )


@functools.cache
def _empty_context() -> ssl.SSLContext:
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@functools.lru_cache(maxsize=1)
def _loaded_context(_sources: tuple[tuple[str, int], ...]) -> ssl.SSLContext:
    import httpx2  # takes 0.3 s; connections need it anyway

    return httpx2.create_ssl_context()


def _modified(path: str) -> int:
    """Return the time at which *path* was modified, in nanoseconds; 0 if it does not exist."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0

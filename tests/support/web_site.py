"""Web site: a loopback server in place of internet sites, and a client that resolves every name to it.

    with WebSite({"/page": page("<p>Hello</p>")}) as site:
        found = await PageFetcher(site.client()).page(site.url("heat-pumps.example", "/page"))

Only the resolver and the permitted address are replaced; everything else is the code of the program.
"""

import ssl
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import trustme

from tests.support.wire import WireServer
from tests.support.wire_turns import Raw, Recorded
from vaultdesk.web.ssrf_guard import SsrfGuard
from vaultdesk.web.web_client import WebClient, WebLimits

Route = Raw | Callable[[Recorded], Raw]


class WebSite(WireServer):
    """Serves *routes* under every host name. `looked_up` lists the resolved names."""

    def __init__(self, routes: Mapping[str, Route], *, secure: bool = False) -> None:
        super().__init__(routes={path: _answer(route) for path, route in routes.items()})
        self.looked_up: list[str] = []
        self._secure = secure
        if secure:
            self._server.socket = _serving().wrap_socket(self._server.socket, server_side=True)

    @property
    def port(self) -> int:
        """Port of the server."""
        return int(self._server.server_address[1])

    @property
    def paths(self) -> list[str]:
        """Paths of the requests, in order."""
        return [request.path for request in self.requests]

    def url(self, host: str, path: str = "/") -> str:
        """Return the URL of *path* on *host*."""
        return f"https://{host}{path}" if self._secure else f"http://{host}:{self.port}{path}"

    def guard(self, names: Mapping[str, Sequence[str]] | None = None) -> SsrfGuard:
        """Return a guard that resolves every name to this server, except *names*."""
        other_hosts = names or {}

        async def resolver(host: str, port: int) -> list[tuple[str, int]]:
            self.looked_up.append(host)
            if host in other_hosts:
                return [(ip, port) for ip in other_hosts[host]]
            return [("127.0.0.1", self.port)]

        return SsrfGuard(resolver, {("127.0.0.1", self.port)})

    def client(self, limits: WebLimits | None = None, guard: SsrfGuard | None = None) -> WebClient:
        """Return a client that resolves every name to this server."""
        return WebClient(guard or self.guard(), limits, _trusting() if self._secure else None)


def page(body: str, title: str = "A page", **headers: str) -> Raw:
    """Return an HTML page with *headers* such as `location="..."`."""
    html = f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{body}</body></html>"
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Raw(html.encode(), content_type="text/html; charset=utf-8", headers=named)


def moved(to: str, status: int = 302) -> Raw:
    """Return a redirect."""
    return Raw(b"", status, "text/plain", {"Location": to})


def data(value: Any, status: int = 200) -> Raw:
    """Return *value* as a JSON response."""
    import json

    return Raw(json.dumps(value).encode(), status, "application/json")


def _answer(route: Route) -> Callable[[Recorded], Raw]:
    return (lambda _request: route) if isinstance(route, Raw) else route


@cache
def _authority() -> trustme.CA:
    return trustme.CA()


@cache
def _serving() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    _authority().issue_cert("heat-pumps.example", "www.youtube.com").configure_cert(context)
    return context


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    _authority().configure_trust(context)
    return context

"""Foreign loopback: a loopback address that the program treats as that of another computer.

with WireServer(openai=[...]) as server:
    foreign_loopback(monkeypatch, "127.0.0.2")
    ... base_url=server.url.replace("127.0.0.1", "127.0.0.2")
"""

import pytest

from vaultdesk.core import this_computer


def foreign_loopback(patch: pytest.MonkeyPatch, *numbers: str) -> None:
    """Treat the addresses *numbers* as those of another computer until *patch* is undone."""
    own = this_computer.is_own_address

    def is_own_address(number: str) -> bool:
        return number not in numbers and own(number)

    patch.setattr(this_computer, "is_own_address", is_own_address)
    for module in ("vaultdesk.providers.http_connection",):
        patch.setattr(f"{module}.is_own_address", is_own_address)

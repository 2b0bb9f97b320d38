"""Wish: a plain start wants nothing, and what wants to be a link is known by its first letters."""

import pytest

from vaultdesk.core.platform.launch_request import PLAIN_LAUNCH, LaunchRequest, is_app_link


def test_a_plain_start_wants_nothing() -> None:
    assert LaunchRequest() == PLAIN_LAUNCH
    assert (PLAIN_LAUNCH.folder, PLAIN_LAUNCH.question, PLAIN_LAUNCH.link, PLAIN_LAUNCH.hidden) == (
        None,
        None,
        "",
        False,
    )


@pytest.mark.parametrize("text", ["vaultdesk://open", "VAULTDESK:", "vaultdesk:anything at all"])
def test_what_wants_to_be_a_link_is_known(text: str) -> None:
    assert is_app_link(text)


@pytest.mark.parametrize("text", ["", "vaultdesk", "vaultdesk/notes", "./vaultdesk:", "http://vaultdesk:80"])
def test_what_does_not_is_not(text: str) -> None:
    assert not is_app_link(text)

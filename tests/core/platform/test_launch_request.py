"""Launch requests: a plain launch requests nothing, and app links are recognized by their scheme."""

import pytest

from vaultdesk.core.platform.launch_request import PLAIN_LAUNCH, LaunchRequest, is_app_link


def test_a_plain_launch_requests_nothing() -> None:
    assert LaunchRequest() == PLAIN_LAUNCH
    assert (PLAIN_LAUNCH.folder, PLAIN_LAUNCH.question, PLAIN_LAUNCH.link, PLAIN_LAUNCH.hidden) == (
        None,
        None,
        "",
        False,
    )


@pytest.mark.parametrize("text", ["vaultdesk://open", "VAULTDESK:", "vaultdesk:anything at all"])
def test_an_app_link_is_recognized_by_its_scheme(text: str) -> None:
    assert is_app_link(text)


@pytest.mark.parametrize("text", ["", "vaultdesk", "vaultdesk/notes", "./vaultdesk:", "http://vaultdesk:80"])
def test_other_text_is_not_an_app_link(text: str) -> None:
    assert not is_app_link(text)

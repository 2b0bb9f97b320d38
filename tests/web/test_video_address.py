"""Video address: every shape a video's address has."""

import pytest

from vaultdesk.core.errors import AddressBarred
from vaultdesk.web.video_address import video_id

ID = "dQw4w9WgXcQ"

SHAPES = (
    ID, f"https://www.youtube.com/watch?v={ID}", f"http://youtube.com/watch?v={ID}&t=43s", f"youtu.be/{ID}",
    f"https://youtu.be/{ID}?si=AbC&t=10", f"https://m.youtube.com/watch?v={ID}", f"https://music.youtube.com/watch?v={ID}",
    f"https://www.youtube.com/watch?list=PL0&index=2&v={ID}#t=1m", f"https://www.youtube.com/shorts/{ID}",
    f"https://www.youtube.com/shorts/{ID}?feature=share", f"https://www.youtube.com/live/{ID}?si=x",
    f"https://www.youtube.com/embed/{ID}?start=5", f"https://www.youtube-nocookie.com/embed/{ID}",
    f"https://www.youtube.com/v/{ID}", f"  https://WWW.YouTube.com/watch?v={ID} ", f"www.youtube.com/watch?v={ID}",
    f"https://youtube.com./watch?v={ID}", f"https://www.youtube.com/watch/{ID}",
)  # fmt: skip

OTHERS = (
    "", "https://www.youtube.com/", "https://www.youtube.com/watch", "https://www.youtube.com/@someone",
    "https://www.youtube.com/playlist?list=PL0", f"https://youtube.com.evil.example/watch?v={ID}",
    f"https://evilyoutube.com/watch?v={ID}", f"ftp://www.youtube.com/watch?v={ID}", "https://youtu.be/",
    f"https://www.youtube.com/watch?v={ID}x", "https://www.youtube.com/watch?v=../../../etc", "https://vimeo.com/12345",
    "https://[", f"https://example.org/?v={ID}", "a video about pumps",
)  # fmt: skip


@pytest.mark.parametrize("text", SHAPES)
def test_a_video_is_known_by_every_shape_of_its_address(text: str) -> None:
    assert video_id(text) == ID


@pytest.mark.parametrize("text", OTHERS)
def test_what_names_no_video_is_told_as_that(text: str) -> None:
    with pytest.raises(AddressBarred, match="no address of a video"):
        video_id(text)

"""Pictures: files are named after their bytes, and what no file can hold stays in the note."""

import base64

import pytest

from vaultdesk.chat.messages import ImagePart
from vaultdesk.chat.note_format.pictures import bytes_of, file_name, linkable, no_pictures, unusual_bytes


def picture(data: str) -> ImagePart:
    return ImagePart(media_type="image/jpeg", data=data)


def test_the_same_bytes_have_the_same_name() -> None:
    one, other = picture(base64.b64encode(b"one").decode()), picture(base64.b64encode(b"other").decode())
    assert file_name(one) == file_name(picture(one.data))
    assert file_name(one) != file_name(other)
    assert file_name(one).endswith(".jpg")
    assert bytes_of(one) == b"one"
    assert unusual_bytes(one) == ""


@pytest.mark.parametrize("data", ["no base64", "YQ", "YR==", "YQ==\n", "é"])
def test_text_that_is_no_plain_base64_stays_in_the_note(data: str) -> None:
    assert bytes_of(picture(data)) is None
    assert unusual_bytes(picture(data)) == data


def test_a_link_can_name_most_files() -> None:
    assert [linkable(path) for path in ("a/b c.png", "", "a#b.png", "a|b.png", "a]].png")] == [
        True,
        False,
        False,
        False,
        False,
    ]
    assert no_pictures("a.png") is None

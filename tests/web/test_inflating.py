"""Inflating: compression undone within a limit, fed in pieces or in one gulp."""

import gzip
import zlib

import pytest

from vaultdesk.core.errors import WebRefused
from vaultdesk.web.inflating import Inflating

TEXT = b"Heat pumps work well in old houses. " * 200


def raw_deflate(text: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-15)
    return packing.compress(text) + packing.flush()


PACKED = {
    "": TEXT,
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "GZIP": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    "deflate ": raw_deflate(TEXT),
}


@pytest.mark.parametrize("encoding", PACKED)
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_pieces_of_any_size_give_the_same_text(encoding: str, size: int) -> None:
    packed, inflating = PACKED[encoding], Inflating(encoding, len(TEXT))

    found = b"".join(inflating.feed(packed[at : at + size]) for at in range(0, len(packed), size))

    assert found == TEXT


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_is_refused_before_it_unfolds(encoding: str) -> None:
    bomb = (gzip.compress if encoding == "gzip" else zlib.compress)(b"\0" * 50_000_000)
    inflating = Inflating(encoding, 1_000_000)

    with pytest.raises(WebRefused, match="too large"):
        inflating.feed(bomb)


def test_what_is_not_packed_has_the_same_limit() -> None:
    inflating = Inflating("", 10)

    assert inflating.feed(b"x" * 10) == b"x" * 10
    with pytest.raises(WebRefused, match="too large"):
        inflating.feed(b"x")


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "compress"])
def test_packing_that_was_not_asked_for_is_refused(encoding: str) -> None:
    with pytest.raises(WebRefused):
        Inflating(encoding, 10)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_broken_packing_is_told_as_that(encoding: str) -> None:
    with pytest.raises(WebRefused, match="packed wrongly"):
        Inflating(encoding, 1000).feed(b"\xff\xfenothing of the kind")

"""Patient rename: what is refused on Windows is tried again for a while; elsewhere a refusal is final."""

import os

import pytest

from vaultdesk.vault.patient_rename import patiently


@pytest.mark.parametrize(("system", "tries"), [("nt", 3), ("posix", 1)])
def test_a_refused_rename_is_tried_again_where_that_helps(
    monkeypatch: pytest.MonkeyPatch, system: str, tries: int
) -> None:
    monkeypatch.setattr(os, "name", system)
    monkeypatch.setattr("vaultdesk.vault.patient_rename.SHARING_PAUSE", 0.001)
    tried: list[int] = []

    def rename() -> None:
        tried.append(1)
        if len(tried) < 3:
            raise PermissionError

    if system == "nt":
        patiently(rename)
    else:
        with pytest.raises(PermissionError):
            patiently(rename)
    assert len(tried) == tries


def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr("vaultdesk.vault.patient_rename.SHARING_PATIENCE", -1.0)

    def rename() -> None:
        raise PermissionError

    with pytest.raises(PermissionError):
        patiently(rename)

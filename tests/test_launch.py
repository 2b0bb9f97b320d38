"""Launch: only what Python's multiprocessing starts has its modules imported."""

import pytest

from tests.support.packaging_scripts import packaging_script

launch = packaging_script("launch")


@pytest.mark.parametrize(
    "words",
    [
        ["--multiprocessing-fork", "tracker_fd=5", "pipe_handle=7"],
        ["-B", "-S", "-c", "from multiprocessing.resource_tracker import main;main(4)"],
    ],
)
def test_what_multiprocessing_starts_is_its_helper(words: list[str]) -> None:
    assert launch.is_helper(words)


@pytest.mark.parametrize("words", [[], ["/home/me/Notes"], ["ask", "What is --multiprocessing-fork?"], ["--self-test"]])
def test_what_a_person_starts_is_not(words: list[str]) -> None:
    assert not launch.is_helper(words)


def test_the_packer_still_has_the_hook_that_is_put_off() -> None:
    packer = pytest.importorskip("PyInstaller")
    from pathlib import Path

    hook = Path(packer.__file__).parent / "hooks" / "rthooks" / f"{launch.HOOK}.py"

    assert "freeze_support" in hook.read_text(encoding="utf-8")

"""Launch: only processes started by multiprocessing import its modules."""

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
def test_arguments_of_multiprocessing_start_a_helper(words: list[str]) -> None:
    assert launch.is_helper(words)


@pytest.mark.parametrize("words", [[], ["/home/me/Notes"], ["ask", "What is --multiprocessing-fork?"], ["--self-test"]])
def test_arguments_of_a_user_do_not_start_a_helper(words: list[str]) -> None:
    assert not launch.is_helper(words)


def test_pyinstaller_still_has_the_deferred_hook() -> None:
    packer = pytest.importorskip("PyInstaller")
    from pathlib import Path

    hook = Path(packer.__file__).parent / "hooks" / "rthooks" / f"{launch.HOOK}.py"

    assert "freeze_support" in hook.read_text(encoding="utf-8")

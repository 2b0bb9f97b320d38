"""Fixtures: a vault, a home folder, and the command line in this process."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.__main__ import main
from vaultdesk.core.logs import stop_logging


@dataclass(frozen=True)
class CommandResult:
    """Exit code and output of a command."""

    code: int
    out: str
    err: str


CommandLine = Callable[..., CommandResult]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault")


@pytest.fixture
def command(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Run one command line with a separate home folder and without a terminal."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")

    def run(*arguments: object) -> CommandResult:
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as exit_error:
            code = int(str(exit_error.code))
        finally:
            stop_logging()
        printed = capsys.readouterr()
        return CommandResult(code, printed.out, printed.err)

    return run

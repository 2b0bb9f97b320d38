"""The set-up script, without setting anything up."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SCRIPT = Path(__file__).resolve().parents[1] / "packaging" / "dev.py"


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with a checkout of its own that is nearly empty."""
    spec = importlib.util.spec_from_file_location("dev_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "requirements.lock").write_text("a==1\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "LOCK", tmp_path / "requirements.lock")
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "vaultdesk-setup.json")
    return module


def commands(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, codes: dict[str, int] | None = None) -> list[list[str]]:
    """Note every command the script would start; one whose words hold a key of *codes* ends with that code."""
    noted: list[list[str]] = []

    def call(command: list[str], **_: object) -> int:
        noted.append(command)
        dev.STAMP.parent.mkdir(exist_ok=True)
        return next((code for word, code in (codes or {}).items() if word in command), 0)

    monkeypatch.setattr(dev.subprocess, "call", call)
    return noted


def script(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("arguments", [(), ("start",), ("--run",)])
def test_a_wrong_command_says_what_there_is(arguments: tuple[str, ...]) -> None:
    result = script(*arguments)

    assert result.returncode == 2
    assert "dev.py run [ARGS]" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_help_explains_both_commands() -> None:
    result = script("--help")

    assert result.returncode == 0
    assert "dev.py run [ARGS]" in result.stdout
    assert "dev.py test [ARGS]" in result.stdout


def test_nothing_is_installed_twice(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = commands(dev, monkeypatch)
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    dev.set_up("runtime")
    dev.set_up("runtime")

    assert len(noted) == 1
    assert noted[0][-4:] == ["--constraint", str(dev.LOCK), "--editable", f"{dev.ROOT}[semantic]"]


@pytest.mark.parametrize("file", ["pyproject.toml", "requirements.lock"])
def test_a_changed_pyproject_or_lock_installs_again(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    noted = commands(dev, monkeypatch)
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])
    dev.set_up("dev")

    (dev.ROOT / file).write_text("changed\n")
    dev.set_up("runtime")

    assert len(noted) == 2
    assert list(json.loads(dev.STAMP.read_text())) == ["runtime"]


def test_what_test_installed_is_enough_for_run_but_not_the_other_way(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = commands(dev, monkeypatch)
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    dev.set_up("runtime")
    dev.set_up("dev")
    dev.set_up("runtime")

    assert [command[-1] for command in noted] == [f"{dev.ROOT}[semantic]", f"{dev.ROOT}[dev,semantic]"]


def test_a_failed_installation_is_not_taken_for_done(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    commands(dev, monkeypatch, {"install": 1})
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    with pytest.raises(dev.SetUpFailed):
        dev.set_up("dev")
    assert dev.read_stamp() == {}


def test_where_the_model_cannot_run_everything_else_is_installed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = commands(dev, monkeypatch, {f"{dev.ROOT}[semantic]": 1})
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    dev.set_up("runtime")

    assert [command[-1] for command in noted] == [f"{dev.ROOT}[semantic]", str(dev.ROOT)]
    assert "runtime" in dev.read_stamp()


def test_a_stamp_nobody_can_read_is_no_stamp(dev: ModuleType) -> None:
    dev.STAMP.parent.mkdir()
    dev.STAMP.write_text("{")

    assert dev.read_stamp() == {}


def test_a_python_without_ensurepip_names_the_package_to_install(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = commands(dev, monkeypatch)
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(dev.SetUpFailed, match=rf"apt-get install python3\.{sys.version_info[1]}-venv"):
        dev.create_venv()
    assert noted == []


def test_a_python_without_ensurepip_that_has_pip_installs_from_outside(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = commands(dev, monkeypatch)
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object())
    monkeypatch.setattr(dev.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, "", ""))

    dev.create_venv()

    assert "--without-pip" in noted[0]
    assert dev.pip() == [sys.executable, "-m", "pip", "--python", str(dev.venv_python())]


def test_a_folder_that_is_no_environment_does_not_answer(dev: ModuleType) -> None:
    dev.VENV.mkdir()

    assert not dev.venv_works()


@pytest.mark.parametrize(
    ("version", "runs"),
    [((3, 10), False), ((3, 11), True), ((3, 12), True), ((3, 13), True), ((3, 14), False), ((2, 7), False)],
)
def test_the_supported_pythons_are_three(dev: ModuleType, version: tuple[int, int], runs: bool) -> None:
    assert dev.supported(version) is runs


def test_benchmarks_are_left_out_unless_asked_for(dev: ModuleType) -> None:
    plain = dict(dev.steps(["-k", "x"]))["pytest"]
    asked = dict(dev.steps(["tests/benchmarks"]))["pytest"]

    assert plain[-4:] == ["worksteal", "--ignore=tests/benchmarks", "-k", "x"]
    assert asked[-2:] == ["worksteal", "tests/benchmarks"]


@pytest.mark.parametrize(("processors", "workers"), [(1, 2), (2, 4), (4, 8), (8, 16)])
def test_there_are_two_workers_for_each_processor(dev: ModuleType, processors: int, workers: int) -> None:
    assert dev.workers(processors) == workers


@pytest.fixture
def ready(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script where everything is installed already."""
    monkeypatch.setattr(dev, "set_up", lambda kind: None)
    monkeypatch.setattr(dev, "missing_libraries", lambda libraries: [])
    return dev


def test_every_check_runs_and_one_failure_fails_the_whole(
    ready: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    failing = [sys.executable, "-c", "print('1 error'); raise SystemExit(1)"]
    passing = [sys.executable, "-c", "print('all well')"]
    monkeypatch.setattr(ready, "steps", lambda arguments: [("mypy", failing), ("ruff", passing), ("pytest", passing)])

    code = ready.test([])

    assert code == 1
    printed = capfd.readouterr().out
    assert "--- mypy\n1 error\n" in printed
    assert printed.count("all well") == 2
    closing = [line.split()[:2] for line in printed.strip().splitlines()[-3:]]
    assert closing == [["FAILED", "mypy"], ["ok", "ruff"], ["ok", "pytest"]]


@pytest.mark.parametrize(("option", "seen"), [([], ""), (["--campaigns"], "1")])
def test_campaigns_run_whole_only_with_their_option(
    ready: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    option: list[str],
    seen: str,
) -> None:
    monkeypatch.delenv("VAULTDESK_CAMPAIGNS", raising=False)
    show = "import os, sys; print('seen', [os.environ.get('VAULTDESK_CAMPAIGNS', ''), *sys.argv[1:]])"
    monkeypatch.setattr(ready, "steps", lambda arguments: [("pytest", [sys.executable, "-c", show, *arguments])])

    assert ready.test([*option, "-k", "x"]) == 0
    assert f"seen ['{seen}', '-k', 'x', '--basetemp=" in capfd.readouterr().out


def test_the_checks_get_an_own_home_own_temporary_files_and_no_keyring(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VAULTDESK_HOME", "elsewhere")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("VAULTDESK_CAMPAIGNS", raising=False)

    environment = dev.check_environment(str(tmp_path), campaigns=False)

    assert environment["TMPDIR"] == str(tmp_path)
    assert Path(environment["VAULTDESK_HOME"]).parent == tmp_path
    assert environment["PYTHON_KEYRING_BACKEND"] == "keyring.backends.fail.Keyring"
    assert environment["PATH"] == os.environ["PATH"]
    assert not {"PYTHONDONTWRITEBYTECODE", "VAULTDESK_CAMPAIGNS"} & set(environment)


@pytest.mark.parametrize(("free", "used"), [(5_999_999_999, False), (6_000_000_000, True)])
def test_temporary_files_are_in_memory_where_there_is_enough_of_it(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, used: bool
) -> None:
    monkeypatch.setattr(dev, "MEMORY_FOLDER", tmp_path)
    monkeypatch.setattr(dev.shutil, "disk_usage", lambda place: SimpleNamespace(free=free))

    assert dev.memory_folder() == (tmp_path if used else None)


def test_where_there_is_no_folder_in_memory_the_usual_one_is_taken(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dev, "MEMORY_FOLDER", tmp_path / "missing")

    assert dev.memory_folder() is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have Qt's needs on board")
def test_a_library_that_is_not_there_is_found_missing(dev: ModuleType) -> None:
    assert dev.missing_libraries({"libc.so.6": "libc6", "libnothing-of-that-name.so.9": "x"}) == [
        "libnothing-of-that-name.so.9"
    ]


EXACT = [
    "libegl1", "libgl1", "libglib2.0-0", "libdbus-1-3", "libxkbcommon0", "libfontconfig1",
    "libxcb-cursor0", "libxkbcommon-x11-0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0",
]  # fmt: skip


@pytest.mark.parametrize("renamed", [False, True])
def test_the_debian_packages_are_exactly_those_qt_needs(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, renamed: bool
) -> None:
    monkeypatch.setattr(dev, "package_known", lambda package: renamed)

    wanted = [f"{name}t64" if renamed and name == "libglib2.0-0" else name for name in EXACT]
    assert dev.debian_packages() == wanted


@pytest.fixture
def debian(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(dev.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    monkeypatch.setattr(dev, "package_known", lambda package: False)
    return dev


def test_root_on_debian_gets_the_libraries_installed(debian: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = commands(debian, monkeypatch)
    monkeypatch.setattr(debian, "is_root", lambda: True)
    monkeypatch.setattr(debian, "missing_libraries", lambda libraries: [])

    assert debian.install_libraries(["libEGL.so.1"])
    assert [command[1] for command in noted] == ["update", "install"]
    assert noted[1][-len(EXACT) :] == EXACT


@pytest.mark.parametrize(
    ("root", "says"), [(False, "sudo apt-get install -y libegl1"), (True, ": apt-get install -y libegl1")]
)
def test_everybody_else_is_told_the_one_command(
    debian: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], root: bool, says: str
) -> None:
    noted = commands(debian, monkeypatch, {"install": 100})
    monkeypatch.setattr(debian, "is_root", lambda: root)

    assert not debian.install_libraries(["libEGL.so.1"])
    assert bool(noted) is root
    assert says in capsys.readouterr().out


def test_other_systems_are_told_their_own_command(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda tool: "/usr/bin/dnf" if tool == "dnf" else None)
    monkeypatch.setattr(dev, "is_root", lambda: False)

    assert not dev.install_libraries(["libEGL.so.1"])
    assert "sudo dnf install mesa-libEGL" in capsys.readouterr().out


def test_a_window_is_wanted_only_where_one_can_be_shown(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert dev.window_requested([])
    assert dev.window_requested([str(tmp_path)])
    assert not dev.window_requested(["ask", "x"])
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not dev.window_requested([])


def test_the_lock_names_every_dependency_in_a_version_that_is_allowed() -> None:
    project = tomllib.loads((SCRIPT.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = dict(
        re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (SCRIPT.parent / "requirements.lock").read_text(), re.MULTILINE)
    )

    for wanted in map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["dev"]]):
        assert wanted.specifier.contains(locked[canonicalize_name(wanted.name)]), wanted


def test_the_lock_holds_no_keyring_that_writes_plain_text() -> None:
    assert "keyrings" not in (SCRIPT.parent / "requirements.lock").read_text()

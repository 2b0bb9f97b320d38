"""Developer script: setup, checks and system libraries, without installing anything."""

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
    """The script as a module, with a nearly empty checkout."""
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


def record_commands(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, codes: dict[str, int] | None = None
) -> list[list[str]]:
    """Record every command the script would start; one that contains a key of *codes* exits with that code."""
    recorded: list[list[str]] = []

    def call(command: list[str], **_: object) -> int:
        recorded.append(command)
        dev.STAMP.parent.mkdir(exist_ok=True)
        return next((code for word, code in (codes or {}).items() if word in command), 0)

    monkeypatch.setattr(dev.subprocess, "call", call)
    return recorded


def script(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("arguments", [(), ("start",), ("--run",)])
def test_an_unknown_command_prints_the_usage(arguments: tuple[str, ...]) -> None:
    result = script(*arguments)

    assert result.returncode == 2
    assert "dev.py run [ARGS]" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_help_explains_both_commands() -> None:
    result = script("--help")

    assert result.returncode == 0
    assert "dev.py run [ARGS]" in result.stdout
    assert "dev.py test [ARGS]" in result.stdout


def test_an_unchanged_project_is_installed_once(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = record_commands(dev, monkeypatch)
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    dev.set_up("runtime")
    dev.set_up("runtime")

    assert len(recorded) == 1
    assert recorded[0][-4:] == ["--constraint", str(dev.LOCK), "--editable", f"{dev.ROOT}[semantic]"]


@pytest.mark.parametrize("file", ["pyproject.toml", "requirements.lock"])
def test_a_changed_pyproject_or_lock_triggers_an_installation(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    recorded = record_commands(dev, monkeypatch)
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])
    dev.set_up("dev")

    (dev.ROOT / file).write_text("changed\n")
    dev.set_up("runtime")

    assert len(recorded) == 2
    assert list(json.loads(dev.STAMP.read_text())) == ["runtime"]


def test_the_dev_installation_covers_runtime_but_not_the_reverse(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = record_commands(dev, monkeypatch)
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    dev.set_up("runtime")
    dev.set_up("dev")
    dev.set_up("runtime")

    assert [command[-1] for command in recorded] == [f"{dev.ROOT}[semantic]", f"{dev.ROOT}[dev,semantic]"]


def test_a_failed_installation_is_not_recorded_as_complete(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    record_commands(dev, monkeypatch, {"install": 1})
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    with pytest.raises(dev.SetUpFailed):
        dev.set_up("dev")
    assert dev.read_stamp() == {}


def test_the_project_is_installed_without_the_model_where_it_is_unsupported(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = record_commands(dev, monkeypatch, {f"{dev.ROOT}[semantic]": 1})
    monkeypatch.setattr(dev, "venv_works", lambda: True)
    monkeypatch.setattr(dev, "pip", lambda: ["pip"])

    dev.set_up("runtime")

    assert [command[-1] for command in recorded] == [f"{dev.ROOT}[semantic]", str(dev.ROOT)]
    assert "runtime" in dev.read_stamp()


def test_an_unreadable_stamp_counts_as_missing(dev: ModuleType) -> None:
    dev.STAMP.parent.mkdir()
    dev.STAMP.write_text("{")

    assert dev.read_stamp() == {}


def test_a_python_without_ensurepip_names_the_package_to_install(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = record_commands(dev, monkeypatch)
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(dev.SetUpFailed, match=rf"apt-get install python3\.{sys.version_info[1]}-venv"):
        dev.create_venv()
    assert recorded == []


def test_a_python_with_pip_but_no_ensurepip_installs_from_outside_the_environment(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = record_commands(dev, monkeypatch)
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object())
    monkeypatch.setattr(dev.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, "", ""))

    dev.create_venv()

    assert "--without-pip" in recorded[0]
    assert dev.pip() == [sys.executable, "-m", "pip", "--python", str(dev.venv_python())]


def test_a_folder_without_an_environment_is_not_a_working_one(dev: ModuleType) -> None:
    dev.VENV.mkdir()

    assert not dev.venv_works()


@pytest.mark.parametrize(
    ("version", "is_supported"),
    [((3, 10), False), ((3, 11), True), ((3, 12), True), ((3, 13), True), ((3, 14), False), ((2, 7), False)],
)
def test_three_python_versions_are_supported(dev: ModuleType, version: tuple[int, int], is_supported: bool) -> None:
    assert dev.supported(version) is is_supported


def test_benchmarks_are_excluded_unless_requested(dev: ModuleType) -> None:
    default = dict(dev.steps(["-k", "x"]))["pytest"]
    requested = dict(dev.steps(["tests/benchmarks"]))["pytest"]

    assert default[-4:] == ["worksteal", "--ignore=tests/benchmarks", "-k", "x"]
    assert requested[-2:] == ["worksteal", "tests/benchmarks"]


@pytest.mark.parametrize(
    ("system", "campaigns", "checked"),
    [
        ("linux", False, ["mypy"]),
        ("win32", False, ["mypy", "mypy win32"]),
        ("darwin", False, ["mypy", "mypy darwin"]),
        ("linux", True, ["mypy", "mypy win32", "mypy darwin"]),
    ],
)
def test_types_are_checked_for_this_system_and_in_campaigns_for_all(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, system: str, campaigns: bool, checked: list[str]
) -> None:
    monkeypatch.setattr(dev.sys, "platform", system)

    assert [name for name, _ in dev.steps([], campaigns) if name.startswith("mypy")] == checked


@pytest.mark.parametrize(("processors", "workers"), [(1, 2), (2, 4), (4, 8), (8, 16)])
def test_there_are_two_workers_for_each_processor(dev: ModuleType, processors: int, workers: int) -> None:
    assert dev.workers(processors) == workers


@pytest.fixture
def ready(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script with everything already installed."""
    monkeypatch.setattr(dev, "set_up", lambda kind: None)
    monkeypatch.setattr(dev, "missing_libraries", lambda libraries: [])
    return dev


def test_every_check_runs_and_one_failure_fails_the_command(
    ready: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    failing = [sys.executable, "-c", "print('1 error'); raise SystemExit(1)"]
    passing = [sys.executable, "-c", "print('all well')"]
    monkeypatch.setattr(
        ready, "steps", lambda arguments, campaigns: [("mypy", failing), ("ruff", passing), ("pytest", passing)]
    )

    code = ready.test([])

    assert code == 1
    printed = capfd.readouterr().out
    assert "--- mypy\n1 error\n" in printed
    assert printed.count("all well") == 2
    closing = [line.split()[:2] for line in printed.strip().splitlines()[-3:]]
    assert closing == [["FAILED", "mypy"], ["ok", "ruff"], ["ok", "pytest"]]


@pytest.mark.parametrize(("option", "value"), [([], ""), (["--campaigns"], "1")])
def test_campaigns_run_in_full_only_with_their_option(
    ready: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    option: list[str],
    value: str,
) -> None:
    monkeypatch.delenv("VAULTDESK_CAMPAIGNS", raising=False)
    show = "import os, sys; print('seen', [os.environ.get('VAULTDESK_CAMPAIGNS', ''), *sys.argv[1:]])"
    monkeypatch.setattr(
        ready, "steps", lambda arguments, campaigns: [("pytest", [sys.executable, "-c", show, *arguments])]
    )

    assert ready.test([*option, "-k", "x"]) == 0
    assert f"seen ['{value}', '-k', 'x', '--basetemp=" in capfd.readouterr().out


def test_the_checks_run_with_separate_home_and_temporary_folders_and_no_keyring(
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


@pytest.mark.parametrize(("free_bytes", "in_memory"), [(5_999_999_999, False), (6_000_000_000, True)])
def test_temporary_files_are_in_memory_when_enough_is_free(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free_bytes: int, in_memory: bool
) -> None:
    monkeypatch.setattr(dev, "MEMORY_FOLDER", tmp_path)
    monkeypatch.setattr(dev.shutil, "disk_usage", lambda place: SimpleNamespace(free=free_bytes))

    assert dev.memory_folder() == (tmp_path if in_memory else None)


def test_the_default_temporary_folder_is_used_without_a_memory_folder(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dev, "MEMORY_FOLDER", tmp_path / "missing")

    assert dev.memory_folder() is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems include the libraries Qt needs")
def test_an_absent_library_is_reported_as_missing(dev: ModuleType) -> None:
    assert dev.missing_libraries({"libc.so.6": "libc6", "libnothing-of-that-name.so.9": "x"}) == [
        "libnothing-of-that-name.so.9"
    ]


EXACT = [
    "libegl1", "libgl1", "libglib2.0-0", "libdbus-1-3", "libxkbcommon0", "libfontconfig1",
    "libxcb-cursor0", "libxkbcommon-x11-0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0",
]  # fmt: skip


@pytest.mark.parametrize("renamed", [False, True])
def test_the_debian_packages_are_exactly_those_that_qt_needs(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, renamed: bool
) -> None:
    monkeypatch.setattr(dev, "package_known", lambda package: renamed)

    expected = [f"{name}t64" if renamed and name == "libglib2.0-0" else name for name in EXACT]
    assert dev.debian_packages() == expected


@pytest.fixture
def debian(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(dev.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    monkeypatch.setattr(dev, "package_known", lambda package: False)
    return dev


def test_root_on_debian_installs_the_libraries(debian: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = record_commands(debian, monkeypatch)
    monkeypatch.setattr(debian, "is_root", lambda: True)
    monkeypatch.setattr(debian, "missing_libraries", lambda libraries: [])

    assert debian.install_libraries(["libEGL.so.1"])
    assert [command[1] for command in recorded] == ["update", "install"]
    assert recorded[1][-len(EXACT) :] == EXACT


@pytest.mark.parametrize(
    ("root", "message"), [(False, "sudo apt-get install -y libegl1"), (True, ": apt-get install -y libegl1")]
)
def test_the_install_command_is_printed_where_it_cannot_be_run(
    debian: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], root: bool, message: str
) -> None:
    recorded = record_commands(debian, monkeypatch, {"install": 100})
    monkeypatch.setattr(debian, "is_root", lambda: root)

    assert not debian.install_libraries(["libEGL.so.1"])
    assert bool(recorded) is root
    assert message in capsys.readouterr().out


def test_other_distributions_get_the_command_of_their_package_manager(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda tool: "/usr/bin/dnf" if tool == "dnf" else None)
    monkeypatch.setattr(dev, "is_root", lambda: False)

    assert not dev.install_libraries(["libEGL.so.1"])
    assert "sudo dnf install mesa-libEGL" in capsys.readouterr().out


def test_a_window_is_requested_only_with_a_display_and_no_subcommand(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert dev.window_requested([])
    assert dev.window_requested([str(tmp_path)])
    assert not dev.window_requested(["ask", "x"])
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not dev.window_requested([])


def test_the_lock_pins_every_dependency_to_an_allowed_version() -> None:
    project = tomllib.loads((SCRIPT.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = dict(
        re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (SCRIPT.parent / "requirements.lock").read_text(), re.MULTILINE)
    )

    for requirement in map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["dev"]]):
        assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)]), requirement


def test_the_lock_contains_no_plain_text_keyring() -> None:
    assert "keyrings" not in (SCRIPT.parent / "requirements.lock").read_text()

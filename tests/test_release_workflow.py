"""Release workflow: checks of its shell, paths, options and secrets, and of its steps with replaced system tools."""

import base64
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from vaultdesk import __version__
from vaultdesk.web.update_check import read_update_file

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
README = (PACKAGING / "README.md").read_text(encoding="utf-8")
TEXT = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
FLOW: dict[Any, Any] = yaml.safe_load(TEXT)
JOBS: dict[str, dict[str, Any]] = FLOW["jobs"]
STEPS: dict[str, dict[str, Any]] = {
    f"{job}: {step.get('name', step.get('uses', number))}": step
    for job, about in JOBS.items()
    for number, step in enumerate(about["steps"])
}
RUNS = {name: step for name, step in STEPS.items() if "run" in step}
BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(BASH is None, reason="needs bash")

MACHINES = {
    "ubuntu-22.04", "ubuntu-22.04-arm", "ubuntu-24.04", "ubuntu-24.04-arm", "macos-14", "macos-15", "macos-15-intel",
    "windows-2022", "windows-2025",
}  # fmt: skip
"""Runner images that GitHub offers; macos-13 was withdrawn."""

ACTIONS = {
    "actions/checkout": {"persist-credentials"},
    "actions/setup-python": {"python-version"},
    "actions/attest-build-provenance": {"subject-path"},
    "actions/upload-artifact": {"name", "path", "if-no-files-found", "include-hidden-files"},
    "actions/download-artifact": {"pattern", "path", "merge-multiple"},
}
"""Permitted actions, all by GitHub, with the inputs that each accepts."""


def machines(job: str) -> set[str]:
    matrix = JOBS[job].get("strategy", {}).get("matrix", {})
    listed = [*matrix.get("system", ()), *(entry["system"] for entry in matrix.get("include", ()))]
    return set(listed) or {JOBS[job]["runs-on"]}


def test_the_workflow_tests_before_it_builds_on_three_systems() -> None:
    for job in ("test", "build"):
        assert {machine.partition("-")[0] for machine in machines(job)} == {"ubuntu", "macos", "windows"}
        assert JOBS[job]["runs-on"] == "${{ matrix.system }}"
    assert [JOBS[job].get("needs") for job in ("version", "test", "build", "release")] == [
        None, "version", "test", "build",
    ]  # fmt: skip
    assert set.union(*map(machines, JOBS)) <= MACHINES
    assert all(0 < about["timeout-minutes"] <= 120 for about in JOBS.values())
    names = [machine["name"] for machine in JOBS["build"]["strategy"]["matrix"]["include"]]
    assert len(set(names)) == len(names), "artifacts of the same name would overwrite each other"


def test_the_workflow_has_only_the_permissions_it_needs() -> None:
    assert FLOW["permissions"] == {"contents": "read"}
    assert JOBS["build"]["permissions"] == {"contents": "read", "id-token": "write", "attestations": "write"}
    assert JOBS["release"]["permissions"] == {"contents": "write"}, "creating a draft needs write permission"
    assert not [job for job in JOBS if job not in ("build", "release") and "permissions" in JOBS[job]]
    assert "pull_request" not in FLOW[True], "YAML parses the key `on` as True"
    assert set(FLOW[True]) == {"push", "workflow_dispatch"}
    for step in STEPS.values():
        if step.get("uses", "").startswith("actions/checkout"):
            assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("name", [name for name, step in STEPS.items() if "uses" in step])
def test_each_action_is_pinned_to_a_commit_and_has_known_inputs(name: str) -> None:
    action, _, version = STEPS[name]["uses"].partition("@")

    assert re.fullmatch(r"[0-9a-f]{40}", version), "a tag can be moved"
    assert re.search(rf"{version} # v\d+\.\d+\.\d+$", TEXT, re.MULTILINE)
    assert set(STEPS[name].get("with", {})) <= ACTIONS[action]


def test_artifacts_are_attested_before_they_are_uploaded() -> None:
    uses = [step.get("uses", "").partition("@")[0] for step in JOBS["build"]["steps"]]
    built = next(number for number, step in enumerate(JOBS["build"]["steps"]) if "build.py" in step.get("run", ""))

    assert built < uses.index("actions/attest-build-provenance") < uses.index("actions/upload-artifact")
    for step in JOBS["build"]["steps"][built + 1 :]:
        assert step["with"].get("subject-path", step["with"].get("path")) == "dist/*"
    assert JOBS["build"]["steps"][built]["run"].endswith("--to dist")


@needs_bash
@pytest.mark.parametrize("name", [name for name, step in RUNS.items() if step.get("shell", "bash") == "bash"])
def test_the_shell_parses_each_step(name: str) -> None:
    assert FLOW["defaults"]["run"]["shell"] == "bash", "also on Windows"
    script = re.sub(r"\$\{\{.*?\}\}", "x", RUNS[name]["run"])
    completed = subprocess.run([str(BASH), "-n"], input=script, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr


@needs_bash
@pytest.mark.parametrize("script", sorted(PACKAGING.rglob("*.sh")), ids=lambda path: path.name)
def test_the_shell_parses_each_script_and_its_paths_exist(script: Path) -> None:
    completed = subprocess.run([str(BASH), "-n", str(script)], capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr
    text = script.read_text(encoding="utf-8")
    assert "set -euo pipefail" in text
    for name in re.findall(r'"\$(?:root|here)/([^"$]+)"', text):
        base = ROOT if f"$root/{name}" in text else script.parent
        assert name.startswith(("build/", "usr/")) or (base / name).exists(), name


def test_each_path_in_a_step_exists() -> None:
    named = {
        word
        for step in RUNS.values()
        for word in re.findall(r"(?:\./)?(?:packaging/[\w./-]+|CHANGELOG\.md)", step["run"])
    }
    assert {
        "packaging/build.py",
        "packaging/dev.py",
        "packaging/sign_update.py",
        "packaging/release.py",
        "packaging/pylock.build.toml",
    } <= named
    assert not [name for name in named if not (ROOT / name).exists()]


def commands() -> list[tuple[str, str, list[str]]]:
    """Return each call of a packaging script: its path, its subcommand if it has one, its options."""
    calls = []
    for step in RUNS.values():
        for path, arguments in re.findall(r"python (packaging/\w+\.py)([^|<>&;\n]*)", step["run"]):
            words = arguments.split()
            subcommand = words[0] if words and not words[0].startswith("-") else ""
            calls.append((path, subcommand, [word for word in words if word.startswith("--")]))
    return calls


@pytest.mark.parametrize(("path", "subcommand", "options"), commands())
def test_each_script_accepts_the_options_it_is_given(path: str, subcommand: str, options: list[str]) -> None:
    command = [sys.executable, path, *([subcommand] if subcommand and "dev.py" not in path else []), "--help"]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    output = completed.stdout + completed.stderr
    assert "dev.py" in path or completed.returncode == 0, output
    assert not subcommand or re.search(rf"\b{subcommand}\b", output)
    assert not [option for option in options if option not in output]


def test_the_documented_secrets_and_variables_are_exactly_those_in_use() -> None:
    used = set(re.findall(r"\b(?:secrets|vars)\.(\w+)", TEXT))
    table = README[README.index("## A release") : README.index("For a build by hand")]
    documented = {
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    assert used == documented


def test_environment_variables_of_the_scripts_are_documented() -> None:
    names = ("build.py", "sign_update.py", "macos/dmg.sh", "windows/installer.py", "appdir.py")
    texts = [(PACKAGING / name).read_text(encoding="utf-8") for name in names]
    read = set(re.findall(r'environ(?:\.get\(|\[)"([A-Z_]+)"', "".join(texts)))
    read |= set(re.findall(r"\$\{([A-Z_]+)[:}]", texts[2])) | set(re.findall(r'"(WINDOWS_[A-Z_]+)"', texts[3]))
    assert {"WINDOWS_SIGN_COMMAND", "SIGNING_IDENTITY", "NOTARY_PROFILE", "APPIMAGE_RUNTIME"} <= read
    assert not [name for name in read if name not in README]


def test_no_secret_is_interpolated_into_a_step_or_printed() -> None:
    for name, step in RUNS.items():
        assert "secrets." not in step["run"], (
            f"{name}: the secret would be part of the script instead of the environment"
        )
        assert "${{" not in step["run"], f"{name}: an interpolated value can inject commands"
        assert "set -x" not in step["run"]
        for secret in (key for key, value in step.get("env", {}).items() if "secrets." in str(value)):
            printed = re.findall(rf"echo [^\n|]*\$\{{?{secret}\b[^\n]*", step["run"])
            assert not [line for line in printed if "| base64" not in line], (name, secret)


def test_no_condition_reads_the_environment_or_secrets_of_its_step() -> None:
    for name, step in STEPS.items():
        assert "env." not in str(step.get("if", "")), (
            f"{name}: the environment is not set when the condition is evaluated"
        )
        assert "secrets." not in str(step.get("if", "")), f"{name}: conditions cannot read secrets"


TOOL_SCRIPT = '#!/bin/sh\necho "$(basename "$0") $*" >> "$NOTED"\n[ "$(basename "$0")" != openssl ] || echo word\n'


def run_step(name: str, folder: Path, environment: dict[str, str]) -> list[str]:
    """Run a step unchanged with the tools of other systems replaced; return the calls and the output."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    for tool in ("security", "xcrun", "openssl", "gh"):
        (tools / tool).write_text(TOOL_SCRIPT)
        (tools / tool).chmod(0o755)
    call_log = folder / "noted.txt"
    call_log.touch()
    variables = {
        "PATH": f"{tools}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NOTED": str(call_log),
        "RUNNER_TEMP": str(folder),
        "GITHUB_ENV": str(folder / "env.txt"),
        "LC_ALL": "C.UTF-8",
        **dict.fromkeys(RUNS[name].get("env", {}), ""),
        **environment,
    }
    script = [
        "--noprofile",
        "--norc",
        "-e",
        "-o",
        "pipefail",
        "-c",
        RUNS[name]["run"],
    ]
    completed = subprocess.run(
        [str(BASH), *script],
        cwd=folder / "work",
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    secret = next(iter(environment.values()), "")
    assert not secret or secret not in completed.stdout + completed.stderr
    return [*call_log.read_text(encoding="utf-8").splitlines(), completed.stdout]


KEYCHAIN = "build: Key to sign with on macOS"
UPDATES = "release: The file that tells of this version"
SUMS = "release: Checksums, signed, and packages of other catalogues"
VERSION = "version: The tag is the version"
DRAFT = "release: Draft of the release"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path


def link_project(folder: Path) -> None:
    for name in ("packaging", "vaultdesk", "CHANGELOG.md"):
        (folder / "work" / name).symlink_to(ROOT / name)


@needs_bash
@pytest.mark.skipif(sys.platform == "win32", reason="the replaced tools are shell scripts")
def test_without_a_certificate_the_mac_step_warns_and_continues(folder: Path) -> None:
    (output,) = run_step(KEYCHAIN, folder, {})

    assert "::warning::" in output
    assert "not signed" in output
    assert not (folder / "env.txt").exists()


@needs_bash
@pytest.mark.skipif(sys.platform == "win32", reason="the replaced tools are shell scripts")
@pytest.mark.parametrize("notarised", [True, False])
def test_with_a_certificate_the_key_is_imported_and_its_file_removed(folder: Path, notarised: bool) -> None:
    certificate = base64.b64encode(b"a certificate").decode()
    account = {"APPLE_ID": "a@example.org", "APPLE_PASSWORD": "p", "TEAM": "T"} if notarised else {}
    *called, _ = run_step(KEYCHAIN, folder, {"CERTIFICATE": certificate, "CERTIFICATE_PASSWORD": "w", **account})

    order = [line.split()[:2] for line in called]
    assert ["security", "create-keychain"] in order
    assert order.index(["security", "import"]) < order.index(["security", "set-key-partition-list"])
    assert not (folder / "certificate.p12").exists()
    assert (["xcrun", "notarytool"] in order) is notarised
    exported = (folder / "env.txt").read_text() if notarised else ""
    assert ("NOTARY_PROFILE=vaultdesk" in exported) is notarised


@needs_bash
@pytest.mark.skipif(sys.platform == "win32", reason="uses POSIX paths")
def test_the_update_file_is_written_in_the_format_the_program_reads(folder: Path) -> None:
    link_project(folder)
    key = Ed25519PrivateKey.generate()
    private = base64.b64encode(key.private_bytes_raw()).decode()
    page = "https://vaultdesk.example/download"
    run_step(UPDATES, folder, {"VAULTDESK_UPDATE_PRIVATE_KEY": private, "VAULTDESK_UPDATE_PAGE": page})

    file = read_update_file((folder / "work/dist/updates.txt").read_bytes(), key.public_key().public_bytes_raw())
    assert (file.version, file.page) == (__version__, page)
    assert file.notes.startswith("First published version")


@needs_bash
@pytest.mark.skipif(sys.platform == "win32", reason="uses POSIX paths")
def test_without_a_key_no_update_file_is_written_and_a_warning_is_printed(folder: Path) -> None:
    link_project(folder)
    (output,) = run_step(UPDATES, folder, {})

    assert "::warning::" in output
    assert list((folder / "work/dist").iterdir()) == []
    assert (folder / "work/notes.txt").read_text(encoding="utf-8").startswith("First published version")


@needs_bash
@pytest.mark.skipif(sys.platform == "win32", reason="uses POSIX paths")
def test_the_draft_has_one_list_of_signed_checksums_and_each_file_once(folder: Path) -> None:
    link_project(folder)
    dist = folder / "work" / "dist"
    dist.mkdir()
    names = [
        f"vaultdesk_{__version__}_amd64.deb", f"vaultdesk_{__version__}_arm64.deb",
        f"VaultDesk-{__version__}-arm64.dmg", f"VaultDesk-{__version__}-setup.exe",
    ]  # fmt: skip
    for name in names:
        (dist / name).write_text(name)
    (dist / "SHA256SUMS").write_text("of one machine")
    private = base64.b64encode(Ed25519PrivateKey.generate().private_bytes_raw()).decode()
    run_step(SUMS, folder, {"VAULTDESK_UPDATE_PRIVATE_KEY": private})
    *called, _ = run_step(DRAFT, folder, {"TAG": f"v{__version__}"})

    assert len((dist / "SHA256SUMS").read_text().splitlines()) == len(names)
    (created,) = called
    assert created.startswith(f"gh release create v{__version__} --draft --verify-tag")
    uploaded = set(created.partition("--notes-file notes.txt ")[2].split())
    assert uploaded == {f"dist/{name}" for name in (*names, "SHA256SUMS", "SHA256SUMS.minisig")}


def test_the_release_is_a_draft_and_the_tag_is_checked_first() -> None:
    assert "--draft" in RUNS[DRAFT]["run"]
    assert "release.py check" in RUNS[VERSION]["run"]
    assert RUNS[VERSION]["if"] == JOBS["release"]["if"] == "github.ref_type == 'tag'"


def test_packages_are_installed_from_the_lock_with_hashes() -> None:
    installs = [line.strip() for step in RUNS.values() for line in step["run"].splitlines() if "pip install" in line]
    assert set(installs) == {
        "python -m pip install pip==26.3", "python -m pip install -r packaging/pylock.build.toml",
    }  # fmt: skip

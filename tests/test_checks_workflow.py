"""Checks workflow: checks on every push and pull request, campaigns every night."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.test_release_workflow import ACTIONS, MACHINES

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
FLOW: dict[Any, Any] = yaml.safe_load(TEXT)
JOBS: dict[str, dict[str, Any]] = FLOW["jobs"]
TRIGGERS: dict[str, Any] = FLOW[True]
"""YAML parses the key `on` as True."""

BASH = shutil.which("bash")


def runs_on(event: str) -> list[str]:
    """Return the jobs that an event starts."""
    return [name for name, job in JOBS.items() if f"github.event_name == '{event}'" in job["if"]]


def commands(job: str) -> list[str]:
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


@pytest.mark.parametrize(
    ("event", "jobs"),
    [
        ("push", ["checks"]),
        ("pull_request", ["checks"]),
        ("schedule", ["campaigns"]),
        ("workflow_dispatch", ["campaigns"]),
    ],
)
def test_pushes_run_the_checks_and_the_nightly_schedule_runs_campaigns(event: str, jobs: list[str]) -> None:
    assert event in TRIGGERS
    assert runs_on(event) == jobs


def test_every_event_starts_a_job() -> None:
    assert set(TRIGGERS) == {"push", "pull_request", "schedule", "workflow_dispatch"}


def test_both_jobs_run_the_developer_command_and_only_campaigns_are_full_size() -> None:
    assert commands("checks")[-1] == "python packaging/dev.py test"
    assert commands("campaigns")[-1] == "python packaging/dev.py test --campaigns"
    help_text = subprocess.run(
        [sys.executable, str(ROOT / "packaging/dev.py"), "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert "test --campaigns" in help_text


@pytest.mark.parametrize("job", JOBS)
def test_each_job_runs_on_three_systems_and_fails_without_qt(job: str) -> None:
    systems = JOBS[job]["strategy"]["matrix"]["system"]
    assert [system.partition("-")[0] for system in systems] == ["ubuntu", "macos", "windows"]
    assert set(systems) <= MACHINES
    assert JOBS[job]["runs-on"] == "${{ matrix.system }}"
    assert JOBS[job]["strategy"]["fail-fast"] is False
    assert 0 < JOBS[job]["timeout-minutes"] <= 360
    assert JOBS[job]["env"] == {"CI": "true"}


def test_a_pull_request_gets_no_write_permissions_and_no_secrets() -> None:
    assert FLOW["permissions"] == {"contents": "read"}
    assert not [name for name, job in JOBS.items() if "permissions" in job]
    assert "secrets." not in TEXT
    assert "pull_request_target" not in TEXT
    for job in JOBS.values():
        checkouts = [step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout")]
        assert [step["with"] for step in checkouts] == [{"persist-credentials": False}]


@pytest.mark.parametrize("job", JOBS)
def test_each_action_has_a_pinned_version_and_known_inputs(job: str) -> None:
    for step in JOBS[job]["steps"]:
        if "uses" in step:
            action, _, version = step["uses"].partition("@")
            assert re.fullmatch(r"v\d+|[0-9a-f]{40}", version)
            assert set(step.get("with", {})) <= ACTIONS[action]


@pytest.mark.skipif(BASH is None, reason="needs bash")
@pytest.mark.parametrize("job", JOBS)
def test_the_shell_parses_each_step_and_no_expression_is_interpolated(job: str) -> None:
    assert FLOW["defaults"]["run"]["shell"] == "bash"
    for script in commands(job):
        assert "${{" not in script
        completed = subprocess.run([str(BASH), "-n"], input=script, capture_output=True, text=True, check=False)
        assert completed.returncode == 0, completed.stderr

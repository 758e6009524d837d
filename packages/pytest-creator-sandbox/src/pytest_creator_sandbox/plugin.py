"""The pytest plug-in: options, fixtures, summary."""

from __future__ import annotations

import json
import os
import shlex
import sys
from typing import Any, Dict, Generator, List, Optional, Tuple

import pytest

from . import call_sites, service_hosts
from .process import SandboxProcess
from .sandbox import Sandbox, SandboxError, SandboxKey
from .summary import Report, lines_of

# By address, because the workers of pytest-xdist may share one sandbox.
_reports = pytest.StashKey[Dict[str, Report]]()
_session_key = pytest.StashKey[SandboxKey]()
_notes = pytest.StashKey[List[str]]()
# The sandbox behind the hosts of the service, and the environment before it.
_behind = pytest.StashKey[Tuple[SandboxProcess, Dict[str, str]]]()

# name of the option and of the ini setting, environment variable, help
_SETTINGS = {
    "url": ("CREATOR_SANDBOX_URL", "Base URL of a running sandbox, such as that of a container; none is started."),
    "admin": ("CREATOR_SANDBOX_ADMIN", "Its admin surface, where that has a port of its own."),
    "token": ("SANDBOX_ADMIN_TOKEN", "Token of its admin surface."),
    "command": ("CREATOR_SANDBOX_COMMAND", "Command that starts a sandbox. Default: creator-sandbox, then npx."),
    "flags": ("CREATOR_SANDBOX_FLAGS", "Flags of that command, such as --clock 2026-01-01T00:00:00Z."),
    "service": ("CREATOR_SANDBOX_SERVICE", "Hosts of the service that the tests call by name, such as api.example.com: their requests reach the sandbox."),
    "budget": ("CREATOR_SANDBOX_BUDGET", "The most credits that the key of a test may spend; 100 by default."),
    "call-sites": ("CREATOR_SANDBOX_CALL_SITES", "The folder whose lines name themselves in their requests, such as . for this one; none by default."),
    "call-site-wrappers": ("CREATOR_SANDBOX_CALL_SITE_WRAPPERS", "Files around requests, such as src/http.py: the line of their caller is named."),
    "key-scope": ("CREATOR_SANDBOX_KEY_SCOPE", "test: each test has a key of its own; session: one key, reset before each test."),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("creator-sandbox", "tests beside creator-sandbox")
    for name, (variable, text) in _SETTINGS.items():
        group.addoption(f"--creator-sandbox-{name}", default=None, help=f"{text} [{variable}]")
        parser.addini(_ini(name), f"{text} [{variable}]", default=None)


def _ini(name: str) -> str:
    return f"creator_sandbox_{name}".replace("-", "_")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "sandbox_key(budget=100, **terms): terms of the key of this test, such as plan=10, purchased=5, fractional=True",
    )
    none: Dict[str, Report] = {}
    config.stash[_reports] = none
    notes: List[str] = []
    config.stash[_notes] = notes
    folder = _setting(config, "call-sites")
    if folder is not None:
        wrappers = _setting(config, "call-site-wrappers") or ""
        _call_sites().install(os.path.abspath(folder), wrappers.split(","))
    if hasattr(config.hook, "pytest_testnodedown"):
        config.pluginmanager.register(_Workers())


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before tests are imported, since a client may read its environment then. Workers and runs beside `exec` inherit it."""
    hosts = _setting(session.config, "service")
    if hosts is None or os.environ.get("CREATOR_SANDBOX_SERVICE_HOSTS"):
        return
    process = _start(session.config, hosts)
    session.config.stash[_behind] = (process, dict(os.environ))
    os.environ.update(process.environment)
    service_hosts.install()


def _start(config: pytest.Config, service: Optional[str] = None) -> SandboxProcess:
    command = shlex.split(_setting(config, "command") or "")
    return SandboxProcess(command, shlex.split(_setting(config, "flags") or ""), service)


def _call_sites() -> Any:
    """The module that `exec --call-sites` loaded at the start of Python, else that of this package."""
    return sys.modules.get("creator_sandbox_call_sites", call_sites)


def _setting(config: pytest.Config, name: str) -> Optional[str]:
    """The option over the ini setting over the environment; an empty one counts as absent."""
    given = config.getoption(f"--creator-sandbox-{name}") or config.getini(_ini(name))
    return str(given) if given else os.environ.get(_SETTINGS[name][0]) or None


@pytest.fixture(scope="session")
def sandbox(pytestconfig: pytest.Config) -> Generator[Sandbox, None, None]:
    """The sandbox of the run: the running one of the settings, or one that is started for the run."""
    token = _setting(pytestconfig, "token")
    url = _setting(pytestconfig, "url")
    process: Optional[SandboxProcess] = None
    if url is None:
        process = _start(pytestconfig)
        found = Sandbox(process.url, process.admin_url or "", token)
    else:
        found = Sandbox(url, _setting(pytestconfig, "admin") or f"{url.rstrip('/')}/__admin", token)
    try:
        # Asks for the token, unlike health.
        found.admin("GET", "/clock")
        _call_sites().mark_requests_to(found.url)
        yield found
        _keep_report(pytestconfig, found)
    finally:
        if process is not None:
            process.stop()


def _keep_report(config: pytest.Config, sandbox: Sandbox) -> None:
    try:
        config.stash[_reports][sandbox.admin_url] = sandbox.report()
    except SandboxError as error:
        # A sandbox without a journal counts nothing.
        if error.status != 409:
            raise


@pytest.fixture(autouse=True)
def _test_of_new_keys(request: pytest.FixtureRequest) -> None:
    if "sandbox" in request.fixturenames:
        request.getfixturevalue("sandbox").test = request.node.nodeid


@pytest.fixture
def sandbox_key(request: pytest.FixtureRequest, sandbox: Sandbox) -> Generator[SandboxKey, None, None]:
    """A key that spends at most its budget. By default each test has its own."""
    marker = request.node.get_closest_marker("sandbox_key")
    terms: Dict[str, Any] = dict(marker.kwargs) if marker else {}
    scope = _setting(request.config, "key-scope") or "test"
    if scope not in ("test", "session"):
        raise pytest.UsageError(f"creator_sandbox_key_scope is test or session, not {scope}.")
    # A test that wants other terms gets a key of its own.
    if scope == "session" and not terms:
        key = request.config.stash.get(_session_key, None)
        if key is None:
            key = _new_key(request.config, sandbox, {})
            request.config.stash[_session_key] = key
        key.reset()
        key.name_test(request.node.nodeid)
        yield key
        return
    key = _new_key(request.config, sandbox, terms)
    yield key
    key.remove()


def _new_key(config: pytest.Config, sandbox: Sandbox, terms: Dict[str, Any]) -> SandboxKey:
    budget = float(terms.pop("budget", _setting(config, "budget") or 100))
    return sandbox.key(**{"limit": budget, "plan": budget, "fractional": True, **terms})


def pytest_sessionfinish(session: pytest.Session) -> None:
    # A worker of pytest-xdist has no terminal: its reports go to the process that has one.
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["creator_sandbox_reports"] = json.dumps(session.config.stash[_reports])
    behind = session.config.stash.get(_behind, None)
    if behind is not None:
        _end(session, *behind)


def _end(session: pytest.Session, process: SandboxProcess, before: Dict[str, str]) -> None:
    hosts = os.environ["CREATOR_SANDBOX_SERVICE_HOSTS"]
    sandbox = Sandbox(process.url, process.admin_url or "", _setting(session.config, "token"))
    _keep_report(session.config, sandbox)
    nothing_arrived = process.end() == 3
    os.environ.clear()
    os.environ.update(before)
    if nothing_arrived and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if nothing_arrived:
        session.config.stash[_notes].append(
            f"No request to {hosts} arrived: if the tests made some, they may have reached the service."
        )


class _Workers:
    """The side of the process that has the terminal; the hook exists beside pytest-xdist only."""

    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", {})
        node.config.stash[_reports].update(json.loads(output.get("creator_sandbox_reports", "{}")))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    lines = [*config.stash[_notes], *lines_of(config.stash[_reports].values())]
    if lines:
        terminalreporter.section("creator-sandbox")
        for line in lines:
            terminalreporter.write_line(line)


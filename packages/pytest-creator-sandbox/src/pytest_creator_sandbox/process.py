"""Starts the command and finds its address."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from typing import Any, Dict, List, Optional, Sequence

from .sandbox import SandboxError

START_SECONDS = 120


def command_line(command: Sequence[str]) -> List[str]:
    """The command to start: the given one, `creator-sandbox`, or that of the project by npx."""
    if command:
        return list(command)
    if shutil.which("creator-sandbox"):
        return ["creator-sandbox"]
    npx = shutil.which("npx")
    if npx is None:
        raise SandboxError(
            "There is no creator-sandbox and no npx on the PATH. Install the package, or set CREATOR_SANDBOX_URL to a running sandbox."
        )
    return [npx, "--no-install", "creator-sandbox"]


# Beside a sandbox of `exec`, this stands for the tests: it says what its environment is, and waits for their end.
_STAND_IN = """
import json, os, sys
url, admin = os.environ["CREATOR_SANDBOX_URL"], os.environ["CREATOR_SANDBOX_ADMIN"]
print(json.dumps({"url": url, "admin": admin, "environment": dict(os.environ)}), flush=True)
sys.stdin.read()
"""

# What `exec --service` gives its command.
_GIVEN = re.compile(
    "(CREATOR_SANDBOX_.+|(https?|no)_proxy|SSL_CERT_FILE|(REQUESTS|CURL)_CA_BUNDLE|GIT_SSL_CAINFO|PYTHONPATH|PHP_INI_SCAN_DIR"
    "|NODE_(OPTIONS|EXTRA_CA_CERTS|USE_ENV_PROXY)|(JAVA_TOOL|JDK_JAVA)_OPTIONS)",
    re.IGNORECASE,
)


class SandboxProcess:
    """A sandbox on a free port, as a child of this process. `service` names hosts whose requests reach it."""

    def __init__(self, command: Sequence[str], flags: Sequence[str], service: Optional[str] = None) -> None:
        line = [*command_line(command), "exec" if service else "start", "--port", "0", *flags]
        if service:
            line += ["--service", service, "--", sys.executable, "-c", _STAND_IN]
        self._errors = tempfile.TemporaryFile()
        try:
            self._child = subprocess.Popen(
                line,
                stdin=subprocess.PIPE if service else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                # A group of its own: npx starts the program as a child.
                start_new_session=True,
            )
        except OSError as error:
            raise SandboxError(f"{line[0]} cannot be run: {error.strerror}.") from None
        ready = self._ready_line()
        self.url: str = ready["url"]
        self.admin_url: Optional[str] = ready.get("admin")
        given = ready.get("environment", {}).items()
        self.environment: Dict[str, str] = {name: value for name, value in given if _GIVEN.fullmatch(name)}

    def _ready_line(self) -> Any:
        output = self._child.stdout
        assert output is not None
        late = threading.Timer(START_SECONDS, self._signal, [signal.SIGTERM])
        late.start()
        try:
            line = output.readline()
        finally:
            late.cancel()
        # Lines of the log would fill the pipe.
        threading.Thread(target=output.read, daemon=True).start()
        try:
            return json.loads(line)
        except ValueError:
            self.stop()
            self._errors.seek(0)
            words = self._errors.read().decode(errors="replace").strip()
            raise SandboxError(f"The sandbox did not start. {words}") from None

    def end(self) -> int:
        """Ends the run of `exec`. The exit code is 3 where nothing arrived."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        return self._child.wait(timeout=30)

    def stop(self) -> None:
        self._signal(signal.SIGTERM)
        try:
            self._child.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
            self._child.wait()

    def _signal(self, number: int) -> None:
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, number)
            else:
                self._child.terminate()
        except ProcessLookupError:
            pass

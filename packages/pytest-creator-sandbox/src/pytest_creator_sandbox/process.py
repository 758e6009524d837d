"""Starts the command and finds its address."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from typing import Any, List, Optional, Sequence

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


class SandboxProcess:
    """A sandbox on a free port, as a child of this process."""

    def __init__(self, command: Sequence[str], flags: Sequence[str]) -> None:
        line = [*command_line(command), "start", "--port", "0", *flags]
        self._errors = tempfile.TemporaryFile()
        try:
            self._child = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
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

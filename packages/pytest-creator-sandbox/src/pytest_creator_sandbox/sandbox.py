"""The admin surface of a sandbox as functions."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

# A proxy of the environment cannot reach a sandbox on this machine.
_opener = build_opener(ProxyHandler({}))

Json = Dict[str, Any]


class SandboxError(Exception):
    """A refusal of the admin surface, or no answer. `problem` has its details."""

    def __init__(self, message: str, status: int = 0, problem: Optional[Json] = None) -> None:
        super().__init__(message)
        self.status = status
        self.problem: Json = problem or {}


class Sandbox:
    """A running sandbox. `url` is the base URL that the client under test takes."""

    def __init__(self, url: str, admin_url: str, token: Optional[str] = None) -> None:
        self.url = url.rstrip("/")
        self.admin_url = admin_url.rstrip("/")
        self._token = token
        #: The test of the keys that are created from now on.
        self.test: Optional[str] = None

    def key(self, **terms: Any) -> SandboxKey:
        """Create a key with an account of its own: key(plan=100, limit=20, fractional=True)."""
        key = SandboxKey(self, self.admin("POST", "/keys", terms))
        if self.test is not None:
            key.name_test(self.test)
        return key

    def creators(self, **terms: Union[str, int, bool]) -> List[Json]:
        """Find creators to test with: creators(platform="clip", edge="private", limit=3)."""
        query = {name: str(value).lower() if isinstance(value, bool) else value for name, value in terms.items()}
        return list(self.admin("GET", f"/world/creators?{urlencode(query)}")["creators"])

    def report(self) -> Json:
        """The proof of the requests so far: coverage, receipt, waste, client rules."""
        return self.admin("GET", "/report")

    def admin(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None) -> Json:
        """Call any path of the admin surface. Raises SandboxError when it refuses."""
        headers = {} if body is None else {"content-type": "application/json"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.admin_url + path, data, headers, method=method)
        try:
            with _opener.open(request, timeout=60) as reply:
                text = reply.read()
        except HTTPError as error:
            problem = _problem_in(error.read())
            raise SandboxError(str(problem.get("detail", error)), error.code, problem) from None
        except URLError as error:
            raise SandboxError(f"{self.admin_url} does not answer: {error.reason}.") from None
        return dict(json.loads(text)) if text else {}


class SandboxKey:
    """An API key. `headers` sends it to either generation of the service."""

    def __init__(self, sandbox: Sandbox, made: Json) -> None:
        self.sandbox = sandbox
        self.id: str = made["id"]
        self.secret: str = made["key"]
        self.headers: Dict[str, str] = {"api-key": self.secret, "apiId": self.secret}
        self._path = f"/keys/{quote(self.id)}"

    def __str__(self) -> str:
        return self.secret

    @property
    def state(self) -> Json:
        """The key and its account now: plan, purchased, limit, spent, available …"""
        return self.sandbox.admin("GET", self._path)

    @property
    def spent(self) -> float:
        """Credits that the key has ever spent."""
        return float(self.state["spent"])

    @property
    def requests(self) -> List[Json]:
        """The latest 1,000 requests of the key, oldest first."""
        query = urlencode({"key": self.id, "limit": 1000})
        return list(self.sandbox.admin("GET", f"/requests?{query}")["requests"])

    def quote(self, operation: str, **parameters: Any) -> Json:
        """The price of a call: {"credits": {"least": 2, "most": 2}}. Nothing is charged."""
        asked = {"operation": operation, "parameters": parameters, "key": self.id}
        return self.sandbox.admin("POST", "/quote", asked)

    def force(
        self,
        status: Optional[int] = None,
        *,
        code: Optional[str] = None,
        operation: Optional[str] = None,
        latency: Optional[str] = None,
        profile: Optional[str] = None,
        times: int = 1,
    ) -> str:
        """Make the next calls of the key end in a refusal, late or broken. Returns the id of the rule."""
        respond = {name: value for name, value in (("status", status), ("errorCode", code)) if value is not None}
        rule: Json = {"match": {"key": self.id}, "times": times}
        if operation is not None:
            rule["match"]["operation"] = operation
        if respond:
            rule["respond"] = respond
        if latency is not None:
            rule["latency"] = latency
        if profile is not None:
            rule["profile"] = profile
        return str(self.sandbox.admin("POST", "/faults", rule)["id"])

    def advance(self, by: str) -> Sequence[Json]:
        """Move the clock of the key's account: advance("31d"). Returns the renewals that ran."""
        return list(self.sandbox.admin("POST", "/clock/advance", {"by": by, "key": self.id})["ran"])

    def verify(self, **bounds: Any) -> None:
        """Fail unless as many requests of the key came: verify(exactly=3), verify(status=429, atLeast=1)."""
        match: Json = {"key": self.id}
        for name in ("operation", "method", "path"):
            if name in bounds:
                match[name] = bounds.pop(name)
        try:
            self.sandbox.admin("POST", "/verify", {"match": match, **bounds})
        except SandboxError as error:
            if "expected" not in error.problem:
                raise
            raise AssertionError(str(error)) from None

    def name_test(self, test: Optional[str]) -> None:
        """Name the test that uses the key from now on; the report counts by these names."""
        # A name has at most 300 characters; parameters tell tests apart at its end.
        if test is not None and len(test) > 300:
            test = f"{test[:199]}…{test[-100:]}"
        self.sandbox.admin("PUT", "/report/test", {"key": self.id, "test": test})

    def reset(self) -> None:
        """Take the key and its account back to their start; no other key notices."""
        self.sandbox.admin("POST", "/reset", {"key": self.id})

    def remove(self) -> None:
        """Delete the key."""
        self.sandbox.admin("DELETE", self._path)


def _problem_in(text: bytes) -> Json:
    try:
        return dict(json.loads(text))
    except ValueError:
        return {}

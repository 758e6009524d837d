"""The sandbox beside the tests: `creator-sandbox exec` says where it is."""

import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

URL = os.environ["CREATOR_SANDBOX_URL"]


def admin(path: str, body=None) -> dict:
    """Call the admin surface. A check that fails is an HTTPError."""
    data = None if body is None else json.dumps(body).encode()
    call = Request(os.environ["CREATOR_SANDBOX_ADMIN"] + path, data, {"content-type": "application/json"})
    with urlopen(call, timeout=30) as reply:
        return json.load(reply)


def new_key(**terms) -> dict:
    """Create a key with an account of its own, so that no test sees the credits of another."""
    return admin("/keys", terms)


def spent(key: dict) -> float:
    return admin(f"/keys/{key['id']}")["spent"]


def verify(key: dict, **bounds) -> None:
    """Fail unless as many requests of the key came: exactly=3, status=429, credits={"exactly": 2}."""
    admin("/verify", {"match": {"key": key["id"]}, **bounds})


def requests_of(key: dict) -> list:
    return admin("/requests?" + urlencode({"key": key["id"]}))["requests"]

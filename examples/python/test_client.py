import os

import pytest
import requests
from client import NoCredits, NoSuchCreator, followers_of

URL = os.environ["CREATOR_SANDBOX_URL"]
ADMIN = os.environ["CREATOR_SANDBOX_ADMIN"]


def test_returns_the_followers_of_a_creator():
    assert followers_of("sample.creator", URL, "sandbox:plan=10:python-followers") == 486213


def test_retries_while_the_service_is_busy():
    key = "sandbox:plan=10:python-busy"
    rule = {"match": {"key": key}, "respond": {"status": 503}, "times": 2}
    requests.post(f"{ADMIN}/faults", json=rule, timeout=10).raise_for_status()
    assert followers_of("sample.creator", URL, key) == 486213
    check = {"match": {"key": key}, "status": 503, "exactly": 2}
    requests.post(f"{ADMIN}/verify", json=check, timeout=10).raise_for_status()


def test_gives_up_after_the_last_retry():
    with pytest.raises(RuntimeError, match="503 SERVICE_UNAVAILABLE"):
        followers_of("sandbox-error-503", URL, "sandbox:plan=10:python-gives-up")


def test_distinguishes_an_empty_account_and_an_unknown_creator():
    with pytest.raises(NoCredits):
        followers_of("sample.creator", URL, "demo-empty")
    with pytest.raises(NoSuchCreator):
        followers_of("nobody.at.all", URL, "sandbox:plan=10:python-unknown")

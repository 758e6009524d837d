"""A small client of the creator-analytics API."""

import time
from urllib.parse import quote

import requests


class NoCredits(Exception):
    """The account cannot pay for the call."""


class NoSuchCreator(Exception):
    """The service does not know the handle."""


def followers_of(handle, base_url, api_key, retries=3, wait=0.01):
    """Return the followers of a clip creator; retry while the service is busy."""
    url = f"{base_url}/clip/profile?uniqueId={quote(handle)}"
    for attempt in range(retries + 1):
        reply = requests.get(url, headers={"api-key": api_key}, timeout=10)
        body = reply.json()
        if reply.ok:
            return body["data"]["totalFollowers"]
        if reply.status_code == 402:
            raise NoCredits(body["errorCode"])
        if reply.status_code == 404:
            raise NoSuchCreator(handle)
        if reply.status_code not in (429, 503) or attempt == retries:
            raise RuntimeError(f"{reply.status_code} {body['errorCode']}")
        time.sleep(wait * 2**attempt)

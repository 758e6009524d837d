"""A client of the creator-analytics API: it retries, reads all pages, and keeps to a budget of credits."""

import json
import time
from http.client import HTTPException
from typing import Callable, NamedTuple, Optional, Sequence
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

PRICES = {"profile": 2, "search": 1}
PASSING = (429, 500, 503)


class Creator(NamedTuple):
    handle: str
    name: str
    followers: int


class Refused(Exception):
    """A refusal of the service, with the code to branch on."""

    def __init__(self, status: int, code: str):
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code


class OverBudget(Exception):
    """The next call would cost more than the budget has left."""


class Client:
    def __init__(
        self,
        base_url: str,
        api_key: str,
        budget: float,
        waits: Sequence[float] = (0.1, 0.3, 0.9),
        sleep: Callable[[float], None] = time.sleep,
    ):
        """budget: the most credits that this client spends; waits: seconds before each retry."""
        self.spent = 0.0
        self._base_url, self._api_key, self._budget = base_url, api_key, budget
        self._waits, self._sleep = waits, sleep

    def creator(self, handle: str) -> Optional[Creator]:
        """Return the creator with this handle on clip, or None."""
        try:
            return _creator(self._call("profile", "/clip/profile?" + urlencode({"uniqueId": handle})))
        except Refused as refusal:
            if refusal.code == "NOT_FOUND":
                return None
            raise

    def creators_in(self, country: str, more_followers_than: int, page_size: int = 100) -> list:
        """Return all creators of a country with more followers than given, the largest first."""
        filters = [
            {"filterName": "country", "op": "=", "value": country},
            {"filterName": "totalFollowers", "op": ">", "value": more_followers_than},
        ]
        search = {"filters": filters, "pageSize": page_size, "sortBy": "totalFollowers", "desc": True}
        found, offset = [], 0
        while True:
            page = self._call("search", "/clip/search", {**search, "offset": offset})
            found += map(_creator, page["creatorList"])
            if not page["hasNextPage"]:
                return found
            offset = page["nextOffset"]

    def _call(self, operation: str, path: str, body: Optional[dict] = None) -> dict:
        price = PRICES[operation]
        for wait in (*self._waits, None):
            if self.spent + price > self._budget:
                raise OverBudget(f"{self.spent} of {self._budget} credits are spent")
            try:
                status, reply = self._send(path, body)
                if reply["success"]:
                    self.spent += reply["creditsUsed"]
                    return reply["data"]
                if wait is None or status not in PASSING:
                    raise Refused(status, reply["errorCode"])
            except (OSError, HTTPException, ValueError):
                # The reply is lost, and may have been charged.
                self.spent += price
                if wait is None:
                    raise
            self._sleep(wait)

    def _send(self, path: str, body: Optional[dict]) -> tuple:
        headers = {"api-key": self._api_key, "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self._base_url + path, data, headers), timeout=30) as reply:
                return reply.status, json.load(reply)
        except HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)


def _creator(record: dict) -> Creator:
    return Creator(record["uniqueId"], record["displayName"], record["totalFollowers"])

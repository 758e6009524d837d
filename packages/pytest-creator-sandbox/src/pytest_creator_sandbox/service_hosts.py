"""Leads connections to the hosts of the service that know no proxy to the listener of the run.

`at_start/sitecustomize.py` loads it by its path. It needs nothing beside the standard library.
"""

from __future__ import annotations

import os
import socket
from typing import Any


def is_named(host: Any) -> bool:
    """Whether the run names this host, by `--service`."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    named = os.environ.get("CREATOR_SANDBOX_SERVICE_HOSTS")
    return bool(named) and name.lower().rstrip(".") in str(named).split(",")


def install() -> None:
    """Who asks for the address of such a host is about to connect to it: a proxy would be given the name."""
    original = socket.getaddrinfo

    def getaddrinfo(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        if not is_named(host):
            return original(host, port, *args, **kwargs)
        # While a run is recorded there is no listener without a secret.
        listener = os.environ.get("CREATOR_SANDBOX_SERVICE_PORT")
        if not listener:
            raise socket.gaierror(socket.EAI_NONAME, f"creator-sandbox --service: reach {host!r} by the proxy of the environment")
        return original("127.0.0.1", int(listener), *args, **kwargs)

    setattr(socket, "getaddrinfo", getaddrinfo)

"""Marks each request to the sandbox with the line of the code that makes it.

`install` patches http.client (urllib, urllib3, requests), httpx and aiohttp, the latter two once they are imported.
Whatever fails here leaves the request as it is. It needs nothing beside the standard library, and no other module of this
package: `at_start/sitecustomize.py` loads it by its path.
"""

from __future__ import annotations

import functools
import http.client
import importlib.util
import os
import re
import sys
from contextvars import ContextVar
from importlib.abc import MetaPathFinder
from typing import Any, Callable, Dict, Iterable, Optional, Set, Tuple
from urllib.parse import quote, urlsplit

HEADER = "X-Sandbox-Call-Site"
MAX_CHARACTERS = 300

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_PACKAGES = re.compile(r"[\\/](?:site-packages|dist-packages|node_modules|\.tox|\.nox)[\\/]")
_LIBRARY = os.path.dirname(os.path.realpath(os.__file__)) + os.sep
_THIS_FILE = os.path.realpath(__file__)

# host and port of each sandbox
_targets: Set[Tuple[str, int]] = set()
_folders: Tuple[str, ...] = ()
_wrappers: Set[str] = set()
# By file of a code object: its path in the header; None for code that is not the user's.
_paths: Dict[str, Optional[str]] = {}
# The call site of a coroutine that was made in one place and is awaited in another.
_made_at: ContextVar[Optional[str]] = ContextVar("creator_sandbox_call_site", default=None)


def install(folder: str, wrappers: Iterable[str] = ()) -> None:
    """Patch the clients, once. `folder` is the working folder; files of `wrappers` are skipped like those of a package."""
    global _folders
    if _folders:
        return
    _folders = tuple(dict.fromkeys(os.path.join(each, "") for each in (folder, os.path.realpath(folder))))
    _wrappers.update(each for each in wrappers if each)
    _mark_http_client()
    _after_import("httpx", _mark_httpx)
    _after_import("aiohttp", _mark_aiohttp)


def mark_requests_to(url: str) -> None:
    """Requests to this base URL are marked from now on."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    _targets.update((each, port) for each in (_LOOPBACK if host in _LOOPBACK else (host,)))


def _is_marked(host: Optional[str], port: Optional[int], path: str) -> bool:
    name = str(host).strip("[]").lower().rstrip(".")
    is_named = name in os.environ.get("CREATOR_SANDBOX_SERVICE_HOSTS", "").split(",")
    if is_named or (name, port) in _targets:
        return bool(name) and not path.startswith("/__admin")
    _note_asked(name)
    return False


_asked: Set[str] = set()


def _note_asked(name: str) -> None:
    """Tells the run which hosts are asked beside the sandbox."""
    file = os.environ.get("CREATOR_SANDBOX_ASKED")
    if not file or name in _asked or name in _LOOPBACK:
        return
    _asked.add(name)
    with open(file, "a", encoding="ascii") as hosts:
        hosts.write(name + "\n")


# The line of the caller.


def _site_now(depth: int = 2) -> Optional[str]:
    frame = sys._getframe(depth)
    while frame is not None:
        path = _path_of(frame.f_code.co_filename)
        if path is not None:
            return _text(path, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back  # type: ignore[assignment]
    return None


def _path_of(file: str) -> Optional[str]:
    if file not in _paths:
        _paths[file] = _find_path(file)
    return _paths[file]


def _find_path(file: str) -> Optional[str]:
    if file.startswith("<") or _PACKAGES.search(file):
        return None
    whole = os.path.abspath(file)
    if whole.startswith(_LIBRARY) or os.path.realpath(whole) == _THIS_FILE:
        return None
    for folder in _folders:
        if whole.startswith(folder):
            path = whole[len(folder) :].replace(os.sep, "/")
            return None if path in _wrappers else path
    return None


def _text(path: str, line: int, name: str) -> Optional[str]:
    place = f"{quote(path, safe=_PLAIN)}:{line}"
    if len(place) > MAX_CHARACTERS:
        return None
    function = "" if name.startswith("<") else f" {quote(name, safe=_PLAIN)}"
    # An encoded character must not be cut in half.
    return re.sub(r"%[0-9A-F]?$", "", f"{place}{function}"[:MAX_CHARACTERS])


_PLAIN = "!\"#$&'()*+,-./;<=>?@[\\]^_`{|}~"


# What is patched.


def _mark_http_client() -> None:
    original = http.client.HTTPConnection.endheaders

    @functools.wraps(original)
    def endheaders(self: http.client.HTTPConnection, *args: Any, **kwargs: Any) -> Any:
        try:
            _add_header(self)
        except Exception:
            pass
        return original(self, *args, **kwargs)

    setattr(http.client.HTTPConnection, "endheaders", endheaders)


def _add_header(connection: http.client.HTTPConnection) -> None:
    lines = connection._buffer  # type: ignore[attr-defined]
    path = lines[0].split(b" ")[1].decode("latin-1")
    # A proxy is given the whole URL, or a tunnel to the host.
    host = (urlsplit(path).hostname if path[:4] == "http" else None) or getattr(connection, "_tunnel_host", None)
    if not _is_marked(host or connection.host, connection.port, path) or _has_header(line for line in lines[1:]):
        return
    site = _site_now(3)
    if site is not None:
        connection.putheader(HEADER, site)


def _has_header(lines: Iterable[bytes]) -> bool:
    return any(line.lower().startswith(HEADER.lower().encode() + b":") for line in lines)


def _mark_httpx(httpx: Any) -> None:
    def mark(request: Any, site: Optional[str]) -> None:
        url = request.url
        port = url.port or (443 if url.scheme == "https" else 80)
        if site is not None and _is_marked(url.host, port, url.path):
            request.headers.setdefault(HEADER, site)

    send = httpx.Client.send

    @functools.wraps(send)
    def marked_send(self: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            mark(request, _site_now())
        except Exception:
            pass
        return send(self, request, *args, **kwargs)

    httpx.Client.send = marked_send
    async_send = httpx.AsyncClient.send

    @functools.wraps(async_send)
    async def marked_async_send(self: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            mark(request, _made_at.get() or _site_now())
        except Exception:
            pass
        return await async_send(self, request, *args, **kwargs)

    httpx.AsyncClient.send = marked_async_send
    for name in ("request", "get", "options", "head", "post", "put", "patch", "delete"):
        setattr(httpx.AsyncClient, name, _at_its_making(getattr(httpx.AsyncClient, name)))


def _at_its_making(original: Callable[..., Any]) -> Callable[..., Any]:
    """A task that awaits the coroutine has no frame of the code that made it."""

    async def awaited(coroutine: Any, site: str) -> Any:
        before = _made_at.set(site)
        try:
            return await coroutine
        finally:
            _made_at.reset(before)

    @functools.wraps(original)
    def made(*args: Any, **kwargs: Any) -> Any:
        coroutine = original(*args, **kwargs)
        try:
            site = _made_at.get() or _site_now()
        except Exception:
            site = None
        return coroutine if site is None else awaited(coroutine, site)

    return made


def _mark_aiohttp(aiohttp: Any) -> None:
    original = aiohttp.ClientSession._request

    @functools.wraps(original)
    def request(self: Any, method: str, str_or_url: Any, **kwargs: Any) -> Any:
        try:
            kwargs = _with_header(self, str_or_url, kwargs)
        except Exception:
            pass
        return original(self, method, str_or_url, **kwargs)

    aiohttp.ClientSession._request = request


def _with_header(session: Any, str_or_url: Any, kwargs: Dict[str, Any]) -> Dict[str, Any]:
    url = session._build_url(str_or_url)
    if not _is_marked(url.host, url.port, url.path) or HEADER in session._default_headers:
        return kwargs
    site = _site_now(3)
    if site is None:
        return kwargs
    headers = session._default_headers.__class__(kwargs.get("headers") or {})
    headers.setdefault(HEADER, site)
    return {**kwargs, "headers": headers}


# Modules that are imported later.

_waiting: Dict[str, Callable[[Any], None]] = {}


def _after_import(name: str, patch: Callable[[Any], None]) -> None:
    if name in sys.modules:
        _attempt(patch, sys.modules[name])
        return
    if not _waiting:
        sys.meta_path.insert(0, _Watch())
    _waiting[name] = patch


def _attempt(patch: Callable[[Any], None], module: Any) -> None:
    # Another version may have other members.
    try:
        patch(module)
    except Exception:
        pass


class _Watch(MetaPathFinder):
    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        patch = _waiting.pop(name, None)
        if patch is None:
            return None
        spec = importlib.util.find_spec(name)
        loader: Any = None if spec is None else spec.loader
        if loader is None:
            _waiting[name] = patch
            return None
        execute = loader.exec_module
        found: Callable[[Any], None] = patch

        def execute_and_patch(module: Any) -> None:
            execute(module)
            _attempt(found, module)

        loader.exec_module = execute_and_patch
        return spec

"""Python imports this at its start where `exec` put its folder on PYTHONPATH: requests name their lines, and reach the sandbox."""

import importlib
import importlib.util
import os
import sys
from typing import Any

_here = os.path.dirname(os.path.abspath(__file__))


def _load() -> None:
    # The module of this name that stands behind this one has its turn too.
    sys.path[:] = [each for each in sys.path if os.path.abspath(each or ".") != _here]
    own = sys.modules.pop("sitecustomize")
    try:
        importlib.import_module("sitecustomize")
    except ImportError:
        pass
    # The import of this one fails without it.
    sys.modules.setdefault("sitecustomize", own)
    if os.environ.get("CREATOR_SANDBOX_SERVICE_HOSTS"):
        _module("service_hosts").install()
    url = os.environ.get("CREATOR_SANDBOX_URL")
    folder = os.environ.get("CREATOR_SANDBOX_CALL_SITES")
    if not url or not folder:
        return
    call_sites = _module("call_sites")
    call_sites.install(folder, os.environ.get("CREATOR_SANDBOX_CALL_SITE_WRAPPERS", "").split(","))
    call_sites.mark_requests_to(url)


def _module(file: str) -> Any:
    """Of this package, which the command need not have."""
    name = f"creator_sandbox_{file}"
    spec = importlib.util.spec_from_file_location(name, os.path.join(os.path.dirname(_here), f"{file}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


try:
    _load()
except Exception:
    # Without call sites the program runs as it is.
    pass

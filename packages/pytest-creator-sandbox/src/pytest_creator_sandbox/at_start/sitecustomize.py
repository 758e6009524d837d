"""Python imports this at its start where `exec --call-sites` put its folder on PYTHONPATH: requests name their lines."""

import importlib
import importlib.util
import os
import sys

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
    url = os.environ.get("CREATOR_SANDBOX_URL")
    folder = os.environ.get("CREATOR_SANDBOX_CALL_SITES")
    if not url or not folder:
        return
    name = "creator_sandbox_call_sites"
    spec = importlib.util.spec_from_file_location(name, os.path.join(os.path.dirname(_here), "call_sites.py"))
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    module.install(folder, os.environ.get("CREATOR_SANDBOX_CALL_SITE_WRAPPERS", "").split(","))
    module.mark_requests_to(url)


try:
    _load()
except Exception:
    # Without call sites the program runs as it is.
    pass

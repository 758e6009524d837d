"""Tests beside creator-sandbox: the fixtures `sandbox` and `sandbox_key`."""

from .sandbox import Sandbox, SandboxError, SandboxKey

__all__ = ["Sandbox", "SandboxError", "SandboxKey"]

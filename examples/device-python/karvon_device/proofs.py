"""The five payloads of a device, and their HMAC."""

from __future__ import annotations

import hashlib
import hmac
from typing import Optional

from .identity import Identity

CHALLENGE = "pairing-challenge.v1."


def proof_of(secret: bytes, payload: str) -> str:
    """HMAC-SHA256 in hexadecimal."""
    return hmac.new(secret, payload.encode(), hashlib.sha256).hexdigest()


def heartbeat_payload(timestamp: int, serial: str, version: str, uptime: int) -> str:
    return f"{timestamp}.{serial}.{version}.{uptime}"


def latest_payload(timestamp: int, serial: str, version: str) -> str:
    return f"{timestamp}.{serial}.{version}"


def current_payload(timestamp: int, serial: str, installation_id: Optional[str]) -> str:
    return f"{timestamp}.{serial}.installation-status.{installation_id or 'latest'}"


def report_payload(timestamp: int, serial: str, release_id: str, installation_id: str, status: str) -> str:
    return f"{timestamp}.{serial}.{release_id}.{installation_id}.{status}"


def hardware_proof(identity: Identity, payload: str) -> str:
    """The proof of a pairing challenge. Raises ValueError for anything else: nothing else may be signed for an app."""
    parts = payload.split(".")
    if not payload.startswith(CHALLENGE) or len(payload) > 512 or len(parts) < 7 or parts[3] != identity.serial:
        raise ValueError(f"this is not a challenge for {identity.serial}")
    return proof_of(identity.secret, payload)

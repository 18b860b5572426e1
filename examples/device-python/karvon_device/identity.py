"""What a provisioning envelope gives a device."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, Dict

SECRET_BYTES = 32
MEMBERS = ("serial", "model", "hardwareRevision", "apiBaseUrl", "brandHeaderPrefix", "deviceSecret")


def from_base64url(text: str) -> bytes:
    """Decodes base64url with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass(frozen=True)
class Identity:
    serial: str
    model: str
    hardware_revision: str
    base_url: str
    header_prefix: str
    #: Raw bytes: the key of every HMAC. Never shown.
    secret: bytes = field(repr=False)
    #: Public Ed25519 keys in base64url by their `kid`.
    release_keys: Dict[str, str]
    issuer_keys: Dict[str, str]

    @property
    def brand(self) -> str:
        return self.header_prefix[len("x-") :]


def read_envelope(content: Dict[str, Any]) -> Identity:
    """Reads the plaintext of an envelope. Raises ValueError when a member is missing or malformed."""
    if not isinstance(content, dict) or content.get("v") != 1:
        raise ValueError("this is not the content of a provisioning envelope")
    missing = [name for name in MEMBERS if not isinstance(content.get(name), str)]
    if missing:
        raise ValueError(f"the envelope lacks {', '.join(missing)}")
    secret = from_base64url(content["deviceSecret"])
    if len(secret) != SECRET_BYTES:
        raise ValueError("the secret does not have 32 bytes")
    return Identity(
        serial=content["serial"],
        model=content["model"],
        hardware_revision=content["hardwareRevision"],
        base_url=content["apiBaseUrl"].rstrip("/"),
        header_prefix=content["brandHeaderPrefix"],
        secret=secret,
        release_keys=_ed25519_keys(content.get("releaseTrustJwks")),
        issuer_keys=_ed25519_keys(content.get("pairingIssuerJwks")),
    )


def _ed25519_keys(jwks: Any) -> Dict[str, str]:
    try:
        return {key["kid"]: key["x"] for key in jwks["keys"] if key["crv"] == "Ed25519"}
    except (KeyError, TypeError) as problem:
        raise ValueError("the envelope lacks public keys") from problem

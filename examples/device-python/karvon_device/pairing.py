"""Verifies a companion app without a network: docs/devices/pairing.md, "The device"."""

from __future__ import annotations

import json
from typing import Any, Dict

from .device import Device
from .identity import Identity, from_base64url
from .signatures import ed25519, thumbprint, verify


class Refused(Exception):
    """The app is not accepted, and why."""


def claims_of(identity: Identity, credential: str) -> Dict[str, Any]:
    """The claims of a credential that an issuer signed."""
    try:
        head, payload, signature = credential.split(".")
        header = json.loads(from_base64url(head))
        kid = header["kid"]
        if header["alg"] != "EdDSA" or header["typ"] != "pairing+jwt" or kid not in identity.issuer_keys:
            raise Refused("no issuer signed the credential")
        key = ed25519(identity.issuer_keys[kid])
        if not verify(key, f"{head}.{payload}".encode(), from_base64url(signature)):
            raise Refused("no issuer signed the credential")
        return json.loads(from_base64url(payload))
    except (KeyError, TypeError, ValueError):
        raise Refused("no issuer signed the credential") from None


def accept_app(device: Device, credential: str, jwk: Dict[str, Any], nonce: bytes, signature: bytes) -> Dict[str, Any]:
    """Accepts an app that signed the nonce, 32 random bytes of the device. Returns its claims; raises Refused."""
    claims = claims_of(device.identity, credential)
    if not isinstance(claims, dict) or any(name not in claims for name in ("aud", "nbf", "exp", "epoch", "jti", "cnf")):
        raise Refused("the credential lacks claims")
    if claims["aud"] != device.identity.serial:
        raise Refused("the credential is for another device")
    now = device.clock.now()
    if now is not None and not claims["nbf"] <= now // 1000 < claims["exp"]:
        raise Refused("the credential has expired")
    state = device.state
    if claims["epoch"] < state["epoch"]:
        raise Refused("the credential is of a previous owner")
    if claims["epoch"] == state["epoch"] and claims["jti"].split(".")[0] in state["revoked"]:
        raise Refused("the pairing was revoked")
    try:
        has_key = thumbprint(jwk) == claims["cnf"]["jkt"] and verify(jwk, nonce, signature)
    except (KeyError, TypeError):
        has_key = False
    if not has_key:
        raise Refused("the app does not have the key of the credential")
    if claims["epoch"] > state["epoch"]:
        # The revoked pairings of an earlier epoch ended with it.
        state.update(epoch=claims["epoch"], revoked=[])
        device.store("store the epoch")
    return claims

"""What a device checks of an offer before it downloads anything."""

from __future__ import annotations

import base64
import json
from typing import Any, Dict, List, Optional, Tuple

from .identity import Identity, from_base64url
from .signatures import ed25519, verify


def signed_bytes(brand: str, manifest: bytes) -> bytes:
    """DSSE protocol, pre-authentication encoding."""
    kind = f"application/vnd.{brand}.release+json;v=1".encode()
    return b"DSSEv1 %d %s %d " % (len(kind), kind, len(manifest)) + manifest


def is_signed(identity: Identity, manifest: bytes, signatures: List[Dict[str, str]]) -> bool:
    """Whether a trusted key signed exactly these bytes as a release of this brand."""
    message = signed_bytes(identity.brand, manifest)
    return any(
        verify(ed25519(identity.release_keys[entry["kid"]]), message, from_base64url(entry["sig"]))
        for entry in signatures
        if entry.get("kid") in identity.release_keys
    )


def order_of(version: str, build: int) -> Tuple[int, ...]:
    """The three numbers of the version, then the build; a suffix does not count."""
    numbers = version.replace("+", "-").split("-", 1)[0].split(".")
    return (*(int(number) for number in numbers), build)


def problem_of(
    identity: Identity, running: Dict[str, Any], fused_security_version: int, offer: Dict[str, Any]
) -> Optional[str]:
    """Why the device must not install an offer, beginning with a failure code; None when it may."""
    if offer["manifest"] is None:
        return "SIGNATURE_INVALID: the release is not signed"
    try:
        manifest = base64.b64decode(offer["manifest"])
        if not is_signed(identity, manifest, offer["signatures"]):
            return "SIGNATURE_INVALID: no trusted key signed the manifest"
        content = json.loads(manifest)
        version, build, security = content["version"], content["buildNumber"], content["securityVersion"]
        model, revisions = content["model"], content["hardwareRevisions"]
        size, sha256 = content["firmware"]["size"], content["firmware"]["sha256"]
    except (KeyError, TypeError, ValueError):
        return "SIGNATURE_INVALID: the manifest lacks required members"
    if sha256 != offer["sha256"]:
        return "DIGEST_MISMATCH: the offer and the manifest name different images"
    if size != offer["size"]:
        return "SIZE_MISMATCH: the offer and the manifest name different sizes"
    if model != identity.model:
        return "HARDWARE_MISMATCH: the release is for another model"
    if identity.hardware_revision not in revisions:
        return "HARDWARE_MISMATCH: the release is for another hardware revision"
    if version != offer["version"] or build != offer["buildNumber"]:
        return "SIGNATURE_INVALID: the offer and the manifest name different versions"
    if order_of(version, build) <= order_of(running["version"], running["build"]):
        return "SECURITY_VERSION_TOO_LOW: the release is not newer than the running firmware"
    if security != offer["securityVersion"] or security < fused_security_version:
        return "SECURITY_VERSION_TOO_LOW: the fuses forbid it"
    return None

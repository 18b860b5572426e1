"""Verifies signatures by python3-jwcrypto, or by the command openssl (3.0 or newer) where it is not installed.

KARVON_CRYPTO=openssl or =jwcrypto chooses one.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from typing import Any, Dict

from .identity import from_base64url, to_base64url

#: The beginning of a SubjectPublicKeyInfo (RFC 8410; RFC 5480), before the key's own bytes.
SPKI = {
    "Ed25519": bytes.fromhex("302a300506032b6570032100"),
    "P-256": bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004"),
}


def uses_jwcrypto() -> bool:
    chosen = os.environ.get("KARVON_CRYPTO")
    if chosen in ("openssl", "jwcrypto"):
        return chosen == "jwcrypto"
    try:
        import jwcrypto.jwk  # noqa: F401
    except ImportError:
        return False
    return True


def ed25519(x: str) -> Dict[str, str]:
    """A public key as a JWK."""
    return {"kty": "OKP", "crv": "Ed25519", "x": x}


def verify(jwk: Dict[str, Any], message: bytes, signature: bytes) -> bool:
    """Whether the owner of an Ed25519 or P-256 key signed a message. P-256: DER, over its SHA-256."""
    try:
        if uses_jwcrypto():
            return _by_jwcrypto(jwk, message, signature)
        return _by_openssl(jwk, message, signature)
    except (KeyError, ValueError):
        return False


def thumbprint(jwk: Dict[str, Any]) -> str:
    """RFC 7638: the required members in the order of their names, without white space."""
    names = ("crv", "kty", "x", "y") if jwk.get("kty") == "EC" else ("crv", "kty", "x")
    text = "{" + ",".join(f'"{name}":"{jwk[name]}"' for name in names) + "}"
    return to_base64url(hashlib.sha256(text.encode()).digest())


def _by_jwcrypto(jwk: Dict[str, Any], message: bytes, signature: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from jwcrypto.common import JWException
    from jwcrypto.jwk import JWK

    public = {name: jwk[name] for name in ("kty", "crv", "x", "y") if name in jwk}
    try:
        if jwk["crv"] == "P-256":
            JWK(**public).get_op_key("verify", "P-256").verify(signature, message, ec.ECDSA(hashes.SHA256()))
        else:
            JWK(**public).get_op_key("verify").verify(signature, message)
    except (InvalidSignature, JWException):
        return False
    return True


def _by_openssl(jwk: Dict[str, Any], message: bytes, signature: bytes) -> bool:
    crv = jwk["crv"]
    key = SPKI[crv] + from_base64url(jwk["x"]) + (from_base64url(jwk["y"]) if crv == "P-256" else b"")
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ("key", "message", "signature")}
        for name, data in (("key", key), ("message", message), ("signature", signature)):
            with open(paths[name], "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", paths["key"]]
        command += ["-in", paths["message"], "-sigfile", paths["signature"]]
        command += ["-digest", "sha256"] if crv == "P-256" else []
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

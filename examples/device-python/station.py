#!/usr/bin/env python3
"""The provisioning station: opens a provisioning envelope with the private key that never leaves the station.

station.py station.pem < envelope.jwe > identity.json

An envelope is a compact JWE (RFC 7516) with RSA-OAEP-256 and A256GCM. python3-jwcrypto opens it; where it is not installed, the
command openssl (1.1.1 or newer) does RSA and AES, and GHASH is computed here. KARVON_CRYPTO=openssl or =jwcrypto chooses one.
"""

from __future__ import annotations

import hmac
import json
import os
import subprocess
import sys
import tempfile

from karvon_device.identity import from_base64url, read_envelope
from karvon_device.signatures import uses_jwcrypto


def open_by_jwcrypto(envelope: str, pem: bytes) -> bytes:
    from jwcrypto.common import JWException
    from jwcrypto.jwe import JWE
    from jwcrypto.jwk import JWK

    token = JWE(algs=["RSA-OAEP-256", "A256GCM"])
    try:
        token.deserialize(envelope, JWK.from_pem(pem))
    except JWException as problem:
        raise ValueError("the envelope is damaged, or for another station") from problem
    return token.payload


def open_by_openssl(envelope: str, pem: bytes) -> bytes:
    head, sealed_key, nonce, sealed, tag = envelope.split(".")
    with tempfile.NamedTemporaryFile() as key:
        key.write(pem)
        key.flush()
        oaep = ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"]
        options = [part for option in oaep for part in ("-pkeyopt", option)]
        content_key = openssl(["pkeyutl", "-decrypt", "-inkey", key.name, *options], from_base64url(sealed_key))
    text = from_base64url(sealed)
    counter = from_base64url(nonce)
    hash_key = aes(content_key, "ecb", bytes(16))
    # The additional data is the header as it was sent, in base64url.
    blocks = padded(head.encode()) + padded(text) + (len(head) * 8).to_bytes(8, "big") + (len(text) * 8).to_bytes(8, "big")
    mask = aes(content_key, "ecb", counter + (1).to_bytes(4, "big"))
    expected = xor(ghash(hash_key, blocks), mask)
    if len(content_key) != 32 or len(counter) != 12 or not hmac.compare_digest(expected, from_base64url(tag)):
        raise ValueError("the envelope is damaged")
    return aes(content_key, "ctr", text, counter + (2).to_bytes(4, "big"))


def openssl(arguments: list, data: bytes) -> bytes:
    done = subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=False)
    if done.returncode != 0:
        raise ValueError("the envelope is damaged, or for another station")
    return done.stdout


def aes(key: bytes, mode: str, data: bytes, counter: bytes = b"") -> bytes:
    """AES-256. The key is used once; it is in the arguments of openssl for that moment."""
    vector = ["-iv", counter.hex()] if counter else []
    return openssl(["enc", f"-aes-256-{mode}", "-nopad", "-K", key.hex(), *vector], data)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other))


def ghash(key: bytes, blocks: bytes) -> bytes:
    """NIST SP 800-38D, 6.3 and 6.4."""
    factor, result = int.from_bytes(key, "big"), 0
    for start in range(0, len(blocks), 16):
        left = result ^ int.from_bytes(blocks[start : start + 16], "big")
        result, right = 0, factor
        for bit in range(127, -1, -1):
            if left >> bit & 1:
                result ^= right
            right = right >> 1 ^ (0xE1 << 120 if right & 1 else 0)
    return result.to_bytes(16, "big")


def open_envelope(envelope: str, pem: bytes) -> bytes:
    """The plaintext. Raises ValueError for what is no envelope, damaged, or for another station."""
    parts = envelope.split(".")
    header = json.loads(from_base64url(parts[0])) if len(parts) == 5 else None
    kind = {"alg": "RSA-OAEP-256", "enc": "A256GCM", "typ": "prov+jwe"}
    if not isinstance(header, dict) or any(header.get(name) != value for name, value in kind.items()):
        raise ValueError("this is not a provisioning envelope")
    return open_by_jwcrypto(envelope, pem) if uses_jwcrypto() else open_by_openssl(envelope, pem)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: station.py <private key, PEM> < envelope > identity.json")
    with open(sys.argv[1], "rb") as file:
        pem = file.read()
    try:
        content = open_envelope(sys.stdin.read().strip(), pem)
        read_envelope(json.loads(content))
    except ValueError as problem:
        sys.exit(str(problem))
    sys.stdout.flush()
    os.write(sys.stdout.fileno(), content)


if __name__ == "__main__":
    main()

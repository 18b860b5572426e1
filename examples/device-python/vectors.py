#!/usr/bin/env python3
"""Checks this example against the vectors of the page: vectors.py docs/devices/protocol.md"""

from __future__ import annotations

import base64
import json
import re
import sys
from types import SimpleNamespace
from typing import Any, Dict

from karvon_device import proofs
from karvon_device.api import Clock
from karvon_device.identity import from_base64url, read_envelope
from karvon_device.manifest import is_signed
from karvon_device.pairing import Refused, accept_app
from station import open_envelope

checks = 0


def expect(holds: bool, what: str) -> None:
    global checks
    checks += 1
    if not holds:
        sys.exit(f"failed: {what}")


def vectors_in(path: str) -> Dict[str, Any]:
    with open(path, encoding="utf-8") as file:
        found = re.search(r"^```json vectors\n(.*?)\n```", file.read(), re.MULTILINE | re.DOTALL)
    expect(found is not None, "the page has vectors")
    return json.loads(found.group(1))


def check_proofs(vectors: Dict[str, Any], identity: Any) -> None:
    at, serial, version = vectors["timestamp"], identity.serial, vectors["firmwareVersion"]
    release, installation, status = (vectors[name] for name in ("releaseId", "installationId", "status"))
    own = {
        "heartbeat": proofs.heartbeat_payload(at, serial, version, vectors["uptime"]),
        "latest": proofs.latest_payload(at, serial, version),
        "current": proofs.current_payload(at, serial, installation),
        "currentLatest": proofs.current_payload(at, serial, None),
        "report": proofs.report_payload(at, serial, release, installation, status),
    }
    for vector in vectors["proofs"]:
        payload, call = vector["payload"], vector["call"]
        expect(own.get(call, payload) == payload, f"the payload of {call}")
        expect(proofs.proof_of(identity.secret, payload) == vector["proof"], f"the proof of {call}")
        try:
            expect(proofs.hardware_proof(identity, payload) == vector["proof"] and call == "pairing", call)
        except ValueError:
            expect(call != "pairing", "only a challenge is signed for an app")


def check_manifest(vector: Dict[str, Any], identity: Any) -> None:
    manifest = base64.b64decode(vector["manifest"])
    expect(identity.release_keys == {vector["key"]["kid"]: vector["key"]["x"]}, "the key of the envelope")
    expect(is_signed(identity, manifest, vector["signatures"]), "the manifest is signed")
    changed = bytes([manifest[0] ^ 1]) + manifest[1:]
    expect(not is_signed(identity, changed, vector["signatures"]), "a changed manifest is not signed")


def check_credential(vector: Dict[str, Any], identity: Any) -> None:
    credential, jwk = vector["credential"], vector["appKey"]
    nonce, signature = from_base64url(vector["nonce"]), from_base64url(vector["signature"])

    def accepts(nonce: bytes = nonce, epoch: int = 3, revoked: tuple = ()) -> bool:
        state = {"epoch": epoch, "revoked": list(revoked)}
        device = SimpleNamespace(identity=identity, clock=Clock(has_clock=False), state=state)
        try:
            return accept_app(device, credential, jwk, nonce, signature)["aud"] == identity.serial
        except Refused:
            return False

    expect(accepts(), "the app is accepted")
    expect(not accepts(epoch=4), "not by the next owner")
    expect(not accepts(nonce=bytes(32)), "not with another nonce")
    expect(not accepts(revoked=("01980000-0000-7000-8000-00000000000f",)), "not after a revocation")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    vectors = vectors_in(sys.argv[1])
    sealed = vectors["envelope"]
    identity = read_envelope(json.loads(open_envelope(sealed["envelope"], sealed["station"].encode())))
    expect(identity.secret == from_base64url(vectors["device"]["secret"]), "the secret of the envelope")
    check_proofs(vectors, identity)
    check_manifest(vectors["manifest"], identity)
    check_credential(vectors["credential"], identity)
    damaged = sealed["envelope"][:-4] + ("AAAA" if not sealed["envelope"].endswith("AAAA") else "BBBB")
    try:
        open_envelope(damaged, sealed["station"].encode())
        expect(False, "a damaged envelope does not open")
    except ValueError:
        pass
    print(f"{checks} checks passed")


if __name__ == "__main__":
    main()

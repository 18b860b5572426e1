"""Flash as files of one folder: two firmware slots, what the bootloader knows of them, the identity and the state.

The bootloader is that of ESP-IDF with rollback and anti-rollback: a new image runs once as PENDING_VERIFY, and what has not been
marked valid by the next boot is ABORTED.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from typing import Any, Callable, Dict, Optional

EXIT_POWER_LOST = 77
EMPTY_SLOT: Dict[str, Any] = {"state": "UNDEFINED", "sequence": 0, "size": 0, "sha256": "", "app": None}
SECTOR = 4096

Step = Callable[[str], None]


def power_that_fails(stop_after: int) -> Step:
    """What is called wherever a power loss makes a difference; it ends the process at this step, counted from 1."""
    taken = 0

    def step(name: str) -> None:
        nonlocal taken
        taken += 1
        if taken == stop_after:
            print(f"power lost: {name}", flush=True)
            os._exit(EXIT_POWER_LOST)

    return step


class Flash:
    """A board. `step` is called before each change that the bootloader makes."""

    def __init__(self, folder: str, step: Step) -> None:
        self._folder = folder
        self._step = step
        os.makedirs(folder, mode=0o700, exist_ok=True)

    def load(self, name: str) -> Optional[Dict[str, Any]]:
        """Reads a stored object; None when there is none."""
        try:
            with open(self._path(name), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def store(self, name: str, value: Dict[str, Any]) -> None:
        """Replaces an object: after a power loss it is the old one or the new one."""
        fresh = self._path(f"{name}.new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(value, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, self._path(name))
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def flash_factory(self, version: str, build: int) -> None:
        """A board from the factory runs this image in slot 0; nothing happens when there is flash already."""
        if self.load("otadata") is None:
            app = {"version": version, "build": build, "securityVersion": 0}
            first = {**EMPTY_SLOT, "state": "VALID", "sequence": 1, "app": app}
            self.store("otadata", {"fused": 0, "running": 0, "slots": [first, EMPTY_SLOT]})

    def boot(self) -> None:
        """The bootloader: starts the bootable slot with the highest sequence."""
        self._step("boot")
        ota = self._ota()
        for slot in ota["slots"]:
            if slot["state"] == "PENDING_VERIFY":
                slot["state"] = "ABORTED"
        for index in sorted((0, 1), key=lambda index: -ota["slots"][index]["sequence"]):
            slot = ota["slots"][index]
            if slot["state"] not in ("VALID", "NEW") or slot["app"]["securityVersion"] < ota["fused"]:
                continue
            if not self._is_intact(index, slot):
                continue
            if slot["state"] == "NEW":
                slot["state"] = "PENDING_VERIFY"
            ota["running"] = index
            self.store("otadata", ota)
            return
        sys.exit("no slot can be booted")

    @property
    def running_slot(self) -> int:
        return self._ota()["running"]

    @property
    def running(self) -> Dict[str, Any]:
        """Version, build and security version of the image that runs."""
        ota = self._ota()
        return ota["slots"][ota["running"]]["app"]

    @property
    def fused_security_version(self) -> int:
        return self._ota()["fused"]

    def slot_state(self, index: int) -> str:
        return self._ota()["slots"][index]["state"]

    def erase(self, index: int) -> None:
        self._change(index, EMPTY_SLOT)
        with open(self._slot_path(index), "wb"):
            pass

    def write(self, index: int, offset: int, data: bytes) -> None:
        with open(self._slot_path(index), "r+b") as file:
            file.seek(offset)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def hash_of(self, index: int, length: int) -> "hashlib._Hash":
        """The SHA-256 of the first bytes of a slot, to go on with."""
        digest = hashlib.sha256()
        if length > 0:
            with open(self._slot_path(index), "rb") as file:
                while length > 0:
                    part = file.read(min(SECTOR, length))
                    if not part:
                        break
                    digest.update(part)
                    length -= len(part)
        return digest

    def choose(self, index: int, size: int, sha256: str, app: Dict[str, Any]) -> None:
        """Selects a complete image for the next boot."""
        sequence = self._ota()["slots"][1 - index]["sequence"] + 1
        self._change(index, {"state": "NEW", "sequence": sequence, "size": size, "sha256": sha256, "app": app})

    def mark_valid(self) -> None:
        """Confirms the running image, and raises the lowest security version that may ever boot."""
        ota = self._ota()
        slot = ota["slots"][ota["running"]]
        slot["state"] = "VALID"
        ota["fused"] = max(ota["fused"], slot["app"]["securityVersion"])
        self.store("otadata", ota)

    def mark_invalid(self) -> None:
        """Rejects the running image: the next boot takes the other one."""
        index = self.running_slot
        self._change(index, {"state": "INVALID"})

    def _is_intact(self, index: int, slot: Dict[str, Any]) -> bool:
        return slot["size"] == 0 or self.hash_of(index, slot["size"]).hexdigest() == slot["sha256"]

    def _change(self, index: int, changes: Dict[str, Any]) -> None:
        ota = self._ota()
        ota["slots"][index] = {**ota["slots"][index], **changes}
        self.store("otadata", ota)

    def _ota(self) -> Dict[str, Any]:
        ota = self.load("otadata")
        if ota is None:
            sys.exit("the flash is empty")
        return ota

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _slot_path(self, index: int) -> str:
        return self._path(f"ota_{index}.bin")

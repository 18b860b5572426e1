"""The image, from its URL into its slot."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from .device import Device

#: How often progress is stored: a download that is cut repeats at most so much after a power loss.
STORE_EVERY = 64 * 1024
#: Connections for one URL.
ATTEMPTS = 6
ASK_AGAIN = (403, 408, 416, 429)


class DownloadLater(Exception):
    """Ask for a new URL in the next turn, and go on."""


class DownloadFailed(Exception):
    """For good; the message begins with a failure code."""


def download(device: "Device", url: str) -> str:
    """Downloads the rest of the update. Returns the SHA-256 of the image in hexadecimal."""
    update = device.update
    digest = device.flash.hash_of(update["slot"], update["written"])
    for attempt in range(ATTEMPTS):
        if update["written"] == update["size"]:
            return digest.hexdigest()
        if attempt > 0:
            time.sleep(device.retry_s * 2 ** (attempt - 1) * random.uniform(0.5, 1))
        digest = _connect_once(device, url, digest)
    if update["written"] == update["size"]:
        return digest.hexdigest()
    raise DownloadLater


def _connect_once(device: "Device", url: str, digest: Any) -> Any:
    update = device.update
    headers = {}
    if update["written"] > 0:
        headers = {"Range": f"bytes={update['written']}-", "If-Range": update["etag"]}
    device.step("begin the download")
    status = 0
    started = False
    waiting = b""
    stored = update["written"]
    for status, seen, piece in device.api.download(url, headers):
        if status not in (200, 206) or not piece:
            continue
        if not started:
            started = True
            if status == 206 and not (seen.get("content-range") or "").startswith(f"bytes {update['written']}-"):
                raise DownloadFailed("DOWNLOAD_NETWORK: the reply has another range")
            # A whole file instead of its rest: it has changed, or the server has no ranges.
            if status == 200 or update["written"] == 0:
                digest = _restart(device, seen.get("etag"))
                stored = 0
        if update["written"] + len(waiting) + len(piece) > update["size"]:
            raise DownloadFailed("SIZE_MISMATCH: the file is larger than announced")
        waiting += piece
        if update["written"] + len(waiting) - stored >= STORE_EVERY:
            digest.update(waiting)
            stored = _flush(device, waiting)
            waiting = b""
    device.log(f"download{' resumed' if status == 206 else ''} {status}")
    if waiting:
        digest.update(waiting)
        _flush(device, waiting)
    if status in (0, 200, 206):
        return digest
    if status in ASK_AGAIN or status >= 500:
        raise DownloadLater
    raise DownloadFailed(f"DOWNLOAD_HTTP_4XX: {status}")


def _restart(device: "Device", etag: Optional[str]) -> Any:
    """Erases the slot; the ETag of this reply is what later ones must have."""
    update = device.update
    update["written"] = 0
    update["etag"] = etag or update["etag"]
    device.store("store that nothing is written")
    device.step("erase the slot")
    device.flash.erase(update["slot"])
    return device.flash.hash_of(update["slot"], 0)


def _flush(device: "Device", waiting: bytes) -> int:
    """Writes what waits; only then may flash say that it is written."""
    update = device.update
    device.flash.write(update["slot"], update["written"], waiting)
    update["written"] += len(waiting)
    device.store("store the progress")
    return update["written"]

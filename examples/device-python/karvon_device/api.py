"""The four calls of a device, each with its proof, and the clock that proofs need."""

from __future__ import annotations

import http.client
import json
import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterator, Optional, Tuple
from urllib.parse import urlencode, urljoin, urlsplit

from . import proofs
from .identity import Identity

REPLY_TIMEOUT_S = 15
#: A download that brings nothing for so long is cut, and resumed.
STALLED_S = 30
#: The largest answer: a manifest of 64 KiB in base64, and release notes.
MAX_REPLY = 128 * 1024
ATTEMPTS = 3
#: A clock that is off by less serves: the service allows 300 s either way.
CLOCK_TOLERANCE_MS = 120_000
#: A Date header has whole seconds: the time is up to one second later.
DATE_RESOLUTION_MS = 1_000
EARLIEST_MS = 1_577_836_800_000
LATER = (0, 401, 403, 408, 429)


@dataclass(frozen=True)
class Answer:
    #: 0 when none came.
    status: int
    body: Dict[str, Any]
    #: Of an error.
    code: str = ""
    #: Seconds; 0 without a Retry-After header.
    retry_after: int = 0

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_for_later(self) -> bool:
        """The same call can succeed later. Any other error is final for it."""
        return self.status in LATER or self.status >= 500


class Clock:
    """Unix time in milliseconds; None while the device has not learned it."""

    def __init__(self, has_clock: bool) -> None:
        self._has_clock = has_clock
        #: Added to the uptime it gives the time. RAM only.
        self._epoch_of_uptime: Optional[int] = None
        self._last_stamp = 0

    def now(self) -> Optional[int]:
        if self._epoch_of_uptime is not None:
            return self._epoch_of_uptime + self.uptime_ms()
        return int(time.time() * 1000) if self._has_clock else None

    @staticmethod
    def uptime_ms() -> int:
        return int((time.monotonic() - _POWER_ON) * 1000)

    def stamp(self) -> int:
        """Strictly increasing: the service orders reports by their signed times."""
        self._last_stamp = max(self.now() or self.uptime_ms(), self._last_stamp + 1)
        return self._last_stamp

    def learn(self, date: Optional[str]) -> bool:
        """Takes the time from a Date header when the clock is wrong. Returns whether it was."""
        try:
            server = int(parsedate_to_datetime(date or "").timestamp() * 1000)
        except (TypeError, ValueError):
            return False
        now = self.now()
        if server < EARLIEST_MS or (now is not None and abs(server - now) < CLOCK_TOLERANCE_MS):
            return False
        self._epoch_of_uptime = server + DATE_RESOLUTION_MS - self.uptime_ms()
        self._last_stamp = 0
        return True


_POWER_ON = time.monotonic()


class Api:
    """The device's client. It keeps its connection; a retry has the same bytes and the same proof."""

    def __init__(self, identity: Identity, clock: Clock, retry_s: float) -> None:
        self._identity = identity
        self._clock = clock
        self._retry_s = retry_s
        self._connection: Optional[http.client.HTTPConnection] = None

    def heartbeat(self, fields: Dict[str, Any]) -> Answer:
        body = {"serial": self._identity.serial, **fields}
        return self._call(
            lambda at: proofs.heartbeat_payload(at, body["serial"], body["firmwareVersion"], body["uptime"]),
            "/v1/devices/heartbeat",
            body,
        )

    def latest(self, version: str, app_version: str, channel: str) -> Answer:
        serial, revision = self._identity.serial, self._identity.hardware_revision
        query = {"serial": serial, "hardwareRevision": revision, "currentFirmware": version}
        query.update(appVersion=app_version, channel=channel)
        return self._call(
            lambda at: proofs.latest_payload(at, serial, version), f"/v1/firmware/latest?{urlencode(query)}"
        )

    def current(self, installation_id: Optional[str]) -> Answer:
        query = {"serial": self._identity.serial}
        if installation_id:
            query["installationId"] = installation_id
        return self._call(
            lambda at: proofs.current_payload(at, self._identity.serial, installation_id),
            f"/v1/firmware/installations/current?{urlencode(query)}",
        )

    def report(self, fields: Dict[str, Any]) -> Answer:
        body = {"serial": self._identity.serial, **fields}
        return self._call(
            lambda at: proofs.report_payload(
                at, body["serial"], body["releaseId"], body["installationId"], body["status"]
            ),
            "/v1/firmware/report",
            body,
        )

    def download(self, url: str, headers: Dict[str, str]) -> Iterator[Tuple[int, Dict[str, str], bytes]]:
        """Status and headers with each piece of the body, at first with none. Ends early when the connection is cut."""
        address = urlsplit(urljoin(self._identity.base_url + "/", url))
        connection = _connect(address.scheme, address.netloc, STALLED_S)
        try:
            connection.request("GET", f"{address.path}?{address.query}", headers=headers)
            response = connection.getresponse()
            seen = {name.lower(): value for name, value in response.getheaders()}
            yield response.status, seen, b""
            while True:
                piece = response.read(16 * 1024)
                if not piece:
                    return
                yield response.status, seen, piece
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()

    def _call(self, payload_at: Any, path: str, body: Optional[Dict[str, Any]] = None) -> Answer:
        signed_at = self._clock.stamp()
        corrected = False
        attempt = 1
        while True:
            answer, is_clock_new = self._send_once(signed_at, payload_at(signed_at), path, body)
            if is_clock_new and not corrected:
                corrected = True
                signed_at = self._clock.stamp()
                continue
            if not answer.is_for_later or answer.status in (401, 403) or answer.retry_after > 0 or attempt == ATTEMPTS:
                return answer
            time.sleep(self._retry_s * 2 ** (attempt - 1) * random.uniform(0.5, 1))
            attempt += 1

    def _send_once(
        self, signed_at: int, payload: str, path: str, body: Optional[Dict[str, Any]]
    ) -> Tuple[Answer, bool]:
        prefix = self._identity.header_prefix
        headers = {f"{prefix}-timestamp": str(signed_at)}
        headers[f"{prefix}-proof"] = proofs.proof_of(self._identity.secret, payload)
        if body is not None:
            headers["content-type"] = "application/json"
        try:
            response, text = self._exchange(path, headers, None if body is None else json.dumps(body).encode())
        except (OSError, http.client.HTTPException):
            self._hang_up()
            return Answer(0, {}, "OFFLINE"), False
        try:
            reply = json.loads(text)
        except ValueError:
            reply = None
        if response.status < 300:
            # A success whose body is no JSON came from something in between.
            return (Answer(response.status, reply) if isinstance(reply, dict) else Answer(0, {}, "OFFLINE")), False
        error = reply.get("error") if isinstance(reply, dict) else None
        code = error.get("code", "") if isinstance(error, dict) else f"HTTP_{response.status}"
        wait = response.getheader("retry-after") or ""
        answer = Answer(response.status, {}, str(code), min(int(wait), 86_400) if wait.isdigit() else 0)
        return answer, self._clock.learn(response.getheader("date"))

    def _exchange(
        self, path: str, headers: Dict[str, str], body: Optional[bytes]
    ) -> Tuple[http.client.HTTPResponse, bytes]:
        base = urlsplit(self._identity.base_url)
        if self._connection is None:
            self._connection = _connect(base.scheme, base.netloc, REPLY_TIMEOUT_S)
        self._connection.request("GET" if body is None else "POST", base.path + path, body, headers)
        response = self._connection.getresponse()
        text = response.read(MAX_REPLY + 1)
        if len(text) > MAX_REPLY:
            raise http.client.HTTPException("the answer is too large")
        return response, text

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _connect(scheme: str, place: str, timeout: int) -> http.client.HTTPConnection:
    if scheme == "https":
        return http.client.HTTPSConnection(place, timeout=timeout)
    return http.client.HTTPConnection(place, timeout=timeout)

"""A device: what it does after a boot, and in each turn."""

from __future__ import annotations

import copy
import random
from typing import Any, Callable, Dict, List, Optional

from .api import Answer, Api, Clock
from .download import DownloadFailed, DownloadLater, download
from .flash import Flash, Step
from .identity import Identity, read_envelope
from .manifest import problem_of

#: First runs of an image that end without a verdict, as by a power loss, before the device gives it up.
MAX_TRIES = 3
#: Of revoked pairings: the service lists the newest sixteen.
MAX_REVOKED = 16
#: The members of an offer that a device uses.
OFFERED = (
    "installationId releaseId version buildNumber securityVersion size sha256 etag url manifest signatures".split()
)
EMPTY_STATE: Dict[str, Any] = {"update": None, "result": None, "epoch": 0, "revoked": []}
MAX_BACKOFF_S = 3840
WEEK_S = 604_800


class Restart(Exception):
    """The other slot was selected for boot: restart now."""


class TryLater(Exception):
    """The service or the network failed: take another turn after a wait."""

    def __init__(self, reason: str, retry_after: int = 0) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class Device:
    """One power-on of a device: everything in it but flash is lost with the power."""

    def __init__(
        self,
        flash: Flash,
        step: Step,
        clock: Clock,
        log: Callable[[str], None],
        retry_s: float = 1,
        app_version: str = "0.0.0",
        channel: str = "STABLE",
        self_test: Callable[[Dict[str, Any]], bool] = lambda app: True,
    ) -> None:
        content = flash.load("identity")
        if content is None:
            raise SystemExit("this device was never provisioned")
        self.identity: Identity = read_envelope(content)
        self.flash = flash
        self.step = step
        self.clock = clock
        self.log = log
        self.retry_s = retry_s
        self.state: Dict[str, Any] = flash.load("state") or copy.deepcopy(EMPTY_STATE)
        self.api = Api(self.identity, clock, retry_s)
        self._stored = copy.deepcopy(self.state)
        self._app_version = app_version
        self._channel = channel
        self._self_test = self_test
        self._interrupted = False
        self._look_up_at_ms = 0
        self.running: Dict[str, Any] = {}

    @property
    def update(self) -> Dict[str, Any]:
        """The update in progress; the caller knows that there is one."""
        return self.state["update"]

    def store(self, step: str) -> None:
        """Stores the whole state at once; unchanged state is not written."""
        if self.state == self._stored:
            return
        self.step(step)
        self.flash.store("state", self.state)
        self._stored = copy.deepcopy(self.state)

    def boot(self) -> None:
        """After each power-on and restart: ends, or repeats, the update that led here."""
        self.flash.boot()
        self.running = self.flash.running
        pending = self.flash.slot_state(self.flash.running_slot) == "PENDING_VERIFY"
        self.log(f"running {self.running['version']}{' for the first time' if pending else ''}")
        self._interrupted = self.state["update"] is not None and self.update["phase"] == "DOWNLOADING"
        if self.state["update"] is not None and self.update["phase"] == "SWITCHING":
            self._settle(pending)

    def turn(self) -> None:
        """Waiting report, heartbeat, and, when it is time, look-up and update. Raises Restart or TryLater."""
        self._send_result()
        if self._interrupted and self.state["update"] is not None:
            self._go_on()
        self._interrupted = False
        self._beat()
        if self.state["update"] is not None or self.clock.uptime_ms() >= self._look_up_at_ms:
            self._look_up()
        # An update that ended without a restart has a result to report.
        self._send_result()

    def _settle(self, pending: bool) -> None:
        update = self.update
        if self.flash.running_slot == update["slot"]:
            if pending:
                self._progress("VALIDATING")
                passes = self._self_test(self.running)
                self.step(f"mark the image {'valid' if passes else 'invalid'}")
                if not passes:
                    self.flash.mark_invalid()
                    raise Restart
                self.flash.mark_valid()
            self._finish("SUCCESS")
            return
        state = self.flash.slot_state(update["slot"])
        if state == "UNDEFINED":
            self._switch()
        if state == "ABORTED" and update["tries"] < MAX_TRIES:
            self._switch(again=True)
        reasons = {
            "ABORTED": "BOOT_FAILED: the image never finished its first run",
            "INVALID": "SELF_TEST_FAILED: the self-test failed",
        }
        self._finish("ROLLED_BACK", reasons.get(state, "BOOT_FAILED: the bootloader refused the image"))

    def _go_on(self) -> None:
        """Asks whether an interrupted update is still wanted, and reports that it goes on, before the heartbeat: the
        service would take the old version, from a device that was about to boot the new one, for a rollback."""
        answer = self.api.current(self.update["installationId"])
        self._need(answer)
        if not answer.ok or answer.body.get("directive") != "CONTINUE":
            self.log(f"aborted {answer.code or answer.body.get('directive')}")
            self._drop_update()
        elif self._progress("DOWNLOADING") is False:
            raise TryLater("OFFLINE")

    def _beat(self) -> None:
        self.step("send a heartbeat")
        answer = self.api.heartbeat(
            {
                "firmwareVersion": self.running["version"],
                "firmwareBuildNumber": self.running["build"],
                "hardwareRevision": self.identity.hardware_revision,
                "otaSlot": f"ota_{self.flash.running_slot}",
                "appVersion": self._app_version,
                "uptime": self.clock.uptime_ms() // 1000,
                "wifiRSSI": -58,
                "freeHeap": 181_000,
                "temperature": 41,
                "status": "healthy",
            }
        )
        self._need_ok(answer)
        self.log(f"heartbeat {self.running['version']}")
        pairing = answer.body.get("pairing") or {}
        # The epoch never goes down, and the list of an epoch replaces the list before it.
        if pairing.get("epoch", -1) >= self.state["epoch"]:
            self.state["epoch"] = pairing["epoch"]
            self.state["revoked"] = [jti.split(".")[0] for jti in pairing["revokedJti"]][:MAX_REVOKED]
            self.store("store the revoked pairings")

    def _look_up(self) -> None:
        self.step("ask for firmware")
        answer = self.api.latest(self.running["version"], self._app_version, self._channel)
        self._need_ok(answer)
        poll = answer.body.get("pollAfterSeconds", 0)
        if 0 < poll < WEEK_S:
            self._look_up_at_ms = self.clock.uptime_ms() + poll * 1000
        if answer.body.get("updateAvailable"):
            if any(name not in answer.body for name in OFFERED):
                raise TryLater("OFFER_UNREADABLE")
            self.log(f"offered {answer.body['version']} {answer.body['installationId']}")
            self._install(answer.body)
            return
        self.log(f"no update {answer.body.get('reason')}")
        if self.state["update"] is not None:
            self._drop_update()

    def _install(self, offer: Dict[str, Any]) -> None:
        before = self.state["update"]
        self._begin(offer)
        if (offer["version"], offer["buildNumber"]) == (self.running["version"], self.running["build"]):
            self._finish("SUCCESS")
            return
        problem = problem_of(self.identity, self.running, self.flash.fused_security_version, offer)
        is_new = before is None or before["installationId"] != offer["installationId"]
        if is_new and self._progress("QUEUED") is None:
            return
        if problem:
            self._finish("FAILED", problem)
            return
        if self._progress("DOWNLOADING") is None:
            return
        try:
            sha256 = download(self, offer["url"])
        except DownloadLater:
            raise TryLater("DOWNLOAD_CUT") from None
        except DownloadFailed as failure:
            self._finish("FAILED", str(failure))
            return
        except OSError:
            # Of the slot: a connection that is cut raises nothing. Where the state cannot be stored either, this raises.
            self._finish("FAILED", "FLASH_WRITE: the slot cannot be erased, written or read")
            return
        if self._progress("VERIFYING") is None:
            return
        if sha256 != self.update["sha256"]:
            self._finish("FAILED", "DIGEST_MISMATCH: the downloaded image has another SHA-256")
            return
        if self._progress("INSTALLING") is not None:
            self._switch()

    def _begin(self, offer: Dict[str, Any]) -> None:
        """Stores an offer; the bytes of the same image that an earlier attempt wrote stay."""
        before = self.state["update"]
        fresh = {
            "phase": "DOWNLOADING",
            "installationId": offer["installationId"],
            "releaseId": offer["releaseId"],
            "fromVersion": self.running["version"],
            "target": {
                "version": offer["version"],
                "build": offer["buildNumber"],
                "securityVersion": offer["securityVersion"],
            },
            "slot": 1 - self.flash.running_slot,
            "size": offer["size"],
            "sha256": offer["sha256"],
            "etag": offer["etag"],
            "written": 0,
            "tries": 1,
        }
        same: List[str] = ["sha256", "size", "slot"]
        if before is not None and all(before[name] == fresh[name] for name in same):
            fresh.update(written=before["written"], etag=before["etag"])
        self.state["update"] = fresh
        self.store("store the offer")

    def _switch(self, again: bool = False) -> None:
        """Selects the image for the next boot. The phase is stored first, so that the next boot knows of a power loss
        between. Before another first run of the same image the service already knows that the device has restarted."""
        update = self.update
        update["phase"] = "SWITCHING"
        update["tries"] += 1 if again else 0
        self.store("store the switch")
        self.step("choose the slot")
        self.flash.choose(update["slot"], update["size"], update["sha256"], update["target"])
        if not again:
            self._progress("REBOOTING")
        raise Restart

    def _finish(self, status: str, reason: Optional[str] = None) -> None:
        """One write ends the update and keeps its report."""
        update = self.update
        self.state["result"] = {name: update[name] for name in ("installationId", "releaseId", "fromVersion")}
        self.state["result"]["status"] = status
        if reason:
            self.state["result"]["failureReason"] = reason
        self.state["update"] = None
        self.log(f"finished {status}{' ' + reason if reason else ''}")
        self.store("store the result")

    def _send_result(self) -> None:
        if self.state["result"] is None:
            return
        self.step("send the result")
        answer = self.api.report(self.state["result"])
        self.log(f"report {self.state['result']['status']} {answer.status}")
        self._need(answer)
        # Taken, or refused for good: the service knows better.
        self.state["result"] = None
        self.store("forget the result")

    def _progress(self, status: str) -> Optional[bool]:
        """Reports progress, which may be lost. Returns whether it was answered; None when the service ended the update,
        which is forgotten then."""
        update = self.update
        fields = {name: update[name] for name in ("installationId", "releaseId", "fromVersion")}
        self.step("send a report")
        answer = self.api.report({**fields, "status": status})
        self.log(f"report {status} {answer.status}")
        self.step("use the answer to a report")
        if answer.is_for_later:
            return False
        if update["phase"] == "SWITCHING" or (answer.ok and answer.body.get("directive") == "CONTINUE"):
            return True
        self.log(f"aborted {answer.code or answer.body.get('directive')}")
        self._drop_update()
        return None

    def _drop_update(self) -> None:
        self.state["update"] = None
        self.store("drop the update")

    @staticmethod
    def _need(answer: Answer) -> None:
        if answer.is_for_later:
            raise TryLater(answer.code, answer.retry_after)

    @staticmethod
    def _need_ok(answer: Answer) -> None:
        if not answer.ok:
            raise TryLater(answer.code, answer.retry_after)


def backoff_s(failures: int, retry_after: int) -> float:
    """The wait after turns that failed in a row: doubled from a minute to 64, at least what the service asks, by chance."""
    wait = min(60 * 2 ** (failures - 1), MAX_BACKOFF_S) * random.uniform(0.5, 1)
    return max(wait, retry_after * random.uniform(1, 1.1))

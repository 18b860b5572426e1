#!/usr/bin/env python3
"""A device of its own: provisioned once, then one turn after the other."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time

from karvon_device.api import Clock
from karvon_device.device import Device, Restart, TryLater, backoff_s
from karvon_device.flash import Flash, Step, power_that_fails
from karvon_device.identity import from_base64url, read_envelope
from karvon_device.pairing import Refused, accept_app
from karvon_device.proofs import hardware_proof

EXIT_TRY_LATER = 75
MAX_RESTARTS = 8
#: The service counts a device as online for ten minutes after a heartbeat.
HEARTBEAT_S = 240


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="exit codes: 0 done, 1 refused or broken, 2 wrong usage, 75 the service did not answer, 77 power lost",
    )
    parser.add_argument("--state", default=".", help="the folder that is its flash")
    parser.add_argument("--firmware", default="1.0.0", help="the version that the factory put there")
    parser.add_argument("--build", type=int, default=100)
    parser.add_argument("--stop-after", type=int, default=0, help="loses its power at this step, with exit code 77")
    parser.add_argument("--retry-ms", type=int, default=1000, help="the first wait of a backoff")
    parser.add_argument("--no-clock", action="store_true", help="has no clock: it learns the time from the service")
    parser.add_argument("--bad-image", action="store_true", help="the self-test of a new image fails")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("provision", help="stores what the station took from an envelope, from stdin")
    commands.add_parser("turn", help="boots, takes one turn with all restarts, and ends")
    commands.add_parser("run", help="goes on until it is stopped")
    commands.add_parser("status", help="what it runs, and what the service knows of its update")
    commands.add_parser("prove", help="answers a pairing challenge").add_argument("payload")
    # No options of its own: text in base64url may begin with a hyphen.
    about = "verifies an app offline; nonce and signature in base64url"
    accept = commands.add_parser("accept", help=about, prefix_chars="\0", add_help=False)
    for name in ("credential", "jwk", "nonce", "signature"):
        accept.add_argument(name)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    step = power_that_fails(options.stop_after)
    flash = Flash(options.state, step)
    if options.command == "provision":
        provision(flash)
        return
    flash.flash_factory(options.firmware, options.build)
    if options.command == "prove":
        prove(new_device(options, flash, step), options.payload)
    elif options.command == "accept":
        accept(options, new_device(options, flash, step))
    elif options.command == "status":
        status(flash, power_on(options, flash, step))
    elif options.command == "run":
        run(options, flash, step)
    else:
        try:
            turn(options, flash, step, power_on(options, flash, step))
        except TryLater as failure:
            print(failure, file=sys.stderr)
            sys.exit(EXIT_TRY_LATER)


def provision(flash: Flash) -> None:
    try:
        content = json.load(sys.stdin)
        read_envelope(content)
    except ValueError as problem:
        sys.exit(f"this is not the content of a provisioning envelope: {problem}")
    # The old state first: a new identity must not go on with what another one had begun.
    flash.store("state", {"update": None, "result": None, "epoch": 0, "revoked": []})
    flash.store("identity", content)


def new_device(options: argparse.Namespace, flash: Flash, step: Step) -> Device:
    """What is in flash, before any of it runs: all that pairing needs."""
    return Device(
        flash,
        step,
        Clock(not options.no_clock),
        lambda line: print(line, flush=True),
        retry_s=options.retry_ms / 1000,
        self_test=lambda app: not options.bad_image,
    )


def power_on(options: argparse.Namespace, flash: Flash, step: Step) -> Device:
    """The bootloader, and the firmware that it starts, until none asks for a restart."""
    for _ in range(MAX_RESTARTS):
        device = new_device(options, flash, step)
        try:
            device.boot()
            return device
        except Restart:
            continue
    sys.exit("it restarts without end")


def turn(options: argparse.Namespace, flash: Flash, step: Step, device: Device) -> Device:
    """One turn with all of its restarts. Returns the device that runs afterwards; raises TryLater."""
    while True:
        try:
            device.turn()
            return device
        except Restart:
            device = power_on(options, flash, step)


def run(options: argparse.Namespace, flash: Flash, step: Step) -> None:
    device = power_on(options, flash, step)
    failures = 0
    while True:
        try:
            device = turn(options, flash, step, device)
            failures = 0
            time.sleep(HEARTBEAT_S * random.uniform(0.9, 1.1))
        except TryLater as failure:
            failures += 1
            print(failure, file=sys.stderr)
            time.sleep(backoff_s(failures, failure.retry_after))


def prove(device: Device, payload: str) -> None:
    try:
        print(hardware_proof(device.identity, payload))
    except ValueError as problem:
        sys.exit(str(problem))


def accept(options: argparse.Namespace, device: Device) -> None:
    nonce, signature = from_base64url(options.nonce), from_base64url(options.signature)
    try:
        accept_app(device, options.credential, json.loads(options.jwk), nonce, signature)
    except Refused as refusal:
        print(f"refused: {refusal}")
        sys.exit(1)
    print("accepted")


def status(flash: Flash, device: Device) -> None:
    answer = device.api.current(None)
    if not answer.ok:
        print(answer.code, file=sys.stderr)
        sys.exit(EXIT_TRY_LATER)
    app, state = device.running, device.state
    print(
        f"{app['version']} build {app['build']} in ota_{flash.running_slot}, epoch {state['epoch']}, "
        f"{len(state['revoked'])} revoked, newest installation {answer.body['status'] or 'none'}"
    )


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Moves many devices to another status: ./05-bulk-status.py < moves.csv, whose columns are serial, status and reason.

Role: SUPPORT. A second run changes nothing: a device that is in the status already stays as it is. Ends with 1 if a line failed."""

import csv
import sys

from karvon import KarvonError, call

failed = 0
for line in csv.DictReader(sys.stdin):
    serial = line["serial"]
    try:
        found = call("GET", "/v1/admin/devices", {"search": serial})["items"]
        device = next((each for each in found if each["serial"] == serial), None)
        if device is None:
            raise LookupError("no such device")
        if device["status"] == line["status"]:
            print(f"{serial}: is {line['status']}")
            continue
        move = {"status": line["status"], "reason": line["reason"]}
        call("PATCH", f"/v1/admin/devices/{device['id']}/status", body=move)
        print(f"{serial}: {device['status']} -> {line['status']}")
    except (KarvonError, LookupError) as error:
        failed += 1
        print(f"{serial}: {error}", file=sys.stderr)
sys.exit(1 if failed else 0)

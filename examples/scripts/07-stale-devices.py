#!/usr/bin/env python3
"""Devices in use that have been silent: ./07-stale-devices.py 7d, longest silent first. Ends with 1 if there are any.

Role: SUPPORT, which may see the owners."""

import sys

from karvon import pages

age = sys.argv[1] if len(sys.argv) > 1 else "7d"
QUERY = """query Stale($filter: DeviceFilter, $after: String) {
  devices(first: 100, after: $after, filter: $filter, sort: [{ field: LAST_SEEN_AT, direction: ASC }]) {
    nodes { serial presence { lastSeenAt } owner { fullName phone } }
    pageInfo { hasNextPage endCursor }
  }
}"""

silent = 0
for device in pages(QUERY, "devices", {"filter": {"status": {"eq": "ACTIVE"}, "lastSeenAt": {"olderThan": age}}}):
    silent += 1
    owner = device["owner"] or {}
    seen = (device["presence"] or {}).get("lastSeenAt")
    print(",".join(str(each or "") for each in (device["serial"], seen, owner.get("fullName"), owner.get("phone"))))
print(f"{silent} devices have been silent for {age}.", file=sys.stderr)
sys.exit(1 if silent else 0)

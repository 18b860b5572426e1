#!/usr/bin/env python3
"""What lies in stock, by model, hardware revision and status: ./04-stock-count.py

Role: VIEWER. It reads one stream, however many devices there are."""

import collections
import json

from karvon import export

IN_STOCK = {"status": {"in": ["INVENTORY", "READY", "RETURNED", "REPAIR"]}}

count = collections.Counter(
    (device["model"], device["hardwareRevision"], device["status"])
    for device in export("devices", filter=json.dumps(IN_STOCK), fields="model,hardwareRevision,status")
)
print("model,hardwareRevision,status,devices")
for (model, revision, status), devices in sorted(count.items()):
    print(f"{model},{revision},{status},{devices}")

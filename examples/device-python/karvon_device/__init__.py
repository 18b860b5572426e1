"""The device's side of docs/devices/protocol.md, with the standard library alone; signatures.py says what verifies."""

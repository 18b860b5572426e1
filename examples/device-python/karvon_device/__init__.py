"""The device's side of docs/device-protocol.md, with the standard library alone; signatures.py says what verifies."""

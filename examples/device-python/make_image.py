#!/usr/bin/env python3
"""Makes a firmware image of random code, to try an update without a build of ESP-IDF: a complete ESP32-S3 application image.

make_image.py --version 1.1.0 --out lamp.bin [--size 200000] [--project lamp] [--secure-version 0]

Format: ESP-IDF Programming Guide, "App Image Format"; esp_app_desc.h.
"""

import argparse
import hashlib
import os
import struct

CHIP_ESP32_S3 = 9
SEGMENT_OFFSET = 32
HEAD_BYTES = 288


def image(version: str, size: int, project: str, secure_version: int) -> bytes:
    code = os.urandom(max(size - HEAD_BYTES - 48, 16) // 16 * 16)
    descriptor = struct.pack(
        "<II8x32s32s16s16s32s32s80x",
        0xABCD5432,
        secure_version,
        version.encode(),
        project.encode(),
        b"12:00:00",
        b"Sep 10 2026",
        b"v5.3",
        hashlib.sha256(code).digest(),
    )
    segment = descriptor + code
    head = struct.pack("<BBBBIB3xH9xB", 0xE9, 1, 0, 0, 0, 0, CHIP_ESP32_S3, 1)
    content = head + struct.pack("<II", 0, len(segment)) + segment
    checksum = 0xEF
    for byte in segment:
        checksum ^= byte
    padding = 16 - len(content) % 16
    whole = content + bytes(padding - 1) + bytes([checksum])
    return whole + hashlib.sha256(whole).digest()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--size", type=int, default=200_000)
    parser.add_argument("--project", default="lamp")
    parser.add_argument("--secure-version", type=int, default=0)
    options = parser.parse_args()
    with open(options.out, "wb") as file:
        file.write(image(options.version, options.size, options.project, options.secure_version))

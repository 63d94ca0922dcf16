#!/usr/bin/env python3
"""Reads endgame tables of sowlab from files or a web server, with the standard library and a Zstandard module alone.

It is written from docs/checking.md (sections Boards and Tables), and uses no code of sowlab:

    python3 tools/read_tables.py stones:holes=11,capture=normal,both-out=relay,mixed-out=end \\
        https://example.org/tables "0,0,2,0,3,0,1,0,2,0,0 E 25 22"

It prints lower, zero and upper of each position, which is at the start of a round or turn. The header, its checksum and
the checksum of the block are checked. Needs Python 3.14, or `zstandard` from PyPI.
"""

import os
import re
import struct
import sys
import urllib.request
from math import comb

try:
    from compression.zstd import decompress
except ImportError:
    from zstandard import ZstdDecompressor

    def decompress(frame):
        return ZstdDecompressor().decompress(frame)


ALL = 2**64 - 1
P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)


def u64(data, at):
    return int.from_bytes(data[at : at + 8], "little")


def fold(a, b):
    product = a * b
    return (product ^ product >> 64) & ALL


def avalanche(h):
    h &= ALL
    h = (h ^ h >> 37) * 0x165667919E3779F9 & ALL
    return h ^ h >> 32


def mix(data, at, secret):
    return fold(u64(data, at) ^ u64(SECRET, secret), u64(data, at + 8) ^ u64(SECRET, secret + 8))


def xxh3(data):
    """XXH3 with 64 bits and seed 0, of at least nine bytes: no Zstandard frame is shorter."""
    n = len(data)
    if n < 9:
        raise ValueError("too short for a block")
    if n <= 16:
        low = u64(data, 0) ^ u64(SECRET, 24) ^ u64(SECRET, 32)
        high = u64(data, n - 8) ^ u64(SECRET, 40) ^ u64(SECRET, 48)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(n + swapped + high + fold(low, high))
    if n <= 128:
        h = n * P64_1
        for i in range((n - 1) // 32 + 1):
            h += mix(data, 16 * i, 32 * i) + mix(data, n - 16 * (i + 1), 32 * i + 16)
        return avalanche(h)
    if n <= 240:
        h = avalanche(n * P64_1 + sum(mix(data, 16 * i, 16 * i) for i in range(8)))
        h += sum(mix(data, 16 * i, 16 * (i - 8) + 3) for i in range(8, n // 16))
        return avalanche(h + mix(data, n - 16, 119))
    lanes = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]

    def stripe(at, secret):
        values = struct.unpack_from("<8Q", data, at)
        keys = struct.unpack_from("<8Q", SECRET, secret)
        for i in range(8):
            key = values[i] ^ keys[i]
            lanes[i ^ 1] += values[i]
            lanes[i] += (key & 0xFFFFFFFF) * (key >> 32)

    full = (n - 1) // 1024
    for block in range(full):
        for i in range(16):
            stripe(1024 * block + 64 * i, 8 * i)
        for i in range(8):
            lane = lanes[i] & ALL
            lanes[i] = (lane ^ lane >> 47 ^ u64(SECRET, 128 + 8 * i)) * P32_1 & ALL
    for i in range((n - 1 - 1024 * full) // 64):
        stripe(1024 * full + 64 * i, 8 * i)
    stripe(n - 64, 121)
    lanes = [lane & ALL for lane in lanes]
    pairs = (fold(lanes[i] ^ u64(SECRET, 11 + 8 * i), lanes[i + 1] ^ u64(SECRET, 19 + 8 * i)) for i in (0, 2, 4, 6))
    return avalanche(n * P64_1 + sum(pairs))


def read(place, file, first, end):
    """Returns bytes `first` to `end - 1` of a file, fewer at its end, and the length of the file."""
    if "://" not in place:
        with open(os.path.join(place, file), "rb") as opened:
            opened.seek(first)
            return opened.read(end - first), os.fstat(opened.fileno()).st_size
    url = f"{place.rstrip('/')}/{file}"
    request = urllib.request.Request(url, headers={"Range": f"bytes={first}-{end - 1}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        stated = re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)", answer.headers.get("Content-Range", ""))
        if answer.status != 206 or stated is None:
            raise ValueError(f"{url}: the server does not answer ranges")
        found_first, found_last, length = map(int, stated.groups())
        data = answer.read(end - first + 1)
    if found_first != first or found_last + 1 != min(end, length) or len(data) != found_last + 1 - first:
        raise ValueError(f"{url}: another range than the requested one")
    return data, length


class Table:
    """The table of a layer."""

    def __init__(self, place, name, cells, layer):
        self.place, self.layer = place, layer
        self.file = f"{re.sub('[^A-Za-z0-9]', '-', name)}.{layer:03}.table"
        start, length = read(place, self.file, 0, 88 + 4096)
        if len(start) < 88:
            raise ValueError(f"{self.file}: too short for a table")
        magic, version, name_length, found_layer, encoding, self.block, blocks, self.positions = struct.unpack_from(
            "<8s6IQ", start
        )
        if (magic, version, encoding) != (b"SOWTABLE", 1, 1):
            raise ValueError(f"{self.file}: not a table of format 1")
        if (start[88 : 88 + name_length], found_layer) != (name.encode(), layer):
            raise ValueError(f"{self.file}: a table of other rules or of another layer")
        if self.positions != comb(layer + cells - 1, cells - 1) or blocks != -(-self.positions // max(1, self.block)):
            raise ValueError(f"{self.file}: wrong sizes")
        self.end = 88 + name_length + 16 * blocks + 8
        header, _ = read(place, self.file, 0, self.end)
        if len(header) != self.end or xxh3(header[:-8]) != u64(header, self.end - 8):
            raise ValueError(f"{self.file}: a damaged header")
        self.index = list(struct.iter_unpack("<QQ", header[88 + name_length : -8]))
        if self.end + self.index[-1][0] != length:
            raise ValueError(f"{self.file}: a wrong length")

    def value(self, rank):
        """Returns lower, zero and upper of the position with this rank."""
        number, at = divmod(rank, self.block)
        first = self.index[number - 1][0] if number else 0
        end, checksum = self.index[number]
        frame, _ = read(self.place, self.file, self.end + first, self.end + end)
        if xxh3(frame) != checksum:
            raise ValueError(f"{self.file}: block {number} is damaged")
        data = decompress(frame)
        count = min(self.block, self.positions - number * self.block)
        codes = struct.unpack_from(f"{count}b", data)
        if codes[at] != -128:
            return (codes[at],) * 3
        before, undetermined = codes[:at].count(-128), codes.count(-128)
        margins = struct.unpack_from(f"{3 * undetermined}b", data, count)
        return margins[before], margins[undetermined + before], margins[2 * undetermined + before]


def probe(place, name, position, tables):
    """Returns the value of a position; `tables` keeps the open tables by layer."""
    board, side = position.split()[:2]
    rows = [[int(cell) for cell in row.split(",")] for row in board.split("/")]
    if side == "W":
        rows[0].reverse()
    if side == "U":
        rows.reverse()
    cells = sum(rows, [])
    layer = sum(cells)
    if layer not in tables:
        tables[layer] = Table(place, name, len(cells), layer)
    sums = (sum(cells[:i]) for i in range(1, len(cells)))
    return tables[layer].value(sum(comb(s + i - 1, i) for i, s in enumerate(sums, 1)))


if __name__ == "__main__":
    opened = {}
    for text in sys.argv[3:]:
        print(text, *("%+d" % margin for margin in probe(sys.argv[2], sys.argv[1], text, opened)))

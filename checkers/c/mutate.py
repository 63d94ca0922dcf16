#!/usr/bin/env python3
"""Compares two proof checkers on mutated proofs.

Makes mutants of a complete proof, of named kinds in turn, with a fixed seed. Runs both checkers on each, as
`COMMAND proof FILE --tables DIR`, and compares their exit codes. A mutant that both accept is shown true with tables of
the whole game: each claim by its value, and the margins by a proof that rests on these tables alone.
"""
import argparse, collections, math, os, random, re, shlex, struct, subprocess, sys, tempfile

def number(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + number(n >> 7)

def signed(x):
    return number(2 * x if x >= 0 else -2 * x - 1)

def zstd(arguments, data):
    return subprocess.run(["zstd", "-q", "-c"] + arguments, input=data, capture_output=True, check=True).stdout

class Proof:
    """The fields of a proof. A group is [stones, side, gain, ranks]."""
    def __init__(self, data):
        self.format = data[8:12]
        self.payload, self.at = zstd(["-d"], data[12:]), 0
        length = self.next()
        self.name = self.payload[self.at:self.at + length]
        self.at += length
        self.holes = int(re.search(rb"holes=(\d+)", self.name).group(1))
        self.seeds = self.next()
        self.margins = [self.next_signed() for _ in range(4)]
        self.sums = []
        for _ in range(self.next()):
            self.sums.append(self.payload[self.at:self.at + 16])
            self.at += 16
        self.groups = []
        while (count := self.next()):
            stones, side, gain, ranks = self.next(), self.next(), self.next_signed(), [self.next()]
            while len(ranks) < count:
                ranks.append(ranks[-1] + 1 + self.next())
            self.groups.append([stones, side, gain, ranks])
        self.end, self.level = b"", ["-3", "--check"]

    def next(self):
        byte = self.payload[self.at]
        self.at += 1
        return byte if byte < 128 else byte - 128 + 128 * self.next()

    def next_signed(self):
        n = self.next()
        return -(n // 2) - 1 if n % 2 else n // 2

    def pack(self):
        out = number(len(self.name)) + self.name + number(self.seeds) + b"".join(map(signed, self.margins))
        out += number(len(self.sums)) + b"".join(self.sums)
        for stones, side, gain, ranks in self.groups:
            out += number(len(ranks)) + number(stones) + number(side) + signed(gain) + number(ranks[0])
            out += b"".join(number(b - a - 1) for a, b in zip(ranks, ranks[1:]))
        return out + b"\0" + self.end

    def file(self, payload=None):
        return b"SOWPROOF" + self.format + zstd(self.level, self.pack() if payload is None else payload)

    def size(self, stones):
        return math.comb(stones + self.holes - 1, self.holes - 1)

def board_of(rank, stones, holes):
    board = [0] * holes
    for i in range(holes - 1, 0, -1):
        s = stones
        while math.comb(s + i - 1, i) > rank:
            s -= 1
        rank -= math.comb(s + i - 1, i)
        board[i], stones = stones - s, s
    board[0] = stones
    return board

def insert(p, r, group):
    p.groups.insert(r.randrange(len(p.groups) + 1), group)

def split_off(p, r, change):
    """Takes one claim out of its group, changes its gain and puts it in place."""
    i = r.randrange(len(p.groups))
    stones, side, gain, ranks = p.groups[i]
    rank = r.choice(ranks)
    rest = [x for x in ranks if x != rank]
    p.groups[i:i + 1] = [[stones, side, gain + change, [rank]]] + ([[stones, side, gain, rest]] if rest else [])

def finished_claim(p, r, excess):
    stones = r.randrange(len(p.sums) if r.random() < 0.7 else 1, p.holes * p.seeds + 1)
    ranks = [k for k in range(p.size(stones)) if sum(x > 1 for x in board_of(k, stones, p.holes)) < 2]
    rank, side = r.choice(ranks), r.randrange(2)
    full = sum(x > 1 for x in board_of(rank, stones, p.holes))
    to_sente = (full == 1) ^ (b"reversed" in p.name) ^ (b"exchanged" in p.name)
    insert(p, r, [stones, side, min(127, (stones if to_sente == (side == 0) else -stones) + excess), [rank]])

def swap(p, r, far):
    i = r.randrange(len(p.groups) - 1)
    j = r.randrange(len(p.groups)) if far else i + 1
    p.groups[i], p.groups[j] = p.groups[j], p.groups[i]

def join(p, r):
    pairs = [(i, j) for i, a in enumerate(p.groups) for j, b in enumerate(p.groups[:60]) if i < j and a[:3] == b[:3]]
    pairs = pairs or [(i, i + 1) for i in range(len(p.groups) - 1) if p.groups[i][:2] == p.groups[i + 1][:2]] or [(0, 0)]
    i, j = r.choice(pairs)
    p.groups[r.choice([i, j])][3] = sorted(set(p.groups[i][3] + p.groups[j][3]))
    p.groups.pop(j if j != i else 0)

def change_group(p, r, field):
    group = r.choice(p.groups)
    group[field] = {0: max(0, group[0] + r.choice([-1, 1])), 1: 1 - group[1], 2: group[2] + r.choice([-2, -1, 1, 2])}[field]

def random_claim(p, r):
    stones = r.randrange(1, p.holes * p.seeds + 1)
    insert(p, r, [stones, r.randrange(2), r.randrange(-stones, stones + 1), [r.randrange(p.size(stones))]])

def margin(p, r):
    p.margins[r.randrange(4)] += r.choice([-3, -2, -1, 1, 2, 3])

def rules(p, r):
    old, new = r.choice([(b"normal", b"reversed"), (b"relay", b"end"), (b"out=end", b"out=forfeit"), (b"reversed", b"normal"),
                         (b"forfeit", b"end"), (b"holes=%d" % p.holes, b"holes=%d" % (p.holes + r.choice([-1, 1]))),
                         (b",rest=exchanged", b""), (b"end", b"end,rest=exchanged"), (b"stones", b"stone"), (b",", b", "), (b"e", b"e\0")])
    p.name = p.name.replace(old, new, 1) if old in p.name else p.name + b"x"

def checksum(p, r):
    i = r.randrange(len(p.sums))
    p.sums[i] = bytes(x ^ (1 << r.randrange(8)) if k == 5 else x for k, x in enumerate(p.sums[i]))

def tables(p, r):
    p.sums = p.sums[:r.randrange(len(p.sums))] if r.random() < 0.8 else p.sums + [b"x" * 16]

def random_bytes(data, r, first):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 2, 5])):
        data[r.randrange(first, len(data))] = r.randrange(256)
    return bytes(data)

def long_number(p, r):
    """The first number of the file in more bytes than it needs, at most nine or too many."""
    payload, extra = p.pack(), r.randrange(1, 11)
    return p.file(bytes([payload[0] | 128]) + b"\x80" * (extra - 1) + b"\0" + payload[1:])

def rank_range(p, r):
    group = r.choice(p.groups)
    group[3][-1] = p.size(group[0]) - 1 + r.randrange(0, 2) if r.random() < 0.5 else 1 << r.choice([40, 62, 63])

def drop_claim(p, r):
    group = r.choice(p.groups)
    group[3].pop(r.randrange(len(group[3])))
    p.groups = [g for g in p.groups if g[3]]

# Each kind changes the proof, or returns the bytes of the mutant.
KINDS = {
    "claim overstated": lambda p, r: split_off(p, r, 1), "claim understated": lambda p, r: split_off(p, r, -1),
    "claim dropped": drop_claim, "group dropped": lambda p, r: p.groups.pop(r.randrange(len(p.groups))) and None,
    "group repeated": lambda p, r: insert(p, r, [x if k < 3 else x[:] for k, x in enumerate(r.choice(p.groups))]),
    "neighbours swapped": lambda p, r: swap(p, r, False), "groups swapped": lambda p, r: swap(p, r, True),
    "groups reversed": lambda p, r: p.groups.reverse(), "groups joined": join,
    "finished board, true": lambda p, r: finished_claim(p, r, 0), "finished board, less": lambda p, r: finished_claim(p, r, -1),
    "finished board, false": lambda p, r: finished_claim(p, r, 1), "random claim": random_claim,
    "other stones": lambda p, r: change_group(p, r, 0), "other side": lambda p, r: change_group(p, r, 1),
    "other gain": lambda p, r: change_group(p, r, 2), "margin changed": margin, "other rules": rules,
    "other seeds": lambda p, r: setattr(p, "seeds", max(0, p.seeds + r.choice([-1, 1, 60]))), "wrong checksum": checksum,
    "other tables": tables, "rank out of range": rank_range, "long number": long_number,
    "random payload": lambda p, r: p.file(random_bytes(p.pack(), r, len(p.name) + 6 + 16 * len(p.sums))),
    "random bytes": lambda p, r: random_bytes(p.file(), r, 0),
    "truncated": lambda p, r: p.file()[:r.choice([r.randrange(len(p.file())), -1, -4])],
    "trailing bytes": lambda p, r: p.file() + r.choice([b"\0", b"x" * 9]),
    "second frame": lambda p, r: p.file() + r.choice([zstd([], b""), b"\x50\x2a\x4d\x18\0\0\0\0"]),
    "payload truncated": lambda p, r: p.file(p.pack()[:r.randrange(len(p.pack()))]),
    "payload trailing": lambda p, r: setattr(p, "end", r.choice([b"\0", b"\1\1\0\0\0\0", b"x"])),
    "no content checksum": lambda p, r: setattr(p, "level", ["-3", "--no-check"]),
    "format": lambda p, r: setattr(p, "format", struct.pack("<I", r.choice([0, 1, 2, 3, 4, 0x10003])))}

def values(path):
    """The checksum of a table, and lower and upper of each rank."""
    data, out = open(path, "rb").read(), []
    length, step, blocks, positions = struct.unpack("<I8xII", data[12:16] + data[16:32]) + struct.unpack("<Q", data[32:40])
    start = end = 88 + length + 16 * blocks + 8
    for b in range(blocks):
        first, end = end, start + struct.unpack("<Q", data[88 + length + 16 * b:][:8])[0]
        raw, count = zstd(["-d"], data[first:end]), min(step, positions - b * step)
        raw = struct.unpack("%db" % len(raw), raw)
        split = iter(zip(raw[count:], raw[count + (len(raw) - count) // 3 * 2:]))
        out += [next(split) if v == -128 else (v, v) for v in raw[:count]]
    return data[72:88][::-1], out

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name, text in [("proof", None), ("--tables", None), ("--first", "command"), ("--second", "command")]:
        parser.add_argument(name, help=text, **({"required": True} if name[0] == "-" else {}))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole-game", action="store_true", help="show accepted mutants true; needs tables of all layers")
    parser.add_argument("--keep", help="folder for mutants on which the checkers differ")
    args = parser.parse_args()
    data, outcomes, bad = open(args.proof, "rb").read(), collections.defaultdict(collections.Counter), 0
    folder = tempfile.mkdtemp(dir=os.environ.get("MUTANTS"))

    def run(command, content, name="mutant.complete"):
        path = os.path.join(folder, name)
        open(path, "wb").write(content)
        done = subprocess.run(shlex.split(command) + ["proof", path, "--tables", args.tables], capture_output=True, text=True)
        return done.returncode, (done.stdout + done.stderr).strip()

    def is_true(mutant):
        p = Proof(mutant)
        stem, last = re.sub("[^A-Za-z0-9]", "-", p.name.decode()), p.holes * p.seeds
        layers = [values(os.path.join(args.tables, "%s.%03d.table" % (stem, n))) for n in range(last + 1)]
        for stones, side, gain, ranks in p.groups:
            if any((layers[stones][1][x][0] if side == 0 else -layers[stones][1][x][1]) < gain for x in ranks):
                return False
        p.groups, p.sums = [], [sums for sums, _ in layers]
        return all(run(command, p.file(), "margins.complete")[0] == 0 for command in (args.first, args.second))

    for i in range(args.count):
        kind, r = list(KINDS)[i % len(KINDS)], random.Random(args.seed * 1000003 + i)
        proof = Proof(data)
        mutant = KINDS[kind](proof, r)
        mutant = proof.file() if mutant is None else mutant
        (a, first), (b, second) = run(args.first, mutant), run(args.second, mutant)
        outcome = "%d/%d" % (a, b)
        if a == b == 0 and args.whole_game:
            outcome += " true" if is_true(mutant) else " FALSE"
        outcomes[kind][outcome] += 1
        if a != b or "FALSE" in outcome:
            bad += 1
            print("mutant %d, %s: %s\n  first:  %s\n  second: %s" % (i, kind, outcome, first[-200:], second[-200:]), flush=True)
            if args.keep:
                open(os.path.join(args.keep, "%s-%d.complete" % (kind.replace(" ", "-"), i)), "wb").write(mutant)
    print("\n%s, seed %d, %d mutants; exit codes first/second" % (os.path.basename(args.proof), args.seed, args.count))
    for kind in KINDS:
        print("%-22s %s" % (kind, ", ".join("%s: %d" % x for x in sorted(outcomes[kind].items()))))
    print("differences: %d" % bad)
    return bad > 0

sys.exit(main())

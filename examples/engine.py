#!/usr/bin/env python3
"""An engine for `sowlab tournament` and `sowlab play`: any legal move. It leaves the rules to `sowlab engine`.

sowlab play 55stones --opponent "external:python3 examples/engine.py sowlab"
"""
import random
import shutil
import subprocess
import sys

program = sys.argv[1] if len(sys.argv) > 1 else "sowlab"
if shutil.which(program) is None:
    sys.exit(f"{program} is not a program: give its path, as in engine.py target/release/sowlab")
rules = subprocess.Popen(
    [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def tell(line):
    print(line, file=rules.stdin, flush=True)


def legal_moves():
    tell("legal")
    for answer in rules.stdout:
        if answer.startswith("legal"):
            return answer.split()[1:]


for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi":
        print("id name anything", "ugiok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word in ("setoption", "position"):
        tell(line.strip())
    elif word == "go":
        print("bestmove", random.choice(legal_moves() or ["none"]), flush=True)
    elif word == "quit":
        break
tell("quit")

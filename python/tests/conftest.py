"""What tests share."""

from __future__ import annotations

import os
import pathlib
import shutil

import pytest

#: One game of every family and reading, on boards small enough to solve in a moment.
SMALL = [
    "stones:holes=4,seeds=2",
    "stones:holes=5,seeds=2,capture=reversed",
    "stones:holes=5,seeds=2,both-out=end,mixed-out=forfeit",
    "kalah:pits=3,seeds=2",
    "kalah:pits=2,seeds=3,empty-capture=yes",
    "awari:pits=2,seeds=3",
    "oware:pits=2,seeds=3",
    "bestemshe:pits=2,seeds=3",
    "trysse:pits=2,seeds=2",
    "warri:pits=2,seeds=2",
    "basic:pits=3,seeds=3",
    "egyptian:pits=3,seeds=3",
    "ethiopian:pits=2,seeds=3",
    "random:pits=2,most=3,seed=3",
    "colony:board=toy",
    "colony:board=toy,entry=stop",
    "owela:pits=2",
    "owela:pits=2,capture=inner",
    "togyz:pits=2,seeds=2",
    "congkak:pits=2,seeds=2",
    "agsinnoninka:pits=2,seeds=1,mode=alternate",
    "omweso:pits=2,seeds=2",
    "omweso:pits=2,seeds=1,setup=free",
    "bao:pits=2",
    "sowing",
    "atomic-wari:pits=6,seeds=3",
]


@pytest.fixture(scope="session")
def command() -> str:
    """The command, to compare with: $SOWLAB, or the release build of this repository."""
    built = pathlib.Path(__file__).parents[2] / "target/release/sowlab"
    found = os.environ.get("SOWLAB") or (str(built) if built.exists() else shutil.which("sowlab"))
    if not found:
        pytest.skip("no command to compare with: set SOWLAB to its path")
    return found

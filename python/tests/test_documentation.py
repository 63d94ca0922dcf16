"""Every public object has a docstring; the examples of docstrings, of the README and of the guide run as written."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import pathlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

import pytest
import sowlab

PACKAGE = pathlib.Path(sowlab.__file__).parent
NEEDS = {
    "sowlab.gymnasium": "gymnasium",
    "sowlab.pettingzoo": "pettingzoo",
    "sowlab.openspiel": "pyspiel",
}
PUBLIC = [found.name for found in pkgutil.iter_modules([str(PACKAGE)]) if not found.name.startswith("_")]
MODULES = ["sowlab", *(f"sowlab.{name}" for name in PUBLIC)]


def _run(name: str, text: str) -> int:
    """Runs the examples of a text as one session; how many there are."""
    test = doctest.DocTestParser().get_doctest(text, {"sowlab": sowlab}, name, name, 0)
    out: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=out.append)
    assert results.failed == 0, "".join(out)
    return results.attempted


def _documented(module: ModuleType) -> Iterator[tuple[str, object]]:
    """A module, its public objects, and the public members that these define, by name."""
    yield module.__name__, module
    for name in module.__all__:
        found = getattr(module, name)
        if inspect.ismodule(found) or isinstance(found, str):
            continue
        yield f"{module.__name__}.{name}", found
        if inspect.isclass(found):
            fields = getattr(found, "__dataclass_fields__", ())
            for member, value in vars(found).items():
                if not member.startswith("_") and member not in fields:
                    yield f"{module.__name__}.{name}.{member}", value


@pytest.mark.parametrize("name", MODULES)
def test_public_objects_have_docstrings_whose_examples_run(
    name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    monkeypatch.chdir(tmp_path)
    found = {where: inspect.getdoc(one) for where, one in _documented(importlib.import_module(name))}
    assert [where for where, text in found.items() if not text] == []
    examples = {where: _run(where, text or "") for where, text in found.items()}
    assert examples[name], "a module shows how it is used"
    if name == "sowlab":
        # Compiled objects have theirs too.
        assert examples["sowlab.Game"] and examples["sowlab.Game.replay"] and examples["sowlab.Position.drawing"]


def test_the_examples_of_the_pages(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = pathlib.Path(os.environ.get("SOWLAB_SOURCE", pathlib.Path(__file__).parents[2]))
    monkeypatch.chdir(tmp_path)
    for page in ["python/README.md", "docs/python.md"]:
        text = (root / page).read_text()
        for number, block in enumerate(re.findall(r"```(?:python|pycon)\n(.*?)```", text, re.DOTALL)):
            if ">>>" in block:
                _run(f"{page}, block {number}", block)
            else:
                compile(block, f"{page}, block {number}", "exec")

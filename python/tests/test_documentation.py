"""Every example of a docstring, of the stubs and of the README runs and prints what it says."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import pathlib
import pkgutil
import re

import pytest
import sowlab

PACKAGE = pathlib.Path(sowlab.__file__).parent
NEEDS = {
    "sowlab.gymnasium": "gymnasium",
    "sowlab.pettingzoo": "pettingzoo",
    "sowlab.openspiel": "pyspiel",
}
MODULES = ["sowlab", *(f"sowlab.{found.name}" for found in pkgutil.iter_modules([str(PACKAGE)]))]
#: A block of code in a docstring that is no session: indented lines after an empty one.
BLOCK = re.compile(r"(?:^|\n)\n((?:    [^\n]*\n?)+)")


def _run(name: str, text: str) -> int:
    """Runs the examples of a text as one session; how many there are."""
    test = doctest.DocTestParser().get_doctest(text, {"sowlab": sowlab}, name, name, 0)
    out: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=out.append)
    assert results.failed == 0, "".join(out)
    return results.attempted


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    module = importlib.import_module(name)
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(module)
    assert found.failed == 0
    if name in NEEDS:
        blocks = [block for block in BLOCK.findall(module.__doc__ or "") if "sowlab" in block]
        assert blocks, "a module that adapts shows how it is used"
        for block in blocks:
            exec(re.sub(r"^    ", "", block, flags=re.MULTILINE), {})  # noqa: S102


def test_the_examples_of_the_stubs(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tree = ast.parse((PACKAGE / "_native.pyi").read_text())
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            found += _run(getattr(node, "name", "_native"), text)
    assert found >= 2


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

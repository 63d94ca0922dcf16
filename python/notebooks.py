"""Executes the examples as notebooks and writes their pages of the book.

    python notebooks.py [NAME...]  writes NAME.ipynb; of a tutorial in docs/notebooks, with a page docs/notebook-NAME.md
    python notebooks.py --check    executes small versions and writes nothing; fails if a notebook shows other code

It needs the package itself and its extra `notebooks`.
"""

from __future__ import annotations

import copy
import os
import pathlib
import re
import sys
from importlib.util import find_spec

import jupytext
import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter

ROOT = pathlib.Path(__file__).parents[1]
DOCS = ROOT / "docs"
EXAMPLES = sorted((ROOT / "python/examples").glob("*.py"))
#: The examples that are pages of the book. The notebooks of the others lie beside them.
TUTORIALS = ["own_variant"]
#: Equal runs write equal files.
os.environ |= {"SOURCE_DATE_EPOCH": "0", "PYTHONHASHSEED": "0"}


def code_of(notebook: nbformat.NotebookNode) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def execute(example: pathlib.Path) -> nbformat.NotebookNode:
    """The example as a notebook with its outputs."""
    notebook = jupytext.read(example)
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    salt = "import matplotlib\nmatplotlib.rcParams['svg.hashsalt'] = 'sowlab'"
    # Before the first cell and not part of the page: figures whose files do not change by chance.
    notebook.cells.insert(0, nbformat.v4.new_code_cell(salt))
    NotebookClient(notebook, timeout=1800, kernel_name="python3").execute()
    del notebook.cells[0]
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            # Warnings are those of the machine that ran it.
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = None
    return notebook


def place(example: pathlib.Path) -> pathlib.Path:
    """The file of the notebook."""
    name = example.stem.replace("_", "-")
    return DOCS / "notebooks" / f"{name}.ipynb" if example.stem in TUTORIALS else example.with_suffix(".ipynb")


def one_line_each(text: str) -> str:
    """Markdown with each paragraph on one line."""
    return re.sub(r"(?m)(?<=[^\n])\n(?=[^\n#|>*-])", " ", text)


def write_page(example: pathlib.Path, notebook: nbformat.NotebookNode) -> None:
    """The page of a tutorial and its figures."""
    name = example.stem.replace("_", "-")
    folder = DOCS / "notebooks"
    for old in folder.glob(f"{name}-*.svg"):
        old.unlink()
    # Text instead of HTML, which not every reader of the pages shows.
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = one_line_each(cell.source)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("text/html", None)
    resources = {"unique_key": name, "output_files_dir": "notebooks"}
    page, resources = MarkdownExporter().from_notebook_node(notebook, resources)
    for file, data in resources["outputs"].items():
        short = re.sub(r"_(\d+)_(\d+)", r"-\1", pathlib.Path(file).name)
        page = page.replace(file, f"notebooks/{short}")
        (folder / short).write_bytes(data)
    title, rest = page.split("\n", 1)
    source = f"its source is `python/examples/{example.name}`. [Python](python.md) says how to install the package."
    note = f"This page is also [a notebook](notebooks/{name}.ipynb); {source}"
    page = f"{title}\n{rest.rstrip()}\n\n{note}\n".replace("![svg]", "![figure]")
    (DOCS / f"notebook-{name}.md").write_text(re.sub(r"\n[ \n]*\n(?=\S)", "\n\n", page))


def check(example: pathlib.Path) -> None:
    """Whether what is committed shows the code of the example."""
    committed = nbformat.read(place(example), as_version=4)
    if code_of(committed) != code_of(jupytext.read(example)):
        sys.exit(f"{place(example)} shows other code than {example}: run python/notebooks.py")


def main() -> None:
    names = [name for name in sys.argv[1:] if name != "--check"]
    only_check = "--check" in sys.argv
    if only_check:
        os.environ["SOWLAB_QUICK"] = "1"
    for example in EXAMPLES:
        if names and example.stem not in names:
            continue
        if only_check and "import torch" in example.read_text() and not find_spec("torch"):
            print(f"== left out, for torch is not installed: {example.name}", flush=True)
            continue
        print(f"== {example.name}", flush=True)
        notebook = execute(example)
        if only_check:
            check(example)
        else:
            nbformat.write(notebook, place(example))
            if example.stem in TUTORIALS:
                write_page(example, notebook)


if __name__ == "__main__":
    main()

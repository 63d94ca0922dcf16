"""Published tables: look-ups by ranges, and the download."""

from __future__ import annotations

import http.server
import importlib
import pathlib
import threading
from collections.abc import Iterator

import numpy as np
import pytest

import sowlab

GAME = "stones:holes=6,seeds=2"
MOST = 8


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers ranges of the files in a folder."""

    protocol_version = "HTTP/1.1"
    folder: pathlib.Path
    requests: list[str]

    def do_GET(self) -> None:
        self.requests.append(self.path)
        file = self.folder / self.path.removeprefix("/")
        if not file.is_file():
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        contents = file.read_bytes()
        first, last = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
        part = contents[first : last + 1]
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{first + len(part) - 1}/{len(contents)}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("tables")
    sowlab.tables.build(GAME, MOST, folder)
    return folder


@pytest.fixture()
def server(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, list[str]]]:
    for name in ("ALL_PROXY", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    requests: list[str] = []
    handler = type("Bound", (Handler,), {"folder": folder, "requests": requests})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", requests
        server.shutdown()
        thread.join()


def test_look_ups(folder: pathlib.Path, server: tuple[str, list[str]]) -> None:
    url, requests = server
    local, remote = sowlab.tables.open(GAME, folder), sowlab.tables.open(GAME, url)
    assert requests == [] and url in repr(remote)
    for stones in (0, 5, MOST):
        boards, values = local.layer(stones)
        found, known = remote.probe_boards(boards)
        assert known.all() and (found == values).all()
    # A header and a block each, and nothing twice.
    assert len(requests) == 6
    texts = ["2,2,2,1,1,0 E 4 0", "2,2,1,0,0,0 E 7 0 1", "2,2,2,2,2,2 E 0 0"]
    assert remote.probe_many(texts) == local.probe_many(texts)
    before = len(requests)
    assert remote.probe(texts[0]) == local.probe(texts[0])
    assert len(requests) == before
    with pytest.raises(ValueError, match="fetch"):
        remote.layer(3)


def test_download(folder: pathlib.Path, server: tuple[str, list[str]], tmp_path: pathlib.Path) -> None:
    url, _ = server
    assert [layer.stones for layer in sowlab.tables.fetch(GAME, url, tmp_path, 3)] == [0, 1, 2, 3]
    told = []
    layers = sowlab.tables.fetch(
        GAME, url, tmp_path, progress=lambda what, done, total: told.append((what, done, total))
    )
    assert [layer.checksum for layer in layers] == [
        layer.checksum for layer in sowlab.tables.stats(GAME, folder)
    ]
    for file in folder.glob("*.table"):
        assert (tmp_path / file.name).read_bytes() == file.read_bytes()


def test_errors(server: tuple[str, list[str]], tmp_path: pathlib.Path) -> None:
    url, _ = server
    for wrong in ("ftp://host/", "http://", "https://host/?a=b"):
        with pytest.raises(ValueError, match="URL"):
            sowlab.tables.open(GAME, wrong)
        with pytest.raises(ValueError, match="URL"):
            sowlab.tables.fetch(GAME, wrong, tmp_path)
    with pytest.raises(OSError, match="no such table"):
        sowlab.tables.fetch(GAME, url + "nothing", tmp_path)
    nobody = sowlab.tables.open(GAME, "http://127.0.0.1:1/")
    with pytest.raises(OSError, match="127.0.0.1:1"):
        nobody.probe_boards(np.array([[1, 1, 0, 0, 0, 0]], np.uint8))


@pytest.mark.parametrize("name", [GAME, "kalah:pits=3,seeds=2", "awari:pits=2,seeds=3"])
def test_the_reader_without_our_code(
    name: str, server: tuple[str, list[str]], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("zstandard")
    monkeypatch.syspath_prepend(str(pathlib.Path(__file__).parents[2] / "tools"))
    reader = importlib.import_module("read_tables")
    sowlab.tables.build(name, MOST, tmp_path)
    [first] = tmp_path.glob("*.000.table")
    header = first.read_bytes()
    rules = header[88 : 88 + int.from_bytes(header[12:16], "little")].decode()
    tables = sowlab.tables.open(name, tmp_path)
    generator = np.random.default_rng(1)
    opened: dict[int, object] = {}
    for stones in range(MOST + 1):
        boards, _ = tables.layer(stones)
        for board in generator.choice(boards, min(20, len(boards)), replace=False):
            rows, columns = tables.game.cells
            text = "/".join(",".join(map(str, row)) for row in board.reshape(rows, columns))
            for side in "EW" if rows == 1 else "LU":
                position = f"{text} {side} 0 0"
                value = tables.probe(position).value
                assert value is not None
                assert reader.probe(str(tmp_path), rules, position, opened) == tuple(value)
    if name == GAME:
        url, _ = server
        position = "2,2,2,1,1,0 W 4 0"
        value = tables.probe(position).value
        assert value is not None
        assert reader.probe(url, rules, position, {}) == tuple(value)
    # Every changed byte is noticed: in the header at once, in the block when it is read.
    [file] = tmp_path.glob(f"*.{MOST:03}.table")
    good = file.read_bytes()
    for at in range(0, len(good), 7):
        file.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        cells = ["0"] * (tables.game.cells[0] * tables.game.cells[1])
        cells[0] = str(MOST)
        with pytest.raises(ValueError):
            half = len(cells) // 2
            board = ",".join(cells) if rows == 1 else f"{','.join(cells[:half])}/{','.join(cells[half:])}"
            reader.probe(str(tmp_path), rules, f"{board} {side} 0 0", {})

"""Stored tables: built once, whatever goes on at the same time; what is wrong with a file is said, never read."""

import json
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla
from tavla import cache
from tavla._engine import _Store, _write_store

KIND = "test"
LONG = np.sin(np.arange(10_000))


def write(path, kind=KIND):
    planes = [("long", LONG), ("short", np.array([1, 2, 3], dtype=np.uint16))]
    _write_store(path, kind, json.dumps({"residual": 1e-12}), planes)


def read(path):
    store = _Store.open(path, KIND)
    assert json.loads(store.parameters) == {"residual": 1e-12}
    assert (store.read("long", 0, len(LONG)) == LONG).all()
    assert store.read("short", 0, 3).tolist() == [1, 2, 3]


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "sound"
    write(path)
    return path.read_bytes()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path))
    return tmp_path


def test_what_was_written_is_read(tmp_path):
    write(tmp_path / "table")
    read(tmp_path / "table")
    store = _Store.open(tmp_path / "table", KIND)
    store.check()
    assert store.planes == [("long", "f64", len(LONG)), ("short", "u16", 3)]
    part = store.read("long", 5, 7)
    assert part.dtype == np.float64
    assert part.tolist() == LONG[5:7].tolist()


@pytest.mark.parametrize("kind", ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8"])
def test_every_kind_of_number_is_kept(tmp_path, kind):
    numbers = np.array([0, 1, 100], dtype=kind)
    _write_store(tmp_path / "table", KIND, "{}", [("numbers", numbers)])
    found = _Store.open(tmp_path / "table", KIND).read("numbers", 0, 3)
    assert found.dtype == numbers.dtype
    assert found.tolist() == numbers.tolist()


@given(st.data())
def test_any_flipped_byte_is_found(sound, tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "flipped"
    at = data.draw(st.integers(0, len(sound) - 1))
    by = data.draw(st.integers(1, 255))
    path.write_bytes(sound[:at] + bytes([sound[at] ^ by]) + sound[at + 1 :])
    with pytest.raises(tavla.DataError, match=r"flipped.*expected"):
        read(path)


@given(st.data())
def test_any_truncation_is_found(sound, tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "truncated"
    path.write_bytes(sound[: data.draw(st.integers(0, len(sound) - 1))])
    with pytest.raises(tavla.DataError, match=r"truncated.*expected"):
        read(path)


@given(st.binary(max_size=200), st.booleans())
def test_any_foreign_file_is_found(tmp_path_factory, foreign, is_marked):
    path = tmp_path_factory.getbasetemp() / "foreign"
    path.write_bytes((b"\x89TAVLA\r\n\1\0\0\0" if is_marked else b"") + foreign)
    with pytest.raises(tavla.DataError, match=r"foreign.*expected"):
        read(path)


def test_another_kind_and_another_plane_are_refused(tmp_path):
    write(tmp_path / "table", "bearoff")
    with pytest.raises(tavla.DataError, match="kind of file: expected test, got bearoff"):
        read(tmp_path / "table")
    store = _Store.open(tmp_path / "table", "bearoff")
    with pytest.raises(tavla.DataError, match='plane "wide"'):
        store.read("wide", 0, 1)
    with pytest.raises(tavla.InvalidArgumentError, match="a part of 0 to 3"):
        store.read("short", 2, 4)


def test_what_is_no_plane_is_refused(tmp_path):
    numbers = np.zeros(4)
    for planes, words in (
        ([("a", numbers), ("a", numbers)], "twice"),
        ([("a", numbers.astype(complex))], "complex"),
        ([("a", numbers.reshape(2, 2))], "one dimension"),
        ([("a", numbers[::2])], "contiguous"),
    ):
        with pytest.raises(tavla.InvalidArgumentError, match=words):
            _write_store(tmp_path / "table", KIND, "{}", planes)
    with pytest.raises(tavla.InvalidArgumentError, match="JSON object"):
        _write_store(tmp_path / "table", KIND, "[1]", [])
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_opened_or_written_are_told_with_their_path(tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        _Store.open(tmp_path / "none", KIND)
    assert missing.value.filename == str(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "folder")


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path):
    """A limit on the size of files stands for a disk that is full."""
    script = f"""
import errno, resource, signal, sys
import numpy as np
from tavla._engine import _write_store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
try:
    _write_store({str(tmp_path / "table")!r}, "test", "{{}}", [("a", np.zeros(100_000))])
except OSError as error:
    sys.exit(0 if error.errno == errno.EFBIG and error.filename.endswith("table") else 2)
"""
    pytest.importorskip("resource", reason="limits of processes are Unix's")
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
    assert list(tmp_path.iterdir()) == []


def number(path):
    return int(_Store.open(path, KIND).read("number", 0, 1)[0])


def keep(value, path):
    _write_store(path, KIND, "{}", [("number", np.array([value], dtype=np.int64))])


def kept(value, **options):
    built = []

    def build(state):
        built.append(state)
        return value

    options = {"load": number, "save": keep, "size": 1000} | options
    return cache.kept("seven", build=build, **options), built


def test_the_folder_is_that_of_the_environment(folder, monkeypatch):
    assert cache.folder() == folder
    monkeypatch.delenv("TAVLA_CACHE")
    assert cache.folder().name == "tavla"
    monkeypatch.setenv("TAVLA_CACHE", "here")
    assert cache.folder().is_absolute()


def test_a_table_is_built_once(folder):
    assert kept(7) == (7, [folder / "seven.part"])
    assert kept(8) == (7, [])
    assert kept(9, rebuild=True) == (9, [folder / "seven.part"])


def test_a_table_that_does_not_suffice_is_built_again(folder):
    assert kept(7) == (7, [folder / "seven.part"])
    assert kept(8, suffices=lambda found: found == 7) == (7, [])
    assert kept(8, suffices=lambda found: found == 8) == (8, [folder / "seven.part"])


def test_the_state_of_a_build_goes_when_the_table_is_done(folder):
    def build(state):
        assert not state.exists()
        state.write_text("half")
        raise KeyboardInterrupt

    options = {"load": number, "save": keep, "size": 1000}
    with pytest.raises(KeyboardInterrupt):
        cache.kept("seven", build=build, **options)
    assert (folder / "seven.part").read_text() == "half"
    assert kept(7)[0] == 7
    assert not (folder / "seven.part").exists()


def test_what_a_killed_process_left_is_swept_away(folder):
    left, other = folder / ".seven.abc.tmp", folder / ".eight.abc.tmp"
    left.touch()
    other.touch()
    kept(7)
    assert not left.exists()
    assert other.exists()


def test_a_damaged_file_is_told_with_what_to_do(folder):
    (folder / "seven").write_bytes(b"seven")
    with pytest.raises(tavla.DataError, match=r"seven.*delete the file"):
        kept(7)
    assert kept(7, rebuild=True)[0] == 7


def test_without_a_folder_to_write_to_tables_stay_in_memory(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAVLA_CACHE", str(tmp_path / "file" / "below"))
    with pytest.warns(tavla.CacheWarning, match="kept in memory only"):
        assert kept(7) == (7, [None])


def test_too_little_room_is_told_before_the_work(folder):
    with pytest.raises(OSError, match="no room for about") as full:
        kept(7, size=2**62)
    assert full.value.filename == str(folder / "seven")
    assert not (folder / "seven").exists()


# A process that needs a while to build, and prints what it did and got.
SLOWLY = """
import os, time
from pathlib import Path
from tavla import cache

def build(state):
    print("built")
    time.sleep(1)
    return os.getpid()

def save(value, path):
    path.write_text(str(value))

print(cache.kept("seven", load=lambda path: int(path.read_text()), build=build, save=save, size=1000))
"""


def test_of_two_processes_one_builds_and_the_other_waits(folder):
    command = [sys.executable, "-c", SLOWLY]
    environment = os.environ | {"TAVLA_CACHE": str(folder)}
    both = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(2)
    ]
    found = [word for process in both for word in process.communicate(timeout=120)[0].split()]
    assert [process.returncode for process in both] == [0, 0]
    assert found.count("built") == 1
    first, second = (int(word) for word in found if word != "built")
    assert first == second
    assert first in {process.pid for process in both}


def test_a_kept_table_gives_no_warning(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kept(7)[0] == 7

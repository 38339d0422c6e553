"""The encodings of match files."""

import pytest

from tavla.errors import InvalidArgumentError
from tavla.formats import mat, sgf
from tavla.formats.texts import decode

ROWS = " : 0                            Bob : 0\n  1) 31: 8/5 6/5                 64: 24/14\n      Wins 1 point\n"


def text_with(name):
    return f"5 point match\n\n Game 1\n {name}{ROWS}"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
@pytest.mark.parametrize("name", ["Ann", "Jürgen", "Анна", "山田 太郎"])
def test_unicode_needs_no_word(encoding, name):
    reading = mat.read(text_with(name).encode(encoding))
    assert reading.match.players == (name, "Bob")
    assert not reading.findings


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("cp1252", "Sürmeyan"),
        ("cp1252", "José Müller"),
        ("cp1251", "Анна Иванова"),
        ("shift_jis", "山田太郎"),
    ],
)
def test_others_are_detected(encoding, name):
    reading = mat.read(text_with(name).encode(encoding))
    assert reading.match.players == (name, "Bob")
    assert not reading.findings


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("cp1250", "Łukasz"), ("cp1254", "Şükrü"), ("koi8_r", "Анна"), ("gb18030", "张伟 李娜")],
)
def test_the_caller_may_say(encoding, name):
    data = text_with(name).encode(encoding)
    assert mat.read(data, encoding=encoding).match.players[0] == name
    assert mat.read(data, encoding=encoding).encoding == encoding


def test_bytes_that_do_not_fit_are_a_finding_with_a_place():
    data = text_with("Ann").encode() + b"; \xff\n"
    reading = mat.read(data, encoding="utf-8")
    assert [(f.kind, f.line) for f in reading.findings] == [("encoding", 7)]
    assert reading.rolls == 2


@pytest.mark.parametrize("name", ["klingon", "", "a\0b", "base64"])
def test_unknown_encoding_is_refused(name):
    with pytest.raises(InvalidArgumentError, match="Python knows no"):
        mat.read(b"", encoding=name)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_any_line_ends(ends):
    reading = mat.read(text_with("Ann").replace("\n", ends).encode())
    assert reading.rolls == 2
    assert not reading.findings


def test_sgf_in_other_encodings():
    data = "(;GM[6]MI[length:1]PW[Jürgen]PB[Bob]RE[W+1R];W[31hefe])"
    for encoding in ("utf-8", "utf-16", "cp1252"):
        assert sgf.read(data.encode(encoding)).match.players == ("Jürgen", "Bob")


def test_whatever_comes_is_decoded():
    for data in (b"", b"\xff", b"\xfe\xff", b"\0" * 100, bytes(range(256)), b"\xff\xfe\0"):
        text, name, _ = decode(data)
        assert isinstance(text, str)
        assert name


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_text_that_is_cut_within_a_letter_gives_what_it_holds(encoding):
    data = text_with("Ann").encode(encoding)[:-1]
    reading = mat.read(data)
    assert reading.match.players == ("Ann", "Bob")
    assert reading.rolls == reading.replayed == 2
    assert [(one.kind, one.line) for one in reading.findings] == [("encoding", 6)]


def test_the_mark_says_the_encoding_of_a_damaged_file():
    data = text_with("Jürgen").encode("utf-8-sig") + b"; \xff\n"
    reading = mat.read(data)
    assert reading.match.players == ("Jürgen", "Bob")
    assert [(one.kind, one.line) for one in reading.findings] == [("encoding", 7)]


def test_order_of_bytes_is_told_by_the_zeros_of_all_of_the_text():
    assert decode("Ж; 5 point match".encode("utf-16-be"))[:2] == ("Ж; 5 point match", "utf-16-be")


def test_line_of_a_wrong_byte_is_counted_in_letters():
    data = text_with("Ċann").replace("\n", "\r").encode("utf-16")[:-1]
    (finding,) = mat.read(data).findings
    assert (finding.kind, finding.line) == ("encoding", 6)

"""Spoiled files: what real ones suffer, and what nobody would write."""

TOKENS = (
    b"Game 1", b"Game", b" 5 point match", b"-1 point match", b"Doubles => 2", b"Doubles => 3", b"Takes",
    b"Drops", b"Beavers => 4", b"Wins 1 point", b"Wins -1 points", b"Losses 2 point", b"Resigns", b"Concedes",
    b"????", b"00:", b"66:", b"31: 8/5 6/5", b"Cannot Move", b"Illegal play (", b"Illegal play (1;2;3)", b"bar/24*",
    b"0/0", b"(4)", b"(", b")", b"[", b"]", b"\\", b";", b":", b" : 3", b"/", b"*", b"9" * 40, b"\0", b"\xff\xfe",
    b"\xef\xbb\xbf", b"\xe9", b"\r", b"\n", b"\t", b"; Set Pos=-a/1", b'; [Variation "HyperGammon (2)"]',
    b";W[31", b";B[double]", b";PL[W]DI[65]", b"AE[a:y]", b"RE[B+9R]", b"MI[length:9]", b"GM[7]", b"(;", b"))",
    b'{"format"', b"null", b"1e999", b"[[[[",
)  # fmt: skip


def mutated(rng, data):
    """The bytes with some changes: cut, doubled, swapped, overwritten, tokens put in."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        if not found:
            return bytes(rng.choice(TOKENS))
        at = rng.randrange(len(found))
        end = min(len(found), at + rng.choice((1, 2, 8, 60, 400)))
        match rng.randrange(7):
            case 0:
                del found[at:end]
            case 1:
                found[at:at] = found[at:end] * rng.randint(1, 3)
            case 2:
                found[at:at] = rng.choice(TOKENS)
            case 3:
                found[at] = rng.randrange(256)
            case 4:
                del found[at:]
            case 5:
                other = rng.randrange(len(found))
                piece = found[at:end]
                del found[at:end]
                found[other:other] = piece
            case 6:
                found[at:end] = bytes(rng.choice(b"0123456789 :/*()") for _ in range(end - at))
    return bytes(found)

"""Fuzz one reader, guided by coverage: `python tests/fuzz/run.py mat -max_total_time=300`.

Needs `atheris`; `nox -s fuzz` installs it and runs every target. What it learns and what it finds goes to `target/fuzz`,
one folder and files named after the target; the options behind the target are libFuzzer's own.
"""

import random
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tavla"]):
    import tavla.formats  # noqa: F401  # instrumented as it is imported

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from targets import SEEDS, TARGETS  # noqa: E402

from mutations import mutated  # noqa: E402

LONGEST = 20_000


def mutator(data, most, seed):
    """Half of the mutations are those of the tests, which know the words of the formats."""
    rng = random.Random(seed)
    if rng.random() < 0.5:
        return mutated(rng, data)[:most]
    return atheris.Mutate(data, most)


def main():
    """Run a target until libFuzzer ends."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in TARGETS:
        sys.exit(f"expected one of {', '.join(TARGETS)}, got {name!r}")
    found = HERE.parent.parent / "target" / "fuzz" / name  # libFuzzer adds to its first folder
    found.mkdir(parents=True, exist_ok=True)
    options = [f"-max_len={LONGEST}", "-timeout=20", f"-artifact_prefix={found.parent}/{name}-"]
    folders = [str(folder) for folder in (found, *SEEDS[name])]
    arguments = [sys.argv[0], *options, *sys.argv[2:], *folders]
    atheris.Setup(arguments, TARGETS[name], custom_mutator=mutator)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

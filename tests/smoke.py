"""Try an installed tavla with the standard library alone: python -I tests/smoke.py [--cli].

`--cli` says that the extra `cli` is installed as well.
"""

import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import tavla


def main() -> None:
    assert tavla.__version__ == version("tavla")
    assert Path(tavla.__file__).is_relative_to(sysconfig.get_path("platlib")), tavla.__file__
    assert (Path(tavla.__file__).parent / "py.typed").exists()

    script = Path(sysconfig.get_path("scripts")) / "tavla"
    ran = subprocess.run([script, "--help"], capture_output=True, text=True, check=False)
    if "--cli" in sys.argv:
        assert ran.returncode == 0, ran
    else:
        assert ran.returncode == 1, ran
        assert "tavla[cli]" in ran.stderr, ran
        assert "Traceback" not in ran.stderr, ran
    print(f"tavla {tavla.__version__} works: Python {sys.version.split()[0]}, {sys.argv[1:]}")


if __name__ == "__main__":
    main()

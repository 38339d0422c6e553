"""`python -m tavla` is the command `tavla`."""

from tavla.cli import main

if __name__ == "__main__":
    main()

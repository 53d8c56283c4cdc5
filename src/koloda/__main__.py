"""`python -m koloda` is the `koloda` command."""

import sys

from koloda.cli import main

if __name__ == "__main__":
    sys.exit(main())

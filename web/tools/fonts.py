"""Makes the six files of src/fonts from the packages of the two faces, as npm has them.

    npm pack @fontsource-variable/piazzolla@5.3.0 @fontsource-variable/onest@5.3.1
    python web/tools/fonts.py FOLDER      where both .tgz files lie; needs fonttools and brotli

Run it again only to change what is in the subsets: its output is committed.
"""

from __future__ import annotations

import io
import sys
import tarfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

OUT = Path(__file__).resolve().parent.parent / "src" / "fonts"
LATIN = (*range(0x20, 0x7F), *map(ord, "\u00a0«»°±·×–—‘’“”„…−€Óó"))
LATIN_EXT = tuple(map(ord, "ĄąĆćĘęŁłŃńŚśŹźŻż"))  # read where a page has one of them: see style.css
CYRILLIC = (
    *(0x400, 0x401, 0x404, 0x406, 0x407, *range(0x410, 0x450), 0x451),
    *(0x454, 0x456, 0x457, 0x490, 0x491, 0x2116),
)
FACES = (
    ("display", "piazzolla-5.3.0", "piazzolla", {"wght": 800}),
    ("text", "onest-5.3.1", "onest", {"wght": (400, 700)}),
)
# no locl (Bulgarian, Serbian forms), no calt: Onest's makes other signs of "EUR*", "M*", even in names
FEATURES = ["kern", "liga", "tnum", "lnum"]
MOST = 46_080  # all six together


def unpack(archive: Path, name: str) -> bytes:
    with tarfile.open(archive) as package:
        member = package.extractfile(f"package/{name}")
        assert member is not None
        return member.read()


def cut(source: bytes, weight: dict[str, object], signs: tuple[int, ...]) -> bytes:
    font = instancer.instantiateVariableFont(TTFont(io.BytesIO(source)), weight)
    options = subset.Options()
    options.layout_features = FEATURES
    options.hinting = False
    options.desubroutinize = True
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]  # with the copyright and the licence
    options.flavor = "woff2"
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=signs)
    cutter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    total = 0
    OUT.mkdir(exist_ok=True)
    for role, package, name, weight in FACES:
        archive = Path(sys.argv[1], f"fontsource-variable-{package}.tgz")
        for part, signs in (("latin", LATIN), ("latin-ext", LATIN_EXT), ("cyrillic", CYRILLIC)):
            made = cut(unpack(archive, f"files/{name}-{part}-wght-normal.woff2"), weight, signs)
            (OUT / f"{role}-{part}.woff2").write_bytes(made)
            print(f"{role}-{part}.woff2: {len(made)} bytes")
            total += len(made)
        (OUT / f"LICENSE-{role}.txt").write_bytes(unpack(archive, "LICENSE"))
    print(f"together {total} bytes of {MOST}")
    return 0 if total <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())

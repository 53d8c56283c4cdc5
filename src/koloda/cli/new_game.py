"""`koloda new-game`: a complete, running game to begin with."""

from __future__ import annotations

import argparse
import keyword
import re
from pathlib import Path

HELP = "write the skeleton of a new game: a tiny trick game that plays, with its tests"
EXAMPLES = (
    "koloda new-game whist                   a package of its own in ./koloda-whist",
    "koloda new-game whist --title 'Whist'",
    "koloda new-game whist --here            a folder of this checkout, src/koloda/games/whist",
)
SKELETON = Path(__file__).parent / "skeleton"
NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")
PLAIN = "# not compiled: plain Python; docs/adding-a-game.md says how to compile a game\n"
GROUP = '[project.entry-points."koloda.games"]\n'


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the id: small letters, digits, underscores")
    parser.add_argument("--title", help="what people call it (default: the id, with a capital)")
    parser.add_argument("--out", metavar="DIR", help="where the package goes (default: koloda-NAME)")
    parser.add_argument("--here", action="store_true", help="into this checkout of koloda, not a package")


def run(args: argparse.Namespace) -> int:
    from koloda.core.errors import BadOption
    from koloda.games import entries

    name = args.name
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadOption(f"{name[:40]!r} is no id for a game: small letters, digits, underscores")
    if name in entries():
        raise BadOption(f"there is a game {name} already: {entries()[name].value}")
    title = args.title or name.replace("_", " ").capitalize()
    if not title.isprintable() or any(sign in title for sign in "\"'\\{}"):
        raise BadOption("--title: letters, digits and spaces, without quotes")
    if args.here and args.out:
        raise BadOption("--here and --out exclude each other")
    if args.here:
        written = in_checkout(name, title)
        print(f"{written}\nNow: ./koloda play {name}; ./test --fast -- tests/{name}")
    else:
        folder = Path(args.out or f"koloda-{name.replace('_', '-')}")
        as_package(folder, name, title)
        print(f"{folder}\nNow: pip install -e {folder}[test]; koloda play {name}; koloda check-game {name}")
    return 0


def as_package(folder: Path, name: str, title: str) -> None:
    from koloda.core.errors import KolodaError

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise KolodaError(f"{folder}: is there already; --out names another folder")
    package = f"koloda_{name}"
    fill(SKELETON / "game", folder / package, name, title, package, "")
    fill(SKELETON / "tests", folder / "tests", name, title, package, "")
    for file in ("pyproject.toml", "README.md"):
        write(SKELETON / f"{file}.tmpl", folder / file, name, title, package, "")


def in_checkout(name: str, title: str) -> Path:
    """Into the checkout that koloda runs from, with its line in pyproject.toml."""
    import koloda
    from koloda.core.errors import KolodaError

    package = Path(koloda.__file__).parent
    root = package.parents[1]
    project = root / "pyproject.toml"
    if not project.exists() or package.parent.name != "src":
        raise KolodaError("--here: koloda does not run from a checkout; leave it out for a package")
    folder, tests = package / "games" / name, root / "tests" / name
    if folder.exists() or tests.exists():
        raise KolodaError(f"{folder}: is there already")
    before, found, after = project.read_text("utf-8").partition(GROUP)
    if not found:
        raise KolodaError(f"{project} has no {GROUP.strip()}")
    fill(SKELETON / "game", folder, name, title, f"koloda.games.{name}", PLAIN)
    fill(SKELETON / "tests", tests, name, title, f"koloda.games.{name}", "")
    project.write_text(f'{before}{GROUP}{name} = "koloda.games.{name}:GAME"\n{after}', "utf-8")
    return folder


def fill(source: Path, target: Path, name: str, title: str, package: str, head: str) -> None:
    for path in sorted(source.rglob("*.tmpl")):
        place = target / path.relative_to(source).with_suffix("")
        if place.name == "test_game.py":
            place = place.with_name(f"test_{name}.py")
        write(path, place, name, title, package, head)


def write(source: Path, target: Path, name: str, title: str, package: str, head: str) -> None:
    kind = "".join(part.capitalize() for part in name.split("_"))
    text = source.read_text("utf-8")
    tokens = {"head": head, "name": name, "Name": kind, "title": title, "package": package}
    for token, value in tokens.items():
        text = text.replace(f"@{token}@", value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")

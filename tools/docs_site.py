"""Builds the documentation site (tools/docs): docs/, with pages that are made from the code, by Zensical."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import html
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
BUILD = ROOT / "build" / "docs"
ENVIRONMENT = ROOT / "build" / "docs-env"
LOCK = ROOT / "requirements-docs.lock"
SERVED = ROOT / "src" / "koloda" / "table" / "docs"
PORT = "127.0.0.1:8001"

OUTSIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((\.\./)+(?:src|examples|web|tests|deploy|bench|tools)\b[^)]*\)")
REMOTE = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//""")


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/docs", description=__doc__)
    parser.add_argument("what", choices=("build", "serve", "check"))
    what = parser.parse_args().what
    tool = prepare()
    if what == "check":
        with tempfile.TemporaryDirectory(prefix="koloda-docs-") as folder:
            return build(tool, Path(folder))
    code = build(tool, BUILD)
    if code == 0 and what == "build":
        publish(BUILD / "site")
    return serve(tool) if code == 0 and what == "serve" else code


def prepare() -> Path:
    """The environment of the tools, made anew when the lock has changed; the path of zensical."""
    stamp = ENVIRONMENT / "stamp"
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text("utf-8") != wanted:
        print("koloda: installing the tools of the documentation in build/docs-env", file=sys.stderr)
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
        pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "--quiet", "--require-hashes", "-r", str(LOCK)], check=True)
        stamp.write_text(wanted, "utf-8")
    return ENVIRONMENT / "bin" / "zensical"


def stage(folder: Path) -> None:
    """All pages, those that are made from the code too, and the settings."""
    pages = folder / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    made: dict[Path, bytes] = {}
    for path in sorted(DOCS.rglob("*")):
        if path.is_file() and path.suffix != ".toml":
            content = path.read_bytes()
            name = path.relative_to(DOCS)
            made[name] = page(name, content.decode()).encode() if path.suffix == ".md" else content
    made[Path("commands.md")] = commands().encode()
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    made[Path("changelog.md")] = changes.replace("](docs/", "](").encode()
    for name, content in made.items():
        place = pages / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() or place.read_bytes() != content:  # whoever watches is not woken for nothing
            place.write_bytes(content)
    for path in [path for path in pages.rglob("*") if path.is_file()]:
        if path.relative_to(pages) not in made:
            path.unlink()
    settings = (DOCS / "zensical.toml").read_text("utf-8").replace('["../../src"]', f'["{ROOT / "src"}"]')
    (folder / "zensical.toml").write_text(settings, "utf-8")


def page(name: Path, text: str) -> str:
    """A page of docs/ as the site has it: links into the sources become names, rules get their picture."""
    text = OUTSIDE.sub(r"\1", text)
    found = re.fullmatch(r"rules/([a-z]+)\.([a-z]{2,3})\.md", name.as_posix())
    pictures = [f"table-{found[1]}.{found[2]}.jpg", f"table-{found[1]}.jpg"] if found else []
    here = [picture for picture in pictures if (DOCS / "images" / picture).exists()]
    if found and here:
        title, _, rest = text.partition("\n")
        from koloda.core.texts import in_section

        words = in_section("words", "picture")[found[2]].format(
            re.split(r"[:(]", title.lstrip("# "))[0].strip()
        )
        text = f"{title}\n\n![{words}](../images/{here[0]})\n{rest}"
    return text


def commands() -> str:
    """The help of every command."""
    os.environ["COLUMNS"] = "98"
    from koloda.cli import GROUPS, main

    lines = ["# Commands", "", "What `koloda --help` and `koloda COMMAND --help` say."]
    for title, names in GROUPS.items():
        lines += ["", f"## {title[0].upper()}{title[1:]}"]
        for name in names:
            with contextlib.redirect_stdout(io.StringIO()) as said:
                main([name, "--help"])
            lines += ["", f"### koloda {name}", "", "```text", said.getvalue().rstrip(), "```"]
    return "\n".join(lines) + "\n"


def build(tool: Path, folder: Path) -> int:
    stage(folder)
    done = subprocess.run([tool, "build", "--clean", "--strict"], cwd=folder)
    if done.returncode != 0:
        return done.returncode
    wrong = list(problems(folder / "site"))
    for problem in wrong:
        print(f"tools/docs: {problem}", file=sys.stderr)
    return 1 if wrong else 0


def problems(site: Path) -> Iterator[str]:
    """Links between pages that lead nowhere, and files of other hosts."""
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    anchors = {path: set(re.findall(r"""\bid=["']?([^"'\s>]+)""", text)) for path, text in pages.items()}
    for path, text in pages.items():
        where = path.relative_to(site)
        if REMOTE.search(text):
            yield f"{where}: fetches something from another host"
        for link in re.findall(r"""<(?:a|img)\b[^>]*?\b(?:href|src)=["']?([^"'\s>]+)""", text):
            target, _, anchor = html.unescape(link).partition("#")
            if ":" in target or target.startswith("/") or path.name == "404.html":
                continue
            place = (path.parent / target).resolve() if target else path
            place = place / "index.html" if place.is_dir() else place
            if not place.exists():
                yield f"{where}: {link} leads nowhere"
            elif anchor and place in anchors and anchor not in anchors[place]:
                yield f"{where}: {link}: there is no such place on that page"


def publish(site: Path) -> None:
    """Into the package: the server shows it, and a wheel carries it."""
    shutil.rmtree(SERVED, ignore_errors=True)
    shutil.copytree(site, SERVED)
    for path in SERVED.rglob("*.html"):
        path.write_text(without_inline_scripts(path), "utf-8")
    print(f"koloda: {len(list(SERVED.rglob('*.html')))} pages; `koloda serve` shows them at /docs/")


def without_inline_scripts(path: Path) -> str:
    """The page with its scripts in files of their own, as the server's content security policy wants it."""
    base = "../" * len(path.relative_to(SERVED).parents[1:]) or "./"

    def moved(script: re.Match[str]) -> str:
        name = f"assets/javascripts/inline-{hashlib.sha256(script[1].encode()).hexdigest()[:12]}.js"
        (SERVED / name).write_text(script[1], "utf-8")
        return f'<script src="{base}{name}"></script>'

    return re.sub(r"<script>(.+?)</script>", moved, path.read_text("utf-8"), flags=re.DOTALL)


def serve(tool: Path) -> int:
    """Zensical watches the copy; what is edited in docs/ and src/ is copied there."""
    server = subprocess.Popen([tool, "serve", "-a", PORT], cwd=BUILD)
    try:
        before = newest()
        while server.poll() is None:
            time.sleep(1)
            if (now := newest()) != before:
                before = now
                stage(BUILD)
    except KeyboardInterrupt:
        pass
    finally:
        server.terminate()
        server.wait()
    return 0


def newest() -> tuple[int, int]:
    times = [path.stat().st_mtime_ns for path in DOCS.rglob("*") if path.is_file()]
    return len(times), max(times)


if __name__ == "__main__":
    sys.exit(main())

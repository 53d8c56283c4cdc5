"""The browser client in the packages: built when it is stale and can be built, told when it cannot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# a stand-in for Node: it tells its version and, in the place of Vite, writes a page
FAKE_NODE = """#!{python}
import pathlib, sys
if sys.argv[1:] == ["--version"]:
    print("{version}")
elif sys.argv[1].endswith("npm-cli.js"):
    pathlib.Path("node_modules").mkdir(exist_ok=True)
    sys.exit({npm})
elif sys.argv[1].endswith(("cards.mjs", "player.mjs")):
    pathlib.Path(sys.argv[2]).write_text("drawn")
else:
    out = pathlib.Path(sys.argv[sys.argv.index("--outDir") + 1])
    out.mkdir()
    (out / "index.html").write_text("made")
    sys.exit({vite})
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The parts of this checkout that building reads, without a bundle."""
    root = tmp_path / "a checkout"
    leave = shutil.ignore_patterns(
        "__pycache__", "*.so", "_build.json", "static", "node_modules", ".static-*"
    )
    for name in ("src", "web", "docs"):
        shutil.copytree(ROOT / name, root / name, ignore=leave)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root)
    return root


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it, for stand-ins."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name in ("KOLODA_SKIP_WEB", "PYTHONPATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KOLODA_COMPILE", "0")
    return folder


def put_node(path: Path, *, version: str = "v22.12.0", npm: int = 0, vite: int = 0) -> None:
    node = path / "node"
    node.write_text(FAKE_NODE.format(python=sys.executable, version=version, npm=npm, vite=vite), "utf-8")
    node.chmod(0o755)
    (path / "npm-cli.js").write_text("", "utf-8")
    (path / "npm-cli.js").chmod(0o755)
    if not (path / "npm").exists():
        (path / "npm").symlink_to("npm-cli.js")


def build(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # -I: a Node installed as a package for other purposes is not meant here
    command = [sys.executable, "-I", str(root / "web" / "build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def page(root: Path) -> Path:
    return root / "src" / "koloda" / "table" / "static" / "index.html"


def test_it_is_built_once_and_again_when_a_source_changes(checkout: Path, path: Path) -> None:
    put_node(path)
    assert build(checkout, "--check").returncode == 1
    assert build(checkout).returncode == 0
    assert page(checkout).read_text("utf-8") == "made"
    assert page(checkout).with_name("cards.json").read_text("utf-8") == "drawn"
    assert page(checkout).with_name("player.html").read_text("utf-8") == "drawn"
    assert build(checkout, "--check").returncode == 0

    put_node(path, vite=1)
    assert build(checkout).returncode == 0, "nothing to do: Node is not asked"
    (checkout / "web" / "README.md").write_text("changed", "utf-8")
    assert build(checkout, "--check").returncode == 0, "the bundle is not made from this"
    (checkout / "web" / "src" / "main.ts").write_text("changed", "utf-8")
    assert build(checkout, "--check").returncode == 1


def test_a_failed_build_leaves_the_old_one(checkout: Path, path: Path) -> None:
    put_node(path)
    build(checkout)
    (checkout / "web" / "src" / "main.ts").write_text("changed", "utf-8")
    put_node(path, vite=1)
    result = build(checkout)
    assert (result.returncode, page(checkout).read_text("utf-8")) == (1, "made")
    assert "vite could not build the client" in result.stderr
    assert [name for name in os.listdir(page(checkout).parent.parent) if name.startswith(".static")] == []


@pytest.mark.parametrize("version", ["v18.20.0", "v20.18.0", "v21.5.0", "v22.11.0", "nonsense"])
def test_an_old_node_is_not_used(checkout: Path, path: Path, version: str) -> None:
    put_node(path, version=version)
    result = build(checkout)
    assert result.returncode == 3
    assert "there is no Node 20.19, 22.12 or newer" in result.stderr


def test_a_missing_node_and_a_missing_network_are_told(checkout: Path, path: Path) -> None:
    assert build(checkout).returncode == 3
    put_node(path, npm=1)
    result = build(checkout)
    assert result.returncode == 3
    assert "is there a network connection?" in result.stderr
    assert not page(checkout).exists()


def hatch(root: Path, target: str, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    return subprocess.run(command, cwd=root, capture_output=True, text=True)


def test_wheel_and_sdist_carry_it_and_the_sdist_needs_no_node(
    checkout: Path, path: Path, tmp_path: Path
) -> None:
    put_node(path)
    out = tmp_path / "dist"
    assert hatch(checkout, "sdist", out).returncode == 0
    (packed,) = out.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        names = archive.getnames()
        if hasattr(tarfile, "data_filter"):  # Python 3.11.4
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(tmp_path / "unpacked")
    assert any(name.endswith("/src/koloda/table/static/index.html") for name in names)
    assert not any("/node_modules/" in name for name in names)

    put_node(path, npm=1)
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert hatch(unpacked, "wheel", out).returncode == 0
    (wheel,) = out.glob("*.whl")
    assert zipfile.ZipFile(wheel).read("koloda/table/static/index.html") == b"made"


@pytest.mark.parametrize("skip", ["0", "1"])
def test_a_wheel_without_it_is_a_wheel(
    checkout: Path, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, skip: str
) -> None:
    monkeypatch.setenv("KOLODA_SKIP_WEB", skip)
    put_node(path, npm=1)
    result = hatch(checkout, "wheel", tmp_path / "dist")
    assert result.returncode == 0, result.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert "koloda/table/static/index.html" not in zipfile.ZipFile(wheel).namelist()
    assert ("without the browser client" in result.stdout + result.stderr) == (skip == "0")


def test_the_lock_names_no_host_and_every_platform() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name, package in lock.items():
        assert "resolved" not in package, name
        for optional in package.get("optionalDependencies", {}):
            places = (f"node_modules/{optional}", f"{name}/node_modules/{optional}")
            assert any(place in lock for place in places), f"{name}: {optional} is not locked"
